//! `mcr stats`: fan frequencies and play statistics of runs.

mod beside;
mod full;
mod near;

use crate::{failure::Failure, format::Format, simulate::headline};
use anyhow::anyhow;
use mcr_engine::RuleSet;
use mcr_sim::{
    report::{fan_csv, grouped, summary_text},
    run::{LogLevel, Manifest, RunFolder, count},
    statistics::{Summary, Tally},
};
use std::{io::Write, path::PathBuf, process::ExitCode};

/// Count the fans, wins and points of run folders, finished or not.
///
/// Several runs are counted together; they must have been played under the same rules.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  mcr stats runs/heuristic-seed1-10000\n  mcr stats runs/a runs/b --format csv > fans.csv\n  mcr stats runs/a --full\n  mcr stats runs/mcr runs/room-public --beside\n  mcr stats runs/a --near-misses 100000"
)]
pub(crate) struct Args {
    /// Run folders
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Also the fans by agent, seat and way to win, main fans, fans that meet, bounds of those never seen, how sure the
    /// shares became, and points against probability; csv then has a line for every fan of every split
    #[arg(long)]
    full: bool,
    /// Instead: the fans of each run beside those of the others, which may be played under other rules
    #[arg(long, conflicts_with_all = ["full", "near_misses"])]
    beside: bool,
    /// Instead: estimate rare fans from every tile that would have won, weighted by its chance, playing so many deals
    /// again; beside the plain counts as a check
    #[arg(long, value_name = "DEALS", num_args = 0..=1, default_missing_value = "18446744073709551615", conflicts_with = "full")]
    near_misses: Option<u64>,
    /// How to print the result; csv prints the fans only
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Args {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let folders =
            self.runs.iter().map(|path| Ok(RunFolder::open(path)?)).collect::<Result<Vec<_>, Failure>>()?;
        check_logged(&folders)?;
        if self.beside {
            return beside::run(&folders, self.format, out);
        }
        check(&folders)?;
        if let Some(most) = self.near_misses {
            return near::run(&folders, most, self.format, out);
        }
        if self.full {
            return full::run(&folders, self.format, out);
        }
        let mut tally = Tally::default();
        for folder in &folders {
            tally.merge(&count(folder)?);
        }
        // All folders are of one rule set.
        let rules = folders.first().map_or(RuleSet::MCR, |folder| folder.manifest().rules);
        let summary = Summary::of(&tally, &rules);
        match self.format {
            Format::Json => {
                serde_json::to_writer_pretty(&mut *out, &summary).map_err(std::io::Error::from)?;
                writeln!(out)?;
            }
            Format::Csv => write!(out, "{}", fan_csv(&summary))?,
            Format::Table => {
                for folder in &folders {
                    writeln!(out, "{}: {}", folder.path().display(), describe(folder)?)?;
                }
                writeln!(out, "\n{}", summary_text(&summary))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn describe(folder: &RunFolder) -> Result<String, Failure> {
    let (done, all) = (folder.deals_done()?, folder.manifest().deals);
    let rest = if done < all { format!(" (unfinished: {} are there)", grouped(done)) } else { String::new() };
    Ok(headline(folder.manifest()) + &rest)
}

/// Runs can be counted when their deals are logged.
fn check_logged(folders: &[RunFolder]) -> Result<(), Failure> {
    match folders.iter().find(|folder| folder.manifest().log == LogLevel::None) {
        None => Ok(()),
        Some(folder) => {
            let hint = "its deals were not logged (--log none); what was counted is in its summary.json";
            Err(Failure::Input(anyhow!("{}: {hint}", folder.path().display())))
        }
    }
}

/// Runs can be counted together when they are of one game, each once.
fn check(folders: &[RunFolder]) -> Result<(), Failure> {
    let mut rules: Option<(RuleSet, String)> = None;
    for folder in folders {
        let Manifest { rules: these, .. } = folder.manifest();
        let name = folder.path().display().to_string();
        if let Some((those, other)) = rules.replace((*these, name.clone()))
            && those != *these
        {
            return Err(Failure::Input(anyhow!("{other} and {name} were played under different rules")));
        }
    }
    Ok(())
}
