//! `greedy`: the yardstick. Frozen: everything is quoted against it, so a change of play needs a new name.

use crate::{
    agent::{Agent, Choice},
    registry::{AgentOption, BuildError, Factory, Given, Prepared},
};
use mcr_engine::{Action, Observation, Tile, TileSet, rng::DecisionRng};
use std::sync::Arc;

/// Offers [`Greedy`] and [`NoisyGreedy`].
#[derive(Clone, Copy, Debug)]
pub struct GreedyFactory;

const NAME: &str = "greedy";

impl Factory for GreedyFactory {
    fn name(&self) -> &str {
        NAME
    }

    fn help(&self) -> &str {
        "the yardstick: lowest shanten, then most live useful tiles; never claims; hu when legal"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn options(&self) -> Vec<AgentOption> {
        let noise = AgentOption::number("noise", 0.0..=1.0).shown("P").expecting("a probability 0 to 1");
        vec![noise.default(0).help("probability of a random discard")]
    }

    fn prepare(&self, given: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
        Ok(Arc::new(Noise(given.get("noise")?)))
    }
}

/// The probability of a random discard.
struct Noise(f64);

impl Prepared for Noise {
    fn build(&self) -> Box<dyn Agent> {
        if self.0 == 0.0 { Box::new(Greedy) } else { Box::new(NoisyGreedy::new(self.0)) }
    }

    fn spelling(&self) -> Option<String> {
        Some(if self.0 == 0.0 { NAME.to_owned() } else { format!("{NAME}:noise={}", self.0) })
    }
}

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

fn best_discard(view: &Observation<'_>, allowed: TileSet) -> Option<Tile> {
    if allowed.is_empty() {
        return None;
    }
    let hand = view.hand();
    let unseen = view.unseen();
    view.rules()
        .shapes()
        .best_discards(hand.concealed(), hand.melds().len())
        .iter()
        .filter(|discard| allowed.contains(discard.tile))
        .max_by_key(|discard| (unseen.total_of(discard.useful), discard.tile))
        .map(|discard| discard.tile)
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

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_engine::{Deal, RuleSet, Wall, Wind};

    /// The same choice, every discard looked at by itself.
    fn obvious(view: &Observation<'_>) -> Action {
        let (legal, hand, unseen) = (view.legal(), view.hand(), view.unseen());
        if legal.contains(Action::Hu) {
            return Action::Hu;
        }
        let worth = |tile: &Tile| {
            let useful =
                mcr_engine::shape::useful_tiles(&hand.concealed().without(*tile), hand.melds().len());
            let live: u32 = useful.tiles.into_iter().map(|tile| u32::from(unseen.get(tile))).sum();
            (-useful.shanten, live, *tile)
        };
        legal.discards().into_iter().max_by_key(worth).map_or(Action::Pass, Action::Discard)
    }

    #[test]
    fn greedy_is_what_it_always_was() {
        for number in 0..60 {
            let rules = RuleSet::MCR;
            let mut deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 3, number), &mut ());
            let mut asked = 0;
            while let Some(seat) = deal.pending().first() {
                let view = deal.observe(seat);
                let choice = Greedy.act(&view, &mut DecisionRng::new(0, 0)).action;
                assert_eq!(choice, obvious(&view), "{view:?}");
                // Odd deals claim what they can, for hands with melds.
                let legal = view.legal();
                let last = legal.nth(legal.len() - 1).expect("a legal action");
                let claims = number % 2 == 1 && legal.contains(Action::Pass);
                asked += 1;
                deal.apply(seat, if claims { last } else { choice }, &mut ()).expect("a legal action");
            }
            assert!(asked > 3, "deal {number}");
        }
    }
}
