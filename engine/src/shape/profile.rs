//! A hand as the tables see it, and its distance from each shape.
//!
//! The distance is the number of tiles that lack: one more than the shanten.

use super::{
    Shape,
    entry::{Entry, Patterns},
    layout::PATTERN_OFFSETS,
    tables::{self, Class},
};
use crate::tile_counts::TileCounts;

/// The lowest bit of each digit of packed counts.
const ONES: u32 = 0o111_111_111;

/// The digits that a suit gives to a knitted pattern, by offset.
const KNITTED: [u32; 3] = [0o001_001_001, 0o010_010_010, 0o100_100_100];

/// What the tables say about the four groups of a hand.
#[derive(Clone, Copy)]
pub(super) struct Profile {
    pub(super) keys: [u32; 4],
    pub(super) entries: [Entry; 4],
    pub(super) classes: [Class; 4],
    pub(super) melds: usize,
}

impl Profile {
    #[inline]
    pub(super) fn of(concealed: &TileCounts, melds: usize) -> Profile {
        let keys = *concealed.groups();
        let entries = [
            tables::suit(0, keys[0]),
            tables::suit(1, keys[1]),
            tables::suit(2, keys[2]),
            tables::honors(keys[3]),
        ];
        let classes = [
            tables::suit_class(entries[0]),
            tables::suit_class(entries[1]),
            tables::suit_class(entries[2]),
            tables::honors_class(entries[3]),
        ];
        Profile { keys, entries, classes, melds }
    }

    /// The least distance over all shapes that the melds allow.
    #[inline]
    pub(super) fn distance(&self) -> u8 {
        let best = self.standard();
        match self.melds {
            0 => self.knitted_straight(self.without_sets(best)),
            1 => self.knitted_straight(best),
            _ => best,
        }
    }

    /// The distance from one shape, `None` where the melds forbid it.
    pub(super) fn distance_of(&self, shape: Shape) -> Option<u8> {
        (self.melds <= shape.most_melds()).then(|| match shape {
            Shape::Standard => self.standard(),
            Shape::SevenPairs => self.seven_pairs(),
            Shape::ThirteenOrphans => self.thirteen_orphans(),
            Shape::HonorsAndKnitted => self.honors_and_knitted(),
            Shape::KnittedStraight => self.knitted_straight(14),
        })
    }

    /// How many sets are to be concealed.
    #[inline]
    pub(super) fn sets(&self) -> usize {
        4 - self.melds.min(4)
    }

    /// Distance from the sets and the pair.
    #[inline]
    pub(super) fn standard(&self) -> u8 {
        self.with_sets(self.sets())
    }

    /// Distance from so many sets and the pair.
    #[inline]
    fn with_sets(&self, sets: usize) -> u8 {
        let [characters, bamboo, dots, honors] = self.classes;
        tables::distance(sets, tables::merged(characters, bamboo), tables::merged(dots, honors))
    }

    #[inline]
    pub(super) fn suit_counts(&self) -> Entry {
        self.entries[0] + self.entries[1] + self.entries[2]
    }

    #[inline]
    pub(super) fn all_counts(&self) -> Entry {
        self.suit_counts() + self.entries[3]
    }

    /// The least of `best` and the distances from the three shapes without sets.
    #[inline]
    fn without_sets(&self, best: u8) -> u8 {
        let counts = self.all_counts();
        if counts.may_beat(best) {
            best.min(seven_pairs(counts)).min(thirteen_orphans(counts)).min(honors_and_knitted(counts))
        } else {
            best
        }
    }

    pub(super) fn seven_pairs(&self) -> u8 {
        seven_pairs(self.all_counts())
    }

    pub(super) fn thirteen_orphans(&self) -> u8 {
        thirteen_orphans(self.all_counts())
    }

    pub(super) fn honors_and_knitted(&self) -> u8 {
        honors_and_knitted(self.all_counts())
    }

    /// The lesser of `best` and the distance from the knitted straight.
    #[inline]
    fn knitted_straight(&self, best: u8) -> u8 {
        if best == 0 {
            return 0;
        }
        let patterns = self.patterns_at(best - 1);
        if patterns.is_empty() { best } else { self.nearest_of(patterns, best) }
    }

    /// The patterns whose knitted straight may be no farther than `distance`.
    ///
    /// The set and the pair beside a pattern cost no less than they would from the whole hand, which leaves few
    /// patterns worth a look.
    #[inline]
    pub(super) fn patterns_at(&self, distance: u8) -> Patterns {
        let least_rest = self.with_sets(1 - self.melds);
        self.suit_counts().patterns_within(7 + distance - least_rest)
    }

    /// The least of `best` and the distances from the knitted straights of these patterns.
    #[inline(never)]
    fn nearest_of(&self, patterns: Patterns, best: u8) -> u8 {
        let counts = self.suit_counts();
        let distance = |pattern| 9 - counts.of_pattern(pattern) + self.pattern_rest(pattern).standard();
        patterns.map(distance).fold(best, u8::min)
    }

    /// The hand without its tiles of a pattern. To the rest, the pattern is three sets laid out.
    #[inline]
    pub(super) fn pattern_rest(&self, pattern: usize) -> Profile {
        let mut rest = Profile { melds: self.melds + 3, ..*self };
        for (suit, offset) in PATTERN_OFFSETS[pattern].into_iter().enumerate() {
            rest.keys[suit] -= held(rest.keys[suit]) & KNITTED[offset as usize];
            rest.classes[suit] = tables::suit_class(tables::suit(suit, rest.keys[suit]));
        }
        rest
    }
}

/// What the tables say about a group, 3 being the honors.
#[inline]
pub(super) fn entry_of(group: usize, key: u32) -> Entry {
    if group < 3 { tables::suit(group, key) } else { tables::honors(key) }
}

/// The class of a group.
#[inline]
pub(super) fn class_of(group: usize, key: u32) -> Class {
    let entry = entry_of(group, key);
    if group < 3 { tables::suit_class(entry) } else { tables::honors_class(entry) }
}

/// One for every digit that is not zero.
#[inline]
pub(super) const fn held(key: u32) -> u32 {
    (key | key >> 1 | key >> 2) & ONES
}

#[inline]
fn seven_pairs(counts: Entry) -> u8 {
    7u8.saturating_sub(counts.pairs())
}

#[inline]
fn thirteen_orphans(counts: Entry) -> u8 {
    14u8.saturating_sub(counts.orphans() + u8::from(counts.has_orphan_pair()))
}

/// `counts` includes the honors.
#[inline]
fn honors_and_knitted(counts: Entry) -> u8 {
    let most = (0..6).map(|pattern| counts.of_pattern(pattern)).max().unwrap_or(0);
    14u8.saturating_sub(most)
}
