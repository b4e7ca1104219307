//! Who meets whom, on which wall, in which seats: the deals of a set, before any is played.

use mcr_engine::{BySeat, Seat, Wind};

/// In which seatings of its four players a wall is played, and how many walls make a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seatings {
    /// One wall in the 4 cyclic seatings: most to learn from a deal, and the default.
    #[default]
    Rotations,
    /// One wall in all 24 seatings.
    Permutations,
    /// The contest of bots (rules/mcr.md 6.4): 4 walls, prevalent winds east to north, each in all 24 seatings.
    Contest,
}

impl Seatings {
    /// Every way, with its name on the command line and in files.
    pub const ALL: [(&'static str, Seatings); 3] = [
        ("rotations", Seatings::Rotations),
        ("permutations", Seatings::Permutations),
        ("contest", Seatings::Contest),
    ];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Seatings::ALL[self as usize].0
    }

    /// The way of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Seatings> {
        Seatings::ALL.into_iter().find(|(n, _)| *n == name).map(|(_, seatings)| seatings)
    }

    /// How many walls a set has.
    #[must_use]
    pub const fn walls(self) -> u64 {
        match self {
            Seatings::Rotations | Seatings::Permutations => 1,
            Seatings::Contest => 4,
        }
    }

    /// The numbers of the walls of a set.
    #[must_use]
    pub fn walls_of(self, set: u64) -> std::ops::Range<u64> {
        set * self.walls()..(set + 1) * self.walls()
    }

    /// The arrangements of four chairs' owners (0–3) in the seats, in the order they are played on this wall.
    fn arrangements(self, wall: u64) -> Vec<BySeat<usize>> {
        match self {
            Seatings::Rotations => rotations(CYCLIC_ORDERS[(wall / 4 % 6) as usize]).to_vec(),
            Seatings::Permutations | Seatings::Contest => {
                CYCLIC_ORDERS.into_iter().flat_map(rotations).collect()
            }
        }
    }
}

/// The prevalent wind of a wall: each in turn.
#[must_use]
pub fn prevalent_wind(wall: u64) -> Wind {
    Wind::ALL[(wall % 4) as usize]
}

/// The six orders in which four players can sit round a table. The order of the rotations changes with every
/// fourth wall, so that over 24 walls each player has each neighbour equally often under each prevalent wind.
const CYCLIC_ORDERS: [[usize; 4]; 6] =
    [[0, 1, 2, 3], [0, 2, 1, 3], [0, 1, 3, 2], [0, 3, 1, 2], [0, 2, 3, 1], [0, 3, 2, 1]];

fn rotations(order: [usize; 4]) -> [BySeat<usize>; 4] {
    std::array::from_fn(|turn| BySeat::from_fn(|seat| order[(seat.index() + turn) % 4]))
}

/// Four agents at one table, as numbers in the arena's list of agents; an agent may sit there more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lineup(pub [usize; 4]);

impl Lineup {
    /// `one` against three of `field`.
    #[must_use]
    pub const fn against_three(one: usize, field: usize) -> Lineup {
        Lineup([one, field, field, field])
    }

    /// How many of the four chairs `agent` has.
    #[must_use]
    pub fn chairs(&self, agent: usize) -> usize {
        self.0.iter().filter(|a| **a == agent).count()
    }

    /// The one and the field, if one agent meets three of another.
    #[must_use]
    pub fn alone(&self) -> Option<(usize, usize)> {
        let one = self.0.into_iter().find(|agent| self.chairs(*agent) == 1)?;
        let field = self.0.into_iter().find(|agent| self.chairs(*agent) == 3)?;
        Some((one, field))
    }

    /// The agents, each once, in the order of their first chairs.
    pub fn agents(&self) -> impl Iterator<Item = usize> {
        let chairs = self.0;
        (0..4).filter(move |i| !chairs[..*i].contains(&chairs[*i])).map(move |i| chairs[i])
    }

    /// The deals of this lineup on one wall: equal seatings of agents are played once and count for each of the
    /// arrangements of chairs they stand for.
    #[must_use]
    pub fn seatings(&self, seatings: Seatings, wall: u64) -> Vec<Seating> {
        let mut found: Vec<Seating> = Vec::new();
        for chairs in seatings.arrangements(wall) {
            let agents = BySeat::from_fn(|seat| self.0[chairs[seat]]);
            match found.iter_mut().find(|known| known.agents == agents) {
                Some(known) => known.chairs.push(chairs),
                None => found.push(Seating { agents, chairs: vec![chairs] }),
            }
        }
        found
    }
}

/// One deal to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// The agent at each seat.
    pub agents: BySeat<usize>,
    /// The arrangements of the lineup's chairs that this deal stands for.
    pub chairs: Vec<BySeat<usize>>,
}

impl Seating {
    /// The same players later in a session: `players` says who of the first deal's seats has each seat now.
    #[must_use]
    pub fn turned(&self, players: &BySeat<usize>) -> Seating {
        let turn = |of: &BySeat<usize>| BySeat::from_fn(|seat| of.0[players[seat]]);
        Seating { agents: turn(&self.agents), chairs: self.chairs.iter().map(turn).collect() }
    }

    /// The seats of `agent`.
    pub fn seats_of(&self, agent: usize) -> impl Iterator<Item = Seat> {
        let agents = self.agents;
        Seat::ALL.into_iter().filter(move |seat| agents[*seat] == agent)
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// Two agents, each alone against three of the other; three agents, in turn with two chairs for one of them.
    /// Four agents at one table.
    Table,
    /// The last agent is the field: each of the others alone against three of it.
    Against,
    /// Every agent alone against three of every other.
    RoundRobin,
}

/// The lineups that `agents` agents play on every wall.
///
/// # Panics
/// With less than two agents, or more than four at one table.
#[must_use]
pub fn lineups(meeting: Meeting, agents: usize) -> Vec<Lineup> {
    match (meeting, agents) {
        (Meeting::RoundRobin, 2..) | (Meeting::Table, 2) => {
            let fields = |one| (0..agents).filter(move |field| *field != one);
            (0..agents)
                .flat_map(|one| fields(one).map(move |field| Lineup::against_three(one, field)))
                .collect()
        }
        (Meeting::Against, 2..) => {
            (0..agents - 1).map(|one| Lineup::against_three(one, agents - 1)).collect()
        }
        (Meeting::Table, 3) => (0..3).map(|double| Lineup([0, 1, 2, double])).collect(),
        (Meeting::Table, 4) => vec![Lineup([0, 1, 2, 3])],
        _ => panic!("{agents} agents do not make a {meeting:?}"),
    }
}

/// The figures of one agent at one lineup belong together: an entry of a set's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which lineup.
    pub lineup: usize,
    /// Which agent.
    pub agent: usize,
}

/// The entries of a set's record: lineup by lineup, the agents of each in the order of their chairs.
#[must_use]
pub fn entries(lineups: &[Lineup]) -> Vec<Entry> {
    let agents = |(lineup, line): (usize, &Lineup)| -> Vec<Entry> {
        line.agents().map(|agent| Entry { lineup, agent }).collect()
    };
    lineups.iter().enumerate().flat_map(agents).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(lineup: Lineup, seatings: Seatings, wall: u64) -> Vec<[usize; 4]> {
        lineup.seatings(seatings, wall).into_iter().map(|s| s.agents.0).collect()
    }

    #[test]
    fn a_rotation_set_seats_every_chair_once_everywhere() {
        for wall in 0..24 {
            let played = patterns(Lineup([0, 1, 2, 3]), Seatings::Rotations, wall);
            assert_eq!(played.len(), 4);
            for seat in 0..4 {
                let mut there: Vec<usize> = played.iter().map(|p| p[seat]).collect();
                there.sort_unstable();
                assert_eq!(there, [0, 1, 2, 3]);
            }
        }
    }

    #[test]
    fn neighbours_are_balanced_over_24_walls_under_each_wind() {
        for wind in Wind::ALL {
            let mut follows = [[0; 4]; 4];
            for wall in (0..24).filter(|wall| prevalent_wind(*wall) == wind) {
                for p in patterns(Lineup([0, 1, 2, 3]), Seatings::Rotations, wall) {
                    for seat in 0..4 {
                        follows[p[seat]][p[(seat + 1) % 4]] += 1;
                    }
                }
            }
            for (one, row) in follows.iter().enumerate() {
                for (other, count) in row.iter().enumerate() {
                    assert_eq!(*count, if one == other { 0 } else { 8 });
                }
            }
        }
    }

    #[test]
    fn all_24_seatings_are_played_once() {
        let mut played = patterns(Lineup([0, 1, 2, 3]), Seatings::Permutations, 0);
        played.sort_unstable();
        played.dedup();
        assert_eq!(played.len(), 24);
    }

    #[test]
    fn equal_seatings_are_played_once_and_stand_for_all() {
        let duel = Lineup::against_three(0, 1);
        for (seatings, each) in [(Seatings::Rotations, 1), (Seatings::Permutations, 6)] {
            let played = duel.seatings(seatings, 0);
            assert_eq!(played.len(), 4);
            assert!(played.iter().all(|s| s.chairs.len() == each && s.seats_of(0).count() == 1));
        }
        assert_eq!(Lineup([0, 0, 0, 0]).seatings(Seatings::Rotations, 3).len(), 1);
        assert_eq!(Lineup([0, 0, 1, 1]).seatings(Seatings::Permutations, 3).len(), 6);
    }

    #[test]
    fn meetings_give_every_agent_the_same_number_of_chairs() {
        assert_eq!(lineups(Meeting::Table, 2), [Lineup([0, 1, 1, 1]), Lineup([1, 0, 0, 0])]);
        assert_eq!(lineups(Meeting::Against, 3), [Lineup([0, 2, 2, 2]), Lineup([1, 2, 2, 2])]);
        for (meeting, agents) in [(Meeting::Table, 3), (Meeting::Table, 4), (Meeting::RoundRobin, 5)] {
            let lineups = lineups(meeting, agents);
            let chairs = |agent| lineups.iter().map(|l| l.chairs(agent)).sum::<usize>();
            assert!((0..agents).all(|agent| chairs(agent) * agents == lineups.len() * 4), "{meeting:?}");
        }
    }

    #[test]
    fn lineups_know_who_is_alone() {
        assert_eq!(Lineup([1, 0, 0, 0]).alone(), Some((1, 0)));
        assert_eq!(Lineup([0, 1, 2, 2]).alone(), None);
        assert_eq!(Lineup([2, 1, 2, 0]).agents().collect::<Vec<_>>(), [2, 1, 0]);
        let entries = entries(&lineups(Meeting::Table, 2));
        assert_eq!(
            entries.iter().map(|e| (e.lineup, e.agent)).collect::<Vec<_>>(),
            [(0, 0), (0, 1), (1, 1), (1, 0)]
        );
    }

    #[test]
    fn a_contest_has_four_walls_with_the_four_winds() {
        let walls: Vec<u64> = Seatings::Contest.walls_of(2).collect();
        assert_eq!(walls, [8, 9, 10, 11]);
        assert_eq!(walls.into_iter().map(prevalent_wind).collect::<Vec<_>>(), Wind::ALL);
        for (name, seatings) in Seatings::ALL {
            assert_eq!((seatings.name(), Seatings::from_name(name)), (name, Some(seatings)));
        }
    }
}
