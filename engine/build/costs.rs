//! Cost vectors: what sets and a pair still cost from a part of a hand.

/// Tiles missing for zero to four sets: lanes 0–4 without, lanes 8–12 with a pair.
///
/// Sixteen byte lanes, so that adding and taking minima are single vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Costs(pub(crate) [u8; 16]);

/// Where the lanes with a pair begin.
const PAIR: usize = 8;
/// The most sets a hand has.
pub(crate) const MOST_SETS: usize = 4;

impl Costs {
    /// Above every cost; a sum of two stays in a byte.
    pub(crate) const UNREACHED: u8 = 64;

    /// Nothing reached yet.
    pub(crate) const NONE: Costs = Costs([Costs::UNREACHED; 16]);

    /// The beginning: no set for nothing.
    pub(crate) const START: Costs = {
        let mut lanes = [Costs::UNREACHED; 16];
        lanes[0] = 0;
        Costs(lanes)
    };

    /// The cost of so many sets, without (0) or with a pair (1).
    pub(crate) const fn of(&self, pair: usize, sets: usize) -> u8 {
        self.0[PAIR * pair + sets]
    }

    /// In every lane the least of what is there and what `source` has with `dearer` added.
    #[inline(never)]
    pub(crate) fn improve(&mut self, source: &Costs, dearer: &Costs) {
        for lane in 0..16 {
            self.0[lane] = self.0[lane].min(source.0[lane] + dearer.0[lane]);
        }
    }

    /// The same number of tiles in every lane.
    pub(crate) const fn all(tiles: u8) -> Costs {
        Costs([tiles; 16])
    }

    /// What was reached before, counted as one set more.
    pub(crate) const fn more_set(&self) -> Costs {
        // Up by one lane in each half; what leaves the lanes in use is lost.
        const USED: u64 = 0xff_ffff_ff00;
        const REST: u64 = Costs::NONE.words()[0] & !USED;
        let [without, with] = self.words();
        Costs::from_words([without << 8 & USED | REST, with << 8 & USED | REST])
    }

    /// What was reached without a pair, counted as with one.
    pub(crate) const fn more_pair(&self) -> Costs {
        Costs::from_words([Costs::NONE.words()[0], self.words()[0]])
    }

    /// With sets and pairs that share no tile with this part, and so cost all their tiles.
    pub(crate) fn closed(&self) -> Costs {
        let mut closed = *self;
        closed.improve(&self.more_pair(), &Costs::all(2));
        for _ in 0..MOST_SETS {
            closed.improve(&closed.more_set(), &Costs::all(3));
        }
        closed
    }

    /// The cheapest way to share sets and pair between two parts.
    pub(crate) fn merged(&self, other: &Costs) -> Costs {
        let mut shifted = *other;
        let mut merged = Costs::NONE;
        for sets in 0..=MOST_SETS {
            merged.improve(&shifted, &Costs::all(self.0[sets]));
            merged.improve(&shifted.more_pair(), &Costs::all(self.0[PAIR + sets]));
            shifted = shifted.more_set();
        }
        merged
    }

    /// The lanes as words, for an interner.
    pub(crate) const fn words(&self) -> [u64; 2] {
        let word = u128::from_le_bytes(self.0);
        [word as u64, (word >> 64) as u64]
    }

    /// The reverse of [`Costs::words`].
    pub(crate) const fn from_words([low, high]: [u64; 2]) -> Costs {
        Costs((low as u128 | (high as u128) << 64).to_le_bytes())
    }
}
