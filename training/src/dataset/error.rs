//! Why there are no examples.

use mcr_sim::{log::LogError, replay::ReplayFault, run::RunError};
use std::{io, path::PathBuf};

/// Examples that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A plan that makes no sense.
    #[error("examples: {what} is {found}, expected {expected}")]
    Plan {
        /// The setting.
        what: String,
        /// Its value.
        found: String,
        /// What it may be.
        expected: &'static str,
    },
    /// A run cannot be read.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A table cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A run without finished deals in it.
    #[error("{path}: no finished part with deals (was it played with --log none?)", path = path.display())]
    Empty {
        /// Its folder.
        path: PathBuf,
    },
    /// A deal cannot be played again.
    #[error("{path}: deal {deal}: {source}", path = path.display())]
    Deal {
        /// The run.
        path: PathBuf,
        /// Its number.
        deal: u64,
        /// What is wrong with it.
        source: ReplayFault,
    },
    /// There are no threads to be had.
    #[error("cannot start threads: {0}")]
    Threads(String),
    /// A file cannot be written.
    #[error("{path}: cannot write", path = path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}
