//! One game of a foreign log in neutral form: what was dealt, what each seat answered, what happened.

use mcr_engine::{Action, BySeat, Event, RuleSet, Seat, Tile, Wind, scoring::Fan};
use std::fmt;

/// A game as a log tells it. Nothing in it has been checked against the rules yet: that is
/// [`validate_game`](super::validate_game)'s work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Where it was read.
    pub source: Source,
    /// The rules it was played by.
    pub rules: RuleSet,
    /// 圈风.
    pub prevalent: Wind,
    /// Four segments of 34 tiles in seat order, each drawn from its end (rules/mcr.md 6.4).
    pub wall: Vec<Tile>,
    /// How many tiles of each segment the log shows; the others lie in a fixed order that means nothing.
    /// 34 where the log gives the wall.
    pub known: BySeat<u8>,
    /// The thirteen tiles of each seat in the order they were dealt, as the log says.
    pub dealt: BySeat<[Tile; 13]>,
    /// Where the deal is told.
    pub dealt_at: u64,
    /// What happened from the dealer's first draw on.
    pub steps: Vec<Step>,
    /// What the log says of the end.
    pub ending: Ending,
}

/// Something that happened, and what the seats answered at the moment that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Line or message.
    pub at: u64,
    /// What happened. Whether a discard was the drawn tile is told by no log: the flag is `true` where it could be.
    pub event: Event,
    /// Every answer that was no pass, by seat.
    pub answers: Vec<Answer>,
    /// The judge's verdict for each seat after it, where the log has one ([`Verdict`]).
    pub can_hu: Option<BySeat<i32>>,
    /// Tiles left in each seat's wall after it, where the log says so.
    pub left: Option<BySeat<u8>>,
}

/// The judge's word on whether a seat could win now: what `display.canHu` holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// −4: not looked at.
    Unasked,
    /// −3: no winning hand.
    Incomplete,
    /// The points of the hand with its flowers, below the minimum too.
    Points(u16),
}

impl Verdict {
    /// The number the logs use.
    #[must_use]
    pub fn code(self) -> i32 {
        match self {
            Verdict::Unasked => -4,
            Verdict::Incomplete => -3,
            Verdict::Points(points) => i32::from(points),
        }
    }
}

/// One seat's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Who answered.
    pub seat: Seat,
    /// What.
    pub said: Said,
    /// The discard announced together with a pung or chow.
    pub discard: Option<Tile>,
}

impl Answer {
    /// An action without an announced discard.
    #[must_use]
    pub const fn act(seat: Seat, action: Action) -> Answer {
        Answer { seat, said: Said::Act(action), discard: None }
    }
}

/// The content of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// An action, legal or not.
    Act(Action),
    /// Words that name no action at that moment, or the runtime's verdict over a bot that gave none.
    Unreadable(String),
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Said::Act(action) => write!(f, "{action:?}"),
            Said::Unreadable(words) => write!(f, "{words:?}"),
        }
    }
}

/// The end as the log tells it; how the game ended is its last step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Line or message.
    pub at: u64,
    /// Points won and lost.
    pub points: BySeat<i32>,
    /// The winning hand's value; `None` when nobody won.
    pub win: Option<LoggedWin>,
}

/// What a log says a winning hand is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedWin {
    /// Line or message of the fan list.
    pub at: u64,
    /// Points with flowers.
    pub total: i32,
    /// Fans and how often each counts, by id.
    pub fans: Vec<(Fan, u8)>,
}

/// Where a game was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// File name, or whatever names the input.
    pub file: String,
    /// The game's own name in the log, or its number in the file.
    pub id: String,
    /// What places count.
    pub unit: Unit,
}

impl Source {
    /// A place in this game, for messages.
    #[must_use]
    pub fn place(&self, at: u64) -> Place {
        Place { file: self.file.clone(), id: self.id.clone(), unit: self.unit, at }
    }
}

/// What a place in a log counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Lines of a text file, from 1.
    Line,
    /// Entries of a match's `log` array, from 0.
    Message,
}

/// A place in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// File name.
    pub file: String,
    /// The game there; empty before the first.
    pub id: String,
    /// What `at` counts.
    pub unit: Unit,
    /// Line or message.
    pub at: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { file, id, at, .. } = self;
        match self.unit {
            Unit::Line if id.is_empty() => write!(f, "{file}:{at}"),
            Unit::Line => write!(f, "{file}:{at} (match {id})"),
            Unit::Message => write!(f, "{file}: match {id}, log entry {at}"),
        }
    }
}
