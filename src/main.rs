//! The `mcr` command: one small file a subcommand, which parses, calls a crate and prints.

mod agents;
mod arena;
mod botzone;
mod convert;
mod explain;
mod failure;
mod format;
mod judge;
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

use clap::{Parser, Subcommand};
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
    /// Runs the command; `out` is standard output and takes results only.
    fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        match self {
            Command::Simulate(args) => args.run(out),
            Command::Arena(args) => args.run(out),
            Command::Stats(args) => args.run(out),
            Command::Probability(args) => args.run(out),
            Command::Report(args) => args.run(out),
            Command::Score(args) => args.run(out),
            Command::Explain(args) => args.run(out),
            Command::Tune(args) => args.run(out),
            Command::Train(args) => args.run(out),
            Command::Replay(args) => args.run(out),
            Command::Validate(args) => args.run(out),
            Command::Botzone(args) => args.run(out),
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

fn main() -> ExitCode {
    hush_decoder_panics();
    let cli = Cli::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let result = cli.command.run(&mut out);
    // Results printed before a failure still come out, ahead of the message.
    let flushed = out.flush().map_err(Failure::from);
    match result.and_then(|code| flushed.map(|()| code)) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
