//! What a bot answers.

use super::{MessageError, TileCode, Words};
use crate::tile::Tile;
use std::{fmt, str::FromStr};

/// One answer. A claim of a pung or chow carries the discard that follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `PASS`
    Pass,
    /// `HU`
    Hu,
    /// `PLAY X`: discard after a draw.
    Play(Tile),
    /// `GANG X`: concealed kong after a draw.
    ConcealedKong(Tile),
    /// `BUGANG X`: a tile added to an own pung after a draw.
    AddedKong(Tile),
    /// `GANG`: kong of the discard.
    MeldedKong,
    /// `PENG X`: pung of the discard, then discard X.
    Pung {
        /// X.
        discard: Tile,
    },
    /// `CHI M X`: chow of the discard with M in its middle, then discard X.
    Chow {
        /// M.
        middle: Tile,
        /// X.
        discard: Tile,
    },
}

impl FromStr for Reply {
    type Err = MessageError;

    fn from_str(text: &str) -> Result<Reply, MessageError> {
        let words = Words::split(text);
        let reply = match (words.word(0), words.len()) {
            ("PASS", 1) => Reply::Pass,
            ("HU", 1) => Reply::Hu,
            ("GANG", 1) => Reply::MeldedKong,
            ("PLAY", 2) => Reply::Play(words.tile(1)?),
            ("GANG", 2) => Reply::ConcealedKong(words.tile(1)?),
            ("BUGANG", 2) => Reply::AddedKong(words.tile(1)?),
            ("PENG", 2) => Reply::Pung { discard: words.tile(1)? },
            ("CHI", 3) => Reply::Chow { middle: words.tile(1)?, discard: words.tile(2)? },
            ("PASS" | "HU", found) => return Err(MessageError::Length { found, expected: "1" }),
            ("GANG", found) => return Err(MessageError::Length { found, expected: "1 or 2" }),
            ("PLAY" | "BUGANG" | "PENG", found) => return Err(MessageError::Length { found, expected: "2" }),
            ("CHI", found) => return Err(MessageError::Length { found, expected: "3" }),
            _ => return Err(words.unexpected(0, "PASS, HU, PLAY, GANG, BUGANG, PENG or CHI")),
        };
        Ok(reply)
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reply::Pass => write!(f, "PASS"),
            Reply::Hu => write!(f, "HU"),
            Reply::Play(tile) => write!(f, "PLAY {}", TileCode(tile)),
            Reply::ConcealedKong(tile) => write!(f, "GANG {}", TileCode(tile)),
            Reply::AddedKong(tile) => write!(f, "BUGANG {}", TileCode(tile)),
            Reply::MeldedKong => write!(f, "GANG"),
            Reply::Pung { discard } => write!(f, "PENG {}", TileCode(discard)),
            Reply::Chow { middle, discard } => write!(f, "CHI {} {}", TileCode(middle), TileCode(discard)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_go_both_ways() {
        for text in ["PASS", "HU", "PLAY F3", "GANG W7", "GANG", "BUGANG T1", "PENG J3", "CHI T2 F3"] {
            assert_eq!(text.parse::<Reply>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_replies_are_refused_with_the_place() {
        for (text, complaint) in [
            ("", r#"word 1 is "", expected PASS, HU, PLAY, GANG, BUGANG, PENG or CHI"#),
            ("pass", r#"word 1 is "pass", expected PASS, HU, PLAY, GANG, BUGANG, PENG or CHI"#),
            ("BUGANG", "1 words, expected 2"),
            ("PLAY  W1", "3 words, expected 2"),
            ("CHI T2", "2 words, expected 3"),
            (
                "CHI T2 X3",
                r#"word 3: unknown tile code "X3", expected W, T or B with 1-9, F1-F4, J1-J3 or H1-H8"#,
            ),
        ] {
            assert_eq!(text.parse::<Reply>().unwrap_err().to_string(), complaint);
        }
    }
}
