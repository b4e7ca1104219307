//! `neural`: plays what a network says.
//!
//! `config` says what a network is made of, `network` computes, `weights` keeps it in files, `agent` plays, `factory` offers
//! it. Without the feature `torch` there is the factory only, which says what is missing. Nothing here asks libtorch for chance: its
//! generator belongs to the whole process.

#[cfg(feature = "torch")]
pub mod agent;
#[cfg(feature = "torch")]
pub mod config;
pub mod factory;
#[cfg(all(feature = "torch", clippy))]
mod forbidden;
#[cfg(feature = "torch")]
pub mod network;
#[cfg(feature = "torch")]
pub mod threads;
#[cfg(feature = "torch")]
pub mod weights;

#[cfg(feature = "torch")]
pub use agent::{Loaded, Neural, Options, OptionsError};
#[cfg(feature = "torch")]
pub use config::{NetworkConfig, SizeError};
pub(crate) use factory::{Advisor, advisor};
pub use factory::{NeuralFactory, spec};
#[cfg(feature = "torch")]
pub use network::{ACTIONS, Network, OUTCOMES, Opinion, POINT, mask};
#[cfg(feature = "torch")]
pub use threads::set_threads;
#[cfg(feature = "torch")]
pub use weights::{Card, WeightsError};
