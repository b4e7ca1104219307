//! `mcr train selfplay`: a network that learns by playing.

use super::{
    machine::Machine,
    progress::Progress,
    supervised::{ended, failure, read_toml},
};
use crate::{failure::Failure, rules};
use mcr_agents::Registry;
use mcr_training::selfplay::{SelfplayConfig, selfplay};
use std::{io::Write, path::PathBuf, process::ExitCode};

/// Train a network by play against itself, its earlier selves and an agent (proximal policy optimisation).
///
/// Begin with a network that plays well already (mcr train supervised). Only the arena tells whether it became stronger:
/// mcr train gate.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  mcr train selfplay --config configs/train/selfplay.toml --start runs/student/best.safetensors --out runs/player")]
pub(super) struct Args {
    /// The training, as TOML
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// The network to begin with, instead of that in the configuration
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
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
    pub(super) fn run(self, registry: &Registry, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let device = self.machine.device()?;
        let mut config: SelfplayConfig = read_toml(&self.config)?;
        if let Some(start) = &self.start {
            config.start.clone_from(start);
        }
        let rules = rules::parse(&self.rules).map_err(Failure::Input)?;
        self.machine.start_threads()?;
        let progress = Progress::start(config.schedule.steps);
        let complete = selfplay(&config, registry, &rules, &self.out, device, &progress);
        progress.finish();
        let complete = complete.map_err(failure)?;
        ended(complete, &self.out, out)
    }
}
