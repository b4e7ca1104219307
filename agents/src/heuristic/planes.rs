//! Multisets of tiles as bit planes, so that comparing two hands takes a few instructions.

use mcr_engine::{Tile, TileCounts};

/// Every kind without flowers.
pub(super) const ALL: u64 = (1 << 34) - 1;
/// The suit tiles.
pub(super) const SUITS: u64 = (1 << 27) - 1;
/// Winds and dragons.
pub(super) const HONORS: u64 = ALL & !SUITS;
/// The four winds.
pub(super) const WINDS: u64 = 0b1111 << 27;
/// The three dragons.
pub(super) const DRAGONS: u64 = 0b111 << 31;
/// The lowest tiles of runs: ranks 1–7.
pub(super) const RUN_STARTS: u64 = every_suit(0b0_0111_1111);
/// Ranks 1 and 9, winds, dragons.
pub(super) const TERMINALS_AND_HONORS: u64 = every_suit(0b1_0000_0001) | HONORS;

/// The same nine ranks in each suit.
pub(super) const fn every_suit(ranks: u64) -> u64 {
    ranks | ranks << 9 | ranks << 18
}

/// The kinds whose bits are set, lowest first.
pub(super) fn bits(mut kinds: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if kinds == 0 {
            return None;
        }
        let kind = kinds.trailing_zeros() as usize;
        kinds &= kinds - 1;
        Some(kind)
    })
}

/// A multiset of tiles: plane *j* has bit *i* when there are more than *j* copies of kind *i*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Planes(pub(super) [u64; 4]);

impl Planes {
    pub(super) const EMPTY: Planes = Planes([0; 4]);

    pub(super) fn of(counts: &TileCounts) -> Planes {
        Planes([1, 2, 3, 4].map(|copies| counts.at_least(copies).bits()))
    }

    /// The tiles as counts.
    pub(super) fn counts(&self) -> TileCounts {
        let mut counts = TileCounts::EMPTY;
        for plane in self.0 {
            bits(plane).for_each(|kind| counts.add(Tile::new(kind as u8)));
        }
        counts
    }

    /// One copy more of each of `kinds`; a fifth copy is dropped and reported.
    #[must_use]
    pub(super) const fn add(&mut self, kinds: u64) -> bool {
        let [a, b, c, d] = self.0;
        self.0 = [a | kinds, b | a & kinds, c | b & kinds, d | c & kinds];
        d & kinds == 0
    }

    /// One copy less of each of `kinds`, where there is one.
    pub(super) const fn remove(&mut self, kinds: u64) {
        let [a, b, c, d] = self.0;
        self.0 = [a & !kinds | b & kinds, b & !kinds | c & kinds, c & !kinds | d & kinds, d & !kinds];
    }

    /// The kinds that are present.
    pub(super) const fn kinds(&self) -> u64 {
        self.0[0]
    }

    /// Copies of the kind with this index.
    pub(crate) const fn copies(&self, kind: usize) -> u32 {
        let [a, b, c, d] = self.0;
        ((a >> kind & 1) + (b >> kind & 1) + (c >> kind & 1) + (d >> kind & 1)) as u32
    }

    /// The kinds with just so many copies, 1–4.
    pub(super) const fn exactly(&self, copies: usize) -> u64 {
        self.0[copies - 1] & if copies < 4 { !self.0[copies] } else { ALL }
    }

    /// All copies of the kinds in `kinds`.
    pub(super) const fn count(&self, kinds: u64) -> u32 {
        let [a, b, c, d] = self.0;
        (a & kinds).count_ones()
            + (b & kinds).count_ones()
            + (c & kinds).count_ones()
            + (d & kinds).count_ones()
    }

    /// How many tiles of `self` are not in `hand`.
    pub(super) const fn lacking(&self, hand: &Planes) -> u32 {
        let [a, b, c, d] = self.0;
        (a & !hand.0[0]).count_ones()
            + (b & !hand.0[1]).count_ones()
            + (c & !hand.0[2]).count_ones()
            + (d & !hand.0[3]).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adding_and_removing_count_copies() {
        let mut planes = Planes::EMPTY;
        for copies in 1..=4 {
            assert!(planes.add(0b101));
            assert_eq!((planes.copies(0), planes.copies(1), planes.copies(2)), (copies, 0, copies));
        }
        assert!(!planes.add(1), "a fifth copy");
        planes.remove(0b111);
        assert_eq!((planes.copies(0), planes.copies(1), planes.copies(2)), (3, 0, 3));
        assert_eq!(planes.count(ALL), 6);
    }

    #[test]
    fn planes_hold_what_counts_hold() {
        let counts: TileCounts = [0, 0, 0, 5, 33, 33].map(Tile::new).into_iter().collect();
        let planes = Planes::of(&counts);
        assert!(Tile::kinds().all(|t| planes.copies(t.index()) == u32::from(counts.get(t))));
        let other = Planes::of(&[0, 5, 5].map(Tile::new).into_iter().collect());
        assert_eq!(planes.lacking(&other), 4);
        assert_eq!(other.lacking(&planes), 1);
    }
}
