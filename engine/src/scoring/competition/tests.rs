//! The table of rules/other_rule_sets.md 8a, sentence by sentence, and the fast score against its twin.

use super::{Circumstances, CompetitionFan as Fan, CompetitionFan::*, Draw, score, slow};
use crate::{
    Meld, MeldKind, Melds, Offer, Tile, TileCounts, WinningHand, notation::hand_string::HandString,
    rng::DecisionRng, shape::KNITTED_PATTERNS,
};

const DISCARD: Circumstances = Circumstances {
    self_drawn: false,
    draw: Draw::Turn,
    last_tiles: false,
    pung_lies_open: false,
    flowers: 0,
};
const OWN_DRAW: Circumstances = Circumstances { self_drawn: true, ..DISCARD };

fn hand(text: &str) -> WinningHand {
    let hand: HandString = text.parse().unwrap();
    WinningHand { concealed: hand.concealed, melds: hand.melds, winning_tile: hand.winning_tile.unwrap() }
}

#[track_caller]
fn check_at(text: &str, at: &Circumstances, fans: &[Fan]) {
    let found = score(&hand(text), at).unwrap();
    let listed: Vec<Fan> = found.fans().filter(|(fan, _)| *fan != Flower).map(|(fan, _)| fan).collect();
    assert_eq!(listed, fans, "{text}");
    assert_eq!(Some(found), slow::score(&hand(text), at), "{text}");
}

#[track_caller]
fn check(text: &str, fans: &[Fan]) {
    check_at(text, &DISCARD, fans);
}

/// "10 | 花龙 / 清龙 / 组合龙".
#[test]
fn straights() {
    check("[123m,1][456s,1]78p999sEE9p", &[MixedStraight]);
    check("[123m,1][456m,1]78m999sEE9m", &[PureStraight]);
    check("[999s,1]147m258s36pEE9p", &[KnittedStraight]);
    // Three suits of one straight, not two.
    check("[123m,1][456s,1]78s999sEE9s", &[]);
}

/// "20 | 混一色 | one suit + honors", "30 | 清一色 | one suit, no honors".
#[test]
fn flushes() {
    check("[123m,1][333m,1]78mEEECC9m", &[HalfFlush]);
    check("[123m,1][333m,1]78m666m55m9m", &[FullFlush]);
    // Honors alone are no suit.
    check("[EEE,1][SSS,1]WWWNNCCC", &[AllPungs]);
}

/// "20 | 对对和 | four pungs/kongs + pair".
#[test]
fn all_pungs() {
    check("[1111m][222s,1]33344pEE4p", &[AllPungs]);
}

/// "20 | 大乱": fourteen unconnected tiles, whose classes need not differ; neither wait nor 门清 counts again.
#[test]
fn fourteen_unconnected_tiles() {
    check("147m147s159pESWNC", &[Unconnected]);
    check_at("159m26s38pESWNCFP", &OWN_DRAW, &[Unconnected]);
    // [dec] Its nine tiles of a knitted pattern make no 组合龙, which is a shape of its own.
    check("147m258s369pESWNC", &[Unconnected]);
    assert_eq!(score(&hand("157m147s159pESWNC"), &DISCARD), None);
}

/// "全求独钓 | four open melds, pair wait; any win mode [dec]; if all four are pungs, 对对和 is added"; its wait counts
/// no 4.
#[test]
fn four_melds_and_a_single_wait() {
    check("[123m,1][333s,1][789p,1][666p,1]EE", &[MeldedSingleWait]);
    check_at("[123m,1][333s,1][789p,1][666p,1]EE", &OWN_DRAW, &[MeldedSingleWait]);
    check("[111m,1][333s,1][999p,1][666p,1]EE", &[AllPungs, MeldedSingleWait]);
    // A concealed kong is not open.
    check("[123m,1][333s,1][789p,1][6666p]EE", &[UniqueWait]);
}

/// "夹绝张 | three copies form an open pung of any player, the winning fourth fills a closed or edge wait"; it has the
/// unique wait in it.
#[test]
fn last_copy_between() {
    let at = Circumstances { pung_lies_open: true, ..DISCARD };
    check_at("[123m,1][333s,1]46p99p678s5p", &at, &[LastTileBetween]);
    check_at("[123m,1][333s,1]12p99p678s3p", &at, &[LastTileBetween]);
    check_at("[123m,1][333s,1]89p99m678s7p", &at, &[LastTileBetween]);
    // Waiting at both sides.
    check_at("[123m,1][333s,1]45p99p678s6p", &at, &[]);
    check("[123m,1][333s,1]46p99p678s5p", &[UniqueWait]);
}

/// "全大 / 全中 / 全小 | three chows 789 / 456 / 123 (nine tiles; the rest is free)".
#[test]
fn three_chows_high_middle_low() {
    check("[789m,1][789s,1][789p,1]56pEE7p", &[UpperChows]);
    check("[456m,1][456s,1]45pEE111m6p", &[MiddleChows]);
    check("[123m,1][123m,1][123p,1]EE45s6s", &[LowerChows]);
}

/// "30 | 七对 | seven pairs, concealed": neither wait nor 门清 counts; flushes add.
#[test]
fn seven_pairs() {
    check("1133m55s7799pEECC", &[SevenPairs]);
    check_at("1133557799mEECC", &OWN_DRAW, &[HalfFlush, SevenPairs]);
    // Four alike are two pairs, as in the official game.
    check("1111m55s7799pEECC", &[SevenPairs]);
}

/// "30 | 三箭刻 | three dragon pungs/kongs".
#[test]
fn three_dragon_pungs() {
    check("[CCC,1][FFF,1]PPP12m55s3m", &[ThreeDragonPungs, UniqueWait]);
    check("[CCC,1][FFFF,1]PP555m77sP", &[AllPungs, ThreeDragonPungs]);
}

/// "Fans of different kinds add unless one necessarily contains the other".
#[test]
fn fans_add() {
    check("[CCC,1][FFF,1][PPP,1][111m,1]22m", &[HalfFlush, AllPungs, MeldedSingleWait, ThreeDragonPungs]);
    check("123456m12399mEE9m", &[HalfFlush, ConcealedHand]);
    check("12345678m111p99s9m", &[PureStraight, ConcealedHand]);
}

/// "Additional points: each flower 2; unique wait 4; win on a flower replacement 6; kong replacement, last tile claim,
/// last tile draw 8 each; concealed hand 8".
#[test]
fn additional_points() {
    let total = |text: &str, at: Circumstances| score(&hand(text), &at).unwrap().total();
    let straight = "[123m,1][456s,1]78p999sEE9p";
    assert_eq!(total(straight, DISCARD), 10);
    assert_eq!(total(straight, Circumstances { flowers: 3, ..DISCARD }), 16);
    assert_eq!(total("[123m,1][456s,1]79p999sEE8p", DISCARD), 14);
    assert_eq!(total(straight, Circumstances { draw: Draw::Flower, ..OWN_DRAW }), 16);
    assert_eq!(total(straight, Circumstances { draw: Draw::Kong, ..OWN_DRAW }), 18);
    assert_eq!(total(straight, Circumstances { last_tiles: true, ..DISCARD }), 18);
    assert_eq!(total(straight, Circumstances { last_tiles: true, ..OWN_DRAW }), 18);
    check_at(straight, &Circumstances { last_tiles: true, ..DISCARD }, &[MixedStraight, LastTileClaim]);
    check_at(straight, &Circumstances { last_tiles: true, ..OWN_DRAW }, &[MixedStraight, LastTileDraw]);
    assert_eq!(total("123m456s78p999sEE9p", DISCARD), 18);
}

/// "unique wait: lowest reading: if the hand can be arranged as a multi-tile wait no 4 points (就低不就高)".
#[test]
fn a_wait_counts_by_its_lowest_reading() {
    // 1233 + 3 is an edge or a single wait, both of one tile.
    check("[123m,1][456s,1][777p,1]1233p3p", &[UniqueWait]);
    // 3456 + 3 as a single wait: 6 would do as well.
    check("[123m,1][456s,1][777p,1]3456s3s", &[]);
    // A pattern tile alone is none of the three waits.
    check("[999s,1]147m258s36pEE9p", &[KnittedStraight]);
}

/// "门清: no open meld, any win mode": a concealed kong does not open the hand.
#[test]
fn concealed_hands() {
    check("[1111p]12345678m99s9m", &[PureStraight, ConcealedHand]);
    check_at("[1111p]12345678m99s9m", &OWN_DRAW, &[PureStraight, ConcealedHand]);
}

/// "Right to win: shape + at least one technical fan": additional points do not make up for one.
#[test]
fn additional_points_are_no_fan() {
    let plain =
        score(&hand("123m456m79p555sEE8p"), &Circumstances { last_tiles: true, flowers: 2, ..DISCARD });
    let plain = plain.unwrap();
    assert_eq!((plain.technical(), plain.total()), (0, 4 + 8 + 8 + 4));
}

/// A reading with a technical fan goes before a dearer one without.
#[test]
fn the_best_reading_has_a_technical_fan() {
    // 111222333m as pungs or as three chows 123.
    check("111222333m55s78p9p", &[LowerChows, ConcealedHand]);
    check("[999p,1]111222333m5s5s", &[AllPungs, UniqueWait]);
}

fn below(rng: &mut DecisionRng, n: u64) -> u8 {
    rng.below(n) as u8
}

/// A set within `kinds` chosen to meet the fans often.
fn random_set(rng: &mut DecisionRng, style: u8) -> Meld {
    let suit = if style == 0 { 1 } else { below(rng, 3) };
    let rank = if style == 1 { 3 * below(rng, 3) } else { below(rng, 7) };
    let offer = Offer::Left;
    match below(rng, if style == 2 { 8 } else { 3 }) {
        0 => Meld::pung(Tile::new(9 * suit + below(rng, 9)), offer),
        1 | 2 => Meld::chow(Tile::new(9 * suit + rank), 0),
        3 => Meld::pung(Tile::new(27 + below(rng, 7)), offer),
        _ => Meld::pung(Tile::new(31 + below(rng, 3)), offer),
    }
}

/// A sixth copy and more are not looked at.
fn put(concealed: &mut TileCounts, tile: Tile) {
    if concealed.get(tile) < 5 {
        concealed.add(tile);
    }
}

fn random_hand(rng: &mut DecisionRng) -> Option<WinningHand> {
    let mut concealed = TileCounts::EMPTY;
    let mut melds = Melds::EMPTY;
    match below(rng, 10) {
        0 => (0..7).for_each(|_| {
            let tile = Tile::new(if below(rng, 2) == 0 { below(rng, 9) } else { below(rng, 34) });
            if concealed.get(tile) <= 2 {
                concealed.add(tile);
                concealed.add(tile);
            }
        }),
        // Unconnected tiles, or nearly.
        1 => {
            const RANKS: [[u8; 3]; 7] =
                [[0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [0, 3, 7], [1, 5, 8], [0, 3, 5]];
            for suit in 0..3 {
                let ranks = RANKS[below(rng, 7) as usize];
                ranks.into_iter().for_each(|rank| concealed.add(Tile::new(9 * suit + rank)));
            }
            (0..5).for_each(|honor| concealed.add(Tile::new(27 + honor)));
        }
        kind => {
            let style = below(rng, 4);
            let knitted = kind < 4;
            let sets = if knitted { 1 } else { 4 };
            if knitted {
                KNITTED_PATTERNS[below(rng, 6) as usize].into_iter().for_each(|tile| concealed.add(tile));
            }
            for _ in 0..sets {
                let set = random_set(rng, style);
                match (below(rng, 5), set.kind()) {
                    (0 | 1, _) => melds.push(set),
                    (2, MeldKind::Pung) => melds.push(Meld::concealed_kong(set.tile())),
                    _ => set.tiles().for_each(|tile| put(&mut concealed, tile)),
                }
            }
            let pair = Tile::new(below(rng, 34));
            put(&mut concealed, pair);
            put(&mut concealed, pair);
        }
    }
    let of_melds = |tile| melds.iter().flat_map(|meld| meld.tiles()).filter(|t| *t == tile).count();
    let copies = |tile| usize::from(concealed.get(tile)) + of_melds(tile);
    let tiles = concealed.total() as usize + 3 * melds.len();
    if Tile::kinds().any(|tile| copies(tile) > 4) || tiles != 14 {
        return None;
    }
    let place = rng.below(u64::from(concealed.total())) as usize;
    let winning_tile = concealed.iter().nth(place)?;
    Some(WinningHand { concealed, melds, winning_tile })
}

#[test]
fn the_fast_score_equals_its_twin() {
    let mut rng = DecisionRng::new(2012, 0);
    let (mut seen, mut tried) = (0u32, 0);
    while tried < 1500 {
        let Some(hand) = random_hand(&mut rng) else { continue };
        let at = Circumstances {
            self_drawn: below(&mut rng, 2) == 0,
            draw: [Draw::Turn, Draw::Kong, Draw::Flower][below(&mut rng, 3) as usize],
            last_tiles: below(&mut rng, 5) == 0,
            pung_lies_open: below(&mut rng, 3) == 0 && hand.concealed.get(hand.winning_tile) == 1,
            flowers: below(&mut rng, 5),
        };
        let fast = score(&hand, &at);
        assert_eq!(fast, slow::score(&hand, &at), "{hand:?} {at:?}");
        if let Some(fast) = fast {
            fast.fans().for_each(|(fan, _)| seen |= 1 << fan.index());
            tried += 1;
        }
    }
    assert_eq!(seen, (1 << Fan::COUNT) - 1, "every fan met");
}
