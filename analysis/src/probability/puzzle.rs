//! Wait puzzles: which hands of one suit wait for so many of its ranks.

use mcr_engine::{Shape, Tile, TileCounts, TileSet, shape::shanten_of};
use serde::Serialize;

/// A hand of 13 tiles of one suit that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// Its ranks in order, `1112345678999`.
    pub hand: String,
    /// The ranks that complete it to four sets and a pair, a fifth copy among them (rules/mcr.md 5.1).
    pub formal: String,
    /// Those of which it does not hold all four copies.
    pub playable: String,
}

/// All 13-tile hands of one suit by how many ranks complete them to four sets and a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// By the number of formal waits: hands.
    pub formal: [u64; 10],
    /// By the number of waits of which a copy is left: hands.
    pub playable: [u64; 10],
    hands: Vec<(TileCounts, TileSet, TileSet)>,
}

impl Puzzle {
    /// Goes through all 93,600 hands.
    #[must_use]
    pub fn solve() -> Puzzle {
        let mut puzzle = Puzzle { formal: [0; 10], playable: [0; 10], hands: Vec::new() };
        each_hand(TileCounts::EMPTY, 0, 13, &mut |hand| {
            let completes = |tile: &Tile| shanten_of(Shape::Standard, &hand.with(*tile), 0) == Some(-1);
            let formal: TileSet = (0..9).map(Tile::new).filter(completes).collect();
            let playable: TileSet = formal.into_iter().filter(|tile| hand.get(*tile) < 4).collect();
            puzzle.formal[formal.len()] += 1;
            puzzle.playable[playable.len()] += 1;
            puzzle.hands.push((hand, formal, playable));
        });
        puzzle
    }

    /// The hands that wait for so many ranks, formally or with a copy left.
    pub fn waiting(&self, ranks: usize) -> impl Iterator<Item = Waiting> + '_ {
        let chosen = self
            .hands
            .iter()
            .filter(move |(_, formal, playable)| formal.len() == ranks || playable.len() == ranks);
        chosen.map(|(hand, formal, playable)| Waiting {
            hand: ranks_of(hand.iter()),
            formal: ranks_of(formal.into_iter()),
            playable: ranks_of(playable.into_iter()),
        })
    }
}

fn ranks_of(tiles: impl Iterator<Item = Tile>) -> String {
    tiles.filter_map(Tile::rank).map(|rank| char::from(b'0' + rank)).collect()
}

/// Every hand with `left` more tiles of the ranks from `rank` on, most of the low ranks first.
fn each_hand(hand: TileCounts, rank: u8, left: u32, take: &mut impl FnMut(TileCounts)) {
    if left == 0 {
        return take(hand);
    }
    if rank == 9 {
        return;
    }
    for copies in (0..=left.min(4)).rev() {
        let hand = (0..copies).fold(hand, |hand, _| hand.with(Tile::new(rank)));
        each_hand(hand, rank + 1, left - copies, take);
    }
}
