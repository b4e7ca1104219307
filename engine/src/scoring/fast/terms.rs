//! The switches of a scoring system, as far as they decide between readings. The official game has none: its terms
//! are constants, so that it pays nothing for the others'.

use super::fixed::{BY_NATURE, is_self_drawn};
use crate::{
    rules::{FanOptions, Scoring, Waits},
    scoring::{Fan, WinningHand, available_waits, tally::Tally},
    tile::Tile,
};

/// What may differ between scoring systems while readings are compared.
pub(super) trait Terms: Copy {
    /// What a hand that is concealed by nature adds to the index of its win mode.
    fn by_nature(self, win_mode: usize) -> usize;

    /// Whether the winning tile was the only one waited for, where this is not told by the formal waits.
    fn only_wait(self, hand: &WinningHand) -> Option<bool>;

    /// Whether a tile of a knitted straight may also complete a wait.
    fn knitted_waits(self) -> bool;

    /// What the kind of the pair brings, and the pair itself.
    fn pair(self, pair: u8) -> Tally;

    /// Whether the only wait may be the end of a run or a pung, since other kinds do not count.
    fn may_complete_any_set(self) -> bool;
}

/// The official game here.
#[derive(Clone, Copy)]
pub(super) struct Official;

impl Terms for Official {
    #[inline(always)]
    fn by_nature(self, _: usize) -> usize {
        BY_NATURE
    }

    #[inline(always)]
    fn only_wait(self, _: &WinningHand) -> Option<bool> {
        None
    }

    #[inline(always)]
    fn knitted_waits(self) -> bool {
        true
    }

    #[inline(always)]
    fn pair(self, pair: u8) -> Tally {
        Tally::of_pair(pair)
    }

    #[inline(always)]
    fn may_complete_any_set(self) -> bool {
        false
    }
}

/// Any other values.
#[derive(Clone, Copy)]
pub(super) struct Switched<'a> {
    options: &'a FanOptions,
    /// What a pair of 2, 5 or 8 brings.
    pair_258: Tally,
}

impl<'a> Switched<'a> {
    pub(super) fn of(scoring: &'a Scoring) -> Switched<'a> {
        match scoring {
            Scoring::Mcr { fans } => Switched { options: fans, pair_258: Tally::EMPTY },
            Scoring::Public { fans, pair_258: points @ 1.., .. } => {
                Switched { options: fans, pair_258: Tally::worth(Fan::Pair258, *points) }
            }
            Scoring::Public { fans, .. } => Switched { options: fans, pair_258: Tally::EMPTY },
            // The 2012 code scores elsewhere.
            Scoring::Basic { .. } | Scoring::Competition2012 => {
                Switched { options: &FanOptions::DEFAULT, pair_258: Tally::EMPTY }
            }
        }
    }
}

impl Terms for Switched<'_> {
    fn by_nature(self, win_mode: usize) -> usize {
        if is_self_drawn(win_mode) && self.options.own_draw_by_nature > 1 { 0 } else { BY_NATURE }
    }

    fn only_wait(self, hand: &WinningHand) -> Option<bool> {
        (self.options.waits == Waits::Available).then(|| available_waits(hand).len() == 1)
    }

    fn knitted_waits(self) -> bool {
        self.options.knitted_waits
    }

    fn pair(self, pair: u8) -> Tally {
        let tally = Tally::of_pair(pair);
        let is_258 = matches!(Tile::new(pair).rank(), Some(2 | 5 | 8));
        if is_258 { tally.and(self.pair_258) } else { tally }
    }

    fn may_complete_any_set(self) -> bool {
        self.options.waits == Waits::Available
    }
}
