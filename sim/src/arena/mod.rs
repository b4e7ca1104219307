//! Comparing agents on duplicate sets: who is stronger, by how many points a deal, how sure that is.
//!
//! Scheduling, playing, counting, deciding and reporting are apart from one another:
//!
//! - [`schedule`]: who meets whom, on which wall, in which seats;
//! - `play`: the deals of one set, with [`contestant`]s' players;
//! - [`tally`]: what happened in a set, in whole numbers;
//! - [`standings`]: sums and [`estimate`]s over sets, [`ratings`] of many agents, [`control_variates`];
//! - [`sequential`]: a test that stops when it is sure;
//! - [`run`]: sets in parallel, counted in their order, kept in a [`state`] folder;
//! - [`report`] and its [`table`] for people.

pub mod contestant;
pub mod control_variates;
mod error;
pub mod estimate;
mod play;
pub mod ratings;
pub mod report;
pub mod run;
pub mod schedule;
pub mod sequential;
pub mod standings;
pub mod state;
pub mod table;
pub mod tally;

pub use contestant::Contestant;
pub use error::ArenaError;
pub use report::{Report, Speed};
pub use run::{Arena, Effort, Run};
pub use schedule::{Lineup, Meeting, Seatings, lineups};
pub use sequential::{Plan, Verdict};
pub use table::{Table, csv};
