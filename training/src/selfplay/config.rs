//! What a training by play is.

use crate::{adam::AdamConfig, schedule::Schedule};
use mcr_agents::neural::NetworkConfig;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A training by play: proximal policy optimisation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SelfplayConfig {
    /// The network to begin with.
    pub start: PathBuf,
    /// Seed of walls and choices.
    pub seed: u64,
    /// Deals of an iteration.
    pub deals: u64,
    /// Share of deals in which the learner holds all four seats.
    pub alone_with_itself: f64,
    /// Share of deals in which it sits alone among opponents; in the rest the others are earlier selves.
    pub with_heuristic: f64,
    /// Spec of the opponent; the agent that plays where nobody is named unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
    /// Iterations after which the learner becomes one of its earlier selves.
    pub past_every: u64,
    /// Earlier selves that are kept.
    pub past: usize,
    /// Whether the critic sees hidden tiles; otherwise the network's own value is the critic.
    pub oracle: bool,
    /// What the critic is made of.
    pub critic: NetworkConfig,
    /// Times that an iteration's decisions are gone through.
    pub epochs: usize,
    /// Decisions of a step.
    pub batch: usize,
    /// How far a probability may move in an iteration, as a ratio.
    pub clip: f64,
    /// Smoothing of advantages.
    pub lambda: f64,
    /// How much doubt counts.
    pub entropy: f64,
    /// How much the distance to the first network counts, at first; it falls to a tenth of that.
    pub kl: f64,
    /// How much the network's own value counts.
    pub value: f64,
    /// Points beyond which a deal counts as this.
    pub most_points: f64,
    /// Steps of the schedule are iterations.
    pub schedule: Schedule,
    /// How steps are taken.
    pub adam: AdamConfig,
    /// Iterations between two checkpoints.
    pub save_every: u64,
}

impl Default for SelfplayConfig {
    fn default() -> SelfplayConfig {
        SelfplayConfig {
            start: PathBuf::new(),
            seed: 1,
            deals: 256,
            alone_with_itself: 0.4,
            with_heuristic: 0.4,
            opponent: None,
            past_every: 20,
            past: 4,
            oracle: true,
            critic: NetworkConfig::default(),
            epochs: 2,
            batch: 1024,
            clip: 0.2,
            lambda: 0.95,
            entropy: 0.003,
            kl: 0.1,
            value: 0.1,
            most_points: 96.0,
            schedule: Schedule { steps: 500, warmup: 5, rate: 2e-4, last: 2e-5 },
            adam: AdamConfig::default(),
            save_every: 5,
        }
    }
}

impl SelfplayConfig {
    /// Refuses what makes no sense.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn check(&self) -> Result<(), String> {
        self.schedule.check()?;
        self.critic.check().map_err(|error| error.to_string())?;
        let share = |share: f64| (0.0..=1.0).contains(&share);
        if self.deals == 0
            || self.batch == 0
            || self.epochs == 0
            || self.past_every == 0
            || self.save_every == 0
        {
            return Err("deals, batch, epochs, past_every, save_every: expected 1 or more".into());
        }
        if !share(self.alone_with_itself) || !share(self.with_heuristic) || !share(self.lambda) {
            return Err("alone_with_itself, with_heuristic, lambda: expected 0 to 1".into());
        }
        if self.alone_with_itself + self.with_heuristic > 1.0 {
            return Err("alone_with_itself + with_heuristic: expected at most 1".into());
        }
        Ok(())
    }
}
