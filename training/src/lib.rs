//! From logs to networks: data sets made by replaying runs and, with the feature `torch`, the trainers.

pub mod dataset;
pub mod labels;
pub mod positions;
mod shuffle;

#[cfg(feature = "torch")]
pub mod adam;
#[cfg(feature = "torch")]
pub mod belief;
#[cfg(feature = "torch")]
pub mod checkpoint;
#[cfg(feature = "torch")]
pub mod curve;
#[cfg(feature = "torch")]
pub mod error;
#[cfg(feature = "torch")]
pub mod events;
#[cfg(feature = "torch")]
pub mod improve;
#[cfg(feature = "torch")]
pub mod learner;
#[cfg(feature = "torch")]
pub mod schedule;
#[cfg(feature = "torch")]
pub mod selfplay;
#[cfg(feature = "torch")]
pub mod supervised;

#[cfg(feature = "torch")]
pub use error::TrainError;
