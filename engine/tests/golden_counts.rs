//! How many hands there are: counts known from elsewhere, derived here through the engine's own shapes.
//!
//! The unweighted counts were found by independent enumeration; the weighted ones (each hand as often as 14 of 136
//! tiles give it) are a published count of the complete hands of this game, 13,257,769,189,488 in all.

use mcr_engine::{
    Shape, Tile, TileCounts,
    shape::{is_complete, shanten_of},
};
use std::collections::BTreeSet;

/// Ways to take a hand's tiles out of four copies of each kind.
fn weight(hand: &TileCounts) -> u128 {
    hand.kinds().into_iter().map(|tile| [1, 4, 6, 4, 1][hand.get(tile) as usize]).product()
}

fn complete(shape: Shape, hand: &TileCounts, melds: usize) -> bool {
    shanten_of(shape, hand, melds) == Some(-1)
}

/// Calls `take` with every choice of `total` tiles, at most four of each of `kinds` kinds from `first` on.
fn multisets(first: u8, kinds: u8, total: u32, take: &mut impl FnMut(TileCounts)) {
    fn go(hand: TileCounts, kind: u8, end: u8, left: u32, take: &mut impl FnMut(TileCounts)) {
        if left == 0 {
            return take(hand);
        }
        if kind == end {
            return;
        }
        let mut hand = hand;
        for copies in 0..=left.min(4) {
            if copies > 0 {
                hand.add(Tile::new(kind));
            }
            go(hand, kind + 1, end, left - copies, take);
        }
    }
    go(TileCounts::EMPTY, first, first + kinds, total, take);
}

/// Hands of one group (a suit or the honors) that are so many sets with or without a pair: `[pair][sets]`, each as
/// (count, weighted count), and the same for those that are pairs throughout.
#[derive(Default)]
struct Group {
    all: [[(u128, u128); 5]; 2],
    paired: [[(u128, u128); 5]; 2],
}

fn group(first: u8, kinds: u8) -> Group {
    // A pair from another group completes the sets of this one.
    let other = Tile::new(if first == 27 { 0 } else { 27 });
    let mut found = Group::default();
    for pair in 0..2 {
        for sets in 0..5usize {
            multisets(first, kinds, 3 * sets as u32 + 2 * pair as u32, &mut |hand| {
                let whole = if pair == 1 { hand } else { hand.with(other).with(other) };
                if complete(Shape::Standard, &whole, 4 - sets) {
                    let weight = weight(&hand);
                    let even = hand.kinds().into_iter().all(|tile| hand.get(tile) % 2 == 0);
                    let all = &mut found.all[pair][sets];
                    *all = (all.0 + 1, all.1 + weight);
                    if even {
                        let paired = &mut found.paired[pair][sets];
                        *paired = (paired.0 + 1, paired.1 + weight);
                    }
                }
            });
        }
    }
    found
}

/// Four sets and a pair over three suits and the honors: each hand splits in one way, by tiles modulo three.
fn together(suit: &[[(u128, u128); 5]; 2], honors: &[[(u128, u128); 5]; 2]) -> (u128, u128) {
    let mut parts = vec![[[(0, 0); 5]; 2]];
    parts[0][0][0] = (1, 1);
    for group in [suit, suit, suit, honors] {
        let before = parts[parts.len() - 1];
        let mut after = [[(0, 0); 5]; 2];
        for (pair, sets) in (0..2).flat_map(|pair| (0..5).map(move |sets| (pair, sets))) {
            for (more_pair, more) in (0..=1 - pair).flat_map(|p| (0..5 - sets).map(move |more| (p, more))) {
                let (a, b) = (before[pair][sets], group[more_pair][more]);
                let sum: &mut (u128, u128) = &mut after[pair + more_pair][sets + more];
                *sum = (sum.0 + a.0 * b.0, sum.1 + a.1 * b.1);
            }
        }
        parts.push(after);
    }
    parts[parts.len() - 1][1][4]
}

/// The six knitted patterns.
fn patterns() -> Vec<Vec<Tile>> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let tiles = |order: [u8; 3]| {
        let suit = |suit: usize| (0..3).map(move |step| Tile::new(9 * suit as u8 + order[suit] + 3 * step));
        (0..3).flat_map(suit).collect()
    };
    orders.map(tiles).to_vec()
}

fn knitted_and_honors() -> BTreeSet<Vec<Tile>> {
    let mut hands = BTreeSet::new();
    for pattern in patterns() {
        for chosen in 0..1u32 << 16 {
            let tiles: Vec<Tile> = pattern.iter().copied().chain((27..34).map(Tile::new)).collect();
            if chosen.count_ones() == 14 {
                let hand = (0..16).filter(|bit| chosen >> bit & 1 == 1).map(|bit| tiles[bit]).collect();
                hands.insert(hand);
            }
        }
    }
    hands
}

fn knitted_straights() -> BTreeSet<Vec<Tile>> {
    let chows = Tile::kinds()
        .filter(|t| t.rank().is_some_and(|rank| rank <= 7))
        .map(|lowest| [0, 1, 2].map(|step| Tile::new(lowest.index() as u8 + step)));
    let sets: Vec<[Tile; 3]> = chows.chain(Tile::kinds().map(|tile| [tile; 3])).collect();
    let mut hands = BTreeSet::new();
    for pattern in patterns() {
        for set in &sets {
            for pair in Tile::kinds() {
                let mut hand = pattern.clone();
                hand.extend(set);
                hand.extend([pair; 2]);
                hand.sort();
                let counts: TileCounts = hand.iter().copied().collect();
                if Tile::kinds().all(|tile| counts.get(tile) <= 4) {
                    hands.insert(hand);
                }
            }
        }
    }
    hands
}

/// Seven pairs, four alike counting twice: the coefficient of x^7 in (1 + x + x²)^34, with weights 1, 6, 1.
fn seven_pairs(weights: [u128; 3]) -> u128 {
    let mut ways = [0u128; 8];
    ways[0] = 1;
    for _ in Tile::kinds() {
        for pairs in (0..8usize).rev() {
            ways[pairs] = (0..=pairs.min(2)).map(|here| weights[here] * ways[pairs - here]).sum();
        }
    }
    ways[7]
}

fn weighed(hands: &BTreeSet<Vec<Tile>>) -> u128 {
    hands.iter().map(|hand| weight(&hand.iter().copied().collect())).sum()
}

#[test]
fn hands_of_one_suit() {
    let mut counts = [0; 2];
    let mut standard = 0;
    multisets(0, 9, 13, &mut |_| counts[0] += 1);
    multisets(0, 9, 14, &mut |hand| {
        counts[1] += 1;
        standard += u32::from(complete(Shape::Standard, &hand, 0));
    });
    assert_eq!(counts, [93_600, 118_800]);
    assert_eq!(standard, 13_259);
}

#[test]
fn all_complete_hands() {
    let (suit, honors) = (group(0, 9), group(27, 7));
    let standard = together(&suit.all, &honors.all);
    assert_eq!(standard, (11_498_658, 11_353_128_141_498));
    let both = together(&suit.paired, &honors.paired).1;
    assert_eq!(both, 1_318_439_178);

    assert_eq!(seven_pairs([1, 1, 1]), 16_417_104);
    let pairs = seven_pairs([1, 6, 1]);
    assert_eq!(pairs, 1_569_298_171_584);

    let orphans: Vec<Tile> = Tile::kinds().filter(|t| t.is_terminal_or_honor()).collect();
    let orphans: BTreeSet<Vec<Tile>> =
        orphans.iter().map(|twice| orphans.iter().copied().chain([*twice]).collect()).collect();
    assert_eq!((orphans.len(), weighed(&orphans)), (13, 1_308_622_848));

    let knitted = knitted_and_honors();
    let is_greater = |hand: &&Vec<Tile>| hand.iter().filter(|t| t.is_honor()).count() == 7;
    let greater: BTreeSet<Vec<Tile>> = knitted.iter().filter(is_greater).cloned().collect();
    assert_eq!((knitted.len(), greater.len()), (720, 216));
    assert_eq!(weighed(&greater), 57_982_058_496);
    assert_eq!(weighed(&knitted) - weighed(&greater), 135_291_469_824);

    let straights = knitted_straights();
    assert_eq!((straights.len(), weighed(&straights)), (11_016, 142_079_164_416));

    // The special shapes are what the engine takes them for, and no hand has two of them or is standard too.
    for (shape, hands) in [
        (Shape::ThirteenOrphans, &orphans),
        (Shape::HonorsAndKnitted, &knitted),
        (Shape::KnittedStraight, &straights),
    ] {
        for hand in hands {
            let counts: TileCounts = hand.iter().copied().collect();
            let shapes: Vec<Shape> = Shape::ALL.into_iter().filter(|s| complete(*s, &counts, 0)).collect();
            assert!(is_complete(&counts, 0) && shapes == [shape], "{hand:?}: {shapes:?}");
        }
    }
    let all = standard.1 + pairs - both + weighed(&orphans) + weighed(&knitted) + weighed(&straights);
    assert_eq!(all, 13_257_769_189_488);
}

/// How many ranks of its suit each 13-tile hand waits for, formally and with a copy left to come.
#[test]
fn waits_of_one_suit() {
    let (mut formal, mut playable) = ([0; 10], [0; 10]);
    let mut on_all_nine = Vec::new();
    multisets(0, 9, 13, &mut |hand| {
        let ranks = (0..9).map(Tile::new).filter(|tile| complete(Shape::Standard, &hand.with(*tile), 0));
        let waits: Vec<Tile> = ranks.collect();
        let left = waits.iter().filter(|tile| hand.get(**tile) < 4).count();
        formal[waits.len()] += 1;
        playable[left] += 1;
        if waits.len() == 9 {
            on_all_nine.push((hand.iter().map(|t| t.to_string().remove(0)).collect::<String>(), left));
        }
    });
    assert_eq!(formal, [52_854, 13_452, 14_195, 7_442, 3_012, 1_800, 638, 155, 44, 8]);
    assert_eq!(playable, [53_530, 14_067, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]);
    let nine_gates = on_all_nine.iter().filter(|(_, left)| *left == 9).map(|(hand, _)| hand.as_str());
    assert!(nine_gates.eq(["1112345678999"]), "{on_all_nine:?}");
}
