//! What the tables say about half a suit or half the honors, packed so that parts add up.

/// Counts and a place in one word. From the lowest bit:
///
/// | bits | what |
/// |---|---|
/// | 6 × 5 | kinds held of each knitted pattern (honors count for all six) |
/// | 5 | pairs, four alike being two |
/// | 5 | terminals and honors held, each kind once |
/// | 5 | terminals and honors held at least twice |
/// | 19 | place: of the class in the grid, or for honors the two classes |
///
/// Sums of a hand's parts hold the hand's counts; their place means nothing, unless the parts are the halves of one suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry(u64);

const LANE_BITS: u32 = 5;
const PAIRS: u32 = 30;
const ORPHANS: u32 = 35;
const ORPHAN_PAIRS: u32 = 40;
const PLACE: u32 = 45;

impl Entry {
    /// Bits of a place.
    pub(crate) const PLACE_BITS: u32 = 64 - PLACE;

    /// The six knitted patterns' lanes with one in each.
    const LANES: u64 = 0b00001_00001_00001_00001_00001_00001;

    /// The counts of ranks of a suit, the lowest digit of `key` being the rank `first` (0–8).
    pub(crate) fn of_ranks(suit: usize, first: usize, key: usize) -> Entry {
        let mut entry = Entry(0);
        for rank in first..9 {
            let copies = key >> (3 * (rank - first)) & 7;
            let lanes = super::super::PATTERN_OFFSETS.iter().enumerate();
            let held_for = lanes.filter(|(_, offsets)| offsets[suit] as usize == rank % 3);
            let lanes = held_for.map(|(pattern, _)| 1u64 << (LANE_BITS * pattern as u32)).sum();
            entry = entry + Entry::of_kind(copies, lanes, rank == 0 || rank == 8);
        }
        entry
    }

    /// The counts of up to five honors.
    pub(crate) fn of_honors(key: usize) -> Entry {
        (0..5)
            .map(|place| Entry::of_kind(key >> (3 * place) & 7, Entry::LANES, true))
            .fold(Entry(0), |a, b| a + b)
    }

    fn of_kind(copies: usize, lanes: u64, orphan: bool) -> Entry {
        if copies == 0 {
            return Entry(0);
        }
        let pairs = (copies as u64 / 2).min(2);
        let orphans = u64::from(orphan) << ORPHANS | u64::from(orphan && copies > 1) << ORPHAN_PAIRS;
        Entry(lanes | pairs << PAIRS | orphans)
    }

    pub(crate) fn with_place(self, place: usize) -> Entry {
        debug_assert!(place < 1 << Entry::PLACE_BITS);
        Entry(self.0 | (place as u64) << PLACE)
    }

    /// The place, below 2^19.
    #[inline]
    pub(crate) const fn place(self) -> usize {
        (self.0 >> PLACE) as usize
    }

    /// Pairs, four alike being two.
    #[inline]
    pub(crate) const fn pairs(self) -> u8 {
        (self.0 >> PAIRS) as u8 & 31
    }

    /// Kinds of terminals and honors.
    #[inline]
    pub(crate) const fn orphans(self) -> u8 {
        (self.0 >> ORPHANS) as u8 & 31
    }

    /// Whether a terminal or honor is held twice.
    #[inline]
    pub(crate) const fn has_orphan_pair(self) -> bool {
        self.0 >> ORPHAN_PAIRS & 31 != 0
    }

    /// Kinds held of a knitted pattern, with the honors if they were added.
    #[inline]
    pub(crate) const fn of_pattern(self, pattern: usize) -> u8 {
        (self.0 >> (LANE_BITS * pattern as u32)) as u8 & 31
    }

    /// The patterns of which at least `least` kinds are held (`least` at most 16).
    #[inline]
    pub(crate) const fn patterns_with(self, least: u8) -> Patterns {
        let lanes = self.0 & (31 * Entry::LANES);
        Patterns(lanes.wrapping_add((16 - least as u64) * Entry::LANES) & (16 * Entry::LANES))
    }
}

impl std::ops::Add for Entry {
    type Output = Entry;
    #[inline]
    fn add(self, other: Entry) -> Entry {
        Entry(self.0.wrapping_add(other.0))
    }
}

/// A choice of knitted patterns, as an iterator over their numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patterns(u64);

impl Patterns {
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for Patterns {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let pattern = self.0.trailing_zeros() / LANE_BITS;
        self.0 &= self.0 - 1;
        Some(pattern as usize)
    }
}
