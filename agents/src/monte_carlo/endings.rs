//! How likely others end the deal.
//!
//! Between two discards of the seat each opponent may win by own draw or on somebody else's discard. The weights are
//! those of logistic regressions over 12,000 deals of four `heuristic` (900,000 rounds of an opponent), in the
//! opponent's discards and melds so far.

use crate::{belief::Belief, heuristic::mean_points};
use mcr_engine::{Seat, Table};

/// Weights: constant, for every ten discards, for every ten past the tenth, for every one lacking to six, by melds.
struct Weights {
    base: f64,
    turns: f64,
    late: f64,
    early: f64,
    melds: [f64; 5],
}

const OWN_DRAW: Weights =
    Weights { base: -7.89, turns: 3.16, late: -2.26, early: -0.46, melds: [0.0, 0.38, 0.84, 1.04, 1.04] };
const ON_DISCARD: Weights =
    Weights { base: -7.13, turns: 2.85, late: -2.39, early: -0.45, melds: [0.0, 0.5, 0.9, 1.13, 1.31] };

/// What melds that are made later add to the logit in a round, on average.
const GROWTH: f64 = 0.03;

impl Weights {
    fn chance(&self, opponent: &Opponent, rounds: f64) -> f64 {
        let turns = opponent.turns + rounds;
        let sum = self.base
            + self.turns * turns / 10.0
            + self.late * (turns - 10.0).max(0.0) / 10.0
            + self.early * (6.0 - turns).max(0.0)
            + self.melds[opponent.melds]
            + GROWTH * rounds;
        1.0 / (1.0 + (-sum).exp())
    }
}

/// Rounds after which a third is left of what was believed.
const BELIEF_LASTS: f64 = 5.0;

fn logit(chance: f64) -> f64 {
    let chance = chance.clamp(1e-5, 0.9);
    (chance / (1.0 - chance)).ln()
}

struct Opponent {
    turns: f64,
    melds: usize,
}

/// Chances that one opponent ends the deal in one round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// By own draw.
    pub(super) own_draw: f64,
    /// On a discard of another opponent.
    pub(super) on_discard: f64,
}

/// The three opponents of a seat, in order of play, over the rounds to come.
pub(super) struct Endings {
    rounds: Vec<[Ending; 3]>,
    base_points: f64,
    /// Points of a win, and how often a discarder pays them.
    points: f64,
    times: f64,
}

impl Endings {
    pub(super) fn new(table: &Table, me: Seat, belief: Option<&Belief>) -> Endings {
        let opponents = me.others().map(|seat| Opponent {
            turns: table.discards().of(seat).count() as f64,
            melds: table.melds(seat).min(4),
        });
        // What is believed of each now moves its chances, less and less.
        let moved: [f64; 3] = std::array::from_fn(|place| {
            let expected = OWN_DRAW.chance(&opponents[place], 0.0);
            belief.map_or(0.0, |belief| logit(belief.own_draw[place].into()) - logit(expected))
        });
        let ending = |place: usize, round: usize| {
            let moved = moved[place] * (-(round as f64) / BELIEF_LASTS).exp();
            let chance = |weights: &Weights| {
                let chance = weights.chance(&opponents[place], round as f64);
                1.0 / (1.0 + (-logit(chance) - moved).exp())
            };
            Ending { own_draw: chance(&OWN_DRAW), on_discard: chance(&ON_DISCARD) }
        };
        let rounds = (0..40).map(|round| std::array::from_fn(|place| ending(place, round))).collect();
        let rules = table.rules();
        Endings {
            rounds,
            base_points: rules.base_points.into(),
            points: mean_points(rules),
            times: rules.payments.discard.into(),
        }
    }

    /// Chances of the opponent in `place` (0 = next to play) in the round `round` from now.
    pub(super) fn of(&self, place: usize, round: u32) -> Ending {
        self.rounds[(round as usize).min(self.rounds.len() - 1)][place]
    }

    /// Points lost when an opponent wins by own draw.
    pub(super) fn loss_by_draw(&self) -> f64 {
        self.base_points + self.points
    }

    /// Points lost when an opponent wins on the seat's discard.
    pub(super) fn loss_by_discard(&self) -> f64 {
        self.base_points + self.times * self.points
    }

    /// Points lost when others settle it between them.
    pub(super) const fn base_loss(&self) -> f64 {
        self.base_points
    }
}
