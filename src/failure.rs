//! Why a command did not succeed, and the exit code that says so.

use mcr_analysis::study::StudyError;
use mcr_sim::{arena::ArenaError, run::RunError};
use std::{
    io::{self, Write},
    process::ExitCode,
};

/// A command that did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage or bad input: exit code 2.
    Input(anyhow::Error),
    /// A run that failed although its input was good: exit code 1.
    Run(anyhow::Error),
    /// The reader of our output went away (`mcr … | head`): nobody to tell, nothing went wrong.
    OutputClosed,
}

impl Failure {
    /// Tells the user on standard error and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match &self {
            Failure::OutputClosed => return ExitCode::SUCCESS,
            // When nobody can be told, the exit code still says it.
            Failure::Input(error) | Failure::Run(error) => _ = writeln!(io::stderr(), "error: {error:#}"),
        }
        ExitCode::from(if matches!(self, Failure::Input(_)) { 2 } else { 1 })
    }
}

/// For errors of printing; other I/O errors are named with their file by the crates.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::Run(anyhow::Error::new(error).context("cannot write to standard output")),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        if error.is_input() { Failure::Input(error.into()) } else { Failure::Run(error.into()) }
    }
}

impl From<StudyError> for Failure {
    fn from(error: StudyError) -> Failure {
        match error {
            StudyError::Run(error) => error.into(),
            other => Failure::Input(other.into()),
        }
    }
}

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Failure {
        if error.is_input() { Failure::Input(error.into()) } else { Failure::Run(error.into()) }
    }
}
