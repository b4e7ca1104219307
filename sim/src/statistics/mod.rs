//! Counting what happened in many deals, and how sure the counts are.

mod interval;
mod moments;
mod rate;
mod summary;
mod tally;

pub use interval::Interval;
pub use moments::Moments;
pub use rate::Rate;
pub use summary::{FanLine, MeanLine, PlayerLine, ShareLine, Summary};
pub use tally::{FanTally, PlayerTally, Tally};

/// The 97.5 % point of the normal distribution: two-sided 95 % intervals.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;
