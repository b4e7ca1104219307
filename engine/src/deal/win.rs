//! What a win is worth where the table stands.

use crate::{hand::Hand, seat::Seat, table::Table, tile::Tile};

/// How the winning tile comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Drawn by the winner.
    SelfDrawn,
    /// Discarded by this seat.
    Discard(Seat),
    /// Added to a pung by this seat, which pays as a discarder does.
    Robbing(Seat),
}

impl Way {
    /// The seat that pays for the hand alone; `None` when all pay.
    pub(super) fn payer(self) -> Option<Seat> {
        match self {
            Way::SelfDrawn => None,
            Way::Discard(seat) | Way::Robbing(seat) => Some(seat),
        }
    }
}

/// The worth of the win; `None` when the hand is not complete.
pub(super) fn score(_table: &Table, _hand: &Hand, _seat: Seat, _tile: Tile, _way: Way) -> Option<Score> {
    None
}

/// Whether the win reaches the rule set's minimum, flowers not counted.
pub(super) fn is_enough(table: &Table, hand: &Hand, seat: Seat, tile: Tile, way: Way) -> bool {
    score(table, hand, seat, tile, way).is_some_and(|s| s.points() >= table.rules().minimum_points)
}

/// Stands in until the fans are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score;

impl Score {
    /// Points without flowers.
    #[must_use]
    pub fn points(&self) -> u16 {
        0
    }
    /// Points with flowers.
    #[must_use]
    pub fn total(&self) -> u16 {
        0
    }
}
