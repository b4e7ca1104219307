//! Players: one seat's [`Observation`](mcr_engine::Observation) in, one [`Action`](mcr_engine::Action) out.

pub mod agent;
pub mod belief;
pub mod bot;
pub mod botzone;
pub mod encoding;
pub mod explanation;
pub mod external;
pub mod greedy;
pub mod heuristic;
pub mod monte_carlo;
#[cfg(feature = "torch")]
pub mod neural;
pub mod random;
pub mod spec;

pub use agent::{Agent, BatchAgent, Choice, Each, Report};
pub use bot::{Bot, Misanswer, MisanswerKind};
pub use explanation::Explanation;
pub use spec::{AgentSpec, REGISTRY, SpecError};
