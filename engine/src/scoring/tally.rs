//! Points and fans of one reading in one number.

use super::fan::{Fan, POINTS_AND_MAX};

/// A multiset of fans with its points.
///
/// The points lie in the top sixteen bits, then the pair of the reading, below them one counter a fan, id 1 highest.
/// So adding a fan is adding its constant, and the larger number is the better reading: more points; on equal points
/// the higher pair; with the same pair the list that has more of the first fan in which the two differ. That
/// is the normal form of ties (rules/mcr.md 4.2): Pure Triple Chow and Triple Pung before others, 77 before 78
/// before 79, and a standard hand before seven pairs, which have no pair of their own.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Tally(u128);

/// Where the points start.
const POINTS_SHIFT: u32 = 112;
/// Where the pair starts.
const PAIR_SHIFT: u32 = 106;

/// Fans that have a counter: those of the official game, and what rooms add to them.
const TALLIED: usize = Fan::Pair258.id() as usize;

/// Lowest bit and mask of each fan's counter.
const COUNTERS: [(u32, u32); TALLIED] = {
    let mut counters = [(0, 0); TALLIED];
    let mut top = PAIR_SHIFT;
    let mut index = 0;
    while index < TALLIED {
        // Flowers are counted apart, for they are no part of the eight points.
        if index != Fan::FlowerTiles.index() {
            let width = match POINTS_AND_MAX[index].1 {
                1 => 1,
                2 | 3 => 2,
                _ => 3,
            };
            top -= width;
            counters[index] = (top, (1 << width) - 1);
        }
        index += 1;
    }
    counters
};

/// Some fans, to be looked for in a tally.
#[derive(Clone, Copy)]
pub(crate) struct FanMask(u128);

impl FanMask {
    /// The fans that take `fan` away.
    pub(crate) const fn takers_of(fan: Fan) -> FanMask {
        let mut mask = 0;
        let mut index = 0;
        while index < TALLIED {
            if Fan::EVERY[index].takes_away(fan) {
                mask |= (COUNTERS[index].1 as u128) << COUNTERS[index].0;
            }
            index += 1;
        }
        FanMask(mask)
    }
}

/// The index of the fan whose counter a bit belongs to.
const FAN_OF_BIT: [u8; PAIR_SHIFT as usize] = {
    let mut fans = [u8::MAX; PAIR_SHIFT as usize];
    let mut index = 0;
    while index < TALLIED {
        let (shift, mask) = COUNTERS[index];
        let mut bit = 0;
        while mask >> bit != 0 {
            fans[(shift + bit) as usize] = index as u8;
            bit += 1;
        }
        index += 1;
    }
    fans
};

impl Tally {
    /// Nothing scored.
    pub(crate) const EMPTY: Tally = Tally(0);

    /// One `fan`.
    pub(crate) const fn of(fan: Fan) -> Tally {
        Tally::worth(fan, POINTS_AND_MAX[fan.index()].0)
    }

    /// One `fan` that is worth so many points.
    pub(crate) const fn worth(fan: Fan, points: u16) -> Tally {
        let index = fan.index();
        if index == Fan::FlowerTiles.index() {
            return Tally::EMPTY;
        }
        Tally((points as u128) << POINTS_SHIFT | 1 << COUNTERS[index].0)
    }

    /// Points without fans.
    pub(crate) const fn flat(points: u16) -> Tally {
        Tally((points as u128) << POINTS_SHIFT)
    }

    /// No fan, but the pair of a reading, by the index of its kind.
    pub(crate) const fn of_pair(pair: u8) -> Tally {
        Tally((pair as u128 + 1) << PAIR_SHIFT)
    }

    /// The same fans without the pair.
    pub(crate) const fn without_pair(self) -> Tally {
        Tally(self.0 & !(0b11_1111 << PAIR_SHIFT))
    }

    /// Both together.
    pub(crate) const fn and(self, other: Tally) -> Tally {
        Tally(self.0 + other.0)
    }

    /// One `fan` more.
    pub(crate) const fn plus(self, fan: Fan) -> Tally {
        self.and(Tally::of(fan))
    }

    /// Whether one of the fans is in it.
    pub(crate) const fn has_any(self, fans: FanMask) -> bool {
        self.0 & fans.0 != 0
    }

    /// What is left without `other`, all of which must be in it.
    pub(crate) const fn minus(self, other: Tally) -> Tally {
        Tally(self.0 - other.0)
    }

    /// What is left without `fan`, which is worth what the table says, however often it is in it.
    pub(crate) const fn without(self, fan: Fan) -> Tally {
        self.minus(Tally::of(fan).times(self.count(fan)))
    }

    /// `count` times the same.
    pub(crate) const fn times(self, count: u8) -> Tally {
        Tally(self.0 * count as u128)
    }

    /// The points.
    pub(crate) const fn points(self) -> u16 {
        (self.0 >> POINTS_SHIFT) as u16
    }

    /// How often `fan` is in it.
    pub(crate) const fn count(self, fan: Fan) -> u8 {
        let (shift, mask) = COUNTERS[fan.index()];
        (self.0 >> shift) as u8 & mask as u8
    }

    /// Every fan with its count, by id.
    pub(crate) fn iter(self) -> impl Iterator<Item = (Fan, u8)> {
        let mut rest = self.0 & ((1 << PAIR_SHIFT) - 1);
        std::iter::from_fn(move || {
            let bit = rest.checked_ilog2()?;
            let index = FAN_OF_BIT[bit as usize] as usize;
            let (shift, mask) = COUNTERS[index];
            rest &= !(u128::from(mask) << shift);
            Some((Fan::EVERY[index], self.count(Fan::EVERY[index])))
        })
    }
}

impl std::fmt::Debug for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} points of ", self.points())?;
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_gives_back_what_went_in() {
        let mut tally = Tally::EMPTY;
        let mut points = 0;
        let mut expected = Vec::new();
        for fan in Fan::EVERY.into_iter().take(TALLIED).filter(|fan| *fan != Fan::FlowerTiles) {
            tally = tally.and(Tally::of(fan).times(fan.max_count()));
            points += fan.points() * u16::from(fan.max_count());
            expected.push((fan, fan.max_count()));
        }
        assert_eq!(tally.points(), points);
        assert_eq!(tally.iter().collect::<Vec<_>>(), expected);
        assert!(expected.iter().all(|(fan, count)| tally.count(*fan) == *count));
        assert_eq!(Tally::EMPTY.iter().count(), 0);
        // The lowest counter leaves room: nothing is cut off.
        assert_eq!(COUNTERS[Fan::Pair258.index()].0, PAIR_SHIFT - 91);
        assert!(tally.and(Tally::of_pair(33)).without_pair() == tally);
    }

    #[test]
    fn ties_prefer_the_lower_id() {
        let list = |fans: &[Fan]| fans.iter().fold(Tally::EMPTY, |t, f| t.and(Tally::of(*f)));
        use Fan::*;
        assert!(list(&[PureTripleChow]) > list(&[PureShiftedPungs]));
        assert!(list(&[PureDoubleChow, MixedDoubleChow]) > list(&[MixedDoubleChow, MixedDoubleChow]));
        assert!(list(&[ShortStraight, ShortStraight]) > list(&[PureDoubleChow]));
        assert!(list(&[EdgeWait]) > list(&[SingleWait]));
        assert!(list(&[SelfDrawn]).and(Tally::of_pair(0)) > list(&[EdgeWait]));
        assert!(list(&[ClosedWait]).and(Tally::of_pair(27)) > list(&[EdgeWait]).and(Tally::of_pair(26)));
    }
}
