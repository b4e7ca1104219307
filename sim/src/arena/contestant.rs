//! Who plays in an arena.

use mcr_agents::{Agent, AgentSpec, BatchAgent};

/// Somebody who can be seated as often as needed.
pub trait Contestant: Sync {
    /// The name in results; a spec string where there is one.
    fn name(&self) -> String;

    /// Names how it plays; a run goes on with no other version. Empty where nobody counts them.
    fn version(&self) -> String {
        String::new()
    }

    /// A player. All of a contestant's players play alike.
    fn player(&self) -> Box<dyn Agent>;

    /// The same player as one that is asked about many decisions at once, if it likes that.
    fn batch_player(&self) -> Option<Box<dyn BatchAgent>> {
        None
    }
}

impl Contestant for AgentSpec {
    fn name(&self) -> String {
        self.to_string()
    }

    fn version(&self) -> String {
        self.version().to_owned()
    }

    fn player(&self) -> Box<dyn Agent> {
        self.build()
    }

    fn batch_player(&self) -> Option<Box<dyn BatchAgent>> {
        self.build_batch()
    }
}
