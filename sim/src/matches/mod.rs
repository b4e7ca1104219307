//! Matches (局): 16 deals in four rounds, seats that rotate, standard points (rules/mcr.md 6.2, 6.3).

mod play;
pub mod rotation;
pub mod score;
pub mod standings;
mod table;

pub use play::play_matches;
pub use rotation::Rotation;
pub use score::{BASE_POINTS, MatchScore, places, standard_points};
pub use standings::{PlayerStanding, Standings};
pub use table::{ranking_csv, ranking_text};

/// Deals in a match: four rounds of four.
pub const DEALS: u64 = 16;
