//! A set of tile kinds as a bit mask.

use crate::tile::Tile;

/// A set of the 34 kinds (flowers never belong): bit *i* is the kind with index *i*.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct TileSet(u64);

impl TileSet {
    /// No kind.
    pub const EMPTY: TileSet = TileSet(0);
    /// All 34 kinds.
    pub const ALL: TileSet = TileSet((1 << 34) - 1);
    /// The 13 terminals and honors.
    pub const TERMINALS_AND_HONORS: TileSet =
        TileSet(0b1_0000_0001 | 0b1_0000_0001 << 9 | 0b1_0000_0001 << 18 | 0b111_1111 << 27);

    /// The set with these bits; bits past 33 are dropped.
    #[must_use]
    pub const fn from_bits(bits: u64) -> TileSet {
        TileSet(bits & TileSet::ALL.0)
    }

    /// Bit *i* is set when kind *i* belongs.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether `tile` belongs. Flowers never do.
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.index() & 1 == 1
    }

    /// Adds `tile`; a flower is ignored.
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.index() & TileSet::ALL.0;
    }

    /// Takes `tile` out.
    pub const fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.index());
    }

    /// How many kinds belong.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no kind belongs.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest kind, if any.
    #[must_use]
    pub const fn first(self) -> Option<Tile> {
        if self.0 == 0 { None } else { Some(Tile::new(self.0.trailing_zeros() as u8)) }
    }
}

impl std::ops::BitAnd for TileSet {
    type Output = TileSet;
    fn bitand(self, other: TileSet) -> TileSet {
        TileSet(self.0 & other.0)
    }
}

impl std::ops::BitOr for TileSet {
    type Output = TileSet;
    fn bitor(self, other: TileSet) -> TileSet {
        TileSet(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for TileSet {
    fn bitor_assign(&mut self, other: TileSet) {
        self.0 |= other.0;
    }
}

impl std::ops::Not for TileSet {
    type Output = TileSet;
    fn not(self) -> TileSet {
        TileSet::from_bits(!self.0)
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileSet {
        let mut set = TileSet::EMPTY;
        for tile in tiles {
            set.insert(tile);
        }
        set
    }
}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        Iter(self)
    }
}

/// The kinds of a [`TileSet`] in index order.
#[derive(Clone, Debug)]
pub struct Iter(TileSet);

impl Iterator for Iter {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Iter {}

impl std::fmt::Debug for TileSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_and_honors_are_those_of_the_tile_predicate() {
        let expected: TileSet = Tile::kinds().filter(|t| t.is_terminal_or_honor()).collect();
        assert_eq!(TileSet::TERMINALS_AND_HONORS, expected);
    }

    #[test]
    fn flowers_never_belong() {
        let mut set = TileSet::EMPTY;
        set.insert(Tile::flower(3));
        assert!(set.is_empty());
        assert!(!TileSet::ALL.contains(Tile::flower(0)));
        assert!((!set).into_iter().eq(Tile::kinds()));
    }
}
