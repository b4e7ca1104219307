//! How many copies of each kind: the form in which hands are held.

use crate::{tile::Tile, tile_set::TileSet};

/// Copies of each of the 34 kinds, packed three bits a kind in four words (three suits, honors), so that a
/// suit is one table key and a whole hand is 16 bytes.
///
/// A kind may hold up to seven copies, which lets formal waits count a fifth (rules/mcr.md 5.1).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TileCounts {
    groups: [u32; 4],
}

impl TileCounts {
    /// No tile at all.
    pub const EMPTY: TileCounts = TileCounts { groups: [0; 4] };

    /// The packed groups: characters, bamboo, dots, honors; three bits a kind, lowest rank in the lowest bits.
    #[must_use]
    pub const fn groups(&self) -> &[u32; 4] {
        &self.groups
    }

    /// Counts from packed groups as [`TileCounts::groups`] gives them.
    #[must_use]
    pub const fn from_groups(groups: [u32; 4]) -> TileCounts {
        TileCounts { groups }
    }

    /// Copies of `tile`, which must not be a flower.
    #[must_use]
    pub const fn get(&self, tile: Tile) -> u8 {
        let (group, place) = tile.group();
        (self.groups[group] >> (3 * place) & 7) as u8
    }

    /// One copy more.
    pub const fn add(&mut self, tile: Tile) {
        debug_assert!(self.get(tile) < 7);
        let (group, place) = tile.group();
        self.groups[group] += 1 << (3 * place);
    }

    /// One copy less; there must be one.
    pub const fn remove(&mut self, tile: Tile) {
        self.remove_copies(tile, 1);
    }

    /// `copies` less; they must be there.
    pub const fn remove_copies(&mut self, tile: Tile, copies: u8) {
        debug_assert!(self.get(tile) >= copies);
        let (group, place) = tile.group();
        self.groups[group] -= (copies as u32) << (3 * place);
    }

    /// The same counts with one more copy of `tile`.
    #[must_use]
    pub const fn with(mut self, tile: Tile) -> TileCounts {
        self.add(tile);
        self
    }

    /// The same counts with one copy of `tile` less.
    #[must_use]
    pub const fn without(mut self, tile: Tile) -> TileCounts {
        self.remove(tile);
        self
    }

    /// All copies of all kinds.
    #[must_use]
    pub const fn total(&self) -> u32 {
        digit_sum(&self.groups)
    }

    /// All copies of the kinds of `kinds`.
    #[must_use]
    pub const fn total_of(&self, kinds: TileSet) -> u32 {
        let mut groups = self.groups;
        let mut group = 0;
        while group < 4 {
            groups[group] &= 7 * spread((kinds.bits() >> (9 * group)) as u32 & 0o777);
            group += 1;
        }
        digit_sum(&groups)
    }

    /// Whether there is no tile.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.groups[0] | self.groups[1] | self.groups[2] | self.groups[3] == 0
    }

    /// The kinds with at least `copies` (1–4).
    #[must_use]
    pub fn at_least(&self, copies: u8) -> TileSet {
        let mut bits = 0u64;
        for (group, &word) in self.groups.iter().enumerate() {
            let one = word & 0o111_111_111;
            let two = word >> 1 & 0o111_111_111;
            let four = word >> 2 & 0o111_111_111;
            let flags = match copies {
                0 => 0o111_111_111,
                1 => one | two | four,
                2 => two | four,
                3 => one & two | four,
                _ => four,
            };
            bits |= compress(flags) << (9 * group);
        }
        TileSet::from_bits(bits)
    }

    /// The kinds that are present.
    #[must_use]
    pub fn kinds(&self) -> TileSet {
        self.at_least(1)
    }

    /// Every copy as a tile, in index order.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + use<> {
        let counts = *self;
        counts.kinds().into_iter().flat_map(move |tile| std::iter::repeat_n(tile, counts.get(tile) as usize))
    }
}

/// Gathers the lowest bit of each of nine octal digits into nine adjacent bits.
const fn compress(flags: u32) -> u64 {
    // Each step halves the gaps: digits in threes, then the three threes.
    let x = flags as u64;
    let x = (x | x >> 2 | x >> 4) & 0o007_007_007;
    x & 7 | (x >> 6) & 0o70 | (x >> 12) & 0o700
}

/// Nine adjacent bits as the lowest bits of nine octal digits: the reverse of [`compress`].
const fn spread(bits: u32) -> u32 {
    let threes = bits & 7 | (bits & 0o70) << 6 | (bits & 0o700) << 12;
    threes & 0o001_001_001 | (threes & 0o002_002_002) << 2 | (threes & 0o004_004_004) << 4
}

/// The sum of all octal digits.
const fn digit_sum(groups: &[u32; 4]) -> u32 {
    // Neighbouring digits of all groups sum to at most 56, which fits the two digits' six bits.
    const EVEN: u32 = 0o707_070_707;
    let mut sums = 0;
    let mut group = 0;
    while group < 4 {
        sums += (groups[group] & EVEN) + (groups[group] >> 3 & EVEN);
        group += 1;
    }
    let sums = (sums & 0o7_700_770_077) + (sums >> 6 & 0o7_700_770_077);
    (sums + (sums >> 12) + (sums >> 24)) & 0o777
}

impl FromIterator<Tile> for TileCounts {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileCounts {
        let mut counts = TileCounts::EMPTY;
        for tile in tiles {
            counts.add(tile);
        }
        counts
    }
}

impl std::fmt::Debug for TileCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_questions_agree_with_counting_each_kind() {
        let mut counts = TileCounts::EMPTY;
        for (i, tile) in Tile::kinds().enumerate() {
            for _ in 0..(i * 7 + 3) % 6 {
                counts.add(tile);
            }
        }
        for copies in 1..=4 {
            let slow: TileSet = Tile::kinds().filter(|t| counts.get(*t) >= copies).collect();
            assert_eq!(counts.at_least(copies), slow, "at least {copies}");
        }
        assert_eq!(counts.total(), Tile::kinds().map(|t| u32::from(counts.get(t))).sum::<u32>());
        let most: TileCounts = Tile::kinds().flat_map(|tile| [tile; 7]).collect();
        assert_eq!(most.total(), 7 * 34);
        for step in 1..9 {
            let some: TileSet = Tile::kinds().step_by(step).collect();
            assert_eq!(
                counts.total_of(some),
                some.into_iter().map(|t| u32::from(counts.get(t))).sum::<u32>()
            );
        }
        assert_eq!(counts.iter().collect::<TileCounts>(), counts);
    }
}
