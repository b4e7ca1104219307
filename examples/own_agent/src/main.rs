//! `mcr` with two agents more: every command of it plays them.

mod robot;

use mcr::{
    agents::{
        Agent, AgentOption, BuildError, Choice, Explanation, Factory, Given, Prepared, Registry,
        RegistryError, explanation::Thought, prepared,
    },
    engine::{Action, Observation, rng::DecisionRng},
};
use std::{process::ExitCode, sync::Arc};

/// Collects tiles that are alike.
struct Collector {
    /// Pungs and kongs that it calls at most.
    calls: usize,
}

impl Collector {
    /// What it would do, best first. Letting a tile go costs its copies in the hand, and a little for those still to come.
    fn ranked(&self, view: &Observation<'_>) -> Vec<Thought> {
        let (hand, unseen) = (view.hand(), view.unseen());
        let may_call = hand.melds().len() < self.calls;
        let value = |action| match action {
            Action::Hu => 100.0,
            Action::Pung(_) | Action::MeldedKong(_) if may_call => 10.0,
            Action::ConcealedKong(_) | Action::AddedKong(_) => 5.0,
            Action::Discard(tile) => {
                -f32::from(hand.concealed().get(tile)) - 0.2 * f32::from(unseen.get(tile))
            }
            Action::Pass => 0.0,
            Action::Chow { .. } | Action::Pung(_) | Action::MeldedKong(_) => -10.0,
        };
        let mut ranked: Vec<Thought> =
            view.legal().iter().map(|action| Thought::new(action, value(action))).collect();
        ranked.sort_by(|a, b| b.value.partial_cmp(&a.value).expect("values are numbers"));
        ranked
    }
}

impl Agent for Collector {
    fn act(&mut self, view: &Observation<'_>, _: &mut DecisionRng) -> Choice {
        self.ranked(view)[0].action.into()
    }

    /// For `mcr explain`; without it there is the choice alone.
    fn explain(&mut self, view: &Observation<'_>, _: &mut DecisionRng) -> Explanation {
        Explanation { candidates: self.ranked(view), routes: Vec::new() }
    }
}

/// Offers [`Collector`].
struct CollectorFactory;

impl Factory for CollectorFactory {
    fn name(&self) -> &str {
        "collector"
    }
    fn help(&self) -> &str {
        "collects tiles that are alike, calls pungs, never a chow"
    }
    fn version(&self) -> &str {
        "1" // another one whenever it plays otherwise
    }
    fn options(&self) -> Vec<AgentOption> {
        vec![AgentOption::whole("calls", 0..=4).default(2).help("pungs and kongs that it calls at most")]
    }
    fn prepare(&self, given: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
        let calls = given.get("calls")?;
        Ok(prepared(move || Collector { calls }))
    }
}

fn main() -> Result<ExitCode, RegistryError> {
    Ok(mcr::run(Registry::standard().with(CollectorFactory)?.with(robot::RobotFactory)?))
}
