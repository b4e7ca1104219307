//! The fast answers against the plain ones.

use super::*;
use crate::tile::Tile;

/// A small generator for test hands (splitmix64): tests need no quality, only repetition.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % n as u64) as usize
    }

    /// So many tiles of the 136.
    fn any_hand(&mut self, tiles: usize) -> TileCounts {
        let mut hand = TileCounts::EMPTY;
        while (hand.total() as usize) < tiles {
            self.add_one(&mut hand, Tile::KINDS);
        }
        hand
    }

    fn add_one(&mut self, hand: &mut TileCounts, kinds: usize) {
        let tile = Tile::new(self.below(kinds) as u8);
        if hand.get(tile) < 4 {
            hand.add(tile);
        }
    }

    /// A hand made complete in some shape, then with some tiles exchanged at random, `tiles` in all.
    fn near_hand(&mut self, tiles: usize, melds: usize) -> TileCounts {
        let mut hand = TileCounts::EMPTY;
        let put = |hand: &mut TileCounts, tile: Tile| {
            if hand.get(tile) < 4 {
                hand.add(tile);
            }
        };
        match if melds > 1 { 0 } else { self.below(8) } {
            1 if melds == 0 => (0..7).for_each(|_| {
                let tile = Tile::new(self.below(Tile::KINDS) as u8);
                put(&mut hand, tile);
                put(&mut hand, tile);
            }),
            2 if melds == 0 => TileSet::TERMINALS_AND_HONORS.into_iter().for_each(|tile| hand.add(tile)),
            3 if melds == 0 => {
                let pattern = KNITTED_PATTERNS[self.below(6)];
                let honors = TileSet::from_bits(127 << 27);
                (pattern | honors)
                    .into_iter()
                    .filter(|_| self.below(16) > 1)
                    .for_each(|tile| put(&mut hand, tile));
            }
            4 | 5 => KNITTED_PATTERNS[self.below(6)].into_iter().for_each(|tile| hand.add(tile)),
            _ => {}
        }
        while (hand.total() as usize) < tiles {
            let one_suit = self.below(4) == 0;
            let tile = Tile::new(self.below(if one_suit { 9 } else { Tile::KINDS }) as u8);
            let chow = self.below(3) > 0 && matches!(tile.rank(), Some(1..=7));
            let copies = if chow { 1 } else { 2 + self.below(2) };
            for step in 0..if chow { 3 } else { 1 } {
                (0..copies).for_each(|_| put(&mut hand, Tile::new(tile.index() as u8 + step)));
            }
        }
        for _ in 0..self.below(4) {
            self.remove_one(&mut hand);
        }
        while (hand.total() as usize) > tiles {
            self.remove_one(&mut hand);
        }
        while (hand.total() as usize) < tiles {
            self.add_one(&mut hand, Tile::KINDS);
        }
        hand
    }

    fn remove_one(&mut self, hand: &mut TileCounts) {
        let place = self.below(hand.total().max(1) as usize);
        if let Some(tile) = hand.iter().nth(place) {
            hand.remove(tile);
        }
    }
}

fn slow_tests() -> bool {
    let asked = std::env::var_os("MCR_SLOW_TESTS").is_some_and(|value| value == "1");
    if !asked {
        println!("skipped: set MCR_SLOW_TESTS=1");
    }
    asked
}

fn check(hand: &TileCounts, melds: usize) {
    for shape in Shape::ALL {
        let fast = shanten_of(shape, hand, melds);
        assert_eq!(fast, slow::shanten_of(shape, hand, melds), "{shape:?} {hand:?} with {melds} melds");
    }
    let now = slow::shanten(hand, melds);
    assert_eq!(shanten(hand, melds), now, "{hand:?} with {melds} melds");
    assert_eq!(is_complete(hand, melds), slow::is_complete(hand, melds), "{hand:?} with {melds} melds");
}

fn check_useful(hand: &TileCounts, melds: usize) {
    let useful = slow::useful_tiles(hand, melds);
    assert_eq!(useful_tiles(hand, melds), useful, "{hand:?} with {melds} melds");
    let expected = if useful.shanten == 0 { useful.tiles } else { TileSet::EMPTY };
    assert_eq!(waits(hand, melds), expected, "{hand:?} with {melds} melds");
}

/// The discards against the useful tiles of each hand that they leave.
fn check_discards(hand: &TileCounts, melds: usize) {
    let all = discards(hand, melds);
    assert!(all.iter().map(|discard| discard.tile).eq(hand.kinds()), "{hand:?}");
    for discard in all.iter() {
        let left = useful_tiles(&hand.without(discard.tile), melds);
        assert_eq!(
            (discard.shanten, discard.useful),
            (left.shanten, left.tiles),
            "{hand:?} {:?}",
            discard.tile
        );
    }
    let lowest = all.iter().map(|discard| discard.shanten).min();
    let expected = all.iter().filter(|discard| Some(discard.shanten) == lowest);
    assert!(best_discards(hand, melds).iter().eq(expected), "{hand:?} with {melds} melds");
}

/// Checks hands of all kinds, spread over sizes and melds.
fn check_hands(hands: usize, seed: u64) {
    let mut dice = Dice(seed);
    for number in 0..hands {
        let useful_too = number % 32 < 2;
        let melds = [0, 0, 1, 1, 2, 3, 4][dice.below(7)];
        let tiles = 13 + number % 2 - 3 * melds;
        let hand = if dice.below(4) == 0 { dice.any_hand(tiles) } else { dice.near_hand(tiles, melds) };
        check(&hand, melds);
        if useful_too && number % 2 == 0 {
            check_useful(&hand, melds);
        }
        if useful_too && number % 2 == 1 {
            check_discards(&hand, melds);
        }
    }
}

#[test]
fn discards_leave_what_useful_tiles_say() {
    let mut dice = Dice(3);
    for _ in 0..50_000 {
        let melds = [0, 0, 1, 1, 2, 3, 4][dice.below(7)];
        let tiles = 14 - 3 * melds;
        let hand = if dice.below(3) == 0 { dice.any_hand(tiles) } else { dice.near_hand(tiles, melds) };
        check_discards(&hand, melds);
    }
}

#[test]
fn random_hands() {
    check_hands(10_000, 1);
}

#[test]
fn many_random_hands() {
    if slow_tests() {
        check_hands(1_000_000, 2);
    }
}
