//! What a referee rules on an answer against the rules (rules/mcr.md 7), and what the rulings of a deal add up to.

use crate::seat::{BySeat, Seat, SeatSet};

/// A ruling on one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Ruling {
    /// 错和, 和错牌: hu declared with a hand that is complete but too cheap, or ready but not for this tile. 10 to
    /// each of the others and no right to win for the rest of the deal.
    FalseHu,
    /// 诈和: hu declared one tile short of ready. 20 to each and no right to win.
    FraudulentHu,
    /// 有意诈和: hu declared two or more tiles short of ready. 20 to each and out of the match.
    Disqualified,
    /// 错吃, 错碰, 错杠: a set that is none. No right to win.
    InvalidMeld,
    /// 空吃, 空碰, 空杠, and a hu without the right to win: announced, but not possible or not carried out. A
    /// warning, then 5, 10, 20, …
    EmptyClaim,
    /// Anything else that is no answer: too late, unreadable, a tile that is not held. A warning, then 5, 10, 20, …
    Violation,
    /// A win declared on the discard of a player without chips, in a game of sessions: the worth of the hand to that
    /// player, and 10 to each of the others.
    HuOnNothing,
}

impl Ruling {
    /// Every ruling, in the order of [`Ruling::index`].
    pub const ALL: [Ruling; 7] = [
        Ruling::FalseHu,
        Ruling::FraudulentHu,
        Ruling::Disqualified,
        Ruling::InvalidMeld,
        Ruling::EmptyClaim,
        Ruling::Violation,
        Ruling::HuOnNothing,
    ];

    /// Its place in [`Ruling::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What the offender pays to each of the others.
    #[must_use]
    pub const fn payment(self) -> i32 {
        match self {
            Ruling::FalseHu | Ruling::HuOnNothing => 10,
            Ruling::FraudulentHu | Ruling::Disqualified => 20,
            Ruling::InvalidMeld | Ruling::EmptyClaim | Ruling::Violation => 0,
        }
    }

    /// Whether the offender may win no more in this deal.
    #[must_use]
    pub const fn stops_win(self) -> bool {
        !matches!(self, Ruling::EmptyClaim | Ruling::Violation | Ruling::HuOnNothing)
    }

    /// The referee's word.
    #[must_use]
    pub const fn chinese(self) -> &'static str {
        match self {
            Ruling::FalseHu => "错和",
            Ruling::FraudulentHu => "诈和",
            Ruling::Disqualified => "有意诈和",
            Ruling::InvalidMeld => "错吃碰杠",
            Ruling::EmptyClaim => "空吃碰杠",
            Ruling::Violation => "违规",
            Ruling::HuOnNothing => "和无筹码者",
        }
    }
}

/// The fine for an offence that was committed `before` times in the deal: a warning, 5, 10, 20, then doubling up to
/// 60, the largest the book has.
///
/// ```
/// use mcr_engine::ruling::fine;
/// assert_eq!([0, 1, 2, 3, 4, 5, 200].map(fine), [0, 5, 10, 20, 40, 60, 60]);
/// ```
#[must_use]
pub const fn fine(before: u8) -> u16 {
    match before {
        0 => 0,
        1..=4 => 5 << (before - 1),
        5.. => 60,
    }
}

/// The rulings of a deal so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rulings {
    stopped: SeatSet,
    disqualified: SeatSet,
    mechanical: SeatSet,
    /// What each seat owes to each of the others, in tens.
    tens: BySeat<u8>,
    empty_claims: BySeat<u8>,
    violations: BySeat<u8>,
}

impl Rulings {
    /// Takes one more.
    pub fn add(&mut self, seat: Seat, ruling: Ruling) {
        if ruling.stops_win() {
            self.stopped.insert(seat);
        }
        let count = match ruling {
            Ruling::FalseHu | Ruling::FraudulentHu | Ruling::Disqualified | Ruling::HuOnNothing => {
                self.tens[seat] = self.tens[seat].saturating_add((ruling.payment() / 10) as u8);
                if ruling == Ruling::Disqualified {
                    self.disqualified.insert(seat);
                }
                return;
            }
            Ruling::InvalidMeld => return,
            Ruling::EmptyClaim => &mut self.empty_claims[seat],
            Ruling::Violation => &mut self.violations[seat],
        };
        *count = count.saturating_add(1);
    }

    /// Takes one more under the 2012 competition code (rules/other_rule_sets.md 8a); what the offender pays to each of
    /// the others at once.
    pub fn add_in_session(&mut self, seat: Seat, ruling: Ruling) -> u16 {
        if ruling.stops_win() {
            self.stopped.insert(seat);
        }
        match ruling {
            Ruling::FalseHu => {
                self.mechanical.insert(seat);
                10
            }
            Ruling::FraudulentHu | Ruling::Disqualified => 20,
            Ruling::InvalidMeld | Ruling::HuOnNothing => 10,
            Ruling::EmptyClaim => {
                self.empty_claims[seat] = self.empty_claims[seat].saturating_add(1);
                match self.empty_claims[seat] {
                    1 => 10,
                    2 => 20,
                    _ => {
                        self.mechanical.insert(seat);
                        0
                    }
                }
            }
            Ruling::Violation => {
                self.violations[seat] = self.violations[seat].saturating_add(1);
                0
            }
        }
    }

    /// Whether `seat` plays on mechanically: it only passes and discards what it drew.
    #[must_use]
    pub const fn mechanical(&self, seat: Seat) -> bool {
        self.mechanical.contains(seat)
    }

    /// The fines of a session's deal: a warning, then 10, 20, … and at most 50; in steps of 10.
    #[must_use]
    pub fn session_fines(&self) -> BySeat<u32> {
        BySeat::from_fn(|seat| (0..self.violations[seat]).map(|before| 10 * u32::from(before.min(5))).sum())
    }

    /// Whether `seat` may win no more, 停和.
    #[must_use]
    pub const fn stopped(&self, seat: Seat) -> bool {
        self.stopped.contains(seat)
    }

    /// Whether `seat` is out of the match.
    #[must_use]
    pub const fn disqualified(&self, seat: Seat) -> bool {
        self.disqualified.contains(seat)
    }

    /// What the seats pay one another; sums to zero.
    #[must_use]
    pub fn payments(&self) -> BySeat<i32> {
        let owed = self.tens.0.map(|tens| 10 * i32::from(tens));
        let all: i32 = owed.iter().sum();
        // Three times the own debt goes out, everybody else's comes in once.
        BySeat(owed.map(|own| all - 4 * own))
    }

    /// Fines: points that leave the table at the end of the deal, by the seat that loses them.
    #[must_use]
    pub fn fines(&self) -> BySeat<u32> {
        let sum = |count: u8| (0..count).map(|before| u32::from(fine(before))).sum::<u32>();
        BySeat::from_fn(|seat| sum(self.empty_claims[seat]) + sum(self.violations[seat]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruled(rulings: &[(Seat, Ruling)]) -> Rulings {
        let mut all = Rulings::default();
        rulings.iter().for_each(|(seat, ruling)| all.add(*seat, *ruling));
        all
    }

    #[test]
    fn declarations_are_paid_to_the_others() {
        let all = ruled(&[(Seat::South, Ruling::FalseHu), (Seat::North, Ruling::FraudulentHu)]);
        assert_eq!(all.payments().0, [30, -10, 30, -50]);
        assert!(all.stopped(Seat::South) && all.stopped(Seat::North) && !all.stopped(Seat::East));
        assert!(!all.disqualified(Seat::North));
        let out = ruled(&[(Seat::East, Ruling::Disqualified)]);
        assert_eq!(out.payments().0, [-60, 20, 20, 20]);
        assert!(out.disqualified(Seat::East) && out.stopped(Seat::East));
    }

    #[test]
    fn fines_grow_with_each_offence_of_a_kind_and_are_paid_to_nobody() {
        let mut offences = vec![(Seat::West, Ruling::EmptyClaim); 4];
        offences.extend([(Seat::West, Ruling::Violation), (Seat::West, Ruling::Violation)]);
        let all = ruled(&offences);
        assert_eq!(all.fines().0, [0, 0, 35 + 5, 0]);
        assert_eq!(all.payments().0, [0; 4]);
        assert!(!all.stopped(Seat::West));
    }

    #[test]
    fn an_invalid_set_costs_the_right_to_win_only() {
        let all = ruled(&[(Seat::East, Ruling::InvalidMeld)]);
        assert!(all.stopped(Seat::East));
        assert_eq!((all.payments().0, all.fines().0), ([0; 4], [0; 4]));
    }

    #[test]
    fn any_number_of_offences_is_counted_without_overflow() {
        let all = ruled(&vec![(Seat::East, Ruling::Violation); 1000]);
        assert_eq!(all.fines()[Seat::East], 75 + 60 * 250);
    }
}
