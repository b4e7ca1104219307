//! Builds the tables of winning shapes that `src/shape/tables.rs` reads: nothing is left to do when a program starts.
//!
//! A suit is read rank by rank by an automaton that ends in one of few cost vectors ([`costs::Costs`]), their *classes*.
//! The grid gives the class of any suit from two halves of its counts; the merges give the class of parts together.

mod automaton;
mod classes;
mod costs;
mod entries;
mod grid;
mod interner;
#[path = "../src/shape/layout.rs"]
mod layout;

use std::{env, error::Error, fs, path::Path};

use automaton::Automaton;
use classes::{Class, Classes};
use grid::Grid;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/shape/layout.rs");
    let automaton = Automaton::build();
    let honor = automaton::honor_costs();
    let classes = Classes::closure(&[&honor[..], &automaton.ends[..]].concat());
    let ends: Vec<Class> = automaton.ends.iter().map(|costs| classes.of(costs)).collect();
    let grid = Grid::build(automaton, &ends);
    let folder = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    let entries = entries::all(&grid, &classes, &honor);
    let entry_bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_le_bytes()).collect();
    fs::write(Path::new(&folder).join("shape_entries.bin"), entry_bytes)?;
    fs::write(Path::new(&folder).join("shape_classes.bin"), class_bytes(&grid, &classes))?;
    let cost_bytes: Vec<u8> = cost_words(&classes).iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(Path::new(&folder).join("shape_costs.bin"), cost_bytes)?;
    Ok(())
}

/// The grid, the merges and the distances, one after the other.
fn class_bytes(grid: &Grid, classes: &Classes) -> Vec<u8> {
    let mut bytes = vec![0; layout::CLASS_BYTES];
    bytes[..grid.cells.len()].copy_from_slice(&grid.cells);
    let known = classes.costs.len();
    for (a, merged) in classes.merged.iter().enumerate().take(known) {
        for (b, class) in merged.iter().enumerate().take(known) {
            bytes[layout::MERGED_AT + (a << 8 | b)] = *class;
            for sets in 0..=costs::MOST_SETS {
                let distance = classes.costs[*class as usize].of(1, sets);
                bytes[layout::DISTANCE_AT + (sets << 16 | a << 8 | b)] = distance;
            }
        }
    }
    bytes
}

/// What a cost that cannot be has in a word: more than any distance, while a sum still fits its bits.
const NO_COST: u64 = 31;

/// The classes' costs, and what complements them for each number of sets.
fn cost_words(classes: &Classes) -> Vec<u64> {
    let mut words = vec![0; layout::COST_WORDS];
    for (class, costs) in classes.costs.iter().enumerate() {
        words[class] = word(|pair, sets| Some(costs.of(pair, sets)));
        for most in 0..=costs::MOST_SETS {
            let lacks = |pair: usize, sets: usize| Some(costs.of(1 - pair, most.checked_sub(sets)?));
            words[(most + 1) << 8 | class] = word(lacks);
        }
    }
    words
}

fn word(cost: impl Fn(usize, usize) -> Option<u8>) -> u64 {
    let lanes = (0..2).flat_map(|pair| (0..=costs::MOST_SETS).map(move |sets| (pair, sets)));
    let lanes = lanes.map(|(pair, sets)| cost(pair, sets).map_or(NO_COST, u64::from));
    lanes.enumerate().map(|(lane, cost)| cost << (layout::COST_BITS * lane as u32)).sum()
}
