//! What the log says about one deal and about one decision: the rows of the tables.

use mcr_engine::{Action, ActionSet, BySeat, Seat, Standing, Tile, Wind};
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
    /// Where it stands in its session, when it is of one.
    pub session: Option<SessionRow>,
}

/// Where a deal stands in a session of a game with chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// The session: the number of its first deal.
    pub session: u64,
    /// How many deals of the session were played before.
    pub hand: u16,
    /// How many deals in a row the dealer has won before this: from one on, everything counts double.
    pub streak: u8,
    /// Chips and amounts beside them before the deal.
    pub standing: Standing,
}

/// How a deal ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// 和.
    Win(Win),
    /// 荒牌: the wall ran out.
    Exhausted,
    /// 平盘: all three others would have robbed an added kong.
    Void,
    /// 局结: an instant payment left two players without chips.
    SessionOver,
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
    /// Who else won on the same tile, in turn order, where the rule set lets several win.
    pub also: Vec<AlsoWon>,
}

/// A further win on the same tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlsoWon {
    /// Who won.
    pub winner: Seat,
    /// Points of the hand, flowers not counted.
    pub hand_points: u16,
    /// The winner's flowers.
    pub flowers: u8,
    /// Every fan id with its count, by id.
    pub fans: Vec<(u8, u8)>,
}

impl AlsoWon {
    /// Its bytes in the log: seat, points (low byte first), flowers, then id and count of every fan.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let [low, high] = self.hand_points.to_le_bytes();
        let fans = self.fans.iter().flat_map(|(id, count)| [*id, *count]);
        [self.winner as u8, low, high, self.flowers, self.fans.len() as u8].into_iter().chain(fans).collect()
    }

    /// The first of these bytes, and the rest; `None` when they are none.
    pub(super) fn read(bytes: &[u8]) -> Option<(AlsoWon, &[u8])> {
        let [seat, low, high, flowers, count, rest @ ..] = bytes else { return None };
        let (fans, rest) = rest.split_at_checked(2 * usize::from(*count))?;
        let won = AlsoWon {
            winner: Seat::from_index(usize::from(*seat))?,
            hand_points: u16::from_le_bytes([*low, *high]),
            flowers: *flowers,
            fans: fans.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect(),
        };
        Some((won, rest))
    }
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
