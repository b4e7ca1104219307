//! The player.

use super::{
    config::NetworkConfig,
    network::{ACTIONS, Network, POINT, mask},
    threads::one_thread,
    weights::{self, Tensors, WeightsError},
};
use crate::{
    agent::{Agent, BatchAgent, Choice, Report},
    encoding::{Encoder, KINDS},
    explanation::{Explanation, Thought},
    monte_carlo::Mind,
};
use mcr_engine::{Action, ActionSet, Observation, rng::DecisionRng};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};
use tch::{Device, Kind, Tensor};

/// How a network is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The file of its weights.
    pub path: PathBuf,
    /// 0: the most probable action; otherwise actions are drawn, the more evenly the higher.
    pub temperature: f64,
    /// Where it computes.
    pub device: Device,
}

/// A player that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    /// Its weights cannot be had.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The file's network sees more than a player may.
    #[error("{0}: the network sees hidden tiles; it is a critic for training, not a player")]
    Critic(PathBuf),
    /// A device that is not there.
    #[error("device cuda: this machine or this libtorch has none")]
    NoDevice,
}

/// A network that has been read, for any number of players.
#[derive(Clone, Debug)]
pub struct Loaded {
    options: Options,
    config: NetworkConfig,
    /// Read only, but tensors may not be shared between threads.
    weights: Arc<Mutex<Tensors>>,
}

/// Plays what a network says.
#[derive(Debug)]
pub struct Neural {
    network: Network,
    encoder: Encoder,
    temperature: f64,
    planes: Vec<f32>,
    legal: Vec<u8>,
}

impl Options {
    /// The device of this name.
    #[must_use]
    pub fn device(name: &str) -> Option<Device> {
        match name {
            "cpu" => Some(Device::Cpu),
            "cuda" => Some(Device::Cuda(0)),
            _ => None,
        }
    }
}

impl PartialEq for Loaded {
    fn eq(&self, other: &Loaded) -> bool {
        self.options == other.options
    }
}

impl Loaded {
    /// Reads the network of a file.
    ///
    /// # Errors
    /// When there is none, or the device is missing.
    pub fn open(options: Options) -> Result<Loaded, OptionsError> {
        if options.device != Device::Cpu && !tch::Cuda::is_available() {
            return Err(OptionsError::NoDevice);
        }
        let (network, card) = weights::load(&options.path, Device::Cpu)?;
        if card.network.hidden {
            return Err(OptionsError::Critic(options.path));
        }
        let weights = Arc::new(Mutex::new(weights::by_name(network.store())));
        Ok(Loaded { options, config: card.network, weights })
    }

    /// How it is played.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// A player with a copy of the network.
    ///
    /// # Panics
    /// Never: the weights are those of this configuration.
    #[must_use]
    pub fn player(&self) -> Neural {
        let mut network = Network::blank(&self.config, self.options.device);
        let weights = self.weights.lock().unwrap_or_else(PoisonError::into_inner);
        weights::put(&weights, network.store_mut()).expect("weights of this configuration");
        Neural::new(network, self.options.temperature)
    }
}

impl Neural {
    /// A player with this network.
    ///
    /// # Panics
    /// When the network sees hidden tiles.
    #[must_use]
    pub fn new(network: Network, temperature: f64) -> Neural {
        assert!(!network.config().hidden, "a player sees no hidden tiles");
        let encoder = Encoder::new(network.config().features);
        Neural { network, encoder, temperature, planes: Vec::new(), legal: Vec::new() }
    }

    /// What the network thinks: logits of the actions, illegal ones far below, and points, a row a view.
    fn think(&mut self, views: &[Observation<'_>]) -> Thoughts {
        let numbers = self.encoder.features().len();
        self.planes.resize(views.len() * numbers, 0.0);
        for (view, planes) in views.iter().zip(self.planes.chunks_exact_mut(numbers)) {
            self.encoder.encode(view, planes);
        }
        self.legal.clear();
        views.iter().for_each(|view| self.legal.extend(bits(view.legal())));
        let batch = views.len() as i64;
        let planes = Tensor::from_slice(&self.planes).view([batch, (numbers / KINDS) as i64, KINDS as i64]);
        let legal = Tensor::from_slice(&self.legal).view([batch, ACTIONS]);
        let device = self.network.device();
        one_thread();
        let (policy, value) = tch::no_grad(|| {
            let opinion = self.network.forward(&planes.to_device(device));
            (mask(&opinion.policy, &legal.to_device(device)), opinion.value / POINT)
        });
        Thoughts { policy: numbers_of(&policy), values: numbers_of(&value) }
    }

    /// The action for a row of logits.
    fn pick(&self, view: &Observation<'_>, logits: &[f32], value: f32, rng: &mut DecisionRng) -> Choice {
        let action = if self.temperature > 0.0 {
            sample(view.legal(), logits, self.temperature, rng)
        } else {
            best(view.legal(), logits)
        };
        Choice { action, report: Report { value: Some(value) } }
    }
}

struct Thoughts {
    policy: Vec<f32>,
    values: Vec<f32>,
}

impl Thoughts {
    fn rows(&self) -> impl Iterator<Item = (&[f32], f32)> {
        self.policy.chunks_exact(ACTIONS as usize).zip(self.values.iter().copied())
    }
}

fn numbers_of(tensor: &Tensor) -> Vec<f32> {
    let flat = tensor.to_device(Device::Cpu).to_kind(Kind::Float).contiguous();
    let mut numbers = vec![0.0; flat.numel()];
    let count = numbers.len();
    flat.copy_data(&mut numbers, count);
    numbers
}

/// 1 for each legal action.
fn bits(legal: &ActionSet) -> impl Iterator<Item = u8> {
    let words = *legal.words();
    (0..Action::COUNT).map(move |action| (words[action / 64] >> (action % 64) & 1) as u8)
}

/// The most probable legal action, the first of equals.
fn best(legal: &ActionSet, logits: &[f32]) -> Action {
    let mut best = (f32::NEG_INFINITY, Action::Pass);
    for action in legal.iter() {
        let logit = logits[action.index()];
        if logit > best.0 || best.0 == f32::NEG_INFINITY {
            best = (logit, action);
        }
    }
    best.1
}

/// A legal action with probability proportional to exp(logit / temperature).
fn sample(legal: &ActionSet, logits: &[f32], temperature: f64, rng: &mut DecisionRng) -> Action {
    let most = f64::from(logits[best(legal, logits).index()]);
    let weight = |action: Action| ((f64::from(logits[action.index()]) - most) / temperature).exp();
    let total: f64 = legal.iter().map(weight).sum();
    let mut left = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * total;
    for action in legal.iter() {
        left -= weight(action);
        if left < 0.0 {
            return action;
        }
    }
    best(legal, logits)
}

impl Agent for Neural {
    fn act(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Choice {
        let thoughts = self.think(std::slice::from_ref(view));
        self.pick(view, &thoughts.policy, thoughts.values[0], rng)
    }

    fn explain(&mut self, view: &Observation<'_>, _: &mut DecisionRng) -> Explanation {
        let thoughts = self.think(std::slice::from_ref(view));
        let most = f64::from(thoughts.policy[best(view.legal(), &thoughts.policy).index()]);
        let weight = |action: Action| (f64::from(thoughts.policy[action.index()]) - most).exp();
        let total: f64 = view.legal().iter().map(weight).sum();
        // Their probabilities stand where other agents tell points.
        let thought = |action| Thought::new(action, (weight(action) / total) as f32);
        let mut candidates: Vec<Thought> = view.legal().iter().map(thought).collect();
        candidates.sort_by(|a, b| b.value.unwrap_or(0.0).total_cmp(&a.value.unwrap_or(0.0)));
        Explanation { candidates, routes: Vec::new() }
    }
}

impl Mind for Neural {
    fn logits(&mut self, view: &Observation<'_>) -> Vec<f32> {
        self.think(std::slice::from_ref(view)).policy
    }

    fn values(&mut self, views: &[Observation<'_>]) -> Vec<f32> {
        if views.is_empty() { Vec::new() } else { self.think(views).values }
    }
}

impl BatchAgent for Neural {
    fn act_batch(&mut self, views: &[Observation<'_>], rngs: &mut [DecisionRng], out: &mut Vec<Choice>) {
        if views.is_empty() {
            return;
        }
        let thoughts = self.think(views);
        for ((view, rng), (logits, value)) in views.iter().zip(rngs).zip(thoughts.rows()) {
            out.push(self.pick(view, logits, value, rng));
        }
    }
}
