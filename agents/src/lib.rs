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
pub mod neural;
pub mod random;
pub mod registry;

pub use agent::{Agent, AgentFailure, BatchAgent, Choice, Each, Report};
pub use bot::{Bot, Misanswer, MisanswerKind};
pub use explanation::Explanation;
pub use registry::{
    AgentOption, AgentSpec, BuildError, Factory, Given, Prepared, Registry, RegistryError, SpecError,
    prepared,
};
