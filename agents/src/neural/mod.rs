//! `neural`: plays what a network says.
//!
//! [`config`] says what a network is made of, [`network`] computes, [`weights`] keeps it in files, [`agent`] plays.

pub mod agent;
pub mod config;
pub mod network;
pub mod weights;

pub use agent::{Loaded, Neural, Options, OptionsError};
pub use config::{NetworkConfig, SizeError};
pub use network::{ACTIONS, Network, OUTCOMES, Opinion, POINT, mask};
pub use weights::{Card, WeightsError};
