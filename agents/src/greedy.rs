//! `greedy`: the yardstick. Frozen: everything is quoted against it, so a change of play needs a new name.

use crate::agent::{Agent, Choice};
use mcr_engine::{Action, Observation, Tile, TileCounts, TileSet, rng::DecisionRng, shape};

/// Keeps the lowest shanten over all five shapes, then the most live useful tiles; never claims, never declares
/// a kong; wins whenever it legally may. Ties go to the highest tile index, so honors leave first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Agent for Greedy {
    fn act(&mut self, view: &Observation<'_>, _: &mut DecisionRng) -> Choice {
        let legal = view.legal();
        if legal.contains(Action::Hu) {
            return Action::Hu.into();
        }
        best_discard(view, legal.discards()).map_or(Action::Pass, Action::Discard).into()
    }
}

/// Copies of `useful` kinds among those the seat cannot see.
fn live(useful: TileSet, unseen: &TileCounts) -> u32 {
    useful.into_iter().map(|tile| u32::from(unseen.get(tile))).sum()
}

fn best_discard(view: &Observation<'_>, allowed: TileSet) -> Option<Tile> {
    let hand = view.hand();
    let unseen = view.unseen();
    allowed.into_iter().max_by_key(|tile| {
        let useful = shape::useful_tiles(&hand.concealed().without(*tile), hand.melds().len());
        (-useful.shanten, live(useful.tiles, &unseen), *tile)
    })
}

/// [`Greedy`] that discards at random with a fixed probability: a known weaker agent for checks of the arena.
#[derive(Clone, Copy, Debug)]
pub struct NoisyGreedy {
    noise: f64,
}

impl NoisyGreedy {
    /// `noise` is the probability 0–1 of a random discard.
    #[must_use]
    pub fn new(noise: f64) -> NoisyGreedy {
        NoisyGreedy { noise }
    }
}

impl Agent for NoisyGreedy {
    fn act(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Choice {
        let choice = Greedy.act(view, rng);
        // 53 bits make a uniform double in 0..1.
        let uniform = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        if !matches!(choice.action, Action::Discard(_)) || uniform >= self.noise {
            return choice;
        }
        let discards = view.legal().discards();
        let place = rng.below(discards.len() as u64) as usize;
        discards.into_iter().nth(place).map_or(choice, |tile| Action::Discard(tile).into())
    }
}
