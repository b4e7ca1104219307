//! Hands to measure with, the same in every run.

use mcr_engine::{Tile, TileCounts, shape};

/// Hands in each corpus.
pub(crate) const HANDS: usize = 4096;

/// A small generator (splitmix64), fixed here so that the corpora never change.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % n as u64) as usize
    }

    /// A shuffled set of the 136 tiles.
    fn wall(&mut self) -> Vec<Tile> {
        let mut wall: Vec<Tile> = Tile::kinds().flat_map(|tile| [tile; 4]).collect();
        for left in (1..wall.len()).rev() {
            wall.swap(left, self.below(left + 1));
        }
        wall
    }
}

/// What is dealt: so many random tiles.
pub(crate) fn random(tiles: usize) -> Vec<TileCounts> {
    let mut dice = Dice(1);
    (0..HANDS).map(|_| dice.wall().into_iter().take(tiles).collect()).collect()
}

/// What is held late in a deal: random tiles improved draw by draw until ready or one away, half of each. With 14
/// tiles, the next draw is added.
pub(crate) fn near(tiles: usize) -> Vec<TileCounts> {
    let mut dice = Dice(2);
    (0..HANDS).map(|number| improved(&mut dice, tiles, (number % 2) as i8)).collect()
}

fn improved(dice: &mut Dice, tiles: usize, shanten: i8) -> TileCounts {
    loop {
        let wall = dice.wall();
        let mut hand: TileCounts = wall.iter().copied().take(13).collect();
        for &tile in &wall[13..] {
            if shape::shanten(&hand, 0) <= shanten {
                return if tiles == 14 { hand.with(tile) } else { hand };
            }
            let drawn = hand.with(tile);
            let best = shape::best_discards(&drawn, 0);
            hand = drawn.without(best[dice.below(best.len())].tile);
        }
    }
}
