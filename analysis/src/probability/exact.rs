//! The counting: every hand scored with every winning tile.

use super::{
    UNITS,
    counts::{Counts, WayCounts},
    hands::{Hand, Hands, Piece},
};
use mcr_engine::{
    Melds, RuleSet, Score, Shape, Tile, TileCounts, WinContext, Wind, WinningHand, scoring::score,
};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// All complete hands of 14 tiles, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exact {
    /// By shape ([`Shape::ALL`]): hands, those of two shapes with the first.
    pub shapes: [u128; 5],
    /// Hands that are both standard and seven pairs; they are counted as standard.
    pub two_shapes: u128,
    /// Fans and points.
    pub counts: Counts,
}

impl Exact {
    /// All complete hands.
    #[must_use]
    pub fn complete(&self) -> u128 {
        self.shapes.iter().sum()
    }

    /// The hands of a shape, those of two shapes with each.
    #[must_use]
    pub fn of_shape(&self, shape: Shape) -> u128 {
        let also = if shape == Shape::SevenPairs { self.two_shapes } else { 0 };
        self.shapes[shape as usize] + also
    }

    fn merge(mut self, other: &Exact) -> Exact {
        self.shapes.iter_mut().zip(other.shapes).for_each(|(sum, more)| *sum += more);
        self.two_shapes += other.two_shapes;
        self.counts.merge(&other.counts);
        self
    }
}

/// Distinct complete hands: what [`count`] reports its progress of.
pub const DISTINCT_HANDS: u64 = Hands::DISTINCT;

/// Counts every complete hand on the threads of the current rayon pool. `progress` is told how many more distinct
/// hands are done.
#[must_use]
pub fn count(progress: impl Fn(u64) + Sync) -> Exact {
    count_with(progress, Scorer::add)
}

/// Counts the hands by their shapes only.
#[cfg(test)]
pub(super) fn count_shapes() -> (Exact, u64) {
    let distinct = std::sync::atomic::AtomicU64::new(0);
    let add = |more| {
        distinct.fetch_add(more, std::sync::atomic::Ordering::Relaxed);
    };
    (count_with(add, |_, _, _| ()), distinct.load(std::sync::atomic::Ordering::Relaxed))
}

fn count_with(progress: impl Fn(u64) + Sync, add: fn(&mut Scorer, TileCounts, u128)) -> Exact {
    let hands = Hands::new();
    let counted = |piece: Piece| {
        let mut scorer = Scorer::default();
        let mut exact = Exact::default();
        let mut distinct = 0;
        hands.each(piece, &mut |shape, Hand { tiles, times }| {
            let weight = u128::from(times) * u128::from(copies(&tiles));
            exact.shapes[shape as usize] += weight;
            if shape == Shape::Standard && all_paired(&tiles) {
                exact.two_shapes += weight;
            }
            add(&mut scorer, tiles, weight);
            distinct += times;
        });
        exact.counts = scorer.finish();
        progress(distinct);
        exact
    };
    // Whole numbers, so that the order of adding changes nothing.
    hands.pieces().into_par_iter().map(counted).reduce(Exact::default, |a, b| a.merge(&b))
}

/// Ways to take the hand's copies out of four of each kind.
pub(super) fn copies(tiles: &TileCounts) -> u64 {
    tiles.kinds().into_iter().map(|tile| [1, 4, 6, 4, 1][usize::from(tile_copies(tiles, tile))]).product()
}

fn tile_copies(tiles: &TileCounts, tile: Tile) -> u8 {
    tiles.get(tile).min(4)
}

fn all_paired(tiles: &TileCounts) -> bool {
    tiles.groups().iter().all(|group| group & 0o111_111_111 == 0)
}

/// Scores hands and counts what comes out. Equal scores in a row are counted together.
#[derive(Default)]
struct Scorer {
    own_draw: Run,
    discard: Run,
}

#[derive(Default)]
struct Run {
    counts: WayCounts,
    last: Option<(Score, u128)>,
}

impl Run {
    fn add(&mut self, score: Score, weight: u128) {
        match &mut self.last {
            Some((last, sum)) if *last == score => *sum += weight,
            _ => {
                self.flush();
                self.last = Some((score, weight));
            }
        }
    }

    fn flush(&mut self) {
        if let Some((score, weight)) = self.last.take() {
            self.counts.add(&score, weight);
        }
    }
}

impl Scorer {
    /// A hand with every winning tile, both ways, in all winds.
    fn add(&mut self, tiles: TileCounts, weight: u128) {
        // The four winds are alike, and every hand with them swapped is counted too: so it is enough to have one
        // of the four pairs in which prevalent and seat wind are equal, three times one in which they are not.
        let winds: &[(Wind, u128)] =
            if has_wind_pung(&tiles) { &[(Wind::East, 1), (Wind::South, 3)] } else { &[(Wind::East, 4)] };
        for &(seat, times) in winds {
            for (run, context) in [
                (&mut self.own_draw, WinContext::own_draw(Wind::East, seat)),
                (&mut self.discard, WinContext::discard(Wind::East, seat)),
            ] {
                for (winning_tile, share) in winning_tiles(&tiles) {
                    let hand = WinningHand { concealed: tiles, melds: Melds::EMPTY, winning_tile };
                    if let Some(score) = score(&hand, &context, &RuleSet::MCR) {
                        run.add(score, weight * times * share);
                    }
                }
            }
        }
    }

    fn finish(mut self) -> Counts {
        self.own_draw.flush();
        self.discard.flush();
        Counts { own_draw: self.own_draw.counts, discard: self.discard.counts }
    }
}

/// The winning tiles with their share of 14.
fn winning_tiles(tiles: &TileCounts) -> impl Iterator<Item = (Tile, u128)> {
    tiles.kinds().into_iter().map(|tile| (tile, u128::from(tiles.get(tile))))
}

fn has_wind_pung(tiles: &TileCounts) -> bool {
    tiles.at_least(3).into_iter().any(Tile::is_wind)
}

const _: () = assert!(UNITS == 14 * (1 + 3));
