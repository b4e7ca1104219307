//! Why an arena cannot start or go on.

use crate::{PlayError, arena::sequential::PlanError, run::RunError};
use std::path::PathBuf;

/// An arena that cannot start or go on. Sets that were saved stay.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// What can happen to any run: files, folders, threads.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The folder holds something else.
    #[error("{path}: not empty and not the folder of an arena (no arena.toml); choose another folder", path = path.display())]
    NotAnArena {
        /// The folder.
        path: PathBuf,
    },
    /// The sequential test makes no sense.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A line of a file of sets says something else than it should.
    #[error("{path}:{line}: {found:?}, expected {expected}", path = path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is there.
        found: String,
        /// What should be.
        expected: String,
    },
    /// An agent had no answer, or one against the rules, under a rule set that has no price for it.
    #[error("set {set}, wall {wall}: agent {agent:?} {what}", what = source.what())]
    Agent {
        /// The set.
        set: u64,
        /// The wall.
        wall: u64,
        /// The agent's name.
        agent: String,
        /// Who, what and when.
        source: PlayError,
    },
}

impl ArenaError {
    /// Whether the fault lies in what the user gave (exit code 2) rather than in the run (exit code 1).
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            ArenaError::Run(error) => error.is_input(),
            ArenaError::NotAnArena { .. } | ArenaError::Plan(_) | ArenaError::Line { .. } => true,
            ArenaError::Agent { .. } => false,
        }
    }
}
