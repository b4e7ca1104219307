//! Writing games as match JSON.

use super::{
    builder::SEGMENT,
    export::ExportError,
    judge::Judge,
    record::{Answer, Ending, GameRecord, Said, Step, Verdict},
};
use mcr_engine::{
    Action, BySeat, Event, Seat, Tile, Wind,
    notation::botzone::{Reply, Request, Seen, TileCode, chow_middle, fan_name},
};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Writes one match as a line of JSON.
///
/// # Errors
/// When the game's events do not go with its hands, or when writing fails.
pub fn write_botzone(game: &GameRecord, out: &mut impl Write) -> Result<(), ExportError> {
    serde_json::to_writer(&mut *out, &botzone_value(game)?).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

/// The match as a JSON value.
///
/// # Errors
/// When the game's events do not go with its hands.
pub fn botzone_value(game: &GameRecord) -> Result<Value, ExportError> {
    let passes = json!({"0": "PASS", "1": "PASS", "2": "PASS", "3": "PASS"});
    let mut log = vec![init_message(game.prevalent), passes.clone(), deal_message(&game.dealt), passes];
    let mut judge = Judge::new(game.rules, game.prevalent, &game.dealt);
    let messages = messages(&game.steps);
    for (place, message) in messages.iter().enumerate() {
        let mut verdicts = BySeat([Verdict::Unasked; 4]);
        for step in *message {
            verdicts = judge.follow(step.event).map_err(|error| ExportError::NoWords { event: error.0 })?;
        }
        let Some(step) = message.last() else { continue };
        let can_hu = step.can_hu.unwrap_or(BySeat(verdicts.0.map(Verdict::code)));
        let left = step.left.unwrap_or(judge.left());
        match step.event {
            Event::Hu { .. } | Event::Exhausted | Event::Foul { .. } => {
                log.push(finish(&game.ending, step, can_hu, left));
                break;
            }
            _ => log.push(request(message, step, can_hu, left)?),
        }
        let next = messages.get(place + 1).copied().unwrap_or(&[]);
        log.push(replies(next, &judge));
    }
    Ok(json!({"initdata": initdata(game), "log": log}))
}

/// Steps that share one message: a chow or pung and its discard.
fn messages(steps: &[Step]) -> Vec<&[Step]> {
    let follows =
        |a: &Step, b: &Step| matches!(a.event, Event::Chow { .. } | Event::Pung { .. }) && is_discard(b);
    steps.chunk_by(follows).collect()
}

fn is_discard(step: &Step) -> bool {
    matches!(step.event, Event::Discard { .. })
}

fn initdata(game: &GameRecord) -> Value {
    let mut data = Map::new();
    data.insert("quan".to_owned(), json!(game.prevalent.index()));
    if game.known.0 == [SEGMENT as u8; 4] {
        data.insert("walltiles".to_owned(), json!(codes(&game.wall).join(" ")));
    }
    Value::Object(data)
}

pub(crate) fn init_message(prevalent: Wind) -> Value {
    let told = |seat| Request::Seat { seat, prevalent };
    let display = json!({
        "action": "INIT", "canHu": [0, 0, 0, 0], "quan": prevalent.index(), "tileCnt": [21, 21, 21, 21],
    });
    json!({"command": "request", "content": content(told), "display": display})
}

pub(crate) fn deal_message(dealt: &BySeat<[Tile; 13]>) -> Value {
    let told = |seat| Request::Deal { hand: dealt[seat], flowers: BySeat::default(), shown: Vec::new() };
    let hands: Vec<Vec<String>> = dealt.0.iter().map(|hand| codes(hand)).collect();
    let display = json!({
        "action": "DEAL", "canHu": [-4, -4, -4, -4], "hand": hands, "tileCnt": [21, 21, 21, 21],
    });
    json!({"command": "request", "content": content(told), "display": display})
}

fn content(told: impl Fn(Seat) -> Request) -> Value {
    Seat::ALL.into_iter().map(|seat| (seat.index().to_string(), json!(told(seat).to_string()))).collect()
}

pub(crate) fn codes(tiles: &[Tile]) -> Vec<String> {
    tiles.iter().map(|tile| TileCode(*tile).to_string()).collect()
}

pub(crate) fn request(
    message: &[Step],
    step: &Step,
    can_hu: BySeat<i32>,
    left: BySeat<u8>,
) -> Result<Value, ExportError> {
    let event = message.first().map_or(step.event, |first| first.event);
    let (seat, action, tile, what) = match (event, step.event) {
        (Event::Draw { seat, tile: Some(tile) } | Event::Replacement { seat, tile: Some(tile) }, _) => {
            (seat, "DRAW", tile, Seen::Draw)
        }
        (Event::Discard { seat, tile, .. }, _) => (seat, "PLAY", tile, Seen::Play(tile)),
        (Event::Pung { seat, .. }, Event::Discard { tile: discard, .. }) => {
            (seat, "PENG", discard, Seen::Pung { discard })
        }
        (Event::Chow { seat, lowest, .. }, Event::Discard { tile: discard, .. }) => {
            (seat, "CHI", discard, Seen::Chow { middle: chow_middle(lowest), discard })
        }
        (Event::MeldedKong { seat, tile } | Event::ConcealedKong { seat, tile: Some(tile) }, _) => {
            (seat, "GANG", tile, Seen::Kong)
        }
        (Event::AddedKong { seat, tile }, _) => (seat, "BUGANG", tile, Seen::AddedKong(tile)),
        _ => return Err(ExportError::NoWords { event }),
    };
    let told = |viewer| match what {
        Seen::Draw if viewer == seat => Request::Drew(tile),
        _ => Request::Seen { seat, what },
    };
    let mut display = json!({
        "action": action, "canHu": can_hu.0, "player": seat.index(), "tile": TileCode(tile).to_string(),
        "tileCnt": left.0,
    });
    if let Seen::Chow { middle, .. } = what {
        display["tileCHI"] = json!(TileCode(middle).to_string());
    }
    Ok(json!({"command": "request", "content": content(told), "display": display}))
}

/// What the seats answered on the way to the next message.
fn replies(next: &[Step], judge: &Judge) -> Value {
    let answers = next.first().map_or(&[][..], |step| &step.answers);
    let reply = |seat| match answers.iter().find(|answer| answer.seat == seat) {
        None => Reply::Pass.to_string(),
        Some(answer) => reply(answer, next, judge),
    };
    Seat::ALL.into_iter().map(|seat| (seat.index().to_string(), json!(reply(seat)))).collect()
}

fn reply(answer: &Answer, next: &[Step], judge: &Judge) -> String {
    let action = match &answer.said {
        Said::Unreadable(words) => return words.clone(),
        Said::Act(action) => *action,
    };
    let discard = || answer.discard.unwrap_or_else(|| claim_discard(answer.seat, action, next, judge));
    let reply = match action {
        Action::Pass => Reply::Pass,
        Action::Hu => Reply::Hu,
        Action::Discard(tile) => Reply::Play(tile),
        Action::ConcealedKong(tile) => Reply::ConcealedKong(tile),
        Action::AddedKong(tile) => Reply::AddedKong(tile),
        Action::MeldedKong(_) => Reply::MeldedKong,
        Action::Pung(_) => Reply::Pung { discard: discard() },
        Action::Chow { lowest, .. } => Reply::Chow { middle: chow_middle(lowest), discard: discard() },
    };
    reply.to_string()
}

/// The discard to announce with a claim: the one that followed it, or for a claim that lost any tile that could.
fn claim_discard(seat: Seat, action: Action, next: &[Step], judge: &Judge) -> Tile {
    match next.last().map(|step| step.event) {
        Some(Event::Discard { seat: by, tile, .. }) if by == seat => tile,
        _ => {
            let in_meld = |tile: &Tile| match action {
                Action::Pung(claimed) => *tile == claimed,
                Action::Chow { lowest, .. } => tile.index().wrapping_sub(lowest.index()) < 3,
                _ => false,
            };
            judge.concealed(seat).iter().find(|tile| !in_meld(tile)).unwrap_or(Tile::EAST)
        }
    }
}

pub(crate) fn finish(ending: &Ending, step: &Step, can_hu: BySeat<i32>, left: BySeat<u8>) -> Value {
    let mut display = json!({"canHu": can_hu.0, "tileCnt": left.0});
    match step.event {
        Event::Hu { seat, .. } => {
            display["action"] = json!("HU");
            display["player"] = json!(seat.index());
            if let Some(win) = &ending.win {
                display["fanCnt"] = json!(win.total);
                let fan = |(fan, count): &(mcr_engine::scoring::Fan, u8)| json!({"name": fan_name(*fan), "cnt": count, "value": fan.points()});
                display["fan"] = win.fans.iter().map(fan).collect();
            }
        }
        Event::Foul { seat } => {
            let hu = step.answers.iter().any(|a| a.seat == seat && a.said == Said::Act(Action::Hu));
            display["action"] = json!(if hu { "WH" } else { "WA" });
            display["player"] = json!(seat.index());
        }
        _ => display["action"] = json!("HUANG"),
    }
    if step.event != Event::Exhausted {
        display["score"] = json!(ending.points.0);
    }
    let content: Value =
        ending.points.iter().map(|(seat, points)| (seat.index().to_string(), json!(points))).collect();
    json!({"command": "finish", "content": content, "display": display})
}
