//! The deals of runs.

use crate::dataset::{DataError, Plan, Split};
use mcr_sim::{
    log::{DealRow, Ending, StepReader, StepRow, moves::Move},
    run::{LogLevel, RunFolder},
};
use std::path::PathBuf;

/// A part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PartId {
    pub(super) run: usize,
    pub(super) part: u64,
}

/// A deal with its decisions, if they are logged.
#[derive(Clone, Debug)]
pub(super) struct LoggedDeal {
    pub(super) run: usize,
    pub(super) row: DealRow,
    pub(super) steps: Option<Vec<StepRow>>,
}

/// The runs of a plan.
#[derive(Debug)]
pub(super) struct Source {
    runs: Vec<RunFolder>,
    parts: Vec<PartId>,
}

impl Source {
    pub(super) fn open(paths: &[PathBuf]) -> Result<Source, DataError> {
        let (mut runs, mut parts) = (Vec::new(), Vec::new());
        for (run, path) in paths.iter().enumerate() {
            let folder = RunFolder::open(path)?;
            let done = folder.parts_done()?;
            if done.is_empty() {
                return Err(DataError::Empty { path: path.clone() });
            }
            parts.extend(done.into_iter().map(|part| PartId { run, part }));
            runs.push(folder);
        }
        Ok(Source { runs, parts })
    }

    pub(super) fn run(&self, run: usize) -> &RunFolder {
        &self.runs[run]
    }

    pub(super) fn parts(&self) -> &[PartId] {
        &self.parts
    }

    /// How many deals there are.
    pub(super) fn deals(&self) -> u64 {
        self.parts
            .iter()
            .map(|id| self.runs[id.run].manifest().part(id.part))
            .map(|deals| deals.end - deals.start)
            .sum()
    }

    /// The deals of a part on one side of the plan, in order. Deals with answers against the rules teach nothing and are
    /// left out, as are those that a session had no more time for.
    pub(super) fn load(&self, id: PartId, plan: &Plan, split: Split) -> Result<Vec<LoggedDeal>, DataError> {
        let folder = &self.runs[id.run];
        let mut deals = Vec::new();
        folder.read_part(id.part, |row| {
            let played = row.ending != Ending::SessionOver && !has_misconduct(row);
            if played && plan.split(row.deal) == split {
                deals.push(LoggedDeal { run: id.run, row: row.clone(), steps: None });
            }
        })?;
        if folder.manifest().log == LogLevel::Steps {
            let reader = StepReader::open(&folder.part_path("steps", id.part))?;
            let mut wanted = deals.iter_mut().peekable();
            for group in reader.groups() {
                for steps in group?.chunk_by(|a, b| a.deal == b.deal) {
                    // Both tables are in the order of the deals.
                    while wanted.next_if(|deal| deal.row.deal < steps[0].deal).is_some() {}
                    if let Some(deal) = wanted.peek_mut().filter(|deal| deal.row.deal == steps[0].deal) {
                        deal.steps.get_or_insert_default().extend_from_slice(steps);
                    }
                }
            }
            // A deal nobody had a choice in has no steps.
            deals.iter_mut().for_each(|deal| _ = deal.steps.get_or_insert_default());
        }
        Ok(deals)
    }
}

fn has_misconduct(row: &DealRow) -> bool {
    row.events.iter().any(|byte| Move::from_byte(*byte).is_some_and(Move::is_misconduct))
}
