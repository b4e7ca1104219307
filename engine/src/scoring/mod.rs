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
use competition::{Circumstances, CompetitionFan, CompetitionScore, Draw};
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
    /// What only the 2012 competition code asks.
    pub competition: CompetitionContext,
}

/// What the 2012 competition code asks about a win besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CompetitionContext {
    /// Own draw: the replacement of a flower.
    pub flower_replacement: bool,
    /// One of the last four tiles of the wall, or a discard made after them.
    pub last_tiles: bool,
    /// The three other copies of the winning tile lie in an open pung.
    pub pung_lies_open: bool,
}

impl CompetitionContext {
    /// None of it.
    pub const NONE: CompetitionContext =
        CompetitionContext { flower_replacement: false, last_tiles: false, pung_lies_open: false };
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
            competition: CompetitionContext::NONE,
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
    /// Bits of a [`CompetitionScore`]; 0 for every other system.
    competition: u32,
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
        match CompetitionFan::of(fan) {
            Some(fan) => (self.competition >> fan.index() & 1) as u8,
            None => self.tally.count(fan),
        }
    }

    /// Each fan with its count, by id; flowers are [`Score::flowers`].
    pub fn fans(&self) -> impl Iterator<Item = (Fan, u8)> {
        let competition = CompetitionScore::from_bits(self.competition, 0);
        self.tally.iter().chain(competition.fans().map(|(fan, count)| (fan.fan(), count)))
    }

    /// The fan that flowers are listed as.
    #[must_use]
    pub const fn flower_fan(&self) -> Fan {
        if self.competition == 0 { Fan::FlowerTiles } else { Fan::CompetitionFlower }
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
    if rules.scoring == Scoring::Competition2012 {
        return competition_score(hand, context);
    }
    let tally = fast::best_tally(hand, context, &rules.scoring);
    (tally != Tally::EMPTY).then(|| rules.scoring.score(tally.without_pair(), context))
}

/// Whether the hand is complete and worth the minimum, so that it may be declared.
#[must_use]
pub fn may_win(hand: &WinningHand, context: &WinContext, rules: &RuleSet) -> bool {
    if rules.scoring == Scoring::Competition2012 {
        return competition_score(hand, context).is_some_and(|score| score.is_enough(rules));
    }
    let tally = fast::best_tally(hand, context, &rules.scoring);
    tally != Tally::EMPTY && rules.scoring.score(tally, context).is_enough(rules)
}

/// The score under the 2012 competition code. Additional points count with a win only, so that without a technical fan a
/// hand is worth nothing.
#[cold]
fn competition_score(hand: &WinningHand, context: &WinContext) -> Option<Score> {
    let at = Circumstances {
        self_drawn: context.self_drawn,
        draw: match (context.self_drawn && context.kong, context.competition.flower_replacement) {
            (true, _) => Draw::Kong,
            (false, true) => Draw::Flower,
            (false, false) => Draw::Turn,
        },
        last_tiles: context.competition.last_tiles,
        pung_lies_open: context.competition.pung_lies_open,
        flowers: context.flowers,
    };
    let score = competition::score(hand, &at)?;
    if score.technical() == 0 {
        return Some(Score { tally: Tally::flat(0), extra: 0, flowers: 0, competition: 0 });
    }
    let extra = score.total() - score.points();
    let tally = Tally::flat(score.points());
    Some(Score { tally, extra, flowers: score.flowers(), competition: score.bits() })
}

impl Scoring {
    /// The score of a complete hand whose best reading has these fans of the official game.
    fn score(&self, tally: Tally, context: &WinContext) -> Score {
        let flowers = context.flowers;
        let with_flowers = |tally| Score { tally, extra: u16::from(flowers), flowers, competition: 0 };
        match self {
            Scoring::Mcr { fans } => with_flowers(fans.kongs(tally)),
            Scoring::Basic { points } => {
                Score { tally: Tally::flat(*points), extra: 0, flowers, competition: 0 }
            }
            // Scored elsewhere.
            Scoring::Competition2012 => Score { tally: Tally::flat(0), extra: 0, flowers, competition: 0 },
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
            Scoring::Competition2012 => Fan::EVERY_COUNT,
        };
        let first = match self.scoring {
            Scoring::Competition2012 => Fan::CompetitionMixedStraight.index(),
            _ => 0,
        };
        Fan::EVERY.into_iter().take(count).skip(first)
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
