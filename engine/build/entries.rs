//! The entries of half suits and half honors, for all keys (see `layout.rs` for their bits).

use crate::{
    automaton::DIGITS,
    classes::Classes,
    costs::Costs,
    grid::Grid,
    layout::{ENTRIES, LANE_BITS, LANES, ORPHAN_PAIRS, ORPHANS, PAIRS, PATTERN_OFFSETS, PLACE},
};

/// What one kind adds, by its copies 0–7.
type Kind = [u64; 8];

/// All entries, in the order of the layout.
pub(crate) fn all(grid: &Grid, classes: &Classes, honor: &[Costs; DIGITS]) -> Vec<u64> {
    let mut entries = Vec::with_capacity(ENTRIES);
    let mut add = |kinds: Vec<Kind>, place: &dyn Fn(usize) -> usize| {
        let counts = sums(&kinds).into_iter().enumerate();
        entries.extend(counts.map(|(key, counts)| counts | (place(key) as u64) << PLACE));
    };
    for suit in 0..3 {
        add((0..5).map(|rank| suit_kind(suit, rank)).collect(), &|key| grid.row[key] as usize * grid.columns);
    }
    for suit in 0..3 {
        add((5..9).map(|rank| suit_kind(suit, rank)).collect(), &|key| grid.column[key] as usize);
    }
    let honor = honor.map(|costs| classes.of(&costs));
    let class = |key: usize| {
        let copies = (0..4).map(|place| honor[(key >> (3 * place) & 7).min(DIGITS - 1)]);
        copies.fold(honor[0], |a, b| classes.merged[a as usize][b as usize]) as usize
    };
    add(vec![kind(LANES, true); 4], &class);
    add(vec![kind(LANES, true); 3], &|key| class(key) << 8);
    entries.resize(ENTRIES, 0);
    entries
}

/// The sums for all keys, the first kind's digit lowest.
fn sums(kinds: &[Kind]) -> Vec<u64> {
    kinds.iter().fold(vec![0], |sums, kind| {
        kind.iter().flat_map(|more| sums.iter().map(move |sum| sum + more)).collect()
    })
}

fn suit_kind(suit: usize, rank: u32) -> Kind {
    let lanes = PATTERN_OFFSETS.iter().enumerate();
    let held_for = lanes.filter(|(_, offsets)| offsets[suit] == rank % 3);
    kind(held_for.map(|(pattern, _)| 1 << (LANE_BITS * pattern as u32)).sum(), rank == 0 || rank == 8)
}

fn kind(lanes: u64, orphan: bool) -> Kind {
    std::array::from_fn(|copies| {
        let pairs = (copies as u64 / 2).min(2) << PAIRS;
        let orphans = u64::from(orphan) << ORPHANS | u64::from(orphan && copies > 1) << ORPHAN_PAIRS;
        if copies == 0 { 0 } else { lanes | pairs | orphans }
    })
}
