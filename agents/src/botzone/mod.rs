//! The bot protocol of the online league, from a bot's side: what a seat is told becomes its view, what an agent
//! chooses becomes an answer.
//!
//! [`Story`] follows the judge's requests, [`answer`] asks an agent, [`Input`] reads the envelopes the league wraps
//! both in, and [`serve`] puts the three together as a whole bot.

mod answer;
mod input;
mod serve;
mod story;

pub use answer::{AnswerError, answer};
pub use input::{Envelope, Input, InputError, Opening};
pub use serve::{KEEP_RUNNING, ServeError, Serving, serve};
pub use story::{Story, StoryError};
