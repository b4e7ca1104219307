//! `mcr simulate`: self-play.

use crate::{
    arena::matches::RotationArg,
    failure::Failure,
    format::Format,
    players,
    progress::{INTERRUPTED, Progress},
    rules,
};
use anyhow::anyhow;
use mcr_agents::Registry;
use mcr_engine::RuleSet;
use mcr_sim::{
    matches::{PlayerStanding, Standings, ranking_text},
    report::{fan_csv, grouped, summary_text},
    run::{Finished, LogLevel, Manifest, RunError, RunFolder, simulate},
    statistics::Summary,
};
use serde::Serialize;
use std::{
    io::Write,
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

/// Play deals in parallel, log them, and count the fans.
///
/// Without options: 10,000 deals by four agents of the default, in some ten seconds. Everything about a deal follows from the
/// rules, the seed, its number and the agents; threads and interruptions change nothing.
///
/// The run folder holds run.toml, the deals (and with --log steps every decision) as Parquet, and summary.json. A
/// run that was stopped goes on where it was when the same command, or --resume FOLDER, is given.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// How many deals to play [default: 10000; with --match 9600, 600 matches]
    #[arg(long, value_name = "N")]
    deals: Option<u64>,
    /// Seed of walls and agents
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Who plays: one agent for all seats, two that alternate, or four from east on
    #[arg(long, value_name = "A[,B,C,D]")]
    agents: Option<String>,
    /// Rule set: mcr, mcr-136, botzone, or a TOML file like those in configs/rules
    #[arg(long, value_name = "NAME|FILE", default_value = "mcr")]
    rules: String,
    /// Worker threads [default: all cores]
    #[arg(long, value_name = "T")]
    threads: Option<NonZero<usize>>,
    /// Run folder [default: runs/AGENTS-seedS-N, numbered on if that is finished]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What to log. With `none` no folder is written, unless --out names one for the summary
    #[arg(long, value_enum, default_value_t = Log::Deals)]
    log: Log,
    /// Deals in a part, the piece of a run that an interruption leaves whole or not at all
    /// [default: 5000, with --match 4800]. Where deals follow from one another, time is over for a session at the
    /// end of its part
    #[arg(long, value_name = "N")]
    part_deals: Option<u64>,
    /// Play matches: 16 deals in four rounds, in which the four agents change seats, with standard points 4-2-1-0
    #[arg(long = "match")]
    matches: bool,
    /// How the players of a match change seats
    #[arg(long, value_enum, default_value_t, requires = "matches")]
    rotation: RotationArg,
    /// Go on with the run in this folder, with the parameters in its run.toml
    #[arg(long, value_name = "DIR", conflicts_with_all = ["deals", "seed", "agents", "rules", "out", "log", "part_deals", "matches"])]
    resume: Option<PathBuf>,
    /// How to print the result; csv prints the fans only
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  mcr simulate
  mcr simulate --deals 1000000 --seed 7 --out runs/million
  mcr simulate --agents greedy,random --rules mcr-136 --log steps
  mcr simulate --deals 100000 --log none --format json | jq '.fans[] | select(.id == 19)'
  mcr simulate --match --agents heuristic,greedy,greedy,greedy --deals 1600
  mcr simulate --resume runs/million";

/// `--log`.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Log {
    /// Nothing
    None,
    /// One row a deal; every deal can be replayed from it
    Deals,
    /// One row a decision as well
    Steps,
}

impl From<Log> for LogLevel {
    fn from(log: Log) -> LogLevel {
        match log {
            Log::None => LogLevel::None,
            Log::Deals => LogLevel::Deals,
            Log::Steps => LogLevel::Steps,
        }
    }
}

impl Args {
    pub(crate) fn run(self, registry: &Registry, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let (manifest, folder) = self.prepare(registry)?;
        let threads = self.threads.map_or_else(all_cores, NonZero::get);
        let done = folder.as_ref().map_or(Ok(0), RunFolder::deals_done)?;
        tell_start(&manifest, folder.as_ref(), done);
        let progress = Progress::start(manifest.deals, done, registry);
        #[expect(clippy::disallowed_methods, reason = "the rate is printed, and reaches no file")]
        let started = Instant::now();
        let finished = simulate(registry, &manifest, folder.as_ref(), threads, &progress);
        progress.finish();
        let finished = finished.inspect_err(|error| tell_kept(error, &manifest, folder.as_ref()))?;
        let report = Report {
            manifest: &manifest,
            folder: folder.as_ref(),
            finished: &finished,
            threads,
            seconds: started.elapsed().as_secs_f64(),
        };
        if finished.complete {
            report.print(self.format, out)?;
            return Ok(ExitCode::SUCCESS);
        }
        report.tell_interrupted(out)?;
        Ok(ExitCode::from(INTERRUPTED))
    }

    /// What to play, and where to.
    fn prepare(&self, registry: &Registry) -> Result<(Manifest, Option<RunFolder>), Failure> {
        if let Some(path) = &self.resume {
            let folder = RunFolder::open(path)?;
            folder.check_program()?;
            return Ok((folder.manifest().clone(), Some(folder)));
        }
        let rules = rules::parse(&self.rules).map_err(Failure::Input)?;
        let agents = players::parse_table(registry, self.agents.as_deref()).map_err(Failure::Input)?;
        let (deals, part_deals) = if self.matches { (9_600, 4_800) } else { (10_000, Manifest::PART_DEALS) };
        let (deals, part_deals) = (self.deals.unwrap_or(deals), self.part_deals.unwrap_or(part_deals));
        let mut manifest = Manifest::new(rules, self.seed, deals, part_deals, self.log.into(), &agents)?;
        if self.matches {
            manifest = manifest.with_rotation(self.rotation.into())?;
            if self.log == Log::None {
                return Err(Failure::Input(anyhow!(
                    "--match counts matches from the log, which --log none leaves out"
                )));
            }
        }
        let folder = match &self.out {
            Some(path) => Some(RunFolder::create_or_continue(path, &manifest)?),
            None if self.log == Log::None => None,
            None => Some(default_folder(&manifest)?),
        };
        Ok((manifest, folder))
    }
}

pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// `runs/heuristic-seed1-10000`, or the first of its numbered followers that is free or holds this run unfinished.
fn default_folder(manifest: &Manifest) -> Result<RunFolder, RunError> {
    let name = default_name(manifest);
    let mut number = 1u32;
    loop {
        let path =
            Path::new("runs").join(if number == 1 { name.clone() } else { format!("{name}-{number}") });
        if !path.exists() {
            return RunFolder::create_or_continue(&path, manifest);
        }
        let unfinished = RunFolder::open(&path)
            .ok()
            .filter(|folder| folder.manifest().is_of(manifest))
            .filter(|folder| folder.deals_done().is_ok_and(|done| done < manifest.deals));
        if let Some(folder) = unfinished {
            return Ok(folder);
        }
        number += 1;
    }
}

fn default_name(manifest: &Manifest) -> String {
    let mut agents: Vec<&str> = manifest.agents.iter().map(String::as_str).collect();
    if agents[..2] == agents[2..] {
        agents.truncate(2);
    }
    agents.dedup();
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let agents: String = agents.join("_").chars().map(plain).take(80).collect();
    let rules =
        if manifest.rules == RuleSet::MCR { String::new() } else { format!("-{}", manifest.rules_name()) };
    let matches = if manifest.rotation.is_some() { "-match" } else { "" };
    format!("{agents}{rules}{matches}-seed{}-{}", manifest.seed, manifest.deals)
}

/// Tells, on standard error, what a run starts from when that is not nothing.
fn tell_start(manifest: &Manifest, folder: Option<&RunFolder>, done: u64) {
    let Some(folder) = folder.filter(|_| done > 0) else { return };
    let path = folder.path().display();
    if done == manifest.deals {
        eprintln!("{path}: all {} deals are there already; counting them", grouped(done));
    } else {
        eprintln!("{path}: going on after {} of {} deals", grouped(done), grouped(manifest.deals));
    }
}

/// Tells, on standard error, what a run that failed leaves.
fn tell_kept(error: &RunError, manifest: &Manifest, folder: Option<&RunFolder>) {
    let Some(folder) = folder.filter(|_| !error.is_input()) else { return };
    if let Ok(done @ 1..) = folder.deals_done() {
        let (path, all) = (folder.path().display(), grouped(manifest.deals));
        eprintln!("{} of {all} deals are kept; go on with:  mcr simulate --resume {path}", grouped(done));
    }
}

struct Report<'a> {
    manifest: &'a Manifest,
    folder: Option<&'a RunFolder>,
    finished: &'a Finished,
    threads: usize,
    seconds: f64,
}

/// The JSON output: the summary and what this process did.
#[derive(Serialize)]
struct Output<'a> {
    seconds: f64,
    /// Deals played by this process, which is what `seconds` was needed for.
    played: u64,
    deals_per_second: f64,
    threads: usize,
    folder: Option<&'a Path>,
    seed: u64,
    rules: &'static str,
    /// The ranking of a run of matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<Vec<PlayerStanding>>,
    #[serde(flatten)]
    summary: Summary,
}

impl Report<'_> {
    fn rate(&self) -> f64 {
        self.finished.played as f64 / self.seconds.max(1e-9)
    }

    fn print(&self, format: Format, out: &mut dyn Write) -> Result<(), Failure> {
        let summary = Summary::of(&self.finished.tally, &self.manifest.rules);
        match format {
            Format::Json => {
                let output = Output {
                    seconds: self.seconds,
                    played: self.finished.played,
                    deals_per_second: self.rate(),
                    threads: self.threads,
                    folder: self.folder.map(RunFolder::path),
                    seed: self.manifest.seed,
                    rules: self.manifest.rules_name(),
                    matches: self.ranking()?,
                    summary,
                };
                serde_json::to_writer_pretty(&mut *out, &output).map_err(std::io::Error::from)?;
                writeln!(out)?;
            }
            Format::Csv => write!(out, "{}", fan_csv(&summary))?,
            Format::Table => {
                writeln!(out, "{}\n\n{}", headline(self.manifest), summary_text(&summary))?;
                if let Some(ranking) = self.ranking()? {
                    writeln!(out, "{}", ranking_text(&ranking))?;
                }
                writeln!(out, "{}", self.footer())?;
            }
        }
        Ok(())
    }

    /// The ranking of a run of matches.
    fn ranking(&self) -> Result<Option<Vec<PlayerStanding>>, Failure> {
        let standings = self.folder.map_or(Ok(None), Standings::of_run)?;
        Ok(standings.map(|standings| standings.ranking()))
    }

    fn footer(&self) -> String {
        let mut footer = String::new();
        if self.finished.played > 0 {
            let threads = if self.threads == 1 { "thread" } else { "threads" };
            footer = format!(
                "{} deals in {:.1} s: {} deals/s on {} {threads}\n",
                grouped(self.finished.played),
                self.seconds,
                grouped(self.rate() as u64),
                self.threads
            );
        }
        if let Some(folder) = self.folder {
            footer.push_str(&format!("Run folder: {}\n", folder.path().display()));
        }
        footer
    }

    /// What there is after an interruption, and how it goes on.
    fn tell_interrupted(&self, out: &mut dyn Write) -> Result<(), Failure> {
        out.flush()?;
        let (done, all) = (grouped(self.finished.tally.deals), grouped(self.manifest.deals));
        match self.folder.filter(|_| self.manifest.log != LogLevel::None) {
            Some(folder) => {
                let path = folder.path().display();
                eprintln!("Stopped: {done} of {all} deals are in {path}.");
                eprintln!("Look at them with:  mcr stats {path}");
                eprintln!("Go on with:         mcr simulate --resume {path}");
            }
            None => eprintln!("Stopped after {done} of {all} deals; nothing was logged, so they are gone."),
        }
        Ok(())
    }
}

/// `10,000 deals · seed 1 · rules mcr · agents greedy`.
pub(crate) fn headline(manifest: &Manifest) -> String {
    let [east, rest @ ..] = &manifest.agents;
    let agents =
        if rest.iter().all(|agent| agent == east) { east.clone() } else { manifest.agents.join(", ") };
    format!(
        "{} deals · seed {} · rules {} · {} {agents}",
        grouped(manifest.deals),
        manifest.seed,
        manifest.rules_name(),
        if rest.iter().all(|agent| agent == east) { "four times" } else { "agents" },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(agents: &str, rules: RuleSet) -> Manifest {
        let specs = players::parse_table(&Registry::standard(), Some(agents)).unwrap();
        Manifest::new(rules, 7, 200, 100, LogLevel::Deals, &specs).unwrap()
    }

    #[test]
    fn folders_are_named_after_what_is_played() {
        assert_eq!(default_name(&manifest("greedy", RuleSet::MCR)), "greedy-seed7-200");
        assert_eq!(
            default_name(&manifest("greedy,random", RuleSet::MCR_136)),
            "greedy_random-mcr-136-seed7-200"
        );
        let four = default_name(&manifest("greedy:noise=0.1,random,random,random", RuleSet::MCR));
        assert_eq!(four, "greedy-noise-0.1_random-seed7-200");
    }
}
