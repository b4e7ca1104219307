//! Who plays: the options that take specs of agents, and what their help says.

use crate::failure::Failure;
use anyhow::bail;
use clap::Command;
use mcr_agents::{AgentOption, AgentSpec, Factory, Registry};
use mcr_engine::BySeat;

/// One agent; the usual one where nobody is named.
pub(crate) fn parse_one(registry: &Registry, spec: Option<&str>) -> Result<AgentSpec, Failure> {
    registry.parse(spec.unwrap_or(registry.usual())).map_err(|error| Failure::Input(error.into()))
}

/// The agents for a table: one plays all four seats, two alternate, four sit east, south, west, north.
pub(crate) fn parse_table(registry: &Registry, list: Option<&str>) -> anyhow::Result<BySeat<AgentSpec>> {
    let list = list.unwrap_or(registry.usual());
    let specs = registry.parse_list(list)?;
    match specs.as_slice() {
        [a] => Ok(BySeat([a, a, a, a].map(AgentSpec::clone))),
        [a, b] => Ok(BySeat([a, b, a, b].map(AgentSpec::clone))),
        [a, b, c, d] => Ok(BySeat([a, b, c, d].map(AgentSpec::clone))),
        _ => bail!("{} agents in {list:?}, expected 1 (plays all seats), 2 (alternate) or 4", specs.len()),
    }
}

/// What the help of the options that take specs says before it lists the agents: the path of the command, the option, and
/// whether it has a default.
const OPTIONS: [(&[&str], &str, bool); 6] = [
    (&["simulate"], "agents", true),
    (&["arena"], "agents", false),
    (&["explain"], "agent", true),
    (&["tune"], "agent", true),
    (&["botzone"], "agent", true),
    #[cfg(feature = "torch")]
    (&["train", "gate"], "first", true),
    #[cfg(not(feature = "torch"))]
    (&["arena"], "against", false),
];

/// The command with the agents of the registry in the help of every option that takes their specs.
pub(crate) fn describe(mut command: Command, registry: &Registry) -> Command {
    for (path, option, has_default) in OPTIONS {
        command = within(command, path, &|command| {
            command.mut_arg(option, |arg| {
                let mut short = arg.get_help().map(ToString::to_string).unwrap_or_default();
                let mut long = arg.get_long_help().map(ToString::to_string).unwrap_or_else(|| short.clone());
                if has_default {
                    let default = format!(" [default: {}]", registry.usual());
                    short.push_str(&default);
                    long.push_str(&default);
                }
                arg.help(short).long_help(format!("{long}\n\n{}", overview(registry)))
            })
        });
    }
    command
}

/// The command with `change` made to the one below it at `path`.
fn within(command: Command, path: &[&'static str], change: &dyn Fn(Command) -> Command) -> Command {
    match path {
        [] => change(command),
        [first, rest @ ..] => command.mut_subcommand(first, |command| within(command, rest, change)),
    }
}

/// All agents with their options, for the help of commands.
fn overview(registry: &Registry) -> String {
    let mut text = String::from("Agents, as NAME or NAME:OPTION=VALUE,…:");
    for factory in registry.factories() {
        text.push_str(&format!("\n  {}: {}", factory.name(), factory.help()));
        let options = factory.options();
        // Parameters for tuning are many; `mcr agents` lists them.
        let (numbers, others): (Vec<&AgentOption>, Vec<&AgentOption>) =
            options.iter().partition(|option| is_parameter(option, factory));
        for option in &others {
            text.push_str(&format!("\n    {option}  {}", explained(option)));
        }
        if !numbers.is_empty() {
            let name = factory.name();
            text.push_str(&format!(
                "\n    KEY=VALUE  one of {} parameters (mcr agents {name})",
                numbers.len()
            ));
        }
    }
    text
}

/// Whether an option is one of very many numbers.
fn is_parameter(option: &AgentOption, factory: &dyn Factory) -> bool {
    let numbers = factory.options().iter().filter(|option| option.is_number()).count();
    option.is_number() && numbers > 8
}

/// What an option does, with its default.
pub(crate) fn explained(option: &AgentOption) -> String {
    match option.default_value() {
        Some(default) => format!("{} [default: {default}]", option.what()),
        None => option.what().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> Vec<String> {
        parse_table(&Registry::standard(), Some(list)).unwrap().0.iter().map(AgentSpec::to_string).collect()
    }

    #[test]
    fn one_two_or_four_agents_fill_a_table() {
        assert_eq!(names("greedy"), ["greedy"; 4]);
        assert_eq!(names("greedy,random"), ["greedy", "random", "greedy", "random"]);
        assert_eq!(names("random, random, greedy:noise=0.5, greedy")[2], "greedy:noise=0.5");
        let error = parse_table(&Registry::standard(), Some("greedy,greedy,random")).unwrap_err().to_string();
        assert_eq!(
            error,
            r#"3 agents in "greedy,greedy,random", expected 1 (plays all seats), 2 (alternate) or 4"#
        );
    }

    #[test]
    fn every_option_that_takes_agents_lists_them() {
        use clap::CommandFactory;
        let mut command = describe(crate::Cli::command(), &Registry::standard());
        command.build();
        for (path, option, has_default) in OPTIONS {
            let mut found = &command;
            for name in path {
                found = found.find_subcommand(name).unwrap();
            }
            let argument = found.get_arguments().find(|argument| argument.get_id() == option).unwrap();
            let help = argument.get_long_help().unwrap().to_string();
            assert!(help.contains("noise=P"), "{path:?}: {help}");
            assert_eq!(help.contains("[default: heuristic]"), has_default, "{path:?}");
        }
        command.debug_assert();
    }
}
