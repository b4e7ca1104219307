//! Winning shapes (rules/mcr.md 2): how far a hand is from one, which tiles bring it nearer, which complete it.
//!
//! Hands are given as their concealed tiles and the number of their melds *m* (0–4, concealed kongs included):
//! 13 − 3*m* tiles before a draw, 14 − 3*m* after it. Everything here is formal: it asks for shapes, not points, and
//! does not care whether a further copy of a kind exists (rules/mcr.md 5.1), so a kind held four times may be waited for.

pub mod competition;
mod discards;
mod entry;
mod layout;
mod profile;
mod reading;
mod readings;
mod shapes;
pub mod slow;
mod tables;
mod unconnected;
mod useful;

pub use discards::{Discard, Discards, best_discards, discards};
pub use reading::{KnittedPattern, Reading, Set, Sets};
pub use readings::{Readings, readings};
pub use shapes::Shapes;

use layout::PATTERN_OFFSETS;
use profile::Profile;

use crate::{tile_counts::TileCounts, tile_set::TileSet};

/// The five ways to complete a hand (rules/mcr.md 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// 基本和型: four sets and a pair.
    Standard,
    /// 七对: seven pairs, four alike being two of them.
    SevenPairs,
    /// 十三幺: one of each terminal and honor, and a second of one of them.
    ThirteenOrphans,
    /// 全不靠, 七星不靠: fourteen different tiles, honors and tiles of one knitted pattern.
    HonorsAndKnitted,
    /// 组合龙: the nine tiles of a knitted pattern, a set and a pair.
    KnittedStraight,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 5] = [
        Shape::Standard,
        Shape::SevenPairs,
        Shape::ThirteenOrphans,
        Shape::HonorsAndKnitted,
        Shape::KnittedStraight,
    ];

    /// The most melds a hand of this shape may have laid out.
    #[must_use]
    pub const fn most_melds(self) -> usize {
        match self {
            Shape::Standard => 4,
            Shape::KnittedStraight => 1,
            _ => 0,
        }
    }
}

/// The six knitted patterns: 147, 258 and 369 given to the three suits (rules/mcr.md 2).
pub const KNITTED_PATTERNS: [TileSet; 6] = {
    let mut patterns = [TileSet::EMPTY; 6];
    let mut pattern = 0;
    while pattern < 6 {
        let [characters, bamboo, dots] = PATTERN_OFFSETS[pattern];
        patterns[pattern] =
            TileSet::from_bits(0o111 << characters | 0o111 << (9 + bamboo) | 0o111 << (18 + dots));
        pattern += 1;
    }
    patterns
};

/// The answer of [`useful_tiles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Useful {
    /// Shanten over all shapes.
    pub shanten: i8,
    /// The kinds that lower it.
    pub tiles: TileSet,
}

/// Tiles away from ready, over all five shapes: 0 is ready, −1 complete (with 14 − 3*m* tiles only).
#[must_use]
pub fn shanten(concealed: &TileCounts, melds: usize) -> i8 {
    Profile::of(concealed, melds).distance() as i8 - 1
}

/// Tiles away from ready for one shape, `None` where that many melds forbid it.
#[must_use]
pub fn shanten_of(shape: Shape, concealed: &TileCounts, melds: usize) -> Option<i8> {
    Profile::of(concealed, melds).distance_of(shape).map(|distance| distance as i8 - 1)
}

/// Whether 14 − 3*m* tiles complete a hand.
#[must_use]
pub fn is_complete(concealed: &TileCounts, melds: usize) -> bool {
    Profile::of(concealed, melds).distance() == 0
}

/// The kinds that complete 13 − 3*m* tiles, formally: a fifth copy counts (rules/mcr.md 5.1).
#[must_use]
pub fn waits(concealed: &TileCounts, melds: usize) -> TileSet {
    Profile::of(concealed, melds).waits()
}

/// Shanten of 13 − 3*m* tiles and the kinds that lower it.
#[must_use]
pub fn useful_tiles(concealed: &TileCounts, melds: usize) -> Useful {
    let hand = Profile::of(concealed, melds);
    let distance = hand.distance();
    Useful { shanten: distance as i8 - 1, tiles: hand.useful(distance) }
}

#[cfg(test)]
mod counts;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twins;
