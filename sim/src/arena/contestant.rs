//! Who plays in an arena.

use mcr_agents::{Agent, AgentSpec};

/// Somebody who can be seated as often as needed.
pub trait Contestant: Sync {
    /// The name in results; a spec string where there is one.
    fn name(&self) -> String;

    /// A player. All of a contestant's players play alike.
    fn player(&self) -> Box<dyn Agent>;
}

impl Contestant for AgentSpec {
    fn name(&self) -> String {
        self.to_string()
    }

    fn player(&self) -> Box<dyn Agent> {
        self.build()
    }
}
