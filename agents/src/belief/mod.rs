//! What the table tells about the opponents: what they hold, what they will discard, what they wait for.
//!
//! A small network, asked once for each opponent, was taught by deals of four [`Heuristic`](crate::heuristic::Heuristic) with open
//! cards (`mcr train belief`, `configs/train/belief.toml`). It sees what the seat sees and nothing else. Its numbers are those of
//! players who play for eight points, and mean nothing where that is not the game: see [`Belief::of`].

mod input;
mod network;
#[cfg(test)]
mod tests;

pub use input::{INPUTS, PLANES, input};

use crate::heuristic::{Pace, Rates, class_of};
use mcr_engine::{Observation, RuleSet, Scoring, Tile};
use network::Network;
use std::sync::LazyLock;

/// Numbers that the network says about an opponent: by kind whether it wins on it, how it is discarded in the next turns, and
/// after, whether it is held; then the chances to win by the next draw, and to be ready.
pub const OUTPUTS: usize = 4 * KINDS + 2;

/// Discards that an opponent makes in the next turns, and after.
pub const NEAR: usize = 3;
/// See [`NEAR`].
pub const FAR: usize = 6;

const KINDS: usize = Tile::KINDS;

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../checkpoints/belief.safetensors");
    #[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
    Network::read(bytes, INPUTS, OUTPUTS).expect("checkpoints/belief.safetensors")
});

/// What is believed of the three opponents, in order of play.
#[derive(Clone, Debug)]
pub struct Belief {
    /// Discards a seat has made on average.
    turn: f32,
    /// Chance of each to win on a discard of a kind now.
    pub danger: [[f32; KINDS]; 3],
    /// How readily an unseen copy of a kind is drawn, against any unseen tile.
    pub drawn: [f32; KINDS],
    /// How readily each discards it in its next [`NEAR`] turns, against any unseen tile.
    pub near: [[f32; KINDS]; 3],
    /// The same in the [`FAR`] turns after these.
    pub far: [[f32; KINDS]; 3],
    /// Chance of each to win by its next draw.
    pub own_draw: [f32; 3],
    /// Chance of each to be ready.
    pub ready: [f32; 3],
}

/// What is left of discards for a tile that a ready hand waits for: in 10,000 deals 0.88 to 0.95 of what is believed, from the
/// seventh turn to the fifteenth. Of draws nothing is lost, 1.00 to 1.02.
pub(crate) const WAIT_DISCARDED: f32 = 0.9;

/// No kind is less readily drawn than this.
const LEAST: f32 = 0.05;

impl Belief {
    /// What `view` lets believe; nothing under rules that are not the game it was learned from: official fans, eight points.
    #[must_use]
    pub fn of(view: &Observation<'_>) -> Option<Belief> {
        let rules = view.rules();
        let learned = rules.minimum_points == RuleSet::MCR.minimum_points;
        (learned && matches!(rules.scoring, Scoring::Mcr { .. })).then(|| Belief::learned(view))
    }

    fn learned(view: &Observation<'_>) -> Belief {
        let unseen: [f32; KINDS] =
            std::array::from_fn(|kind| view.unseen().get(Tile::new(kind as u8)).into());
        let mut belief = Belief {
            turn: view.table().discards().len() as f32 / 4.0,
            danger: [[0.0; KINDS]; 3],
            drawn: [1.0; KINDS],
            near: [[1.0; KINDS]; 3],
            far: [[1.0; KINDS]; 3],
            own_draw: [0.0; 3],
            ready: [0.0; 3],
        };
        for (place, opponent) in view.seat().others().into_iter().enumerate() {
            let out = NETWORK.forward(&input(view, opponent));
            let logits = |head: usize| &out[head * KINDS..(head + 1) * KINDS];
            belief.danger[place] = std::array::from_fn(|kind| sigmoid(logits(0)[kind]));
            belief.near[place] = readiness(logits(1), &unseen);
            belief.far[place] = readiness(logits(2), &unseen);
            // A copy that nobody holds lies in the wall.
            belief.drawn.iter_mut().zip(logits(3)).for_each(|(share, held)| *share -= sigmoid(*held));
            [belief.own_draw[place], belief.ready[place]] = [out[4 * KINDS], out[4 * KINDS + 1]].map(sigmoid);
        }
        belief.drawn = against_any(belief.drawn.map(|share| share.max(LEAST)), &unseen);
        belief
    }

    /// How readily the opponent in `place` discards a copy of `kind`, so many rounds after the view.
    pub(crate) fn discarded(&self, place: usize, kind: usize, rounds: f32) -> f32 {
        if rounds < NEAR as f32 {
            self.near[place][kind]
        } else if rounds < (NEAR + FAR) as f32 {
            self.far[place][kind]
        } else {
            later(self.turn + rounds, kind)
        }
    }

    /// How readily a kind comes over `turns` turns, the first of them when a seat has made `turn` discards.
    pub(crate) fn pace(&self, kind: usize, turn: f32, turns: f32) -> Pace {
        Pace {
            drawn: self.drawn[kind],
            discarded: self.discarded_from(kind, turn, turns),
            wait_drawn: 1.0,
            wait_discarded: WAIT_DISCARDED,
        }
    }

    /// The mean over the opponents and over those turns.
    fn discarded_from(&self, kind: usize, turn: f32, turns: f32) -> f32 {
        let (near, far) = (NEAR as f32, (NEAR + FAR) as f32);
        let from = turn - self.turn;
        let until = from + turns.max(1.0);
        let within = |low: f32, high: f32| (until.min(high) - from.max(low)).max(0.0);
        let parts = [
            (within(0.0, near), mean(&self.near, kind)),
            (within(near, far), mean(&self.far, kind)),
            (within(far, f32::MAX), later(self.turn + far, kind)),
        ];
        let sum: f32 = parts.iter().map(|(turns, readiness)| turns * readiness).sum();
        sum / parts.iter().map(|(turns, _)| turns).sum::<f32>()
    }
}

fn mean(of: &[[f32; KINDS]; 3], kind: usize) -> f32 {
    (of[0][kind] + of[1][kind] + of[2][kind]) / 3.0
}

/// What is discarded at a turn that the network says nothing about.
fn later(turn: f32, kind: usize) -> f32 {
    Rates::at(turn).discarded[class_of(Tile::new(kind as u8))]
}

fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// How readily copies are discarded whose weights have these logarithms.
fn readiness(logits: &[f32], unseen: &[f32; KINDS]) -> [f32; KINDS] {
    let most = logits.iter().fold(f32::MIN, |most, logit| most.max(*logit));
    against_any(std::array::from_fn(|kind| (logits[kind] - most).exp()), unseen)
}

/// Brings weights of copies to the measure in which any unseen tile has 1 on average.
fn against_any(weights: [f32; KINDS], unseen: &[f32; KINDS]) -> [f32; KINDS] {
    let copies: f32 = unseen.iter().sum();
    let sum: f32 = weights.iter().zip(unseen).map(|(weight, copies)| weight * copies).sum();
    let measure = if sum > 0.0 { copies / sum } else { 1.0 };
    weights.map(|weight| weight * measure)
}
