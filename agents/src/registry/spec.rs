//! Spec strings: how an agent is named on a command line and in a run's manifest.

use super::{
    factory::{Factory, Prepared},
    given::Given,
};
use crate::agent::{Agent, BatchAgent};
use std::{fmt, sync::Arc};

/// An agent by name and options, such as `greedy` or `greedy:noise=0.05`, ready to be built.
///
/// ```
/// use mcr_agents::Registry;
///
/// let registry = Registry::standard();
/// let spec = registry.parse("greedy:noise=0.05")?;
/// assert_eq!(spec.to_string(), "greedy:noise=0.05");
/// let mut agent = spec.build();
/// assert!(registry.parse("gredy").unwrap_err().to_string().contains("greedy"));
/// # let _ = &mut agent;
/// # Ok::<(), mcr_agents::SpecError>(())
/// ```
#[derive(Clone)]
pub struct AgentSpec {
    text: String,
    version: String,
    given: Given,
    factory: Arc<dyn Factory>,
    prepared: Arc<dyn Prepared>,
}

/// A spec string that names no agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The name before the first colon is unknown.
    #[error("agent spec {spec:?}: no agent is called {name:?}; known: {known}{hint}", hint = hint(nearest))]
    UnknownAgent {
        /// The whole spec.
        spec: String,
        /// Its name.
        name: String,
        /// The known name that looks most like it.
        nearest: Option<String>,
        /// All known names.
        known: String,
    },
    /// An option is not one the agent takes, or not of the form `key=value`.
    #[error("agent spec {spec:?}: option {option:?} is not one of {expected}{hint}", hint = hint(nearest))]
    UnknownOption {
        /// The whole spec.
        spec: String,
        /// What was found.
        option: String,
        /// What may stand there.
        expected: String,
        /// The option whose name looks most like it.
        nearest: Option<String>,
    },
    /// An option has a value it cannot have.
    #[error("agent spec {spec:?}: {option} is {found:?}, expected {expected}")]
    BadValue {
        /// The whole spec.
        spec: String,
        /// The option.
        option: String,
        /// Its value.
        found: String,
        /// What may stand there.
        expected: String,
    },
    /// The agent cannot be had with these options.
    #[error("agent spec {spec:?}: {problem}")]
    Refused {
        /// The whole spec.
        spec: String,
        /// Why.
        problem: String,
    },
}

fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |nearest| format!("; did you mean {nearest:?}?"))
}

/// The name that looks most like `name`, if one does.
pub(super) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let likeness = |other: &'a str| (strsim::jaro(name, other), other);
    let best = known.map(likeness).filter(|(likeness, _)| *likeness > 0.7);
    best.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name.to_owned())
}

impl AgentSpec {
    /// The agent of `factory` that `spec` describes.
    pub(super) fn new(factory: &Arc<dyn Factory>, spec: &str) -> Result<AgentSpec, SpecError> {
        let given = Given::parse(spec, factory.options())?;
        let prepared = factory.prepare(&given).map_err(|error| given.explain(error))?;
        let text = prepared.spelling().unwrap_or_else(|| given.text());
        let version = match prepared.fingerprint() {
            Some(fingerprint) => format!("{} {fingerprint}", factory.version()),
            None => factory.version().to_owned(),
        };
        Ok(AgentSpec { text, version, given, factory: Arc::clone(factory), prepared })
    }

    /// A fresh agent of this spec.
    #[must_use]
    pub fn build(&self) -> Box<dyn Agent> {
        self.prepared.build()
    }

    /// A fresh agent of this spec that answers many decisions at once, for agents to which that makes a difference. It
    /// chooses what the agent of [`AgentSpec::build`] would.
    #[must_use]
    pub fn build_batch(&self) -> Option<Box<dyn BatchAgent>> {
        self.prepared.build_batch()
    }

    /// Names how it plays: the factory's version, and a fingerprint of the files that it reads.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whoever offers it.
    #[must_use]
    pub fn factory(&self) -> &dyn Factory {
        &*self.factory
    }

    /// Its options.
    #[must_use]
    pub fn given(&self) -> &Given {
        &self.given
    }

    /// The number that an option stands at; nothing where it is no number or has no value.
    #[must_use]
    pub fn number(&self, option: &str) -> Option<f64> {
        self.prepared.number(option).or_else(|| self.given.find(option).ok().flatten())
    }

    /// All its parameters as a TOML file, where one of its options reads such a file.
    #[must_use]
    pub fn to_toml(&self) -> Option<String> {
        self.prepared.to_toml()
    }

    /// The same agent with one option more, or another value of it.
    ///
    /// # Errors
    /// When it takes no such option or value.
    pub fn with(&self, option: &str, value: &str) -> Result<AgentSpec, SpecError> {
        let piece = format!("{option}={value}");
        let (name, rest) = self.text.split_once(':').unwrap_or((&self.text, ""));
        let mut pieces: Vec<&str> = rest.split(',').filter(|piece| !piece.is_empty()).collect();
        let is_option = |piece: &&str| piece.split_once('=').is_some_and(|(name, _)| name == option);
        match pieces.iter().rposition(is_option) {
            Some(place) => pieces[place] = &piece,
            None => pieces.push(&piece),
        }
        AgentSpec::new(&self.factory, &format!("{name}:{}", pieces.join(",")))
    }
}

/// Specs that are written alike are one agent.
impl PartialEq for AgentSpec {
    fn eq(&self, other: &AgentSpec) -> bool {
        self.text == other.text && self.version == other.version
    }
}

impl fmt::Debug for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentSpec").field("text", &self.text).field("version", &self.version).finish()
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
