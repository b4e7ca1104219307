//! How `neural` is offered, and how `mc` comes to networks that advise it.

use crate::{
    monte_carlo::Mind,
    registry::{AgentOption, BuildError, Factory, Given, Prepared},
};
use std::{ops::Bound, path::Path, sync::Arc};

/// Offers the agent that plays what a network says.
#[derive(Clone, Copy, Debug)]
pub struct NeuralFactory;

const NAME: &str = "neural";

/// The spec of the agent that plays the network of this file.
#[must_use]
pub fn spec(file: &Path) -> String {
    format!("{NAME}:{}", file.display())
}

impl Factory for NeuralFactory {
    fn name(&self) -> &str {
        NAME
    }

    fn help(&self) -> &str {
        "plays what a network says (needs a build with --features torch)"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn options(&self) -> Vec<AgentOption> {
        let above_nil = (Bound::Excluded(0.0), Bound::Unbounded);
        vec![
            AgentOption::text("file", "FILE").positional().help("the network's weights"),
            AgentOption::number("temperature", above_nil)
                .shown("T")
                .help("draws actions, the more evenly the higher, instead of taking the most probable"),
            AgentOption::word("device", &["cpu", "cuda"]).default("cpu").help("where it computes"),
        ]
    }

    fn prepare(&self, given: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
        prepare(given)
    }
}

#[cfg(not(feature = "torch"))]
fn without_networks() -> BuildError {
    BuildError::problem("this program was built without networks; build it with --features torch")
}

#[cfg(not(feature = "torch"))]
fn prepare(_: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
    Err(without_networks())
}

/// A network that advises a search.
#[cfg(not(feature = "torch"))]
pub(crate) enum Advisor {}

/// The network of a file, for a search.
#[cfg(not(feature = "torch"))]
pub(crate) fn advisor(_: &Path) -> Result<Advisor, BuildError> {
    Err(without_networks())
}

#[cfg(not(feature = "torch"))]
impl Advisor {
    pub(crate) fn mind(&self) -> Box<dyn Mind> {
        match *self {}
    }

    pub(crate) fn fingerprint(&self) -> &str {
        match *self {}
    }
}

#[cfg(feature = "torch")]
pub(crate) use with_torch::{Advisor, advisor, prepare};

#[cfg(feature = "torch")]
mod with_torch {
    use super::*;
    use crate::{
        agent::{Agent, BatchAgent},
        neural::{Loaded, Options},
        registry::fingerprint,
    };
    use tch::Device;

    /// A network with the fingerprint of its file.
    pub(crate) struct Advisor {
        network: Loaded,
        fingerprint: String,
    }

    fn open(options: Options) -> Result<Advisor, BuildError> {
        // What cannot be read has no fingerprint, and is told by what comes next.
        let bytes = std::fs::read(&options.path).unwrap_or_default();
        let network = Loaded::open(options).map_err(BuildError::problem)?;
        Ok(Advisor { network, fingerprint: fingerprint(&bytes) })
    }

    pub(crate) fn advisor(path: &Path) -> Result<Advisor, BuildError> {
        open(Options { path: path.into(), temperature: 0.0, device: Device::Cpu })
    }

    pub(crate) fn prepare(given: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
        let device = given.get::<String>("device")?;
        let options = Options {
            path: given.get("file")?,
            temperature: given.find("temperature")?.unwrap_or(0.0),
            device: Options::device(&device).ok_or_else(|| BuildError::value("device", "cpu or cuda"))?,
        };
        Ok(Arc::new(open(options)?))
    }

    impl Advisor {
        pub(crate) fn mind(&self) -> Box<dyn Mind> {
            Box::new(self.network.player())
        }

        pub(crate) fn fingerprint(&self) -> &str {
            &self.fingerprint
        }
    }

    impl Prepared for Advisor {
        fn build(&self) -> Box<dyn Agent> {
            Box::new(self.network.player())
        }

        fn build_batch(&self) -> Option<Box<dyn BatchAgent>> {
            Some(Box::new(self.network.player()))
        }

        fn fingerprint(&self) -> Option<String> {
            Some(self.fingerprint.clone())
        }
    }
}
