//! `mcr replay`: one deal of a run, as text.

use crate::failure::Failure;
use anyhow::{Context, anyhow};
use mcr_sim::{
    log::DealRow,
    replay::replay_moves,
    report::{deal_text, grouped},
    run::{LogLevel, RunFolder},
};
use std::{io::Write, path::PathBuf, process::ExitCode};

/// Show one deal of a run: the hands, every turn, the win and what it paid.
///
/// The deal is played again from its wall and its logged moves, so what is shown is what the rules make of them.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  mcr replay runs/greedy-seed1-10000 17\n  mcr replay runs/greedy-seed1-10000 17 | less"
)]
pub(crate) struct Args {
    /// Run folder
    run: PathBuf,
    /// Number of the deal, from 0
    deal: u64,
}

impl Args {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let folder = RunFolder::open(&self.run)?;
        let row = self.find(&folder)?;
        let replayed = replay_moves(&folder.manifest().rules, &row)
            .with_context(|| format!("{}: deal {} does not replay", self.run.display(), self.deal))
            .map_err(Failure::Input)?;
        write!(out, "{}", deal_text(&row, &replayed))?;
        Ok(ExitCode::SUCCESS)
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
