//! Guesses at what is hidden: the order in which unseen tiles will show themselves.

use super::leaf::DEPTH;
use crate::{
    belief::Belief,
    heuristic::{Rates, class_of},
};
use mcr_engine::{DecisionRng, Observation, Tile, WallLayout};

/// One guess: the tiles the seat will draw and the tiles the others will discard, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Future {
    pub(super) draws: Vec<Tile>,
    pub(super) discards: Vec<Tile>,
}

/// Other seats.
const OTHERS: usize = 3;

/// Rounds that are guessed where hands are judged before the end; claims and kongs take a draw more than there are rounds.
const BELIEVED: usize = 2 * DEPTH as usize + 4;

impl Future {
    /// Draws a future from what `view` does not show: by what is believed of the others, if anything is.
    pub(super) fn guess(view: &Observation<'_>, belief: Option<&Belief>, rng: &mut DecisionRng) -> Future {
        let left = view.table().tiles_left_for(view.seat());
        let rounds = match view.rules().wall {
            WallLayout::Shared => left / 4 + 1,
            WallLayout::PerSeat => left,
        };
        match belief {
            Some(belief) => Future::believed(view, rounds.min(BELIEVED), belief, rng),
            None => Future::usual(view, rounds, rng),
        }
    }

    /// As each opponent is believed to discard, and as the wall is believed to be.
    fn believed(view: &Observation<'_>, rounds: usize, belief: &Belief, rng: &mut DecisionRng) -> Future {
        let unseen = view.unseen();
        let mut copies = std::array::from_fn(|kind| unseen.get(Tile::new(kind as u8)).into());
        let mut future = Future::default();
        for round in 0..rounds {
            for place in 0..OTHERS {
                let weight = |kind: usize| belief.discarded(place, kind, round as f32);
                future.discards.extend(take_copy(&mut copies, weight, rng));
            }
            future.draws.extend(take_copy(&mut copies, |kind| belief.drawn[kind], rng));
        }
        future
    }

    /// Since players keep middle tiles and part with honors, kinds are weighted by how readily they are drawn and discarded at
    /// each turn.
    fn usual(view: &Observation<'_>, rounds: usize, rng: &mut DecisionRng) -> Future {
        let mut pool: Vec<Tile> = view.unseen().iter().collect();
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

/// Takes one of `copies` with a chance proportional to its kind's weight.
fn take_copy(
    copies: &mut [f32; Tile::KINDS],
    weight: impl Fn(usize) -> f32,
    rng: &mut DecisionRng,
) -> Option<Tile> {
    let mut total = 0.0;
    let sums: [f32; Tile::KINDS] = std::array::from_fn(|kind| {
        total += copies[kind] * weight(kind);
        total
    });
    let at = uniform(rng) * total;
    let kind = sums.iter().position(|sum| at < *sum)?;
    copies[kind] -= 1.0;
    Some(Tile::new(kind as u8))
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
