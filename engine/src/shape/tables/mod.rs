//! The tables behind the fast answers, built once at the first question.
//!
//! - A suit's packed counts split into ranks 1–5 and 6–9. Each half has an *entry*; the two entries added hold the place
//!   of the suit's [class](classes::Class) in a grid, and small counts that answer the shapes without sets.
//! - The class stands for what any sets and a pair cost in the suit. Two classes merge into one by one table read, so
//!   four suits' worth of reads give the standard shape's distance.
//! - The honors work alike, their two halves being merged by class.

mod automaton;
mod classes;
mod costs;
mod entry;
mod interner;
mod suits;

use std::sync::LazyLock;

pub(crate) use classes::{Class, Classes};
pub(crate) use entry::Entry;

use automaton::Automaton;
use suits::SuitGrid;

/// Bits of a key that choose the first half's entry, and the second's.
const SUIT_BITS: [u32; 2] = [15, 12];
const HONOR_BITS: [u32; 2] = [12, 9];

/// Everything that is read.
#[derive(Debug)]
pub(crate) struct Tables {
    suit_low: [Box<[Entry; 1 << SUIT_BITS[0]]>; 3],
    suit_high: [Box<[Entry; 1 << SUIT_BITS[1]]>; 3],
    honor_low: Box<[Entry; 1 << HONOR_BITS[0]]>,
    honor_high: Box<[Entry; 1 << HONOR_BITS[1]]>,
    grid: Box<[Class; 1 << Entry::PLACE_BITS]>,
    pub(crate) classes: Classes,
}

/// The tables; the first call builds them.
pub(crate) fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(Tables::build);
    &TABLES
}

impl Tables {
    fn build() -> Tables {
        let automaton = Automaton::build();
        let honor = automaton::honor_costs();
        let classes = Classes::closure(&[&honor[..], &automaton.ends[..]].concat());
        let ends: Vec<Class> = automaton.ends.iter().map(|costs| classes.of(costs)).collect();
        let honor = honor.map(|costs| classes.of(&costs));
        let suits = SuitGrid::build(&automaton, &ends);
        let mut grid = boxed(0);
        grid[..suits.cells.len()].copy_from_slice(&suits.cells);
        let width = suits.columns;
        Tables {
            suit_low: std::array::from_fn(|suit| {
                half(|key| Entry::of_ranks(suit, 0, key).with_place(width * usize::from(suits.row[key])))
            }),
            suit_high: std::array::from_fn(|suit| {
                half(|key| Entry::of_ranks(suit, 5, key).with_place(usize::from(suits.column[key])))
            }),
            honor_low: half(|key| {
                Entry::of_honors(key).with_place(honors_class(&classes, &honor, key).into())
            }),
            honor_high: half(|key| {
                let class: usize = honors_class(&classes, &honor, key).into();
                Entry::of_honors(key).with_place(class << 8)
            }),
            grid,
            classes,
        }
    }

    /// What the tables say about a suit with these packed counts.
    #[inline]
    pub(crate) fn suit(&self, suit: usize, key: u32) -> Entry {
        let low = self.suit_low[suit][(key & ((1 << SUIT_BITS[0]) - 1)) as usize];
        low + self.suit_high[suit][(key >> SUIT_BITS[0] & ((1 << SUIT_BITS[1]) - 1)) as usize]
    }

    /// The class of a suit.
    #[inline]
    pub(crate) fn suit_class(&self, entry: Entry) -> Class {
        self.grid[entry.place()]
    }

    /// What the tables say about honors with these packed counts.
    #[inline]
    pub(crate) fn honors(&self, key: u32) -> Entry {
        let low = self.honor_low[(key & ((1 << HONOR_BITS[0]) - 1)) as usize];
        low + self.honor_high[(key >> HONOR_BITS[0] & ((1 << HONOR_BITS[1]) - 1)) as usize]
    }

    /// The class of the honors.
    #[inline]
    pub(crate) fn honors_class(&self, entry: Entry) -> Class {
        self.classes.merged.as_flattened()[entry.place() & 0xffff]
    }

    /// The class of two parts together.
    #[inline]
    pub(crate) fn merged(&self, a: Class, b: Class) -> Class {
        self.classes.merged[a as usize][b as usize]
    }

    /// Tiles that lack for so many sets and a pair.
    #[inline]
    pub(crate) fn distance(&self, sets: usize, class: Class) -> u8 {
        self.classes.distance[sets & 7][class as usize]
    }
}

/// The class of honors with these packed counts.
fn honors_class(classes: &Classes, honor: &[Class; automaton::DIGITS], key: usize) -> Class {
    let copies = |place: u32| (key >> (3 * place) & 7).min(automaton::DIGITS - 1);
    (0..4).map(|place| honor[copies(place)]).fold(honor[0], |a, b| classes.merged[a as usize][b as usize])
}

/// A half's entries for all keys.
fn half<const KEYS: usize>(entry: impl Fn(usize) -> Entry) -> Box<[Entry; KEYS]> {
    let mut entries = boxed(Entry::default());
    entries.iter_mut().enumerate().for_each(|(key, place)| *place = entry(key));
    entries
}

/// An array on the heap that never was on the stack.
fn boxed<T: Clone + std::fmt::Debug, const N: usize>(value: T) -> Box<[T; N]> {
    vec![value; N].into_boxed_slice().try_into().expect("the length is N")
}
