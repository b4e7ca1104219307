//! `mcr probability --waits N`.

use super::json;
use crate::{failure::Failure, format::Format};
use mcr_analysis::probability::{Puzzle, Waiting};
use mcr_sim::report::{Align, Grid, grouped};
use serde::Serialize;
use std::{io::Write, process::ExitCode};

/// Hands the table prints; the other formats print all.
const PRINTED: usize = 40;

#[derive(Serialize)]
struct Output {
    hands: u64,
    /// By the number of ranks waited for: hands.
    formal: [u64; 10],
    playable: [u64; 10],
    waits: usize,
    /// Those that wait for `waits` ranks formally or playably.
    waiting: Vec<Waiting>,
}

pub(super) fn run(waits: usize, format: Format, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let puzzle = Puzzle::solve();
    let waiting: Vec<Waiting> = puzzle.waiting(waits).collect();
    match format {
        Format::Json => {
            let Puzzle { formal, playable, .. } = puzzle;
            json(&Output { hands: formal.iter().sum(), formal, playable, waits, waiting }, out)?;
        }
        Format::Csv => {
            writeln!(out, "hand,formal,playable")?;
            for Waiting { hand, formal, playable } in &waiting {
                writeln!(out, "{hand},{formal},{playable}")?;
            }
        }
        Format::Table => write!(out, "{}", table(&puzzle, waits, &waiting))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn table(puzzle: &Puzzle, waits: usize, waiting: &[Waiting]) -> String {
    let mut histogram = Grid::with_header(&[
        ("Ranks", Align::Right),
        ("Hands, formally", Align::Right),
        ("Hands, a copy left", Align::Right),
    ]);
    for ranks in 0..10 {
        let [formal, playable] = [puzzle.formal[ranks], puzzle.playable[ranks]].map(grouped);
        histogram.row([ranks.to_string(), formal, playable]);
    }
    let mut hands = Grid::with_header(&[
        ("Hand", Align::Left),
        ("Waits formally", Align::Left),
        ("With a copy left", Align::Left),
    ]);
    for Waiting { hand, formal, playable } in waiting.iter().take(PRINTED) {
        hands.row([hand.clone(), formal.clone(), playable.clone()]);
    }
    let all = grouped(puzzle.formal.iter().sum());
    let mut text =
        format!("All {all} hands of 13 tiles of one suit, by the ranks that complete them:\n\n{histogram}\n");
    text.push_str(&format!("Those that wait for {waits}:\n\n{hands}"));
    if let Some(more @ 1..) = waiting.len().checked_sub(PRINTED) {
        text.push_str(&format!("… and {} more (--format csv prints all)\n", grouped(more as u64)));
    }
    text
}
