//! What a training goes on from: one file with the weights, what the optimiser remembers, and the counters.

use crate::{TrainError, adam::Adam, curve::Lengths, supervised::CHECKPOINT};
use mcr_agents::neural::{
    WeightsError,
    weights::{self, Tensors},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::Path};
use tch::nn::VarStore;

/// The counters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The configuration, as TOML: a training is gone on with as it was begun.
    pub config: String,
    /// Steps taken, which is also the place in the data and the schedule.
    pub step: u64,
    /// Steps of each optimiser; steps whose gradient was no number are not among them.
    pub adam_steps: BTreeMap<String, u64>,
    /// How long the curves were, by name.
    pub curves: BTreeMap<String, Lengths>,
    /// What else a trainer keeps, in its own words.
    #[serde(default)]
    pub more: BTreeMap<String, String>,
}

/// Writes a checkpoint of networks by name.
///
/// # Errors
/// When the file cannot be written.
pub fn save(path: &Path, state: &State, learners: &[(&str, &VarStore, &Adam)]) -> Result<(), WeightsError> {
    let mut tensors: Tensors = BTreeMap::new();
    for (name, store, adam) in learners {
        for (weight, tensor) in weights::by_name(store) {
            tensors.insert(format!("{name}/weights/{weight}"), tensor);
        }
        for (slot, tensor) in adam.state() {
            tensors.insert(format!("{name}/adam/{slot}"), tensor);
        }
    }
    let text = serde_json::to_string(state)
        .map_err(|error| WeightsError::Content { path: path.into(), problem: error.to_string() })?;
    weights::write_tensors(path, &Vec::from_iter(tensors), &text)
}

/// A checkpoint that was read.
#[derive(Debug)]
pub struct Checkpoint {
    /// The counters.
    pub state: State,
    tensors: Tensors,
}

impl Checkpoint {
    /// The checkpoint of the training in a folder, if it has one.
    ///
    /// # Errors
    /// When the file is none, or the training was begun with another configuration (as TOML).
    pub fn of(folder: &Path, config: &str) -> Result<Option<Checkpoint>, TrainError> {
        let path = folder.join(CHECKPOINT);
        if !path.exists() {
            return Ok(None);
        }
        let saved = Checkpoint::read(&path)?;
        if saved.state.config == config {
            Ok(Some(saved))
        } else {
            Err(TrainError::OtherConfig(folder.into()))
        }
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// When the file is none.
    pub fn read(path: &Path) -> Result<Checkpoint, WeightsError> {
        let (tensors, text) = weights::read_tensors(path)?;
        let state = serde_json::from_str(&text).map_err(|error| WeightsError::Content {
            path: path.into(),
            problem: format!("counters of a training: {error}"),
        })?;
        Ok(Checkpoint { state, tensors })
    }

    /// Puts back the network and the optimiser that were saved under a name.
    ///
    /// # Errors
    /// Says what is missing or of another size.
    pub fn restore(&self, name: &str, store: &mut VarStore, adam: &mut Adam) -> Result<(), String> {
        weights::put(&self.part(&format!("{name}/weights/")), store)?;
        let steps = self.state.adam_steps.get(name).copied();
        let steps = steps.ok_or_else(|| format!("no step count of {name:?}"))?;
        adam.restore(steps, &self.part(&format!("{name}/adam/")))
            .map_err(|missing| format!("tensor {missing:?} missing or of another size"))
    }

    fn part(&self, prefix: &str) -> Tensors {
        self.tensors
            .iter()
            .filter_map(|(name, tensor)| {
                Some((name.strip_prefix(prefix)?.to_owned(), tensor.shallow_clone()))
            })
            .collect()
    }
}
