//! `mcr train label`: what actions are worth, by playing on from logged decisions.

use super::supervised::read_toml;
use crate::{
    failure::Failure,
    progress::{INTERRUPTED, Progress},
    simulate::all_cores,
};
use anyhow::anyhow;
use mcr_agents::Registry;
use mcr_sim::run::RunFolder;
use mcr_training::labels::{LabelError, LabelPlan, label};
use std::{io::Write, num::NonZero, path::PathBuf, process::ExitCode};

/// Label decisions of a run with the points that each of their best actions brings when an agent plays on.
///
/// The labels are kept part by part, and the same command goes on with them. `mcr train improve` learns from them.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  mcr train label --config configs/train/labels.toml --run runs/teacher --out runs/labels")]
pub(super) struct Args {
    /// What to label, as TOML
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// The run, instead of that in the configuration
    #[arg(long, value_name = "RUN")]
    run: Option<PathBuf>,
    /// Folder of the labels
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Only the deals of the run's first parts
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    parts: u64,
    /// Worker threads; they change nothing but the time [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl Args {
    pub(super) fn run(self, registry: &Registry, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let mut plan: LabelPlan = read_toml(&self.config)?;
        if let Some(run) = &self.run {
            plan.run.clone_from(run);
        }
        let threads = self.threads.map_or_else(all_cores, NonZero::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Failure::Run(anyhow!("cannot start threads: {error}")))?;
        let deals = RunFolder::open(&plan.run)?.deals_done()?;
        let progress = Progress::start(deals, 0, registry);
        let complete = pool.install(|| label(registry, &plan, &self.out, self.parts, &progress));
        progress.finish();
        let complete = complete.map_err(|error| match error {
            error @ (LabelError::File { .. } | LabelError::Failed { .. }) => Failure::Run(error.into()),
            error => Failure::Input(error.into()),
        })?;
        writeln!(out, "{}: {}", self.out.display(), if complete { "finished" } else { "stopped" })?;
        Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
    }
}
