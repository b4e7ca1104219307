//! Learning from logs: the network is to do what the logged agents did, and to foresee what came of it.

use crate::{
    adam::AdamConfig,
    checkpoint::{self, Checkpoint, State},
    curve::Curve,
    dataset::{self, Batch, Batches, Dataset, Plan, Split},
    error::TrainError,
    learner::{Learner, Score, Weights},
    schedule::Schedule,
};
use mcr_agents::neural::{Network, NetworkConfig, weights};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tch::Device;

/// Steps in a row whose gradient is no number before a training gives up.
pub(crate) const PATIENCE: u32 = 20;

/// A training on logs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SupervisedConfig {
    /// Seed of the first weights.
    pub seed: u32,
    /// Steps between two points of the curve.
    pub log_every: u64,
    /// Points of the curve between two looks at the deals held out.
    pub examine_every: u64,
    /// Batches of a look; 0: all.
    pub examine_batches: u64,
    /// Points of the curve between two checkpoints.
    pub save_every: u64,
    /// A network to begin with instead of a new one.
    pub start: Option<PathBuf>,
    /// What to learn from.
    pub data: Plan,
    /// What learns; its features are those of the data.
    pub network: NetworkConfig,
    /// How fast.
    pub schedule: Schedule,
    /// How steps are taken.
    pub adam: AdamConfig,
    /// What is learned.
    pub loss: Weights,
}

impl Default for SupervisedConfig {
    fn default() -> SupervisedConfig {
        SupervisedConfig {
            seed: 1,
            log_every: 50,
            examine_every: 10,
            examine_batches: 40,
            save_every: 4,
            start: None,
            data: Plan::default(),
            network: NetworkConfig::default(),
            schedule: Schedule::default(),
            adam: AdamConfig::default(),
            loss: Weights::default(),
        }
    }
}

/// What somebody who waits for a training is told.
pub trait Watch {
    /// So many steps are done.
    fn at(&self, step: u64, score: &Score);
    /// Whether to stop at the next point of the curve.
    fn stop(&self) -> bool;
}

/// How a training ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finished {
    /// Steps taken in all.
    pub steps: u64,
    /// Whether those are all.
    pub complete: bool,
    /// How the network did on deals held out, at the last look.
    pub examined: Option<Score>,
}

/// A training under way.
struct Training<'a> {
    config: &'a SupervisedConfig,
    folder: &'a Path,
    threads: usize,
    data: Arc<Dataset>,
    /// Where the next batch begins.
    place: dataset::State,
    batches: Batches,
    learner: Learner,
    step: u64,
    /// Lowest loss on deals held out.
    best: f64,
    /// Steps in a row whose gradient was no number.
    bad: u32,
    curve: Curve,
    examined: Curve,
    last: Option<Score>,
}

/// The name of the checkpoint in the folder.
pub const CHECKPOINT: &str = "checkpoint.safetensors";
/// The name of the network that did best on deals held out.
pub const BEST: &str = "best.safetensors";
/// The name of the last network.
pub const NETWORK: &str = "network.safetensors";

/// Trains a network in `folder`, going on where an earlier call stopped, with so many threads for the examples.
///
/// # Errors
/// When the data, the folder or a file in it cannot be used, when the folder's training has another configuration, or when
/// the gradient is no number any more.
pub fn supervised(
    config: &SupervisedConfig,
    folder: &Path,
    device: Device,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Finished, TrainError> {
    let mut training = Training::open(config, folder, device, threads)?;
    let complete = training.run(watch)?;
    Ok(Finished { steps: training.step, complete, examined: training.last })
}

impl<'a> Training<'a> {
    fn open(
        config: &'a SupervisedConfig,
        folder: &'a Path,
        device: Device,
        threads: usize,
    ) -> Result<Training<'a>, TrainError> {
        let text = toml::to_string(config).map_err(|error| TrainError::Config(error.to_string()))?;
        let size = NetworkConfig { features: config.data.features, hidden: false, ..config.network.clone() };
        size.check().map_err(|error| TrainError::Config(error.to_string()))?;
        config.schedule.check().map_err(TrainError::Config)?;
        let data = Arc::new(Dataset::open(config.data.clone())?);
        let mut network = Network::new(&size, config.seed.into(), "network weights", device);
        let path = folder.join(CHECKPOINT);
        let saved = Checkpoint::of(folder, &text)?;
        if let (Some(start), None) = (&config.start, &saved) {
            let (begun, card) = weights::load(start, device)?;
            if card.network != size {
                return Err(TrainError::Config(format!("{}: a network of another size", start.display())));
            }
            network = begun;
        }
        let mut learner = Learner::new(network, config.adam, config.loss);
        let (mut step, mut place, mut best) = (0, dataset::State::default(), f64::INFINITY);
        let mut lengths = BTreeMap::new();
        if let Some(saved) = saved {
            let wrong = |problem: String| TrainError::Checkpoint { path: path.clone(), problem };
            saved.restore("network", learner.network.store_mut(), &mut learner.adam).map_err(wrong)?;
            step = saved.state.step;
            let more = |key: &str| saved.state.more.get(key).cloned().unwrap_or_default();
            place = serde_json::from_str(&more("place")).map_err(|error| wrong(format!("place: {error}")))?;
            best = f64::from_bits(more("best").parse().map_err(|error| wrong(format!("best: {error}")))?);
            lengths = saved.state.curves;
        }
        let file = |source| TrainError::File { path: folder.into(), source };
        fs::create_dir_all(folder).map_err(file)?;
        fs::write(folder.join("train.toml"), &text).map_err(file)?;
        let length = |name: &str| lengths.get(name).copied().unwrap_or_default();
        let mut names = Score::NAMES.to_vec();
        let examined = Curve::open(folder, "holdout", &names, length("holdout")).map_err(file)?;
        names.extend(["gradient", "rate"]);
        let curve = Curve::open(folder, "training", &names, length("training")).map_err(file)?;
        let batches = data.batches(Split::Training, place, threads)?;
        Ok(Training {
            config,
            folder,
            threads,
            data,
            place,
            batches,
            learner,
            step,
            best,
            bad: 0,
            curve,
            examined,
            last: None,
        })
    }

    /// Steps until the end or until asked to stop; whether the end is reached.
    fn run(&mut self, watch: &dyn Watch) -> Result<bool, TrainError> {
        let SupervisedConfig { log_every, examine_every, save_every, .. } = *self.config;
        let steps = self.config.schedule.steps;
        while self.step < steps {
            let (score, gradient) = self.steps(log_every.min(steps - self.step))?;
            let point = self.step.div_ceil(log_every);
            let mut values = score.values().to_vec();
            values.extend([gradient, self.config.schedule.rate(self.step)]);
            self.curve.add(self.step, &values).map_err(|source| self.file(source))?;
            watch.at(self.step, &score);
            let last = self.step == steps;
            if last || point.is_multiple_of(examine_every) {
                self.examine()?;
            }
            let stop = watch.stop();
            if last || stop || point.is_multiple_of(save_every) {
                self.save()?;
            }
            if stop {
                break;
            }
        }
        weights::save(&self.learner.network, &self.provenance(), &self.folder.join(NETWORK))?;
        Ok(self.step == steps)
    }

    /// So many steps; how they did, and their longest gradient.
    fn steps(&mut self, count: u64) -> Result<(Score, f64), TrainError> {
        let mut score = Score::default();
        let mut longest: f64 = 0.0;
        for _ in 0..count {
            let batch = self.next()?;
            let rate = self.config.schedule.rate(self.step);
            let (one, gradient) = self.learner.learn(&batch, rate);
            self.step += 1;
            self.place = batch.next;
            if gradient.is_finite() {
                self.bad = 0;
                score.add(&one);
                longest = longest.max(gradient);
            } else {
                self.bad += 1;
                if self.bad == PATIENCE {
                    return Err(TrainError::Diverged { step: self.step, rate });
                }
            }
        }
        Ok((score, longest))
    }

    /// The next batch, of the next epoch when one is over.
    fn next(&mut self) -> Result<Batch, TrainError> {
        if let Some(batch) = self.batches.next() {
            return Ok(batch?);
        }
        self.batches = self.data.batches(Split::Training, self.place, self.threads)?;
        self.batches.next().ok_or(TrainError::NoExamples)?.map_err(Into::into)
    }

    /// How the network does on deals held out; the best so far is kept.
    fn examine(&mut self) -> Result<(), TrainError> {
        let most = match self.config.examine_batches {
            0 => usize::MAX,
            batches => batches as usize,
        };
        let mut score = Score::default();
        for batch in self.data.batches(Split::Holdout, dataset::State::default(), self.threads)?.take(most) {
            score.add(&self.learner.examine(&batch?));
        }
        if score.rows() == 0.0 {
            return Ok(());
        }
        self.examined.add(self.step, &score.values()).map_err(|source| self.file(source))?;
        self.last = Some(score);
        let loss = score.values()[0];
        if loss < self.best {
            self.best = loss;
            weights::save(&self.learner.network, &self.provenance(), &self.folder.join(BEST))?;
        }
        Ok(())
    }

    fn save(&self) -> Result<(), TrainError> {
        let text = toml::to_string(self.config).map_err(|error| TrainError::Config(error.to_string()))?;
        let place =
            serde_json::to_string(&self.place).map_err(|error| TrainError::Config(error.to_string()))?;
        let lengths = |curve: &Curve| curve.lengths().map_err(|source| self.file(source));
        let state = State {
            config: text,
            step: self.step,
            adam_steps: [("network".to_owned(), self.learner.adam.steps())].into(),
            curves: [
                ("training".to_owned(), lengths(&self.curve)?),
                ("holdout".to_owned(), lengths(&self.examined)?),
            ]
            .into(),
            // As bits: decimal digits would not come back exactly.
            more: [("place".to_owned(), place), ("best".to_owned(), self.best.to_bits().to_string())].into(),
        };
        let learner = &self.learner;
        checkpoint::save(
            &self.folder.join(CHECKPOINT),
            &state,
            &[("network", learner.network.store(), &learner.adam)],
        )?;
        Ok(())
    }

    fn provenance(&self) -> BTreeMap<String, String> {
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let runs: Vec<String> = self.config.data.runs.iter().map(name).collect();
        let examples = self.step * self.config.data.batch as u64;
        [
            ("program", format!("mcr {}", mcr_sim::PROGRAM_VERSION)),
            ("training", "supervised".into()),
            ("runs", runs.join(", ")),
            ("deals", self.data.deals().to_string()),
            ("steps", self.step.to_string()),
            ("examples", examples.to_string()),
            ("seed", self.config.seed.to_string()),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .into()
    }

    fn file(&self, source: std::io::Error) -> TrainError {
        TrainError::File { path: self.folder.into(), source }
    }
}
