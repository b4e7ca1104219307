//! Logged deals as examples for a network.
//!
//! Runs keep walls and moves, not what seats saw. A [`Dataset`] plays the deals again, takes some decisions of each, and
//! gives them as shuffled [`Batch`]es. What comes in which order depends on the [`Plan`] and the runs only, not on
//! threads, and a [`State`] goes on from any batch.
//!
//! Parts of the runs are shuffled and read a few at a time; their deals are shuffled and played again in pools of some ten
//! thousand decisions, which are kept as positions, shuffled, and encoded when their batch is due.

mod batch;
mod columns;
mod error;
mod export;
mod loader;
mod npy;
mod parquet_table;
mod plan;
mod sample;
mod source;
#[cfg(test)]
mod tests;

pub use batch::{Batch, Drawn};
pub use error::DataError;
pub use export::{Export, Exported, Table, export};
pub use loader::{Batches, Dataset, State};
pub use plan::{Outcome, Plan, Split};
pub use sample::Sample;
