//! `mcr score`: fans, points and payment of a hand.

mod check;
mod waiting;
mod won;

use crate::{failure::Failure, format::Format, rules};
use anyhow::{Context, anyhow};
use mcr_engine::{
    RuleSet,
    notation::hand_string::HandString,
    scoring::{score, score_sheet},
};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Score a hand: every fan with what makes it, the points, and who pays what.
#[derive(clap::Args)]
#[command(long_about = "\
Score a hand: every fan with what makes it, the points, and who pays what.

A hand is written [EEEE][CCCC,1]123m45s55p6s|EE0000|ab: melds in brackets, concealed tiles with the winning tile last, \
prevalent and seat wind, four flags (own draw, last of its kind, last tile of the wall, kong), flowers. Suits are m s p \
(万 条 饼), winds E S W N, dragons C F P (中 发 白), flowers a to h. In a meld, 1 2 3 after the comma name who offered a pung \
or kong (left, opposite, right) or which tile of a chow was claimed, 5 6 7 an added kong; no comma is a concealed kong. \
Without winds and flags: east, east, a plain discard. Thirteen tiles are a waiting hand: what it waits for, and what \
each tile would bring.")]
#[command(after_help = "\
Examples:
  mcr score '[123m,1]456s789p234s5m5m|EE0000'
  mcr score '[CCCC]234m567p45s99s6s|ES1000|ab'
  mcr score 2333344567888s
  mcr score --file hands.txt --format csv
  mcr score --check corpus.tsv")]
pub(crate) struct Args {
    /// Hands to score
    #[arg(value_name = "HAND", required_unless_present_any = ["file", "check"])]
    hands: Vec<String>,
    /// Score the hands of a file, one a line; - reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "hands")]
    file: Option<PathBuf>,
    /// Compare with known scores: lines of hand, points without flowers and fan ids, with tabs between
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hands", "file"])]
    check: Option<PathBuf>,
    /// Rule set: mcr, mcr-136, botzone, or a TOML file like those in configs/rules
    #[arg(long, value_name = "NAME|FILE", default_value = "mcr")]
    rules: String,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Args {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let rules = rules::parse(&self.rules).map_err(Failure::Input)?;
        if let Some(path) = &self.check {
            return check::check(path, &rules, out);
        }
        let mut printer = Printer { rules, format: self.format, printed: 0 };
        printer.begin(out)?;
        let scored = match &self.file {
            None => self.hands.iter().try_for_each(|text| printer.print(text, "hand", out)),
            Some(path) => each_line(path, |place, line| printer.print(line, &place, out)),
        };
        // What was scored before a bad hand stays, whole.
        printer.end(out)?;
        scored.map(|()| ExitCode::SUCCESS)
    }
}

/// Calls `take` with the place and text of every line that is neither empty nor a comment.
fn each_line(path: &Path, mut take: impl FnMut(String, &str) -> Result<(), Failure>) -> Result<(), Failure> {
    let (name, reader): (String, Box<dyn BufRead>) = if path == Path::new("-") {
        ("standard input".into(), Box::new(io::stdin().lock()))
    } else {
        let file = File::open(path).with_context(|| format!("{}: cannot open", path.display()));
        (path.display().to_string(), Box::new(BufReader::new(file.map_err(Failure::Input)?)))
    };
    for (number, line) in reader.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        let line = line.with_context(|| format!("{place}: not a line of text")).map_err(Failure::Input)?;
        if !line.trim().is_empty() && !line.starts_with('#') {
            take(place, line.trim_end_matches('\r'))?;
        }
    }
    Ok(())
}

struct Printer {
    rules: RuleSet,
    format: Format,
    printed: u64,
}

impl Printer {
    fn begin(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.format {
            Format::Table => Ok(()),
            Format::Json => Ok(out.write_all(b"[")?),
            Format::Csv => Ok(writeln!(out, "hand,kind,tile,points,flowers,total,may_win,fans")?),
        }
    }

    fn end(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.format {
            Format::Json => Ok(writeln!(out, "]")?),
            _ => Ok(()),
        }
    }

    fn print(&mut self, text: &str, place: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let text = text.trim();
        let hand: HandString =
            text.parse().with_context(|| format!("{place} `{text}`")).map_err(Failure::Input)?;
        if self.printed > 0 {
            match self.format {
                Format::Table => writeln!(out)?,
                Format::Json => out.write_all(b",\n")?,
                Format::Csv => {}
            }
        }
        self.printed += 1;
        let Some(winning) = hand.winning_hand() else {
            return waiting::print(text, &hand, &self.rules, self.format, out);
        };
        if self.format == Format::Csv {
            // A list of many hands needs no reasons, so the fast scorer serves.
            let score = score(&winning, &hand.context, &self.rules).ok_or_else(|| incomplete(place, text))?;
            return won::csv(text, &hand, &score, &self.rules, out);
        }
        let sheet =
            score_sheet(&winning, &hand.context, &self.rules).ok_or_else(|| incomplete(place, text))?;
        won::print(text, &hand, &sheet, &self.rules, self.format == Format::Json, out)
    }
}

fn incomplete(place: &str, text: &str) -> Failure {
    Failure::Input(anyhow!(
        "{place} `{text}` is not complete: expected four sets and a pair, seven pairs, thirteen orphans, honors \
         and knitted tiles, or a knitted straight with a set and a pair"
    ))
}
