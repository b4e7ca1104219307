//! A network that learns from labelled decisions: one step, and how well it does.

use crate::{
    adam::{Adam, AdamConfig},
    dataset::Batch,
};
use mcr_agents::neural::{ACTIONS, Network, OUTCOMES, POINT, mask};
use mcr_engine::Action;
use serde::{Deserialize, Serialize};
use tch::{Device, Kind, Reduction, Tensor};

/// How much each part of the loss counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// The policy's cross entropy.
    pub policy: f64,
    /// The squared error of the points, in units of 32.
    pub value: f64,
    /// The outcome's cross entropy.
    pub outcome: f64,
    /// Points beyond this count as this: wins of 88 points would drown the rest.
    pub most_points: f64,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { policy: 1.0, value: 0.5, outcome: 0.1, most_points: 96.0 }
    }
}

/// How well a network does on some decisions: sums, to be divided by what they are sums of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    rows: f64,
    policy: f64,
    value: f64,
    outcome: f64,
    discards: f64,
    discards_right: f64,
    claims: f64,
    claims_right: f64,
}

impl Score {
    /// What [`Score::values`] are.
    pub const NAMES: [&str; 6] = ["policy", "value", "outcome", "agreement", "discards", "claims"];

    /// Adds another's sums.
    pub fn add(&mut self, other: &Score) {
        self.rows += other.rows;
        self.policy += other.policy;
        self.value += other.value;
        self.outcome += other.outcome;
        self.discards += other.discards;
        self.discards_right += other.discards_right;
        self.claims += other.claims;
        self.claims_right += other.claims_right;
    }

    /// Decisions it is about.
    #[must_use]
    pub const fn rows(&self) -> f64 {
        self.rows
    }

    /// The mean losses and the shares of all decisions, of those in the own turn, of those about a claim, in which the network's
    /// favourite is what was done.
    #[must_use]
    pub fn values(&self) -> [f64; 6] {
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        [
            share(self.policy, self.rows),
            share(self.value, self.rows),
            share(self.outcome, self.rows),
            share(self.discards_right + self.claims_right, self.discards + self.claims),
            share(self.discards_right, self.discards),
            share(self.claims_right, self.claims),
        ]
    }
}

/// A network with its optimiser.
#[derive(Debug)]
pub struct Learner {
    /// What learns.
    pub network: Network,
    /// How.
    pub adam: Adam,
    weights: Weights,
}

struct Labelled {
    planes: Tensor,
    legal: Tensor,
    action: Tensor,
    points: Tensor,
    outcome: Tensor,
    weight: Tensor,
}

impl Learner {
    /// A network that begins to learn.
    #[must_use]
    pub fn new(network: Network, adam: AdamConfig, weights: Weights) -> Learner {
        let adam = Adam::new(network.store(), adam);
        Learner { network, adam, weights }
    }

    /// One step, with the gradient's length; when that is no number, nothing has changed.
    pub fn learn(&mut self, batch: &Batch, rate: f64) -> (Score, f64) {
        let labelled = self.labelled(batch);
        let (loss, score) = self.judge(&labelled);
        let norm = self.adam.step(&loss, rate);
        (score(), norm)
    }

    /// How well the network does.
    #[must_use]
    pub fn examine(&self, batch: &Batch) -> Score {
        tch::no_grad(|| {
            let labelled = self.labelled(batch);
            let (_, score) = self.judge(&labelled);
            score()
        })
    }

    fn labelled(&self, batch: &Batch) -> Labelled {
        let device = self.network.device();
        let count = batch.len() as i64;
        let planes = self.network.config().planes() as i64;
        Labelled {
            planes: Tensor::from_slice(&batch.planes).view([count, planes, -1]).to_device(device),
            legal: Tensor::from_slice(&batch.legal).view([count, ACTIONS]).to_device(device),
            action: Tensor::from_slice(&batch.action).to_device(device),
            points: Tensor::from_slice(&batch.points).to_device(device),
            outcome: Tensor::from_slice(&batch.outcome).to_kind(Kind::Int64).to_device(device),
            weight: Tensor::from_slice(&batch.weight).to_device(device),
        }
    }

    /// The loss, and what computes the score: that waits for the device, so it comes after the step.
    fn judge(&self, labelled: &Labelled) -> (Tensor, impl FnOnce() -> Score + use<>) {
        let autocast = matches!(self.network.device(), Device::Cuda(_));
        let opinion = tch::autocast(autocast, || self.network.forward(&labelled.planes));
        let logits = mask(&opinion.policy, &labelled.legal);
        let each = |loss: Tensor| (loss * &labelled.weight).sum(Kind::Float);
        let cross_entropy = |logits: &Tensor, target: &Tensor| {
            logits.to_kind(Kind::Float).cross_entropy_loss::<Tensor>(target, None, Reduction::None, -100, 0.0)
        };
        let Weights { policy, value, outcome, most_points } = self.weights;
        let points = labelled.points.clamp(-most_points, most_points) * POINT;
        let policy_loss = each(cross_entropy(&logits, &labelled.action));
        let value_loss = each((opinion.value.to_kind(Kind::Float) - points).square());
        let outcome_loss = each(cross_entropy(&opinion.outcome, &labelled.outcome));
        let rows = labelled.weight.sum(Kind::Float);
        let loss =
            (&policy_loss * policy + &value_loss * value + &outcome_loss * outcome) / rows.clamp_min(1e-6);
        let right = logits.argmax(1, false).eq_tensor(&labelled.action).to_kind(Kind::Float);
        let claims = labelled.legal.select(1, Action::Pass.index() as i64).to_kind(Kind::Float);
        let rights = (&right * &claims).sum(Kind::Float);
        let sums = Tensor::stack(
            &[
                rows,
                policy_loss,
                value_loss,
                outcome_loss,
                claims.sum(Kind::Float),
                rights,
                right.sum(Kind::Float),
            ],
            0,
        )
        .detach();
        let all = labelled.action.numel() as f64;
        let score = move || {
            let sum = |place: i64| sums.double_value(&[place]);
            Score {
                rows: sum(0),
                policy: sum(1),
                value: sum(2),
                outcome: sum(3),
                claims: sum(4),
                claims_right: sum(5),
                discards: all - sum(4),
                discards_right: sum(6) - sum(5),
            }
        };
        (loss, score)
    }
}

const _: () = assert!(OUTCOMES.len() == 4);
