//! Tile codes: a letter for the suit and a digit.

use super::quoted;
use crate::tile::Tile;
use std::fmt;

/// A tile that prints as its code: `W1`–`W9` characters, `T` bamboo, `B` dots, `F1`–`F4` winds E S W N,
/// `J1`–`J3` dragons 中 发 白, `H1`–`H8` flowers (rules/mcr.md 1.1).
///
/// ```
/// use mcr_engine::{Tile, notation::botzone::{TileCode, parse_tile}};
/// assert_eq!(TileCode(Tile::RED).to_string(), "J1");
/// assert_eq!(parse_tile("J1"), Ok(Tile::RED));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileCode(pub Tile);

/// The letters with the index of their first tile and how many there are.
const LETTERS: [(u8, u8, u8); 6] =
    [(b'W', 0, 9), (b'T', 9, 9), (b'B', 18, 9), (b'F', 27, 4), (b'J', 31, 3), (b'H', 34, 8)];

impl fmt::Display for TileCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.0.index() as u8;
        for (letter, first, count) in LETTERS {
            if index < first + count {
                return write!(f, "{}{}", letter as char, index - first + 1);
            }
        }
        unreachable!("tile indices end with the flowers")
    }
}

/// A word that is no tile code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown tile code {found:?}, expected W, T or B with 1-9, F1-F4, J1-J3 or H1-H8")]
pub struct TileCodeError {
    /// The word, cut short when long.
    pub found: String,
}

/// The tile of a code.
pub fn parse_tile(code: &str) -> Result<Tile, TileCodeError> {
    if let [letter, digit @ b'1'..=b'9'] = code.as_bytes() {
        let number = digit - b'0';
        for (known, first, count) in LETTERS {
            if known == *letter && number <= count {
                return Ok(Tile::new(first + number - 1));
            }
        }
    }
    Err(TileCodeError { found: quoted(code) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_go_both_ways() {
        for index in 0..Tile::COUNT {
            let tile = Tile::new(index as u8);
            assert_eq!(parse_tile(&TileCode(tile).to_string()), Ok(tile));
        }
    }

    #[test]
    fn codes_name_the_tiles_of_the_rules() {
        for (code, name) in [
            ("W1", "1m"),
            ("T9", "9s"),
            ("B5", "5p"),
            ("F1", "E"),
            ("F4", "N"),
            ("J2", "F"),
            ("J3", "P"),
            ("H1", "a"),
            ("H8", "h"),
        ] {
            assert_eq!(parse_tile(code).unwrap().to_string(), name);
        }
    }

    #[test]
    fn other_words_are_refused() {
        for word in ["", "W", "W0", "W10", "F5", "J4", "H9", "w1", "1W", "Ｗ1", "W1 ", "\u{0}1"] {
            assert!(parse_tile(word).is_err(), "{word:?}");
        }
        assert_eq!(parse_tile(&"長".repeat(1000)).unwrap_err().found.chars().count(), 24);
    }
}
