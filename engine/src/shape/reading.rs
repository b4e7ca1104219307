//! Readings: the ways in which a complete hand is one of the five shapes.

use super::KNITTED_PATTERNS;
use crate::{tile::Tile, tile_set::TileSet};

/// A concealed chow or pung of a reading, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Set(u8);

impl Set {
    /// Marks a pung; the low bits are the index of the set's lowest tile.
    const PUNG: u8 = 1 << 6;

    /// The chow from `lowest` up.
    ///
    /// # Panics
    /// When `lowest` is not a suit tile of rank 1–7.
    #[must_use]
    pub const fn chow(lowest: Tile) -> Set {
        assert!(matches!(lowest.rank(), Some(1..=7)), "a chow starts at rank 1 to 7");
        Set(lowest.index() as u8)
    }

    /// The pung of `tile`, which must not be a flower.
    #[must_use]
    pub const fn pung(tile: Tile) -> Set {
        debug_assert!(!tile.is_flower());
        Set(tile.index() as u8 | Set::PUNG)
    }

    /// Whether it is a pung, not a chow.
    #[must_use]
    pub const fn is_pung(self) -> bool {
        self.0 & Set::PUNG != 0
    }

    /// The tile of a pung, the lowest tile of a chow.
    #[must_use]
    pub const fn tile(self) -> Tile {
        Tile::new(self.0 & !Set::PUNG)
    }

    /// Whether `tile` is one of its tiles.
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        let above = (tile.index() as u8).wrapping_sub(self.tile().index() as u8);
        above < if self.is_pung() { 1 } else { 3 }
    }

    /// Its three tiles.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        let step = u8::from(!self.is_pung());
        (0..3).map(move |i| Tile::new(self.tile().index() as u8 + i * step))
    }
}

impl std::fmt::Debug for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.tiles()).finish()
    }
}

/// The concealed sets of a reading, at most four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sets {
    sets: [Set; 4],
    len: u8,
}

impl Sets {
    /// No set.
    pub const EMPTY: Sets = Sets { sets: [Set(0); 4], len: 0 };

    /// One more.
    ///
    /// # Panics
    /// At the fifth.
    pub const fn push(&mut self, set: Set) {
        self.sets[self.len as usize] = set;
        self.len += 1;
    }
}

impl std::ops::Deref for Sets {
    type Target = [Set];
    fn deref(&self) -> &[Set] {
        &self.sets[..self.len as usize]
    }
}

impl FromIterator<Set> for Sets {
    /// # Panics
    /// At the fifth set.
    fn from_iter<I: IntoIterator<Item = Set>>(sets: I) -> Sets {
        let mut all = Sets::EMPTY;
        sets.into_iter().for_each(|set| all.push(set));
        all
    }
}

impl std::fmt::Debug for Sets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// One of the six knitted patterns (rules/mcr.md 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct KnittedPattern(u8);

impl KnittedPattern {
    /// The pattern with this place in [`KNITTED_PATTERNS`].
    pub(super) const fn new(index: usize) -> KnittedPattern {
        debug_assert!(index < 6);
        KnittedPattern(index as u8)
    }

    /// All six, in the order of [`KNITTED_PATTERNS`].
    pub fn all() -> impl DoubleEndedIterator<Item = KnittedPattern> {
        (0..6).map(KnittedPattern)
    }

    /// 0–5.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its nine tiles.
    #[must_use]
    pub const fn tiles(self) -> TileSet {
        KNITTED_PATTERNS[self.0 as usize]
    }
}

impl std::fmt::Debug for KnittedPattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.tiles().fmt(f)
    }
}

/// One way to read the concealed tiles of a complete hand; the melds stand beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// Sets (four with the melds) and a pair.
    Standard {
        /// The concealed sets in the order of their lowest tiles, a pung before a chow from the same tile.
        sets: Sets,
        /// The kind of the pair.
        pair: Tile,
    },
    /// The nine tiles of a pattern, a set (concealed, or the one meld) and a pair.
    KnittedStraight {
        /// The pattern.
        pattern: KnittedPattern,
        /// The set, `None` when it is the meld.
        set: Option<Set>,
        /// The kind of the pair.
        pair: Tile,
    },
    /// Seven pairs.
    SevenPairs,
    /// Thirteen orphans.
    ThirteenOrphans,
    /// Fourteen different honors and tiles of the pattern.
    HonorsAndKnitted {
        /// The pattern, which seven or more of its tiles settle.
        pattern: KnittedPattern,
    },
}
