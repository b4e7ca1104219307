//! Many deals: seeds, scheduling, logs, statistics.

pub mod import;
