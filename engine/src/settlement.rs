//! How a deal ended and who pays what (rules/mcr.md 6.1).

use crate::{
    rules::RuleSet,
    scoring::Score,
    seat::{BySeat, Seat},
    tile::Tile,
};

/// What ended a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeKind {
    /// 和.
    Win {
        /// Who won.
        winner: Seat,
        /// Who discarded the tile or lost it from an added kong; `None` when it was drawn.
        payer: Option<Seat>,
        /// The winning tile.
        tile: Tile,
        /// Whether it was robbed from an added kong.
        robbed: bool,
        /// Fans and points.
        score: Score,
        /// Who else won on the same tile, in turn order, where the rule set lets several win.
        also: [Option<(Seat, Score)>; 2],
    },
    /// 荒牌: the wall is used up.
    Exhausted,
    /// 平盘: all three others would have robbed an added kong.
    Void {
        /// The kong's tile.
        tile: Tile,
    },
    /// 局结: an instant payment left two players without chips.
    SessionOver,
    /// An illegal answer ended the deal.
    Foul {
        /// Whose answer.
        seat: Seat,
    },
}

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What ended it.
    pub kind: OutcomeKind,
    /// What each seat won or lost; the sum is 0.
    pub points: BySeat<i32>,
}

impl Outcome {
    /// Who won, if anybody; of several the nearest after the discarder.
    #[must_use]
    pub const fn winner(&self) -> Option<Seat> {
        match self.kind {
            OutcomeKind::Win { winner, .. } => Some(winner),
            _ => None,
        }
    }

    /// Every winner with the worth of the hand, nearest first.
    pub fn wins(&self) -> impl Iterator<Item = (Seat, Score)> + use<> {
        let (first, also) = match self.kind {
            OutcomeKind::Win { winner, score, also, .. } => (Some((winner, score)), also),
            _ => (None, [None; 2]),
        };
        first.into_iter().chain(also.into_iter().flatten())
    }
}

/// The payments for a win of `total` points, flowers included. Every loser pays the base. The points are paid by each on
/// an own draw, otherwise by the payer alone, as often as the rule set says for a discard or a robbed kong.
///
/// ```
/// use mcr_engine::{RuleSet, Seat, settlement::win_payments};
/// let on_discard = win_payments(&RuleSet::MCR, Seat::East, Some(Seat::West), false, 12);
/// assert_eq!(on_discard.0, [36, -8, -20, -8]);
/// assert_eq!(win_payments(&RuleSet::MCR, Seat::South, None, false, 12).0, [-20, 60, -20, -20]);
/// ```
#[must_use]
pub fn win_payments(
    rules: &RuleSet,
    winner: Seat,
    payer: Option<Seat>,
    robbed: bool,
    total: u16,
) -> BySeat<i32> {
    let times = match payer {
        None => 1,
        Some(_) if robbed => rules.payments.robbed,
        Some(_) => rules.payments.discard,
    };
    let (base, total) = (i32::from(rules.base_points), i32::from(total) * i32::from(times));
    let mut points = BySeat::default();
    for seat in winner.others() {
        let pays = if payer.is_none_or(|p| p == seat) { base + total } else { base };
        points[seat] -= pays;
        points[winner] += pays;
    }
    points
}

/// What an illegal answer costs its seat and brings each of the others on the bot league's server
/// (protocols/botzone.md 5).
const FOUL: i32 = 10;

/// The payments for an illegal answer of `seat`: 10 to each of the others.
#[must_use]
pub fn foul_payments(seat: Seat) -> BySeat<i32> {
    BySeat::from_fn(|s| if s == seat { -3 * FOUL } else { FOUL })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Payments;

    #[test]
    fn payments_are_those_of_the_examples() {
        let rules = RuleSet::BOTZONE;
        assert_eq!(win_payments(&rules, Seat::East, Some(Seat::West), false, 10).0, [34, -8, -18, -8]);
        assert_eq!(win_payments(&rules, Seat::East, None, false, 10).0, [54, -18, -18, -18]);
        assert_eq!(foul_payments(Seat::South).0, [10, -30, 10, 10]);
    }

    /// other_rule_sets.md 8b, last two columns; 8a: a discard costs 2T, a robbed kong 3T.
    #[test]
    fn payers_pay_what_their_rule_set_says() {
        let pays =
            |rules: &RuleSet, payer, robbed, total| win_payments(rules, Seat::East, payer, robbed, total).0;
        let basic = RuleSet::ROOM_BASIC;
        assert_eq!(pays(&basic, None, false, 10), [30, -10, -10, -10]);
        assert_eq!(pays(&basic, Some(Seat::South), false, 10), [10, -10, 0, 0]);
        assert_eq!(pays(&RuleSet::ROOM_GUOBIAO, Some(Seat::South), false, 10), [34, -18, -8, -8]);
        let twice = RuleSet { payments: Payments { discard: 2, robbed: 3 }, ..basic };
        assert_eq!(pays(&twice, None, false, 10), [30, -10, -10, -10]);
        assert_eq!(pays(&twice, Some(Seat::South), false, 10), [20, -20, 0, 0]);
        assert_eq!(pays(&twice, Some(Seat::South), true, 10), [30, -30, 0, 0]);
    }

    #[test]
    fn payments_sum_to_zero() {
        for winner in Seat::ALL {
            for payer in [None, Some(winner.after(1)), Some(winner.after(3))] {
                assert_eq!(win_payments(&RuleSet::MCR, winner, payer, false, 88).0.iter().sum::<i32>(), 0);
            }
            assert_eq!(foul_payments(winner).0.iter().sum::<i32>(), 0);
        }
    }
}
