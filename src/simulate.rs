//! `mcr simulate`: self-play.

use crate::{failure::Failure, format::Format};
use std::{
    io::{self, Write},
    process::ExitCode,
};

/// Play deals in parallel and count the fans.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many deals to play.
    #[arg(long, default_value_t = 10_000)]
    deals: u64,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Args {
    pub(crate) fn run(self, _out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let Args { deals, format } = self;
        if deals == 0 {
            return Err(Failure::input(io::Error::other("--deals 0: at least one deal is needed")));
        }
        Err(Failure::Run(anyhow::anyhow!("{deals} deals ({format:?}): the simulator is not wired up yet")))
    }
}
