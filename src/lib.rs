//! The `mcr` command as a library: one small file a subcommand, which parses, calls a crate and prints.
//!
//! A program with agents of its own is `mcr` with a longer registry:
//!
//! ```no_run
//! use mcr::agents::Registry;
//!
//! // Registry::standard().with(MyFactory) adds an agent to those of this program.
//! let code: std::process::ExitCode = mcr::run(Registry::standard());
//! ```
//!
//! `docs/write_an_agent.md` and `examples/own_agent` show the rest. The crates below are all there under their short names.

pub use mcr_agents as agents;
pub use mcr_analysis as analysis;
pub use mcr_engine as engine;
pub use mcr_sim as sim;
pub use mcr_training as training;

mod arena;
mod botzone;
mod convert;
mod explain;
mod failure;
mod format;
mod judge;
mod list;
mod players;
mod probability;
mod progress;
mod replay;
mod report;
mod rules;
mod score;
mod simulate;
mod stats;
mod tiles;
mod train;
mod tune;
mod validate;

use agents::Registry;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;
use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
};

/// Self-play simulator and bot-training framework for Chinese Official Mahjong (国标麻将, MCR).
#[derive(Parser)]
#[command(name = "mcr", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Start with:  mcr simulate\nEvery command explains itself:  mcr simulate --help")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Simulate(simulate::Args),
    Arena(arena::Args),
    Agents(list::Args),
    Stats(stats::Args),
    Probability(probability::Args),
    Report(report::Args),
    Score(score::Args),
    Explain(explain::Args),
    Tune(tune::Args),
    Train(train::Args),
    Replay(replay::Args),
    Validate(validate::Args),
    Botzone(botzone::Args),
    Judge(judge::Args),
    Convert(convert::Args),
}

impl Command {
    /// Runs the command with the agents of `registry`; `out` is standard output and takes results only.
    fn run(self, registry: &Registry, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        match self {
            Command::Simulate(args) => args.run(registry, out),
            Command::Arena(args) => args.run(registry, out),
            Command::Agents(args) => args.run(registry, out),
            Command::Stats(args) => args.run(out),
            Command::Probability(args) => args.run(out),
            Command::Report(args) => args.run(out),
            Command::Score(args) => args.run(out),
            Command::Explain(args) => args.run(registry, out),
            Command::Tune(args) => args.run(registry, out),
            Command::Train(args) => args.run(registry, out),
            Command::Replay(args) => args.run(out),
            Command::Validate(args) => args.run(out),
            Command::Botzone(args) => args.run(registry, out),
            Command::Judge(args) => args.run(out),
            Command::Convert(args) => args.run(out),
        }
    }
}

/// Keeps quiet about panics of the Parquet decoder on damaged files, which come back as errors.
fn hush_decoder_panics() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !mcr_sim::log::decoding() {
            report(panic);
        }
    }));
}

/// The whole program: reads the command line, does what it says with the agents of `registry`, and gives the exit code.
#[must_use]
pub fn run(registry: Registry) -> ExitCode {
    hush_decoder_panics();
    let mut command = players::describe(Cli::command(), &registry);
    let matches = command.get_matches_mut();
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command));
    let cli = cli.unwrap_or_else(|error| error.exit());
    let mut out = BufWriter::new(io::stdout().lock());
    let result = cli.command.run(&registry, &mut out);
    // Results printed before a failure still come out, ahead of the message.
    let flushed = out.flush().map_err(Failure::from);
    match result.and_then(|code| flushed.map(|()| code)) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
