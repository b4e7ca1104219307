//! Exact probabilities by counting: every complete hand of 14 tiles drawn from the 136, every choice of its winning
//! tile, won by own draw and on a discard (rules/mcr.md 2–5).
//!
//! Nothing is sampled. A hand of distinct tiles stands for the ways to take its copies out of four of each kind, and
//! hands that differ only by which suit is which are scored once.

mod counts;
mod exact;
mod groups;
mod hands;
mod pool;
mod puzzle;
mod table;

pub use counts::{Counts, WayCounts, hands_of};
pub use exact::{DISTINCT_HANDS, Exact, count, count_in};
pub use pool::{Pool, PoolError};
pub use puzzle::{Puzzle, Waiting};
pub use table::{FanProbability, FanWay, ProbabilityTable, ShapeLine, WorthLine, probability_csv, shape_key};

/// Ways to take a hand of 14 tiles out of 136.
pub const ALL_HANDS: u128 = 4_250_305_029_168_216_000;

/// Every hand is counted so many times: with each of its 14 tiles as the winning one, and with the sixteen pairs of
/// prevalent and seat wind (rules/mcr.md 3, fans 60 and 61).
pub const UNITS: u128 = 14 * 16;

#[cfg(test)]
mod tests;
