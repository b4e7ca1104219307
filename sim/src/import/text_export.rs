//! Writing games in the plain-text format.

use super::{
    export::ExportError,
    fault::fan_list,
    record::{Answer, GameRecord, Said, Step},
};
use mcr_engine::{
    Action, Event, Seat, Tile,
    notation::botzone::{TileCode, chow_middle},
};
use std::io::Write;

/// Writes one match and a blank line after it.
///
/// # Errors
/// When the game ends by a foul, which the format has no words for, or when writing fails.
pub fn write_text(game: &GameRecord, out: &mut impl Write) -> Result<(), ExportError> {
    writeln!(out, "Match {}", game.source.id)?;
    writeln!(out, "Wind {}", game.prevalent.index())?;
    for (seat, hand) in game.dealt.iter() {
        write!(out, "Player {} Deal", seat.index())?;
        for tile in hand {
            write!(out, " {}", TileCode(*tile))?;
        }
        writeln!(out)?;
    }
    for step in &game.steps {
        write_step(step, out)?;
    }
    if let Some(win) = &game.ending.win {
        writeln!(out, "Fan {} {}", win.total, fan_list(&win.fans))?;
    }
    let [a, b, c, d] = game.ending.points.0;
    writeln!(out, "Score {a} {b} {c} {d}\n")?;
    Ok(())
}

fn write_step(step: &Step, out: &mut impl Write) -> Result<(), ExportError> {
    let (seat, verb, tile) = match step.event {
        Event::Draw { seat, tile: Some(tile) } | Event::Replacement { seat, tile: Some(tile) } => {
            (seat, "Draw", tile)
        }
        Event::ConcealedKong { seat, tile: Some(tile) } => (seat, "AnGang", tile),
        Event::Discard { seat, tile, .. } => (seat, "Play", tile),
        Event::Chow { seat, lowest, .. } => (seat, "Chi", chow_middle(lowest)),
        Event::Pung { seat, tile } => (seat, "Peng", tile),
        Event::MeldedKong { seat, tile } => (seat, "Gang", tile),
        Event::AddedKong { seat, tile } => (seat, "BuGang", tile),
        Event::Hu { seat, tile } => (seat, "Hu", tile),
        Event::Exhausted => return Ok(writeln!(out, "Huang")?),
        Event::Draw { .. }
        | Event::Replacement { .. }
        | Event::ConcealedKong { .. }
        | Event::Flower { .. }
        | Event::Hang { .. }
        | Event::Void
        | Event::SessionOver
        | Event::Ready { .. }
        | Event::Foul { .. }
        | Event::Ruling { .. } => return Err(ExportError::NoWords { event: step.event }),
    };
    write!(out, "Player {} {verb} {}", seat.index(), TileCode(tile))?;
    let claim = matches!(
        step.event,
        Event::Chow { .. } | Event::Pung { .. } | Event::MeldedKong { .. } | Event::Hu { .. }
    );
    for answer in step.answers.iter().filter(|answer| claim && answer.seat != seat) {
        write_ignored(answer, tile_of(step.event), out)?;
    }
    Ok(writeln!(out)?)
}

/// A claim that lost. Answers that were no claim at all are not told.
fn write_ignored(answer: &Answer, live: Tile, out: &mut impl Write) -> Result<(), ExportError> {
    let (verb, tile) = match answer.said {
        Said::Act(Action::Hu) => ("Hu", live),
        Said::Act(Action::Pung(tile)) => ("Peng", tile),
        Said::Act(Action::MeldedKong(tile)) => ("Gang", tile),
        Said::Act(Action::Chow { lowest, .. }) => ("Chi", chow_middle(lowest)),
        Said::Act(_) | Said::Unreadable(_) => return Ok(()),
    };
    Ok(write!(out, " Ignore Player {} {verb} {}", Seat::index(answer.seat), TileCode(tile))?)
}

/// The tile that was claimed.
fn tile_of(event: Event) -> Tile {
    match event {
        Event::Chow { lowest, position, .. } => Tile::new(lowest.index() as u8 + position),
        Event::Pung { tile, .. } | Event::MeldedKong { tile, .. } | Event::Hu { tile, .. } => tile,
        _ => Tile::EAST,
    }
}
