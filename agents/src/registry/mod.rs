//! Who plays: agents by name, offered by factories.
//!
//! A [`Factory`] offers an agent: its name, its options, how it is built. A [`Registry`] is a value that holds factories and
//! reads spec strings; whoever plays deals is given one. Nothing here knows any agent: each is a factory in its own
//! module, those of this crate are listed in [`Registry::standard`].

mod factory;
mod given;
mod option;
mod spec;
#[cfg(test)]
mod tests;

pub use factory::{Factory, Prepared, fingerprint, prepared};
pub use given::{BuildError, Given};
pub use option::AgentOption;
pub use spec::{AgentSpec, SpecError};

use spec::nearest;
use std::{collections::BTreeMap, fmt, sync::Arc};

/// The agents that a program knows, and the one that plays where nobody is named.
#[derive(Clone, Default)]
pub struct Registry {
    factories: Vec<Arc<dyn Factory>>,
    usual: usize,
}

/// A factory that cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// There is one of this name.
    #[error("agent {0:?} is registered twice: choose another name")]
    Duplicate(String),
    /// Specs with this name could not be read.
    #[error("agent {0:?}: expected a name of letters, digits, _ and -, a letter first")]
    Name(String),
    /// An option that could not be given.
    #[error("agent {agent:?}: option {option:?} {problem}")]
    Option {
        /// The agent.
        agent: String,
        /// The option's name.
        option: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// There is none of this name.
    #[error("no agent is called {0:?}")]
    Unknown(String),
}

impl Registry {
    /// No agent at all.
    #[must_use]
    pub fn new() -> Registry {
        Registry::default()
    }

    /// The agents of this crate; `heuristic` plays where nobody is named.
    ///
    /// # Panics
    /// Never: a test adds them.
    #[must_use]
    pub fn standard() -> Registry {
        let ours: [Arc<dyn Factory>; 6] = [
            Arc::new(crate::random::RandomFactory),
            Arc::new(crate::greedy::GreedyFactory),
            Arc::new(crate::heuristic::HeuristicFactory),
            Arc::new(crate::external::ExternalFactory),
            Arc::new(crate::monte_carlo::MonteCarloFactory),
            Arc::new(crate::neural::NeuralFactory),
        ];
        let registry = ours.into_iter().try_fold(Registry::new(), Registry::with_shared);
        registry
            .and_then(|registry| registry.usually(crate::heuristic::NAME))
            .expect("agents of different names")
    }

    /// The same with one agent more. The first one added plays where nobody is named, unless [`Registry::usually`] names
    /// another.
    ///
    /// # Errors
    /// When there is one of its name, or when its name or its options could not stand in a spec.
    pub fn with(self, factory: impl Factory + 'static) -> Result<Registry, RegistryError> {
        self.with_shared(Arc::new(factory))
    }

    /// The same for a factory that is shared.
    ///
    /// # Errors
    /// As [`Registry::with`].
    pub fn with_shared(mut self, factory: Arc<dyn Factory>) -> Result<Registry, RegistryError> {
        let name = factory.name();
        if !is_plain(name, "_-") {
            return Err(RegistryError::Name(name.to_owned()));
        }
        if self.find(name).is_some() {
            return Err(RegistryError::Duplicate(name.to_owned()));
        }
        check_options(name, &factory.options())?;
        self.factories.push(factory);
        Ok(self)
    }

    /// The same, but this agent plays where nobody is named.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn usually(mut self, name: &str) -> Result<Registry, RegistryError> {
        let place = self.factories.iter().position(|factory| factory.name() == name);
        self.usual = place.ok_or_else(|| RegistryError::Unknown(name.to_owned()))?;
        Ok(self)
    }

    /// The name of the agent that plays where nobody is named; empty where there are no agents.
    #[must_use]
    pub fn usual(&self) -> &str {
        self.factories.get(self.usual).map_or("", |factory| factory.name())
    }

    /// The factory of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&dyn Factory> {
        self.factories().find(|factory| factory.name() == name)
    }

    /// All factories, in the order in which they were added.
    pub fn factories(&self) -> impl Iterator<Item = &dyn Factory> {
        self.factories.iter().map(|factory| &**factory)
    }

    /// The agent of a spec string.
    ///
    /// # Errors
    /// When it names no agent, or the agent cannot have these options.
    pub fn parse(&self, spec: &str) -> Result<AgentSpec, SpecError> {
        let name = spec.split_once(':').map_or(spec, |(name, _)| name);
        let names = || self.factories().map(Factory::name);
        match self.factories.iter().find(|factory| factory.name() == name) {
            Some(factory) => AgentSpec::new(factory, spec),
            None => Err(SpecError::UnknownAgent {
                spec: spec.to_owned(),
                name: name.to_owned(),
                nearest: nearest(name, names()),
                known: names().collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// The agents of several specs; equal ones are prepared once.
    ///
    /// # Errors
    /// As [`Registry::parse`], for the first that is no good.
    pub fn parse_each<'a>(
        &self,
        specs: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<AgentSpec>, SpecError> {
        let mut known: BTreeMap<&str, AgentSpec> = BTreeMap::new();
        let mut parsed = Vec::new();
        for spec in specs {
            let agent = match known.get(spec) {
                Some(agent) => agent.clone(),
                None => self.parse(spec)?,
            };
            known.insert(spec, agent.clone());
            parsed.push(agent);
        }
        Ok(parsed)
    }

    /// The agents of a list of specs separated by commas. Since options are, too, a piece like `noise=0.1` without a colon
    /// before its `=` belongs to the spec before it.
    ///
    /// # Errors
    /// As [`Registry::parse`], for the first that is no good.
    pub fn parse_list(&self, list: &str) -> Result<Vec<AgentSpec>, SpecError> {
        let specs = split(list);
        self.parse_each(specs.iter().map(String::as_str))
    }

    /// Ends at once whatever agents have started outside of this process, which is about to exit without unwinding.
    pub fn shut_down(&self) {
        self.factories().for_each(Factory::shut_down);
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.factories().map(Factory::name)).finish()
    }
}

/// The specs of a list.
fn split(list: &str) -> Vec<String> {
    let mut specs: Vec<String> = Vec::new();
    for piece in list.split(',') {
        let is_option = piece.find('=').is_some_and(|equals| !piece[..equals].contains(':'));
        match specs.last_mut() {
            Some(spec) if is_option => {
                spec.push(',');
                spec.push_str(piece);
            }
            _ => specs.push(piece.trim().to_owned()),
        }
    }
    specs
}

/// Whether a name is of letters, digits and `more`, a letter first.
fn is_plain(name: &str, more: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c))
}

/// Refuses options that no spec could give.
fn check_options(agent: &str, options: &[AgentOption]) -> Result<(), RegistryError> {
    let wrong = |option: &AgentOption, problem| {
        let (agent, option) = (agent.to_owned(), option.name().to_owned());
        Err(RegistryError::Option { agent, option, problem })
    };
    for (place, option) in options.iter().enumerate() {
        if !is_plain(option.name(), "_-.") {
            return wrong(option, "is no name of letters, digits, _, - and dots, a letter first");
        }
        let before = &options[..place];
        if before.iter().any(|other| other.name() == option.name()) {
            return wrong(option, "is listed twice");
        }
        if option.is_positional() && before.iter().any(AgentOption::is_positional) {
            return wrong(option, "is the second one without a name in front");
        }
        if option.default_value().is_some_and(|value| !option.takes(value)) {
            return wrong(option, "does not take its own default");
        }
    }
    Ok(())
}
