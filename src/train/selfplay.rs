//! `mcr train selfplay`: a network that learns by playing.

use super::{
    progress::Progress,
    supervised::{failure, read_toml},
};
use crate::{failure::Failure, progress::INTERRUPTED, rules, simulate::all_cores};
use anyhow::anyhow;
use mcr_agents::neural::Options;
use mcr_training::{
    selfplay::{SelfplayConfig, selfplay},
    supervised::NETWORK,
};
use std::{io::Write, num::NonZero, path::PathBuf, process::ExitCode};

/// Train a network by play against itself, its earlier selves and heuristic (proximal policy optimisation).
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
    /// Where to compute: cpu or cuda
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    device: String,
    /// Threads; with one the same training gives the same bytes [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let device = Options::device(&self.device)
            .ok_or_else(|| Failure::Input(anyhow!("device {:?}: expected cpu or cuda", self.device)))?;
        let mut config: SelfplayConfig = read_toml(&self.config)?;
        if let Some(start) = &self.start {
            config.start.clone_from(start);
        }
        let rules = rules::parse(&self.rules).map_err(Failure::Input)?;
        let threads = self.threads.map_or_else(all_cores, NonZero::get);
        tch::set_num_threads(threads as i32);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        pool.map_err(|error| Failure::Run(anyhow!("cannot start threads: {error}")))?;
        let progress = Progress::start(config.schedule.steps);
        let complete = selfplay(&config, &rules, &self.out, device, &progress);
        progress.finish();
        let complete = complete.map_err(failure)?;
        let state = if complete { "Finished" } else { "Stopped" };
        writeln!(out, "{state}. Network: {}", self.out.join(NETWORK).display())?;
        Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
    }
}
