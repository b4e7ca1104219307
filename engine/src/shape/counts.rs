//! How many hands there are of each kind: known numbers, counted again with the tables.
//!
//! The numbers come from independent enumerations; the weighted ones, by the copies of each kind in 136 tiles, from a
//! published count of the winning hands of Chinese mahjong.

use std::collections::BTreeSet;

use super::*;
use crate::tile::Tile;

/// Calls `found` with every packed choice of up to four copies of so many kinds, at most `most` tiles.
pub(super) fn each_group(kinds: usize, most: u32, found: &mut impl FnMut(u32)) {
    fn from(place: usize, kinds: usize, left: u32, key: u32, found: &mut impl FnMut(u32)) {
        if place == kinds {
            return found(key);
        }
        for copies in 0..=left.min(4) {
            from(place + 1, kinds, left - copies, key | copies << (3 * place), found);
        }
    }
    from(0, kinds, most, 0, found);
}

fn suit(key: u32) -> TileCounts {
    TileCounts::from_groups([key, 0, 0, 0])
}

/// The ways to take these copies out of four of each kind.
fn weight(hand: &TileCounts) -> u128 {
    Tile::kinds().map(|tile| [1, 4, 6, 4, 1][hand.get(tile) as usize]).product()
}

/// `[sets][pair]`: how many choices of tiles of a group, or their weights, are so many sets without or with a pair.
type Shares = [[u128; 2]; 5];

/// The two parts of a hand together.
fn together(a: &Shares, b: &Shares) -> Shares {
    let mut sum = Shares::default();
    for (here, there) in (0..25).map(|choice| (choice / 5, choice % 5)).filter(|(a, b)| a + b < 5) {
        sum[here + there][0] += a[here][0] * b[there][0];
        sum[here + there][1] += a[here][0] * b[there][1] + a[here][1] * b[there][0];
    }
    sum
}

/// Counts the standard hands of 14 tiles whose groups pass, each group with this weight.
fn standard_hands(weight: impl Fn(&TileCounts) -> u128) -> u128 {
    let [suit, honors] = [(9, 0), (7, 3)].map(|(kinds, group)| {
        let mut shares = Shares::default();
        each_group(kinds, 14, &mut |key| {
            let mut groups = [0; 4];
            groups[group] = key;
            let hand = TileCounts::from_groups(groups);
            let (sets, pair) = (hand.total() as usize / 3, hand.total() as usize % 3 / 2);
            if hand.total() % 3 == 1 {
                return;
            }
            // Beside the pair of another group, sets alone are complete.
            groups[3 - group] = if pair == 0 { 2 } else { 0 };
            if shanten_of(Shape::Standard, &TileCounts::from_groups(groups), 4 - sets) == Some(-1) {
                shares[sets][pair] += weight(&hand);
            }
        });
        shares
    });
    together(&together(&suit, &suit), &together(&suit, &honors))[4][1]
}

fn all_even(hand: &TileCounts) -> bool {
    Tile::kinds().all(|tile| hand.get(tile).is_multiple_of(2))
}

/// Counts the choices of seven pairs, a kind's one or two pairs with these weights.
fn seven_pair_hands(one: u128, two: u128) -> u128 {
    Tile::kinds().fold([1, 0, 0, 0, 0, 0, 0, 0], |ways, _| {
        std::array::from_fn(|pairs| {
            ways[pairs]
                + if pairs > 0 { one * ways[pairs - 1] } else { 0 }
                + if pairs > 1 { two * ways[pairs - 2] } else { 0 }
        })
    })[7]
}

fn knitted_straights() -> BTreeSet<[u32; 4]> {
    let mut hands = BTreeSet::new();
    let sets = Tile::kinds()
        .map(Set::pung)
        .chain(Tile::kinds().filter(|tile| matches!(tile.rank(), Some(1..=7))).map(Set::chow));
    for set in sets {
        for (pattern, pair) in KNITTED_PATTERNS.iter().flat_map(|p| Tile::kinds().map(move |pair| (p, pair)))
        {
            let hand: TileCounts = pattern.into_iter().chain(set.tiles()).chain([pair; 2]).collect();
            if Tile::kinds().all(|tile| hand.get(tile) <= 4) {
                hands.insert(*hand.groups());
            }
        }
    }
    hands
}

/// Fourteen different honors and tiles of one pattern: all but two of the sixteen.
fn honors_and_knitted() -> BTreeSet<[u32; 4]> {
    let mut hands = BTreeSet::new();
    for pattern in KNITTED_PATTERNS {
        let tiles: Vec<Tile> = (pattern | TileSet::from_bits(127 << 27)).into_iter().collect();
        for (a, b) in (0..16).flat_map(|b| (0..b).map(move |a| (a, b))) {
            let kept = (0..16).filter(|place| *place != a && *place != b);
            hands.insert(*kept.map(|place| tiles[place]).collect::<TileCounts>().groups());
        }
    }
    hands
}

#[test]
fn one_suit() {
    let (mut thirteen, mut fourteen, mut standard, mut most_readings) = (0, 0, 0, 0);
    each_group(9, 14, &mut |key| {
        let hand = suit(key);
        thirteen += u32::from(hand.total() == 13);
        if hand.total() == 14 {
            fourteen += 1;
            standard += u32::from(shanten_of(Shape::Standard, &hand, 0) == Some(-1));
            most_readings = readings(&hand, 0).len().max(most_readings);
        }
    });
    assert_eq!((thirteen, fourteen), (93_600, 118_800));
    assert_eq!(standard, 13_259);
    // Four standard readings are the most; with seven pairs, 22334455667788 comes to as many.
    assert_eq!(most_readings, 4);
}

#[test]
fn all_complete_hands() {
    assert_eq!(standard_hands(|_| 1), 11_498_658);
    assert_eq!(seven_pair_hands(1, 1), 16_417_104);
    let orphans: BTreeSet<_> = TileSet::TERMINALS_AND_HONORS
        .into_iter()
        .map(|tile| TileSet::TERMINALS_AND_HONORS.into_iter().collect::<TileCounts>().with(tile))
        .inspect(|hand| assert_eq!(shanten_of(Shape::ThirteenOrphans, hand, 0), Some(-1)))
        .map(|hand| *hand.groups())
        .collect();
    assert_eq!(orphans.len(), 13);
    let knitted = honors_and_knitted();
    assert_eq!(knitted.len(), 720);
    assert_eq!(knitted.iter().filter(|groups| groups[3] == 0o1_111_111).count(), 216);
    let straights = knitted_straights();
    assert_eq!(straights.len(), 11_016);
    for (hands, shape) in [(&knitted, Shape::HonorsAndKnitted), (&straights, Shape::KnittedStraight)] {
        for hand in hands.iter().map(|groups| TileCounts::from_groups(*groups)) {
            let complete = Shape::ALL.into_iter().filter(|shape| shanten_of(*shape, &hand, 0) == Some(-1));
            assert!(complete.eq([shape]), "{hand:?}");
        }
    }
}

#[test]
fn all_complete_hands_by_their_copies() {
    let weights = |hands: &BTreeSet<[u32; 4]>| -> u128 {
        hands.iter().map(|groups| weight(&TileCounts::from_groups(*groups))).sum()
    };
    let standard = standard_hands(weight);
    assert_eq!(standard, 11_353_128_141_498);
    let seven_pairs = seven_pair_hands(6, 1);
    assert_eq!(seven_pairs, 1_569_298_171_584);
    let both = standard_hands(|hand| if all_even(hand) { weight(hand) } else { 0 });
    assert_eq!(both, 1_318_439_178);
    let orphans: u128 = 13 * 6 * 4u128.pow(12);
    assert_eq!(orphans, 1_308_622_848);
    let (greater, lesser): (BTreeSet<_>, BTreeSet<_>) =
        honors_and_knitted().into_iter().partition(|groups| groups[3] == 0o1_111_111);
    assert_eq!((weights(&greater), weights(&lesser)), (57_982_058_496, 135_291_469_824));
    let straights = weights(&knitted_straights());
    assert_eq!(straights, 142_079_164_416);
    let all = standard + seven_pairs - both + orphans + weights(&greater) + weights(&lesser) + straights;
    assert_eq!(all, 13_257_769_189_488);
}

/// How many ranks thirteen tiles of one suit wait for as standard hands: formally, and with a copy to wait for.
#[test]
fn thirteen_tiles_of_one_suit() {
    let mut histograms = [[0; 10]; 2];
    let mut all_nine = Vec::new();
    each_group(9, 13, &mut |key| {
        let hand = suit(key);
        if hand.total() != 13 {
            return;
        }
        let ranks = (0..9).map(Tile::new);
        let waits = ranks.filter(|tile| shanten_of(Shape::Standard, &hand.with(*tile), 0) == Some(-1));
        let waits: TileSet = waits.collect();
        let playable = waits.into_iter().filter(|tile| hand.get(*tile) < 4).count();
        histograms[0][waits.len()] += 1;
        histograms[1][playable] += 1;
        if waits.len() == 9 {
            all_nine.push(hand.iter().map(|tile| char::from(b'1' + tile.index() as u8)).collect::<String>());
        }
        if playable == 9 {
            assert_eq!(key, 0o311_111_113);
        }
    });
    assert_eq!(histograms[0], [52854, 13452, 14195, 7442, 3012, 1800, 638, 155, 44, 8]);
    assert_eq!(histograms[1], [53530, 14067, 14493, 6739, 2948, 1335, 392, 79, 16, 1]);
    all_nine.sort();
    assert_eq!(
        all_nine,
        [
            "1112345666678",
            "1112345678999",
            "1233334567888",
            "2223456677778",
            "2223456777789",
            "2333344567888",
            "2344445666678",
            "2344445678999",
        ]
    );
}
