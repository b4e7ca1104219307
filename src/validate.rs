//! `mcr validate`: every deal of a log played again.

use crate::failure::Failure;
use anyhow::{Context, anyhow};
use mcr_sim::{
    import,
    log::LogError,
    run::RunFolder,
    validate::{Validation, validate_deals, validate_run},
};
use std::{
    fmt::Display,
    io::Write,
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Play every deal of run folders or log files again and check what they say.
///
/// Of a run folder: every move and every logged decision legal at its moment, the same legal actions, claims
/// resolved the same way, the same outcome, fans and points; and the summary. Of Botzone match JSON and of the
/// plain-text format: the same, and the judge's word on who could win where the log has it. Folders without a
/// run.toml are searched for such files.
///
/// Prints every fault and, last, "validated N deals: M faults". Exit code 1 if there is a fault, 2 if a file cannot
/// be read.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  mcr validate runs/heuristic-seed1-10000\n  mcr validate match-1.json games.txt"
)]
pub(crate) struct Args {
    /// Run folders, Parquet files of deals, Botzone match JSON, plain-text logs, or folders of such files
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Worker threads [default: all cores]
    #[arg(long, value_name = "T")]
    threads: Option<NonZero<usize>>,
}

/// Deals and faults so far.
#[derive(Default)]
struct Count {
    deals: u64,
    faults: u64,
}

impl Args {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let threads = self.threads.or(std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
        let mut count = Count::default();
        let mut unreadable = None;
        for path in &self.paths {
            // A file that cannot be read does not keep the others from being checked.
            if let Err(failure) = validate(path, threads, &mut count, out) {
                let Failure::Input(error) = failure else { return Err(failure) };
                if let Some(earlier) = unreadable.replace(error) {
                    eprintln!("error: {earlier:#}");
                }
            }
        }
        writeln!(out, "validated {} deals: {} faults", count.deals, count.faults)?;
        match unreadable {
            Some(error) => Err(Failure::Input(error)),
            None => Ok(ExitCode::from(u8::from(count.faults > 0))),
        }
    }
}

fn validate(path: &Path, threads: usize, count: &mut Count, out: &mut dyn Write) -> Result<(), Failure> {
    if path.join("run.toml").is_file() {
        let folder = RunFolder::open(path)?;
        return report_run(&validate_run(&folder, threads)?, count, out);
    }
    if path.is_dir() {
        return validate_all(path, threads, count, out);
    }
    if path.extension().is_some_and(|extension| extension == "parquet") {
        let validation = validate_deals(path).map_err(|error: LogError| Failure::Input(error.into()))?;
        return report_run(&validation, count, out);
    }
    let report = import::validate_path(path).map_err(|error| Failure::Input(error.into()))?;
    report_faults(&report.faults, count, out)?;
    let unlisted = report.fault_count.saturating_sub(report.faults.len() as u64);
    if unlisted > 0 {
        writeln!(out, "{}: {unlisted} more faults", path.display())?;
    }
    count.deals += report.deals;
    count.faults += unlisted;
    Ok(())
}

/// Every file in a folder, by name.
fn validate_all(
    folder: &Path,
    threads: usize,
    count: &mut Count,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let listed = std::fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>());
    let mut paths = listed
        .with_context(|| format!("{}: cannot list the folder", folder.display()))
        .map_err(Failure::Input)?;
    paths.sort();
    if paths.is_empty() {
        return Err(Failure::Input(anyhow!("{}: nothing in the folder", folder.display())));
    }
    paths.iter().try_for_each(|path| validate(path, threads, count, out))
}

fn report_run(validation: &Validation, count: &mut Count, out: &mut dyn Write) -> Result<(), Failure> {
    count.deals += validation.deals;
    report_faults(&validation.faults, count, out)
}

fn report_faults(faults: &[impl Display], count: &mut Count, out: &mut dyn Write) -> Result<(), Failure> {
    count.faults += faults.len() as u64;
    faults.iter().try_for_each(|fault| Ok(writeln!(out, "{fault}")?))
}
