//! `mcr probability`: exact probabilities by counting.

mod puzzle;

use crate::{failure::Failure, format::Format, simulate::all_cores, tiles::tiles};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use mcr_analysis::probability::{
    DISTINCT_HANDS, Exact, Pool, ProbabilityTable, UNITS, count_in, hands_of, probability_csv,
};
use mcr_engine::{Fan, RuleSet, Shape};
use mcr_sim::report::{Align, Grid};
use serde::Serialize;
use std::{io::Write, num::NonZero, process::ExitCode, time::Duration};

/// Count how probable complete hands, their shapes and every fan are: exactly, nothing is sampled.
///
/// Of all hands of 14 tiles drawn from the 136, each as likely, every complete one is scored with each of its 14
/// tiles as the winning tile, by own draw and on a discard, and in all pairs of prevalent and seat wind: the best
/// total counts, as at the table. Without melds, kongs, flowers and the last tiles of a wall the fans that need those
/// have the count 0.
///
/// With --waits: which hands of 13 tiles of one suit wait for so many of its ranks.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Instead: the one-suit hands of 13 tiles that wait for so many ranks
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=9))]
    waits: Option<u8>,
    /// Tiles seen elsewhere, as 19m25pEE: hands are drawn from the others. (That some were seen, but not which,
    /// changes nothing: any fourteen of the tiles are as likely.)
    #[arg(long, value_name = "TILES", conflicts_with = "waits")]
    seen: Option<String>,
    /// Worker threads; they change nothing but the time [default: all cores]
    #[arg(long, value_name = "T")]
    threads: Option<NonZero<usize>>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  mcr probability
  mcr probability --format csv > exact.csv
  mcr probability --format json | jq '.fans[] | select(.id == 19)'
  mcr probability --seen 1m9m1p9p1s9sESWNCFP
  mcr probability --waits 9
  mcr probability --waits 9 --format csv";

impl Args {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        if let Some(ranks) = self.waits {
            return puzzle::run(usize::from(ranks), self.format, out);
        }
        let seen = self.seen.unwrap_or_default();
        let pool = pool_without(&seen).map_err(Failure::Input)?;
        let left = pool.tiles();
        let threads = self.threads.map_or_else(all_cores, NonZero::get);
        let workers = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let workers = workers.map_err(|error| Failure::Run(error.into()))?;
        let bar = ProgressBar::new(DISTINCT_HANDS).with_style(style());
        bar.enable_steady_tick(Duration::from_millis(200));
        let exact = workers.install(|| count_in(pool, |hands| bar.inc(hands)));
        bar.finish_and_clear();
        match self.format {
            Format::Json => json(&ProbabilityTable { seen, ..ProbabilityTable::from(&exact) }, out)?,
            Format::Csv => write!(out, "{}", probability_csv(&ProbabilityTable::from(&exact)))?,
            Format::Table => write!(out, "{}", table(&exact, left))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The tiles that are left to draw from.
fn pool_without(seen: &str) -> anyhow::Result<Pool> {
    Pool::without(&tiles(seen, "--seen")?).with_context(|| format!("--seen {seen:?}"))
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template(
        "{bar:40.cyan/dim} {percent:>3} %  {human_pos} of {human_len} hands  {eta} left",
    )
    .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Writes one JSON document.
fn json(value: &impl Serialize, out: &mut dyn Write) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

fn shape_name(shape: Shape) -> &'static str {
    [
        "Four sets and a pair 基本和型",
        "Seven pairs 七对",
        "Thirteen orphans 十三幺",
        "Honors and knitted tiles 不靠",
        "Knitted straight 组合龙",
    ][shape as usize]
}

fn of(part: u128, whole: u128) -> f64 {
    part as f64 / whole as f64
}

fn table(exact: &Exact, left: u32) -> String {
    let mut totals = Grid::plain(&[Align::Left, Align::Right, Align::Right]);
    let complete = exact.complete();
    totals.row([format!("Hands of 14 of {left} tiles"), digits(exact.hands), String::new()]);
    totals.row(["Complete 和".into(), digits(complete), share(of(complete, exact.hands))]);
    for shape in Shape::ALL {
        let count = exact.of_shape(shape);
        totals.row([format!("  {}", shape_name(shape)), digits(count), share(of(count, exact.hands))]);
    }
    totals.row(["  both of the first two".into(), digits(exact.two_shapes), String::new()]);
    let mut worth = Grid::with_header(&[
        ("Complete hands won", Align::Left),
        ("Mean points", Align::Right),
        ("Worth 8 points or more", Align::Right),
    ]);
    for (name, way) in
        [("by own draw 自摸", &exact.counts.own_draw), ("on a discard 点炮", &exact.counts.discard)]
    {
        let eight = of(way.worth_at_least(RuleSet::MCR.minimum_points), complete * UNITS);
        worth.row([name.into(), format!("{:.3}", way.mean_points()), format!("{:.3} %", 100.0 * eight)]);
    }
    format!("{totals}\n{worth}\n{}\n{NOTE}", fans(exact))
}

const NOTE: &str = "\
Of all hands of 14 tiles, each complete one with each of its tiles as the winning tile and in all pairs of winds.
Fans that do not occur need melds, kongs, flowers or the last tiles of a wall.
";

fn fans(exact: &Exact) -> Grid {
    let mut grid = Grid::with_header(&[
        ("Points", Align::Right),
        ("Fan", Align::Left),
        ("", Align::Left),
        ("Own draw: hands", Align::Right),
        ("1 in", Align::Right),
        ("% of complete", Align::Right),
        ("Discard: hands", Align::Right),
        ("1 in", Align::Right),
        ("% of complete", Align::Right),
    ]);
    let mut tier = None;
    let mut fans = Fan::ALL;
    fans.sort_by_key(|fan| (std::cmp::Reverse(fan.points()), fan.id()));
    for fan in fans {
        let [own_draw, discard] = [&exact.counts.own_draw, &exact.counts.discard].map(|way| {
            let count = way.shown[fan.index()];
            if count == 0 {
                return ["–".to_owned(), String::new(), String::new()];
            }
            let percent = 100.0 * of(count, exact.complete() * UNITS);
            [digits(hands_of(count, UNITS)), one_in(exact.share_of_all(count)), format!("{percent:.4}")]
        });
        if own_draw[0] == "–" && discard[0] == "–" {
            continue;
        }
        let first = tier.replace(fan.points()) != Some(fan.points());
        let points = if first { fan.points().to_string() } else { String::new() };
        let mut row = vec![points, fan.chinese().to_owned(), fan.english().to_owned()];
        row.extend(own_draw.into_iter().chain(discard));
        grid.row(row);
    }
    grid
}

fn digits(number: u128) -> String {
    let text = number.to_string();
    let groups = text.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(",")
}

/// How many hands it takes for one, in a few digits.
fn one_in(probability: f64) -> String {
    digits((1.0 / probability).round() as u128)
}

fn share(probability: f64) -> String {
    if probability > 0.0 { format!("1 in {}", one_in(probability)) } else { "never".to_owned() }
}
