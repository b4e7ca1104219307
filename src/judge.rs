//! `mcr judge`: the league's judge.

use crate::failure::Failure;
use anyhow::Context;
use mcr_sim::judge::judge;
use std::{
    io::{self, Read, Write},
    process::ExitCode,
};

/// Judge a match of the online league: its log so far in, the next requests or the final scores out.
///
/// Reads one JSON object from standard input, {"log":[…],"initdata":{"walltiles":…,"quan":…,"srand":…}}, as the
/// league's own judge does, and prints one. Every second entry of the log holds the answers, {"0":{"verdict":"OK",
/// "response":"PASS"},…} or plain strings; the others are not read. Without a wall, one is shuffled from srand.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  echo '{\"log\":[],\"initdata\":{\"srand\":1}}' | mcr judge")]
pub(crate) struct Args {
    /// Judge every line of the input by itself, until it ends
    #[arg(long)]
    lines: bool,
}

/// More than any match has.
const MOST_BYTES: u64 = 64 << 20;

impl Args {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        if self.lines {
            for line in io::stdin().lines() {
                let line = line.context("cannot read standard input").map_err(Failure::Input)?;
                if !line.trim().is_empty() {
                    say(&line, out)?;
                }
            }
            return Ok(ExitCode::SUCCESS);
        }
        let mut input = String::new();
        let read = io::stdin().take(MOST_BYTES).read_to_string(&mut input);
        read.context("cannot read standard input").map_err(Failure::Input)?;
        say(&input, out)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn say(input: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let output = judge(input).map_err(|error| Failure::Input(error.into()))?;
    writeln!(out, "{output}")?;
    Ok(out.flush()?)
}
