//! What the log says about one deal and about one decision: the rows of the tables.

use mcr_engine::{Action, ActionSet, BySeat, Seat, Tile, Wind};
use std::sync::Arc;

/// The agents' spec strings by seat. Shared, since all deals of a run have the same.
pub type Seating = Arc<BySeat<String>>;

/// One deal: a row of the table `deals`.
#[derive(Clone, Debug, PartialEq)]
pub struct DealRow {
    /// Its number. With `seed` and the rule set it gives the wall.
    pub deal: u64,
    /// The seed of the wall; `None` when `wall` is given instead.
    pub seed: Option<u64>,
    /// The wall, for deals that no seed generated (imported games).
    pub wall: Option<Vec<Tile>>,
    /// 圈风.
    pub prevalent: Wind,
    /// Who sat where.
    pub agents: Seating,
    /// What the seats did, in the bytes of [`crate::log::moves`].
    pub events: Vec<u8>,
    /// How many discards were made.
    pub turns: u16,
    /// How it ended.
    pub ending: Ending,
    /// What it brought or cost every seat; sums to zero.
    pub points: BySeat<i32>,
}

/// How a deal ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// 和.
    Win(Win),
    /// 荒牌: the wall ran out.
    Exhausted,
    /// An answer against the rules ended it.
    Foul {
        /// Who answered.
        seat: Seat,
    },
}

/// A win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// Who won.
    pub winner: Seat,
    /// Where the winning tile came from.
    pub by: WinBy,
    /// The winning tile.
    pub tile: Tile,
    /// Points of the hand, flowers not counted.
    pub hand_points: u16,
    /// The winner's flowers.
    pub flowers: u8,
    /// Every fan id with its count, by id; flowers are 81.
    pub fans: Vec<(u8, u8)>,
}

/// Where a winning tile came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinBy {
    /// 自摸.
    SelfDraw,
    /// 点炮: another seat's discard.
    Discard {
        /// Who discarded and pays.
        payer: Seat,
    },
    /// 抢杠: the tile another seat added to its pung.
    RobbedKong {
        /// Who added it and pays.
        payer: Seat,
    },
}

impl WinBy {
    /// Who pays for all; `None` when the three others share.
    #[must_use]
    pub fn payer(self) -> Option<Seat> {
        match self {
            WinBy::SelfDraw => None,
            WinBy::Discard { payer } | WinBy::RobbedKong { payer } => Some(payer),
        }
    }
}

/// One decision: a row of the table `steps`. Moments without a choice are not logged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepRow {
    /// The deal.
    pub deal: u64,
    /// Number of the decision in its deal, from 0.
    pub step: u16,
    /// Who decided.
    pub seat: Seat,
    /// What was legal.
    pub legal: ActionSet,
    /// What was done.
    pub action: Action,
    /// What the agent thought it worth, in points, when it said so.
    pub value: Option<f32>,
}
