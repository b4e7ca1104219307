//! `mcr replay`: one deal of a run, as text or as a page.

use crate::{failure::Failure, report::write_page};
use anyhow::{Context, anyhow};
use mcr_analysis::page::replay_page;
use mcr_sim::{
    log::{DealRow, LogError, StepReader, StepRow},
    replay::{replay_moves, replay_steps},
    report::{deal_text, grouped},
    run::{LogLevel, RunFolder},
};
use std::{io::Write, path::PathBuf, process::ExitCode};

/// Show one deal of a run: the hands, every turn, the win and what it paid.
///
/// The deal is played again from its wall and its logged moves, so what is shown is what the rules make of them.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  mcr replay runs/heuristic-seed1-10000 17\n  mcr replay runs/heuristic-seed1-10000 17 | less\n  mcr replay runs/heuristic-seed1-10000 17 --html deal-17.html"
)]
pub(crate) struct Args {
    /// Run folder
    run: PathBuf,
    /// Number of the deal, from 0
    deal: u64,
    /// Write a page to step through the deal, with every choice; of runs with --log steps also what the agents reported
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let folder = RunFolder::open(&self.run)?;
        let row = self.find(&folder)?;
        let steps = if self.html.is_some() { self.steps(&folder)? } else { Vec::new() };
        let rules = &folder.manifest().rules;
        let replayed =
            if steps.is_empty() { replay_moves(rules, &row) } else { replay_steps(rules, &row, &steps) };
        let replayed = replayed
            .with_context(|| format!("{}: deal {} does not replay", self.run.display(), self.deal))
            .map_err(Failure::Input)?;
        if let Some(path) = &self.html {
            let page = replay_page(rules, &row, &replayed, &steps);
            return write_page(path, &page.map_err(|error| Failure::Run(error.into()))?, out);
        }
        write!(out, "{}", deal_text(&row, &replayed, rules))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The logged decisions of the deal; none where they were not logged.
    fn steps(&self, folder: &RunFolder) -> Result<Vec<StepRow>, Failure> {
        if folder.manifest().log != LogLevel::Steps {
            return Ok(Vec::new());
        }
        let part = self.deal / folder.manifest().part_deals;
        let input = |error: LogError| Failure::Input(error.into());
        let reader = StepReader::open(&folder.part_path("steps", part)).map_err(input)?;
        let mut steps = Vec::new();
        for group in reader.groups() {
            steps.extend(group.map_err(input)?.into_iter().filter(|step| step.deal == self.deal));
        }
        Ok(steps)
    }

    fn find(&self, folder: &RunFolder) -> Result<DealRow, Failure> {
        if let Some(row) = folder.deal(self.deal)? {
            return Ok(row);
        }
        let (path, manifest) = (self.run.display(), folder.manifest());
        let why = if manifest.log == LogLevel::None {
            format!("{path}: the deals of this run were not logged (--log none)")
        } else if self.deal >= manifest.deals {
            format!("{path}: no deal {}, the run has deals 0 to {}", self.deal, manifest.deals - 1)
        } else {
            let done = grouped(folder.deals_done()?);
            format!("{path}: deal {} is not there yet, the run is unfinished ({done} deals)", self.deal)
        };
        Err(Failure::Input(anyhow!(why)))
    }
}
