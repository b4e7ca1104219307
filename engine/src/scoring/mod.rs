//! What a winning hand is worth: fans, their points, and the five principles by which they combine
//! (rules/mcr.md 2–5).

pub mod competition;
mod fan;
mod fast;
mod sheet;
mod slow;
mod tally;

pub use fan::{Fan, FanCategory};
pub use sheet::{Block, BlockKind, FanLine, ScoreSheet};
pub use slow::score_sheet;

use crate::{
    meld::{MeldKind, Melds},
    rules::RuleSet,
    tile::Tile,
    tile_counts::TileCounts,
    wind::Wind,
};
use tally::Tally;

/// The tiles of a hand with its winning tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WinningHand {
    /// The concealed tiles, 14 − 3 for each meld, the winning tile among them.
    pub concealed: TileCounts,
    /// The melds laid out, concealed kongs included.
    pub melds: Melds,
    /// The tile that completes the hand.
    pub winning_tile: Tile,
}

/// How a hand is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WinContext {
    /// The wind of the round, 圈风.
    pub prevalent: Wind,
    /// The winner's own wind, 门风.
    pub seat: Wind,
    /// By own draw; otherwise on a discard or a robbed kong.
    pub self_drawn: bool,
    /// Three other copies of the winning kind lie face up (rules/mcr.md 5.3). Three in the winner's own open
    /// melds count without being told.
    pub last_of_kind: bool,
    /// The last tile of the wall, or the discard made after it.
    pub last_wall_tile: bool,
    /// Own draw: the replacement drawn directly for a kong. Otherwise: a robbed kong.
    pub kong: bool,
    /// Flowers laid out.
    pub flowers: u8,
}

impl WinContext {
    /// A win on a plain discard, without flowers.
    #[must_use]
    pub const fn discard(prevalent: Wind, seat: Wind) -> WinContext {
        WinContext {
            prevalent,
            seat,
            self_drawn: false,
            last_of_kind: false,
            last_wall_tile: false,
            kong: false,
            flowers: 0,
        }
    }

    /// A win by a plain own draw, without flowers.
    #[must_use]
    pub const fn own_draw(prevalent: Wind, seat: Wind) -> WinContext {
        WinContext { self_drawn: true, ..WinContext::discard(prevalent, seat) }
    }
}

/// What a winning hand scores.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Score {
    tally: Tally,
    flowers: u8,
}

impl Score {
    const fn new(tally: Tally, flowers: u8) -> Score {
        Score { tally, flowers }
    }

    /// The points of the fans, flowers not counted: what the minimum is asked of.
    #[must_use]
    pub const fn points(&self) -> u16 {
        self.tally.points()
    }

    /// The flowers, one point each on top.
    #[must_use]
    pub const fn flowers(&self) -> u8 {
        self.flowers
    }

    /// The points that are paid: fans and flowers.
    #[must_use]
    pub const fn total(&self) -> u16 {
        self.points() + self.flowers as u16
    }

    /// How often `fan` is scored; flowers are [`Score::flowers`].
    #[must_use]
    pub const fn count(&self, fan: Fan) -> u8 {
        self.tally.count(fan)
    }

    /// Each fan with its count, by id; flowers are [`Score::flowers`].
    pub fn fans(&self) -> impl Iterator<Item = (Fan, u8)> {
        self.tally.iter()
    }
}

impl std::fmt::Debug for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Score")
            .field("points", &self.points())
            .field("flowers", &self.flowers)
            .field("fans", &self.fans().collect::<Vec<_>>())
            .finish()
    }
}

/// The score of a hand, `None` when it is not complete.
///
/// Of all readings and all places the winning tile can take the best counts; between equal ones the choice is
/// fixed, so that the fan list is a function of the hand.
#[must_use]
pub fn score(hand: &WinningHand, context: &WinContext, _rules: &RuleSet) -> Option<Score> {
    let tally = fast::best_tally(hand, context);
    (tally != Tally::EMPTY).then(|| Score::new(tally.without_pair(), context.flowers))
}

/// Whether the hand is complete and worth the minimum, so that it may be declared.
#[must_use]
pub fn may_win(hand: &WinningHand, context: &WinContext, rules: &RuleSet) -> bool {
    let tally = fast::best_tally(hand, context);
    tally != Tally::EMPTY && tally.points() >= rules.minimum_points
}

/// Whether three copies of the winning kind lie in the winner's own open melds, which makes it the last of its
/// kind for everyone to see (rules/mcr.md 5.3).
fn own_melds_show_three(hand: &WinningHand) -> bool {
    let kind = hand.winning_tile;
    let shown = |meld: &crate::meld::Meld| match meld.kind() {
        MeldKind::ConcealedKong => 0,
        MeldKind::Chow => meld.tiles().filter(|t| *t == kind).count(),
        _ if meld.tile() == kind => 3,
        _ => 0,
    };
    hand.melds.as_slice().iter().map(shown).sum::<usize>() >= 3
}
