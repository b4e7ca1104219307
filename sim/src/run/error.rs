//! Why a run cannot start or go on.

use crate::{PlayError, log::LogError};
use std::{io, path::PathBuf};

/// A run that cannot start or go on. Parts that were finished stay whole.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file or folder cannot be read or written.
    #[error("{path}: cannot {what}", path = path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        source: io::Error,
    },
    /// A file of the run that is not there or cannot be read.
    #[error("{path}: cannot read the run manifest", path = path.display())]
    NoManifest {
        /// Where it should be.
        path: PathBuf,
        /// Why it cannot be read.
        source: io::Error,
    },
    /// A log file is damaged or of another program.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The folder is in use.
    #[error("{path}: another mcr process is writing this run", path = path.display())]
    Locked {
        /// The folder.
        path: PathBuf,
    },
    /// The folder holds something else.
    #[error("{path}: not empty and not a run folder (no run.toml); choose another folder", path = path.display())]
    NotARun {
        /// The folder.
        path: PathBuf,
    },
    /// The manifest cannot be read.
    #[error("{path}: not a run manifest: {reason}", path = path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The folder holds a run with other parameters.
    #[error("{path} holds another run: {differences}", path = path.display())]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// Which parameters differ and how.
        differences: String,
    },
    /// A part has a whole file that does not hold what it should.
    #[error("{path}: holds {found} deals from {first_found}, expected {expected} from {first_expected}", path = path.display())]
    Part {
        /// The file.
        path: PathBuf,
        /// How many deals it holds.
        found: u64,
        /// Its first deal.
        first_found: u64,
        /// How many it should hold.
        expected: u64,
        /// Which should be first.
        first_expected: u64,
    },
    /// An agent plays otherwise than the one that began the run.
    #[error(
        "{path}: agent {agent:?} is version {found:?} in this run, this program has version {here:?}, which may play otherwise; begin a new run, or go on with the program that began it",
        path = path.display()
    )]
    OtherVersion {
        /// The manifest.
        path: PathBuf,
        /// The agent's spec string.
        agent: String,
        /// The version in the manifest.
        found: String,
        /// The version of this program's agent.
        here: String,
    },
    /// An agent's spec string or parameter is no good.
    #[error("{0}")]
    Parameter(String),
    /// An agent had no answer, or one against the rules, under a rule set that has no price for it.
    #[error("deal {deal}: agent {agent:?} {what}", what = source.what())]
    Agent {
        /// The deal.
        deal: u64,
        /// The agent's spec string.
        agent: String,
        /// Who, what and when.
        source: PlayError,
    },
    /// The threads cannot be started.
    #[error("cannot start the worker threads: {0}")]
    Threads(String),
}

impl RunError {
    /// Whether the fault lies in what the user gave (exit code 2) rather than in the run (exit code 1).
    #[must_use]
    pub fn is_input(&self) -> bool {
        !matches!(
            self,
            RunError::Io { .. }
                | RunError::Log(LogError::Write { .. })
                | RunError::Agent { .. }
                | RunError::Threads(_)
        )
    }
}
