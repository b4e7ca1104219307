//! A hand of thirteen tiles: what it waits for, and what each tile would bring.

use super::won::{csv_row, names};
use crate::{failure::Failure, format::Format};
use mcr_engine::{
    RuleSet, Score, Tile, TileSet, WinContext, WinningHand,
    notation::hand_string::HandString,
    scoring::score,
    shape::{shanten, useful_tiles, waits},
};
use mcr_sim::report::{Align, Grid};
use serde::Serialize;
use std::io::Write;

/// A wait with its points, drawn and discarded.
struct Wait {
    tile: Tile,
    drawn: Score,
    discarded: Score,
}

#[derive(Serialize)]
struct Record<'a> {
    hand: &'a str,
    shanten: i8,
    useful: Vec<String>,
    waits: Vec<WaitRecord>,
}

#[derive(Serialize)]
struct WaitRecord {
    tile: String,
    drawn: u16,
    discarded: u16,
}

pub(super) fn print(
    text: &str,
    hand: &HandString,
    rules: &RuleSet,
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let melds = hand.melds.len();
    let distance = shanten(&hand.concealed, melds);
    let useful = useful_tiles(&hand.concealed, melds).tiles;
    let waits = scored_waits(hand, rules);
    match format {
        Format::Table => table(text, distance, useful, &waits, rules, out),
        Format::Json => {
            let record = |wait: &Wait| WaitRecord {
                tile: wait.tile.to_string(),
                drawn: wait.drawn.points(),
                discarded: wait.discarded.points(),
            };
            let waits = waits.iter().map(record).collect();
            let record = Record { hand: text, shanten: distance, useful: names(useful), waits };
            Ok(serde_json::to_writer(&mut *out, &record).map_err(std::io::Error::from)?)
        }
        Format::Csv => waits.iter().try_for_each(|wait| {
            let tile = wait.tile.to_string();
            csv_row(text, "draw", &tile, &wait.drawn, rules, out)?;
            csv_row(text, "discard", &tile, &wait.discarded, rules, out)
        }),
    }
}

/// Every wait of which a copy is left outside the hand, with its scores.
fn scored_waits(hand: &HandString, rules: &RuleSet) -> Vec<Wait> {
    let context = &hand.context;
    let held = |tile: Tile| {
        let melded = hand.melds.iter().flat_map(|meld| meld.tiles()).filter(|t| *t == tile).count();
        usize::from(hand.concealed.get(tile)) + melded
    };
    let waits = waits(&hand.concealed, hand.melds.len());
    waits
        .into_iter()
        .filter(|tile| held(*tile) < usize::from(Tile::COPIES))
        .filter_map(|tile| {
            let concealed = hand.concealed.with(tile);
            let winning = WinningHand { concealed, melds: hand.melds, winning_tile: tile };
            let flowers = context.flowers;
            let drawn = WinContext { flowers, ..WinContext::own_draw(context.prevalent, context.seat) };
            let discarded = WinContext { flowers, ..WinContext::discard(context.prevalent, context.seat) };
            let score = |context| score(&winning, &context, rules);
            Some(Wait { tile, drawn: score(drawn)?, discarded: score(discarded)? })
        })
        .collect()
}

fn table(
    text: &str,
    shanten: i8,
    useful: TileSet,
    waits: &[Wait],
    rules: &RuleSet,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "{text}")?;
    if shanten > 0 {
        let tiles = if shanten == 1 { "tile" } else { "tiles" };
        writeln!(out, "{shanten} {tiles} from ready; nearer with {}", names(useful).join(" "))?;
        return Ok(());
    }
    if waits.is_empty() {
        writeln!(out, "ready, but it holds all copies of what it waits for ({})", names(useful).join(" "))?;
        return Ok(());
    }
    writeln!(out, "ready; points without flowers, * too few to win\n")?;
    let mut grid = Grid::with_header(&[
        ("tile", Align::Left),
        ("discarded", Align::Right),
        ("drawn", Align::Right),
        ("fans when drawn", Align::Left),
    ]);
    for wait in waits {
        let points = |score: &Score| {
            let mark = if score.is_enough(rules) { "" } else { "*" };
            format!("{}{mark}", score.points())
        };
        let fans = wait.drawn.fans().map(|(fan, count)| match count {
            1 => fan.english().to_owned(),
            _ => format!("{} ×{count}", fan.english()),
        });
        let fans = fans.collect::<Vec<_>>().join(", ");
        grid.row([wait.tile.to_string(), points(&wait.discarded), points(&wait.drawn), fans]);
    }
    write!(out, "{grid}")?;
    Ok(())
}
