//! Results as text for people and as CSV.

mod csv;
mod grid;
mod numbers;
mod summary;
mod transcript;

pub use csv::fan_csv;
pub use grid::{Align, Grid, width};
pub use numbers::{grouped, mean, percent, range};
pub use summary::summary_text;
pub use transcript::{deal_text, hand_text, tiles_text};
