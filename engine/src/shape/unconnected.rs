//! 大乱, fourteen unconnected tiles of the 2012 competition code (rules/other_rule_sets.md 8a): fourteen different
//! tiles, those of a suit at least three ranks apart, the rest honors.

use super::useful::HONORS;
use crate::tile_set::TileSet;

/// Tiles of a hand of this shape.
const TILES: u32 = 14;

/// Every set of ranks of a suit that are three or more apart, as nine bits.
const SPREAD: [u16; 41] = {
    let mut all = [0; 41];
    let (mut ranks, mut count) = (0u16, 0);
    while ranks < 512 {
        if ranks & ranks >> 1 == 0 && ranks & ranks >> 2 == 0 {
            all[count] = ranks;
            count += 1;
        }
        ranks += 1;
    }
    assert!(count == all.len());
    all
};

/// `KEPT[held][n]`: how many of the held ranks the best spread set of `n` ranks has.
static KEPT: [[u8; 4]; 512] = {
    let mut kept = [[0; 4]; 512];
    let mut held = 0;
    while held < 512 {
        let mut place = 0;
        while place < SPREAD.len() {
            let size = SPREAD[place].count_ones() as usize;
            let both = (SPREAD[place] & held as u16).count_ones() as u8;
            if both > kept[held][size] {
                kept[held][size] = both;
            }
            place += 1;
        }
        held += 1;
    }
    kept
};

/// How many tiles of each suit a hand may have; honors are the rest, of which there are seven.
const SPLITS: [[usize; 3]; 10] = [
    [3, 3, 3],
    [3, 3, 2],
    [3, 2, 3],
    [2, 3, 3],
    [3, 2, 2],
    [2, 3, 2],
    [2, 2, 3],
    [3, 3, 1],
    [3, 1, 3],
    [1, 3, 3],
];

/// How many tiles a hand of these kinds lacks.
pub(super) fn distance(kinds: TileSet) -> u8 {
    let honors = (kinds & HONORS).len() as u32;
    let suits = [0, 9, 18].map(|shift| &KEPT[(kinds.bits() >> shift & 511) as usize]);
    let kept = SPLITS.iter().map(|split| {
        let of_suits: u32 = suits.iter().zip(split).map(|(kept, size)| u32::from(kept[*size])).sum();
        let room = TILES - split.iter().sum::<usize>() as u32;
        of_suits + honors.min(room)
    });
    (TILES - kept.max().unwrap_or(0)) as u8
}

/// Whether a hand of these kinds may lack no more than `lacking` tiles: a quick look.
pub(super) fn may_lack(kinds: TileSet, lacking: u8) -> bool {
    kinds.len() as u32 + u32::from(lacking) >= TILES
}

/// The kinds that bring a hand of these kinds nearer than `now`, its distance.
pub(super) fn useful(kinds: TileSet, now: u8) -> TileSet {
    let nearer = |tile: &crate::tile::Tile| {
        let mut more = kinds;
        more.insert(*tile);
        distance(more) < now
    };
    (!kinds).into_iter().filter(nearer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{rng::DecisionRng, tile::Tile};

    /// Straight from the sentence: every choice of spread ranks in the suits, the rest honors.
    fn slow_distance(kinds: TileSet) -> u8 {
        let apart = |ranks: &u16| {
            let held: Vec<u32> = (0..9).filter(|rank| ranks >> rank & 1 == 1).collect();
            held.windows(2).all(|pair| pair[1] - pair[0] >= 3)
        };
        let choices: Vec<u16> = (0..512).filter(apart).collect();
        let honors = kinds.into_iter().filter(|tile| tile.is_honor()).count() as u32;
        let suit = |number: usize| (kinds.bits() >> (9 * number) & 511) as u16;
        // Of each suit and count only the most held tiles matter.
        let most = |number: usize, size: u32| {
            let of_size = choices.iter().filter(|ranks| ranks.count_ones() == size);
            of_size.map(|ranks| (ranks & suit(number)).count_ones()).max()
        };
        let mut best = 0;
        for sizes in (0..4u32.pow(3)).map(|code| [code % 4, code / 4 % 4, code / 16]) {
            let total: u32 = sizes.iter().sum();
            if (7..=14).contains(&total) {
                let kept: Option<u32> = (0..3).map(|number| most(number, sizes[number])).sum();
                best = best.max(kept.unwrap_or(0) + honors.min(14 - total));
            }
        }
        (14 - best) as u8
    }

    fn kinds(text: &str) -> TileSet {
        let of_name = |name: &str| Tile::kinds().find(|tile| tile.to_string() == name).unwrap();
        text.split(' ').map(of_name).collect()
    }

    /// 8a: "14 different tiles, in each suit all rank differences >= 3 (不连不夹), rest single honors"; the decision
    /// there: the suits need not be of different classes 147, 258, 369.
    #[test]
    fn fourteen_unconnected_tiles_are_three_apart_in_every_suit() {
        assert_eq!(distance(kinds("1m 4m 7m 1s 4s 7s 1p 4p 7p E S W N C")), 0);
        assert_eq!(distance(kinds("1m 5m 9m 2s 6s 9s 3p E S W N C F P")), 0);
        assert_eq!(distance(kinds("1m 4m 8m 2s 7s 3p 8p E S W N C F P")), 0, "2 and 7 need no third");
        // 1 and 3 are too near.
        assert_eq!(distance(kinds("1m 3m 7m 1s 4s 7s 1p 4p 7p E S W N C")), 1);
        // Two suits and seven honors are only thirteen.
        assert_eq!(distance(kinds("1m 4m 7m 1s 4s 7s E S W N C F P")), 1);
    }

    #[test]
    fn tables_agree_with_the_definition() {
        let mut rng = DecisionRng::new(8, 2012);
        for _ in 0..3000 {
            let held: TileSet = (0..14).map(|_| Tile::new(rng.below(34) as u8)).collect();
            let now = slow_distance(held);
            assert_eq!(distance(held), now, "{held:?}");
            assert!(may_lack(held, now));
            let slow: TileSet = (!held)
                .into_iter()
                .filter(|tile| slow_distance(held | [*tile].into_iter().collect()) < now)
                .collect();
            assert_eq!(useful(held, now), slow, "{held:?}");
        }
    }
}
