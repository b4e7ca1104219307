//! `random`: uniform over the legal actions, but it wins when it may.

use crate::{
    agent::{Agent, Choice},
    registry::{BuildError, Factory, Given, Prepared, prepared},
};
use mcr_engine::{Action, Observation, rng::DecisionRng};
use std::sync::Arc;

/// Offers [`Random`].
#[derive(Clone, Copy, Debug)]
pub struct RandomFactory;

impl Factory for RandomFactory {
    fn name(&self) -> &str {
        "random"
    }

    fn help(&self) -> &str {
        "uniform over the legal actions; hu when offered"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn prepare(&self, _: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
        Ok(prepared(|| Random))
    }
}

/// Uniform over the legal actions; hu when offered.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Agent for Random {
    fn act(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Choice {
        let legal = view.legal();
        if legal.contains(Action::Hu) {
            return Action::Hu.into();
        }
        let place = rng.below(legal.len() as u64) as usize;
        legal.nth(place).unwrap_or(Action::Pass).into()
    }
}
