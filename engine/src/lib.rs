//! The rules of Chinese Official Mahjong (国标麻将, MCR): pure, deterministic, without I/O.
//!
//! One noun of the game a module. Section numbers in comments are those of the project's rules reference.

pub mod action;
pub mod event;
pub mod meld;
pub mod notation;
pub mod rules;
pub mod seat;
pub mod shape;
pub mod tile;
pub mod tile_counts;
pub mod tile_set;
pub mod wind;

pub use action::{Action, ActionSet};
pub use event::{Event, EventSink};
pub use meld::{Meld, MeldKind, Melds, Offer};
pub use rules::{FalseHuPolicy, RuleSet, WallLayout};
pub use seat::{BySeat, Seat, SeatSet};
pub use shape::Shape;
pub use tile::{Suit, Tile};
pub use tile_counts::TileCounts;
pub use tile_set::TileSet;
pub use wind::Wind;
