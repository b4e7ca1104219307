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
        CLASS_BYTES, DISTANCE_AT, DRAGONS, DRAGONS_AT, ENTRIES, HIGH_AT, HIGH_RANKS, LOW_RANKS, MERGED_AT,
        WINDS, WINDS_AT,
    },
};

/// What a part of a hand costs for any sets and a pair, as the number of one of the cost vectors.
pub(super) type Class = u8;

static ENTRY_BYTES: [u8; 8 * ENTRIES] = *include_bytes!(concat!(env!("OUT_DIR"), "/shape_entries.bin"));
static CLASSES: [u8; CLASS_BYTES] = *include_bytes!(concat!(env!("OUT_DIR"), "/shape_classes.bin"));

#[inline]
fn entry(at: usize) -> Entry {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&ENTRY_BYTES[8 * at..8 * at + 8]);
    Entry::from_bits(u64::from_le_bytes(bytes))
}

/// What the tables say about a suit with these packed counts.
#[inline]
pub(super) fn suit(suit: usize, key: u32) -> Entry {
    let low = entry(suit * LOW_RANKS + key as usize % LOW_RANKS);
    low + entry(HIGH_AT + suit * HIGH_RANKS + key as usize / LOW_RANKS % HIGH_RANKS)
}

/// The class of a suit.
#[inline]
pub(super) fn suit_class(entry: Entry) -> Class {
    CLASSES[entry.place()]
}

/// What the tables say about honors with these packed counts.
#[inline]
pub(super) fn honors(key: u32) -> Entry {
    entry(WINDS_AT + key as usize % WINDS) + entry(DRAGONS_AT + key as usize / WINDS % DRAGONS)
}

/// The class of the honors: their place is that of the merge of winds and dragons.
#[inline]
pub(super) fn honors_class(entry: Entry) -> Class {
    CLASSES[MERGED_AT + entry.place() % (1 << 16)]
}

/// The class of two parts together.
#[inline]
pub(super) fn merged(a: Class, b: Class) -> Class {
    CLASSES[MERGED_AT + ((a as usize) << 8 | b as usize)]
}

/// Tiles that lack for so many sets (0–4) and a pair.
#[inline]
pub(super) fn distance(sets: usize, class: Class) -> u8 {
    CLASSES[DISTANCE_AT + ((sets % 8) << 8 | class as usize)]
}
