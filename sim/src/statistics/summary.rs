//! What a tally says, in the words of the reports and of `summary.json`.

use crate::statistics::{Moments, PlayerTally, Rate, Tally};
use mcr_engine::{Fan, RuleSet};
use serde::Serialize;

/// Totals, rates, players and fans, with 95 % intervals. Its field names are those of the JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Deals played.
    pub deals: u64,
    /// Deals somebody won.
    pub wins: u64,
    /// Deals nobody won: the wall ran out.
    pub draws: u64,
    /// Deals that an answer against the rules ended.
    pub fouls: u64,
    /// `wins` of the deals.
    pub win: ShareLine,
    /// Wins by own draw, of the deals.
    pub self_draw: ShareLine,
    /// Wins on a discard, of the deals.
    pub discard: ShareLine,
    /// Wins by robbing a kong, of the deals.
    pub robbed_kong: ShareLine,
    /// `draws` of the deals.
    pub draw: ShareLine,
    /// Discards a deal.
    pub turns: MeanLine,
    /// Points of a winning hand, flowers not counted.
    pub hand_points: MeanLine,
    /// Flowers of a winning hand.
    pub flowers: MeanLine,
    /// Every seat with the agent that held it.
    pub agents: Vec<PlayerLine>,
    /// Every agent over all its seats.
    pub by_agent: Vec<PlayerLine>,
    /// Every fan of the rule set by id, those that did not occur too.
    pub fans: Vec<FanLine>,
}

/// How often something happened.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ShareLine {
    /// How often.
    pub count: u64,
    /// Of how many; 0 when there was none.
    pub share: f64,
    /// Lower end of the Wilson interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl From<Rate> for ShareLine {
    fn from(rate: Rate) -> ShareLine {
        let interval = rate.interval();
        let share = rate.share().unwrap_or(0.0);
        ShareLine { count: rate.count, share, low: interval.low, high: interval.high }
    }
}

/// A mean; absent where nothing was measured.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MeanLine {
    /// The mean.
    pub mean: Option<f64>,
    /// Lower end of the interval.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

impl From<&Moments> for MeanLine {
    fn from(moments: &Moments) -> MeanLine {
        let interval = moments.interval();
        MeanLine { mean: moments.mean(), low: interval.map(|i| i.low), high: interval.map(|i| i.high) }
    }
}

/// How an agent did at a seat, or at all its seats.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerLine {
    /// 0 east, 1 south, 2 west, 3 north; absent for all seats together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The agent.
    pub spec: String,
    /// How many seats of a deal it held.
    pub seats: usize,
    /// Deals it played.
    pub deals: u64,
    /// Points a deal and seat.
    pub mean_points: Option<f64>,
    /// Lower end of its interval.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// Wins, of the deals and seats it played.
    pub win: ShareLine,
    /// Wins by own draw, likewise.
    pub self_draw: ShareLine,
    /// Gave another the winning tile, likewise.
    pub deal_in: ShareLine,
    /// Its answers against the rules: those that ended deals, and those that a referee ruled on.
    pub fouls: u64,
}

impl From<&PlayerTally> for PlayerLine {
    fn from(player: &PlayerTally) -> PlayerLine {
        // Points are taken a deal, since the seats of one deal are not independent; then divided by the seats.
        let points = MeanLine::from(&player.points);
        let a_seat = |value: Option<f64>| value.map(|v| v / player.seats as f64);
        let rate = |count| Rate::new(count, player.hands()).into();
        PlayerLine {
            seat: player.seat.map(|seat| seat.index()),
            spec: player.spec.clone(),
            seats: player.seats,
            deals: player.points.count(),
            mean_points: a_seat(points.mean),
            low: a_seat(points.low),
            high: a_seat(points.high),
            win: rate(player.wins),
            self_draw: rate(player.self_draws),
            deal_in: rate(player.deal_ins),
            fouls: player.fouls,
        }
    }
}

/// How often a fan was scored.
#[derive(Clone, Debug, Serialize)]
pub struct FanLine {
    /// Its id.
    pub id: u8,
    /// Its key, `big_four_winds`.
    pub key: &'static str,
    /// English name.
    pub english: &'static str,
    /// Chinese name.
    pub chinese: &'static str,
    /// What it is worth.
    pub points: u16,
    /// Winning hands that show it.
    pub wins: u64,
    /// Times it was scored.
    pub count: u64,
    /// `wins` of all wins.
    pub share: f64,
    /// Lower end of the Wilson interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// `wins` of all deals.
    pub share_of_deals: f64,
    /// Lower end of the Wilson interval.
    pub deals_low: f64,
    /// Upper end.
    pub deals_high: f64,
    /// Mean points of the hands that show it, flowers not counted.
    pub mean_points: Option<f64>,
}

impl FanLine {
    fn new(fan: Fan, tally: &Tally, rules: &RuleSet) -> FanLine {
        let counted = tally.fan(fan.id());
        let of_wins = ShareLine::from(Rate::new(counted.wins, tally.hand_points.count()));
        let of_deals = ShareLine::from(Rate::new(counted.wins, tally.deals));
        FanLine {
            id: fan.id(),
            key: fan.key(),
            english: fan.english(),
            chinese: fan.chinese(),
            points: rules.fan_points(fan),
            wins: counted.wins,
            count: counted.count,
            share: of_wins.share,
            low: of_wins.low,
            high: of_wins.high,
            share_of_deals: of_deals.share,
            deals_low: of_deals.low,
            deals_high: of_deals.high,
            mean_points: (counted.wins > 0).then(|| counted.hand_points as f64 / counted.wins as f64),
        }
    }
}

impl Summary {
    /// Of deals played under `rules`.
    #[must_use]
    pub fn of(tally: &Tally, rules: &RuleSet) -> Summary {
        let of_deals = |count| Rate::new(count, tally.deals).into();
        Summary {
            deals: tally.deals,
            wins: tally.wins(),
            draws: tally.draws,
            fouls: tally.fouls,
            win: of_deals(tally.wins()),
            self_draw: of_deals(tally.self_draws),
            discard: of_deals(tally.discard_wins),
            robbed_kong: of_deals(tally.robbed_kongs),
            draw: of_deals(tally.draws),
            turns: (&tally.turns).into(),
            hand_points: (&tally.hand_points).into(),
            flowers: (&tally.flowers).into(),
            agents: player_lines(tally, true),
            by_agent: player_lines(tally, false),
            fans: rules.fans().map(|fan| FanLine::new(fan, tally, rules)).collect(),
        }
    }
}

/// The players at single seats or over all their seats, in an order that does not depend on that of the deals.
fn player_lines(tally: &Tally, at_seats: bool) -> Vec<PlayerLine> {
    let mut players: Vec<&PlayerTally> =
        tally.players().iter().filter(|p| p.seat.is_some() == at_seats).collect();
    players.sort_by(|a, b| (a.seat, &a.spec, a.seats).cmp(&(b.seat, &b.spec, b.seats)));
    players.into_iter().map(PlayerLine::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::example;
    use mcr_engine::Seat;

    #[test]
    fn points_of_an_agent_are_a_deal_and_seat() {
        let mut tally = Tally::default();
        // b wins 43 at south while its other seat pays 8; a pays 27 and 8.
        tally.add(&example::discard_win(["a", "b", "a", "b"], Seat::South, Seat::West));
        let summary = Summary::of(&tally, &RuleSet::MCR);
        let means: Vec<_> = summary.by_agent.iter().map(|p| (p.spec.as_str(), p.mean_points)).collect();
        assert_eq!(means, [("a", Some(-35.0 / 2.0)), ("b", Some(35.0 / 2.0))]);
        let seats: Vec<_> = summary.agents.iter().map(|p| (p.seat, p.mean_points)).collect();
        assert_eq!(seats[1], (Some(1), Some(43.0)));
        assert_eq!(summary.by_agent[1].win.share, 0.5);
    }

    /// A run of the 2012 code lists its fans, not those of the official game; that of a room its own too.
    #[test]
    fn fans_are_listed_by_scoring_system() {
        let listed = |rules: &RuleSet| -> Vec<u8> {
            Summary::of(&Tally::default(), rules).fans.iter().map(|fan| fan.id).collect()
        };
        assert_eq!(listed(&RuleSet::MCR), (1..=82).collect::<Vec<u8>>());
        assert_eq!(listed(&RuleSet::ROOM_PUBLIC), (1..=84).collect::<Vec<u8>>());
        assert_eq!(listed(&RuleSet::COMPETITION_2012).len(), 21);
        assert!(
            listed(&RuleSet::COMPETITION_2012).iter().all(|id| *id >= Fan::CompetitionMixedStraight.id())
        );
        assert!(listed(&RuleSet::ROOM_BASIC).is_empty());
    }

    #[test]
    fn every_fan_has_a_line_with_its_shares() {
        let mut tally = Tally::default();
        tally.add(&example::self_draw(["a"; 4], Seat::North));
        tally.add(&example::exhausted(["a"; 4]));
        let summary = Summary::of(&tally, &RuleSet::MCR);
        assert_eq!(summary.fans.len(), Fan::COUNT);
        let line = &summary.fans[72];
        assert_eq!((line.id, line.wins, line.count), (73, 1, 2));
        assert_eq!((line.share, line.share_of_deals, line.mean_points), (1.0, 0.5, Some(18.0)));
        assert_eq!(summary.fans[0].mean_points, None);
    }
}
