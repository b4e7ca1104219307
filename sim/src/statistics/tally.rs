//! Exact counts over deals. Whole numbers only, so that any order of adding gives the same.

use crate::{
    log::{DealRow, Ending, Win, WinBy, moves::Move},
    statistics::Moments,
};
use mcr_engine::{BySeat, Fan, Seat, SeatSet};

/// Fan ids run from 1; index 0 stays empty.
const FAN_IDS: usize = Fan::EVERY_COUNT + 1;

/// What happened in a number of deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Deals played.
    pub deals: u64,
    /// Wins by own draw.
    pub self_draws: u64,
    /// Wins on a discard.
    pub discard_wins: u64,
    /// Wins by robbing a kong.
    pub robbed_kongs: u64,
    /// Deals nobody won.
    pub draws: u64,
    /// Deals that an answer against the rules ended.
    pub fouls: u64,
    /// Discards a deal.
    pub turns: Moments,
    /// Points of the winning hands, flowers not counted.
    pub hand_points: Moments,
    /// Flowers of the winning hands.
    pub flowers: Moments,
    fans: [FanTally; FAN_IDS],
    players: Vec<PlayerTally>,
}

/// How often a fan was scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FanTally {
    /// Winning hands that show it.
    pub wins: u64,
    /// Times it was scored; more than `wins` for fans that count more than once.
    pub count: u64,
    /// Points of the hands that show it, flowers not counted.
    pub hand_points: u64,
}

/// How an agent did, at one seat or at all seats it held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerTally {
    /// The agent's spec string.
    pub spec: String,
    /// The seat, or `None` for all seats of the agent together.
    pub seat: Option<Seat>,
    /// How many seats of a deal it held.
    pub seats: usize,
    /// Points a deal, all its seats together.
    pub points: Moments,
    /// Deals it won.
    pub wins: u64,
    /// … by own draw.
    pub self_draws: u64,
    /// Deals in which it gave the winning tile.
    pub deal_ins: u64,
    /// Its answers against the rules: those that ended deals, and those that a referee ruled on.
    pub fouls: u64,
}

impl PlayerTally {
    /// Deals × seats: how often it could have won.
    #[must_use]
    pub fn hands(&self) -> u64 {
        self.points.count() * self.seats as u64
    }

    fn new(spec: &str, seat: Option<Seat>, seats: usize) -> PlayerTally {
        let (spec, points) = (spec.to_owned(), Moments::default());
        PlayerTally { spec, seat, seats, points, wins: 0, self_draws: 0, deal_ins: 0, fouls: 0 }
    }

    fn add(&mut self, row: &DealRow, seats: SeatSet, rulings: &BySeat<u64>) {
        self.fouls += seats.iter().map(|seat| rulings[seat]).sum::<u64>();
        self.points.add(seats.iter().map(|seat| i64::from(row.points[seat])).sum());
        match &row.ending {
            Ending::Win(win) => {
                let also = win.also.iter().filter(|also| seats.contains(also.winner)).count() as u64;
                self.wins += u64::from(seats.contains(win.winner)) + also;
                self.self_draws += u64::from(seats.contains(win.winner) && win.by == WinBy::SelfDraw);
                self.deal_ins += u64::from(win.by.payer().is_some_and(|payer| seats.contains(payer)));
            }
            Ending::Foul { seat } => self.fouls += u64::from(seats.contains(*seat)),
            Ending::Exhausted | Ending::Void | Ending::SessionOver => {}
        }
    }

    fn merge(&mut self, other: &PlayerTally) {
        self.points.merge(&other.points);
        self.wins += other.wins;
        self.self_draws += other.self_draws;
        self.deal_ins += other.deal_ins;
        self.fouls += other.fouls;
    }
}

/// How often each seat was ruled on.
fn rulings(events: &[u8]) -> BySeat<u64> {
    let mut rulings = BySeat::default();
    for byte in events {
        if let Some(Move::Ruling { seat, .. }) = Move::from_byte(*byte) {
            rulings[seat] += 1;
        }
    }
    rulings
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            deals: 0,
            self_draws: 0,
            discard_wins: 0,
            robbed_kongs: 0,
            draws: 0,
            fouls: 0,
            turns: Moments::default(),
            hand_points: Moments::default(),
            flowers: Moments::default(),
            fans: [FanTally::default(); FAN_IDS],
            players: Vec::new(),
        }
    }
}

impl Tally {
    /// Takes one deal.
    pub fn add(&mut self, row: &DealRow) {
        self.deals += 1;
        self.turns.add(i64::from(row.turns));
        match &row.ending {
            Ending::Win(win) => self.add_win(win),
            Ending::Exhausted | Ending::Void | Ending::SessionOver => self.draws += 1,
            Ending::Foul { .. } => self.fouls += 1,
        }
        let rulings = rulings(&row.events);
        for (seat, spec) in row.agents.iter() {
            self.player(spec, Some(seat), 1).add(row, SeatSet::only(seat), &rulings);
            // All seats of an agent are added once, at its first.
            let mut all = SeatSet::EMPTY;
            for (other, _) in row.agents.iter().filter(|(_, s)| *s == spec) {
                all.insert(other);
            }
            if all.iter().next() == Some(seat) {
                self.player(spec, None, all.len()).add(row, all, &rulings);
            }
        }
    }

    fn add_win(&mut self, win: &Win) {
        match win.by {
            WinBy::SelfDraw => self.self_draws += 1,
            WinBy::Discard { .. } => self.discard_wins += 1,
            WinBy::RobbedKong { .. } => self.robbed_kongs += 1,
        }
        self.add_hand(win.hand_points, win.flowers, &win.fans);
        for also in &win.also {
            self.add_hand(also.hand_points, also.flowers, &also.fans);
        }
    }

    fn add_hand(&mut self, hand_points: u16, flowers: u8, fans: &[(u8, u8)]) {
        self.hand_points.add(i64::from(hand_points));
        self.flowers.add(i64::from(flowers));
        for &(id, count) in fans {
            let fan = &mut self.fans[usize::from(id)];
            fan.wins += 1;
            fan.count += u64::from(count);
            fan.hand_points += u64::from(hand_points);
        }
    }

    /// Takes all deals of `other`.
    pub fn merge(&mut self, other: &Tally) {
        self.deals += other.deals;
        self.self_draws += other.self_draws;
        self.discard_wins += other.discard_wins;
        self.robbed_kongs += other.robbed_kongs;
        self.draws += other.draws;
        self.fouls += other.fouls;
        self.turns.merge(&other.turns);
        self.hand_points.merge(&other.hand_points);
        self.flowers.merge(&other.flowers);
        for (fan, more) in self.fans.iter_mut().zip(&other.fans) {
            fan.wins += more.wins;
            fan.count += more.count;
            fan.hand_points += more.hand_points;
        }
        for player in &other.players {
            self.player(&player.spec, player.seat, player.seats).merge(player);
        }
    }

    /// Deals somebody won.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.self_draws + self.discard_wins + self.robbed_kongs
    }

    /// The count of the fan with this id; nothing for ids that no fan has.
    #[must_use]
    pub fn fan(&self, id: u8) -> FanTally {
        self.fans.get(usize::from(id)).copied().unwrap_or_default()
    }

    /// Every agent at every seat it held, and over all its seats; in no particular order.
    #[must_use]
    pub fn players(&self) -> &[PlayerTally] {
        &self.players
    }

    fn player(&mut self, spec: &str, seat: Option<Seat>, seats: usize) -> &mut PlayerTally {
        let same = |p: &PlayerTally| p.seat == seat && p.seats == seats && p.spec == spec;
        let place = self.players.iter().position(same).unwrap_or_else(|| {
            self.players.push(PlayerTally::new(spec, seat, seats));
            self.players.len() - 1
        });
        &mut self.players[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::example;

    fn player(tally: &Tally, spec: &str, seat: Option<Seat>) -> PlayerTally {
        tally.players().iter().find(|p| p.spec == spec && p.seat == seat).unwrap().clone()
    }

    #[test]
    fn wins_and_payers_go_to_their_seats_and_agents() {
        let mut tally = Tally::default();
        tally.add(&example::discard_win(["a", "b", "a", "b"], Seat::South, Seat::West));
        tally.add(&example::self_draw(["a", "b", "a", "b"], Seat::West));
        tally.add(&example::exhausted(["a", "b", "a", "b"]));
        tally.add(&example::foul(["a", "b", "a", "b"], Seat::East));
        assert_eq!((tally.deals, tally.wins(), tally.draws, tally.fouls), (4, 2, 1, 1));
        let (a, b) = (player(&tally, "a", None), player(&tally, "b", None));
        assert_eq!((a.seats, a.hands(), a.wins, a.self_draws, a.deal_ins, a.fouls), (2, 8, 1, 1, 1, 1));
        assert_eq!((b.wins, b.self_draws, b.deal_ins, b.fouls), (1, 0, 0, 0));
        assert_eq!(a.points.sum(), -b.points.sum());
        let west = player(&tally, "a", Some(Seat::West));
        assert_eq!((west.hands(), west.wins, west.deal_ins, west.fouls), (4, 1, 1, 0));
    }

    #[test]
    fn fans_count_hands_and_times() {
        let mut tally = Tally::default();
        let row = example::discard_win(["a"; 4], Seat::South, Seat::West);
        let Ending::Win(win) = &row.ending else { unreachable!("the example is a win") };
        assert!(win.fans.contains(&(73, 2)), "the example shows a fan twice");
        tally.add(&row);
        tally.add(&row);
        let expected = FanTally { wins: 2, count: 4, hand_points: 2 * u64::from(win.hand_points) };
        assert_eq!(tally.fan(73), expected);
        assert_eq!(tally.fan(1), FanTally::default());
        assert_eq!(tally.fan(200), FanTally::default());
    }

    #[test]
    fn merging_equals_adding() {
        let rows = [
            example::discard_win(["a", "b", "c", "d"], Seat::East, Seat::South),
            example::self_draw(["b", "a", "b", "a"], Seat::North),
            example::exhausted(["a"; 4]),
        ];
        let mut whole = Tally::default();
        let mut merged = Tally::default();
        for row in &rows {
            whole.add(row);
            let mut one = Tally::default();
            one.add(row);
            merged.merge(&one);
        }
        assert_eq!(whole, merged);
    }
}
