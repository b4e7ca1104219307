//! What the judge tells a bot.

use super::{MessageError, TileCode, Words};
use crate::{
    seat::{BySeat, Seat},
    tile::Tile,
    wind::Wind,
};
use std::{fmt, str::FromStr};

/// One message of the judge to one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// `0 seat quan`: where the bot sits.
    Seat {
        /// Its seat.
        seat: Seat,
        /// 圈风.
        prevalent: Wind,
    },
    /// `1 h0 h1 h2 h3 C1 … C13 [flowers]`: the tiles dealt.
    Deal {
        /// Its thirteen tiles in the order they were dealt.
        hand: [Tile; 13],
        /// How many flowers each seat laid out.
        flowers: BySeat<u8>,
        /// Those flowers, seat by seat.
        shown: Vec<Tile>,
    },
    /// `2 C`: the bot drew C.
    Drew(Tile),
    /// `3 seat …`: something everybody sees.
    Seen {
        /// Who did it.
        seat: Seat,
        /// What.
        what: Seen,
    },
}

/// A public event as the judge words it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// `BUHUA H`: a flower laid out.
    Flower(Tile),
    /// `DRAW`
    Draw,
    /// `PLAY C`
    Play(Tile),
    /// `PENG C`: pung of the live discard, then discard C.
    Pung {
        /// C.
        discard: Tile,
    },
    /// `CHI M C`: chow with M in the middle, then discard C.
    Chow {
        /// M.
        middle: Tile,
        /// C.
        discard: Tile,
    },
    /// `GANG`: concealed when the seat has just drawn, else of the live discard.
    Kong,
    /// `BUGANG C`
    AddedKong(Tile),
}

impl FromStr for Request {
    type Err = MessageError;

    fn from_str(text: &str) -> Result<Request, MessageError> {
        let words = Words::split(text);
        match words.word(0) {
            "0" => {
                words.count(3, "3")?;
                Ok(Request::Seat { seat: words.seat(1)?, prevalent: words.wind(2)? })
            }
            "1" => parse_deal(&words),
            "2" => {
                words.count(2, "2")?;
                Ok(Request::Drew(words.tile(1)?))
            }
            "3" => Ok(Request::Seen { seat: words.seat(1)?, what: parse_seen(&words)? }),
            _ => Err(words.unexpected(0, "0, 1, 2 or 3")),
        }
    }
}

fn parse_deal(words: &Words<'_>) -> Result<Request, MessageError> {
    let mut flowers = BySeat([0u8; 4]);
    for (index, count) in flowers.0.iter_mut().enumerate() {
        *count = words.digit(index + 1, "a number of flowers 0-8")? as u8;
    }
    let shown = flowers.0.iter().map(|count| *count as usize).sum::<usize>();
    words.count(18 + shown, "18 and one for each flower")?;
    let mut hand = [Tile::EAST; 13];
    for (index, tile) in hand.iter_mut().enumerate() {
        *tile = words.tile(index + 5)?;
    }
    let shown = (18..18 + shown).map(|index| words.tile(index)).collect::<Result<_, _>>()?;
    Ok(Request::Deal { hand, flowers, shown })
}

fn parse_seen(words: &Words<'_>) -> Result<Seen, MessageError> {
    let (count, expected) = match words.word(2) {
        "DRAW" | "GANG" => (3, "3"),
        "BUHUA" | "PLAY" | "PENG" | "BUGANG" => (4, "4"),
        "CHI" => (5, "5"),
        _ => return Err(words.unexpected(2, "BUHUA, DRAW, PLAY, PENG, CHI, GANG or BUGANG")),
    };
    words.count(count, expected)?;
    Ok(match words.word(2) {
        "DRAW" => Seen::Draw,
        "GANG" => Seen::Kong,
        "BUHUA" => Seen::Flower(words.tile(3)?),
        "PLAY" => Seen::Play(words.tile(3)?),
        "PENG" => Seen::Pung { discard: words.tile(3)? },
        "BUGANG" => Seen::AddedKong(words.tile(3)?),
        _ => Seen::Chow { middle: words.tile(3)?, discard: words.tile(4)? },
    })
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Seat { seat, prevalent } => write!(f, "0 {} {}", seat.index(), prevalent.index()),
            Request::Deal { hand, flowers, shown } => {
                let [a, b, c, d] = flowers.0;
                write!(f, "1 {a} {b} {c} {d}")?;
                hand.iter().chain(shown).try_for_each(|tile| write!(f, " {}", TileCode(*tile)))
            }
            Request::Drew(tile) => write!(f, "2 {}", TileCode(*tile)),
            Request::Seen { seat, what } => write!(f, "3 {} {what}", seat.index()),
        }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Seen::Flower(tile) => write!(f, "BUHUA {}", TileCode(tile)),
            Seen::Draw => write!(f, "DRAW"),
            Seen::Play(tile) => write!(f, "PLAY {}", TileCode(tile)),
            Seen::Pung { discard } => write!(f, "PENG {}", TileCode(discard)),
            Seen::Chow { middle, discard } => write!(f, "CHI {} {}", TileCode(middle), TileCode(discard)),
            Seen::Kong => write!(f, "GANG"),
            Seen::AddedKong(tile) => write!(f, "BUGANG {}", TileCode(tile)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_go_both_ways() {
        for text in [
            "0 1 2",
            "1 0 0 0 0 T1 F3 W8 B9 B4 B7 T8 T6 T3 W3 J1 T5 W5",
            "1 1 0 2 0 T1 F3 W8 B9 B4 B7 T8 T6 T3 W3 J1 T5 W5 H3 H1 H7",
            "2 B8",
            "3 0 BUHUA H2",
            "3 0 DRAW",
            "3 0 PLAY T4",
            "3 3 PENG W9",
            "3 1 CHI T5 J1",
            "3 2 GANG",
            "3 2 BUGANG F1",
        ] {
            assert_eq!(text.parse::<Request>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_requests_are_refused_with_the_place() {
        for (text, complaint) in [
            ("4 0", r#"word 1 is "4", expected 0, 1, 2 or 3"#),
            ("0 4 0", r#"word 2 is "4", expected a seat 0-3"#),
            ("0 1 9", r#"word 3 is "9", expected a prevalent wind 0-3"#),
            ("0 1", "2 words, expected 3"),
            ("1 0 0 0 0 T1", "6 words, expected 18 and one for each flower"),
            ("1 9 9 9 9 T1", "6 words, expected 18 and one for each flower"),
            ("1 0 0 0 -1 T1", r#"word 5 is "-1", expected a number of flowers 0-8"#),
            ("3 0 DRAW W1", "4 words, expected 3"),
            ("3 0 HU", r#"word 3 is "HU", expected BUHUA, DRAW, PLAY, PENG, CHI, GANG or BUGANG"#),
            ("2", "1 words, expected 2"),
        ] {
            assert_eq!(text.parse::<Request>().unwrap_err().to_string(), complaint);
        }
        assert!("3 ".repeat(100_000).parse::<Request>().is_err());
    }
}
