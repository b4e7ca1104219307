//! Which kinds bring a hand nearer to each shape.

use super::{
    KNITTED_PATTERNS,
    profile::{Profile, class_of, entry_of, held},
    tables,
};
use crate::{tile::Tile, tile_set::TileSet};

/// The honors' place in a [`TileSet`].
pub(super) const HONORS: TileSet = TileSet::from_bits(0o177 << 27);

impl Profile {
    /// The kinds that lower the distance `now`, which must be the hand's, and not 0.
    #[inline]
    pub(super) fn useful(&self, now: u8) -> TileSet {
        let mut useful = if self.standard() == now { self.useful_for_sets(now) } else { TileSet::EMPTY };
        if self.melds == 0 {
            useful |= self.useful_without_sets(now);
        }
        if self.melds <= 1 {
            useful |= self.useful_for_knitted_straight(now);
        }
        useful
    }

    /// The kinds that lower the distance `now` from the sets and the pair.
    #[inline]
    pub(super) fn useful_for_sets(&self, now: u8) -> TileSet {
        let [characters, bamboo, dots, honors] = self.classes;
        let (low, high) = (tables::merged(characters, bamboo), tables::merged(dots, honors));
        let sets = self.sets();
        let mut useful = 0;
        for (suit, (one, two)) in [(bamboo, high), (characters, high), (low, honors)].into_iter().enumerate()
        {
            let rest = tables::merged(one, two);
            for rank in 0..9 {
                let class = tables::suit_class(tables::suit(suit, self.keys[suit] + (1 << (3 * rank))));
                useful |=
                    u64::from(tables::distance(sets, tables::merged(rest, class)) < now) << (9 * suit + rank);
            }
        }
        let rest = tables::merged(low, dots);
        for place in 0..7 {
            let class = tables::honors_class(tables::honors(self.keys[3] + (1 << (3 * place))));
            useful |= u64::from(tables::distance(sets, tables::merged(rest, class)) < now) << (27 + place);
        }
        TileSet::from_bits(useful)
    }

    /// The kinds that lower the distance `now` of the three shapes without sets that have it.
    #[inline]
    fn useful_without_sets(&self, now: u8) -> TileSet {
        let counts = self.all_counts();
        let mut useful = TileSet::EMPTY;
        if self.seven_pairs() == now {
            useful |= self.kinds(single);
        }
        if self.thirteen_orphans() == now {
            let lacking = TileSet::TERMINALS_AND_HONORS & !self.kinds(held);
            useful |= if counts.has_orphan_pair() { lacking } else { TileSet::TERMINALS_AND_HONORS };
        }
        let nearest = counts.patterns_within(2 + now);
        if !nearest.is_empty() {
            let lacking = !self.kinds(held);
            nearest.for_each(|pattern| useful |= lacking & (KNITTED_PATTERNS[pattern] | HONORS));
        }
        useful
    }

    /// The kinds that lower the distance `now` from the knitted straights that have it.
    #[inline]
    fn useful_for_knitted_straight(&self, now: u8) -> TileSet {
        let counts = self.entries[0] + self.entries[1] + self.entries[2];
        let mut useful = TileSet::EMPTY;
        for pattern in counts.patterns_within(7 + now) {
            let rest = self.pattern_rest(pattern);
            let distance = rest.standard();
            if 9 - counts.of_pattern(pattern) + distance == now {
                useful |= KNITTED_PATTERNS[pattern] & !self.kinds(held);
                if distance > 0 {
                    useful |= rest.useful_for_sets(distance);
                }
            }
        }
        useful
    }

    /// The kinds whose digit has its lowest bit set after `flag`.
    #[inline]
    pub(super) fn kinds(&self, flag: impl Fn(u32) -> u32) -> TileSet {
        let groups = self.keys.iter().enumerate();
        TileSet::from_bits(groups.map(|(group, key)| gathered(flag(*key)) << (9 * group)).sum())
    }
}

/// Flags the digits 1 and 3: a single tile beside no pair or one.
pub(super) const fn single(key: u32) -> u32 {
    key & !(key >> 2)
}

/// Flags the digits from 2 up.
pub(super) const fn twice(key: u32) -> u32 {
    key >> 1 | key >> 2
}

/// Flags the digits from 3 up.
pub(super) const fn thrice(key: u32) -> u32 {
    key & key >> 1 | key >> 2
}

/// The lowest bit of each of nine digits, side by side.
#[inline]
const fn gathered(flags: u32) -> u64 {
    // Each step halves the gaps: digits in threes, then the three threes.
    let bits = flags as u64 & 0o111_111_111;
    let bits = (bits | bits >> 2 | bits >> 4) & 0o007_007_007;
    bits & 7 | (bits >> 6) & 0o70 | (bits >> 12) & 0o700
}

impl Profile {
    /// The kinds that complete the hand; none when it is not ready.
    #[inline]
    pub(super) fn waits(&self) -> TileSet {
        if self.distance() == 1 { self.useful(1) } else { TileSet::EMPTY }
    }

    /// The same hand with one tile less.
    #[inline]
    pub(super) fn without(&self, tile: Tile) -> Self {
        let (group, place) = tile.group();
        let mut less = *self;
        less.keys[group] -= 1 << (3 * place);
        less.entries[group] = entry_of(group, less.keys[group]);
        less.classes[group] = class_of(group, less.keys[group]);
        less
    }
}
