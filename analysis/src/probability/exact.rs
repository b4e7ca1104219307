//! The counting: every hand scored with every winning tile.

use super::{
    UNITS,
    counts::{Counts, WayCounts},
    hands::{Hand, Hands, Piece},
    pool::Pool,
};
use mcr_engine::{
    Melds, RuleSet, Score, Shape, Tile, TileCounts, WinContext, Wind, WinningHand, scoring::score,
};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// All complete hands of 14 tiles, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exact {
    /// Ways to draw 14 tiles, complete or not.
    pub hands: u128,
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

    /// The share that so many [`UNITS`] are of all hands of 14 tiles.
    #[must_use]
    pub fn share_of_all(&self, count: u128) -> f64 {
        count as f64 / (self.hands * UNITS) as f64
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

/// Counts every complete hand of the 136 tiles on the threads of the current rayon pool. `progress` is told how many
/// more distinct hands are done.
#[must_use]
pub fn count(progress: impl Fn(u64) + Sync) -> Exact {
    count_in(Pool::whole(), progress)
}

/// Counts every complete hand that can be drawn from `pool`, as [`count`] does.
#[must_use]
pub fn count_in(pool: Pool, progress: impl Fn(u64) + Sync) -> Exact {
    // In the whole pool the four winds are alike, and every hand with them swapped is counted too: so it is enough to
    // have one of the sixteen pairs for those of equal winds, and one for the twelve others.
    let add = if pool.is_whole() { Scorer::add_in_two_winds } else { Scorer::add_in_all_winds };
    count_with(pool, progress, add)
}

/// Counts the hands by their shapes only.
#[cfg(test)]
pub(super) fn count_shapes(pool: Pool) -> (Exact, u64) {
    let distinct = std::sync::atomic::AtomicU64::new(0);
    let add = |more| {
        distinct.fetch_add(more, std::sync::atomic::Ordering::Relaxed);
    };
    (count_with(pool, add, |_, _, _| ()), distinct.load(std::sync::atomic::Ordering::Relaxed))
}

fn count_with(pool: Pool, progress: impl Fn(u64) + Sync, add: fn(&mut Scorer, TileCounts, u128)) -> Exact {
    let hands = Hands::new(pool);
    let counted = |piece: Piece| {
        let mut scorer = Scorer::default();
        let mut exact = Exact::default();
        let mut distinct = 0;
        hands.each(piece, &mut |shape, Hand { tiles, times, ways }| {
            distinct += times;
            if ways == 0 {
                return;
            }
            let weight = u128::from(ways);
            exact.shapes[shape as usize] += weight;
            if shape == Shape::Standard && all_paired(&tiles) {
                exact.two_shapes += weight;
            }
            add(&mut scorer, tiles, weight);
        });
        exact.counts = scorer.finish();
        progress(distinct);
        exact
    };
    // Whole numbers, so that the order of adding changes nothing.
    let counts = hands.pieces().into_par_iter().map(counted).reduce(Exact::default, |a, b| a.merge(&b));
    Exact { hands: pool.hands(), ..counts }
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
    /// A hand in winds that are equal, and in winds that are not.
    fn add_in_two_winds(&mut self, tiles: TileCounts, weight: u128) {
        if has_wind_pung(&tiles) {
            self.add(tiles, [Wind::East; 2], 4 * weight);
            self.add(tiles, [Wind::East, Wind::South], 12 * weight);
        } else {
            self.add(tiles, [Wind::East; 2], 16 * weight);
        }
    }

    /// A hand in each pair of winds.
    fn add_in_all_winds(&mut self, tiles: TileCounts, weight: u128) {
        if !has_wind_pung(&tiles) {
            return self.add(tiles, [Wind::East; 2], 16 * weight);
        }
        for prevalent in Wind::ALL {
            Wind::ALL.into_iter().for_each(|seat| self.add(tiles, [prevalent, seat], weight));
        }
    }

    /// A hand with every winning tile, both ways.
    fn add(&mut self, tiles: TileCounts, [prevalent, seat]: [Wind; 2], weight: u128) {
        for (run, context) in [
            (&mut self.own_draw, WinContext::own_draw(prevalent, seat)),
            (&mut self.discard, WinContext::discard(prevalent, seat)),
        ] {
            for (winning_tile, share) in winning_tiles(&tiles) {
                let hand = WinningHand { concealed: tiles, melds: Melds::EMPTY, winning_tile };
                if let Some(score) = score(&hand, &context, &RuleSet::MCR) {
                    run.add(score, weight * share);
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

const _: () = assert!(UNITS == 14 * (4 + 12));
