//! How an agent is offered to every command.

use super::{
    given::{BuildError, Given},
    option::AgentOption,
};
use crate::agent::{Agent, BatchAgent};
use std::sync::Arc;

/// Offers an agent under a name.
///
/// ```
/// use mcr_agents::{Agent, AgentOption, BuildError, Choice, Factory, Given, Prepared, Registry, prepared};
/// use mcr_engine::{Action, Observation, rng::DecisionRng};
/// use std::sync::Arc;
///
/// /// Discards the first or the last of its tiles.
/// struct Simple {
///     last: bool,
/// }
///
/// impl Agent for Simple {
///     fn act(&mut self, view: &Observation<'_>, _: &mut DecisionRng) -> Choice {
///         let legal = view.legal();
///         let discards = legal.discards().into_iter();
///         let tile = if self.last { discards.last() } else { discards.min() };
///         tile.map_or(if legal.contains(Action::Pass) { Action::Pass } else { Action::Hu }, Action::Discard).into()
///     }
/// }
///
/// struct SimpleFactory;
///
/// impl Factory for SimpleFactory {
///     fn name(&self) -> &str {
///         "simple"
///     }
///     fn help(&self) -> &str {
///         "discards the first of its tiles, or the last"
///     }
///     fn version(&self) -> &str {
///         "1"
///     }
///     fn options(&self) -> Vec<AgentOption> {
///         vec![AgentOption::word("which", &["first", "last"]).default("first").help("the tile that goes")]
///     }
///     fn prepare(&self, given: &Given) -> Result<Arc<dyn Prepared>, BuildError> {
///         let last = given.get::<String>("which")? == "last";
///         Ok(prepared(move || Simple { last }))
///     }
/// }
///
/// let registry = Registry::standard().with(SimpleFactory)?;
/// assert_eq!(registry.parse("simple:which=last")?.to_string(), "simple:which=last");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Factory: Send + Sync {
    /// The name that specs begin with: letters, digits, `_` and `-`, a letter first.
    fn name(&self) -> &str;

    /// What it does, in a line.
    fn help(&self) -> &str;

    /// Names how it plays: another one for every change that may change an action. Runs keep it, and go on with no other.
    fn version(&self) -> &str;

    /// The options it takes, in the order in which they are listed.
    fn options(&self) -> Vec<AgentOption> {
        Vec::new()
    }

    /// The agent with these options, ready to be built any number of times: files are read here, once.
    ///
    /// # Errors
    /// When the options do not go together, or something they name cannot be used.
    fn prepare(&self, given: &Given) -> Result<Arc<dyn Prepared>, BuildError>;

    /// Ends at once what its agents have started outside of this process, which is about to exit without unwinding.
    fn shut_down(&self) {}
}

/// An agent with its options, ready to be built.
pub trait Prepared: Send + Sync {
    /// A fresh agent. All of them play alike.
    fn build(&self) -> Box<dyn Agent>;

    /// A fresh agent that answers many decisions at once, where that makes a difference. It chooses what that of
    /// [`Prepared::build`] would.
    fn build_batch(&self) -> Option<Box<dyn BatchAgent>> {
        None
    }

    /// What else than the version and the options decides its play, such as a [`fingerprint`] of a file that it reads.
    fn fingerprint(&self) -> Option<String> {
        None
    }

    /// The spec as manifests have it, where that is not how it was written.
    fn spelling(&self) -> Option<String> {
        None
    }

    /// The number that an option stands at, where neither the spec nor a default says so but, for example, a file.
    fn number(&self, option: &str) -> Option<f64> {
        let _ = option;
        None
    }

    /// All its parameters as a TOML file that one of its options reads, where there is such an option.
    fn to_toml(&self) -> Option<String> {
        None
    }
}

/// An agent that a closure makes, and nothing more to say about it.
pub fn prepared<A: Agent + 'static>(make: impl Fn() -> A + Send + Sync + 'static) -> Arc<dyn Prepared> {
    Arc::new(Made(make))
}

struct Made<F>(F);

impl<A: Agent + 'static, F: Fn() -> A + Send + Sync> Prepared for Made<F> {
    fn build(&self) -> Box<dyn Agent> {
        Box::new((self.0)())
    }
}

/// A short name for the content of a file: FNV-1a in 64 bits, the same on every machine.
#[must_use]
pub fn fingerprint(bytes: &[u8]) -> String {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix))
}

#[cfg(test)]
mod tests {
    #[test]
    fn fingerprints_are_those_of_the_published_algorithm() {
        // Test vectors of draft-eastlake-fnv: 64-bit FNV-1a.
        assert_eq!(super::fingerprint(b""), "cbf29ce484222325");
        assert_eq!(super::fingerprint(b"a"), "af63dc4c8601ec8c");
        assert_eq!(super::fingerprint(b"foobar"), "85944171f73967e8");
    }
}
