//! What happened in a set, counted in whole numbers: one [`Figures`] for each agent at each lineup.

use crate::arena::{
    control_variates::Luck,
    schedule::{Entry, Lineup, Seating},
};
use mcr_engine::{
    BySeat, Seat,
    settlement::{Outcome, OutcomeKind},
};

/// How an agent did at a lineup, all its seats together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Deals × seats of the agent.
    pub hands: u64,
    /// Points won and lost.
    pub points: i64,
    /// Deals won.
    pub wins: u64,
    /// … by own draw.
    pub self_draws: u64,
    /// Deals in which it gave the winning tile.
    pub deal_ins: u64,
    /// Hands in deals that nobody won.
    pub draws: u64,
    /// Deals it ended by an answer against the rules.
    pub fouls: u64,
    /// Points of its winning hands, flowers not counted.
    pub hand_points: u64,
    /// Sum of its chairs' doubled places (2 the first, 8 the last; ties share) on each wall.
    pub places: u64,
    /// The luck of the draws, where it is measured.
    pub luck: Luck,
}

impl Figures {
    /// Adds what happened elsewhere.
    pub fn merge(&mut self, other: &Figures) {
        self.hands += other.hands;
        self.points += other.points;
        self.wins += other.wins;
        self.self_draws += other.self_draws;
        self.deal_ins += other.deal_ins;
        self.draws += other.draws;
        self.fouls += other.fouls;
        self.hand_points += other.hand_points;
        self.places += other.places;
        self.luck.merge(&other.luck);
    }

    fn add(&mut self, outcome: &Outcome, seat: Seat) {
        self.hands += 1;
        self.points += i64::from(outcome.points[seat]);
        match &outcome.kind {
            OutcomeKind::Win { payer, .. } => {
                for (_, score) in outcome.wins().filter(|(winner, _)| *winner == seat) {
                    self.wins += 1;
                    self.self_draws += u64::from(payer.is_none());
                    self.hand_points += u64::from(score.points());
                }
                self.deal_ins += u64::from(*payer == Some(seat));
            }
            OutcomeKind::Exhausted | OutcomeKind::Void { .. } | OutcomeKind::SessionOver => self.draws += 1,
            OutcomeKind::Foul { seat: offender } => self.fouls += u64::from(*offender == seat),
        }
    }
}

/// What happened in one set.
#[derive(Clone, Debug, PartialEq)]
pub struct SetRecord {
    /// The set's number.
    pub set: u64,
    /// One for each entry of the schedule, in its order.
    pub figures: Vec<Figures>,
}

/// Counts one lineup on one wall.
#[derive(Debug)]
pub struct WallTally<'a> {
    lineup: &'a Lineup,
    agents: Vec<usize>,
    figures: Vec<Figures>,
    /// Points of each chair over all arrangements.
    chairs: [i64; 4],
}

impl<'a> WallTally<'a> {
    /// Nothing played yet.
    #[must_use]
    pub fn new(lineup: &'a Lineup) -> WallTally<'a> {
        let agents: Vec<usize> = lineup.agents().collect();
        let figures = vec![Figures::default(); agents.len()];
        WallTally { lineup, agents, figures, chairs: [0; 4] }
    }

    /// Takes one deal, with each seat's luck if it was measured.
    pub fn add(&mut self, seating: &Seating, outcome: &Outcome, luck: Option<&BySeat<Luck>>) {
        for (agent, figures) in self.agents.iter().zip(&mut self.figures) {
            for seat in seating.seats_of(*agent) {
                figures.add(outcome, seat);
                if let Some(luck) = luck {
                    figures.luck.merge(&luck[seat]);
                }
            }
        }
        for arrangement in &seating.chairs {
            for (seat, chair) in arrangement.iter() {
                self.chairs[*chair] += i64::from(outcome.points[seat]);
            }
        }
    }

    /// The figures of the lineup's agents, in the order of their chairs.
    #[must_use]
    pub fn finish(mut self) -> Vec<Figures> {
        let places = doubled_places(self.chairs);
        for (agent, figures) in self.agents.iter().zip(&mut self.figures) {
            let own = self.lineup.0.iter().zip(places).filter(|(owner, _)| *owner == agent);
            figures.places = own.map(|(_, place)| place).sum();
        }
        self.figures
    }
}

/// Twice the place of each of four totals, so that ties can share: 2 4 6 8 without a tie, 5 5 5 5 if all are equal.
/// Rank points (rules/mcr.md 6.4) are 5 less the place: 4 3 2 1.
#[must_use]
pub fn doubled_places(totals: [i64; 4]) -> [u64; 4] {
    totals.map(|own| {
        let better = totals.iter().filter(|total| **total > own).count();
        let equal = totals.iter().filter(|total| **total == own).count();
        (2 * better + equal + 1) as u64
    })
}

/// The figures of which an agent's results are made: those of its lineups alone against three of another where it
/// has any, else all of its lineups.
#[must_use]
pub fn headline(lineups: &[Lineup], entries: &[Entry], agent: usize) -> Vec<usize> {
    let own = |alone: bool| -> Vec<usize> {
        let is_alone = |entry: &Entry| lineups[entry.lineup].alone().is_some_and(|(one, _)| one == agent);
        let all = entries.iter().enumerate().filter(|(_, entry)| entry.agent == agent);
        all.filter(|(_, entry)| !alone || is_alone(entry)).map(|(place, _)| place).collect()
    };
    let alone = own(true);
    if alone.is_empty() { own(false) } else { alone }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::schedule::{Meeting, Seatings, entries, lineups};

    fn exhausted() -> Outcome {
        Outcome { kind: OutcomeKind::Exhausted, points: BySeat([0; 4]) }
    }

    fn foul(seat: Seat) -> Outcome {
        let mut points = BySeat([10; 4]);
        points[seat] = -30;
        Outcome { kind: OutcomeKind::Foul { seat }, points }
    }

    #[test]
    fn ties_share_places_and_rank_points() {
        assert_eq!(doubled_places([9, 30, -40, 1]), [4, 2, 8, 6]);
        assert_eq!(doubled_places([8, 8, -20, 4]), [3, 3, 8, 6]);
        assert_eq!(doubled_places([24, -8, -8, -8]), [2, 6, 6, 6]);
        assert_eq!(doubled_places([0; 4]), [5; 4]);
        // 10 = 4 + 3 + 2 + 1 rank points are always given out.
        for totals in [[9, 30, -40, 1], [8, 8, -20, 4], [24, -8, -8, -8], [0; 4]] {
            assert_eq!(doubled_places(totals).iter().map(|place| 10 - place).sum::<u64>(), 20);
        }
    }

    #[test]
    fn fouls_points_and_draws_go_to_their_agents() {
        let lineup = Lineup::against_three(0, 1);
        let seatings = lineup.seatings(Seatings::Rotations, 0);
        let mut tally = WallTally::new(&lineup);
        // Agent 0 sits east in the first seating: it fouls there, and north of it (chair 3) in the second.
        tally.add(&seatings[0], &foul(Seat::East), None);
        tally.add(&seatings[1], &foul(Seat::East), None);
        tally.add(&seatings[2], &exhausted(), None);
        tally.add(&seatings[3], &exhausted(), None);
        let figures = tally.finish();
        let (one, field) = (figures[0], figures[1]);
        assert_eq!((one.hands, one.points, one.fouls, one.draws), (4, -20, 1, 2));
        assert_eq!((field.hands, field.points, field.fouls, field.draws), (12, 20, 1, 6));
        // Chairs 0 and 1 have −20, the others 20.
        assert_eq!((one.places, field.places), (7, 7 + 3 + 3));
    }

    #[test]
    fn seatings_that_stand_for_several_count_for_all_chairs() {
        // Three chairs of the field share all 24 seatings evenly: they tie behind or before the one.
        let lineup = Lineup::against_three(0, 1);
        let mut tally = WallTally::new(&lineup);
        for seating in lineup.seatings(Seatings::Permutations, 0) {
            let loser = seating.seats_of(0).next().unwrap();
            tally.add(&seating, &foul(loser), None);
        }
        let figures = tally.finish();
        assert_eq!((figures[0].hands, figures[0].places, figures[1].places), (4, 8, 4 * 3));
    }

    #[test]
    fn headlines_are_the_lineups_alone_if_there_are_any() {
        let check = |meeting, agents, expected: &[&[usize]]| {
            let lineups = lineups(meeting, agents);
            let entries = entries(&lineups);
            let found: Vec<Vec<usize>> =
                (0..agents).map(|agent| headline(&lineups, &entries, agent)).collect();
            assert_eq!(found, expected);
        };
        check(Meeting::Table, 2, &[&[0], &[2]]);
        check(Meeting::Against, 3, &[&[0], &[2], &[1, 3]]);
        check(Meeting::Table, 4, &[&[0], &[1], &[2], &[3]]);
        check(Meeting::RoundRobin, 3, &[&[0, 2], &[4, 6], &[8, 10]]);
    }
}
