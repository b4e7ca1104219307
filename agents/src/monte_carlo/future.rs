//! Guesses at what is hidden: the order in which unseen tiles will show themselves.

use crate::heuristic::{Rates, class_of};
use mcr_engine::{DecisionRng, Observation, Tile, WallLayout};

/// One guess: the tiles the seat will draw and the tiles the others will discard, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Future {
    pub(super) draws: Vec<Tile>,
    pub(super) discards: Vec<Tile>,
}

/// Other seats.
const OTHERS: usize = 3;

impl Future {
    /// Draws a future from what `view` does not show. Since players keep middle tiles and part with honors, kinds are
    /// weighted by how readily they are drawn and discarded at each turn.
    pub(super) fn guess(view: &Observation<'_>, rng: &mut DecisionRng) -> Future {
        let mut pool: Vec<Tile> = view.unseen().iter().collect();
        let left = view.table().tiles_left_for(view.seat());
        let rounds = match view.rules().wall {
            WallLayout::Shared => left / 4 + 1,
            WallLayout::PerSeat => left,
        };
        let mut turn = view.table().discards().len() as f32 / 4.0;
        let mut future = Future::default();
        for _ in 0..rounds {
            let rates = Rates::at(turn);
            for _ in 0..OTHERS {
                future.discards.extend(take(&mut pool, &rates.discarded, rng));
            }
            future.draws.extend(take(&mut pool, &rates.drawn, rng));
            turn += 1.0;
        }
        future
    }
}

/// Takes a tile out of `pool` with a chance proportional to its class's weight (by rejection).
fn take(pool: &mut Vec<Tile>, weights: &[f32], rng: &mut DecisionRng) -> Option<Tile> {
    let highest = weights.iter().fold(0.0f32, |most, weight| most.max(*weight));
    loop {
        let place = rng.below(pool.len().max(1) as u64) as usize;
        let tile = *pool.get(place)?;
        if uniform(rng) * highest < weights[class_of(tile)] {
            return Some(pool.swap_remove(place));
        }
    }
}

/// A number uniform in 0..1.
fn uniform(rng: &mut DecisionRng) -> f32 {
    (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32
}
