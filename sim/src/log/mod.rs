//! The log of a run: Parquet tables `deals` and `steps`, their columns, and the one place that builds rows.

mod chunk;
mod columns;
mod deal_reader;
mod deals;
mod error;
#[cfg(test)]
pub(crate) mod example;
mod guard;
pub mod moves;
mod provenance;
mod row;
mod step_log;
mod steps;
#[cfg(test)]
mod tests;

pub use deal_reader::DealReader;
pub use deals::DealWriter;
pub use error::LogError;
pub use guard::decoding;
pub use provenance::Provenance;
pub use row::{AlsoWon, DealRow, Ending, Seating, SessionRow, StepRow, Win, WinBy};
pub use step_log::{StepLog, StepSink};
pub use steps::{EncodedSteps, StepReader, StepWriter};
