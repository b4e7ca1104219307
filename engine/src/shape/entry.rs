//! What the tables say about a part of a hand, packed so that parts add up.

use super::layout::{LANE_BITS, LANES, ORPHAN_PAIRS, ORPHANS, PAIRS, PLACE};

/// Counts and a place in one word, laid out as `layout.rs` says.
///
/// Sums of a hand's parts hold the hand's counts; their place means nothing, unless the parts are the halves of a suit
/// or of the honors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(u64);

impl Entry {
    #[inline]
    pub(super) const fn from_bits(bits: u64) -> Entry {
        Entry(bits)
    }

    /// The place, below 2^19.
    #[inline]
    pub(super) const fn place(self) -> usize {
        (self.0 >> PLACE) as usize
    }

    /// Pairs, four alike being two.
    #[inline]
    pub(super) const fn pairs(self) -> u8 {
        (self.0 >> PAIRS) as u8 & 31
    }

    /// Kinds of terminals and honors.
    #[inline]
    pub(super) const fn orphans(self) -> u8 {
        (self.0 >> ORPHANS) as u8 & 31
    }

    /// Whether a terminal or honor is held twice.
    #[inline]
    pub(super) const fn has_orphan_pair(self) -> bool {
        self.0 >> ORPHAN_PAIRS & 31 != 0
    }

    /// Kinds held of a knitted pattern, with the honors if they were added.
    #[inline]
    pub(super) const fn of_pattern(self, pattern: usize) -> u8 {
        (self.0 >> (LANE_BITS * pattern as u32)) as u8 & 31
    }

    /// Whether one of the three shapes without sets may be nearer than `best`: a test without error the one way, and
    /// seldom wrong the other (thirteen orphans are taken to have their pair).
    #[inline]
    pub(super) const fn may_beat(self, best: u8) -> bool {
        // In each lane: 16 is reached with 15 − best kinds, 8 − best pairs, 14 − best orphans.
        const AT_ZERO: u64 = LANES | 8 << PAIRS | 2 << ORPHANS;
        const EACH: u64 = LANES | 1 << PAIRS | 1 << ORPHANS;
        self.0.wrapping_add(AT_ZERO).wrapping_add(best as u64 * EACH) & (16 * EACH) != 0
    }

    /// The patterns whose kinds held and `slack` make 16 or more (and not past 31).
    #[inline]
    pub(super) const fn patterns_within(self, slack: u8) -> Patterns {
        let lanes = self.0 & (31 * LANES);
        Patterns((lanes + slack as u64 * LANES) & (16 * LANES))
    }
}

impl std::ops::Add for Entry {
    type Output = Entry;
    #[inline]
    fn add(self, other: Entry) -> Entry {
        Entry(self.0.wrapping_add(other.0))
    }
}

/// A choice of knitted patterns, as an iterator over their numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patterns(u64);

impl Patterns {
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for Patterns {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let pattern = self.0.trailing_zeros() / LANE_BITS;
        self.0 &= self.0 - 1;
        Some(pattern as usize)
    }
}
