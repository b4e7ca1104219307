//! Seats round the table, and one value for each of them.

use crate::wind::Wind;
use std::ops::{Index, IndexMut};

/// A place at the table, numbered by its seat wind: 0 east (the dealer), 1 south, 2 west, 3 north.
///
/// In a deal the dealer is always seat 0; who sits where is the caller's affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Seat {
    /// Dealer, 庄家.
    East = 0,
    /// Plays after east.
    South = 1,
    /// Plays after south.
    West = 2,
    /// Plays after west.
    North = 3,
}

impl Seat {
    /// Every seat in turn order from the dealer.
    pub const ALL: [Seat; 4] = [Seat::East, Seat::South, Seat::West, Seat::North];

    /// The seat with this index, `None` at 4 and above.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Seat> {
        if index < 4 { Some(Seat::wrapping(index)) } else { None }
    }

    /// The seat of the two lowest bits.
    #[inline]
    pub(crate) const fn wrapping(index: usize) -> Seat {
        // Spelled out so that it compiles to nothing.
        match index & 3 {
            0 => Seat::East,
            1 => Seat::South,
            2 => Seat::West,
            _ => Seat::North,
        }
    }

    /// 0–3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat `steps` further in turn order (to the right).
    #[must_use]
    pub const fn after(self, steps: usize) -> Seat {
        Seat::wrapping(self as usize + steps)
    }

    /// The next seat in turn order, 下家.
    #[must_use]
    pub const fn next(self) -> Seat {
        self.after(1)
    }

    /// How many steps in turn order lead from here to `other` (0–3).
    #[must_use]
    pub const fn steps_to(self, other: Seat) -> usize {
        (other as usize + 4 - self as usize) & 3
    }

    /// The three other seats in turn order.
    #[must_use]
    pub const fn others(self) -> [Seat; 3] {
        [self.after(1), self.after(2), self.after(3)]
    }

    /// The seat wind.
    #[must_use]
    pub const fn wind(self) -> Wind {
        Wind::ALL[self as usize]
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// All four seats.
    pub const ALL: SeatSet = SeatSet(0b1111);

    /// Only `seat`.
    #[must_use]
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat as u8)
    }

    /// Whether `seat` belongs.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat as u8 & 1 == 1
    }

    /// Adds `seat`.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat as u8;
    }

    /// Takes `seat` out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat as u8);
    }

    /// The lowest seat, if any.
    #[must_use]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat::wrapping(self.0.trailing_zeros() as usize)) }
    }

    /// How many seats belong.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat belongs.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats that belong, in index order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |s| self.contains(*s))
    }
}

/// One value a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T>(pub [T; 4]);

impl<T> BySeat<T> {
    /// The value `f` gives for each seat.
    pub fn from_fn(mut f: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(std::array::from_fn(|i| f(Seat::ALL[i])))
    }

    /// Each seat with its value, in index order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_invert_after() {
        for from in Seat::ALL {
            for steps in 0..4 {
                assert_eq!(from.steps_to(from.after(steps)), steps);
            }
            assert!(!from.others().contains(&from));
        }
    }
}
