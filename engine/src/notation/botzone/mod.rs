//! The notation of the Botzone game "Chinese-Standard-Mahjong": tile codes, requests, replies, fan names.
//!
//! Seats and prevalent winds are written as their index 0–3, east to north.

mod chow;
mod fan_name;
mod reply;
mod request;
mod tile_code;

pub use chow::{chow_around, chow_middle};
pub use fan_name::{FanNameError, fan_name, parse_fan};
pub use reply::Reply;
pub use request::{Request, Seen};
pub use tile_code::{TileCode, TileCodeError, parse_tile};

use crate::{seat::Seat, wind::Wind};

/// Why a request or reply could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// A word stands where the protocol has another.
    #[error("word {place} is {found:?}, expected {expected}")]
    Word {
        /// Counted from 1.
        place: usize,
        /// The word.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// The message has too few or too many words.
    #[error("{found} words, expected {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many the message has.
        expected: &'static str,
    },
    /// A tile code is unknown.
    #[error("word {place}: {error}")]
    Tile {
        /// Counted from 1.
        place: usize,
        /// What is wrong with it.
        error: TileCodeError,
    },
}

/// The words of one message, split at single spaces as the judge splits them.
struct Words<'a> {
    words: Vec<&'a str>,
}

/// Longer messages do not exist: a deal with all eight flowers has 26 words.
const MOST_WORDS: usize = 32;

/// At most this much of a strange word is repeated in an error.
const QUOTED: usize = 24;

impl<'a> Words<'a> {
    fn split(message: &'a str) -> Words<'a> {
        Words { words: message.split(' ').take(MOST_WORDS + 1).collect() }
    }

    fn len(&self) -> usize {
        self.words.len()
    }

    /// The word at `index`, empty past the end.
    fn word(&self, index: usize) -> &'a str {
        self.words.get(index).copied().unwrap_or("")
    }

    fn tile(&self, index: usize) -> Result<crate::Tile, MessageError> {
        parse_tile(self.word(index)).map_err(|error| MessageError::Tile { place: index + 1, error })
    }

    fn digit(&self, index: usize, expected: &'static str) -> Result<usize, MessageError> {
        match self.word(index).as_bytes() {
            [digit @ b'0'..=b'9'] => Ok((digit - b'0') as usize),
            _ => Err(self.unexpected(index, expected)),
        }
    }

    fn seat(&self, index: usize) -> Result<Seat, MessageError> {
        Seat::from_index(self.digit(index, "a seat 0-3")?).ok_or_else(|| self.unexpected(index, "a seat 0-3"))
    }

    fn wind(&self, index: usize) -> Result<Wind, MessageError> {
        Wind::from_index(self.digit(index, "a prevalent wind 0-3")?)
            .ok_or_else(|| self.unexpected(index, "a prevalent wind 0-3"))
    }

    fn unexpected(&self, index: usize, expected: &'static str) -> MessageError {
        MessageError::Word { place: index + 1, found: quoted(self.word(index)), expected }
    }

    /// Refuses any other number of words than `count`, which `expected` puts in words.
    fn count(&self, count: usize, expected: &'static str) -> Result<(), MessageError> {
        if self.len() == count { Ok(()) } else { Err(MessageError::Length { found: self.len(), expected }) }
    }
}

/// The beginning of a strange word, for an error message.
fn quoted(word: &str) -> String {
    word.chars().take(QUOTED).collect()
}
