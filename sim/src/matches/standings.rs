//! The ranking of players over many matches (rules/mcr.md 6.2).

use crate::{
    log::DealRow,
    matches::{
        DEALS,
        rotation::Rotation,
        score::{MatchScore, TWELFTHS, places, standard_points},
    },
    run::{RunError, RunFolder},
};
use serde::Serialize;

/// What one player has over all matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerStanding {
    /// Player 1 to 4 of the table.
    pub player: usize,
    /// The agent's spec string.
    pub agent: String,
    /// Place in the ranking, from 1; equals share the better one.
    pub rank: usize,
    /// Matches played to their end.
    pub matches: u64,
    /// Standard points, all together.
    pub standard_points: f64,
    /// … a match.
    pub standard_points_mean: f64,
    /// Session points, all together, the base of 500 a match included.
    pub session_points: i64,
    /// … a match.
    pub session_points_mean: f64,
    /// The best single match; nothing before the first.
    pub best: Option<i64>,
    /// Matches ended first, second, third and last; equals share the better place.
    pub places: [u64; 4],
    /// Fines paid.
    pub fines: u64,
    /// Matches in which it was disqualified.
    pub disqualified: u64,
}

/// Counts matches deal by deal.
#[derive(Clone, Debug)]
pub struct Standings {
    rotation: Rotation,
    agents: [String; 4],
    matches: u64,
    twelfths: [u64; 4],
    points: [i64; 4],
    best: [Option<i64>; 4],
    places: [[u64; 4]; 4],
    fines: [u64; 4],
    disqualified: [u64; 4],
    /// The match that has begun.
    current: MatchScore,
}

impl Standings {
    /// Nothing played yet by these four.
    #[must_use]
    pub fn new(rotation: Rotation, agents: [String; 4]) -> Standings {
        Standings {
            rotation,
            agents,
            matches: 0,
            twelfths: [0; 4],
            points: [0; 4],
            best: [None; 4],
            places: [[0; 4]; 4],
            fines: [0; 4],
            disqualified: [0; 4],
            current: MatchScore::default(),
        }
    }

    /// The standings of a run of matches, from its log; `None` for a run of single deals.
    ///
    /// # Errors
    /// When a part is damaged.
    pub fn of_run(folder: &RunFolder) -> Result<Option<Standings>, RunError> {
        let manifest = folder.manifest();
        let Some(rotation) = manifest.rotation else { return Ok(None) };
        let mut standings = Standings::new(rotation, manifest.agents.clone());
        for part in folder.parts_done()? {
            folder.read_part(part, |row| standings.add(row))?;
        }
        Ok(Some(standings))
    }

    /// Takes the next deal; deals come in their order, and with the sixteenth a match is over.
    pub fn add(&mut self, row: &DealRow) {
        if row.deal.is_multiple_of(DEALS) {
            self.current = MatchScore::default();
        }
        self.current.add(row, self.rotation);
        if row.deal % DEALS == DEALS - 1 {
            self.finish();
        }
    }

    fn finish(&mut self) {
        let MatchScore { points, fines, disqualified } = std::mem::take(&mut self.current);
        self.matches += 1;
        let (standard, place) = (standard_points(points), places(points));
        for player in 0..4 {
            self.twelfths[player] += standard[player];
            self.points[player] += points[player];
            self.best[player] = self.best[player].max(Some(points[player]));
            self.places[player][place[player]] += 1;
            self.fines[player] += fines[player];
            self.disqualified[player] += u64::from(disqualified[player]);
        }
    }

    /// Matches played to their end.
    #[must_use]
    pub const fn matches(&self) -> u64 {
        self.matches
    }

    /// The players, the best first: by standard points, session points, the best match, then by the number of first,
    /// second and third places.
    #[must_use]
    pub fn ranking(&self) -> Vec<PlayerStanding> {
        let key = |player: usize| {
            (self.twelfths[player], self.points[player], self.best[player], self.places[player])
        };
        let mut order = [0, 1, 2, 3];
        order.sort_by(|a, b| key(*b).cmp(&key(*a)).then(a.cmp(b)));
        let mean = |sum: f64| if self.matches == 0 { 0.0 } else { sum / self.matches as f64 };
        let line = |player: usize| {
            let standard = self.twelfths[player] as f64 / TWELFTHS as f64;
            PlayerStanding {
                player: player + 1,
                agent: self.agents[player].clone(),
                rank: 1 + (0..4).filter(|other| key(*other) > key(player)).count(),
                matches: self.matches,
                standard_points: standard,
                standard_points_mean: mean(standard),
                session_points: self.points[player],
                session_points_mean: mean(self.points[player] as f64),
                best: self.best[player],
                places: self.places[player],
                fines: self.fines[player],
                disqualified: self.disqualified[player],
            }
        };
        order.map(line).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::example;

    fn standings(results: &[[i32; 4]]) -> Standings {
        let mut standings = Standings::new(Rotation::Fixed, ["a", "b", "c", "d"].map(str::to_owned));
        for (number, result) in results.iter().enumerate() {
            for deal in 0..DEALS {
                let mut row = example::exhausted(["a"; 4]);
                row.deal = number as u64 * DEALS + deal;
                // All of it in the first deal, in which the players sit in their order.
                row.points.0 = if deal == 0 { *result } else { [0; 4] };
                standings.add(&row);
            }
        }
        standings
    }

    /// Two matches, worked by hand.
    #[test]
    fn standard_points_come_before_session_points() {
        let all = standings(&[[100, 40, -40, -100], [-30, 10, 200, -180]]);
        let ranking = all.ranking();
        // a: 4 + 1, b: 2 + 2, c: 1 + 4, d: 0; a and c are equal, c has more points: 660 against 570 over the base.
        let found: Vec<_> =
            ranking.iter().map(|p| (p.agent.as_str(), p.rank, p.standard_points, p.session_points)).collect();
        assert_eq!(
            found,
            [("c", 1, 5.0, 1160), ("a", 2, 5.0, 1070), ("b", 3, 4.0, 1050), ("d", 4, 0.0, 720)]
        );
        assert_eq!(ranking[0].best, Some(700));
        assert_eq!(ranking[1].places, [1, 0, 1, 0]);
        assert_eq!((ranking[1].matches, ranking[1].session_points_mean), (2, 535.0));
    }

    #[test]
    fn equal_players_share_a_rank() {
        let all = standings(&[[0; 4]]);
        assert!(all.ranking().iter().all(|p| p.rank == 1 && p.standard_points == 1.75));
        assert_eq!(all.ranking()[2].player, 3);
    }

    #[test]
    fn a_match_that_is_not_over_does_not_count() {
        let mut all = standings(&[[8, -8, 0, 0]]);
        let mut row = example::exhausted(["a"; 4]);
        (row.deal, row.points.0) = (16, [88, -88, 0, 0]);
        all.add(&row);
        assert_eq!(all.matches(), 1);
        assert_eq!(all.ranking()[0].session_points, 508);
    }
}
