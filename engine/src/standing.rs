//! How the players of a session stand: their chips, and what is booked beside them (rules/other_rule_sets.md 8a).

use crate::seat::{BySeat, Seat};

/// Chips by seat, and whether the amounts of the deal count double.
///
/// A stack is never below zero: no payer pays more than he has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Standing {
    /// Chips.
    pub stacks: BySeat<i16>,
    /// Amounts that are booked outside the stacks; they sum to zero.
    pub aside: BySeat<i16>,
    /// 倍打: every amount of the deal counts double.
    pub doubled: bool,
}

/// A payment that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Who pays.
    pub from: Seat,
    /// Who gets it.
    pub to: Seat,
    /// How much, before doubling and if he has it.
    pub amount: u16,
}

impl Standing {
    /// Everybody with these chips.
    #[must_use]
    pub const fn even(chips: u16) -> Standing {
        Standing { stacks: BySeat([chips as i16; 4]), aside: BySeat([0; 4]), doubled: false }
    }

    /// What `seat` has, the amounts beside its stack included: what the ranking goes by.
    #[must_use]
    pub fn score(&self, seat: Seat) -> i32 {
        i32::from(self.stacks[seat]) + i32::from(self.aside[seat])
    }

    /// Whether `seat` has chips.
    #[must_use]
    pub fn has_chips(&self, seat: Seat) -> bool {
        self.stacks[seat] > 0
    }

    /// Whether nobody stands better than `seat`.
    #[must_use]
    pub fn is_first(&self, seat: Seat) -> bool {
        seat.others().into_iter().all(|other| self.score(other) <= self.score(seat))
    }

    /// Whether the session is over: two players have no chips.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stacks.0.iter().filter(|stack| **stack <= 0).count() >= 2
    }

    /// What `due` comes to: doubled or not, and no more than is there.
    fn amount(&self, due: Due) -> i16 {
        let amount = if self.doubled { 2 * u32::from(due.amount) } else { u32::from(due.amount) };
        amount.min(self.stacks[due.from].max(0) as u32) as i16
    }

    /// Moves chips, one payment after the other.
    #[must_use]
    pub fn after(mut self, dues: impl IntoIterator<Item = Due>) -> Standing {
        for due in dues {
            let amount = self.amount(due);
            self.stacks[due.from] -= amount;
            self.stacks[due.to] += amount;
        }
        self
    }

    /// Whether the session would be over after these payments with `seat`, by whose doing they are due, not the first:
    /// the forbidden end.
    #[must_use]
    pub fn would_end_badly(&self, seat: Seat, dues: impl IntoIterator<Item = Due>) -> bool {
        let after = self.after(dues);
        !self.is_over() && after.is_over() && !after.is_first(seat)
    }

    /// Moves chips for something that cannot be refused. Payments that would bring about a forbidden end are booked
    /// outside the stacks.
    #[must_use]
    pub fn after_forced(mut self, seat: Seat, dues: impl IntoIterator<Item = Due> + Clone) -> Standing {
        if !self.would_end_badly(seat, dues.clone()) {
            return self.after(dues);
        }
        let mut chips = self;
        for due in dues {
            // As much as would have been paid.
            let amount = chips.amount(due);
            chips.stacks[due.from] -= amount;
            self.aside[due.from] -= amount;
            self.aside[due.to] += amount;
        }
        self
    }

    /// What each seat has won or lost since `before`; sums to zero.
    #[must_use]
    pub fn gained(&self, before: &Standing) -> BySeat<i32> {
        BySeat::from_fn(|seat| self.score(seat) - before.score(seat))
    }

    /// The same players seen from the next deal, `turns` dealers later.
    #[must_use]
    pub fn turned(&self, turns: usize) -> Standing {
        let stacks = BySeat::from_fn(|seat| self.stacks[seat.after(turns)]);
        let aside = BySeat::from_fn(|seat| self.aside[seat.after(turns)]);
        Standing { stacks, aside, ..*self }
    }
}

/// `amount` from each of the others to `seat`.
pub(crate) fn from_each(seat: Seat, amount: u16) -> [Due; 3] {
    seat.others().map(|from| Due { from, to: seat, amount })
}

/// `amount` from `seat` to each of the others.
pub(crate) fn to_each(seat: Seat, amount: u16) -> [Due; 3] {
    seat.others().map(|to| Due { from: seat, to, amount })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Seat::{East, North, South, West};

    fn stacks(stacks: [i16; 4]) -> Standing {
        Standing { stacks: BySeat(stacks), ..Standing::even(0) }
    }

    /// "No payer pays more than he has."
    #[test]
    fn stacks_never_fall_below_zero() {
        let after = stacks([100, 5, 0, 295]).after(from_each(East, 8));
        assert_eq!(after.stacks.0, [100 + 5 + 8, 0, 0, 287]);
        let doubled = Standing { doubled: true, ..stacks([100; 4]) }.after(from_each(West, 20));
        assert_eq!(doubled.stacks.0, [60, 60, 220, 60]);
    }

    /// "all are paid, in turn order after the discarder, until his chips are gone".
    #[test]
    fn a_payer_pays_in_order_until_he_has_nothing() {
        let after = stacks([100, 10, 200, 90]).after(to_each(South, 4));
        assert_eq!(after.stacks.0, [102, 0, 204, 94]);
    }

    /// "a player may not win, kong, or be fined if this would bring the third condition about while he is not first
    /// after settlement ... Kong and fine amounts that would do so are booked outside the stacks."
    #[test]
    fn a_forbidden_end_leaves_the_stacks_alone() {
        let before = stacks([50, 4, 6, 340]);
        assert!(before.would_end_badly(East, from_each(East, 8)));
        let after = before.after_forced(East, from_each(East, 8));
        assert_eq!((after.stacks, after.aside.0), (before.stacks, [18, -4, -6, -8]));
        assert_eq!(after.gained(&before).0, [18, -4, -6, -8]);
        // The first may end it.
        assert!(!before.would_end_badly(North, from_each(North, 8)));
        assert!(before.after_forced(North, from_each(North, 8)).is_over());
    }

    #[test]
    fn the_next_dealer_is_east() {
        let next = stacks([1, 2, 3, 4]).turned(1);
        assert_eq!(next.stacks.0, [2, 3, 4, 1]);
    }
}
