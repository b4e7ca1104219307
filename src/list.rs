//! `mcr agents`: who can play.

use crate::{failure::Failure, format::Format, players::explained};
use anyhow::anyhow;
use mcr_agents::{AgentOption, Factory, Registry};
use serde::Serialize;
use std::{
    io::{self, Write},
    process::ExitCode,
};

/// List the agents that --agents and the like may name, with their options.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mcr agents
  mcr agents heuristic
  mcr agents --format json | jq -r '.agents[].name'")]
pub(crate) struct Args {
    /// One agent only
    name: Option<String>,
    /// How to print the list; csv has a line an option
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct List<'a> {
    /// Who plays where nobody is named.
    default: &'a str,
    agents: Vec<Listed<'a>>,
}

#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    help: &'a str,
    version: &'a str,
    options: Vec<ListedOption>,
}

#[derive(Serialize)]
struct ListedOption {
    name: String,
    /// What stands for its value.
    value: String,
    expected: String,
    help: String,
    default: Option<String>,
    /// Whether it stands right after the colon, without its name.
    positional: bool,
    required: bool,
    repeated: bool,
    /// Whether `mcr tune` may change it.
    tuned: bool,
}

impl From<&AgentOption> for ListedOption {
    fn from(option: &AgentOption) -> ListedOption {
        ListedOption {
            name: option.name().to_owned(),
            value: option.value().to_owned(),
            expected: option.expected().to_owned(),
            help: option.what().to_owned(),
            default: option.default_value().map(str::to_owned),
            positional: option.is_positional(),
            required: option.is_required(),
            repeated: option.is_repeated(),
            tuned: option.is_tuned(),
        }
    }
}

impl Args {
    pub(crate) fn run(self, registry: &Registry, out: &mut dyn Write) -> Result<ExitCode, Failure> {
        let factories: Vec<&dyn Factory> = match &self.name {
            None => registry.factories().collect(),
            Some(name) => match registry.find(name) {
                Some(factory) => vec![factory],
                None => {
                    // The registry says what is wrong with a name.
                    let error = registry.parse(name).err().map(anyhow::Error::new);
                    return Err(Failure::Input(error.unwrap_or_else(|| anyhow!("{name:?} names no agent"))));
                }
            },
        };
        match self.format {
            Format::Json => json(registry, &factories, out)?,
            Format::Csv => csv(&factories, out)?,
            Format::Table => table(registry, &factories, out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn json(registry: &Registry, factories: &[&dyn Factory], out: &mut dyn Write) -> io::Result<()> {
    let listed = |factory: &&'_ dyn Factory| factory.options().iter().map(ListedOption::from).collect();
    let options: Vec<Vec<ListedOption>> = factories.iter().map(listed).collect();
    let agents = factories.iter().zip(options).map(|(factory, options)| Listed {
        name: factory.name(),
        help: factory.help(),
        version: factory.version(),
        options,
    });
    let list = List { default: registry.usual(), agents: agents.collect() };
    serde_json::to_writer_pretty(&mut *out, &list)?;
    writeln!(out)
}

fn csv(factories: &[&dyn Factory], out: &mut dyn Write) -> io::Result<()> {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    writeln!(out, "agent,version,option,value,default,help")?;
    for factory in factories {
        writeln!(out, "{},{},,,,{}", factory.name(), quoted(factory.version()), quoted(factory.help()))?;
        for option in factory.options() {
            let (name, value) = (option.name(), quoted(option.value()));
            let default = quoted(option.default_value().unwrap_or_default());
            let help = quoted(option.what());
            writeln!(
                out,
                "{},{},{name},{value},{default},{help}",
                factory.name(),
                quoted(factory.version())
            )?;
        }
    }
    Ok(())
}

fn table(registry: &Registry, factories: &[&dyn Factory], out: &mut dyn Write) -> io::Result<()> {
    for (place, factory) in factories.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        let usual = if factory.name() == registry.usual() { ", plays where nobody is named" } else { "" };
        writeln!(out, "{} (version {}{usual})", factory.name(), factory.version())?;
        writeln!(out, "  {}", factory.help())?;
        let options = factory.options();
        let width = options.iter().map(|option| option.to_string().chars().count()).max().unwrap_or(0);
        for option in &options {
            writeln!(out, "    {:width$}  {}", option.to_string(), explained(option))?;
        }
    }
    if factories.len() > 1 {
        writeln!(
            out,
            "\nA spec is NAME or NAME:OPTION=VALUE,…, such as greedy:noise=0.05; --agents takes several."
        )?;
    }
    Ok(())
}
