//! The rules of Chinese Official Mahjong (国标麻将, MCR): pure, deterministic, without I/O.
//!
//! One noun of the game a module. Section numbers in comments are those of the project's rules reference.

pub mod action;
pub mod deal;
pub mod discards;
pub mod event;
pub mod event_log;
pub mod hand;
pub mod imagine;
pub mod meld;
pub mod notation;
pub mod observation;
pub mod perft;
pub mod replay;
pub mod rng;
pub mod rules;
pub mod ruling;
pub mod scoring;
pub mod seat;
pub mod settlement;
pub mod setup;
pub mod shape;
pub mod table;
pub mod tile;
pub mod tile_counts;
pub mod tile_set;
pub mod view;
pub mod wall;
pub mod wind;

pub use action::{Action, ActionSet};
pub use deal::{Deal, IllegalAction};
pub use discards::{Discard, Discards};
pub use event::{Event, EventSink};
pub use event_log::EventLog;
pub use hand::Hand;
pub use meld::{Meld, MeldKind, Melds, Offer};
pub use observation::{Moment, Observation};
pub use perft::perft;
pub use replay::{Replay, ReplayError, Replayed, replay};
pub use rng::DecisionRng;
pub use rules::{FalseHuPolicy, FanOptions, Payments, RuleFault, RuleSet, Scoring, Waits, WallLayout};
pub use ruling::{Ruling, Rulings};
pub use scoring::{Fan, Score, WinContext, WinningHand};
pub use seat::{BySeat, Seat, SeatSet};
pub use settlement::{Outcome, OutcomeKind};
pub use setup::{Setup, SetupFault, SetupHand, SetupMoment, SetupWall};
pub use shape::Shape;
pub use table::{EventError, Phase, Table};
pub use tile::{Suit, Tile};
pub use tile_counts::TileCounts;
pub use tile_set::TileSet;
pub use view::{SeatView, ViewError};
pub use wall::{Wall, WallError};
pub use wind::Wind;
