//! `mcr explain`: what an agent sees in a position.

mod position;
mod print;

use crate::{failure::Failure, format::Format, players, rules, tiles::tiles};
use anyhow::{Context, anyhow, bail};
use mcr_agents::{Agent, AgentFailure, Explanation, Registry};
use mcr_engine::{Action, Deal, Observation, Seat, notation::hand_string::HandString, rng};
use mcr_sim::{replay::watch_moves, run::RunFolder};
use std::{io::Write, path::Path, process::ExitCode};

/// Show what an agent sees in a hand or a logged decision: the actions it weighs, what it plays for, chances and values.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mcr explain 1235m3467p45678sE
  mcr explain '[123m,1]456m78p2355s9s' --seen 9m9mEEC
  mcr explain 1235m3467p45678s --offered 9s
  mcr explain runs/heuristic-seed1-10000 17
  mcr explain runs/heuristic-seed1-10000 17 --step 23 --agent mc")]
pub(crate) struct Args {
    /// A hand written as for `mcr score`: 14 tiles to discard from, or 13 and --offered; or a run folder, with a deal
    #[arg(value_name = "HAND|RUN")]
    place: String,
    /// Number of the deal of a run, from 0
    deal: Option<u64>,
    /// One decision of the deal; without it every decision gets a line
    #[arg(long, value_name = "N", requires = "deal")]
    step: Option<usize>,
    /// The agent to ask
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Tiles among the discards
    #[arg(long, value_name = "TILES", conflicts_with = "deal")]
    seen: Option<String>,
    /// The left neighbour's discard, to be claimed or not
    #[arg(long, value_name = "TILE", conflicts_with = "deal")]
    offered: Option<String>,
    /// Rule set of a hand: mcr, mcr-136, botzone, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "mcr", conflicts_with = "deal")]
    rules: String,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Args {
    pub(crate) fn run(self, registry: &Registry, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let spec = players::parse_one(registry, self.agent.as_deref())?;
        let mut agent = spec.build();
        if agent.bot().is_some() {
            return Err(Failure::Input(anyhow!("{spec}: such a program does not say what it thinks")));
        }
        match self.deal {
            Some(deal) => self.explain_deal(deal, agent.as_mut(), out)?,
            None => self.explain_hand(agent.as_mut(), out)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn explain_hand(&self, agent: &mut dyn Agent, out: &mut dyn Write) -> Result<(), Failure> {
        let deal = self.position().map_err(Failure::Input)?;
        let seat = deal.pending().first().context("nothing is to be decided").map_err(Failure::Input)?;
        let view = deal.observe(seat);
        let explanation = explain(agent, &view, rng::agent_keys(0, 0)[seat]).map_err(failed)?;
        print::decision(&view, &explanation, None, self.format, out)
    }

    fn position(&self) -> anyhow::Result<Deal> {
        if Path::new(&self.place).exists() {
            bail!("{}: which deal? expected its number after the run folder", self.place);
        }
        let rules = rules::parse(&self.rules)?;
        let hand: HandString = self.place.parse().with_context(|| format!("hand {:?}", self.place))?;
        let seen = self.seen.as_deref().map_or(Ok(Vec::new()), |text| tiles(text, "--seen"))?;
        let offered = self.offered.as_deref().map(|text| tiles(text, "--offered")).transpose()?;
        let offered = match offered.as_deref() {
            None => None,
            Some([tile]) => Some(*tile),
            Some(tiles) => bail!("--offered: {} tiles, expected 1", tiles.len()),
        };
        position::deal(&rules, &hand, &seen, offered)
    }

    fn explain_deal(&self, number: u64, agent: &mut dyn Agent, out: &mut dyn Write) -> Result<(), Failure> {
        let folder = RunFolder::open(Path::new(&self.place))?;
        let manifest = folder.manifest();
        let row = folder.deal(number)?.ok_or_else(|| {
            Failure::Input(anyhow!("{}: deal {number} is not in the run, or not logged", self.place))
        })?;
        let keys = rng::agent_keys(row.seed.unwrap_or(0), number);
        let mut step = 0;
        let mut written = Ok(());
        let mut lines = print::Lines::new();
        watch_moves(&manifest.rules, &row, |view, action| {
            let here = step;
            step += 1;
            if written.is_err() || self.step.is_some_and(|wanted| wanted != here) {
                return;
            }
            written = explain(agent, view, keys[view.seat()]).map_err(failed).and_then(|explanation| {
                if self.step.is_some() {
                    return print::decision(view, &explanation, Some(action), self.format, out);
                }
                lines.add(here, view, action, &explanation);
                Ok(())
            });
        })
        .with_context(|| format!("{}: deal {number} does not replay", self.place))
        .map_err(Failure::Input)?;
        written?;
        match self.step {
            Some(wanted) if wanted >= step => Err(Failure::Input(anyhow!(
                "{}: deal {number} has no step {wanted}, it has 0 to {}",
                self.place,
                step.saturating_sub(1)
            ))),
            Some(_) => Ok(()),
            None => lines.print(self.format, out),
        }
    }
}

/// What an agent thinks whose randomness in this deal has this key.
fn explain(agent: &mut dyn Agent, view: &Observation<'_>, key: u64) -> Result<Explanation, AgentFailure> {
    agent.try_explain(view, &mut rng::DecisionRng::new(key, view.decision()))
}

fn failed(failure: AgentFailure) -> Failure {
    Failure::Run(anyhow::Error::new(failure).context("the agent failed"))
}

/// What an action is called.
fn action_text(action: Action) -> String {
    match action {
        Action::Pass => "pass".into(),
        Action::Hu => "hu 和".into(),
        Action::Discard(tile) => format!("discard {tile}"),
        Action::Chow { lowest, .. } => {
            let rank = |step: u8| lowest.rank().map_or(0, |rank| rank + step);
            let suit = lowest.suit().map_or(' ', mcr_engine::Suit::letter);
            format!("chow {}{}{}{suit}", rank(0), rank(1), rank(2))
        }
        Action::Pung(tile) => format!("pung {tile}"),
        Action::MeldedKong(tile) => format!("kong {tile}"),
        Action::ConcealedKong(tile) => format!("concealed kong {tile}"),
        Action::AddedKong(tile) => format!("add {tile} to the pung"),
    }
}

/// The seats' names.
fn seat_name(seat: Seat) -> &'static str {
    ["East", "South", "West", "North"][seat.index()]
}
