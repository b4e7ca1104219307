//! Reading run folders.

use super::StudyTally;
use mcr_engine::RuleSet;
use mcr_sim::run::{LogLevel, RunError, RunFolder};
use rayon::prelude::*;

/// Parts read before they are put together, which bounds the memory.
const AHEAD: usize = 32;

/// Why runs cannot be studied.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// A folder cannot be read.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A run without a log of its deals.
    #[error("{path}: its deals were not logged (--log none); what was counted is in its summary.json")]
    NotLogged {
        /// The folder.
        path: String,
    },
    /// Runs of different rules.
    #[error("{first} and {second} were played under different rules")]
    Rules {
        /// A folder.
        first: String,
        /// Another.
        second: String,
    },
    /// A run with a wall for each seat.
    #[error("{path}: played with a wall for each seat, near misses need one wall for all")]
    Walls {
        /// The folder.
        path: String,
    },
    /// Nothing to study.
    #[error("{path}: no finished part, so there is no deal to look at")]
    Empty {
        /// The folders.
        path: String,
    },
}

/// Counts the whole parts of run folders on the threads of the current rayon pool. `progress` is told how many more
/// deals are counted.
///
/// # Errors
/// When a folder cannot be read or does not go with the others.
pub fn read(folders: &[RunFolder], progress: impl Fn(u64) + Sync) -> Result<StudyTally, StudyError> {
    check(folders)?;
    let mut all = StudyTally::default();
    for folder in folders {
        let parts: Vec<u64> = folder.parts_done()?.into_iter().collect();
        for chunk in parts.chunks(AHEAD) {
            let count = |part: &u64| {
                let mut tally = StudyTally::default();
                folder.read_outlines(*part, |row| tally.add(row))?;
                progress(tally.tally.deals);
                Ok(tally)
            };
            let counted: Vec<Result<StudyTally, RunError>> = chunk.par_iter().map(count).collect();
            for tally in counted {
                all.merge(&tally?);
                all.mark();
            }
        }
    }
    if all.tally.deals == 0 {
        let names: Vec<String> = folders.iter().map(name).collect();
        return Err(StudyError::Empty { path: names.join(", ") });
    }
    Ok(all)
}

fn name(folder: &RunFolder) -> String {
    folder.path().display().to_string()
}

/// Runs can be counted together when their deals are logged and of one game.
fn check(folders: &[RunFolder]) -> Result<(), StudyError> {
    let mut rules: Option<(RuleSet, String)> = None;
    for folder in folders {
        if folder.manifest().log == LogLevel::None {
            return Err(StudyError::NotLogged { path: name(folder) });
        }
        let these = folder.manifest().rules;
        if let Some((those, first)) = rules.replace((these, name(folder)))
            && those != these
        {
            return Err(StudyError::Rules { first, second: name(folder) });
        }
    }
    Ok(())
}
