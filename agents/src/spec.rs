//! Spec strings: how an agent is named on a command line and in a run's manifest.

#[cfg(feature = "torch")]
use crate::neural;
use crate::{
    agent::{Agent, BatchAgent},
    external::{External, Options},
    greedy::{Greedy, NoisyGreedy},
    heuristic::{Heuristic, Params, ParamsError},
    monte_carlo::{Budget, MonteCarlo, Settings},
    random::Random,
};
use std::{fmt, str::FromStr, sync::Arc};

/// An agent by name and options, such as `greedy` or `greedy:noise=0.05`.
///
/// ```
/// use mcr_agents::AgentSpec;
///
/// let spec: AgentSpec = "greedy:noise=0.05".parse()?;
/// assert_eq!(spec.to_string(), "greedy:noise=0.05");
/// let mut agent = spec.build();
/// assert!("gredy".parse::<AgentSpec>().unwrap_err().to_string().contains("greedy"));
/// # let _ = &mut agent;
/// # Ok::<(), mcr_agents::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSpec {
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Random,
    Greedy {
        noise: f64,
    },
    /// The parameters, and the options that made them.
    Heuristic {
        params: Box<Params>,
        options: String,
    },
    External(Arc<Options>),
    /// The settings and networks, and the options that made them.
    MonteCarlo {
        settings: Settings,
        #[cfg(feature = "torch")]
        policy: Option<neural::Loaded>,
        #[cfg(feature = "torch")]
        value: Option<neural::Loaded>,
        options: String,
    },
    /// The network, and the options that named it.
    #[cfg(feature = "torch")]
    Neural {
        network: neural::Loaded,
        options: String,
    },
}

/// Every agent a spec may name, with what it does and the options it takes.
pub const REGISTRY: [(&str, &str); 6] = [
    ("random", "uniform over the legal actions; hu when offered"),
    (
        "greedy",
        "lowest shanten, then most live useful tiles; never claims; hu when legal. noise=P: a random discard with probability P",
    ),
    (
        "heuristic",
        "plays for hands worth winning on. config=FILE: parameters from a TOML file; KEY=VALUE: one parameter",
    ),
    (
        "external",
        "a program that speaks the online league's protocol, external:COMMAND. time=SECONDS, start=SECONDS, memory=MIB; envelope=json|simplified, mode=classic|keep (found out unless stated); process=deal|run; dir=FOLDER; env=NAME[:VALUE]",
    ),
    (
        "mc",
        "believes what the table tells of its opponents, and plays imagined deals on from each action. rollouts=N: budget of a decision, 0 for the beliefs alone; ms=N: budget in time, not reproducible; candidates=N, confidence=X: how it searches; policy=FILE: a network proposes the actions, value=FILE: a network says what they lead to (networks need a build with --features torch)",
    ),
    (
        "neural",
        "plays what a network says, neural:FILE (needs a build with --features torch). temperature=T: draws actions instead of taking the most probable; device=cpu|cuda",
    ),
];

/// A spec string that names no agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The name before the first colon is unknown.
    #[error("agent spec {spec:?}: no agent is called {name:?}; known: {known}", known = names())]
    UnknownAgent {
        /// The whole spec.
        spec: String,
        /// Its name.
        name: String,
    },
    /// An option is not one the agent takes, or not of the form `key=value`.
    #[error("agent spec {spec:?}: option {option:?} is not one of {expected}")]
    UnknownOption {
        /// The whole spec.
        spec: String,
        /// What was found.
        option: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// An option has a value it cannot have.
    #[error("agent spec {spec:?}: {option} is {found:?}, expected {expected}")]
    BadValue {
        /// The whole spec.
        spec: String,
        /// The option.
        option: &'static str,
        /// Its value.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// Parameters of `heuristic` that cannot be.
    #[error("agent spec {spec:?}: {source}")]
    Params {
        /// The whole spec.
        spec: String,
        /// What is wrong with them.
        source: ParamsError,
    },
    /// A network that cannot be played.
    #[error("agent spec {spec:?}: {problem}")]
    Network {
        /// The whole spec.
        spec: String,
        /// Why.
        problem: String,
    },
}

fn names() -> String {
    REGISTRY.map(|(name, _)| name).join(", ")
}

impl AgentSpec {
    /// A fresh agent of this spec.
    #[must_use]
    pub fn build(&self) -> Box<dyn Agent> {
        match &self.kind {
            Kind::Random => Box::new(Random),
            Kind::Greedy { noise: 0.0 } => Box::new(Greedy),
            Kind::Greedy { noise } => Box::new(NoisyGreedy::new(*noise)),
            Kind::External(options) => Box::new(External::new(Arc::clone(options))),
            Kind::Heuristic { params, .. } => Box::new(Heuristic::new((**params).clone())),
            #[cfg(not(feature = "torch"))]
            Kind::MonteCarlo { settings, .. } => Box::new(MonteCarlo::new(*settings)),
            #[cfg(feature = "torch")]
            Kind::MonteCarlo { settings, policy, value, .. } => {
                let mut agent = MonteCarlo::new(*settings);
                if let Some(network) = policy {
                    agent = agent.with_policy(Box::new(network.player()));
                }
                if let Some(network) = value {
                    agent = agent.with_value(Box::new(network.player()));
                }
                Box::new(agent)
            }
            #[cfg(feature = "torch")]
            Kind::Neural { network, .. } => Box::new(network.player()),
        }
    }

    /// A fresh agent of this spec that answers many decisions at once, for agents to which that makes a difference. It
    /// chooses what the agent of [`AgentSpec::build`] would.
    #[must_use]
    pub fn build_batch(&self) -> Option<Box<dyn BatchAgent>> {
        match &self.kind {
            Kind::Random
            | Kind::Greedy { .. }
            | Kind::External(_)
            | Kind::Heuristic { .. }
            | Kind::MonteCarlo { .. } => None,
            #[cfg(feature = "torch")]
            Kind::Neural { network, .. } => Some(Box::new(network.player())),
        }
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(spec: &str) -> Result<AgentSpec, SpecError> {
        let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
        let options = options.split(',').filter(|o| !o.is_empty());
        let kind = match name {
            "random" => {
                refuse_options(spec, options)?;
                Kind::Random
            }
            "greedy" => Kind::Greedy { noise: greedy_noise(spec, options)? },
            "heuristic" => heuristic(spec, options)?,
            "external" => {
                let rest = spec.split_once(':').map_or("", |(_, rest)| rest);
                Kind::External(Arc::new(Options::parse(spec, rest)?))
            }
            "mc" => monte_carlo(spec, options)?,
            "neural" => neural(spec, options)?,
            _ => return Err(SpecError::UnknownAgent { spec: spec.into(), name: name.into() }),
        };
        Ok(AgentSpec { kind })
    }
}

fn refuse_options<'a>(spec: &str, mut options: impl Iterator<Item = &'a str>) -> Result<(), SpecError> {
    options.next().map_or(Ok(()), |option| {
        Err(SpecError::UnknownOption { spec: spec.into(), option: option.into(), expected: "(none)" })
    })
}

fn heuristic<'a>(spec: &str, options: impl Iterator<Item = &'a str>) -> Result<Kind, SpecError> {
    let mut params = Params::default();
    let mut kept = Vec::new();
    for option in options {
        let Some((key, value)) = option.split_once('=') else {
            let expected = "config=FILE, KEY=VALUE";
            return Err(SpecError::UnknownOption { spec: spec.into(), option: option.into(), expected });
        };
        let read = if key == "config" { Params::read(value.as_ref()) } else { params.with(key, value) };
        params = read.map_err(|source| SpecError::Params { spec: spec.into(), source })?;
        kept.push(option);
    }
    Ok(Kind::Heuristic { params: Box::new(params), options: kept.join(",") })
}

fn monte_carlo<'a>(spec: &str, options: impl Iterator<Item = &'a str>) -> Result<Kind, SpecError> {
    let mut settings = Settings::default();
    let (mut policy, mut value) = (None, None);
    let mut kept = Vec::new();
    for option in options {
        let expected = "rollouts=N, ms=N, candidates=N, confidence=X, policy=FILE, value=FILE";
        let unknown = || SpecError::UnknownOption { spec: spec.into(), option: option.into(), expected };
        let (key, found) = option.split_once('=').ok_or_else(unknown)?;
        match key {
            "rollouts" => settings.budget = Budget::Rollouts(count(spec, "rollouts", found)?),
            "ms" => settings.budget = Budget::Milliseconds(number(spec, "ms", found)?),
            "candidates" => settings.candidates = number(spec, "candidates", found)?,
            "confidence" => settings.confidence = number(spec, "confidence", found)?,
            "policy" => policy = Some(found),
            "value" => value = Some(found),
            _ => return Err(unknown()),
        }
        kept.push(option);
    }
    searcher(spec, settings, [policy, value], kept.join(","))
}

#[cfg(not(feature = "torch"))]
fn searcher(
    spec: &str,
    settings: Settings,
    networks: [Option<&str>; 2],
    options: String,
) -> Result<Kind, SpecError> {
    if networks.iter().any(Option::is_some) {
        return Err(without_networks(spec));
    }
    Ok(Kind::MonteCarlo { settings, options })
}

#[cfg(feature = "torch")]
fn searcher(
    spec: &str,
    settings: Settings,
    networks: [Option<&str>; 2],
    options: String,
) -> Result<Kind, SpecError> {
    let open = |path: &str| {
        let how = neural::Options { path: path.into(), temperature: 0.0, device: tch::Device::Cpu };
        let wrong = |error: neural::OptionsError| SpecError::Network {
            spec: spec.into(),
            problem: error.to_string(),
        };
        neural::Loaded::open(how).map_err(wrong)
    };
    let [policy, value] = networks;
    let policy = policy.map(open).transpose()?;
    let value = value.map(open).transpose()?;
    Ok(Kind::MonteCarlo { settings, policy, value, options })
}

#[cfg(not(feature = "torch"))]
fn without_networks(spec: &str) -> SpecError {
    let problem = "this program was built without networks; build it with --features torch".into();
    SpecError::Network { spec: spec.into(), problem }
}

#[cfg(not(feature = "torch"))]
fn neural<'a>(spec: &str, _: impl Iterator<Item = &'a str>) -> Result<Kind, SpecError> {
    Err(without_networks(spec))
}

#[cfg(feature = "torch")]
fn neural<'a>(spec: &str, mut options: impl Iterator<Item = &'a str>) -> Result<Kind, SpecError> {
    let wrong = |problem: String| SpecError::Network { spec: spec.into(), problem };
    let path = options.next().ok_or_else(|| wrong("no file, expected neural:FILE".into()))?;
    let mut kept = vec![path];
    let mut settings = neural::Options { path: path.into(), temperature: 0.0, device: tch::Device::Cpu };
    for option in options {
        let unknown = || SpecError::UnknownOption {
            spec: spec.into(),
            option: option.into(),
            expected: "temperature=T, device=cpu|cuda",
        };
        let (key, value) = option.split_once('=').ok_or_else(unknown)?;
        match key {
            "temperature" => settings.temperature = number(spec, "temperature", value)?,
            "device" => settings.device = neural::Options::device(value).ok_or_else(unknown)?,
            _ => return Err(unknown()),
        }
        kept.push(option);
    }
    let network = neural::Loaded::open(settings).map_err(|error| wrong(error.to_string()))?;
    Ok(Kind::Neural { network, options: kept.join(",") })
}

/// A number above 0.
fn number<T: FromStr + PartialOrd + Default>(
    spec: &str,
    option: &'static str,
    found: &str,
) -> Result<T, SpecError> {
    found.parse().ok().filter(|n| *n > T::default()).ok_or_else(|| SpecError::BadValue {
        spec: spec.into(),
        option,
        found: found.into(),
        expected: "a number above 0",
    })
}

/// A whole number, nil allowed.
fn count(spec: &str, option: &'static str, found: &str) -> Result<u32, SpecError> {
    let wrong = || SpecError::BadValue {
        spec: spec.into(),
        option,
        found: found.into(),
        expected: "a whole number below 2^32",
    };
    found.parse().map_err(|_| wrong())
}

fn greedy_noise<'a>(spec: &str, options: impl Iterator<Item = &'a str>) -> Result<f64, SpecError> {
    let mut noise = 0.0;
    for option in options {
        let Some(value) = option.strip_prefix("noise=") else {
            let expected = "noise=P";
            return Err(SpecError::UnknownOption { spec: spec.into(), option: option.into(), expected });
        };
        noise = value.parse().ok().filter(|p| (0.0..=1.0).contains(p)).ok_or(SpecError::BadValue {
            spec: spec.into(),
            option: "noise",
            found: value.into(),
            expected: "a probability 0 to 1",
        })?;
    }
    Ok(noise)
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Random => f.write_str("random"),
            Kind::Greedy { noise: 0.0 } => f.write_str("greedy"),
            Kind::Greedy { noise } => write!(f, "greedy:noise={noise}"),
            Kind::External(options) => f.write_str(&options.spec),
            Kind::Heuristic { options, .. } if options.is_empty() => f.write_str("heuristic"),
            Kind::Heuristic { options, .. } => write!(f, "heuristic:{options}"),
            Kind::MonteCarlo { options, .. } if options.is_empty() => f.write_str("mc"),
            Kind::MonteCarlo { options, .. } => write!(f, "mc:{options}"),
            #[cfg(feature = "torch")]
            Kind::Neural { options, .. } => write!(f, "neural:{options}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(spec: &str) -> String {
        spec.parse::<AgentSpec>().unwrap_err().to_string()
    }

    #[test]
    fn specs_print_as_they_parse() {
        for spec in ["random", "greedy", "greedy:noise=0.05", "mc", "mc:rollouts=8,candidates=3"] {
            assert_eq!(spec.parse::<AgentSpec>().unwrap().to_string(), spec);
        }
        assert_eq!("greedy:noise=0".parse::<AgentSpec>().unwrap().to_string(), "greedy");
    }

    #[test]
    fn errors_name_the_spec_the_finding_and_the_expectation() {
        assert_eq!(
            refused("gready"),
            r#"agent spec "gready": no agent is called "gready"; known: random, greedy, heuristic, external, mc, neural"#
        );
        assert!(refused("random:noise=1").contains("(none)"));
        assert!(refused("greedy:noise=2").contains("a probability 0 to 1"));
        assert!(refused("mc:rollouts=-1").contains("a whole number below 2^32"));
        assert!(refused("mc:rollouts=99999999999").contains("below 2^32"));
        assert!(refused("mc:ms=0").contains("a number above 0"));
        assert!(refused("mc:depth=2").contains("rollouts=N"));
        assert!(refused("greedy:depth=2").contains("noise=P"));
        assert!(refused("").contains("known: random"));
        #[cfg(not(feature = "torch"))]
        for spec in ["neural:a.safetensors", "mc:policy=a.safetensors", "mc:value=a.safetensors"] {
            assert!(refused(spec).contains("--features torch"));
        }
        #[cfg(feature = "torch")]
        for spec in
            ["neural:no/such.safetensors", "mc:policy=no/such.safetensors", "mc:value=no/such.safetensors"]
        {
            assert!(refused(spec).contains("no/such.safetensors: No such file"));
        }
    }
}
