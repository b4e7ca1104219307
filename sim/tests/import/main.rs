//! Foreign logs: reading, replaying and writing them.

mod common;
mod fouls;
mod generated;
mod hand_written;
mod mutated;
mod sample_logs;
