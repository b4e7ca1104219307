//! `mcr botzone`: one bot of the online league.

use crate::{failure::Failure, players, rules};
use mcr_agents::{
    Registry,
    botzone::{ServeError, Serving, serve},
};
use mcr_engine::rng::agent_keys;
use std::{
    io::{self, Write},
    process::ExitCode,
};

/// Play as a bot of the online league, on standard input and output.
///
/// The requests of the game "Chinese-Standard-Mahjong" come as one line of JSON or in the simplified form, whichever
/// the input begins with, and the answer goes out likewise. The whole deal is in the input, so the process answers
/// and ends; with --keep-running it asks to be left alive and answers request by request until its input ends.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Who plays
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// Ask the judge to keep this process running between turns
    #[arg(long)]
    keep_running: bool,
    /// Rule set of the deal
    #[arg(long, value_name = "NAME|FILE", default_value = "botzone")]
    rules: String,
    /// Seed of the agent's randomness
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of the deal, which the agent's randomness also depends on
    #[arg(long, value_name = "N", default_value_t = 0)]
    deal: u64,
}

const EXAMPLES: &str = "\
Examples:
  echo '{\"requests\":[\"0 0 1\"],\"responses\":[]}' | mcr botzone --agent greedy
  printf '1\\n0 0 1\\n' | mcr botzone --agent greedy";

impl Args {
    pub(crate) fn run(self, registry: &Registry, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let serving = Serving {
            rules: rules::parse(&self.rules).map_err(Failure::Input)?,
            keys: agent_keys(self.seed, self.deal),
            keep_running: self.keep_running,
        };
        let mut agent = players::parse_one(registry, self.agent.as_deref())?.build();
        match serve(io::stdin().lock(), out, &mut *agent, &serving) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(ServeError::Write(error)) => Err(error.into()),
            Err(error @ ServeError::Answer(_)) => Err(Failure::Run(error.into())),
            Err(error) => Err(Failure::Input(error.into())),
        }
    }
}
