//! What is wrong with a game that could be read.

use super::record::Place;
use mcr_engine::{Action, BySeat, Event, Seat, notation::botzone::fan_name, scoring::Fan};
use std::fmt;

/// One disagreement between a log and the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {kind}")]
pub struct Fault {
    /// Where in the log.
    pub place: Place,
    /// What.
    pub kind: FaultKind,
}

/// What a log says, and what replaying the game through the engine gives.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// The match could not be read at all.
    #[error("{0}")]
    Unreadable(String),
    /// The logged wall is no set of 136 tiles.
    #[error("the wall is wrong: {0}")]
    Wall(String),
    /// A hand is not what the wall deals.
    #[error("player {} is dealt other tiles than its wall holds", .0.index())]
    Deal(Seat),
    /// An answer is not legal where it was given.
    #[error("player {} answers {answer}, which is not legal; legal are {legal}", seat.index())]
    Illegal {
        /// Who answered.
        seat: Seat,
        /// What.
        answer: String,
        /// What the engine allows there.
        legal: String,
    },
    /// A seat that has to choose has no answer in the log.
    #[error("player {} has to act, but no action of it is logged; legal are {legal}", seat.index())]
    NoAnswer {
        /// Who has to act.
        seat: Seat,
        /// What the engine allows there.
        legal: String,
    },
    /// Something else happens than the log says.
    #[error("the log has {found}, expected {}", Shown(*expected))]
    Event {
        /// What the log says, "nothing more" at its end.
        found: String,
        /// What the engine does.
        expected: Event,
    },
    /// The log goes on when the deal is over, or ends before it is.
    #[error("the log has {found}, expected {expected}")]
    End {
        /// What the log says.
        found: String,
        /// What the engine says.
        expected: &'static str,
    },
    /// The log punishes an answer that is legal.
    #[error("player {} is punished for {answer}, which is legal", seat.index())]
    NoFoul {
        /// Who was punished.
        seat: Seat,
        /// For what.
        answer: String,
    },
    /// Another number of points for the winning hand.
    #[error("the hand is logged with {found} points, expected {expected} ({fans})")]
    Total {
        /// What the log says.
        found: i32,
        /// What the scoring says.
        expected: i32,
        /// Its fans.
        fans: String,
    },
    /// The same points from other fans.
    #[error("the fans are logged as {found}, expected {expected}")]
    Fans {
        /// What the log says.
        found: String,
        /// What the scoring says.
        expected: String,
    },
    /// Other points won and lost.
    #[error("the scores are logged as {:?}, expected {:?}", found.0, expected.0)]
    Scores {
        /// What the log says.
        found: BySeat<i32>,
        /// What the rules say.
        expected: BySeat<i32>,
    },
    /// Another verdict on what a seat could win now.
    #[error("canHu of player {} is logged as {found}, expected {expected}", seat.index())]
    CanHu {
        /// Whose.
        seat: Seat,
        /// What the log says.
        found: i32,
        /// What the scoring says.
        expected: i32,
    },
    /// Another number of tiles left.
    #[error("tileCnt is logged as {:?}, expected {:?}", found.0, expected.0)]
    Left {
        /// What the log says.
        found: BySeat<u8>,
        /// What is left.
        expected: BySeat<u8>,
    },
}

/// Fans as the logs write them: `混一色*1+箭刻*1`.
pub(crate) fn fan_list(fans: &[(Fan, u8)]) -> String {
    let items: Vec<String> = fans.iter().map(|(fan, count)| format!("{}*{count}", fan_name(*fan))).collect();
    items.join("+")
}

/// Legal actions for a message: `Pass, Pung(5m)`.
pub(crate) fn action_list(actions: impl Iterator<Item = Action>) -> String {
    let names: Vec<String> = actions.map(|action| format!("{action:?}")).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// An event in words short enough for a message.
pub(crate) struct Shown(pub(crate) Event);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tile = |tile: Option<mcr_engine::Tile>| tile.map_or("?".to_owned(), |tile| tile.to_string());
        match self.0 {
            Event::Flower { seat, tile } => write!(f, "player {} lays out flower {tile}", seat.index()),
            Event::Draw { seat, tile: t } => write!(f, "player {} draws {}", seat.index(), tile(t)),
            Event::Replacement { seat, tile: t } => {
                write!(f, "player {} draws the replacement {}", seat.index(), tile(t))
            }
            Event::Discard { seat, tile, .. } => write!(f, "player {} discards {tile}", seat.index()),
            Event::Chow { seat, lowest, position } => {
                write!(f, "player {} chows from {lowest}, claiming its tile {}", seat.index(), position + 1)
            }
            Event::Pung { seat, tile } => write!(f, "player {} pungs {tile}", seat.index()),
            Event::MeldedKong { seat, tile } => write!(f, "player {} kongs {tile}", seat.index()),
            Event::ConcealedKong { seat, tile: t } => {
                write!(f, "player {} makes a concealed kong of {}", seat.index(), tile(t))
            }
            Event::AddedKong { seat, tile } => write!(f, "player {} adds {tile} to a pung", seat.index()),
            Event::Ready { seat } => write!(f, "player {} declares its hand ready", seat.index()),
            Event::Hu { seat, tile } => write!(f, "player {} wins with {tile}", seat.index()),
            Event::Exhausted => write!(f, "the wall is exhausted"),
            Event::Hang { seat, tile: t } => write!(f, "player {} hangs {}", seat.index(), tile(t)),
            Event::Void => write!(f, "the deal is void"),
            Event::SessionOver => write!(f, "the session is over"),
            Event::Foul { seat } => write!(f, "player {} fouls", seat.index()),
            Event::Ruling { seat, ruling } => {
                write!(f, "player {} is ruled {}", seat.index(), ruling.chinese())
            }
        }
    }
}
