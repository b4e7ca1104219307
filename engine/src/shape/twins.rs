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
        // Any kinds, one suit, or a few neighbours that can be read in many ways.
        let kinds = [Tile::KINDS, Tile::KINDS, 9, 4][self.below(4)];
        while (hand.total() as usize) < tiles {
            let tile = Tile::new(self.below(kinds) as u8);
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

pub(super) fn slow_tests() -> bool {
    let asked = std::env::var_os("MCR_SLOW_TESTS").is_some_and(|value| value == "1");
    if !asked {
        println!("skipped: set MCR_SLOW_TESTS=1");
    }
    asked
}

/// Every shape's shanten against the plain search.
fn check_shanten(hand: &TileCounts, melds: usize) {
    let plain = Shape::ALL.map(|shape| slow::shanten_of(shape, hand, melds));
    let fast = Shape::ALL.map(|shape| shanten_of(shape, hand, melds));
    assert_eq!(fast, plain, "{hand:?} with {melds} melds");
    let least = plain.into_iter().flatten().min();
    assert_eq!(Some(shanten(hand, melds)), least, "{hand:?} with {melds} melds");
    assert_eq!(is_complete(hand, melds), least == Some(-1), "{hand:?} with {melds} melds");
}

/// Useful tiles and waits against shanten.
fn check_useful(hand: &TileCounts, melds: usize) {
    let now = shanten(hand, melds);
    let tiles = Tile::kinds().filter(|tile| shanten(&hand.with(*tile), melds) < now).collect();
    let useful = Useful { shanten: now, tiles };
    assert_eq!(useful_tiles(hand, melds), useful, "{hand:?} with {melds} melds");
    let expected = if useful.shanten == 0 { useful.tiles } else { TileSet::EMPTY };
    assert_eq!(waits(hand, melds), expected, "{hand:?} with {melds} melds");
    assert_eq!(now == 0, !waits(hand, melds).is_empty(), "{hand:?} with {melds} melds");
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

/// Checks hands of all kinds, sizes and melds, every so many against the plain search.
fn check_hands(hands: usize, plain: usize, seed: u64) {
    let mut dice = Dice(seed);
    for number in 0..hands {
        let melds = [0, 0, 1, 1, 2, 3, 4][dice.below(7)];
        let tiles = 13 + number % 2 - 3 * melds;
        let hand = if dice.below(4) == 0 { dice.any_hand(tiles) } else { dice.near_hand(tiles, melds) };
        if number / 2 % plain == 0 {
            check_shanten(&hand, melds);
        }
        if number % 2 == 0 {
            check_useful(&hand, melds);
        } else {
            check_discards(&hand, melds);
        }
        if number % (64 * plain) == 0 {
            assert_eq!(
                useful_tiles(&hand, melds),
                slow::useful_tiles(&hand, melds),
                "{hand:?}, {melds} melds"
            );
        }
    }
}

/// A cost vector as the plain search gives it, from the word of a class.
fn costs_of(class: u8) -> [[u8; 5]; 2] {
    let word = tables::cost_word(class);
    std::array::from_fn(|pair| std::array::from_fn(|sets| (word >> (6 * (5 * pair + sets)) & 63) as u8))
}

/// Every `step`th choice of counts of a group up to 14 tiles, and after each the same with a fifth copy somewhere.
fn check_groups(step: usize) {
    let mut dice = Dice(5);
    for (group, kinds) in [(0, 9), (3, 7)] {
        let mut number = 0;
        counts::each_group(kinds, 14, &mut |key| {
            number += 1;
            if number % step == 0 {
                let place = dice.below(kinds);
                let raised = key & !(7 << (3 * place)) | 5 << (3 * place);
                for key in [key, raised] {
                    let mut groups = [0; 4];
                    groups[group] = key;
                    let hand = TileCounts::from_groups(groups);
                    let class = profile::class_of(group, key);
                    assert_eq!(costs_of(class), slow::group_costs(&hand, group), "group {group}: {hand:?}");
                }
            }
        });
    }
}

#[test]
fn classes_hold_the_costs_of_groups() {
    check_groups(97);
}

#[test]
fn classes_hold_the_costs_of_all_groups() {
    if slow_tests() {
        check_groups(1);
    }
}

#[test]
fn random_hands() {
    check_hands(100_000, 8, 1);
}

#[test]
fn many_random_hands() {
    if slow_tests() {
        check_hands(1_000_000, 1, 2);
    }
}

#[test]
fn readings_are_those_of_the_plain_search() {
    let mut dice = Dice(4);
    let mut seen = [0; 6];
    for _ in 0..30_000 {
        let melds = dice.below(5);
        let mut hand = dice.near_hand(13 - 3 * melds, melds);
        let waits = waits(&hand, melds);
        let wait = waits.into_iter().nth(dice.below(waits.len().max(1)));
        hand.add(wait.unwrap_or(Tile::new(dice.below(Tile::KINDS) as u8)));
        let mut fast: Vec<Reading> = readings(&hand, melds).collect();
        fast.sort();
        assert_eq!(fast, slow::readings(&hand, melds), "{hand:?} with {melds} melds");
        assert_eq!(fast.is_empty(), !is_complete(&hand, melds), "{hand:?} with {melds} melds");
        seen[fast.len()] += 1;
    }
    assert!(seen[0] > 1000 && seen[1] > 1000 && seen[2] > 100 && seen[4] > 10, "{seen:?}");
}
