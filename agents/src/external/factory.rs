//! How `external` is offered.

use super::{External, options::Options, process::kill_all};
use crate::{
    agent::Agent,
    registry::{AgentOption, BuildError, Factory, Given, Prepared},
};
use std::sync::Arc;

/// Offers [`External`].
#[derive(Clone, Copy, Debug)]
pub struct ExternalFactory;

impl Factory for ExternalFactory {
    fn name(&self) -> &str {
        "external"
    }

    fn help(&self) -> &str {
        "any program that speaks the online league's protocol"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn options(&self) -> Vec<AgentOption> {
        super::options::list()
    }

    fn prepare(&self, given: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
        let (options, spec) = (Arc::new(Options::read(given)?), given.spec().to_owned());
        Ok(Arc::new(Program { options, spec }))
    }

    fn shut_down(&self) {
        kill_all();
    }
}

/// A program that can be run any number of times.
struct Program {
    options: Arc<Options>,
    spec: String,
}

impl Prepared for Program {
    fn build(&self) -> Box<dyn Agent> {
        Box::new(External::new(Arc::clone(&self.options)))
    }

    fn spelling(&self) -> Option<String> {
        Some(self.spec.clone())
    }
}
