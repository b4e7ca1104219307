//! The rivers: every discard in order, with who took it.

use crate::{seat::Seat, tile::Tile};

/// One discard, packed in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Discard {
    tile: Tile,
    /// Seat in bits 0–1, drawn in bit 2, claimed in bit 3, claimer in bits 4–5.
    flags: u8,
}

const DRAWN: u8 = 1 << 2;
const CLAIMED: u8 = 1 << 3;

impl Discard {
    /// A discard nobody has claimed.
    #[must_use]
    pub const fn new(seat: Seat, tile: Tile, drawn: bool) -> Discard {
        Discard { tile, flags: seat as u8 | if drawn { DRAWN } else { 0 } }
    }

    /// The same discard, claimed by `claimer` for a chow, pung or kong.
    #[must_use]
    pub const fn claimed(self, claimer: Seat) -> Discard {
        Discard { tile: self.tile, flags: self.flags & 0b111 | CLAIMED | (claimer as u8) << 4 }
    }

    /// Who discarded.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::wrapping(self.flags as usize)
    }

    /// What.
    #[must_use]
    pub const fn tile(self) -> Tile {
        self.tile
    }

    /// Whether it was the tile just drawn.
    #[must_use]
    pub const fn drawn(self) -> bool {
        self.flags & DRAWN != 0
    }

    /// Who claimed it for a meld; `None` while it lies in the river.
    #[must_use]
    pub const fn claimer(self) -> Option<Seat> {
        if self.flags & CLAIMED == 0 { None } else { Some(Seat::wrapping((self.flags >> 4) as usize)) }
    }
}

impl std::fmt::Debug for Discard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {}", self.seat(), self.tile)?;
        if self.drawn() {
            f.write_str(" drawn")?;
        }
        match self.claimer() {
            Some(claimer) => write!(f, " claimed by {claimer:?}"),
            None => Ok(()),
        }
    }
}

/// All discards of a deal in order, claimed ones included.
#[derive(Clone, Copy)]
pub struct Discards {
    list: [Discard; Discards::CAPACITY],
    len: u8,
}

impl Discards {
    /// The most there can be: of 144 tiles the hands keep 52, and 16 of the discards can lie in melds.
    pub const CAPACITY: usize = 144 - 52 + 16;

    /// None yet.
    pub const EMPTY: Discards =
        Discards { list: [Discard::new(Seat::East, Tile::EAST, false); Discards::CAPACITY], len: 0 };

    /// The discards in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Discard] {
        &self.list[..self.len as usize]
    }

    /// How many.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The latest.
    #[must_use]
    pub fn last(&self) -> Option<Discard> {
        self.as_slice().last().copied()
    }

    /// The discards of one seat in order, claimed ones included.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = Discard> + '_ {
        self.as_slice().iter().copied().filter(move |d| d.seat() == seat)
    }

    /// What lies in `seat`'s river: its discards that nobody claimed.
    pub fn river(&self, seat: Seat) -> impl Iterator<Item = Tile> + '_ {
        self.of(seat).filter(|d| d.claimer().is_none()).map(Discard::tile)
    }

    pub(crate) fn push(&mut self, discard: Discard) {
        self.list[self.len as usize] = discard;
        self.len += 1;
    }

    pub(crate) fn claim_last(&mut self, claimer: Seat) {
        if let Some(last) = self.list[..self.len as usize].last_mut() {
            *last = last.claimed(claimer);
        }
    }
}

impl std::fmt::Debug for Discards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discard_is_two_bytes_and_keeps_all_four_facts() {
        assert_eq!(std::mem::size_of::<Discard>(), 2);
        for seat in Seat::ALL {
            for drawn in [false, true] {
                let discard = Discard::new(seat, Tile::RED, drawn);
                assert_eq!((discard.seat(), discard.tile(), discard.drawn()), (seat, Tile::RED, drawn));
                assert_eq!(discard.claimer(), None);
                for claimer in Seat::ALL {
                    let taken = discard.claimed(claimer);
                    assert_eq!((taken.seat(), taken.drawn(), taken.claimer()), (seat, drawn, Some(claimer)));
                }
            }
        }
    }

    #[test]
    fn claimed_discards_leave_the_river() {
        let mut discards = Discards::EMPTY;
        discards.push(Discard::new(Seat::South, Tile::EAST, true));
        discards.push(Discard::new(Seat::South, Tile::RED, false));
        discards.claim_last(Seat::North);
        assert!(discards.river(Seat::South).eq([Tile::EAST]));
        assert_eq!(discards.of(Seat::South).count(), 2);
    }
}
