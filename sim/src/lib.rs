//! Many deals: seeds, scheduling, logs, statistics.

pub mod arena;
pub mod conduct;
pub mod import;
pub mod judge;
pub mod lockstep;
pub mod log;
pub mod matches;
mod ordered;
pub mod play;
mod play_error;
pub mod replay;
pub mod report;
pub mod run;
pub mod statistics;
pub mod tune;
pub mod validate;

pub use play_error::PlayError;

/// The version that logs and manifests name.
pub const PROGRAM_VERSION: &str = env!("CARGO_PKG_VERSION");
