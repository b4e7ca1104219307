//! How a program is run: the options of the spec `external:COMMAND,key=value,…`.

use crate::{
    botzone::Envelope,
    registry::{AgentOption, BuildError, Given},
};
use std::{ops::Bound, path::PathBuf, time::Duration};

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

/// What may stand in a spec.
pub(super) fn list() -> Vec<AgentOption> {
    let seconds = |name, default: u32| {
        let above_nil = (Bound::Excluded(0.0), Bound::Included(3600.0));
        let option = AgentOption::number(name, above_nil).shown("SECONDS").default(default);
        option.expecting("seconds, more than 0 and at most 3600")
    };
    let memory = AgentOption::whole("memory", 1..=1 << 20).shown("MIB").default(256);
    vec![
        AgentOption::text("command", "COMMAND").positional().help("the command line, for the shell"),
        seconds("time", 1).help("time for an answer"),
        seconds("start", 10).help("time to start, on top of that of the first answer"),
        memory.expecting("MiB, 1 to 1048576").help("memory a process may have"),
        AgentOption::word("envelope", &["json", "simplified"])
            .help("how messages are wrapped; found out unless stated"),
        AgentOption::word("mode", &["classic", "keep"])
            .help("a process a turn, or one that keeps running; found out unless stated"),
        AgentOption::word("process", &["deal", "run"])
            .default("deal")
            .help("whether a process that keeps running plays on with the next deal"),
        AgentOption::text("dir", "FOLDER").help("where it runs"),
        AgentOption::text("env", "NAME[:VALUE]")
            .expecting("a variable's name, or NAME:VALUE")
            .repeated()
            .help("a variable of its environment, passed on or with this value"),
    ]
}

impl Options {
    /// The options of a spec.
    ///
    /// # Errors
    /// When there is no command.
    pub(super) fn read(given: &Given) -> Result<Options, BuildError> {
        let word = |name: &str| given.find::<String>(name);
        let variable = |variable: &str| match variable.split_once(':') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (variable.to_owned(), None),
        };
        Ok(Options {
            command: given.get("command")?,
            time: Duration::from_secs_f64(given.get("time")?),
            start: Duration::from_secs_f64(given.get("start")?),
            memory: given.get("memory")?,
            envelope: word("envelope")?.map(|envelope| match envelope.as_str() {
                "json" => Envelope::Json,
                _ => Envelope::Simplified,
            }),
            mode: word("mode")?.map(|mode| if mode == "keep" { Mode::Keep } else { Mode::Classic }),
            reuse: word("process")?.as_deref() == Some("run"),
            folder: given.find("dir")?,
            environment: given.all("env").map(variable).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    fn parse(rest: &str) -> Result<Options, String> {
        let spec =
            Registry::standard().parse(&format!("external:{rest}")).map_err(|error| error.to_string())?;
        assert_eq!(spec.to_string(), format!("external:{rest}"), "the spec as it was given");
        Options::read(spec.given()).map_err(|error| format!("{error:?}"))
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
