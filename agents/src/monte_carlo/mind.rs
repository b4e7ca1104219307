//! What a network may say to the search.

use mcr_engine::Observation;
use std::fmt;

/// An opinion that was learned, as far as the search asks for it. Like an agent's its answers depend on the views only.
pub trait Mind: Send + fmt::Debug {
    /// Logits of all actions, by their index; those of illegal ones mean nothing.
    fn logits(&mut self, view: &Observation<'_>) -> Vec<f32>;

    /// Points of the deal that each view's seat may expect.
    fn values(&mut self, views: &[Observation<'_>]) -> Vec<f32>;
}
