//! The options of one spec: read in one place for all agents, by what their factories list.

use super::{
    option::AgentOption,
    spec::{SpecError, nearest},
};
use std::str::FromStr;

/// The options that a spec gives to an agent, checked against those that its factory lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    spec: String,
    options: Vec<AgentOption>,
    /// What was given, in order: the option's place in the list, and its value.
    values: Vec<(usize, String)>,
}

/// Why an agent cannot be had although its options are of the right kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// An option has a value it cannot have, or lacks one.
    Value {
        /// The option's name.
        option: String,
        /// What may stand there.
        expected: String,
    },
    /// Anything else, in a sentence.
    Problem(String),
}

impl BuildError {
    /// An option has a value it cannot have.
    #[must_use]
    pub fn value(option: &str, expected: &str) -> BuildError {
        BuildError::Value { option: option.to_owned(), expected: expected.to_owned() }
    }

    /// Anything else: what is wrong, and what was expected.
    #[must_use]
    pub fn problem(problem: impl ToString) -> BuildError {
        BuildError::Problem(problem.to_string())
    }
}

impl Given {
    /// Reads what stands after the colon of `spec`.
    pub(super) fn parse(spec: &str, options: Vec<AgentOption>) -> Result<Given, SpecError> {
        let rest = spec.split_once(':').map_or("", |(_, rest)| rest);
        let mut given = Given { spec: spec.to_owned(), options, values: Vec::new() };
        let rest = given.take_first(rest)?;
        for piece in rest.split(',').filter(|piece| !piece.is_empty()) {
            let found = piece.split_once('=').and_then(|(name, value)| Some((given.named(name)?, value)));
            let (place, value) = found.ok_or_else(|| given.unknown(piece))?;
            given.take(place, value)?;
        }
        Ok(given)
    }

    /// Takes the option that stands without its name, and gives what follows it.
    fn take_first<'a>(&mut self, rest: &'a str) -> Result<&'a str, SpecError> {
        let Some(place) = self.options.iter().position(AgentOption::is_positional) else { return Ok(rest) };
        let (piece, after) = rest.split_once(',').unwrap_or((rest, ""));
        let piece = piece.trim();
        if !self.options[place].is_required() {
            let is_named = piece.split_once('=').is_some_and(|(name, _)| self.named(name).is_some());
            if piece.is_empty() || is_named {
                return Ok(rest);
            }
        }
        self.take(place, piece)?;
        Ok(after)
    }

    /// The place of the option with this name.
    fn named(&self, name: &str) -> Option<usize> {
        self.options.iter().position(|option| option.name() == name && !option.is_positional())
    }

    fn take(&mut self, place: usize, value: &str) -> Result<(), SpecError> {
        let option = &self.options[place];
        if !option.takes(value) {
            return Err(self.refused(option, value, option.expected()));
        }
        self.values.push((place, value.to_owned()));
        Ok(())
    }

    fn unknown(&self, piece: &str) -> SpecError {
        let listed: Vec<String> = self
            .options
            .iter()
            .filter(|option| !option.is_positional())
            .map(AgentOption::to_string)
            .collect();
        let name = piece.split('=').next().unwrap_or_default();
        SpecError::UnknownOption {
            spec: self.spec.clone(),
            option: piece.to_owned(),
            expected: if listed.is_empty() { "(none)".to_owned() } else { listed.join(", ") },
            nearest: nearest(name, self.options.iter().map(AgentOption::name)),
        }
    }

    fn refused(&self, option: &AgentOption, found: &str, expected: &str) -> SpecError {
        let option = if option.is_positional() { option.value() } else { option.name() };
        SpecError::BadValue {
            spec: self.spec.clone(),
            option: option.to_owned(),
            found: found.to_owned(),
            expected: expected.to_owned(),
        }
    }

    /// The same with the spec that it is part of.
    pub(super) fn explain(&self, error: BuildError) -> SpecError {
        match error {
            BuildError::Value { option, expected } => {
                let found = self.last(&option).unwrap_or_default().to_owned();
                match self.options.iter().find(|known| known.name() == option) {
                    Some(known) => self.refused(known, &found, &expected),
                    None => SpecError::BadValue { spec: self.spec.clone(), option, found, expected },
                }
            }
            BuildError::Problem(problem) => SpecError::Refused { spec: self.spec.clone(), problem },
        }
    }

    /// The whole spec, as it was written.
    #[must_use]
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The spec in its usual form: the name, and what was given, each piece once.
    pub(super) fn text(&self) -> String {
        let (name, rest) = self.spec.split_once(':').unwrap_or((&self.spec, ""));
        let pieces: Vec<&str> = rest.split(',').filter(|piece| !piece.is_empty()).collect();
        if pieces.is_empty() { name.to_owned() } else { format!("{name}:{}", pieces.join(",")) }
    }

    /// What was given, by name and in order; defaults are not among it.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(place, value)| (self.options[*place].name(), value.as_str()))
    }

    /// Everything that was given for an option, in order.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.iter().filter(move |(given, _)| *given == name).map(|(_, value)| value)
    }

    fn last(&self, name: &str) -> Option<&str> {
        self.iter().filter(|(given, _)| *given == name).last().map(|(_, value)| value)
    }

    /// The value of an option that has a default or must be given.
    ///
    /// # Errors
    /// When it is no `T`, or there is no value.
    pub fn get<T: FromStr>(&self, name: &str) -> Result<T, BuildError> {
        let expected = self.options.iter().find(|option| option.name() == name).map(AgentOption::expected);
        let expected = expected.unwrap_or("an option that the agent lists");
        self.find(name)?.ok_or_else(|| BuildError::value(name, expected))
    }

    /// The value of an option: what was given, or the default, or nothing.
    ///
    /// # Errors
    /// When it is no `T`.
    pub fn find<T: FromStr>(&self, name: &str) -> Result<Option<T>, BuildError> {
        let Some(option) = self.options.iter().find(|option| option.name() == name) else {
            return Ok(None);
        };
        let value = self.last(name).or_else(|| option.default_value());
        value.map(|value| value.parse().map_err(|_| BuildError::value(name, option.expected()))).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Vec<AgentOption> {
        vec![
            AgentOption::text("file", "FILE").positional_or_missing(),
            AgentOption::number("heat", 0.0..=2.0).default(0.5),
            AgentOption::whole("tries", 1..),
            AgentOption::text("env", "NAME").repeated(),
        ]
    }

    fn given(spec: &str) -> Given {
        Given::parse(spec, options()).unwrap()
    }

    fn refused(spec: &str) -> String {
        Given::parse(spec, options()).unwrap_err().to_string()
    }

    #[test]
    fn values_are_given_by_default_or_not_at_all() {
        let given = given("a:one.bin,tries=3,env=X,tries=4,env=Y");
        assert_eq!(given.get::<String>("file"), Ok("one.bin".to_owned()));
        assert_eq!(given.get::<f64>("heat"), Ok(0.5));
        assert_eq!(given.get::<u8>("tries"), Ok(4));
        assert!(given.all("env").eq(["X", "Y"]));
        assert_eq!(given.iter().count(), 5);
        let none = Given::parse("a", options()).unwrap();
        assert_eq!(none.find::<u8>("tries"), Ok(None));
        assert_eq!(none.get::<u8>("tries"), Err(BuildError::value("tries", "a whole number from 1 on")));
    }

    #[test]
    fn what_stands_first_may_be_missing() {
        assert_eq!(given("a:heat=1").find::<String>("file"), Ok(None));
        assert_eq!(given("a:b=c").find::<String>("file"), Ok(Some("b=c".to_owned())));
        assert_eq!(given("a:").text(), "a");
        assert_eq!(given("a:x,,heat=1,").text(), "a:x,heat=1");
    }

    #[test]
    fn errors_say_what_may_stand_there_and_what_is_near() {
        assert_eq!(
            refused("a:x,haet=1"),
            r#"agent spec "a:x,haet=1": option "haet=1" is not one of heat=X, tries=N, env=NAME; did you mean "heat"?"#
        );
        assert_eq!(
            refused("a:x,y"),
            r#"agent spec "a:x,y": option "y" is not one of heat=X, tries=N, env=NAME"#
        );
        assert_eq!(refused("a:heat=3"), r#"agent spec "a:heat=3": heat is "3", expected a number 0 to 2"#);
        assert!(refused("a:x,env=").contains(r#"env is "", expected a name"#));
        // A value that the option takes and the agent's type cannot hold.
        let big = given("a:tries=300");
        let error = big.get::<u8>("tries").unwrap_err();
        assert_eq!(
            big.explain(error).to_string(),
            r#"agent spec "a:tries=300": tries is "300", expected a whole number from 1 on"#
        );
    }
}
