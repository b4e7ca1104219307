//! Melds: sets laid out on the table.

use crate::{seat::Seat, tile::Tile};

/// What a meld is made of and how it came about (rules/mcr.md 1.5, 1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MeldKind {
    /// 吃: a run, its claimed tile discarded by the left neighbour.
    Chow,
    /// 碰.
    Pung,
    /// 大明杠: three own tiles and a discard.
    MeldedKong,
    /// 加杠: an open pung and a fourth own tile.
    AddedKong,
    /// 暗杠: four own tiles; the only meld that keeps a hand concealed.
    ConcealedKong,
}

impl MeldKind {
    /// Any of the three kongs.
    #[must_use]
    pub const fn is_kong(self) -> bool {
        matches!(self, MeldKind::MeldedKong | MeldKind::AddedKong | MeldKind::ConcealedKong)
    }
}

/// Who offered a claimed tile, seen from the claimer: the digit of the hand string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Offer {
    /// The previous player in turn order, 上家.
    Left = 1,
    /// 对家.
    Opposite = 2,
    /// The next player in turn order, 下家.
    Right = 3,
}

impl Offer {
    /// The relation of `giver` to `claimer`.
    ///
    /// # Panics
    /// When both are the same seat.
    #[must_use]
    pub const fn between(claimer: Seat, giver: Seat) -> Offer {
        match giver.steps_to(claimer) {
            1 => Offer::Left,
            2 => Offer::Opposite,
            3 => Offer::Right,
            _ => panic!("a seat cannot claim its own tile"),
        }
    }

    /// The seat that offered a tile to `claimer`.
    #[must_use]
    pub const fn giver(self, claimer: Seat) -> Seat {
        claimer.after(4 - self as usize)
    }
}

/// A set laid out on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meld {
    kind: MeldKind,
    tile: Tile,
    /// Chow: 0–2, which of the three tiles was claimed.
    position: u8,
    offer: Option<Offer>,
}

impl Meld {
    /// A chow of three tiles from `lowest` up, of which the one at `position` 0–2 was claimed.
    ///
    /// # Panics
    /// When `lowest` is not a suit tile of rank 1–7 or `position` is past 2.
    #[must_use]
    pub const fn chow(lowest: Tile, position: u8) -> Meld {
        assert!(matches!(lowest.rank(), Some(1..=7)), "a chow starts at rank 1 to 7");
        assert!(position < 3, "a chow has three tiles");
        Meld { kind: MeldKind::Chow, tile: lowest, position, offer: Some(Offer::Left) }
    }

    /// A pung.
    #[must_use]
    pub const fn pung(tile: Tile, offer: Offer) -> Meld {
        Meld { kind: MeldKind::Pung, tile, position: 0, offer: Some(offer) }
    }

    /// A kong claimed from a discard.
    #[must_use]
    pub const fn melded_kong(tile: Tile, offer: Offer) -> Meld {
        Meld { kind: MeldKind::MeldedKong, tile, position: 0, offer: Some(offer) }
    }

    /// A pung with its fourth tile; `offer` is who gave the pung's tile.
    #[must_use]
    pub const fn added_kong(tile: Tile, offer: Offer) -> Meld {
        Meld { kind: MeldKind::AddedKong, tile, position: 0, offer: Some(offer) }
    }

    /// A concealed kong.
    #[must_use]
    pub const fn concealed_kong(tile: Tile) -> Meld {
        Meld { kind: MeldKind::ConcealedKong, tile, position: 0, offer: None }
    }

    /// The kind of meld.
    #[must_use]
    pub const fn kind(self) -> MeldKind {
        self.kind
    }

    /// The tile of a pung or kong, the lowest tile of a chow.
    #[must_use]
    pub const fn tile(self) -> Tile {
        self.tile
    }

    /// Who offered the claimed tile; `None` for a concealed kong.
    #[must_use]
    pub const fn offer(self) -> Option<Offer> {
        self.offer
    }

    /// The tile that was claimed; `None` for a concealed kong.
    #[must_use]
    pub const fn claimed(self) -> Option<Tile> {
        match self.kind {
            MeldKind::Chow => Some(Tile::new(self.tile.index() as u8 + self.position)),
            MeldKind::ConcealedKong => None,
            _ => Some(self.tile),
        }
    }

    /// Which of a chow's three tiles was claimed, 0–2; 0 for other melds.
    #[must_use]
    pub const fn position(self) -> u8 {
        self.position
    }

    /// Whether everybody sees its tiles: all but the concealed kong.
    #[must_use]
    pub const fn is_open(self) -> bool {
        !matches!(self.kind, MeldKind::ConcealedKong)
    }

    /// Any of the three kongs.
    #[must_use]
    pub const fn is_kong(self) -> bool {
        self.kind.is_kong()
    }

    /// The three or four tiles of the meld.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        let (count, step) = match self.kind {
            MeldKind::Chow => (3, 1),
            MeldKind::Pung => (3, 0),
            _ => (4, 0),
        };
        (0..count).map(move |i| Tile::new(self.tile.index() as u8 + i * step))
    }
}

/// The melds of one seat, at most four, in the order they were laid out.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Melds {
    melds: [Meld; 4],
    len: u8,
}

impl Melds {
    /// No meld. (The unused places hold a fixed filler so that equality and hashing are plain.)
    pub const EMPTY: Melds = Melds { melds: [Meld::concealed_kong(Tile::EAST); 4], len: 0 };

    /// The melds as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Meld] {
        &self.melds[..self.len as usize]
    }

    /// How many, 0–4.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Lays out one more.
    ///
    /// # Panics
    /// At the fifth.
    pub fn push(&mut self, meld: Meld) {
        self.melds[self.len as usize] = meld;
        self.len += 1;
    }

    /// Turns the open pung of `tile` into an added kong; `false` when there is no such pung.
    pub fn add_to_pung(&mut self, tile: Tile) -> bool {
        let len = self.len as usize;
        for meld in &mut self.melds[..len] {
            if meld.kind == MeldKind::Pung && meld.tile == tile {
                meld.kind = MeldKind::AddedKong;
                return true;
            }
        }
        false
    }

    /// Each meld in order.
    pub fn iter(&self) -> impl Iterator<Item = Meld> + '_ {
        self.as_slice().iter().copied()
    }

    /// Whether no meld is open, so that the hand counts as concealed.
    #[must_use]
    pub fn all_concealed(&self) -> bool {
        self.iter().all(|m| !m.is_open())
    }
}

impl Default for Melds {
    fn default() -> Melds {
        Melds::EMPTY
    }
}

impl std::fmt::Debug for Melds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl FromIterator<Meld> for Melds {
    /// # Panics
    /// At the fifth meld.
    fn from_iter<I: IntoIterator<Item = Meld>>(melds: I) -> Melds {
        let mut all = Melds::EMPTY;
        for meld in melds {
            all.push(meld);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_melds_fit_in_seventeen_bytes() {
        assert_eq!(std::mem::size_of::<Meld>(), 4);
        assert_eq!(std::mem::size_of::<Melds>(), 17);
    }

    #[test]
    fn offers_name_the_giver() {
        for claimer in Seat::ALL {
            for giver in claimer.others() {
                assert_eq!(Offer::between(claimer, giver).giver(claimer), giver);
            }
        }
        assert_eq!(Offer::between(Seat::South, Seat::East), Offer::Left);
    }
}
