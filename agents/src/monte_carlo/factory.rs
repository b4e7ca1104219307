//! How `mc` is offered.

use super::{Budget, MonteCarlo, Settings};
use crate::{
    agent::Agent,
    neural,
    registry::{AgentOption, BuildError, Factory, Given, Prepared},
};
use std::{path::PathBuf, sync::Arc};

/// Offers [`MonteCarlo`].
#[derive(Clone, Copy, Debug)]
pub struct MonteCarloFactory;

impl Factory for MonteCarloFactory {
    fn name(&self) -> &str {
        "mc"
    }

    fn help(&self) -> &str {
        "believes what the table tells of its opponents, and plays imagined deals on from each action"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn options(&self) -> Vec<AgentOption> {
        let Settings { candidates, confidence, .. } = Settings::default();
        let above_nil = (std::ops::Bound::Excluded(0.0), std::ops::Bound::Unbounded);
        vec![
            AgentOption::whole("rollouts", ..1 << 32)
                .default(super::ROLLOUTS)
                .expecting("a whole number below 2^32")
                .help("budget of a decision; 0 leaves it to the beliefs"),
            AgentOption::whole("ms", 1..1 << 32)
                .expecting("a whole number above 0 and below 2^32")
                .help("budget in milliseconds instead, not reproducible"),
            AgentOption::whole("candidates", 1..1 << 32)
                .default(candidates)
                .expecting("a whole number above 0 and below 2^32")
                .help("actions that are compared at most"),
            AgentOption::number("confidence", above_nil)
                .default(confidence)
                .help("samples that the opinion beforehand is worth"),
            AgentOption::text("policy", "FILE").help("a network that proposes the actions"),
            AgentOption::text("value", "FILE").help("a network that says what they lead to"),
        ]
    }

    fn prepare(&self, given: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
        let (candidates, confidence) = (given.get("candidates")?, given.get("confidence")?);
        let mut settings = Settings { candidates, confidence, ..Settings::default() };
        // Of two budgets the last one counts.
        match given.iter().filter(|(name, _)| ["rollouts", "ms"].contains(name)).last() {
            Some(("ms", _)) => settings.budget = Budget::Milliseconds(given.get("ms")?),
            _ => settings.budget = Budget::Rollouts(given.get("rollouts")?),
        }
        let mind =
            |option: &str| given.find::<PathBuf>(option)?.map(|path| neural::advisor(&path)).transpose();
        Ok(Arc::new(Searcher { settings, policy: mind("policy")?, value: mind("value")? }))
    }
}

/// The settings, and the networks that take part.
struct Searcher {
    settings: Settings,
    policy: Option<neural::Advisor>,
    value: Option<neural::Advisor>,
}

impl Prepared for Searcher {
    fn build(&self) -> Box<dyn Agent> {
        let mut agent = MonteCarlo::new(self.settings);
        if let Some(network) = &self.policy {
            agent = agent.with_policy(network.mind());
        }
        if let Some(network) = &self.value {
            agent = agent.with_value(network.mind());
        }
        Box::new(agent)
    }

    fn fingerprint(&self) -> Option<String> {
        let networks = [&self.policy, &self.value].into_iter().flatten();
        let prints: Vec<&str> = networks.map(neural::Advisor::fingerprint).collect();
        (!prints.is_empty()).then(|| prints.join(" "))
    }
}
