//! Fans in play: what the logs of runs say about every fan.

mod fit;
mod follow;
mod near;
mod read;
mod summary;
mod tally;
mod waits;

pub use fit::{Fit, FitLine, Verdict, fit};
pub use near::{Compared, NearLine, NearMisses, near_misses};
pub use read::{StudyError, read};
pub use summary::{
    Growth, GrowthFan, LengthLine, MainLine, PairLine, PointsLine, Split, SplitFan, SplitKind, Study,
    UnseenLine,
};
pub use tally::StudyTally;
pub use waits::WaitsAtWin;

#[cfg(test)]
mod tests;
