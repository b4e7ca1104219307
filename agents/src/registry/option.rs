//! What may stand after an agent's name: options with their help, their defaults and what they take.

use std::{
    fmt,
    ops::{Bound, RangeBounds},
};

/// One option of an agent: `name=value` in a spec, or a value without a name right after the colon.
///
/// ```
/// use mcr_agents::AgentOption;
///
/// let noise = AgentOption::number("noise", 0.0..=1.0).shown("P").default(0).help("chance of a random discard");
/// assert_eq!(noise.to_string(), "noise=P");
/// assert!(noise.takes("0.05") && !noise.takes("2"));
/// assert_eq!(noise.expected(), "a number 0 to 1");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AgentOption {
    name: String,
    shown: String,
    help: String,
    expected: String,
    default: Option<String>,
    takes: Takes,
    place: Place,
    repeats: bool,
    tuned: bool,
}

/// What an option takes.
#[derive(Clone, Debug, PartialEq)]
enum Takes {
    Number(Bound<f64>, Bound<f64>),
    Whole(Bound<u64>, Bound<u64>),
    Word(Vec<String>),
    Text,
}

/// Where an option stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Anywhere, with its name.
    Named,
    /// First, without its name; it must be there.
    First,
    /// The same, but it may be missing.
    FirstOrMissing,
}

impl AgentOption {
    /// A finite number of this range, such as `0.0..=1.0` or `..`.
    #[must_use]
    pub fn number(name: &str, range: impl RangeBounds<f64>) -> AgentOption {
        let (low, high) = (range.start_bound().cloned(), range.end_bound().cloned());
        let expected = format!("a number{}", words(&low, &high));
        AgentOption::new(name, "X", expected, Takes::Number(low, high))
    }

    /// A whole number of this range, such as `1..=4`.
    #[must_use]
    pub fn whole(name: &str, range: impl RangeBounds<u64>) -> AgentOption {
        let (low, high) = (range.start_bound().cloned(), range.end_bound().cloned());
        let expected = format!("a whole number{}", words(&low, &high));
        AgentOption::new(name, "N", expected, Takes::Whole(low, high))
    }

    /// One of these words.
    #[must_use]
    pub fn word(name: &str, words: &[&str]) -> AgentOption {
        let (shown, expected) = (words.join("|"), words.join(" or "));
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        AgentOption::new(name, &shown, expected, Takes::Word(words))
    }

    /// Any text but a comma; `shown` stands for it where options are listed, such as `FILE`.
    #[must_use]
    pub fn text(name: &str, shown: &str) -> AgentOption {
        AgentOption::new(name, shown, format!("a {}", shown.to_lowercase()), Takes::Text)
    }

    fn new(name: &str, shown: &str, expected: String, takes: Takes) -> AgentOption {
        AgentOption {
            name: name.to_owned(),
            shown: shown.to_owned(),
            help: String::new(),
            expected,
            default: None,
            takes,
            place: Place::Named,
            repeats: false,
            tuned: false,
        }
    }

    /// What it does, in half a line.
    #[must_use]
    pub fn help(mut self, help: &str) -> AgentOption {
        help.clone_into(&mut self.help);
        self
    }

    /// What stands for the value where options are listed.
    #[must_use]
    pub fn shown(mut self, shown: &str) -> AgentOption {
        shown.clone_into(&mut self.shown);
        self
    }

    /// What errors say is expected.
    #[must_use]
    pub fn expecting(mut self, expected: &str) -> AgentOption {
        expected.clone_into(&mut self.expected);
        self
    }

    /// The value where none is given.
    #[must_use]
    pub fn default(mut self, value: impl fmt::Display) -> AgentOption {
        self.default = Some(value.to_string());
        self
    }

    /// Stands right after the colon, without its name, and must be there; for one option of an agent.
    #[must_use]
    pub fn positional(mut self) -> AgentOption {
        self.place = Place::First;
        self
    }

    /// Stands right after the colon, without its name, if it is there at all; for one option of an agent.
    #[must_use]
    pub fn positional_or_missing(mut self) -> AgentOption {
        self.place = Place::FirstOrMissing;
        self
    }

    /// May be given several times, and all count; otherwise the last one does.
    #[must_use]
    pub fn repeated(mut self) -> AgentOption {
        self.repeats = true;
        self
    }

    /// A number to play by that `mcr tune` may change.
    #[must_use]
    pub fn tuned(mut self) -> AgentOption {
        self.tuned = true;
        self
    }

    /// Its name, what stands before the `=`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What stands for its value, such as `N`, `FILE` or `json|simplified`.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.shown
    }

    /// What it does.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.help
    }

    /// What it takes, in words.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// Its value where none is given.
    #[must_use]
    pub fn default_value(&self) -> Option<&str> {
        self.default.as_deref()
    }

    /// Whether it stands first, without its name.
    #[must_use]
    pub fn is_positional(&self) -> bool {
        self.place != Place::Named
    }

    /// Whether a spec without it is wrong.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.place == Place::First
    }

    /// Whether all that is given counts, not only the last.
    #[must_use]
    pub fn is_repeated(&self) -> bool {
        self.repeats
    }

    /// Whether `mcr tune` may change it.
    #[must_use]
    pub fn is_tuned(&self) -> bool {
        self.tuned
    }

    /// Whether it takes numbers only.
    #[must_use]
    pub fn is_number(&self) -> bool {
        matches!(self.takes, Takes::Number(..) | Takes::Whole(..))
    }

    /// Whether it takes whole numbers only.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        matches!(self.takes, Takes::Whole(..))
    }

    /// Whether it may have this value.
    #[must_use]
    pub fn takes(&self, value: &str) -> bool {
        match &self.takes {
            Takes::Number(low, high) => value.parse().is_ok_and(|number: f64| {
                number.is_finite() && (low.as_ref(), high.as_ref()).contains(&number)
            }),
            Takes::Whole(low, high) => {
                value.parse().is_ok_and(|number: u64| (low.as_ref(), high.as_ref()).contains(&number))
            }
            Takes::Word(words) => words.iter().any(|word| word == value),
            Takes::Text => !value.is_empty() && !value.contains(','),
        }
    }
}

/// As it is written in a spec: `noise=P`, or `FILE` where the name is not written.
impl fmt::Display for AgentOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Named => write!(f, "{}={}", self.name, self.shown),
            Place::First => write!(f, "{}", self.shown),
            Place::FirstOrMissing => write!(f, "[{}]", self.shown),
        }
    }
}

/// A range in words that follow "a number".
fn words<T: fmt::Display>(low: &Bound<T>, high: &Bound<T>) -> String {
    match (low, high) {
        (Bound::Included(low), Bound::Included(high)) => format!(" {low} to {high}"),
        (Bound::Included(low), Bound::Excluded(high)) => format!(" from {low} on and below {high}"),
        (Bound::Excluded(low), Bound::Included(high)) => format!(" above {low} and at most {high}"),
        (Bound::Excluded(low), Bound::Excluded(high)) => format!(" above {low} and below {high}"),
        (Bound::Included(low), Bound::Unbounded) => format!(" from {low} on"),
        (Bound::Excluded(low), Bound::Unbounded) => format!(" above {low}"),
        (Bound::Unbounded, Bound::Included(high)) => format!(" up to {high}"),
        (Bound::Unbounded, Bound::Excluded(high)) => format!(" below {high}"),
        (Bound::Unbounded, Bound::Unbounded) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_kept_and_told() {
        let above = AgentOption::number("ms", (Bound::Excluded(0.0), Bound::Unbounded));
        assert_eq!(above.expected(), "a number above 0");
        assert!(above.takes("0.5") && !above.takes("0") && !above.takes("inf") && !above.takes("nan"));
        let whole = AgentOption::whole("memory", 1..=1 << 20);
        assert_eq!(whole.expected(), "a whole number 1 to 1048576");
        assert!(whole.takes("1048576") && !whole.takes("0") && !whole.takes("2.5") && !whole.takes("-1"));
        assert_eq!(AgentOption::number("x", ..).expected(), "a number");
        assert_eq!(AgentOption::number("x", 0.0..1.0).expected(), "a number from 0 on and below 1");
    }

    #[test]
    fn options_are_shown_as_they_are_written() {
        assert_eq!(AgentOption::word("mode", &["classic", "keep"]).to_string(), "mode=classic|keep");
        assert_eq!(AgentOption::text("command", "COMMAND").positional().to_string(), "COMMAND");
        assert_eq!(AgentOption::text("file", "FILE").positional_or_missing().to_string(), "[FILE]");
        assert_eq!(AgentOption::whole("rollouts", ..).to_string(), "rollouts=N");
    }
}
