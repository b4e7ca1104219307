//! Three sets that make a fan big enough, or nearly, to win on.

use super::planes::Planes;
use std::sync::LazyLock;

/// A set of a core: a run by its lowest tile or a pung by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Set {
    Chow(u8),
    Pung(u8),
}

/// Three sets of one fan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Core {
    pub(super) sets: [Set; 3],
    /// Their tiles.
    pub(super) tiles: Planes,
    /// Lowest tiles of its runs.
    pub(super) starts: u64,
    /// Kinds of its pungs.
    pub(super) pungs: u64,
    /// Its sets as places in [`set_costs`].
    pub(super) places: [u8; 3],
}

impl Core {
    fn new(sets: [Set; 3]) -> Core {
        let places = sets.map(|set| match set {
            Set::Chow(start) => start,
            Set::Pung(kind) => 27 + kind,
        });
        let mut core = Core { sets, tiles: Planes::EMPTY, starts: 0, pungs: 0, places };
        for set in sets {
            match set {
                Set::Chow(start) => {
                    // A core never needs a fifth copy.
                    let _ = core.tiles.add(0b111 << start);
                    core.starts |= 1 << start;
                }
                Set::Pung(kind) => {
                    (0..3).for_each(|_| _ = core.tiles.add(1 << kind));
                    core.pungs |= 1 << kind;
                }
            }
        }
        core
    }
}

/// Tiles a hand lacks for each run (by lowest tile) and each suit pung (27 on), none for those that are melds.
pub(super) fn set_costs(hand: &Planes, melded_starts: u64, melded_pungs: u64) -> [u8; 54] {
    let mut costs = [0; 54];
    for kind in 0..27 {
        if melded_starts >> kind & 1 == 0 {
            costs[kind] = 3 - (hand.kinds() >> kind & 0b111).count_ones() as u8;
        }
        if melded_pungs >> kind & 1 == 0 {
            costs[27 + kind] = 3u8.saturating_sub(hand.copies(kind) as u8);
        }
    }
    costs
}

/// How many cores there are.
pub(super) const CORE_COUNT: usize = 7 + 36 + 3 * 23 + 42 + 9;

/// Every core, the frequent ones first.
pub(super) static CORES: LazyLock<Vec<Core>> = LazyLock::new(all);

/// The six patterns of knitted tiles: 147, 258, 369 in three suits.
pub(super) static KNITTED: LazyLock<[u64; 6]> = LazyLock::new(|| {
    ORDERS.map(|order| order.iter().enumerate().map(|(s, r)| 0b100_1001 << (9 * s as u8 + r)).sum())
});

const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

fn all() -> Vec<Core> {
    let mut cores = Vec::new();
    let mut add = |make: fn(u8) -> Set, kinds: [u8; 3]| cores.push(Core::new(kinds.map(make)));
    for rank in 0..7 {
        // Mixed triple chow.
        add(Set::Chow, [rank, 9 + rank, 18 + rank]);
    }
    for [a, b, c] in ORDERS {
        for rank in 0..5 {
            // Mixed shifted chows.
            add(Set::Chow, [9 * a + rank, 9 * b + rank + 1, 9 * c + rank + 2]);
        }
        // Mixed straight.
        add(Set::Chow, [9 * a, 9 * b + 3, 9 * c + 6]);
    }
    for suit in [0, 9, 18] {
        // Pure straight.
        add(Set::Chow, [suit, suit + 3, suit + 6]);
        for rank in 0..5 {
            // Pure shifted chows.
            add(Set::Chow, [0, 1, 2].map(|step| suit + rank + step));
        }
        for rank in 0..3 {
            // Pure shifted chows.
            add(Set::Chow, [0, 2, 4].map(|step| suit + rank + step));
        }
        for rank in 0..7 {
            // Pure triple chow.
            add(Set::Chow, [suit + rank; 3]);
            // Pure shifted pungs.
            add(Set::Pung, [0, 1, 2].map(|step| suit + rank + step));
        }
    }
    for [a, b, c] in ORDERS {
        for rank in 0..7 {
            // Mixed shifted pungs.
            add(Set::Pung, [9 * a + rank, 9 * b + rank + 1, 9 * c + rank + 2]);
        }
    }
    for rank in 0..9 {
        // Triple pung.
        add(Set::Pung, [rank, 9 + rank, 18 + rank]);
    }
    cores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::planes::ALL;

    #[test]
    fn every_core_is_nine_tiles_and_none_is_listed_twice() {
        assert_eq!(CORES.len(), CORE_COUNT);
        for (i, core) in CORES.iter().enumerate() {
            assert_eq!(core.tiles.count(ALL), 9, "{core:?}");
            assert!(CORES[..i].iter().all(|other| other.sets != core.sets), "{core:?}");
        }
        let mut kinds = 0;
        for pattern in *KNITTED {
            assert_eq!(pattern.count_ones(), 9);
            kinds |= pattern;
        }
        assert_eq!(kinds, (1 << 27) - 1);
    }
}
