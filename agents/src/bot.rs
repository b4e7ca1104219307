//! Players that speak the league's protocol: they are told everything that happens, and everything they say counts.

use mcr_engine::{
    Seat,
    notation::botzone::{Reply, Request},
};
use std::{fmt, path::Path};

/// A player that is told of a deal request by request, and answers each.
///
/// One bot may hold several seats; it keeps them apart.
pub trait Bot {
    /// A deal begins for `seat`.
    fn begin(&mut self, seat: Seat);

    /// What the player at `seat` answers to a request.
    fn hear(&mut self, seat: Seat, request: &Request) -> Result<Reply, Misanswer>;

    /// The deal is over for `seat`.
    fn end(&mut self, seat: Seat);

    /// Where to keep what it says beside the protocol; files are named after `name`.
    fn keep_words(&mut self, folder: &Path, name: &str) {
        let _ = (folder, name);
    }
}

/// No answer of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misanswer {
    /// What went wrong.
    pub kind: MisanswerKind,
    /// What was said, cut short when long; empty when nothing was.
    pub said: String,
}

/// What went wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisanswerKind {
    /// It names no answer.
    Unreadable,
    /// It did not come in time.
    Late,
    /// The program ended or cannot be started.
    Gone,
    /// It is longer than any answer.
    TooMuch,
}

impl MisanswerKind {
    /// The word for it in logs, the league's verdict where it has one.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MisanswerKind::Unreadable => "unreadable",
            MisanswerKind::Late => "TLE",
            MisanswerKind::Gone => "RE",
            MisanswerKind::TooMuch => "OLE",
        }
    }
}

impl fmt::Display for Misanswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.kind.name(), self.said)
    }
}
