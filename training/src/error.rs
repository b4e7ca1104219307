//! Why a training cannot begin or go on.

use crate::{dataset::DataError, labels::LabelError};
use mcr_agents::{AgentFailure, neural::WeightsError};
use std::{io, path::PathBuf};

/// A training that did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The configuration makes no sense.
    #[error("configuration: {0}")]
    Config(String),
    /// The folder holds a training with another one.
    #[error(
        "{0}: holds a training with another configuration (its train.toml); name another folder, or that file"
    )]
    OtherConfig(PathBuf),
    /// The checkpoint is not of this network.
    #[error("{path}: {problem}", path = path.display())]
    Checkpoint {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Examples cannot be made.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Labels cannot be read.
    #[error(transparent)]
    Labels(#[from] LabelError),
    /// There are none.
    #[error("the runs have no decisions that the configuration's data asks for")]
    NoExamples,
    /// A network cannot be read or written.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A file cannot be written.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// Which file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// An agent that plays along has no answer.
    #[error("deal {deal}: agent {agent:?} failed; the last checkpoint is kept")]
    Agent {
        /// The deal.
        deal: u64,
        /// Who.
        agent: String,
        /// What it says.
        source: AgentFailure,
    },
    /// The gradient is no number any more.
    #[error(
        "step {step}: the gradient is no number, at a learning rate of {rate}; the last checkpoint is kept. Try a lower rate"
    )]
    Diverged {
        /// When.
        step: u64,
        /// How fast it learned.
        rate: f64,
    },
}

impl TrainError {
    /// Whether what was given is wrong, not what happened.
    #[must_use]
    pub const fn is_input(&self) -> bool {
        !matches!(self, TrainError::Diverged { .. } | TrainError::File { .. } | TrainError::Agent { .. })
    }
}
