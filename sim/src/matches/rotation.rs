//! Who sits where in each deal of a match.

use crate::matches::DEALS;
use mcr_engine::{BySeat, DecisionRng};
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
    /// Seats are drawn before every match, and nobody moves in it.
    Drawn,
}

/// Domain of the seats that are drawn.
const SEATS: u64 = 0x7365_6174_7300_0001;

impl Rotation {
    /// Every scheme, with its name on the command line and in files.
    pub const ALL: [(&'static str, Rotation); 4] =
        [("a", Rotation::A), ("b", Rotation::B), ("fixed", Rotation::Fixed), ("drawn", Rotation::Drawn)];

    /// The players, 0–3, in the seats E S W N at the first deal of a round 0–3.
    const fn round(self, round: usize) -> [usize; 4] {
        match (self, round) {
            (Rotation::A, 2 | 3) | (Rotation::B, 1) => [1, 0, 3, 2],
            (Rotation::B, 2) => [2, 3, 1, 0],
            (Rotation::B, 3) => [3, 2, 0, 1],
            _ => [0, 1, 2, 3],
        }
    }

    /// The player who is east, south, west and north in deal `number` of the run with this seed: the dealer is always
    /// east, and the deal passes to the right after each.
    #[must_use]
    pub fn players(self, seed: u64, number: u64) -> BySeat<usize> {
        let (round, hand) = ((number / 4 % 4) as usize, (number % 4) as usize);
        let chairs = match self {
            Rotation::Drawn => drawn(seed, number / DEALS),
            _ => self.round(round),
        };
        BySeat::from_fn(|seat| chairs[(seat.index() + hand) % 4])
    }
}

/// Who draws which wind in match `number`.
fn drawn(seed: u64, number: u64) -> [usize; 4] {
    let mut rng = DecisionRng::new(DecisionRng::new(seed ^ SEATS, 0).next_u64() ^ number, 0);
    let mut players = [0, 1, 2, 3];
    for place in (1..4).rev() {
        players.swap(place, rng.below(place as u64 + 1) as usize);
    }
    players
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
                let seated = rotation.players(7, 4 * round as u64 + 16 * 7);
                assert_eq!(seated.0.map(|player| player + 1), players, "{rotation:?} round {}", round + 1);
            }
        }
    }

    #[test]
    fn the_deal_goes_round_within_a_round() {
        let dealers: Vec<usize> = (0..16).map(|deal| Rotation::A.players(7, deal).0[0] + 1).collect();
        assert_eq!(dealers, [1, 2, 3, 4, 1, 2, 3, 4, 2, 1, 4, 3, 2, 1, 4, 3]);
        // In the second deal the former south is east and the former east is north.
        assert_eq!(Rotation::B.players(7, 1).0, [1, 2, 3, 0]);
    }

    /// Drawing winds (rules/other_rule_sets.md 8g): every order comes about as often, and stays for the match.
    #[test]
    fn drawn_seats_are_kept_for_a_match_and_any_order_comes() {
        let mut orders = std::collections::BTreeMap::new();
        for game in 0..2400 {
            let first = Rotation::Drawn.players(7, 16 * game).0;
            let third_round = Rotation::Drawn.players(7, 16 * game + 8).0;
            assert_eq!(first, third_round);
            *orders.entry(first).or_insert(0) += 1;
        }
        // 100 of each expected, deviation 9.8.
        assert!(orders.len() == 24 && orders.values().all(|count| (50..=150).contains(count)), "{orders:?}");
        assert_ne!(
            (0..20).map(|game| Rotation::Drawn.players(7, 16 * game).0).collect::<Vec<_>>(),
            (0..20).map(|game| Rotation::Drawn.players(8, 16 * game).0).collect::<Vec<_>>()
        );
    }

    #[test]
    fn every_player_deals_four_times_and_in_scheme_b_has_every_first_seat_once() {
        for (_, rotation) in Rotation::ALL {
            for player in 0..4 {
                let dealt = (0..16).filter(|deal| rotation.players(7, *deal).0[0] == player).count();
                assert_eq!(dealt, 4);
            }
        }
        for player in 0..4 {
            let mut seats: Vec<usize> = (0..4)
                .map(|round| Rotation::B.players(7, 4 * round).0.iter().position(|p| *p == player).unwrap())
                .collect();
            seats.sort_unstable();
            assert_eq!(seats, [0, 1, 2, 3]);
        }
    }
}
