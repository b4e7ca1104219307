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
    /// Above every cost; a sum of three stays in a byte.
    pub(crate) const UNREACHED: u8 = 64;

    /// Nothing reached yet.
    pub(crate) const NONE: Costs = Costs([Costs::UNREACHED; 16]);

    /// The beginning: no set for nothing.
    pub(crate) const START: Costs = {
        let mut lanes = [Costs::UNREACHED; 16];
        lanes[0] = 0;
        Costs(lanes)
    };

    /// The cost of so many sets with a pair.
    pub(crate) const fn with_pair(&self, sets: usize) -> u8 {
        self.0[PAIR + sets]
    }

    /// Lane by lane the smaller.
    pub(crate) fn min(&self, other: &Costs) -> Costs {
        Costs(std::array::from_fn(|lane| self.0[lane].min(other.0[lane])))
    }

    /// Lane by lane the sum.
    pub(crate) fn plus(&self, other: &Costs) -> Costs {
        Costs(std::array::from_fn(|lane| self.0[lane] + other.0[lane]))
    }

    /// The same number of tiles in every lane.
    pub(crate) const fn all(tiles: u8) -> Costs {
        Costs([tiles; 16])
    }

    /// What was reached before, counted as so many sets more.
    pub(crate) fn more_sets<const SETS: usize>(&self) -> Costs {
        Costs(std::array::from_fn(|lane| match lane % PAIR {
            sets if sets < SETS || sets > MOST_SETS => Costs::UNREACHED,
            _ => self.0[lane - SETS],
        }))
    }

    /// What was reached without a pair, counted as with one.
    pub(crate) fn more_pair(&self) -> Costs {
        let mut lanes = Costs::NONE.0;
        lanes[PAIR..].copy_from_slice(&self.0[..PAIR]);
        Costs(lanes)
    }

    /// With sets and pairs that share no tile with this part, and so cost all their tiles.
    pub(crate) fn closed(&self) -> Costs {
        let mut closed = self.min(&self.more_pair().plus(&Costs::all(2)));
        for _ in 0..MOST_SETS {
            closed = closed.min(&closed.more_sets::<1>().plus(&Costs::all(3)));
        }
        closed.capped()
    }

    /// The cheapest way to share sets and pair between two parts.
    pub(crate) fn merged(&self, other: &Costs) -> Costs {
        let mut shifted = *other;
        let mut merged = Costs::NONE;
        for sets in 0..=MOST_SETS {
            merged = merged.min(&shifted.plus(&Costs::all(self.0[sets])));
            merged = merged.min(&shifted.more_pair().plus(&Costs::all(self.0[PAIR + sets])));
            shifted = shifted.more_sets::<1>();
        }
        merged.capped()
    }

    /// With everything past the reachable set to the one value that says so, so that equal costs are equal bytes.
    pub(crate) fn capped(&self) -> Costs {
        self.min(&Costs::NONE)
    }
}

impl Costs {
    /// The two halves as words, for an interner.
    pub(crate) fn words(&self) -> [u64; 2] {
        std::array::from_fn(|half| {
            let lanes = &self.0[PAIR * half..][..PAIR];
            lanes.iter().rev().fold(0, |word, lane| word << 8 | u64::from(*lane))
        })
    }

    /// The reverse of [`Costs::words`].
    pub(crate) fn from_words(words: [u64; 2]) -> Costs {
        Costs(std::array::from_fn(|lane| words[lane / PAIR].to_le_bytes()[lane % PAIR]))
    }
}
