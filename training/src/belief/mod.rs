//! The network of [`mcr_agents::belief`]: learned from deals that are played for it, with open cards.
//!
//! No deal is seen twice: every block of deals is played when it is its turn, so that nothing can be learned by heart.

pub mod examples;

use crate::{
    adam::{Adam, AdamConfig},
    checkpoint::{self, Checkpoint, State},
    curve::Curve,
    error::TrainError,
    schedule::Schedule,
    shuffle::shuffle,
    supervised::{CHECKPOINT, NETWORK, PATIENCE},
};
use examples::{ByKind, Example, examples};
use mcr_agents::{
    belief::{INPUTS, OUTPUTS},
    encoding::SuitPermutation,
    neural::weights,
};
use mcr_engine::{RuleSet, Stream, Tile};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fs, path::Path};
use tch::{Device, Kind, Reduction, Tensor, nn};

/// A training of beliefs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BeliefConfig {
    /// Seed of the deals, the first weights and the order of examples.
    pub seed: u32,
    /// Deals of a block: played, learned from once, forgotten.
    pub deals: u64,
    /// Opponents of one step.
    pub batch: usize,
    /// Sizes of the layers between.
    pub hidden: Vec<usize>,
    /// Blocks between two points of the curve, each with a checkpoint.
    pub save_every: u64,
    /// How fast; its steps are blocks.
    pub schedule: Schedule,
    /// How steps are taken.
    pub adam: AdamConfig,
    /// What is learned.
    pub loss: Heads,
}

impl Default for BeliefConfig {
    fn default() -> BeliefConfig {
        BeliefConfig {
            seed: 1,
            deals: 512,
            batch: 2048,
            hidden: vec![384, 192],
            save_every: 20,
            schedule: Schedule { steps: 1000, warmup: 4, rate: 2e-3, last: 2e-5 },
            adam: AdamConfig::default(),
            loss: Heads::default(),
        }
    }
}

/// How much each head's loss counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Heads {
    /// Cross entropy of winning on a discard, over all kinds.
    pub danger: f64,
    /// Cross entropy of the kinds discarded in the next turns.
    pub near: f64,
    /// The same after.
    pub far: f64,
    /// Cross entropy of each unseen copy's being held.
    pub held: f64,
    /// Cross entropy of a win by the next draw.
    pub own_draw: f64,
    /// Cross entropy of being ready.
    pub ready: f64,
}

impl Default for Heads {
    fn default() -> Heads {
        Heads { danger: 4.0, near: 0.3, far: 0.15, held: 0.1, own_draw: 4.0, ready: 1.0 }
    }
}

impl Heads {
    /// The names of the losses.
    pub const NAMES: [&str; 6] = ["danger", "near", "far", "held", "own_draw", "ready"];

    fn weights(&self) -> [f64; 6] {
        [self.danger, self.near, self.far, self.held, self.own_draw, self.ready]
    }
}

/// What somebody who waits for a training is told.
pub trait Watch {
    /// So many blocks are done; the mean losses of the last ones, on deals not learned from before.
    fn at(&self, block: u64, losses: &[f64; 6]);
    /// Whether to stop at the next point of the curve.
    fn stop(&self) -> bool;
}

struct Training<'a> {
    config: &'a BeliefConfig,
    rules: &'a RuleSet,
    folder: &'a Path,
    store: nn::VarStore,
    layers: Vec<[Tensor; 2]>,
    adam: Adam,
    block: u64,
    /// Steps in a row whose gradient was no number.
    bad: u32,
    curve: Curve,
}

/// Trains in `folder`, going on where an earlier call stopped. Whether the end is reached.
///
/// # Errors
/// When the configuration makes no sense, the folder or a file in it cannot be used, it holds another training, or the gradient
/// is no number any more.
pub fn belief(
    config: &BeliefConfig,
    rules: &RuleSet,
    folder: &Path,
    device: Device,
    watch: &dyn Watch,
) -> Result<bool, TrainError> {
    config.check()?;
    let mut training = Training::open(config, rules, folder, device)?;
    let complete = training.run(watch)?;
    training.save_network()?;
    Ok(complete)
}

impl BeliefConfig {
    fn check(&self) -> Result<(), TrainError> {
        let positive = [self.deals, self.batch as u64, self.save_every];
        if positive.contains(&0) || self.hidden.contains(&0) {
            let problem = "deals, batch, save_every and every size of hidden must be above 0";
            return Err(TrainError::Config(problem.into()));
        }
        self.schedule.check().map_err(TrainError::Config)
    }
}

impl<'a> Training<'a> {
    fn open(
        config: &'a BeliefConfig,
        rules: &'a RuleSet,
        folder: &'a Path,
        device: Device,
    ) -> Result<Training<'a>, TrainError> {
        let text = toml::to_string(config).map_err(|error| TrainError::Config(error.to_string()))?;
        let mut store = nn::VarStore::new(device);
        let layers = layers(&store, &config.hidden, config.seed.into());
        let mut adam = Adam::new(&store, config.adam);
        let (mut block, mut lengths) = (0, BTreeMap::new());
        if let Some(saved) = Checkpoint::of(folder, &text)? {
            let wrong = |problem: String| TrainError::Checkpoint { path: folder.join(CHECKPOINT), problem };
            saved.restore("network", &mut store, &mut adam).map_err(wrong)?;
            (block, lengths) = (saved.state.step, saved.state.curves);
        }
        let file = |source| TrainError::File { path: folder.into(), source };
        fs::create_dir_all(folder).map_err(file)?;
        fs::write(folder.join("train.toml"), &text).map_err(file)?;
        let length = lengths.get("training").copied().unwrap_or_default();
        let curve = Curve::open(folder, "training", &Heads::NAMES, length).map_err(file)?;
        Ok(Training { config, rules, folder, store, layers, adam, block, bad: 0, curve })
    }

    fn run(&mut self, watch: &dyn Watch) -> Result<bool, TrainError> {
        let blocks = self.config.schedule.steps;
        while self.block < blocks {
            let (mut sums, mut batches) = ([0.0; 6], 0.0);
            let until = (self.block + self.config.save_every).min(blocks);
            while self.block < until {
                for losses in self.learn_block()? {
                    sums.iter_mut().zip(losses).for_each(|(sum, loss)| *sum += loss);
                    batches += 1.0;
                }
                self.block += 1;
            }
            let losses = sums.map(|sum| sum / f64::max(batches, 1.0));
            self.curve.add(self.block, &losses).map_err(|source| self.file(source))?;
            self.save()?;
            watch.at(self.block, &losses);
            if watch.stop() {
                break;
            }
        }
        Ok(self.block == blocks)
    }

    /// Plays the next block and learns from it; the losses of each batch, before it was learned from.
    fn learn_block(&mut self) -> Result<Vec<[f64; 6]>, TrainError> {
        let BeliefConfig { deals, seed, batch, .. } = *self.config;
        let from = self.block * deals;
        let mut block = examples(self.rules, seed.into(), from, from + deals);
        let mut rng = Stream::new(seed.into(), "order of beliefs", self.block);
        shuffle(&mut block, &mut rng);
        let rate = self.config.schedule.rate(self.block);
        let mut all = Vec::new();
        for rows in block.chunks_exact(batch.min(block.len().max(1))) {
            let losses = self.losses(rows, &mut rng);
            let weights = Tensor::from_slice(&self.config.loss.weights()).to_kind(Kind::Float);
            let norm = self.adam.step(&(&losses * weights.to_device(losses.device())).sum(Kind::Float), rate);
            if !norm.is_finite() {
                self.bad += 1;
                if self.bad == PATIENCE {
                    return Err(TrainError::Diverged { step: self.block, rate });
                }
                continue;
            }
            self.bad = 0;
            let losses = Vec::<f64>::try_from(losses.detach().to_kind(Kind::Double)).unwrap_or_default();
            all.push(std::array::from_fn(|head| losses.get(head).copied().unwrap_or(f64::NAN)));
        }
        Ok(all)
    }

    /// The six losses of some examples, suits exchanged at random.
    fn losses(&self, rows: &[Example], rng: &mut Stream) -> Tensor {
        let mut suits = || SuitPermutation::ALL[rng.below(SuitPermutation::ALL.len() as u64) as usize];
        let rows: Vec<Example> = rows.iter().map(|row| row.exchanged(suits())).collect();
        losses(&self.layers, &rows, self.store.device())
    }

    fn save(&self) -> Result<(), TrainError> {
        let text = toml::to_string(self.config).map_err(|error| TrainError::Config(error.to_string()))?;
        let lengths = self.curve.lengths().map_err(|source| self.file(source))?;
        let state = State {
            config: text,
            step: self.block,
            adam_steps: [("network".to_owned(), self.adam.steps())].into(),
            curves: [("training".to_owned(), lengths)].into(),
            more: BTreeMap::new(),
        };
        checkpoint::save(&self.folder.join(CHECKPOINT), &state, &[("network", &self.store, &self.adam)])?;
        Ok(())
    }

    /// Writes the network as `mcr_agents::belief` reads it.
    fn save_network(&self) -> Result<(), TrainError> {
        let tensors = Vec::from_iter(weights::by_name(&self.store));
        Ok(weights::write_halves(&self.folder.join(NETWORK), &tensors, &self.provenance())?)
    }

    fn provenance(&self) -> String {
        format!(
            "mcr {}, belief, seed {}, {} deals of heuristic",
            mcr_sim::PROGRAM_VERSION,
            self.config.seed,
            self.block * self.config.deals
        )
    }

    fn file(&self, source: std::io::Error) -> TrainError {
        TrainError::File { path: self.folder.into(), source }
    }
}

/// Weights, inputs × outputs, and bias of each layer.
fn layers(store: &nn::VarStore, hidden: &[usize], seed: u64) -> Vec<[Tensor; 2]> {
    let sizes: Vec<i64> = [INPUTS].iter().chain(hidden).chain(&[OUTPUTS]).map(|size| *size as i64).collect();
    let layer = |(number, pair): (usize, &[i64])| {
        let root = store.root() / number;
        let mut weight = root.zeros("weight", pair);
        // As wide as keeps the numbers' size after a layer that lets half of them through: a deviation of √(2 / inputs).
        let bound = (6.0 / pair[0] as f64).sqrt() * if number == hidden.len() { 0.1 } else { 1.0 };
        weights::draw(&mut weight, bound, &mut Stream::named(seed, "belief weights", &root.path("weight")));
        [weight, root.zeros("bias", &pair[1..])]
    };
    sizes.windows(2).enumerate().map(layer).collect()
}

/// The mean losses of some examples, by [`Heads::NAMES`].
fn losses(layers: &[[Tensor; 2]], rows: &[Example], device: Device) -> Tensor {
    let table = |of: &dyn Fn(&Example) -> &[u8]| {
        let flat: Vec<f32> = rows.iter().flat_map(of).map(|number| f32::from(*number)).collect();
        Tensor::from_slice(&flat).view([rows.len() as i64, -1]).to_device(device)
    };
    let by_kind = |of: fn(&Example) -> &ByKind| table(&|row| of(row));
    let input = table(&|row| &row.input);
    let kinds = Tile::KINDS as i64;
    let unseen = input.narrow(1, 0, kinds);
    let last = layers.len() - 1;
    let mut out = input;
    for (number, [weight, bias]) in layers.iter().enumerate() {
        out = out.matmul(weight) + bias;
        if number < last {
            out = out.relu();
        }
    }
    let head = |number: i64| out.narrow(1, number * kinds, kinds);
    let entropy = |logits: &Tensor, target: &Tensor| {
        logits.binary_cross_entropy_with_logits::<Tensor>(target, None, None, Reduction::None)
    };
    let per_row = |loss: Tensor| loss.sum_dim_intlist(1, false, Kind::Float).mean(Kind::Float);
    // Only unseen copies can be discarded.
    let copies = unseen.clamp_min(1e-9).log();
    let discarded =
        |logits: Tensor, count: Tensor| per_row(-(logits + &copies).log_softmax(1, Kind::Float) * count);
    let held = head(3);
    let count = by_kind(|row| &row.held).minimum(&unseen);
    let held = &unseen * held.softplus() - &count * &held;
    let own_draw: Vec<f32> = rows.iter().map(|row| row.own_draw).collect();
    let own_draw = Tensor::from_slice(&own_draw).to_device(device);
    let single = |number: i64| out.select(1, 4 * kinds + number);
    let ready = own_draw.gt(0.0).to_kind(Kind::Float);
    Tensor::stack(
        &[
            per_row(entropy(&head(0), &by_kind(|row| &row.winning))),
            discarded(head(1), by_kind(|row| &row.near)),
            discarded(head(2), by_kind(|row| &row.far)),
            per_row(held),
            entropy(&single(0), &own_draw).mean(Kind::Float),
            entropy(&single(1), &ready).mean(Kind::Float),
        ],
        0,
    )
}
