//! `mcr train gate`: a network takes the best one's place if it beats it.

use crate::{
    failure::Failure,
    players,
    progress::{INTERRUPTED, Progress},
    rules,
    simulate::all_cores,
};
use anyhow::{Context, anyhow};
use mcr_agents::{Registry, neural};
use mcr_sim::arena::{Arena, Contestant, Effort, Meeting, Plan, Run, Seatings, Verdict, lineups};
use std::{fs, io::Write, num::NonZero, path::PathBuf, process::ExitCode};

/// Let a network play alone against three of the best one so far, and put it in its place if it is stronger.
///
/// A sequential test decides on duplicate sets. While there is no best network the candidate has to beat --first instead. Ends
/// with 0 when the candidate is the best now, with 1 when it is not stronger.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  mcr train gate --candidate runs/better/best.safetensors --best runs/best.safetensors --margin 0.3")]
pub(super) struct Args {
    /// The network to be tested
    #[arg(long, value_name = "FILE")]
    candidate: PathBuf,
    /// The best network so far; overwritten by a stronger one
    #[arg(long, value_name = "FILE")]
    best: PathBuf,
    /// Whom to beat while there is no best network
    #[arg(long, value_name = "AGENT")]
    first: Option<String>,
    /// Gain that is to be found, points a deal
    #[arg(long, value_name = "POINTS", default_value_t = 0.5)]
    margin: f64,
    /// Chance of each of the two errors
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    error: f64,
    /// Most sets; when they end without a verdict the candidate is not stronger
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    sets: u64,
    /// Rule set: mcr, mcr-136, botzone, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "mcr")]
    rules: String,
    /// Seed of the walls; another one for every gate
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Worker threads; they change nothing but the time [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl Args {
    pub(super) fn run(self, registry: &Registry, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let best = self.best.exists().then(|| neural::spec(&self.best));
        let other = players::parse_one(registry, best.as_deref().or(self.first.as_deref()))?;
        let candidate = players::parse_one(registry, Some(&neural::spec(&self.candidate)))?;
        let contestants: Vec<Box<dyn Contestant>> = vec![Box::new(candidate), Box::new(other.clone())];
        let arena = Arena {
            contestants: &contestants,
            lineups: lineups(Meeting::Against, 2),
            seatings: Seatings::Rotations,
            rules: rules::parse(&self.rules).map_err(Failure::Input)?,
            seed: self.seed,
            control_variates: false,
            separate_randomness: false,
        };
        let plan = Plan { alternative: self.margin, alpha: self.error, beta: self.error, ..Plan::default() };
        plan.check().map_err(|error| Failure::Input(error.into()))?;
        let effort = Effort { sets: self.sets, test: Some(plan), out: None };
        let mut run = Run::open(&arena, &effort)?;
        let progress = Progress::start(arena.deals(self.sets), 0, registry);
        let played = run.play(self.threads.map_or_else(all_cores, NonZero::get), &progress);
        progress.finish();
        played?;
        let points = run.standings().points(0);
        let margin = points.interval().map_or(f64::NAN, |interval| (interval.high - interval.low) / 2.0);
        let verdict = run.test().map(|test| test.verdict());
        let stronger = verdict == Some(Verdict::Stronger);
        writeln!(
            out,
            "{} against three {other}: {:+.3} ± {margin:.3} points a deal in {} sets: {}",
            self.candidate.display(),
            points.mean(),
            run.standings().sets(),
            if stronger { "stronger" } else { "not stronger" }
        )?;
        if stronger {
            self.put().map_err(Failure::Run)?;
            return Ok(ExitCode::SUCCESS);
        }
        Ok(ExitCode::from(if run.is_complete() { 1 } else { INTERRUPTED }))
    }

    /// Puts the candidate in the best one's place, whole.
    fn put(&self) -> anyhow::Result<()> {
        if fs::canonicalize(&self.candidate).ok() == fs::canonicalize(&self.best).ok() {
            return Err(anyhow!("--candidate and --best are the same file"));
        }
        let part = self.best.with_extension("part");
        fs::copy(&self.candidate, &part)
            .and_then(|_| fs::rename(&part, &self.best))
            .with_context(|| self.best.display().to_string())
    }
}
