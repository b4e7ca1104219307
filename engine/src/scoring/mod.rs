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
    rules::{FanOptions, RuleSet, Scoring},
    shape,
    tile::Tile,
    tile_counts::TileCounts,
    tile_set::TileSet,
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
    /// The hand was declared ready, where the rule set has declarations.
    pub declared_ready: bool,
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
            declared_ready: false,
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
    /// What is paid besides the fans' points.
    extra: u16,
    flowers: u8,
}

impl Score {
    /// The points of the fans: what the minimum is asked of.
    #[must_use]
    pub const fn points(&self) -> u16 {
        self.tally.points()
    }

    /// The flowers, which never count towards the minimum.
    #[must_use]
    pub const fn flowers(&self) -> u8 {
        self.flowers
    }

    /// The points that are paid: fans, and flowers where they are worth something.
    #[must_use]
    pub const fn total(&self) -> u16 {
        self.points() + self.extra
    }

    /// Whether it reaches the rule set's minimum.
    #[must_use]
    pub const fn is_enough(&self, rules: &RuleSet) -> bool {
        self.points() >= rules.minimum_points
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
pub fn score(hand: &WinningHand, context: &WinContext, rules: &RuleSet) -> Option<Score> {
    let tally = fast::best_tally(hand, context, &rules.scoring);
    (tally != Tally::EMPTY).then(|| rules.scoring.score(tally.without_pair(), context))
}

/// Whether the hand is complete and worth the minimum, so that it may be declared.
#[must_use]
pub fn may_win(hand: &WinningHand, context: &WinContext, rules: &RuleSet) -> bool {
    let tally = fast::best_tally(hand, context, &rules.scoring);
    tally != Tally::EMPTY && rules.scoring.score(tally, context).is_enough(rules)
}

impl Scoring {
    /// The score of a complete hand whose best reading has these fans of the official game.
    fn score(&self, tally: Tally, context: &WinContext) -> Score {
        let flowers = context.flowers;
        let with_flowers = |tally| Score { tally, extra: u16::from(flowers), flowers };
        match self {
            Scoring::Mcr { fans } => with_flowers(fans.kongs(tally)),
            Scoring::Basic { points } => Score { tally: Tally::flat(*points), extra: 0, flowers },
            Scoring::Public { fans, ready, .. } => {
                let tally = fans.kongs(tally);
                let declared = context.declared_ready && self.declares_ready();
                with_flowers(if declared {
                    tally.and(Tally::worth(Fan::DeclaredReady, *ready))
                } else {
                    tally
                })
            }
        }
    }
}

impl FanOptions {
    /// The fans with the kongs as these options have them. They depend on the melds alone, so that the best reading is
    /// the same.
    fn kongs(&self, tally: Tally) -> Tally {
        if *self == FanOptions::DEFAULT {
            return tally;
        }
        let (mixed, concealed) = (Fan::ConcealedKongAndMeldedKong, Fan::TwoConcealedKongs);
        if tally.count(mixed) > 0 && self.mixed_kongs < 5 {
            tally.without(mixed).plus(Fan::ConcealedKong).plus(Fan::MeldedKong)
        } else if tally.count(mixed) > 0 {
            tally.without(mixed).and(Tally::worth(mixed, self.mixed_kongs))
        } else if tally.count(concealed) > 0 {
            tally.without(concealed).and(Tally::worth(concealed, self.two_concealed_kongs))
        } else {
            tally
        }
    }
}

impl RuleSet {
    /// What a fan is worth, once.
    #[must_use]
    pub fn fan_points(&self, fan: Fan) -> u16 {
        match (self.scoring, fan) {
            (Scoring::Public { ready, .. }, Fan::DeclaredReady) => ready,
            (Scoring::Public { pair_258, .. }, Fan::Pair258) => pair_258,
            (Scoring::Mcr { fans } | Scoring::Public { fans, .. }, Fan::ConcealedKongAndMeldedKong) => {
                fans.mixed_kongs
            }
            (Scoring::Mcr { fans } | Scoring::Public { fans, .. }, Fan::TwoConcealedKongs) => {
                fans.two_concealed_kongs
            }
            _ => fan.points(),
        }
    }

    /// The fans a hand can score, by id.
    pub fn fans(&self) -> impl Iterator<Item = Fan> + use<> {
        let count = match self.scoring {
            Scoring::Mcr { .. } => Fan::COUNT,
            Scoring::Basic { .. } => 0,
            Scoring::Public { .. } => Fan::Pair258.index() + 1,
        };
        Fan::EVERY.into_iter().take(count)
    }
}

/// What the hand waited for, kinds of which it held all four left out.
fn available_waits(hand: &WinningHand) -> TileSet {
    let before = hand.concealed.without(hand.winning_tile);
    let melded = |kind: Tile| hand.melds.iter().flat_map(|m| m.tiles()).filter(|t| *t == kind).count();
    let held = |kind: Tile| usize::from(before.get(kind)) + melded(kind);
    shape::waits(&before, hand.melds.len()).into_iter().filter(|kind| held(*kind) < 4).collect()
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
