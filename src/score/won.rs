//! A won hand, fan by fan.

use crate::failure::Failure;
use mcr_engine::{
    Fan, RuleSet, Score, Seat, TileSet, WinContext,
    notation::hand_string::HandString,
    scoring::{Block, FanLine, ScoreSheet},
    settlement::win_payments,
};
use mcr_sim::report::{Align, Grid};
use serde::Serialize;
use std::io::Write;

/// A won hand as JSON.
#[derive(Serialize)]
struct Record<'a> {
    hand: &'a str,
    points: u16,
    flowers: u8,
    total: u16,
    may_win: bool,
    shape: String,
    reading: Vec<String>,
    waits: Vec<String>,
    fans: Vec<FanRecord>,
    pays: Payment,
}

#[derive(Serialize)]
struct FanRecord {
    id: u8,
    key: &'static str,
    english: &'static str,
    chinese: &'static str,
    points: u16,
    count: u8,
    made_by: Vec<Vec<String>>,
}

/// What each kind of loser pays.
#[derive(Serialize)]
struct Payment {
    winner: i32,
    payer: Option<i32>,
    others: i32,
}

/// Prints the sheet, as JSON or for people.
pub(super) fn print(
    text: &str,
    hand: &HandString,
    sheet: &ScoreSheet,
    rules: &RuleSet,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if !json {
        return table(text, hand, sheet, rules, out);
    }
    let record = record(text, hand, sheet, rules);
    Ok(serde_json::to_writer(&mut *out, &record).map_err(std::io::Error::from)?)
}

pub(super) fn csv(
    text: &str,
    hand: &HandString,
    score: &Score,
    rules: &RuleSet,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let tile = hand.winning_tile.map_or(String::new(), |t| t.to_string());
    csv_row(text, if hand.context.self_drawn { "draw" } else { "discard" }, &tile, score, rules, out)
}

/// One line of CSV; the hand is quoted, since melds hold commas.
pub(super) fn csv_row(
    text: &str,
    kind: &str,
    tile: &str,
    score: &Score,
    rules: &RuleSet,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (points, flowers, total) = (score.points(), score.flowers(), score.total());
    let fans: Vec<String> = score
        .fans()
        .map(|(fan, count)| if count == 1 { fan.id().to_string() } else { format!("{}*{count}", fan.id()) })
        .collect();
    let (may_win, fans) = (score.is_enough(rules), fans.join(";"));
    Ok(writeln!(out, "\"{text}\",{kind},{tile},{points},{flowers},{total},{may_win},{fans}")?)
}

pub(super) fn names(tiles: TileSet) -> Vec<String> {
    tiles.into_iter().map(|tile| tile.to_string()).collect()
}

fn payment(context: &WinContext, rules: &RuleSet, total: u16) -> Payment {
    let payer = (!context.self_drawn).then_some(Seat::South);
    let robbed = payer.is_some() && context.kong;
    let points = win_payments(rules, Seat::East, payer, robbed, total);
    Payment { winner: points[Seat::East], payer: payer.map(|seat| points[seat]), others: points[Seat::West] }
}

fn record<'a>(text: &'a str, hand: &HandString, sheet: &ScoreSheet, rules: &RuleSet) -> Record<'a> {
    let score = &sheet.score;
    let blocks = |blocks: &[Block]| blocks.iter().map(Block::to_string).collect::<Vec<_>>();
    let fan = |line: &FanLine| FanRecord {
        id: line.fan.id(),
        key: line.fan.key(),
        english: line.fan.english(),
        chinese: line.fan.chinese(),
        points: line.each,
        count: line.count(),
        made_by: line.made_by.iter().map(|made| blocks(made)).collect(),
    };
    Record {
        hand: text,
        points: score.points(),
        flowers: score.flowers(),
        total: score.total(),
        may_win: score.is_enough(rules),
        shape: format!("{:?}", sheet.shape),
        reading: blocks(&sheet.blocks),
        waits: names(sheet.waits),
        fans: sheet.lines.iter().map(fan).collect(),
        pays: payment(&hand.context, rules, score.total()),
    }
}

fn table(
    text: &str,
    hand: &HandString,
    sheet: &ScoreSheet,
    rules: &RuleSet,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let context = &hand.context;
    writeln!(out, "{text}")?;
    writeln!(out, "{}", circumstances(hand))?;
    writeln!(out, "read as {}", reading(sheet))?;
    writeln!(out, "waited for {}\n", names(sheet.waits).join(" "))?;
    let mut grid = Grid::with_header(&[
        ("points", Align::Right),
        ("id", Align::Right),
        ("fan", Align::Left),
        ("", Align::Left),
        ("made by", Align::Left),
    ]);
    for line in &sheet.lines {
        grid.row(fan_row(line));
    }
    if context.flowers > 0 {
        let flowers = Fan::FlowerTiles;
        let points = format!("+{}", context.flowers);
        grid.row([points, flowers.id().to_string(), flowers.english().into(), flowers.chinese().into()]);
    }
    writeln!(out, "{grid}")?;
    write!(out, "{}", verdict(context, &sheet.score, rules))?;
    Ok(())
}

fn circumstances(hand: &HandString) -> String {
    let context = &hand.context;
    let mut words = vec![format!("prevalent wind {:?}, seat {:?}", context.prevalent, context.seat)];
    let tile = hand.winning_tile.map_or(String::new(), |tile| tile.to_string());
    words.push(match (context.self_drawn, context.kong) {
        (true, false) => format!("{tile} drawn"),
        (true, true) => format!("{tile} drawn for a kong"),
        (false, false) => format!("{tile} discarded"),
        (false, true) => format!("{tile} robbed from a kong"),
    });
    if context.last_of_kind {
        words.push("three others face up".into());
    }
    if context.last_wall_tile {
        words.push("last tile of the wall".into());
    }
    words.join(", ")
}

/// The parts of the reading, the one that the winning tile completes marked.
fn reading(sheet: &ScoreSheet) -> String {
    let blocks = sheet.blocks.iter().enumerate().map(|(place, block)| {
        let mark = if sheet.completed == Some(place) { "*" } else { "" };
        format!("{block}{mark}")
    });
    let blocks = blocks.collect::<Vec<_>>().join(" ");
    if sheet.completed.is_some() { format!("{blocks}   (* completed by the winning tile)") } else { blocks }
}

fn fan_row(line: &FanLine) -> [String; 5] {
    let count = if line.count() > 1 { format!(" ×{}", line.count()) } else { String::new() };
    let made = |blocks: &Vec<Block>| blocks.iter().map(Block::to_string).collect::<Vec<_>>().join(" ");
    // A fan of the whole hand names all its parts, which says nothing.
    let made_by: Vec<String> = line.made_by.iter().map(made).filter(|text| !text.is_empty()).collect();
    [
        line.points().to_string(),
        line.fan.id().to_string(),
        format!("{}{count}", line.fan.english()),
        line.fan.chinese().into(),
        made_by.join(" | "),
    ]
}

fn verdict(context: &WinContext, score: &Score, rules: &RuleSet) -> String {
    let (points, minimum) = (score.points(), rules.minimum_points);
    if points < minimum {
        let flowers = if context.flowers > 0 { ", flowers do not count towards it" } else { "" };
        return format!("{points} points: no win, {minimum} are needed{flowers}\n");
    }
    let with_flowers = match score.flowers() {
        0 => String::new(),
        flowers => format!(" and {flowers} for flowers, {} in all", score.total()),
    };
    let pays = payment(context, rules, score.total());
    let payers = match pays.payer {
        Some(payer) => {
            let who = if context.kong { "who made the kong" } else { "the discarder" };
            format!("{who} {payer}, the two others {} each", pays.others)
        }
        None => format!("each of the others {}", pays.others),
    };
    format!("{points} points{with_flowers}\npays the winner +{}: {payers}\n", pays.winner)
}
