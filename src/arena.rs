//! `mcr arena`: who is stronger, by how many points a deal, how sure that is.

pub(crate) mod matches;

use crate::{
    failure::Failure,
    format::Format,
    progress::{INTERRUPTED, Progress},
    rules,
    simulate::all_cores,
};
use anyhow::anyhow;
use matches::{Matches, RotationArg};
use mcr_agents::{AgentSpec, Registry};
use mcr_sim::{
    arena::{
        Arena, Contestant, Effort, Lineup, Meeting, Plan, Report, Run, Seatings, Speed, Table, csv, lineups,
    },
    report::grouped,
};
use std::{
    collections::BTreeSet,
    io::{self, Write},
    num::NonZero,
    path::PathBuf,
    process::ExitCode,
    time::Instant,
};

/// Compare agents on duplicate sets: points a deal with intervals, a sequential test, ratings.
///
/// A set is one wall played in the four cyclic seatings of the same agents, so that the luck of the tiles is shared.
/// Two agents A and B meet as A alone against three B and as B alone against three A; the mean of each is its points
/// a deal when alone. Agents with chance in them draw the same random numbers on the same wall, seat and decision:
/// unchanged play cancels exactly.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Who plays: two to four agents, or one and its field like A,B,B,B
    ///
    /// Two agents are each alone against three of the other; three take turns in holding two seats; four sit at one table, where
    /// A,B,B,B is A alone against three B.
    #[arg(long, value_name = "A,B[,C,D]")]
    agents: String,
    /// The field: each of --agents plays alone against three of this one, and nobody else (half the work)
    #[arg(long, value_name = "AGENT", conflicts_with = "round_robin")]
    against: Option<String>,
    /// Every agent alone against three of every other, for any number of agents, with ratings
    #[arg(long)]
    round_robin: bool,
    /// Rule set: mcr, mcr-136, botzone, or a TOML file like those in configs/rules
    #[arg(long, value_name = "NAME|FILE", default_value = "mcr")]
    rules: String,
    /// How many sets to play; with --test the most [default: 1000, with --test 100000]
    #[arg(long, value_name = "N")]
    sets: Option<u64>,
    /// In which seatings a wall is played
    #[arg(long, value_enum, default_value_t)]
    seatings: SeatingsArg,
    /// Seed of walls and agents
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Worker threads; they change nothing but the time [default: all cores]
    #[arg(long, value_name = "T")]
    threads: Option<NonZero<usize>>,
    /// Keep finished sets in this folder, and go on with what is there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Take the luck of the draws out of the means: without bias, intervals some per cent shorter, slower
    #[arg(long)]
    control_variates: bool,
    /// Give every agent random numbers of its own, so that equal agents do not tie exactly
    #[arg(long)]
    separate_randomness: bool,
    /// Play whole matches of 16 deals at one table and rank the players by standard points 4-2-1-0; --sets counts
    /// matches. One agent plays all four players, two alternate
    #[arg(long = "match", conflicts_with_all = ["against", "round_robin", "seatings", "out", "control_variates", "separate_randomness", "test"])]
    matches: bool,
    /// How the players of a match change seats
    #[arg(long, value_enum, default_value_t, requires = "matches")]
    rotation: RotationArg,
    #[command(flatten)]
    test: TestArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The sequential test of what the first agent gains a deal.
#[derive(clap::Args)]
#[command(next_help_heading = "Sequential test")]
struct TestArgs {
    /// Stop as soon as it is decided whether the first agent gains the margin or nothing
    #[arg(long)]
    test: bool,
    /// Gain that is to be found, points a deal
    #[arg(long, value_name = "POINTS", default_value_t = Plan::default().alternative, requires = "test")]
    margin: f64,
    /// Gain that is to be rejected, points a deal
    #[arg(long, value_name = "POINTS", default_value_t = Plan::default().null, requires = "test", allow_negative_numbers = true)]
    null: f64,
    /// Chance to call it stronger although it gains no more than --null
    #[arg(long, value_name = "P", default_value_t = Plan::default().alpha, requires = "test")]
    alpha: f64,
    /// Chance not to call it stronger although it gains --margin
    #[arg(long, value_name = "P", default_value_t = Plan::default().beta, requires = "test")]
    beta: f64,
    /// No verdict before so many sets
    #[arg(long, value_name = "N", default_value_t = Plan::default().minimum_sets, requires = "test")]
    min_sets: u64,
}

/// `--seatings`.
#[derive(Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum SeatingsArg {
    /// The 4 cyclic seatings of a wall
    #[default]
    Rotations,
    /// All 24 seatings of a wall
    Permutations,
    /// A set is 4 walls, one for each prevalent wind, in all 24 seatings: 96 deals, as bot contests are played
    Contest,
}

impl From<SeatingsArg> for Seatings {
    fn from(seatings: SeatingsArg) -> Seatings {
        match seatings {
            SeatingsArg::Rotations => Seatings::Rotations,
            SeatingsArg::Permutations => Seatings::Permutations,
            SeatingsArg::Contest => Seatings::Contest,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  mcr arena --agents greedy,greedy:noise=0.05
  mcr arena --agents greedy:noise=0.05 --against greedy --sets 5000 --format json
  mcr arena --agents greedy,greedy:noise=0.05 --test --margin 0.5 --out runs/noise
  mcr arena --agents random,greedy,greedy:noise=0.1,greedy:noise=0.3 --round-robin
  mcr arena --agents heuristic,greedy,greedy,random --match --sets 200 --rotation b
  mcr arena --agents 'heuristic,external:python3 my_bot.py,time=2' --rules botzone --sets 50
  mcr arena --agents greedy,greedy,random,random --seatings contest --rules botzone --sets 10";

/// Sets beyond any patience.
const MOST_SETS: u64 = 1_000_000_000_000;

/// Seeds a TOML file can hold.
const MOST_SEED: u64 = i64::MAX as u64;

impl Args {
    pub(crate) fn run(self, registry: &Registry, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        if rules::parse(&self.rules).map_err(Failure::Input)?.sequence().is_some()
            && (self.matches || self.control_variates)
        {
            let what = if self.matches { "--match" } else { "--control-variates" };
            return Err(Failure::Input(anyhow::anyhow!(
                "{what}: not where deals follow from one another, by a session or dealer_repeats ({})",
                self.rules
            )));
        }
        if self.matches {
            let matches = Matches {
                registry,
                agents: &self.agents,
                rules: &self.rules,
                matches: self.sets.unwrap_or(100),
                seed: self.seed,
                rotation: self.rotation,
                threads: self.threads.map_or_else(all_cores, NonZero::get),
                format: self.format,
            };
            return matches.run(out);
        }
        let (specs, lineups) = self.table(registry).map_err(Failure::Input)?;
        let contestants: Vec<Box<dyn Contestant>> =
            specs.into_iter().map(|spec| Box::new(spec) as Box<dyn Contestant>).collect();
        let arena = Arena {
            contestants: &contestants,
            lineups,
            seatings: self.seatings.into(),
            rules: rules::parse(&self.rules).map_err(Failure::Input)?,
            seed: self.seed,
            control_variates: self.control_variates,
            separate_randomness: self.separate_randomness,
        };
        let effort = self.effort()?;
        let threads = self.threads.map_or_else(all_cores, NonZero::get);
        let mut run = Run::open(&arena, &effort)?;
        let (before, all) = (run.standings().deals(), arena.deals(effort.sets));
        if before > 0 {
            eprintln!("going on after {} of {} sets", run.standings().sets(), effort.sets);
        }
        let progress = Progress::start(all, before, registry);
        #[expect(clippy::disallowed_methods, reason = "the rate is printed, and reaches no file")]
        let started = Instant::now();
        let played = run.play(threads, &progress);
        progress.finish();
        played?;
        let seconds = started.elapsed().as_secs_f64();
        let played = run.standings().deals() - before;
        let deals_per_second = played as f64 / seconds.max(1e-9);
        self.report(&run, Speed { seconds, played, deals_per_second, threads }, out)
    }

    /// Who plays, and who meets whom.
    fn table(&self, registry: &Registry) -> anyhow::Result<(Vec<AgentSpec>, Vec<Lineup>)> {
        let mut specs = registry.parse_list(&self.agents)?;
        let count = specs.len();
        if let Some(field) = &self.against {
            specs.push(registry.parse(field)?);
            return Ok((specs, lineups(Meeting::Against, count + 1)));
        }
        if self.round_robin {
            let names: BTreeSet<String> = specs.iter().map(AgentSpec::to_string).collect();
            let fault = match (count, names.len()) {
                (..2, _) => "names 1, --round-robin expects 2 or more",
                (all, different) if different < all => "names one twice, --round-robin expects each once",
                _ => return Ok((specs, lineups(Meeting::RoundRobin, count))),
            };
            return Err(anyhow!("--agents {:?} {fault}", self.agents));
        }
        match count {
            2 | 3 => Ok((specs, lineups(Meeting::Table, count))),
            4 => Ok(one_table(specs)),
            _ => Err(anyhow!(
                "--agents {:?} names {count}, expected 2 to 4; more with --round-robin, one with --against",
                self.agents
            )),
        }
    }

    fn effort(&self) -> Result<Effort, Failure> {
        let test = self.test.plan();
        if let Some(plan) = &test {
            plan.check().map_err(|error| Failure::Input(error.into()))?;
        }
        let sets = self.sets.unwrap_or(if test.is_some() { 100_000 } else { 1000 });
        for (name, value, least, most) in
            [("--sets", sets, 1, MOST_SETS), ("--seed", self.seed, 0, MOST_SEED)]
        {
            if !(least..=most).contains(&value) {
                return Err(Failure::Input(anyhow!("{name} is {value}, expected {least} to {most}")));
            }
        }
        Ok(Effort { sets, test, out: self.out.clone() })
    }

    fn report(&self, run: &Run<'_>, speed: Speed, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let report = Report::new(run, &self.rules, Some(speed));
        if run.is_complete() {
            run.write_results(&json(&report.without_clock())?)?;
        }
        match self.format {
            Format::Json => write!(out, "{}", json(&report)?)?,
            Format::Csv => write!(out, "{}", csv(&report))?,
            Format::Table => {
                write!(out, "{}", Table(&report))?;
                if speed.played > 0 {
                    let rate = speed.deals_per_second;
                    let (played, rate) = (grouped(speed.played), grouped(rate as u64));
                    writeln!(out, "\n{played} deals in {:.1} s: {rate} deals/s", speed.seconds)?;
                }
            }
        }
        if run.is_complete() {
            return Ok(ExitCode::SUCCESS);
        }
        out.flush()?;
        let kept = if self.out.is_some() { "; the same command goes on" } else { "" };
        eprintln!("Stopped after {} sets{kept}.", run.standings().sets());
        Ok(ExitCode::from(INTERRUPTED))
    }
}

impl TestArgs {
    fn plan(&self) -> Option<Plan> {
        let TestArgs { test, margin, null, alpha, beta, min_sets } = *self;
        test.then_some(Plan { null, alternative: margin, alpha, beta, minimum_sets: min_sets })
    }
}

/// Four chairs at one table; equal specs are one agent, so that A,B,B,B is A alone against three B.
fn one_table(chairs: Vec<AgentSpec>) -> (Vec<AgentSpec>, Vec<Lineup>) {
    let mut specs: Vec<AgentSpec> = Vec::new();
    let mut lineup = Lineup([0; 4]);
    for (chair, spec) in lineup.0.iter_mut().zip(chairs) {
        *chair = specs.iter().position(|known| *known == spec).unwrap_or_else(|| {
            specs.push(spec);
            specs.len() - 1
        });
    }
    (specs, vec![lineup])
}

fn json(report: &Report) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(report).map_err(io::Error::from)?;
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(list: &str) -> (Vec<String>, Vec<Lineup>) {
        let (specs, lineups) = one_table(Registry::standard().parse_list(list).unwrap());
        (specs.iter().map(AgentSpec::to_string).collect(), lineups)
    }

    #[test]
    fn equal_chairs_are_one_agent() {
        let two = ["greedy", "random"].map(str::to_owned).to_vec();
        assert_eq!(table("greedy,random,random,random"), (two.clone(), vec![Lineup([0, 1, 1, 1])]));
        assert_eq!(table("greedy,random,greedy,random"), (two, vec![Lineup([0, 1, 0, 1])]));
        assert_eq!(table("greedy,greedy,greedy,greedy").1, [Lineup([0; 4])]);
    }
}
