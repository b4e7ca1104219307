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
    Ok(())
}

/// The grid, the merges and the distances, one after the other.
fn class_bytes(grid: &Grid, classes: &Classes) -> Vec<u8> {
    let mut bytes = vec![0; layout::CLASS_BYTES];
    bytes[..grid.cells.len()].copy_from_slice(&grid.cells);
    for (a, merged) in classes.merged.iter().enumerate() {
        bytes[layout::MERGED_AT + (a << 8)..][..merged.len()].copy_from_slice(merged);
    }
    for sets in 0..=costs::MOST_SETS {
        for (class, costs) in classes.costs.iter().enumerate() {
            bytes[layout::DISTANCE_AT + (sets << 8 | class)] = costs.with_pair(sets);
        }
    }
    bytes
}
