//! `mcr convert`: logs of other systems in and out, examples for networks.

mod features;

use crate::{
    failure::Failure,
    progress::{INTERRUPTED, Progress},
    simulate::all_cores,
};
use anyhow::{Context, anyhow};
use mcr_sim::{
    import::{ExportRunError, Exported, Format, Imported, export_run, import_run, log_files},
    report::grouped,
    run::{Manifest, RunFolder, Watch},
};
use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufWriter, Write},
    num::NonZero,
    path::PathBuf,
    process::ExitCode,
};

/// Import logs of other systems as a run folder, or export a run folder to them.
///
/// Importing reads match JSON of the online league and the plain-text format of the public training set, whichever
/// a file holds: files, or folders with all below them, match by match and in parallel. Every game is played again;
/// what cannot be read or does not go with the rules is left out and counted. The result is a run folder like a
/// simulated one, with every decision.
///
/// Exporting (--to) writes the deals of a run that was played by the league's rules, one match after the other.
///
/// --to features writes the decisions of runs as NumPy arrays or Parquet tables, for those who train elsewhere: what a seat
/// saw as planes, what was legal, what it did, how the deal ended for it. docs/features.md shows how to read them.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Log files and folders to import; with --to one run folder, with --to features one or more
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Export to this format
    #[arg(long, value_enum)]
    to: Option<To>,
    /// The run folder to write; with --to the file [default: standard output], with --to features a new folder
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Deals in a part of the run folder
    #[arg(long, value_name = "N", default_value_t = Manifest::PART_DEALS, conflicts_with = "to")]
    part_deals: u64,
    /// Worker threads; they change nothing but the time [default: all cores]
    #[arg(long, value_name = "T")]
    threads: Option<NonZero<usize>>,
    /// How to print the summary
    #[arg(long, value_enum, default_value_t)]
    format: Printed,
    #[command(flatten)]
    features: features::Options,
}

const EXAMPLES: &str = "\
Examples:
  mcr convert matches/ --out runs/league
  mcr convert data.txt --out runs/humans --format json
  mcr convert runs/mine --to botzone --out mine.jsonl
  mcr convert runs/mine --to text | head
  mcr convert runs/mine runs/more --to features --per-deal 8 --out examples
  mcr convert runs/mine --to features --table parquet --out tables";

/// `--to`.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum To {
    /// Match JSON of the online league, a match a line
    Botzone,
    /// The plain-text format of the public training set
    Text,
    /// NumPy arrays or Parquet tables for networks
    Features,
}

/// `--format`.
#[derive(Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Printed {
    /// Lines for people
    #[default]
    Table,
    /// One JSON document
    Json,
}

impl Args {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let threads = self.threads.map_or_else(all_cores, NonZero::get);
        match self.to {
            None => self.import(threads, out),
            Some(To::Botzone) => self.export(Format::Botzone, threads, out),
            Some(To::Text) => self.export(Format::Text, threads, out),
            Some(To::Features) => self.write_features(threads, out),
        }
    }

    fn import(&self, threads: usize, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let Some(folder) = &self.out else {
            return Err(Failure::Input(anyhow!("--out is missing: the run folder to write")));
        };
        let files = log_files(&self.paths)?;
        let progress = Progress::without_agents(0);
        let imported = import_run(&files, folder, self.part_deals, threads, &progress);
        progress.finish();
        let imported = imported?;
        match self.format {
            Printed::Json => writeln!(out, "{}", import_json(&imported))?,
            Printed::Table => {
                let Imported { files, deals, unreadable, faulty, .. } = imported;
                for line in &imported.told {
                    writeln!(out, "refused: {line}")?;
                }
                write_reasons(out, &imported.reasons)?;
                writeln!(
                    out,
                    "imported {} deals from {} files: {} unreadable, {} against the rules",
                    grouped(deals),
                    grouped(files),
                    grouped(unreadable),
                    grouped(faulty)
                )?;
                if deals > 0 {
                    writeln!(out, "Run folder: {}", folder.display())?;
                }
            }
        }
        if !imported.complete {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        if imported.deals == 0 {
            return Err(Failure::Input(anyhow!("no game could be imported")));
        }
        Ok(ExitCode::SUCCESS)
    }

    fn export(&self, to: Format, threads: usize, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let [path] = &self.paths[..] else {
            return Err(Failure::Input(anyhow!("{} run folders, --to expects one", self.paths.len())));
        };
        let folder = RunFolder::open(path)?;
        let progress = Progress::without_agents(folder.deals_done()?);
        let exported = match &self.out {
            Some(path) => {
                let file = File::create(path)
                    .with_context(|| format!("{}: cannot create", path.display()))
                    .map_err(Failure::Input)?;
                let mut file = BufWriter::new(file);
                let exported = export_run(&folder, to, threads, &mut file, &progress);
                exported.and_then(|exported| {
                    file.flush()?;
                    Ok(exported)
                })
            }
            None => export_run(&folder, to, threads, out, &progress),
        };
        progress.finish();
        let exported = exported.map_err(|error| match error {
            ExportRunError::Run(error) => error.into(),
            ExportRunError::Write(error) => Failure::from(error),
            ExportRunError::Rules(_) => Failure::Input(anyhow!("{}: {error}", path.display())),
        })?;
        self.tell(&exported, out)?;
        Ok(if progress.stop() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    /// The summary, beside the exported deals on standard error.
    fn tell(&self, exported: &Exported, out: &mut dyn Write) -> Result<(), Failure> {
        let mut lines: Vec<u8> = Vec::new();
        match self.format {
            Printed::Json => {
                let json = serde_json::json!({"deals": exported.deals, "left_out": exported.reasons});
                writeln!(lines, "{json:#}")?;
            }
            Printed::Table => {
                write_reasons(&mut lines, &exported.reasons)?;
                let left_out: u64 = exported.reasons.values().sum();
                writeln!(
                    lines,
                    "exported {} deals, left out {}",
                    grouped(exported.deals),
                    grouped(left_out)
                )?;
            }
        }
        if self.out.is_some() {
            out.write_all(&lines)?;
        } else {
            out.flush()?;
            std::io::stderr().write_all(&lines)?;
        }
        Ok(())
    }
}

fn write_reasons(out: &mut dyn Write, reasons: &BTreeMap<String, u64>) -> Result<(), Failure> {
    for (reason, count) in reasons {
        writeln!(out, "{} × {reason}", grouped(*count))?;
    }
    Ok(())
}

fn import_json(imported: &Imported) -> String {
    let Imported { files, deals, unreadable, faulty, reasons, told, complete, .. } = imported;
    let json = serde_json::json!({
        "files": files, "deals": deals, "unreadable": unreadable, "faulty": faulty, "reasons": reasons,
        "refused": told, "complete": complete,
    });
    format!("{json:#}")
}
