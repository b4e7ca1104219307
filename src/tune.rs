//! `mcr tune`: better parameters for an agent, found by playing.

use crate::{
    failure::Failure,
    players,
    progress::{INTERRUPTED, Progress},
    rules,
    simulate::all_cores,
};
use anyhow::{Context, anyhow};
use mcr_agents::{AgentOption, AgentSpec, Registry};
use mcr_sim::{
    arena::Plan,
    tune::{Comparison, TuneError, Tuner, Tuning},
};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Tune the parameters of an agent: change one at a time and keep what wins in the arena.
///
/// Parameters are options of the agent that are numbers. Each change plays alone against three of the champion until a
/// sequential test decides, on new walls. The record and the best parameters are kept in a folder; the same command goes on
/// with it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mcr tune --out runs/tune
  mcr tune --agent heuristic:config=runs/tune/best.toml --out runs/tune-again
  mcr tune --keys claim_margin,danger.cost --factor 1.3 --sets 4000 --out runs/tune-claims
  mcr arena --agents heuristic:config=runs/tune/best.toml --against heuristic --sets 5000")]
pub(crate) struct Args {
    /// Folder of record.jsonl, of best.txt with the best agent's spec, and of best.toml where the agent reads such a file
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The agent, with the parameters to begin with
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Parameters to change, in this order [default: those that the agent wants tuned, see mcr agents]
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    keys: Vec<String>,
    /// Factor of a change, up and down; whole numbers change by one
    #[arg(long, value_name = "X", default_value_t = 1.25)]
    factor: f64,
    /// Most sets of four deals for one comparison
    #[arg(long, value_name = "N", default_value_t = 3000)]
    sets: u64,
    /// Gain that is to be found, points a deal
    #[arg(long, value_name = "POINTS", default_value_t = 0.4)]
    margin: f64,
    /// Rule set: mcr, mcr-136, botzone, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "mcr")]
    rules: String,
    /// Seed of the walls
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// Worker threads; as many as there are cores unless given
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl Args {
    pub(crate) fn run(self, registry: &Registry, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        if !(self.factor.is_finite() && self.factor > 1.0) {
            return Err(Failure::Input(anyhow!("--factor is {}, expected more than 1", self.factor)));
        }
        let start = players::parse_one(registry, self.agent.as_deref())?;
        let tuning = Tuning {
            keys: self.keys_for(&start).map_err(Failure::Input)?,
            factor: self.factor,
            sets: self.sets,
            plan: Plan { alternative: self.margin, ..Plan::default() },
            rules: rules::parse(&self.rules).map_err(Failure::Input)?,
            seed: u64::from(self.seed),
            threads: self.threads.map_or_else(all_cores, NonZero::get),
        };
        tuning.plan.check().map_err(|error| Failure::Input(error.into()))?;
        fs::create_dir_all(&self.out).map_err(|error| {
            Failure::Input(anyhow::Error::new(error).context(format!("--out {}", self.out.display())))
        })?;
        let record = self.out.join("record.jsonl");
        let known = read_record(&record).map_err(Failure::Input)?;
        let mut lines = known.len() as u64;
        let mut tuner = Tuner::new(&tuning, start, known).map_err(|error| Failure::Input(error.into()))?;
        let progress = Progress::start(0, 0, registry);
        let ended = tuner.pass(&progress, |comparison, champion| -> anyhow::Result<()> {
            writeln!(out, "{}", line(comparison))?;
            out.flush()?;
            if comparison.number >= lines {
                append(&record, comparison)?;
                lines += 1;
            }
            self.keep(champion)
        });
        progress.finish();
        let whole = ended.map_err(Failure::Input)?;
        if !whole {
            eprintln!("Stopped; the same command goes on.");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        writeln!(out, "\nBest parameters: {}", tuner.champion())?;
        if tuner.champion().to_toml().is_some() {
            writeln!(out, "The same as a file: {}", self.out.join(BEST_FILE).display())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The parameters to change.
    fn keys_for(&self, agent: &AgentSpec) -> anyhow::Result<Vec<String>> {
        let options = agent.factory().options();
        let tuned: Vec<String> = options
            .iter()
            .filter(|option| option.is_tuned())
            .map(|option| option.name().to_owned())
            .collect();
        match (&self.keys[..], &tuned[..]) {
            ([], []) => {
                let numbers = options.iter().filter(|option| option.is_number()).map(AgentOption::name);
                let numbers = numbers.collect::<Vec<_>>().join(", ");
                Err(anyhow!(
                    "{agent}: it names no parameters to tune; expected --keys with some of its numbers: {}",
                    if numbers.is_empty() { "(none)" } else { &numbers }
                ))
            }
            ([], _) => Ok(tuned),
            (keys, _) => Ok(keys.to_vec()),
        }
    }

    /// Keeps the best agent so far.
    fn keep(&self, champion: &AgentSpec) -> anyhow::Result<()> {
        fs::write(self.out.join(BEST_SPEC), format!("{champion}\n"))?;
        champion.to_toml().map_or(Ok(()), |text| Ok(fs::write(self.out.join(BEST_FILE), text)?))
    }
}

/// The best agent so far, as a spec and as a file of parameters.
const BEST_SPEC: &str = "best.txt";
const BEST_FILE: &str = "best.toml";

fn line(comparison: &Comparison) -> String {
    let Comparison { number, key, from, to, sets, gain, half, accepted } = comparison;
    let verdict = if *accepted { "kept" } else { "dropped" };
    format!(
        "{number:>3}  {key} {from} → {to}: {gain:+.2} ± {half:.2} points a deal in {sets} sets, {verdict}"
    )
}

fn append(path: &Path, comparison: &Comparison) -> anyhow::Result<()> {
    let mut file = File::options().create(true).append(true).open(path)?;
    Ok(file.write_all(format!("{}\n", serde_json::to_string(comparison)?).as_bytes())?)
}

/// Whole lines of a record; one that was cut off by a crash is played again.
fn read_record(path: &Path) -> anyhow::Result<Vec<Comparison>> {
    let place = || path.display().to_string();
    let Ok(file) = File::open(path) else { return Ok(Vec::new()) };
    let lines: Vec<String> = BufReader::new(file).lines().collect::<Result<_, _>>().with_context(place)?;
    let mut known = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        match serde_json::from_str(line) {
            Ok(comparison) => known.push(comparison),
            Err(_) if number + 1 == lines.len() => {
                let kept: String = lines[..number].iter().map(|line| format!("{line}\n")).collect();
                fs::write(path, kept).with_context(place)?;
            }
            Err(error) => {
                return Err(anyhow!(error).context(format!("{}, line {}", place(), number + 1)));
            }
        }
    }
    Ok(known)
}

impl From<TuneError> for Failure {
    fn from(error: TuneError) -> Failure {
        Failure::Input(error.into())
    }
}
