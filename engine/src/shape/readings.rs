//! All readings of a complete hand.

use super::{KnittedPattern, Reading, Set, Sets, profile::Profile};
use crate::{tile::Tile, tile_counts::TileCounts};

/// The readings of a hand, as an iterator, without allocation.
#[derive(Clone, Debug)]
pub struct Readings {
    all: [Reading; Readings::MOST],
    len: u8,
    next: u8,
}

impl Readings {
    /// No hand has more than four standard readings, and at most one other.
    const MOST: usize = 6;

    fn push(&mut self, reading: Reading) {
        if let Some(place) = self.all.get_mut(self.len as usize) {
            *place = reading;
            self.len += 1;
        }
    }
}

impl Iterator for Readings {
    type Item = Reading;

    fn next(&mut self) -> Option<Reading> {
        if self.next == self.len {
            return None;
        }
        self.next += 1;
        Some(self.all[self.next as usize - 1])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.len - self.next) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Readings {}

/// Every reading of a complete hand of 14 − 3*m* concealed tiles and *m* melds; none when it is not complete.
///
/// The order is fixed but not part of the interface. A hand may be read in several shapes at once, and as standard
/// in several ways (rules/mcr.md 2).
#[must_use]
pub fn readings(concealed: &TileCounts, melds: usize) -> Readings {
    let hand = Profile::of(concealed, melds);
    let mut found = Readings { all: [Reading::SevenPairs; Readings::MOST], len: 0, next: 0 };
    if hand.standard() == 0 {
        Search::new(&hand, None, &mut found).group(0, Sets::EMPTY, None);
    }
    if melds == 0 && hand.all_counts().may_beat(1) {
        without_sets(&hand, &mut found);
    }
    if melds <= 1 {
        for pattern in hand.patterns_at(0) {
            let rest = hand.pattern_rest(pattern);
            if rest.standard() == 0 {
                Search::new(&rest, Some(KnittedPattern::new(pattern)), &mut found).group(
                    0,
                    Sets::EMPTY,
                    None,
                );
            }
        }
    }
    found
}

#[inline(never)]
fn without_sets(hand: &Profile, found: &mut Readings) {
    if hand.seven_pairs() == 0 {
        found.push(Reading::SevenPairs);
    }
    if hand.thirteen_orphans() == 0 {
        found.push(Reading::ThirteenOrphans);
    }
    for pattern in hand.all_counts().patterns_within(2) {
        found.push(Reading::HonorsAndKnitted { pattern: KnittedPattern::new(pattern) });
    }
}

/// Splits the groups one after the other into sets and, one of them, a pair.
struct Search<'a> {
    keys: [u32; 4],
    /// The group with the pair: the one that is not made of threes.
    pair_group: usize,
    /// How many sets there are to be.
    sets: usize,
    pattern: Option<KnittedPattern>,
    found: &'a mut Readings,
}

impl Search<'_> {
    fn new<'a>(hand: &Profile, pattern: Option<KnittedPattern>, found: &'a mut Readings) -> Search<'a> {
        let pair_group = hand.keys.iter().position(|key| digit_sum(*key) % 3 == 2).unwrap_or(0);
        Search { keys: hand.keys, pair_group, sets: hand.sets(), pattern, found }
    }

    /// Splits the groups from this one on.
    fn group(&mut self, group: usize, sets: Sets, pair: Option<Tile>) {
        if group == 4 {
            return self.finish(sets, pair);
        }
        let key = self.keys[group];
        if group != self.pair_group {
            return self.split(group, key, sets, pair);
        }
        let mut left = (key >> 1 | key >> 2) & 0o111_111_111;
        while left != 0 {
            let digit = left.trailing_zeros();
            left &= left - 1;
            self.split(group, key - (2 << digit), sets, Some(tile(group, digit)));
        }
    }

    /// Splits the rest of a group into sets, lowest tile first, then goes on to the next group.
    fn split(&mut self, group: usize, mut key: u32, mut sets: Sets, pair: Option<Tile>) {
        while key != 0 {
            let digit = key.trailing_zeros() / 3 * 3;
            let copies = key >> digit & 7;
            if copies >= 3 && sets.len() < self.sets {
                let mut with_pung = sets;
                with_pung.push(Set::pung(tile(group, digit)));
                self.split(group, key - (3 << digit), with_pung, pair);
            }
            // The other way: every copy begins a chow.
            let chows_fit = |next: u32| key >> (digit + 3 * next) & 7 >= copies;
            let room = sets.len() + copies as usize <= self.sets;
            if group == 3 || digit > 3 * 6 || !room || !chows_fit(1) || !chows_fit(2) {
                return;
            }
            key -= (copies * 0o111) << digit;
            (0..copies).for_each(|_| sets.push(Set::chow(tile(group, digit))));
        }
        self.group(group + 1, sets, pair);
    }

    fn finish(&mut self, sets: Sets, pair: Option<Tile>) {
        let Some(pair) = pair.filter(|_| sets.len() == self.sets) else {
            return;
        };
        self.found.push(match self.pattern {
            None => Reading::Standard { sets, pair },
            Some(pattern) => Reading::KnittedStraight { pattern, set: sets.first().copied(), pair },
        });
    }
}

/// The kind of a group at this bit of its key.
#[inline]
fn tile(group: usize, digit: u32) -> Tile {
    Tile::new((9 * group as u32 + digit / 3) as u8)
}

/// The sum of the octal digits, when it is below 63: six bits leave the same rest as their digits by 63.
#[inline]
fn digit_sum(key: u32) -> u32 {
    let pairs = (key & 0o707_070_707) + (key >> 3 & 0o707_070_707);
    pairs % 63
}
