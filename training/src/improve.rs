//! Learning what actions are worth from labelled decisions, to play better than whoever labelled them by playing on.
//!
//! The policy's logits become worths: their differences between the actions of a decision are brought near the differences in
//! points. Each of those is mostly noise; the network learns what of it can be seen beforehand. How much it gains
//! is measured on deals held out: what its favourite of the actions tried brought, less what the labeller's did.

use crate::{
    adam::{Adam, AdamConfig},
    checkpoint::{self, Checkpoint, State},
    curve::Curve,
    dataset::Split,
    error::TrainError,
    positions::{LabelBatch, LabelBatches, Place, Positions, TRIED},
    schedule::Schedule,
    supervised::{BEST, CHECKPOINT, NETWORK},
};
use mcr_agents::neural::{ACTIONS, Network, POINT, mask, weights};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tch::{Device, Kind, Tensor};

/// A training on labels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ImproveConfig {
    /// Folder of the labels.
    pub labels: PathBuf,
    /// The network to begin with.
    pub start: PathBuf,
    /// Seed of the order.
    pub seed: u64,
    /// Decisions in a batch.
    pub batch: usize,
    /// One deal in so many is held out.
    pub holdout: u64,
    /// Points that a difference of 1 between two logits means.
    pub unit: f64,
    /// Points beyond which a difference counts as this.
    pub most_points: f64,
    /// How much it counts that the policy stays near the one it began with, at first; at the end it does not count.
    pub anchor: f64,
    /// How much it counts that the value foresees what the first action brought.
    pub value: f64,
    /// Steps between two points of the curve.
    pub log_every: u64,
    /// Points of the curve between two looks at the deals held out, and between two checkpoints.
    pub examine_every: u64,
    /// How fast.
    pub schedule: Schedule,
    /// How steps are taken.
    pub adam: AdamConfig,
}

impl Default for ImproveConfig {
    fn default() -> ImproveConfig {
        ImproveConfig {
            labels: PathBuf::new(),
            start: PathBuf::new(),
            seed: 1,
            batch: 512,
            holdout: 10,
            unit: 0.5,
            most_points: 48.0,
            anchor: 0.1,
            value: 0.1,
            log_every: 50,
            examine_every: 10,
            schedule: Schedule { steps: 4000, warmup: 100, rate: 5e-4, last: 1e-5 },
            adam: AdamConfig::default(),
        }
    }
}

/// What a network gains on labelled decisions: sums over them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gain {
    rows: f64,
    loss: f64,
    differs: f64,
    gain: f64,
    squares: f64,
}

impl Gain {
    /// What [`Gain::values`] are.
    pub const NAMES: [&str; 4] = ["loss", "differs", "gain", "error"];

    fn add(&mut self, other: &Gain) {
        self.rows += other.rows;
        self.loss += other.loss;
        self.differs += other.differs;
        self.gain += other.gain;
        self.squares += other.squares;
    }

    /// The mean loss, the share of decisions in which another action than the labeller's is the favourite, the points gained a
    /// decision, and the standard error of those.
    #[must_use]
    pub fn values(&self) -> [f64; 4] {
        let rows = self.rows.max(1.0);
        let gain = self.gain / rows;
        let variance = (self.squares / rows - gain * gain).max(0.0);
        [self.loss / rows, self.differs / rows, gain, (variance / rows).sqrt()]
    }
}

/// What somebody who waits is told.
pub trait Watch {
    /// So many steps are done.
    fn at(&self, step: u64, gain: &Gain);
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
    /// The gain on deals held out: at the start, the best, the last.
    pub gains: [Gain; 3],
}

struct Training<'a> {
    config: &'a ImproveConfig,
    folder: &'a Path,
    positions: Arc<Positions>,
    place: Place,
    batches: LabelBatches,
    network: Network,
    /// The network it began with.
    first: Network,
    provenance: BTreeMap<String, String>,
    adam: Adam,
    step: u64,
    curve: Curve,
    examined: Curve,
    /// The most points gained a decision on deals held out.
    best: f64,
    gains: [Gain; 3],
}

/// Trains in `folder`, going on where an earlier call stopped.
///
/// # Errors
/// When labels, networks or the folder cannot be used, or when the gradient is no number.
pub fn improve(
    config: &ImproveConfig,
    folder: &Path,
    device: Device,
    watch: &dyn Watch,
) -> Result<Finished, TrainError> {
    let mut training = Training::open(config, folder, device)?;
    let complete = training.run(watch)?;
    Ok(Finished { steps: training.step, complete, gains: training.gains })
}

impl<'a> Training<'a> {
    fn open(config: &'a ImproveConfig, folder: &'a Path, device: Device) -> Result<Training<'a>, TrainError> {
        config.schedule.check().map_err(TrainError::Config)?;
        let text = toml::to_string(config).map_err(|error| TrainError::Config(error.to_string()))?;
        let (mut network, card) = weights::load(&config.start, device)?;
        let (first, _) = weights::load(&config.start, device)?;
        let (labels, batch) = (&config.labels, config.batch);
        let positions = Positions::open(labels, card.network.features, batch, config.seed, config.holdout)?;
        let positions = Arc::new(positions);
        let mut adam = Adam::new(network.store(), config.adam);
        let path = folder.join(CHECKPOINT);
        let (mut step, mut place, mut best) = (0, Place::default(), 0.0);
        let mut lengths = BTreeMap::new();
        if let Some(saved) = Checkpoint::of(folder, &text)? {
            let wrong = |problem: String| TrainError::Checkpoint { path: path.clone(), problem };
            saved.restore("network", network.store_mut(), &mut adam).map_err(wrong)?;
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
        let curve = Curve::open(folder, "training", &Gain::NAMES, length("training")).map_err(file)?;
        let examined = Curve::open(folder, "holdout", &Gain::NAMES, length("holdout")).map_err(file)?;
        let batches = positions.batches(Split::Training, place)?;
        let mut provenance = card.provenance;
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        provenance.insert("improved on".into(), format!("{} ({} decisions)", name(labels), positions.len()));
        Ok(Training {
            config,
            folder,
            positions,
            place,
            batches,
            network,
            first,
            provenance,
            adam,
            step,
            curve,
            examined,
            best,
            gains: [Gain::default(); 3],
        })
    }

    fn run(&mut self, watch: &dyn Watch) -> Result<bool, TrainError> {
        let ImproveConfig { log_every, examine_every, .. } = *self.config;
        let steps = self.config.schedule.steps;
        if self.step == 0 {
            self.gains[0] = self.examine()?;
        }
        while self.step < steps {
            let gain = self.steps(log_every.min(steps - self.step))?;
            self.curve.add(self.step, &gain.values()).map_err(|source| self.file(source))?;
            watch.at(self.step, &gain);
            let (last, stop) = (self.step == steps, watch.stop());
            if last || stop || self.step.div_ceil(log_every).is_multiple_of(examine_every) {
                self.gains[2] = self.examine()?;
                if self.gains[2].values()[2] > self.best {
                    self.gains[1] = self.gains[2];
                    self.best = self.gains[2].values()[2];
                    self.keep(BEST)?;
                }
                self.save()?;
            }
            if stop {
                break;
            }
        }
        self.keep(NETWORK)?;
        Ok(self.step == steps)
    }

    fn steps(&mut self, count: u64) -> Result<Gain, TrainError> {
        let mut sum = Gain::default();
        for _ in 0..count {
            let batch = self.next()?;
            let rate = self.config.schedule.rate(self.step);
            let (loss, gain) = self.judge(&batch);
            let gradient = self.adam.step(&loss, rate);
            if !gradient.is_finite() {
                return Err(TrainError::Diverged { step: self.step, rate });
            }
            sum.add(&gain);
            self.step += 1;
            self.place = batch.next;
        }
        Ok(sum)
    }

    fn next(&mut self) -> Result<LabelBatch, TrainError> {
        if let Some(batch) = self.batches.next() {
            return Ok(batch?);
        }
        self.batches = self.positions.batches(Split::Training, self.place)?;
        self.batches.next().ok_or(TrainError::NoExamples)?.map_err(Into::into)
    }

    /// The loss of a batch, and what the network gains on it.
    fn judge(&self, batch: &LabelBatch) -> (Tensor, Gain) {
        let device = self.network.device();
        let rows = batch.len() as i64;
        let planes = self.network.config().planes() as i64;
        let on = |tensor: Tensor, columns: i64| tensor.view([rows, columns]).to_device(device);
        let views = Tensor::from_slice(&batch.planes).view([rows, planes, -1]).to_device(device);
        let legal = on(Tensor::from_slice(&batch.legal), ACTIONS);
        let tried = on(Tensor::from_slice(&batch.tried), TRIED as i64);
        let there = on(Tensor::from_slice(&batch.there), TRIED as i64);
        let points = on(Tensor::from_slice(&batch.points), TRIED as i64);
        let opinion = self.network.forward(&views);
        let logits = mask(&opinion.policy, &legal);
        let worth = logits.gather(1, &tried, false) * self.config.unit;
        let count = there.to_kind(Kind::Float);
        let tries = count.sum_dim_intlist(1, true, Kind::Float);
        let center =
            |values: &Tensor| values - (values * &count).sum_dim_intlist(1, true, Kind::Float) / &tries;
        let most = self.config.most_points;
        let target = center(&points).clamp(-most, most);
        let miss = ((center(&worth) - target).square() * &count).sum_dim_intlist(1, false, Kind::Float);
        // Per try, in the units of the value.
        let loss = (miss / tries.squeeze_dim(1)).mean(Kind::Float) * POINT * POINT;
        let value = (opinion.value - points.select(1, 0).clamp(-2.0 * most, 2.0 * most) * POINT).square();
        let begun =
            tch::no_grad(|| mask(&self.first.forward(&views).policy, &legal).log_softmax(1, Kind::Float));
        let now = logits.log_softmax(1, Kind::Float);
        let apart = (begun.exp() * (&begun - now)).sum(Kind::Float) / rows as f64;
        let left = 1.0 - self.step as f64 / self.config.schedule.steps as f64;
        let whole = &loss + value.mean(Kind::Float) * self.config.value + apart * (self.config.anchor * left);
        let favourite = worth.masked_fill(&there.logical_not(), f64::NEG_INFINITY).argmax(1, true);
        let gained = (points.gather(1, &favourite, false) - points.narrow(1, 0, 1))
            .squeeze_dim(1)
            .to_kind(Kind::Double);
        let sum = |tensor: Tensor| tensor.sum(Kind::Double).double_value(&[]);
        let gain = Gain {
            rows: rows as f64,
            loss: loss.double_value(&[]) * rows as f64,
            differs: sum(favourite.gt(0)),
            gain: sum(gained.shallow_clone()),
            squares: sum(gained.square()),
        };
        (whole, gain)
    }

    fn examine(&mut self) -> Result<Gain, TrainError> {
        let mut sum = Gain::default();
        for batch in self.positions.batches(Split::Holdout, Place::default())? {
            let batch = batch?;
            sum.add(&tch::no_grad(|| self.judge(&batch).1));
        }
        self.examined.add(self.step, &sum.values()).map_err(|source| self.file(source))?;
        Ok(sum)
    }

    fn save(&self) -> Result<(), TrainError> {
        let lengths = |curve: &Curve| curve.lengths().map_err(|source| self.file(source));
        let config = |error: &dyn std::error::Error| TrainError::Config(error.to_string());
        let state = State {
            config: toml::to_string(self.config).map_err(|error| config(&error))?,
            step: self.step,
            adam_steps: [("network".to_owned(), self.adam.steps())].into(),
            curves: [
                ("training".to_owned(), lengths(&self.curve)?),
                ("holdout".to_owned(), lengths(&self.examined)?),
            ]
            .into(),
            more: [
                ("place".to_owned(), serde_json::to_string(&self.place).map_err(|error| config(&error))?),
                ("best".to_owned(), self.best.to_bits().to_string()),
            ]
            .into(),
        };
        checkpoint::save(
            &self.folder.join(CHECKPOINT),
            &state,
            &[("network", self.network.store(), &self.adam)],
        )?;
        Ok(())
    }

    fn keep(&self, name: &str) -> Result<(), TrainError> {
        let mut provenance = self.provenance.clone();
        provenance.insert("improving steps".into(), self.step.to_string());
        weights::save(&self.network, &provenance, &self.folder.join(name))?;
        Ok(())
    }

    fn file(&self, source: std::io::Error) -> TrainError {
        TrainError::File { path: self.folder.into(), source }
    }
}
