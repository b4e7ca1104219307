//! The tables behind the fast answers, built with the crate (`build/`).
//!
//! - A suit's packed counts split into ranks 1–5 and 6–9. Each half has an [`Entry`]; the two entries added hold the
//!   place of the suit's class in a grid, and small counts that answer the shapes without sets.
//! - The class stands for what any sets and a pair cost in the suit. There are 214, and two merge into one by a table
//!   read, so a handful of reads give the standard shape's distance.
//! - The honors work alike, their two halves being merged by class.
//!
//! The tables take 1.5 MB, of which a deal touches a small part.

use super::{
    entry::Entry,
    layout::{
        CLASS_BYTES, COST_BITS, COST_WORDS, DISTANCE_AT, DRAGONS, DRAGONS_AT, ENTRIES, HIGH_AT, HIGH_RANKS,
        LOW_RANKS, MERGED_AT, WINDS, WINDS_AT,
    },
};

/// What a part of a hand costs for any sets and a pair, as the number of one of the cost vectors.
pub(super) type Class = u8;

static ENTRY_BYTES: [u8; 8 * ENTRIES] = *include_bytes!(concat!(env!("OUT_DIR"), "/shape_entries.bin"));
static CLASSES: [u8; CLASS_BYTES] = *include_bytes!(concat!(env!("OUT_DIR"), "/shape_classes.bin"));
static COST_BYTES: [u8; 8 * COST_WORDS] = *include_bytes!(concat!(env!("OUT_DIR"), "/shape_costs.bin"));

#[inline]
fn entry(at: usize) -> Entry {
    Entry::from_bits(word(&ENTRY_BYTES, at))
}

/// The word at a place of a table, which has one there.
#[inline]
fn word(bytes: &[u8], at: usize) -> u64 {
    let (words, _) = bytes.as_chunks();
    u64::from_le_bytes(words[at])
}

/// What the tables say about a suit with these packed counts.
#[inline]
pub(super) fn suit(suit: usize, key: u32) -> Entry {
    let (low, high) = suit_places(suit, key);
    entry(low) + entry(high)
}

/// The places of the entries of a suit's two halves.
#[inline]
fn suit_places(suit: usize, key: u32) -> (usize, usize) {
    let key = key as usize;
    (suit * LOW_RANKS + key % LOW_RANKS, HIGH_AT + suit * HIGH_RANKS + key / LOW_RANKS % HIGH_RANKS)
}

/// The class of a suit.
#[inline]
pub(super) fn suit_class(entry: Entry) -> Class {
    CLASSES[entry.place()]
}

/// The classes of a suit with one tile more, by its rank.
#[inline]
pub(super) fn suit_with_each(suit: usize, key: u32) -> [Class; 9] {
    let (low, high) = suit_places(suit, key);
    let (low_entry, high_entry) = (entry(low), entry(high));
    std::array::from_fn(|rank| {
        suit_class(match rank {
            0..5 => entry(low + (1 << (3 * rank))) + high_entry,
            _ => low_entry + entry(high + (1 << (3 * (rank - 5)))),
        })
    })
}

/// What the tables say about honors with these packed counts.
#[inline]
pub(super) fn honors(key: u32) -> Entry {
    let (winds, dragons) = honor_places(key);
    entry(winds) + entry(dragons)
}

/// The places of the entries of winds and dragons.
#[inline]
fn honor_places(key: u32) -> (usize, usize) {
    let key = key as usize;
    (WINDS_AT + key % WINDS, DRAGONS_AT + key / WINDS % DRAGONS)
}

/// The class of the honors: their place is that of the merge of winds and dragons.
#[inline]
pub(super) fn honors_class(entry: Entry) -> Class {
    CLASSES[MERGED_AT + entry.place() % (1 << 16)]
}

/// The classes of the honors with one tile more, winds first.
#[inline]
pub(super) fn honors_with_each(key: u32) -> [Class; 7] {
    let (winds, dragons) = honor_places(key);
    let (winds_entry, dragons_entry) = (entry(winds), entry(dragons));
    std::array::from_fn(|place| {
        honors_class(match place {
            0..4 => entry(winds + (1 << (3 * place))) + dragons_entry,
            _ => winds_entry + entry(dragons + (1 << (3 * (place - 4)))),
        })
    })
}

/// The class of two parts together.
#[inline]
pub(super) fn merged(a: Class, b: Class) -> Class {
    CLASSES[MERGED_AT + ((a as usize) << 8 | b as usize)]
}

/// Tiles that lack for so many sets (0–4) and a pair in two parts together.
#[inline]
pub(super) fn distance(sets: usize, a: Class, b: Class) -> u8 {
    distances(sets, a)[b as usize]
}

/// Tiles that lack for so many sets (0–4) and a pair, by the class of what stands beside this part.
#[inline]
pub(super) fn distances(sets: usize, class: Class) -> &'static [u8; 256] {
    let at = DISTANCE_AT + (sets.min(4) << 16 | (class as usize) << 8);
    CLASSES[at..].first_chunk().unwrap_or(&[0; 256])
}

/// The ways in which a part and the rest can share so many sets (0–4) and a pair to be at this distance, theirs: a flag
/// for each.
#[inline]
pub(super) fn shares(sets: usize, part: Class, rest: Class, distance: u8) -> u64 {
    /// All bits of the ten lanes, the lowest of each, and all but the highest of each.
    const ALL: u64 = (1 << (10 * COST_BITS)) - 1;
    const ONES: u64 = ALL / ((1 << COST_BITS) - 1);
    const LOW: u64 = ONES * ((1 << (COST_BITS - 1)) - 1);
    let costs = word(&COST_BYTES, part as usize);
    let sums = costs + word(&COST_BYTES, (sets.min(4) + 1) << 8 | rest as usize);
    // A lane that differs gets its highest bit set by the addition, or has it already.
    let differs = sums ^ (distance as u64 * ONES);
    !(((differs & LOW) + LOW) | differs) & (ALL ^ LOW)
}

/// The costs of a class, as `layout.rs` says.
#[cfg(test)]
pub(super) fn cost_word(class: Class) -> u64 {
    word(&COST_BYTES, class as usize)
}
