//! Who sits where in each deal of a match.

use mcr_engine::BySeat;
use serde::{Deserialize, Serialize};

/// How four players change seats between the rounds of a match. Within a round the deal goes round the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rotation {
    /// Before the third round east and south, west and north change seats.
    A,
    /// Before every round, so that every player has every seat once.
    #[default]
    B,
    /// Nobody ever moves.
    Fixed,
}

impl Rotation {
    /// Every scheme, with its name on the command line and in files.
    pub const ALL: [(&'static str, Rotation); 3] =
        [("a", Rotation::A), ("b", Rotation::B), ("fixed", Rotation::Fixed)];

    /// The players, 0–3, in the seats E S W N at the first deal of a round 0–3.
    const fn round(self, round: usize) -> [usize; 4] {
        match (self, round) {
            (Rotation::A, 2 | 3) | (Rotation::B, 1) => [1, 0, 3, 2],
            (Rotation::B, 2) => [2, 3, 1, 0],
            (Rotation::B, 3) => [3, 2, 0, 1],
            _ => [0, 1, 2, 3],
        }
    }

    /// The player who is east, south, west and north in deal `number` of a run: the dealer is always east, and the
    /// deal passes to the right after each.
    #[must_use]
    pub fn players(self, number: u64) -> BySeat<usize> {
        let (round, hand) = ((number / 4 % 4) as usize, (number % 4) as usize);
        let chairs = self.round(round);
        BySeat::from_fn(|seat| chairs[(seat.index() + hand) % 4])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of rules/mcr.md 6.3: who sits E, S, W, N at the first deal of each round.
    #[test]
    fn rounds_begin_as_the_table_says() {
        for (rotation, rounds) in [
            (Rotation::A, [[1, 2, 3, 4], [1, 2, 3, 4], [2, 1, 4, 3], [2, 1, 4, 3]]),
            (Rotation::B, [[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 2, 1], [4, 3, 1, 2]]),
            (Rotation::Fixed, [[1, 2, 3, 4]; 4]),
        ] {
            for (round, players) in rounds.into_iter().enumerate() {
                let seated = rotation.players(4 * round as u64 + 16 * 7);
                assert_eq!(seated.0.map(|player| player + 1), players, "{rotation:?} round {}", round + 1);
            }
        }
    }

    #[test]
    fn the_deal_goes_round_within_a_round() {
        let dealers: Vec<usize> = (0..16).map(|deal| Rotation::A.players(deal).0[0] + 1).collect();
        assert_eq!(dealers, [1, 2, 3, 4, 1, 2, 3, 4, 2, 1, 4, 3, 2, 1, 4, 3]);
        // In the second deal the former south is east and the former east is north.
        assert_eq!(Rotation::B.players(1).0, [1, 2, 3, 0]);
    }

    #[test]
    fn every_player_deals_four_times_and_in_scheme_b_has_every_first_seat_once() {
        for (_, rotation) in Rotation::ALL {
            for player in 0..4 {
                let dealt = (0..16).filter(|deal| rotation.players(*deal).0[0] == player).count();
                assert_eq!(dealt, 4);
            }
        }
        for player in 0..4 {
            let mut seats: Vec<usize> = (0..4)
                .map(|round| Rotation::B.players(4 * round).0.iter().position(|p| *p == player).unwrap())
                .collect();
            seats.sort_unstable();
            assert_eq!(seats, [0, 1, 2, 3]);
        }
    }
}
