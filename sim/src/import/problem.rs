//! Why a log could not be read.

use super::record::Place;
use mcr_engine::{
    Seat, Tile,
    notation::botzone::{FanNameError, MessageError, TileCode, TileCodeError},
};

/// A log, or one game of it, could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct ImportError {
    /// Where.
    pub place: Place,
    /// What is wrong there.
    pub problem: Box<Problem>,
}

impl ImportError {
    pub(crate) fn new(place: Place, problem: Problem) -> ImportError {
        ImportError { place, problem: Box::new(problem) }
    }
}

/// What is wrong at a place of a log.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The file cannot be opened or read.
    #[error("cannot read: {0}")]
    Read(#[from] std::io::Error),
    /// Neither of the known formats.
    #[error("begins with {found:?}, expected a JSON object or a line \"Match …\"")]
    Format {
        /// The first characters.
        found: String,
    },
    /// No well-formed JSON.
    #[error("not JSON: {0}")]
    Json(serde_json::Error),
    /// A game has more bytes than any real one.
    #[error("a match of more than {limit} {unit}")]
    TooLong {
        /// The limit that was passed.
        limit: usize,
        /// Of what.
        unit: &'static str,
    },
    /// Bytes that are no UTF-8.
    #[error("not UTF-8 text")]
    NotText,
    /// A message of the judge cannot be read.
    #[error("message {message:?}: {error}")]
    Message {
        /// The message, cut short when long.
        message: String,
        /// What is wrong with it.
        error: MessageError,
    },
    /// A tile code is unknown.
    #[error(transparent)]
    Tile(#[from] TileCodeError),
    /// A fan name is unknown.
    #[error(transparent)]
    Fan(#[from] FanNameError),
    /// A line or field holds something else.
    #[error("found {found:?}, expected {expected}")]
    Unexpected {
        /// What stands there, cut short when long.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// A field is missing.
    #[error("{0:?} is missing")]
    Missing(&'static str),
    /// The game ends in the middle.
    #[error("the match ends here, expected {0}")]
    Ends(&'static str),
    /// Two places of one message say different things.
    #[error("{what} is {found}, expected {expected}")]
    Disagree {
        /// What they speak about.
        what: &'static str,
        /// What is said here.
        found: String,
        /// What was said before.
        expected: String,
    },
    /// The fifth copy of a kind is dealt or drawn.
    #[error("{} is dealt or drawn for the fifth time, expected four copies of a kind", TileCode(*.0))]
    FifthCopy(Tile),
    /// A flower; these games are played without.
    #[error("flower {}, expected a game without flowers", TileCode(*.0))]
    Flower(Tile),
    /// A seat draws more tiles than its wall has.
    #[error("player {} draws more than 34 tiles", .0.index())]
    Overdrawn(Seat),
    /// A seat gets two hands.
    #[error("player {} is dealt a second hand", .0.index())]
    DealtTwice(Seat),
    /// Play begins before a seat has its hand.
    #[error("player {} has not been dealt a hand", .0.index())]
    NotDealt(Seat),
    /// A claim or hu where no tile can be claimed.
    #[error("player {} claims a tile, but none is open to claims", .0.index())]
    NothingToClaim(Seat),
    /// A chow whose middle tile does not go with the claimed one.
    #[error("chow around {} of {}, expected three tiles in a row", TileCode(*.middle), TileCode(*.claimed))]
    NoChow {
        /// The middle tile as logged.
        middle: Tile,
        /// The discard.
        claimed: Tile,
    },
}

/// The beginning of a strange text, for a message.
pub(crate) fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
