//! `run.toml`: what was asked for. With the same program version it is enough to play the run again.

use crate::{
    matches::{self, Rotation},
    run::RunError,
};
use mcr_agents::{AgentSpec, Registry};
use mcr_engine::{BySeat, RuleSet};
use serde::{Deserialize, Serialize};
use std::{ops::Range, path::Path};

/// How much of a run is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// Nothing but the summary.
    None,
    /// A row a deal, from which everything replays.
    Deals,
    /// A row a decision as well.
    Steps,
}

/// The parameters of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of this file's form.
    pub format: u32,
    /// The program version that plays the run.
    pub program_version: String,
    /// The seed of walls and agents.
    pub seed: u64,
    /// Deals in the run, numbered from 0.
    pub deals: u64,
    /// Deals in a part.
    pub part_deals: u64,
    /// What is logged.
    pub log: LogLevel,
    /// The agents' spec strings, east first.
    pub agents: [String; 4],
    /// Their versions, which name how they play; none in runs of before there were any, and in imported ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub versions: Option<[String; 4]>,
    /// How the players change seats, in a run of matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Rotation>,
    /// Where the deals come from, when they were not played here: the agents are names then, and nothing plays on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The rule set.
    pub rules: RuleSet,
}

/// The form of `run.toml` this program writes and reads.
const FORMAT: u32 = 1;

/// TOML has no whole numbers above this.
const MAX_NUMBER: u64 = i64::MAX as u64;

impl Manifest {
    /// Deals in a part unless told otherwise: a second's work for fast agents, some megabytes of steps.
    pub const PART_DEALS: u64 = 5_000;

    /// A run of `deals` deals by this program.
    ///
    /// # Errors
    /// When a number is zero or too big for `run.toml`.
    pub fn new(
        rules: RuleSet,
        seed: u64,
        deals: u64,
        part_deals: u64,
        log: LogLevel,
        agents: &BySeat<AgentSpec>,
    ) -> Result<Manifest, RunError> {
        let versions = Some(agents.0.each_ref().map(|agent| agent.version().to_owned()));
        let agents = agents.0.each_ref().map(AgentSpec::to_string);
        let program_version = crate::PROGRAM_VERSION.to_owned();
        let (rotation, source) = (None, None);
        let manifest = Manifest {
            format: FORMAT,
            program_version,
            seed,
            deals,
            part_deals,
            log,
            agents,
            versions,
            rotation,
            source,
            rules,
        };
        manifest.check().map_err(RunError::Parameter)?;
        Ok(manifest)
    }

    /// The same as a run of matches, in which the players change seats.
    ///
    /// # Errors
    /// When its parts do not hold whole matches.
    pub fn with_rotation(mut self, rotation: Rotation) -> Result<Manifest, RunError> {
        self.rotation = Some(rotation);
        self.check().map_err(RunError::Parameter)?;
        Ok(self)
    }

    /// A run of deals that were played elsewhere, as many as will come; `name` stands for all players.
    pub(crate) fn imported(rules: RuleSet, part_deals: u64, name: &str) -> Result<Manifest, RunError> {
        let manifest = Manifest {
            format: FORMAT,
            program_version: crate::PROGRAM_VERSION.to_owned(),
            seed: 0,
            deals: MAX_NUMBER,
            part_deals,
            log: LogLevel::Steps,
            agents: std::array::from_fn(|_| name.to_owned()),
            versions: None,
            rotation: None,
            source: Some(name.to_owned()),
            rules,
        };
        manifest.check().map_err(RunError::Parameter)?;
        Ok(manifest)
    }

    /// Reads `run.toml`.
    ///
    /// # Errors
    /// When it cannot be read or does not say what it should.
    pub fn read(path: &Path) -> Result<Manifest, RunError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| RunError::NoManifest { path: path.to_owned(), source })?;
        let bad = |reason: String| RunError::Manifest { path: path.to_owned(), reason };
        let manifest: Manifest = toml::from_str(&text).map_err(|error| bad(error.to_string()))?;
        if manifest.format != FORMAT {
            return Err(bad(format!("format {}, this program reads {FORMAT}", manifest.format)));
        }
        manifest.check().map_err(bad)?;
        Ok(manifest)
    }

    fn check(&self) -> Result<(), String> {
        if self.deals == 0 || self.deals > MAX_NUMBER {
            return Err(format!("deals is {}, expected 1 to {MAX_NUMBER}", self.deals));
        }
        if self.part_deals == 0 || self.part_deals > 1_000_000 {
            return Err(format!("part_deals is {}, expected 1 to 1000000", self.part_deals));
        }
        if self.seed > MAX_NUMBER {
            return Err(format!("seed is {}, expected at most {MAX_NUMBER}", self.seed));
        }
        if self.rotation.is_some() && self.rules.sequence().is_some() {
            return Err(
                "rotation: not where deals follow from one another, by a session or dealer_repeats".into()
            );
        }
        if self.rotation.is_some() {
            for (name, deals) in [("deals", self.deals), ("part_deals", self.part_deals)] {
                if !deals.is_multiple_of(matches::DEALS) {
                    let whole = matches::DEALS;
                    return Err(format!("{name} is {deals}, expected a multiple of {whole}: whole matches"));
                }
            }
        }
        Ok(())
    }

    /// The agents of a registry that play the run; `path` is the manifest's, for errors.
    ///
    /// # Errors
    /// When the registry has no such agent, or one that may play otherwise than the one that began the run; when the deals were
    /// played elsewhere.
    pub fn players(&self, registry: &Registry, path: &Path) -> Result<BySeat<AgentSpec>, RunError> {
        if let Some(source) = &self.source {
            return Err(RunError::Parameter(format!("the deals were {source}, nothing can be played on")));
        }
        let specs = registry.parse_each(self.agents.iter().map(String::as_str));
        let specs = specs.map_err(|error| RunError::Parameter(error.to_string()))?;
        for (found, spec) in self.versions.iter().flatten().zip(&specs) {
            check_version(path, found, spec.version(), spec)?;
        }
        // As many specs as agents were parsed.
        Ok(BySeat::from_fn(|seat| specs[seat.index()].clone()))
    }

    /// The file's text.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let text = toml::to_string(self).unwrap_or_default();
        format!("# A run of mcr simulate. The same program version plays it again from this file.\n{text}")
    }

    /// How many parts the run has.
    #[must_use]
    pub fn parts(&self) -> u64 {
        self.deals.div_ceil(self.part_deals)
    }

    /// The numbers of the deals of a part.
    #[must_use]
    pub fn part(&self, part: u64) -> Range<u64> {
        let first = part * self.part_deals;
        first..(first + self.part_deals).min(self.deals)
    }

    /// The rule set's name: of a preset, or `custom`.
    #[must_use]
    pub fn rules_name(&self) -> &'static str {
        let named = RuleSet::PRESETS.iter().find(|(_, rules)| *rules == self.rules);
        named.map_or("custom", |(name, _)| name)
    }

    /// Which parameters differ from those `asked` for, in words; empty when none does.
    #[must_use]
    pub fn differences(&self, asked: &Manifest) -> String {
        // Versions are told by themselves, and old runs have none.
        let plain = |manifest: &Manifest| Manifest { versions: None, ..manifest.clone() };
        differences(&plain(self), &plain(asked))
    }

    /// Whether the run of this manifest is the one `asked` for, with the same versions of its agents as far as it has them.
    #[must_use]
    pub fn is_of(&self, asked: &Manifest) -> bool {
        let same_versions = self.versions.is_none() || self.versions == asked.versions;
        same_versions && self.differences(asked).is_empty()
    }
}

/// Refuses an agent that may play otherwise than the one that began the run.
pub(crate) fn check_version(
    path: &Path,
    found: &str,
    here: &str,
    agent: &impl ToString,
) -> Result<(), RunError> {
    if found == here {
        return Ok(());
    }
    let (path, agent) = (path.to_owned(), agent.to_string());
    Err(RunError::OtherVersion { path, agent, found: found.to_owned(), here: here.to_owned() })
}

/// Which parameters of two manifests differ, in words; empty when none does.
pub(crate) fn differences<T: Serialize>(here: &T, asked: &T) -> String {
    let value = |manifest: &T| toml::Table::try_from(manifest).unwrap_or_default();
    let (here, asked) = (value(here), value(asked));
    let differing = here.iter().filter(|(key, value)| asked.get(*key) != Some(*value));
    let missing = asked.iter().filter(|(key, _)| !here.contains_key(*key));
    let missing = missing.map(|(key, value)| format!("it has no {key}, asked for {value}"));
    let say = |(key, value): (&String, &toml::Value)| match asked.get(key) {
        Some(other) => format!("its {key} is {value}, asked for {other}"),
        None => format!("its {key} is {value}"),
    };
    differing.map(say).chain(missing).collect::<Vec<_>>().join("; ")
}
