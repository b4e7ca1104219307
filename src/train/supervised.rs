//! `mcr train supervised`: a network that does what logged agents did.

use super::{machine::Machine, progress::Progress};
use crate::{failure::Failure, format::Format, progress::INTERRUPTED, simulate::all_cores};
use anyhow::Context;
use mcr_training::{
    TrainError,
    learner::Score,
    supervised::{BEST, Finished, NETWORK, SupervisedConfig, supervised},
};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

/// Train a network on run folders: it learns what their agents did and what came of it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mcr simulate --deals 200000 --out runs/teacher
  mcr train supervised --config configs/train/supervised.toml --run runs/teacher --out runs/student
  mcr arena --agents neural:runs/student/best.safetensors --against heuristic")]
pub(super) struct Args {
    /// The training, as TOML
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// Folder of the training
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Run folders to learn from, instead of those in the configuration
    #[arg(long, value_name = "RUN", num_args = 1..)]
    run: Vec<PathBuf>,
    #[command(flatten)]
    machine: Machine,
    /// Threads that make examples [default: all cores]
    #[arg(long, value_name = "N")]
    data_threads: Option<NonZero<usize>>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What is printed.
#[derive(Serialize)]
struct Report {
    steps: u64,
    complete: bool,
    seconds: f64,
    steps_per_second: f64,
    best: PathBuf,
    holdout: BTreeMap<&'static str, f64>,
}

impl Args {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let device = self.machine.device()?;
        let config = self.read()?;
        self.machine.set_threads();
        let data_threads = self.data_threads.map_or_else(all_cores, NonZero::get);
        let progress = Progress::start(config.schedule.steps);
        #[expect(clippy::disallowed_methods, reason = "the rate is printed, and reaches no file")]
        let started = Instant::now();
        let finished = supervised(&config, &self.out, device, data_threads, &progress);
        progress.finish();
        let seconds = started.elapsed().as_secs_f64();
        let finished = finished.map_err(failure)?;
        self.print(&finished, seconds, out)?;
        Ok(if finished.complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
    }

    fn read(&self) -> Result<SupervisedConfig, Failure> {
        let mut config: SupervisedConfig = read_toml(&self.config)?;
        if !self.run.is_empty() {
            config.data.runs.clone_from(&self.run);
        }
        Ok(config)
    }

    fn print(&self, finished: &Finished, seconds: f64, out: &mut dyn Write) -> Result<(), Failure> {
        let values = finished.examined.map(|score| score.values()).unwrap_or_default();
        let report = Report {
            steps: finished.steps,
            complete: finished.complete,
            seconds,
            steps_per_second: finished.steps as f64 / seconds.max(1e-9),
            best: self.out.join(BEST),
            holdout: Score::NAMES.into_iter().zip(values).collect(),
        };
        match self.format {
            Format::Json => {
                serde_json::to_writer_pretty(&mut *out, &report).map_err(std::io::Error::from)?;
                writeln!(out)?;
            }
            Format::Csv => {
                writeln!(out, "steps,{}", Score::NAMES.join(","))?;
                let values: Vec<String> = values.iter().map(f64::to_string).collect();
                writeln!(out, "{},{}", finished.steps, values.join(","))?;
            }
            Format::Table => {
                let state = if finished.complete { "Finished" } else { "Stopped" };
                writeln!(out, "{state} after {} steps, {seconds:.0} s.", report.steps)?;
                let [policy, value, outcome, agreement, discards, claims] = values;
                writeln!(
                    out,
                    "Deals held out: losses of policy {policy:.4}, value {value:.4}, outcome {outcome:.4}"
                )?;
                writeln!(
                    out,
                    "agreement {:.2} %, in own turns {:.2} %, about claims {:.2} %",
                    100.0 * agreement,
                    100.0 * discards,
                    100.0 * claims
                )?;
                writeln!(out, "Network: {}", report.best.display())?;
            }
        }
        Ok(())
    }
}

/// A configuration from a TOML file.
pub(super) fn read_toml<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let read = || -> anyhow::Result<T> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    };
    read().map_err(Failure::Input)
}

/// Says that a training is over, or stopped, and where its network is.
pub(super) fn ended(complete: bool, folder: &Path, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let state = if complete { "Finished" } else { "Stopped" };
    writeln!(out, "{state}. Network: {}", folder.join(NETWORK).display())?;
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}

/// A training's error by its exit code.
pub(super) fn failure(error: TrainError) -> Failure {
    if error.is_input() { Failure::Input(error.into()) } else { Failure::Run(error.into()) }
}
