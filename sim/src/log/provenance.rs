//! Where a log file comes from: its key-value metadata.

use crate::log::LogError;
use mcr_engine::RuleSet;
use parquet::file::metadata::KeyValue;
use std::path::Path;

const TABLE: &str = "mcr.table";
const VERSION: &str = "mcr.schema_version";
const PROGRAM: &str = "mcr.program_version";
const RULES: &str = "mcr.rules";
const SEED: &str = "mcr.seed";
const AGENTS: &str = "mcr.agents";

/// Major and minor version of both tables. Readers refuse another major version and ignore columns they do not
/// know.
const SCHEMA_VERSION: (u32, u32) = (1, 1);

/// What the rows of a file came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Provenance {
    /// The rule set the deals were played under.
    pub rules: RuleSet,
    /// The seed of the run; `None` for imported games.
    pub seed: Option<u64>,
    /// The agents' spec strings in seat order; empty when they differ from deal to deal.
    pub agents: Vec<String>,
}

impl Provenance {
    /// The metadata of a file of `table`.
    pub(super) fn to_metadata(&self, table: &str) -> Vec<KeyValue> {
        let (major, minor) = SCHEMA_VERSION;
        let mut pairs = vec![
            (TABLE, table.to_owned()),
            (VERSION, format!("{major}.{minor}")),
            (PROGRAM, crate::PROGRAM_VERSION.to_owned()),
            (RULES, json(&self.rules)),
            (AGENTS, json(&self.agents)),
        ];
        pairs.extend(self.seed.map(|seed| (SEED, seed.to_string())));
        pairs.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect()
    }

    /// Reads the metadata back; refuses another table and another major version.
    pub(super) fn from_metadata(
        pairs: &[KeyValue],
        table: &'static str,
        path: &Path,
    ) -> Result<Provenance, LogError> {
        let find = |key: &'static str| {
            pairs.iter().find(|pair| pair.key == key).and_then(|pair| pair.value.as_deref())
        };
        let need = |key: &'static str| find(key).ok_or(LogError::Foreign { path: path.to_owned(), key });
        let bad = |key: &'static str, found: &str, expected: String| LogError::Metadata {
            path: path.to_owned(),
            key,
            found: found.to_owned(),
            expected,
        };
        let found = need(TABLE)?;
        if found != table {
            return Err(bad(TABLE, found, format!("{table:?}")));
        }
        check_version(need(VERSION)?, table, path)?;
        let rules = need(RULES)?;
        let agents = need(AGENTS)?;
        let seed = find(SEED)
            .map(|seed| seed.parse().map_err(|_| bad(SEED, seed, "a whole number".into())))
            .transpose()?;
        Ok(Provenance {
            rules: serde_json::from_str(rules)
                .map_err(|error| bad(RULES, rules, format!("a rule set ({error})")))?,
            seed,
            agents: serde_json::from_str(agents)
                .map_err(|error| bad(AGENTS, agents, format!("a list of agents ({error})")))?,
        })
    }
}

fn check_version(found: &str, table: &'static str, path: &Path) -> Result<(), LogError> {
    let (major, _) = SCHEMA_VERSION;
    let same = found.split('.').next().and_then(|m| m.parse().ok()) == Some(major);
    if same {
        return Ok(());
    }
    let (found, expected) = (found.to_owned(), format!("{major}.x"));
    Err(LogError::Version { path: path.to_owned(), table, found, expected })
}

/// JSON of a value that is plain data, which cannot fail.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
