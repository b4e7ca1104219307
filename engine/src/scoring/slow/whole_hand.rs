//! Fans of the hand as a whole, most of them questions to all its tiles.

use super::{Case, RawFan};
use crate::{
    scoring::{
        fan::Fan,
        sheet::{Block, BlockKind},
    },
    shape::Shape,
    tile::{Suit, Tile},
};

/// Adds 3 4 6 7 8 11 13 18–22 25–27 29 31 34–37 40 48 49 51 55 63 64 68 75 76 to the raw list.
pub(super) fn collect(case: &Case<'_>, raw: &mut Vec<RawFan>) {
    let mut fans = Vec::new();
    shape_fans(case, &mut fans);
    if matches!(case.reading.shape, Shape::Standard | Shape::SevenPairs) {
        tile_fans(case, &mut fans);
    }
    if case.reading.shape == Shape::Standard {
        block_fans(case, &mut fans);
    }
    if all_chows(case) {
        fans.push(Fan::AllChows);
    }
    suit_fans(case, &mut fans);
    raw.extend(fans.into_iter().map(|fan| RawFan { fan, blocks: Vec::new() }));
    tile_hogs(case, raw);
}

/// Every tile of the hand.
fn tiles(case: &Case<'_>) -> Vec<Tile> {
    case.blocks().iter().flat_map(|block| block.tiles()).collect()
}

/// 6 7 19 20 34 35: the shapes other than the standard one.
fn shape_fans(case: &Case<'_>, fans: &mut Vec<Fan>) {
    let tiles = tiles(case);
    let honors = tiles.iter().filter(|t| t.is_honor()).count();
    match case.reading.shape {
        Shape::Standard => {}
        Shape::SevenPairs => {
            let shifted = case.blocks().windows(2).all(|pairs| {
                let (a, b) = (pairs[0].tile, pairs[1].tile);
                a.suit().is_some() && a.suit() == b.suit() && b.index() == a.index() + 1
            });
            fans.push(Fan::SevenPairs);
            fans.extend(shifted.then_some(Fan::SevenShiftedPairs));
        }
        Shape::ThirteenOrphans => fans.push(Fan::ThirteenOrphans),
        Shape::HonorsAndKnitted if honors == 7 => fans.push(Fan::GreaterHonorsAndKnittedTiles),
        Shape::HonorsAndKnitted => {
            fans.push(Fan::LesserHonorsAndKnittedTiles);
            fans.extend((honors == 5).then_some(Fan::KnittedStraight));
        }
        Shape::KnittedStraight => fans.push(Fan::KnittedStraight),
    }
}

/// 3 8 11 18 22 25–27 36 37 40 49 68 in standard hands and seven pairs.
fn tile_fans(case: &Case<'_>, fans: &mut Vec<Fan>) {
    let tiles = tiles(case);
    let all = |f: &dyn Fn(Tile) -> bool| tiles.iter().all(|t| f(*t));
    let ranks_within = |low: u8, high: u8| all(&|t| t.rank().is_some_and(|r| (low..=high).contains(&r)));
    let honors = tiles.iter().any(|t| t.is_honor());
    let suits = suits(&tiles);
    let mut add = |fan: Fan, holds: bool| fans.extend(holds.then_some(fan));

    add(Fan::AllGreen, all(&is_green));
    add(Fan::AllTerminals, all(&Tile::is_terminal));
    add(Fan::AllHonors, all(&Tile::is_honor));
    add(Fan::AllTerminalsAndHonors, all(&Tile::is_terminal_or_honor) && honors && suits > 0);
    add(Fan::FullFlush, suits == 1 && !honors);
    add(Fan::HalfFlush, suits == 1 && honors);
    add(Fan::UpperTiles, ranks_within(7, 9));
    add(Fan::MiddleTiles, ranks_within(4, 6));
    add(Fan::LowerTiles, ranks_within(1, 3));
    add(Fan::UpperFour, ranks_within(6, 9));
    add(Fan::LowerFour, ranks_within(1, 4));
    add(Fan::AllSimples, ranks_within(2, 8));
    add(Fan::ReversibleTiles, all(&is_reversible));
}

/// 4 13 21 29 31 48 55 of four sets and a pair.
fn block_fans(case: &Case<'_>, fans: &mut Vec<Fan>) {
    let blocks = case.blocks();
    let all_pungs = blocks.iter().all(|b| b.is_pung() || b.kind == BlockKind::Pair);
    let even = |t: Tile| t.rank().is_some_and(|r| r % 2 == 0);
    let each_block_has = |f: fn(Tile) -> bool| blocks.iter().all(|b| b.tiles().any(f));
    let mut add = |fan: Fan, holds: bool| fans.extend(holds.then_some(fan));

    add(Fan::NineGates, is_nine_gates(case));
    add(Fan::AllPungs, all_pungs);
    add(Fan::AllEvenPungs, all_pungs && blocks.iter().all(|b| even(b.tile)));
    add(Fan::AllFives, each_block_has(|t| t.rank() == Some(5)));
    add(Fan::OutsideHand, each_block_has(Tile::is_terminal_or_honor));
    let terminal_chows = terminal_chows(blocks);
    add(Fan::PureTerminalChows, terminal_chows == Some(1));
    add(Fan::ThreeSuitedTerminalChows, terminal_chows == Some(3));
}

/// 51 75 76.
fn suit_fans(case: &Case<'_>, fans: &mut Vec<Fan>) {
    let tiles = tiles(case);
    let any = |f: fn(Tile) -> bool| tiles.iter().any(|t| f(*t));
    if suits(&tiles) == 3 && any(Tile::is_wind) && any(Tile::is_dragon) {
        fans.push(Fan::AllTypes);
    }
    if suits(&tiles) == 2 {
        fans.push(Fan::OneVoidedSuit);
    }
    if !any(Tile::is_honor) {
        fans.push(Fan::NoHonors);
    }
}

/// 63: every ordinary set is a chow and the pair is of a suit; a knitted straight has one such set.
fn all_chows(case: &Case<'_>) -> bool {
    matches!(case.reading.shape, Shape::Standard | Shape::KnittedStraight)
        && case.blocks().iter().all(|b| match b.kind {
            BlockKind::Chow | BlockKind::Knitted => true,
            BlockKind::Pair => b.tile.suit().is_some(),
            _ => false,
        })
}

/// 64, once for each kind held four times without being a kong.
fn tile_hogs(case: &Case<'_>, raw: &mut Vec<RawFan>) {
    let tiles = tiles(case);
    for kind in Tile::kinds() {
        let blocks = case.indices(|b| b.contains(kind));
        let kong = blocks.iter().any(|i| case.blocks()[*i].is_kong());
        if tiles.iter().filter(|t| **t == kind).count() == 4 && !kong {
            raw.push(RawFan { fan: Fan::TileHog, blocks });
        }
    }
}

/// How many of the three suits are present.
fn suits(tiles: &[Tile]) -> usize {
    Suit::ALL.into_iter().filter(|suit| tiles.iter().any(|t| t.suit() == Some(*suit))).count()
}

/// 2s 3s 4s 6s 8s 发.
fn is_green(tile: Tile) -> bool {
    tile == Tile::GREEN
        || tile.suit() == Some(Suit::Bamboo) && tile.rank().is_some_and(|r| [2, 3, 4, 6, 8].contains(&r))
}

/// Faces that look the same upside down: 1234589p, 245689s, 白.
fn is_reversible(tile: Tile) -> bool {
    let ranks: &[u8] = match tile.suit() {
        Some(Suit::Dots) => &[1, 2, 3, 4, 5, 8, 9],
        Some(Suit::Bamboo) => &[2, 4, 5, 6, 8, 9],
        _ => &[],
    };
    tile == Tile::WHITE || tile.rank().is_some_and(|r| ranks.contains(&r))
}

/// 1112345678999 of one suit before the winning tile, nothing laid out.
fn is_nine_gates(case: &Case<'_>) -> bool {
    let Some(suit) = case.hand.winning_tile.suit() else {
        return false;
    };
    let before = case.hand.concealed.without(case.hand.winning_tile);
    let copies = |rank: u8| before.get(Tile::suited(suit, rank));
    case.hand.melds.is_empty() && (1..=9).all(|rank| copies(rank) == if rank % 8 == 1 { 3 } else { 1 })
}

/// For 123 and 789 twice with a pair of fives: how many suits, when it is one (the same twice) or three (two
/// suits and the pair in the third).
fn terminal_chows(blocks: &[Block]) -> Option<usize> {
    let pair = blocks.iter().find(|b| b.kind == BlockKind::Pair && b.tile.rank() == Some(5))?;
    let chows: Vec<Block> = blocks.iter().copied().filter(|b| b.kind == BlockKind::Chow).collect();
    let of = |suit: Suit, rank: u8| chows.iter().filter(|b| b.tile == Tile::suited(suit, rank)).count();
    let pair_suit = pair.tile.suit()?;
    if of(pair_suit, 1) == 2 && of(pair_suit, 7) == 2 {
        return Some(1);
    }
    let others = Suit::ALL.into_iter().filter(|suit| *suit != pair_suit);
    others.into_iter().all(|suit| of(suit, 1) == 1 && of(suit, 7) == 1).then_some(3)
}
