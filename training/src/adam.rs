//! Adam with decoupled weight decay, with a state that can be saved.
//!
//! The optimisers that tch brings keep theirs inside libtorch, where no checkpoint reaches it.

use mcr_agents::neural::weights::by_name;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tch::{Tensor, nn::VarStore, no_grad};

/// How steps are taken.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AdamConfig {
    /// Decay of the mean of gradients.
    pub beta1: f64,
    /// Decay of the mean of their squares.
    pub beta2: f64,
    /// What keeps divisors from 0.
    pub epsilon: f64,
    /// Share of a weight that goes a step, times the learning rate.
    pub decay: f64,
    /// Longest gradient; longer ones are shortened.
    pub clip: f64,
}

impl Default for AdamConfig {
    fn default() -> AdamConfig {
        AdamConfig { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, decay: 1e-4, clip: 1.0 }
    }
}

/// A weight with what Adam remembers about it.
#[derive(Debug)]
struct Slot {
    weight: Tensor,
    mean: Tensor,
    square: Tensor,
}

/// The optimiser of one network's weights.
#[derive(Debug)]
pub struct Adam {
    config: AdamConfig,
    steps: u64,
    /// By name, so that the order is the same in every process.
    slots: BTreeMap<String, Slot>,
}

impl Adam {
    /// For the weights in `store`.
    #[must_use]
    pub fn new(store: &VarStore, config: AdamConfig) -> Adam {
        let slots = by_name(store)
            .into_iter()
            .filter(|(_, weight)| weight.requires_grad())
            .map(|(name, weight)| {
                let slot = Slot { mean: weight.zeros_like(), square: weight.zeros_like(), weight };
                (name, slot)
            })
            .collect();
        Adam { config, steps: 0, slots }
    }

    /// Steps taken.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Takes one step down `loss` and gives the gradient's length before it was shortened. A gradient that is no number
    /// changes nothing, and its length is no number either.
    pub fn step(&mut self, loss: &Tensor, rate: f64) -> f64 {
        self.slots.values_mut().for_each(|slot| slot.weight.zero_grad());
        loss.backward();
        no_grad(|| self.apply(rate))
    }

    fn apply(&mut self, rate: f64) -> f64 {
        let AdamConfig { beta1, beta2, epsilon, decay, clip } = self.config;
        let moved: Vec<&mut Slot> =
            self.slots.values_mut().filter(|slot| slot.weight.grad().defined()).collect();
        let norms: Vec<Tensor> = moved.iter().map(|slot| slot.weight.grad().norm()).collect();
        if norms.is_empty() {
            return 0.0;
        }
        let norm = Tensor::stack(&norms, 0).norm().double_value(&[]);
        if !norm.is_finite() {
            return norm;
        }
        self.steps += 1;
        let shorter = (clip / (norm + 1e-6)).min(1.0);
        let steps = self.steps as i32;
        let (bias1, bias2) = (1.0 - beta1.powi(steps), 1.0 - beta2.powi(steps));
        for slot in moved {
            let gradient = slot.weight.grad() * shorter;
            let _ = slot.mean.lerp_(&gradient, 1.0 - beta1);
            let _ = slot.square.g_mul_scalar_(beta2).addcmul_(&gradient, &(&gradient * (1.0 - beta2)));
            let divisor = (&slot.square / bias2).sqrt() + epsilon;
            let step = &slot.mean / divisor * (rate / bias1);
            if slot.weight.dim() > 1 {
                let _ = slot.weight.g_mul_scalar_(1.0 - rate * decay);
            }
            let _ = slot.weight.g_sub_(&step);
        }
        norm
    }

    /// What it remembers, by name.
    #[must_use]
    pub fn state(&self) -> Vec<(String, Tensor)> {
        self.slots
            .iter()
            .flat_map(|(name, slot)| {
                [(format!("{name}.mean"), &slot.mean), (format!("{name}.square"), &slot.square)]
            })
            .map(|(name, tensor)| (name, tensor.shallow_clone()))
            .collect()
    }

    /// Goes on from a state saved after `steps` steps; the first name that is missing or of another size is given back.
    ///
    /// # Errors
    /// That name.
    pub fn restore(&mut self, steps: u64, state: &BTreeMap<String, Tensor>) -> Result<(), String> {
        for (name, slot) in &mut self.slots {
            for (kind, tensor) in [("mean", &mut slot.mean), ("square", &mut slot.square)] {
                let name = format!("{name}.{kind}");
                let saved = state.get(&name).filter(|saved| saved.size() == tensor.size()).ok_or(name)?;
                no_grad(|| tensor.copy_(saved));
            }
        }
        self.steps = steps;
        Ok(())
    }
}
