//! Every way to take a complete hand apart, by plain search (rules/mcr.md 2).

use crate::{
    meld::Melds,
    scoring::sheet::{Block, BlockKind},
    shape::Shape,
    tile::{Suit, Tile},
    tile_counts::TileCounts,
    tile_set::TileSet,
};

/// A hand taken apart, melds included.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Which of the five shapes.
    pub(super) shape: Shape,
    /// Its parts; those laid out come first, in the order of the melds.
    pub(super) blocks: Vec<Block>,
}

impl Reading {
    /// The pair beside the sets; the other shapes have none.
    pub(super) fn pair(&self) -> Option<Tile> {
        matches!(self.shape, Shape::Standard | Shape::KnittedStraight)
            .then(|| self.blocks.iter().find(|b| b.kind == BlockKind::Pair).map(|b| b.tile))?
    }
}

/// The copies of each kind, unpacked.
type Counts = [u8; Tile::KINDS];

/// The six ways to give the thirds 147, 258, 369 of a knitted pattern to the three suits: the lowest rank
/// in characters, bamboo, dots.
const PATTERNS: [[u8; 3]; 6] = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];

/// All readings of `concealed`, 14 − 3m tiles, beside the melds; none when the hand is not complete.
pub(super) fn readings(concealed: &TileCounts, melds: &Melds) -> Vec<Reading> {
    let laid_out: Vec<Block> = melds.iter().map(Block::from).collect();
    let counts: Counts = std::array::from_fn(|i| concealed.get(Tile::new(i as u8)));
    let mut all = Vec::new();
    for (shape, mut blocks) in concealed_readings(counts, laid_out.len()) {
        blocks.splice(0..0, laid_out.iter().copied());
        all.push(Reading { shape, blocks });
    }
    all
}

/// The kinds that would complete `concealed`, 13 − 3m tiles, in any shape, however many copies of them are
/// held (rules/mcr.md 5.1).
pub(super) fn waits(concealed: &TileCounts, melds: usize) -> TileSet {
    let counts: Counts = std::array::from_fn(|i| concealed.get(Tile::new(i as u8)));
    let completes = |tile: &Tile| {
        let mut with = counts;
        with[tile.index()] += 1;
        !concealed_readings(with, melds).is_empty()
    };
    Tile::kinds().filter(completes).collect()
}

fn concealed_readings(counts: Counts, melds: usize) -> Vec<(Shape, Vec<Block>)> {
    let total: usize = counts.iter().map(|c| *c as usize).sum();
    if melds > 4 || total != 14 - 3 * melds {
        return Vec::new();
    }
    let mut all = Vec::new();
    all.extend(sets_and_pair(counts, 4 - melds).into_iter().map(|blocks| (Shape::Standard, blocks)));
    if melds <= 1 {
        all.extend(knitted_straights(counts, melds).into_iter().map(|b| (Shape::KnittedStraight, b)));
    }
    if melds == 0 {
        all.extend(seven_pairs(counts).map(|blocks| (Shape::SevenPairs, blocks)));
        all.extend(thirteen_orphans(counts).map(|blocks| (Shape::ThirteenOrphans, blocks)));
        all.extend(honors_and_knitted(counts).map(|blocks| (Shape::HonorsAndKnitted, blocks)));
    }
    all
}

/// Every choice of `sets` chows and pungs and a pair that uses the tiles up.
fn sets_and_pair(counts: Counts, sets: usize) -> Vec<Vec<Block>> {
    let mut all = Vec::new();
    for pair in Tile::kinds().filter(|t| counts[t.index()] >= 2) {
        let mut rest = counts;
        rest[pair.index()] -= 2;
        let mut found = Vec::new();
        take_sets(rest, &mut Vec::new(), &mut found);
        for mut blocks in found.into_iter().filter(|blocks: &Vec<Block>| blocks.len() == sets) {
            blocks.push(Block::concealed(BlockKind::Pair, pair));
            all.push(blocks);
        }
    }
    all.sort();
    all.dedup();
    all
}

/// Takes the lowest tile away in a pung or as the start of a chow until nothing is left.
fn take_sets(counts: Counts, taken: &mut Vec<Block>, found: &mut Vec<Vec<Block>>) {
    let Some(lowest) = Tile::kinds().find(|t| counts[t.index()] > 0) else {
        let mut blocks = taken.clone();
        blocks.sort();
        found.push(blocks);
        return;
    };
    for kind in [BlockKind::Chow, BlockKind::Pung] {
        if kind == BlockKind::Chow && !matches!(lowest.rank(), Some(1..=7)) {
            continue;
        }
        let block = Block::concealed(kind, lowest);
        if let Some(rest) = without(counts, block) {
            taken.push(block);
            take_sets(rest, taken, found);
            taken.pop();
        }
    }
}

/// The counts without the tiles of a block, if they are there.
fn without(mut counts: Counts, block: Block) -> Option<Counts> {
    for tile in block.tiles() {
        counts[tile.index()] = counts[tile.index()].checked_sub(1)?;
    }
    Some(counts)
}

/// The three thirds of a pattern.
fn thirds(pattern: [u8; 3]) -> [Block; 3] {
    Suit::ALL.map(|suit| Block::concealed(BlockKind::Knitted, Tile::suited(suit, pattern[suit.index()])))
}

fn knitted_straights(counts: Counts, melds: usize) -> Vec<Vec<Block>> {
    let mut all = Vec::new();
    for pattern in PATTERNS {
        let knitted = thirds(pattern);
        let rest = knitted.iter().try_fold(counts, |rest, third| without(rest, *third));
        for blocks in rest.into_iter().flat_map(|rest| sets_and_pair(rest, 1 - melds)) {
            all.push(knitted.into_iter().chain(blocks).collect());
        }
    }
    all
}

fn seven_pairs(counts: Counts) -> Option<Vec<Block>> {
    if counts.iter().any(|c| c % 2 == 1) {
        return None;
    }
    let pairs =
        |t: Tile| std::iter::repeat_n(Block::concealed(BlockKind::Pair, t), counts[t.index()] as usize / 2);
    Some(Tile::kinds().flat_map(pairs).collect())
}

fn thirteen_orphans(counts: Counts) -> Option<Vec<Block>> {
    let fits =
        |t: Tile| if t.is_terminal_or_honor() { counts[t.index()] >= 1 } else { counts[t.index()] == 0 };
    let block = |t: Tile| {
        Block::concealed(if counts[t.index()] == 2 { BlockKind::Pair } else { BlockKind::Single }, t)
    };
    Tile::kinds().all(fits).then(|| Tile::kinds().filter(|t| t.is_terminal_or_honor()).map(block).collect())
}

fn honors_and_knitted(counts: Counts) -> Option<Vec<Block>> {
    let distinct = counts.iter().all(|c| *c <= 1);
    let fits = |pattern: [u8; 3]| {
        let knitted = thirds(pattern);
        Tile::kinds()
            .filter(|t| counts[t.index()] > 0)
            .all(|t| t.is_honor() || knitted.iter().any(|third| third.contains(t)))
    };
    (distinct && PATTERNS.into_iter().any(fits)).then(|| {
        let held = |t: &Tile| counts[t.index()] > 0;
        Tile::kinds().filter(held).map(|t| Block::concealed(BlockKind::Single, t)).collect()
    })
}
