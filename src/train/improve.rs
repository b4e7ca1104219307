//! `mcr train improve`: a network that plays better than whoever labelled its decisions.

use super::{
    machine::Machine,
    progress::Progress,
    supervised::{failure, read_toml},
};
use crate::{failure::Failure, progress::INTERRUPTED};
use mcr_training::improve::{ImproveConfig, improve};
use std::{io::Write, path::PathBuf, process::ExitCode};

/// Train a network on labels: it learns which actions turned out better than the labeller's.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  mcr train improve --config configs/train/improve.toml --labels runs/labels --start runs/student/best.safetensors --out runs/better")]
pub(super) struct Args {
    /// The training, as TOML
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// Folder of the labels, instead of that in the configuration
    #[arg(long, value_name = "DIR")]
    labels: Option<PathBuf>,
    /// The network to begin with, instead of that in the configuration
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Folder of the training
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    machine: Machine,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let device = self.machine.device()?;
        let mut config: ImproveConfig = read_toml(&self.config)?;
        if let Some(labels) = &self.labels {
            config.labels.clone_from(labels);
        }
        if let Some(start) = &self.start {
            config.start.clone_from(start);
        }
        self.machine.set_threads();
        let progress = Progress::start(config.schedule.steps);
        let finished = improve(&config, &self.out, device, &progress);
        progress.finish();
        let finished = finished.map_err(failure)?;
        let state = if finished.complete { "Finished" } else { "Stopped" };
        writeln!(out, "{state} after {} steps. Points gained a decision on deals held out:", finished.steps)?;
        for (when, gain) in ["at the start", "best", "last"].into_iter().zip(finished.gains) {
            let [_, differs, gain, error] = gain.values();
            writeln!(out, "{when:>13}: {gain:+.4} ± {error:.4}, {:.1} % other actions", 100.0 * differs)?;
        }
        Ok(if finished.complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
    }
}
