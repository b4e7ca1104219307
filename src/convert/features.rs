//! `mcr convert --to features`: examples for those who train elsewhere.

use super::{Args, Printed};
use crate::{
    failure::Failure,
    progress::{INTERRUPTED, Progress},
};
use anyhow::anyhow;
use mcr_agents::encoding::Features;
use mcr_sim::{report::grouped, run::Watch};
use mcr_training::dataset::{DataError, Dataset, Export, Exported, Plan, Table, export};
use std::{io::Write, process::ExitCode};

/// What is told of a decision.
#[derive(clap::Args)]
#[command(next_help_heading = "With --to features")]
#[derive(Clone, Copy)]
pub(super) struct Options {
    /// plain: what the seat saw, with shanten and useful tiles; outlook: also what `heuristic` thinks of it (slow); plain+rules,
    /// outlook+rules: the rule set too
    #[arg(long, value_name = "FEATURES", default_value_t, requires = "to")]
    features: Features,
    /// What kind of files: NumPy arrays, one a column, or Parquet tables, one for each part of the runs
    #[arg(long, value_enum, default_value_t, requires = "to")]
    table: Kind,
    /// Tell in columns of their own what the seat did not see
    #[arg(long, requires = "to")]
    hidden: bool,
    /// Decisions of a deal, chosen at random; 0: all of them, some 5 kB each
    #[arg(long, value_name = "N", default_value_t = 0, requires = "to")]
    per_deal: usize,
    /// Mark one deal in N, chosen by its number, as held out; 0: none
    #[arg(long, value_name = "N", default_value_t = 50, requires = "to")]
    holdout: u64,
    /// Numbers of planes in single precision: twice the size
    #[arg(long, requires = "to")]
    single: bool,
}

/// `--table`.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Kind {
    /// NumPy arrays
    #[default]
    Npy,
    /// Parquet tables
    Parquet,
}

impl From<Kind> for Table {
    fn from(kind: Kind) -> Table {
        match kind {
            Kind::Npy => Table::Npy,
            Kind::Parquet => Table::Parquet,
        }
    }
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Failure {
        match error {
            DataError::Run(error) => error.into(),
            DataError::Threads(_) => Failure::Run(error.into()),
            _ => Failure::Input(error.into()),
        }
    }
}

impl Args {
    pub(super) fn write_features(&self, threads: usize, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let Some(folder) = self.out.clone() else {
            return Err(Failure::Input(anyhow!("--out is missing: the folder to write the examples into")));
        };
        let Options { features, table, hidden, per_deal, holdout, single } = self.features;
        let plan = Plan { runs: self.paths.clone(), features, hidden, per_deal, holdout, ..Plan::default() };
        let data = Dataset::open(plan)?;
        let progress = Progress::without_agents(data.deals());
        let exported = export(
            &data,
            &Export { out: folder.clone(), half: !single, table: table.into(), threads },
            &progress,
        );
        progress.finish();
        let Exported { deals, examples, parts, complete } = exported?;
        match self.format {
            Printed::Json => {
                let json = serde_json::json!({
                    "deals": deals, "examples": examples, "parts": parts, "planes": features.planes(),
                    "complete": complete,
                });
                writeln!(out, "{json:#}")?;
            }
            Printed::Table => {
                let (deals, examples) = (grouped(deals), grouped(examples));
                writeln!(
                    out,
                    "exported {examples} examples of {deals} deals, {} planes each",
                    features.planes()
                )?;
                writeln!(out, "Folder: {}", folder.display())?;
            }
        }
        Ok(if progress.stop() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}
