//! How a program is run: the options of the spec `external:COMMAND,key=value,…`.

use crate::{botzone::Envelope, spec::SpecError};
use std::{path::PathBuf, time::Duration};

/// Whether a process answers one turn or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A process a turn.
    Classic,
    /// The process asks to be kept running.
    Keep,
}

/// How a program is run.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The whole spec, as it was given.
    pub spec: String,
    /// The command line, for the shell.
    pub command: String,
    /// Time for an answer.
    pub time: Duration,
    /// Time to start, on top of that for the first answer of a process.
    pub start: Duration,
    /// Memory in MiB.
    pub memory: u64,
    /// How messages are wrapped; found out when not stated.
    pub envelope: Option<Envelope>,
    /// Whether it keeps running; found out when not stated.
    pub mode: Option<Mode>,
    /// Whether a process that keeps running plays on with the next deal.
    pub reuse: bool,
    /// Where it runs.
    pub folder: Option<PathBuf>,
    /// Variables of its environment: passed on by name, or with a value.
    pub environment: Vec<(String, Option<String>)>,
}

const EXPECTED: &str = "time=SECONDS, start=SECONDS, memory=MIB, envelope=json|simplified, mode=classic|keep, \
                        process=deal|run, dir=FOLDER, env=NAME[:VALUE]";

impl Options {
    /// Reads a spec whose name has been taken off: the command, then options, separated by commas.
    ///
    /// # Errors
    /// When there is no command, or an option is none.
    pub(crate) fn parse(spec: &str, rest: &str) -> Result<Options, SpecError> {
        let (command, options) = rest.split_once(',').unwrap_or((rest, ""));
        if command.trim().is_empty() {
            let (option, found) = ("COMMAND", String::new());
            return Err(SpecError::BadValue { spec: spec.into(), option, found, expected: "a command" });
        }
        let mut parsed = Options {
            spec: spec.to_owned(),
            command: command.trim().to_owned(),
            time: Duration::from_secs(1),
            start: Duration::from_secs(10),
            memory: 256,
            envelope: None,
            mode: None,
            reuse: false,
            folder: None,
            environment: Vec::new(),
        };
        for option in options.split(',').filter(|option| !option.is_empty()) {
            parsed.take(spec, option)?;
        }
        Ok(parsed)
    }

    fn take(&mut self, spec: &str, option: &str) -> Result<(), SpecError> {
        let unknown =
            || SpecError::UnknownOption { spec: spec.into(), option: option.into(), expected: EXPECTED };
        let (key, value) = option.split_once('=').ok_or_else(unknown)?;
        let bad = |option, expected| SpecError::BadValue {
            spec: spec.into(),
            option,
            found: value.into(),
            expected,
        };
        match (key, value) {
            ("time", value) => self.time = seconds(value).ok_or_else(|| bad("time", SECONDS))?,
            ("start", value) => self.start = seconds(value).ok_or_else(|| bad("start", SECONDS))?,
            ("memory", value) => {
                let memory = value.parse().ok().filter(|memory| (1..=1 << 20).contains(memory));
                self.memory = memory.ok_or_else(|| bad("memory", "MiB, 1 to 1048576"))?;
            }
            ("envelope", "json") => self.envelope = Some(Envelope::Json),
            ("envelope", "simplified") => self.envelope = Some(Envelope::Simplified),
            ("envelope", _) => return Err(bad("envelope", "json or simplified")),
            ("mode", "classic") => self.mode = Some(Mode::Classic),
            ("mode", "keep") => self.mode = Some(Mode::Keep),
            ("mode", _) => return Err(bad("mode", "classic or keep")),
            ("process", "deal") => self.reuse = false,
            ("process", "run") => self.reuse = true,
            ("process", _) => return Err(bad("process", "deal or run")),
            ("dir", folder) => self.folder = Some(folder.into()),
            ("env", variable) => self.environment.push(match variable.split_once(':') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None => (variable.to_owned(), None),
            }),
            _ => return Err(unknown()),
        }
        Ok(())
    }
}

const SECONDS: &str = "seconds, more than 0 and at most 3600";

fn seconds(value: &str) -> Option<Duration> {
    let seconds: f64 = value.parse().ok()?;
    (seconds > 0.0 && seconds <= 3600.0).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(rest: &str) -> Result<Options, String> {
        Options::parse("external", rest).map_err(|error| error.to_string())
    }

    #[test]
    fn options_follow_the_command() {
        let options =
            parse("python3 bot.py --deep,time=0.5,memory=512,mode=keep,envelope=json,env=LANG,env=A:B")
                .unwrap();
        assert_eq!(options.command, "python3 bot.py --deep");
        assert_eq!((options.time, options.memory), (Duration::from_millis(500), 512));
        assert_eq!((options.mode, options.envelope), (Some(Mode::Keep), Some(Envelope::Json)));
        assert_eq!(options.environment, [("LANG".into(), None), ("A".into(), Some("B".into()))]);
        assert_eq!(parse("./bot").unwrap().time, Duration::from_secs(1));
    }

    #[test]
    fn what_is_no_option_is_refused() {
        for (rest, complaint) in [
            ("", r#"COMMAND is "", expected a command"#),
            ("./bot,time=0", r#"time is "0""#),
            ("./bot,time=inf", "at most 3600"),
            ("./bot,memory=-1", "MiB"),
            ("./bot,mode=fast", "classic or keep"),
            ("./bot,deep", "time=SECONDS"),
            ("./bot,depth=2", "time=SECONDS"),
        ] {
            let error = parse(rest).unwrap_err();
            assert!(error.contains(complaint), "{rest}: {error}");
        }
    }
}
