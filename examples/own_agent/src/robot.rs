//! The least that an agent can be: it discards what it drew.

use mcr::{
    agents::{Agent, BuildError, Choice, Factory, Given, Prepared, prepared},
    engine::{Action, Observation, rng::DecisionRng},
};
use std::sync::Arc;

struct Robot;

impl Agent for Robot {
    fn act(&mut self, view: &Observation<'_>, _: &mut DecisionRng) -> Choice {
        let legal = view.legal();
        let drawn = view.hand().drawn().map(Action::Discard).filter(|action| legal.contains(*action));
        let first = || legal.nth(0).unwrap_or(Action::Pass);
        if legal.contains(Action::Hu) { Action::Hu } else { drawn.unwrap_or_else(first) }.into()
    }
}

/// Offers the robot.
pub(crate) struct RobotFactory;

impl Factory for RobotFactory {
    fn name(&self) -> &str {
        "robot"
    }
    fn help(&self) -> &str {
        "discards what it drew"
    }
    fn version(&self) -> &str {
        "1"
    }
    fn prepare(&self, _: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
        Ok(prepared(|| Robot))
    }
}
