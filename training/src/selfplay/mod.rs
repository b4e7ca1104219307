//! Learning by play: proximal policy optimisation against itself, its earlier selves and an agent.
//!
//! An iteration plays some deals with actions drawn from the policy, looks back which of them did better than the critic
//! had foreseen, and makes those likelier, within bounds: of the change of a probability in one iteration, and of the
//! distance to the network it began with. What an iteration does follows from the networks, the seed and its number.

mod config;
mod table;

pub use config::SelfplayConfig;

use crate::{
    adam::Adam,
    checkpoint::{self, Checkpoint, State},
    curve::Curve,
    error::TrainError,
    labels::asked,
    shuffle::shuffle,
    supervised::{CHECKPOINT, NETWORK},
};
use mcr_agents::{
    AgentSpec, Registry,
    encoding::KINDS,
    neural::{ACTIONS, Network, NetworkConfig, POINT, mask, weights},
};
use mcr_engine::{RuleSet, Stream};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path as FilePath, PathBuf},
};
use table::{Path, Step, play};
use tch::{Device, Kind, Tensor};

/// What an iteration tells.
pub const NAMES: [&str; 9] =
    ["points", "error", "policy", "critic", "explained", "entropy", "kl", "clipped", "gradient"];

/// What somebody who waits is told.
pub trait Watch {
    /// An iteration is done; its values by [`NAMES`].
    fn at(&self, iteration: u64, values: &[f64; 9]);
    /// Whether to stop after it.
    fn stop(&self) -> bool;
}

struct Training<'a> {
    config: &'a SelfplayConfig,
    folder: &'a FilePath,
    network: Network,
    adam: Adam,
    first: Network,
    critic: Option<(Network, Adam)>,
    past: Vec<Network>,
    provenance: BTreeMap<String, String>,
    iteration: u64,
    curve: Curve,
}

/// A decision with what it is to teach.
struct Lesson<'a> {
    step: &'a Step,
    advantage: f32,
    /// What the critic should have foreseen, and the deal's points, in units of the value.
    target: f32,
    points: f32,
}

/// Trains in `folder`, going on where an earlier call stopped; whether the last iteration was reached.
///
/// # Errors
/// When networks or the folder cannot be used, or when a gradient is no number.
pub fn selfplay(
    config: &SelfplayConfig,
    registry: &Registry,
    rules: &RuleSet,
    folder: &FilePath,
    device: Device,
    watch: &dyn Watch,
) -> Result<bool, TrainError> {
    let opponent = asked(registry, config.opponent.as_deref().unwrap_or(registry.usual()))
        .map_err(|problem| TrainError::Config(format!("opponent: {problem}")))?;
    let mut training = Training::open(config, folder, device)?;
    while training.iteration < config.schedule.steps {
        let values = training.iterate(&opponent, rules)?;
        let stop = watch.stop();
        training.after(&values, stop)?;
        watch.at(training.iteration, &values);
        if stop {
            break;
        }
    }
    weights::save(&training.network, &training.provenance(), &folder.join(NETWORK))?;
    Ok(training.iteration == config.schedule.steps)
}

impl<'a> Training<'a> {
    fn open(
        config: &'a SelfplayConfig,
        folder: &'a FilePath,
        device: Device,
    ) -> Result<Training<'a>, TrainError> {
        config.check().map_err(TrainError::Config)?;
        let text = toml::to_string(config).map_err(|error| TrainError::Config(error.to_string()))?;
        let (mut network, card) = weights::load(&config.start, device)?;
        let (first, _) = weights::load(&config.start, device)?;
        let mut adam = Adam::new(network.store(), config.adam);
        let size = NetworkConfig { features: card.network.features, hidden: true, ..config.critic.clone() };
        let mut critic = config.oracle.then(|| {
            let critic = Network::new(&size, config.seed, "critic weights", device);
            let adam = Adam::new(critic.store(), config.adam);
            (critic, adam)
        });
        let (mut iteration, mut length, mut past) = (0, Default::default(), Vec::new());
        let path = folder.join(CHECKPOINT);
        if let Some(saved) = Checkpoint::of(folder, &text)? {
            let wrong = |problem: String| TrainError::Checkpoint { path: path.clone(), problem };
            saved.restore("network", network.store_mut(), &mut adam).map_err(wrong)?;
            if let Some((critic, adam)) = &mut critic {
                saved.restore("critic", critic.store_mut(), adam).map_err(wrong)?;
            }
            iteration = saved.state.step;
            length = saved.state.curves.get("training").copied().unwrap_or_default();
            for number in selves(config, iteration) {
                past.push(weights::load(&past_path(folder, number), device)?.0);
            }
        }
        let file = |source| TrainError::File { path: folder.into(), source };
        fs::create_dir_all(folder).map_err(file)?;
        fs::write(folder.join("train.toml"), &text).map_err(file)?;
        let curve = Curve::open(folder, "training", &NAMES, length).map_err(file)?;
        let provenance = card.provenance;
        Ok(Training { config, folder, network, adam, first, critic, past, provenance, iteration, curve })
    }

    /// Plays and learns once.
    fn iterate(&mut self, opponent: &AgentSpec, rules: &RuleSet) -> Result<[f64; 9], TrainError> {
        let begin = self.iteration * self.config.deals;
        let numbers = begin..begin + self.config.deals;
        let paths = play(self.config, opponent, rules, numbers, &self.network, &self.past);
        let paths = paths.map_err(|(deal, source)| {
            let agent = opponent.to_string();
            TrainError::Agent { deal, agent, source }
        })?;
        let count = paths.len().max(1) as f64;
        let mean = paths.iter().map(|path| f64::from(path.points)).sum::<f64>() / count;
        let variance = paths.iter().map(|path| (f64::from(path.points) - mean).powi(2)).sum::<f64>() / count;
        let (mut lessons, explained) = self.lessons(&paths);
        let mut sums = [0.0; 6];
        let mut steps = 0.0;
        let rate = self.config.schedule.rate(self.iteration);
        for epoch in 0..self.config.epochs {
            let place = format!("{}/{epoch}", self.iteration);
            shuffle(&mut lessons, &mut Stream::named(self.config.seed, "lessons", &place));
            for batch in lessons.chunks(self.config.batch) {
                let told = self.learn(batch, rate)?;
                sums.iter_mut().zip(told).for_each(|(sum, value)| *sum += value);
                steps += 1.0;
            }
        }
        let [policy, critic, entropy, kl, clipped, gradient] = sums.map(|sum| sum / f64::max(steps, 1.0));
        Ok([mean, (variance / count).sqrt(), policy, critic, explained, entropy, kl, clipped, gradient])
    }

    /// Each decision's advantage: how much better the deal went than the critic foresaw, smoothed; and the share
    /// of the points' variance that the critic foresaw.
    fn lessons<'p>(&self, paths: &'p [Path]) -> (Vec<Lesson<'p>>, f64) {
        let most = self.config.most_points;
        let mut lessons = Vec::new();
        let (mut missed, mut all) = (0.0, 0.0);
        let steps: Vec<&Step> = paths.iter().flat_map(|path| &path.steps).collect();
        let foreseen = self.foresee(&steps);
        let mut place = 0;
        for path in paths {
            let points = (f64::from(path.points).clamp(-most, most) * POINT) as f32;
            let values = &foreseen[place..place + path.steps.len()];
            place += path.steps.len();
            let mut advantages = vec![0.0; values.len()];
            let (mut next, mut sum) = (points, 0.0);
            for (value, advantage) in values.iter().zip(&mut advantages).rev() {
                sum = next - value + self.config.lambda as f32 * sum;
                *advantage = sum;
                next = *value;
            }
            for ((step, value), advantage) in path.steps.iter().zip(values).zip(advantages) {
                lessons.push(Lesson { step, advantage, target: value + advantage, points });
                missed += f64::from(points - value).powi(2);
                all += f64::from(points).powi(2);
            }
        }
        let count = lessons.len().max(1) as f32;
        let mean = lessons.iter().map(|lesson| lesson.advantage).sum::<f32>() / count;
        let square = lessons.iter().map(|lesson| (lesson.advantage - mean).powi(2)).sum::<f32>() / count;
        lessons
            .iter_mut()
            .for_each(|lesson| lesson.advantage = (lesson.advantage - mean) / (square.sqrt() + 1e-6));
        (lessons, 1.0 - missed / f64::max(all, 1e-9))
    }

    /// What the critic thinks of decisions.
    fn foresee(&self, steps: &[&Step]) -> Vec<f32> {
        let mut values = Vec::with_capacity(steps.len());
        for chunk in steps.chunks(self.config.batch) {
            let value = tch::no_grad(|| self.critic_value(chunk).to_device(Device::Cpu).contiguous());
            let mut numbers = vec![0.0f32; chunk.len()];
            value.copy_data(&mut numbers, chunk.len());
            values.extend(numbers);
        }
        values
    }

    fn critic_value(&self, steps: &[&Step]) -> Tensor {
        match &self.critic {
            Some((critic, _)) => {
                let views =
                    planes(steps.iter().map(|step| [&step.planes[..], &step.hidden].concat()), steps.len());
                critic.forward(&views.to_device(critic.device())).value
            }
            None => {
                let views = planes(steps.iter().map(|step| step.planes.clone()), steps.len());
                self.network.forward(&views.to_device(self.network.device())).value
            }
        }
    }

    /// One step; what it tells is policy loss, critic loss, entropy, distance, share clipped, gradient.
    fn learn(&mut self, lessons: &[Lesson<'_>], rate: f64) -> Result<[f64; 6], TrainError> {
        let config = self.config;
        let device = self.network.device();
        let rows = lessons.len() as i64;
        let steps: Vec<&Step> = lessons.iter().map(|lesson| lesson.step).collect();
        let views = planes(steps.iter().map(|step| step.planes.clone()), steps.len()).to_device(device);
        let legal: Vec<bool> = steps.iter().flat_map(|step| step.legal.iter().copied()).collect();
        let legal = Tensor::from_slice(&legal).view([rows, ACTIONS]).to_device(device);
        let column = |value: &dyn Fn(&Lesson<'_>) -> f32| {
            let numbers: Vec<f32> = lessons.iter().map(value).collect();
            Tensor::from_slice(&numbers).to_device(device)
        };
        let action: Vec<i64> = steps.iter().map(|step| step.action as i64).collect();
        let action = Tensor::from_slice(&action).view([rows, 1]).to_device(device);
        let opinion = self.network.forward(&views);
        let likely = mask(&opinion.policy, &legal).log_softmax(1, Kind::Float);
        let ratio =
            (likely.gather(1, &action, false).squeeze_dim(1) - column(&|lesson| lesson.step.likely)).exp();
        let advantage = column(&|lesson| lesson.advantage);
        let bounded = ratio.clamp(1.0 - config.clip, 1.0 + config.clip);
        let policy = -(&ratio * &advantage).minimum(&(&bounded * &advantage)).mean(Kind::Float);
        let chance = likely.exp();
        let entropy = -(&chance * &likely).sum(Kind::Float) / rows as f64;
        let begun =
            tch::no_grad(|| mask(&self.first.forward(&views).policy, &legal).log_softmax(1, Kind::Float));
        let apart = (begun.exp() * (&begun - &likely)).sum(Kind::Float) / rows as f64;
        let value = (&opinion.value - column(&|lesson| lesson.points)).square().mean(Kind::Float);
        let left = 1.0 - 0.9 * self.iteration as f64 / config.schedule.steps as f64;
        let loss = &policy - &entropy * config.entropy + &apart * (config.kl * left) + &value * config.value;
        let gradient = self.adam.step(&loss, rate);
        let target = column(&|lesson| lesson.target);
        let mut missed = value.double_value(&[]);
        let mut finite = gradient.is_finite();
        if self.critic.is_some() {
            let loss = (self.critic_value(&steps) - target).square().mean(Kind::Float);
            missed = loss.double_value(&[]);
            if let Some((_, adam)) = &mut self.critic {
                finite &= adam.step(&loss, 3.0 * rate).is_finite();
            }
        }
        if !finite {
            return Err(TrainError::Diverged { step: self.iteration, rate });
        }
        let clipped = (&ratio - &bounded).abs().gt(1e-6).to_kind(Kind::Float).mean(Kind::Float);
        let number = |tensor: &Tensor| tensor.double_value(&[]);
        Ok([number(&policy), missed, number(&entropy), number(&apart), number(&clipped), gradient])
    }

    /// Counts the iteration, keeps what is to be kept.
    fn after(&mut self, values: &[f64; 9], stop: bool) -> Result<(), TrainError> {
        self.iteration += 1;
        let file = |source| TrainError::File { path: self.folder.into(), source };
        self.curve.add(self.iteration, values).map_err(file)?;
        if self.config.past > 0 && self.iteration.is_multiple_of(self.config.past_every) {
            let path = past_path(self.folder, self.iteration);
            weights::save(&self.network, &self.provenance(), &path)?;
            self.past.push(weights::load(&path, self.network.device())?.0);
            if self.past.len() > self.config.past {
                self.past.remove(0);
            }
        }
        let last = self.iteration == self.config.schedule.steps;
        if !(last || stop || self.iteration.is_multiple_of(self.config.save_every)) {
            return Ok(());
        }
        let mut learners = vec![("network", self.network.store(), &self.adam)];
        if let Some((critic, adam)) = &self.critic {
            learners.push(("critic", critic.store(), adam));
        }
        let state = State {
            config: toml::to_string(self.config).map_err(|error| TrainError::Config(error.to_string()))?,
            step: self.iteration,
            adam_steps: learners.iter().map(|(name, _, adam)| ((*name).to_owned(), adam.steps())).collect(),
            curves: [("training".to_owned(), self.curve.lengths().map_err(file)?)].into(),
            more: BTreeMap::new(),
        };
        checkpoint::save(&self.folder.join(CHECKPOINT), &state, &learners)?;
        Ok(())
    }

    fn provenance(&self) -> BTreeMap<String, String> {
        let mut provenance = self.provenance.clone();
        provenance.insert("played deals".into(), (self.iteration * self.config.deals).to_string());
        provenance
    }
}

/// The iterations whose networks are kept as earlier selves.
fn selves(config: &SelfplayConfig, iteration: u64) -> Vec<u64> {
    let all = iteration / config.past_every;
    let kept = all.min(config.past as u64);
    (all - kept + 1..=all).map(|number| number * config.past_every).collect()
}

fn past_path(folder: &FilePath, iteration: u64) -> PathBuf {
    folder.join(format!("past-{iteration:06}.safetensors"))
}

fn planes(views: impl Iterator<Item = Vec<f32>>, rows: usize) -> Tensor {
    let numbers: Vec<f32> = views.flatten().collect();
    Tensor::from_slice(&numbers).view([rows as i64, -1, KINDS as i64])
}
