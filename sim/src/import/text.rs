//! The plain-text match format of the public training set: one fact a line, many matches a file.
//!
//! ```text
//! Match <id>
//! Wind <0..3>
//! Player 0 Deal T8 B7 …                       13 tiles, for each of the four players
//! Player 2 Draw W9
//! Player 2 Play F4
//! Player 2 Chi T5                             the middle tile of the chow
//! Player 0 Peng W9 Ignore Player 3 Chi W8     claims that lost to a higher one follow "Ignore"
//! Player 1 Gang T2 | AnGang W3 | BuGang J1
//! Player 1 Hu B4
//! Fan 9 混一色*1+箭刻*1+老少副*1
//! Score -8 33 -17 -8                          or: Huang / Score 0 0 0 0
//! ```

use super::{
    builder::{Builder, Live},
    lines::Lines,
    problem::{ImportError, Problem, quoted},
    record::{Answer, Ending, GameRecord, LoggedWin, Source, Unit},
};
use mcr_engine::{
    Action, BySeat, Seat, Tile, Wind,
    notation::botzone::{TileCode, chow_around, parse_fan, parse_tile},
};
use std::io::BufRead;

/// More lines than any match has: a blank one, head and deal 6, 400 events, the end 3.
const MOST_LINES: u64 = 500;

/// What a line of play begins with, for messages.
const VERB: &str = "Draw, Play, Chi, Peng, Gang, AnGang, BuGang or Hu";

/// The matches of a text file, one after the other. A broken match is one error; reading goes on with the next.
pub struct TextMatches<R> {
    lines: Lines<R>,
    /// The id of a match whose first line has been read.
    opened: Option<String>,
    /// The input cannot be read any further.
    broken: bool,
}

impl<R: BufRead> TextMatches<R> {
    /// Reads from `reader`; `file` is the name that places use.
    pub fn new(reader: R, file: &str) -> TextMatches<R> {
        TextMatches::after_blank_lines(reader, file, 0)
    }

    /// Reads on after so many lines that are gone already.
    pub(super) fn after_blank_lines(reader: R, file: &str, gone: u64) -> TextMatches<R> {
        TextMatches { lines: Lines::new(reader, file, gone), opened: None, broken: false }
    }

    /// The id in the next `Match` line; anything else before it is an error.
    fn open(&mut self) -> Result<Option<String>, Problem> {
        while let Some(line) = self.lines.next_line()? {
            if let Some(id) = match_id(line) {
                return Ok(Some(id));
            }
            if !line.is_empty() {
                let found = quoted(line);
                return Err(Problem::Unexpected { found, expected: "\"Match …\"" });
            }
        }
        Ok(None)
    }

    /// Goes on to the next `Match` line after an error.
    fn resynchronise(&mut self) {
        while self.opened.is_none() && !self.broken {
            match self.lines.next_line() {
                Ok(Some(line)) => self.opened = match_id(line),
                Ok(None) | Err(Problem::Read(_)) => self.broken = true,
                Err(_) => {}
            }
        }
    }

    fn fail(&mut self, id: &str, problem: Problem) -> ImportError {
        let error = self.lines.error(id, problem);
        self.resynchronise();
        error
    }

    fn read_match(&mut self, id: &str) -> Result<GameRecord, Problem> {
        let last = self.lines.number() + MOST_LINES;
        let wind = self.line("\"Wind 0..3\"")?;
        let mut builder = Builder::new(self.source(id), parse_wind(&wind)?);
        while self.lines.number() < last {
            let line = self.line("a line of play, \"Huang\" or \"Fan …\" and \"Score …\"")?;
            let at = self.lines.number();
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match words[..] {
                ["Huang"] => {
                    builder.exhausted(at, Vec::new())?;
                    return self.end(builder, None);
                }
                ["Fan", total, fans] => {
                    let win = LoggedWin { at, total: parse_points(total)?, fans: parse_fans(fans)? };
                    return self.end(builder, Some(win));
                }
                ["Player", player, ref did @ ..] => {
                    let seat = parse_player(player)?;
                    take_event(&mut builder, at, seat, did)?;
                }
                _ => {
                    let expected = "\"Player …\", \"Huang\" or \"Fan …\"";
                    return Err(Problem::Unexpected { found: quoted(&line), expected });
                }
            }
        }
        Err(Problem::TooLong { limit: MOST_LINES as usize, unit: "lines" })
    }

    /// Reads the last line of a match.
    fn end(&mut self, builder: Builder, win: Option<LoggedWin>) -> Result<GameRecord, Problem> {
        let line = self.line("\"Score …\"")?;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let ["Score", a, b, c, d] = words[..] else {
            return Err(Problem::Unexpected { found: quoted(&line), expected: "\"Score\" and four numbers" });
        };
        let points = BySeat([parse_points(a)?, parse_points(b)?, parse_points(c)?, parse_points(d)?]);
        builder.finish(Ending { at: self.lines.number(), points, win })
    }

    /// A line inside a match. The next match or the end of the file there means that this one is cut off.
    fn line(&mut self, expected: &'static str) -> Result<String, Problem> {
        let Some(line) = self.lines.next_line()? else {
            self.broken = true;
            return Err(Problem::Ends(expected));
        };
        if let Some(id) = match_id(line) {
            self.opened = Some(id);
            return Err(Problem::Ends(expected));
        }
        Ok(line.to_owned())
    }

    fn source(&self, id: &str) -> Source {
        Source { file: self.lines.file().to_owned(), id: id.to_owned(), unit: Unit::Line }
    }
}

impl<R: BufRead> Iterator for TextMatches<R> {
    type Item = Result<GameRecord, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        let id = match self.opened.take() {
            Some(id) => id,
            None if self.broken => return None,
            None => match self.open() {
                Ok(Some(id)) => id,
                Ok(None) => return None,
                Err(problem) => return Some(Err(self.fail("", problem))),
            },
        };
        Some(self.read_match(&id).map_err(|problem| self.fail(&id, problem)))
    }
}

fn match_id(line: &str) -> Option<String> {
    let id = line.strip_prefix("Match")?;
    (id.is_empty() || id.starts_with(' ')).then(|| quoted(id.trim()))
}

fn parse_wind(line: &str) -> Result<Wind, Problem> {
    line.strip_prefix("Wind ")
        .and_then(|number| number.parse().ok())
        .and_then(Wind::from_index)
        .ok_or_else(|| Problem::Unexpected { found: quoted(line), expected: "\"Wind 0..3\"" })
}

fn parse_player(word: &str) -> Result<Seat, Problem> {
    word.parse()
        .ok()
        .and_then(Seat::from_index)
        .ok_or_else(|| Problem::Unexpected { found: quoted(word), expected: "a player 0..3" })
}

fn parse_points(word: &str) -> Result<i32, Problem> {
    word.parse()
        .ok()
        .filter(|points: &i32| points.unsigned_abs() < 10_000)
        .ok_or_else(|| Problem::Unexpected { found: quoted(word), expected: "points below 10000" })
}

/// Reads `混一色*1+箭刻*1`.
fn parse_fans(list: &str) -> Result<Vec<(mcr_engine::scoring::Fan, u8)>, Problem> {
    let mut fans = Vec::new();
    for item in list.split('+').filter(|item| !item.is_empty()) {
        let (name, count) = item.rsplit_once('*').unwrap_or((item, "1"));
        let count = count.parse().ok().filter(|count| (1..=8).contains(count)).ok_or_else(|| {
            Problem::Unexpected { found: quoted(item), expected: "a fan name, * and a count 1-8" }
        })?;
        fans.push((parse_fan(name)?, count));
    }
    fans.sort();
    Ok(fans)
}

/// One line of play.
fn take_event(builder: &mut Builder, at: u64, seat: Seat, did: &[&str]) -> Result<(), Problem> {
    let (verb, words) = did.split_first().ok_or(Problem::Ends(VERB))?;
    if *verb == "Deal" {
        return builder.deal(at, seat, parse_hand(words)?);
    }
    let (code, ignored) = words.split_first().ok_or(Problem::Ends("a tile code"))?;
    let tile = parse_kind(code)?;
    let mut answers = parse_ignored(builder, ignored)?;
    let own = |action| Answer::act(seat, action);
    match *verb {
        "Draw" => builder.draw(at, seat, tile, answers),
        "Play" => {
            answers.push(own(Action::Discard(tile)));
            builder.discard(at, seat, tile, answers)
        }
        "AnGang" => {
            answers.push(own(Action::ConcealedKong(tile)));
            builder.concealed_kong(at, seat, tile, answers)
        }
        "BuGang" => {
            answers.push(own(Action::AddedKong(tile)));
            builder.added_kong(at, seat, tile, answers)
        }
        "Chi" => {
            answers.push(own(claim(builder, seat, verb, tile)?));
            builder.chow(at, seat, tile, answers)
        }
        "Peng" => {
            answers.push(own(claim(builder, seat, verb, tile)?));
            builder.pung(at, seat, answers)
        }
        "Gang" => {
            answers.push(own(claim(builder, seat, verb, tile)?));
            builder.melded_kong(at, seat, answers)
        }
        "Hu" => {
            answers.push(own(claim(builder, seat, verb, tile)?));
            builder.hu(at, seat, answers)
        }
        _ => Err(Problem::Unexpected { found: quoted(verb), expected: VERB }),
    }
}

/// Reads `Ignore Player 3 Chi W8`, as often as it is there.
fn parse_ignored(builder: &Builder, mut words: &[&str]) -> Result<Vec<Answer>, Problem> {
    let mut answers = Vec::new();
    while let Some((first, rest)) = words.split_first() {
        let expected = "\"Ignore Player p\", a claim and a tile";
        let ["Player", player, verb, code, rest @ ..] = (if *first == "Ignore" { rest } else { words })
        else {
            return Err(Problem::Unexpected { found: quoted(&words.join(" ")), expected });
        };
        let (seat, tile) = (parse_player(player)?, parse_kind(code)?);
        answers.push(Answer::act(seat, claim(builder, seat, verb, tile)?));
        words = rest;
    }
    Ok(answers)
}

/// A claim or hu of the live tile; `tile` is the one logged with it.
fn claim(builder: &Builder, seat: Seat, verb: &str, tile: Tile) -> Result<Action, Problem> {
    match verb {
        "Chi" => {
            let claimed = builder.claimable(seat)?;
            let (lowest, position) =
                chow_around(tile, claimed).ok_or(Problem::NoChow { middle: tile, claimed })?;
            Ok(Action::Chow { lowest, position })
        }
        "Peng" => Ok(Action::Pung(same_tile(tile, builder.claimable(seat)?)?)),
        "Gang" => Ok(Action::MeldedKong(same_tile(tile, builder.claimable(seat)?)?)),
        "Hu" => {
            hu_tile(builder, seat, tile)?;
            Ok(Action::Hu)
        }
        _ => Err(Problem::Unexpected { found: quoted(verb), expected: "Chi, Peng, Gang or Hu" }),
    }
}

/// Checks the tile of a hu. Some published copies print the last discard as the tile of a win by own draw.
fn hu_tile(builder: &Builder, seat: Seat, tile: Tile) -> Result<(), Problem> {
    match builder.live() {
        Live::None => Err(Problem::NothingToClaim(seat)),
        Live::Drawn(_, _) if builder.last_discard() == Some(tile) => Ok(()),
        Live::Drawn(_, live) | Live::Discard(_, live) | Live::AddedKong(_, live) => {
            same_tile(tile, live).map(drop)
        }
    }
}

fn same_tile(logged: Tile, live: Tile) -> Result<Tile, Problem> {
    if logged == live {
        return Ok(live);
    }
    Err(Problem::Disagree {
        what: "the claimed tile",
        found: TileCode(logged).to_string(),
        expected: TileCode(live).to_string(),
    })
}

fn parse_kind(code: &str) -> Result<Tile, Problem> {
    let tile = parse_tile(code)?;
    if tile.is_flower() { Err(Problem::Flower(tile)) } else { Ok(tile) }
}

fn parse_hand(codes: &[&str]) -> Result<[Tile; 13], Problem> {
    let tiles: Vec<Tile> = codes.iter().take(14).map(|code| parse_kind(code)).collect::<Result<_, _>>()?;
    <[Tile; 13]>::try_from(tiles).map_err(|tiles| Problem::Unexpected {
        found: format!("{} tiles", tiles.len()),
        expected: "13 tiles",
    })
}
