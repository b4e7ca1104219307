//! `mcr arena --match`: who wins matches.

use crate::{
    failure::Failure,
    format::Format,
    players,
    progress::{INTERRUPTED, Progress},
    rules,
};
use anyhow::anyhow;
use mcr_agents::Registry;
use mcr_sim::{
    matches::{self, Rotation, play_matches, ranking_csv, ranking_text},
    report::grouped,
};
use std::{io::Write, process::ExitCode};

/// `--rotation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum RotationArg {
    /// East and south, west and north change seats once, before the third round
    A,
    /// Everybody changes before every round, and has every seat once
    #[default]
    B,
    /// Nobody moves
    Fixed,
    /// Seats are drawn before every match; nobody moves in it
    Drawn,
}

impl From<RotationArg> for Rotation {
    fn from(rotation: RotationArg) -> Rotation {
        match rotation {
            RotationArg::A => Rotation::A,
            RotationArg::B => Rotation::B,
            RotationArg::Fixed => Rotation::Fixed,
            RotationArg::Drawn => Rotation::Drawn,
        }
    }
}

/// What is played.
pub(super) struct Matches<'a> {
    pub(super) registry: &'a Registry,
    pub(super) agents: &'a str,
    pub(super) rules: &'a str,
    pub(super) matches: u64,
    pub(super) seed: u64,
    pub(super) rotation: RotationArg,
    pub(super) threads: usize,
    pub(super) format: Format,
}

/// Matches beyond any patience.
const MOST: u64 = 1_000_000_000;

impl Matches<'_> {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let rules = rules::parse(self.rules).map_err(Failure::Input)?;
        let agents = players::parse_table(self.registry, Some(self.agents)).map_err(Failure::Input)?;
        if !(1..=MOST).contains(&self.matches) {
            return Err(Failure::Input(anyhow!("--sets is {}, expected 1 to {MOST}", self.matches)));
        }
        let progress = Progress::start(self.matches * matches::DEALS, 0, self.registry);
        let rotation = self.rotation.into();
        let played = play_matches(rules, self.seed, self.matches, rotation, &agents, self.threads, &progress);
        progress.finish();
        let standings = played?;
        let ranking = standings.ranking();
        match self.format {
            Format::Json => {
                let json = serde_json::json!({
                    "matches": standings.matches(), "seed": self.seed, "rules": self.rules,
                    "rotation": rotation, "results": ranking,
                });
                writeln!(out, "{json:#}")?;
            }
            Format::Csv => write!(out, "{}", ranking_csv(&ranking))?,
            Format::Table => {
                let matches = grouped(standings.matches());
                writeln!(out, "{matches} matches of 16 deals · rules {} · seed {}\n", self.rules, self.seed)?;
                write!(out, "{}", ranking_text(&ranking))?;
            }
        }
        let complete = standings.matches() == self.matches;
        Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
    }
}
