//! Match JSON of the Botzone judge: `{"initdata":{…},"log":[judge, replies, judge, replies, …]}`.
//!
//! Judge entries may be wrapped as `{"output":{…}}`, replies may be plain strings or
//! `{"response":…,"verdict":…}`; a file may hold several matches one after the other.

use super::{
    builder::{Builder, Live, SEGMENT},
    json::{Bounded, Field, tiles_of_hand},
    problem::{ImportError, Problem, quoted},
    record::{Answer, Ending, GameRecord, LoggedWin, Place, Said, Source, Unit},
};
use mcr_engine::{
    Action, BySeat, Seat, Tile, Wind,
    notation::botzone::{Reply, Request, Seen, TileCode, chow_around, parse_fan, parse_tile},
};
use serde_json::{Value, de::IoRead};
use std::io::{BufReader, Read};

/// The matches of a JSON file, one after the other. A broken match is one error; after broken JSON nothing follows.
pub struct BotzoneMatches<R: Read> {
    values: serde_json::StreamDeserializer<'static, IoRead<BufReader<Bounded<R>>>, Value>,
    limit: super::json::Limit,
    file: String,
    /// Matches read so far.
    count: u64,
    broken: bool,
}

impl<R: Read> BotzoneMatches<R> {
    /// Reads from `reader`; `file` is the name that places use.
    pub fn new(reader: R, file: &str) -> BotzoneMatches<R> {
        let (reader, limit) = Bounded::new(reader);
        // The bound lies below the buffer, so that its bookkeeping is not done for every byte.
        let values = serde_json::Deserializer::from_reader(BufReader::new(reader)).into_iter();
        BotzoneMatches { values, limit, file: file.to_owned(), count: 0, broken: false }
    }
}

impl<R: Read> Iterator for BotzoneMatches<R> {
    type Item = Result<GameRecord, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        self.limit.reset();
        let value = self.values.next()?;
        self.count += 1;
        let source = Source { file: self.file.clone(), id: self.count.to_string(), unit: Unit::Message };
        let place = |at| -> Place { source.place(at) };
        Some(match value {
            Err(error) => {
                self.broken = true;
                let problem = self.limit.passed().unwrap_or(Problem::Json(error));
                Err(ImportError::new(place(0), problem))
            }
            Ok(value) => {
                let mut at = 0;
                read_match(&value, source.clone(), &mut at)
                    .map_err(|problem| ImportError::new(place(at), problem))
            }
        })
    }
}

/// Reads one match; `at` is left at the entry that an error is about.
fn read_match(value: &Value, source: Source, at: &mut u64) -> Result<GameRecord, Problem> {
    let root = Field::root(value);
    let log = root.get("log")?.array()?;
    let judge = |index: usize| -> Result<Field<'_>, Problem> {
        let entry = log.get(index).map(Field::root).ok_or(Problem::Ends("a message of the judge"))?;
        Ok(entry.find("output").unwrap_or(entry))
    };
    let prevalent = read_seats(judge(0)?)?;
    let mut builder = Builder::new(source, prevalent);
    read_init(&root, prevalent, &mut builder)?;
    let mut index = 2;
    loop {
        *at = index as u64;
        let message = judge(index)?;
        // Entry 1 answers the seats, entry 3 the deal: all of them are passes.
        let replies = Field::root(&log[index - 1]);
        match message.get("command")?.str()? {
            "request" if builder.all_dealt() => {
                read_request(&mut builder, *at, message, replies)?;
                judged(&mut builder, message)?;
            }
            "request" => read_deal(&mut builder, *at, message)?,
            "finish" => {
                if log.len() > index + 2 {
                    let found = format!("{} more entries", log.len() - index - 1);
                    return Err(Problem::Unexpected { found, expected: "the end of the log" });
                }
                let ending = read_finish(&mut builder, *at, message, replies)?;
                return builder.finish(ending);
            }
            other => {
                return Err(Problem::Unexpected {
                    found: quoted(other),
                    expected: "\"request\" or \"finish\"",
                });
            }
        }
        index += 2;
    }
}

/// The first message: who sits where, and the prevalent wind.
fn read_seats(message: Field<'_>) -> Result<Wind, Problem> {
    let mut prevalent = None;
    for seat in Seat::ALL {
        let request = request(message, seat)?;
        let Request::Seat { seat: told, prevalent: wind } = request else {
            return Err(unexpected(&request, "\"0 seat wind\""));
        };
        if told != seat || prevalent.is_some_and(|known| known != wind) {
            return Err(unexpected(&request, "the seat's own number and one wind for all"));
        }
        prevalent = Some(wind);
    }
    prevalent.ok_or(Problem::Missing("content"))
}

/// What the match was started with: the wall, where it is told, and the wind again.
fn read_init(root: &Field<'_>, prevalent: Wind, builder: &mut Builder) -> Result<(), Problem> {
    let Some(init) = root.find("initdata") else { return Ok(()) };
    let parsed;
    let init = match init.text() {
        // Some exports keep it as a string of JSON, others leave it empty.
        Some("") => return Ok(()),
        Some(text) => {
            parsed = serde_json::from_str(text).map_err(Problem::Json)?;
            Field::root(&parsed)
        }
        None => init,
    };
    if let Some(quan) = init.find("quan").and_then(|quan| quan.loose_integer()) {
        // Out of range stands for "choose one".
        if (0..4).contains(&quan) && quan != prevalent.index() as i64 {
            return Err(Problem::Disagree {
                what: "initdata.quan",
                found: quan.to_string(),
                expected: prevalent.index().to_string(),
            });
        }
    }
    match init.find("walltiles").and_then(|tiles| tiles.text()) {
        None | Some("") => Ok(()),
        Some(codes) => {
            let tiles: Vec<Tile> = codes
                .split_ascii_whitespace()
                .take(4 * SEGMENT + 1)
                .map(parse_tile)
                .collect::<Result<_, _>>()?;
            if let Some(flower) = tiles.iter().find(|tile| tile.is_flower()) {
                return Err(Problem::Flower(*flower));
            }
            builder.wall(tiles);
            Ok(())
        }
    }
}

fn read_deal(builder: &mut Builder, at: u64, message: Field<'_>) -> Result<(), Problem> {
    for seat in Seat::ALL {
        match request(message, seat)? {
            Request::Deal { shown, .. } if !shown.is_empty() => return Err(Problem::Flower(shown[0])),
            Request::Deal { hand, .. } => {
                let shown = message.find("display").and_then(|display| display.find("hand"));
                if let Some(tiles) = shown.map(|hands| tiles_of_hand(hands, seat)).transpose()?
                    && tiles != hand
                {
                    return Err(Problem::Disagree {
                        what: "display.hand",
                        found: codes(&tiles),
                        expected: codes(&hand),
                    });
                }
                builder.deal(at, seat, hand)?;
            }
            other => return Err(unexpected(&other, "\"1 0 0 0 0 …\", a deal")),
        }
    }
    Ok(())
}

/// One message during play: an event, or a claim with its discard.
fn read_request(
    builder: &mut Builder,
    at: u64,
    message: Field<'_>,
    replies: Field<'_>,
) -> Result<(), Problem> {
    let (seat, what, drawn) = agreed(message)?;
    check_display(message, seat)?;
    let answers = read_answers(builder.live(), replies);
    match what {
        Seen::Draw => builder.draw(at, seat, drawn.ok_or(Problem::Missing("2 …"))?, answers),
        Seen::Play(tile) => builder.discard(at, seat, tile, answers),
        Seen::Pung { discard } => {
            let follow = announced(&answers, seat);
            builder.pung(at, seat, answers)?;
            builder.discard(at, seat, discard, follow)
        }
        Seen::Chow { middle, discard } => {
            let follow = announced(&answers, seat);
            builder.chow(at, seat, middle, answers)?;
            builder.discard(at, seat, discard, follow)
        }
        Seen::Kong => match builder.live() {
            Live::Drawn(_, _) => {
                let tile = concealed_kong(&answers, seat)?;
                builder.concealed_kong(at, seat, tile, answers)
            }
            _ => builder.melded_kong(at, seat, answers),
        },
        Seen::AddedKong(tile) => builder.added_kong(at, seat, tile, answers),
        Seen::Flower(tile) => Err(Problem::Flower(tile)),
    }
}

/// The event that all four messages tell, with the drawn tile, which only its drawer is told.
fn agreed(message: Field<'_>) -> Result<(Seat, Seen, Option<Tile>), Problem> {
    let requests = [
        request(message, Seat::East)?,
        request(message, Seat::South)?,
        request(message, Seat::West)?,
        request(message, Seat::North)?,
    ];
    let mut public = None;
    let mut drawer = None;
    for (seat, told) in Seat::ALL.into_iter().zip(&requests) {
        match told {
            Request::Drew(tile) if drawer.is_none() => drawer = Some((seat, *tile)),
            Request::Seen { seat: by, what } if public.is_none_or(|known| known == (*by, *what)) => {
                public = Some((*by, *what));
            }
            other => return Err(unexpected(other, "the same event for every seat")),
        }
    }
    match (public, drawer) {
        (Some((seat, what)), None) if what != Seen::Draw => Ok((seat, what, None)),
        (Some((by, Seen::Draw)), Some((seat, tile))) if by == seat => Ok((seat, Seen::Draw, Some(tile))),
        _ => Err(unexpected(&requests[0], "a draw told to its drawer, or one event told to all")),
    }
}

/// Where the display names a player, it is the one of the messages.
fn check_display(message: Field<'_>, seat: Seat) -> Result<(), Problem> {
    let player = message.find("display").and_then(|display| display.find("player"));
    match player.map(|player| player.integer()).transpose()? {
        Some(player) if player != seat.index() as i64 => Err(Problem::Disagree {
            what: "display.player",
            found: player.to_string(),
            expected: seat.index().to_string(),
        }),
        _ => Ok(()),
    }
}

/// The discard that came with `seat`'s claim, as the answer to the next decision.
fn announced(answers: &[Answer], seat: Seat) -> Vec<Answer> {
    let own = answers.iter().find(|answer| answer.seat == seat);
    own.and_then(|answer| answer.discard)
        .map(|tile| Answer::act(seat, Action::Discard(tile)))
        .into_iter()
        .collect()
}

/// The tile of a concealed kong: only its declarer's answer tells.
fn concealed_kong(answers: &[Answer], seat: Seat) -> Result<Tile, Problem> {
    answers
        .iter()
        .find_map(|answer| match answer.said {
            Said::Act(Action::ConcealedKong(tile)) if answer.seat == seat => Some(tile),
            _ => None,
        })
        .ok_or(Problem::Missing("the answer \"GANG X\" that declared this kong"))
}

/// Every answer that is not the pass everybody gives.
fn read_answers(live: Live, replies: Field<'_>) -> Vec<Answer> {
    Seat::ALL.into_iter().filter_map(|seat| read_answer(live, seat, replies)).collect()
}

fn read_answer(live: Live, seat: Seat, replies: Field<'_>) -> Option<Answer> {
    let unreadable =
        |words: &str| Some(Answer { seat, said: Said::Unreadable(quoted(words)), discard: None });
    let Some(reply) = replies.find(DIGITS[seat.index()]) else { return unreadable("") };
    let text = match (reply.text(), reply.find("response")) {
        (Some(text), _) => text,
        (None, Some(response)) => response.text().unwrap_or(""),
        (None, None) => "",
    };
    if let Some(verdict) = reply.find("verdict").and_then(|verdict| verdict.text())
        && verdict != "OK"
    {
        return unreadable(verdict);
    }
    let Ok(reply) = text.parse::<Reply>() else { return unreadable(text) };
    let own_turn = matches!(live, Live::Drawn(by, _) if by == seat);
    let (action, discard) = match (reply, live) {
        (Reply::Pass, _) if !own_turn => return None,
        (Reply::Hu, _) => (Action::Hu, None),
        (Reply::Play(tile), _) => (Action::Discard(tile), None),
        (Reply::ConcealedKong(tile), _) => (Action::ConcealedKong(tile), None),
        (Reply::AddedKong(tile), _) => (Action::AddedKong(tile), None),
        (Reply::MeldedKong, Live::Discard(_, tile)) => (Action::MeldedKong(tile), None),
        (Reply::Pung { discard }, Live::Discard(_, tile)) => (Action::Pung(tile), Some(discard)),
        (Reply::Chow { middle, discard }, Live::Discard(_, tile)) => match chow_around(middle, tile) {
            Some((lowest, position)) => (Action::Chow { lowest, position }, Some(discard)),
            None => return unreadable(text),
        },
        _ => return unreadable(text),
    };
    // Flowers have no place among the actions.
    let flower = match action {
        Action::Discard(tile) | Action::ConcealedKong(tile) | Action::AddedKong(tile) => tile.is_flower(),
        _ => discard.is_some_and(Tile::is_flower),
    };
    if flower { unreadable(text) } else { Some(Answer { seat, said: Said::Act(action), discard }) }
}

/// Takes the judge's own state of the table after a message.
fn judged(builder: &mut Builder, message: Field<'_>) -> Result<(), Problem> {
    let Some(display) = message.find("display") else { return Ok(()) };
    let can_hu = display.find("canHu").map(|list| list.four_integers("canHu")).transpose()?;
    let left = match display.find("tileCnt") {
        // One number for the whole wall in old logs.
        Some(count) if count.integer().is_ok() => None,
        Some(list) => Some(list.four_integers("tileCnt")?),
        None => None,
    };
    builder.judged(
        can_hu.map(|list| BySeat(list.map(|code| code.clamp(-9_999, 9_999) as i32))),
        left.map(|list| BySeat(list.map(|count| count.clamp(0, 255) as u8))),
    );
    Ok(())
}

fn read_finish(
    builder: &mut Builder,
    at: u64,
    message: Field<'_>,
    replies: Field<'_>,
) -> Result<Ending, Problem> {
    let points = message.get("content")?.four_by_seat()?;
    let display = message.get("display")?;
    if let Some(shown) = display.find("score")
        && shown.four_integers("score")? != points
    {
        return Err(Problem::Disagree {
            what: "display.score",
            found: format!("{:?}", shown.four_integers("score")?),
            expected: format!("{points:?}"),
        });
    }
    let points = BySeat(points.map(|points| points.clamp(-9_999, 9_999) as i32));
    let answers = read_answers(builder.live(), replies);
    let mut win = None;
    match display.get("action")?.str()? {
        "HUANG" => builder.exhausted(at, answers)?,
        "HU" => {
            let total = display.get("fanCnt")?.integer()?.clamp(-9_999, 9_999) as i32;
            win = Some(LoggedWin { at, total, fans: read_fans(display.get("fan")?)? });
            builder.hu(at, read_player(display)?, answers)?;
        }
        // WA, WH, or the runtime's verdict over a bot: an offender is named.
        _ => builder.foul(at, read_player(display)?, answers)?,
    }
    judged(builder, message)?;
    Ok(Ending { at, points, win })
}

fn read_player(display: Field<'_>) -> Result<Seat, Problem> {
    let player = display.get("player")?.integer()?;
    usize::try_from(player)
        .ok()
        .and_then(Seat::from_index)
        .ok_or_else(|| Problem::Unexpected { found: player.to_string(), expected: "a player 0..3" })
}

fn read_fans(list: Field<'_>) -> Result<Vec<(mcr_engine::scoring::Fan, u8)>, Problem> {
    let mut fans = Vec::new();
    for item in list.array()?.iter().map(Field::root) {
        let count = match item.find("cnt") {
            Some(count) => count.integer()?,
            None => 1,
        };
        let count = u8::try_from(count)
            .ok()
            .filter(|count| (1..=8).contains(count))
            .ok_or_else(|| Problem::Unexpected { found: count.to_string(), expected: "a count 1-8" })?;
        fans.push((parse_fan(item.get("name")?.str()?)?, count));
    }
    fans.sort();
    Ok(fans)
}

/// The names of the seats in JSON objects.
pub(super) const DIGITS: [&str; 4] = ["0", "1", "2", "3"];

/// What `message` tells `seat`.
fn request(message: Field<'_>, seat: Seat) -> Result<Request, Problem> {
    let text = message.get("content")?.get(DIGITS[seat.index()])?.str()?;
    text.parse().map_err(|error| Problem::Message { message: quoted(text), error })
}

fn unexpected(request: &Request, expected: &'static str) -> Problem {
    Problem::Unexpected { found: quoted(&request.to_string()), expected }
}

fn codes(tiles: &[Tile]) -> String {
    tiles.iter().map(|tile| TileCode(*tile).to_string()).collect::<Vec<_>>().join(" ")
}
