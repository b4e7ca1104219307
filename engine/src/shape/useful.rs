//! Which kinds bring a hand nearer to each shape.

use super::{
    KNITTED_PATTERNS,
    entry::Patterns,
    profile::{Profile, class_of, entry_of, held},
    tables::{self, Class},
};
use crate::{tile::Tile, tile_set::TileSet};

/// The honors' place in a [`TileSet`].
pub(super) const HONORS: TileSet = TileSet::from_bits(0o177 << 27);

impl Profile {
    /// The kinds that lower the distance `now`, which must be the hand's, and not 0.
    #[inline]
    pub(super) fn useful(&self, now: u8) -> TileSet {
        let mut useful = if self.standard() == now { self.useful_for_sets(now) } else { TileSet::EMPTY };
        if self.melds == 0 && self.all_counts().may_beat(now + 1) {
            useful |= self.useful_without_sets(now);
        }
        if self.melds <= 1 {
            let patterns = self.patterns_at(now);
            if !patterns.is_empty() {
                useful |= self.useful_for_knitted_straight(patterns, now);
            }
        }
        useful
    }

    /// The kinds that lower the distance `now` from the sets and the pair.
    #[inline]
    pub(super) fn useful_for_sets(&self, now: u8) -> TileSet {
        let sets = self.sets();
        let [characters, bamboo, dots, honors] = self.classes;
        let (low, high) = (tables::merged(characters, bamboo), tables::merged(dots, honors));
        let nearer = [
            nearer(0, self.keys[0], tables::merged(bamboo, high), sets, now),
            nearer(1, self.keys[1], tables::merged(characters, high), sets, now),
            nearer(2, self.keys[2], tables::merged(low, honors), sets, now),
            nearer(3, self.keys[3], tables::merged(low, dots), sets, now),
        ];
        TileSet::from_bits(nearer[0] | nearer[1] << 9 | nearer[2] << 18 | nearer[3] << 27)
    }

    /// The kinds that lower the distance `now` of the three shapes without sets that have it.
    #[inline(never)]
    fn useful_without_sets(&self, now: u8) -> TileSet {
        let mut useful = TileSet::EMPTY;
        if self.seven_pairs() == now {
            useful |= self.kinds(single);
        }
        if self.thirteen_orphans() == now {
            let orphans = TileSet::TERMINALS_AND_HONORS;
            useful |= if self.all_counts().has_orphan_pair() { orphans & !self.kinds(held) } else { orphans };
        }
        for pattern in self.all_counts().patterns_within(2 + now) {
            useful |= (KNITTED_PATTERNS[pattern] | HONORS) & !self.kinds(held);
        }
        useful
    }

    /// The kinds that lower the distance `now` from the knitted straights of those patterns that have it.
    #[inline(never)]
    pub(super) fn useful_for_knitted_straight(&self, patterns: Patterns, now: u8) -> TileSet {
        let counts = self.suit_counts();
        let mut useful = TileSet::EMPTY;
        for pattern in patterns {
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

/// The tiles of a group that lower the distance `now` from so many sets and a pair, the class of the rest being given.
#[inline]
pub(super) fn nearer(group: usize, key: u32, rest: Class, sets: usize, now: u8) -> u64 {
    if group < 3 {
        suit_nearer(group, key, rest, sets, now)
    } else {
        flags(&tables::honors_with_each(key), rest, sets, now)
    }
}

/// [`nearer`] for a suit; kept apart, since inlined three times it runs out of registers.
#[inline(never)]
fn suit_nearer(suit: usize, key: u32, rest: Class, sets: usize, now: u8) -> u64 {
    flags(&tables::suit_with_each(suit, key), rest, sets, now)
}

/// A flag for each class that beside the rest is nearer than `now`, the first lowest.
#[inline]
fn flags(classes: &[Class], rest: Class, sets: usize, now: u8) -> u64 {
    let distances = tables::distances(sets, rest);
    classes.iter().rev().fold(0, |flags, class| flags + flags + u64::from(distances[*class as usize] < now))
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
