//! `mcr train belief`: the small network by which `mc` reads its opponents.

use super::{
    machine::Machine,
    progress::Progress,
    supervised::{ended, failure, read_toml},
};
use crate::{failure::Failure, rules};
use mcr_training::belief::{BeliefConfig, belief};
use std::{io::Write, path::PathBuf, process::ExitCode};

/// Train the network that says what opponents hold, discard and wait for, on deals of heuristic at open cards.
///
/// mc uses the one in checkpoints/belief.safetensors, which becomes part of the program when it is built.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  mcr train belief --config configs/train/belief.toml --out runs/belief")]
pub(super) struct Args {
    /// The training, as TOML
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// Folder of the training
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Rule set: mcr, mcr-136, botzone, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "mcr")]
    rules: String,
    #[command(flatten)]
    machine: Machine,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let device = self.machine.device()?;
        let config: BeliefConfig = read_toml(&self.config)?;
        let rules = rules::parse(&self.rules).map_err(Failure::Input)?;
        self.machine.start_threads()?;
        let progress = Progress::start(config.schedule.steps);
        let complete = belief(&config, &rules, &self.out, device, &progress);
        progress.finish();
        let complete = complete.map_err(failure)?;
        ended(complete, &self.out, out)
    }
}
