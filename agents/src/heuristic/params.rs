//! The numbers `heuristic` plays by.

use super::danger::DangerParams;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Everything that may be tuned; `configs/heuristic.toml` explains each value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Turn from which on others are expected to win.
    pub danger_from: f32,
    /// Chance that the others end the deal in a turn, rising by this with each turn from there on.
    pub danger_slope: f32,
    /// The highest such chance.
    pub danger_most: f32,
    /// Turns from now whose rates of tiles count for the time to come.
    pub ahead: f32,
    /// Share of the left neighbour's fitting discards that a chow gets.
    pub claim_chow: f32,
    /// Share of fitting discards that a pung gets.
    pub claim_pung: f32,
    /// Share of fitting discards that a win gets.
    pub claim_hu: f32,
    /// How strictly tiles need turns of their own.
    pub turn_apart: f32,
    /// What one more missing tile leaves of a target's weight.
    pub commitment: f32,
    /// Missing tiles beyond the nearest target up to which targets are looked at.
    pub slack: u32,
    /// The same for targets with three sets of one fan, of which there are many.
    pub core_slack: u32,
    /// Most missing tiles of a target that has only small fans.
    pub any_limit: u32,
    /// Discards after which the next tile is thought of.
    pub followed: usize,
    /// Points a win saves, since nobody else wins.
    pub win_saves: f32,
    /// The most that hands may be worth together that are not ready.
    pub most: f32,
    /// How much better than passing a claim must be.
    pub claim_margin: f32,
    /// The danger of discards.
    pub danger: DangerParams,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            danger_from: 4.0,
            danger_slope: 0.016,
            danger_most: 0.22,
            ahead: 2.0,
            claim_chow: 0.9,
            claim_pung: 0.9,
            claim_hu: 0.95,
            turn_apart: 0.5,
            commitment: 0.5,
            slack: 1,
            core_slack: 1,
            any_limit: 2,
            followed: 3,
            win_saves: 6.0,
            most: 45.0,
            claim_margin: 1.0,
            danger: DangerParams::default(),
        }
    }
}

/// Parameters that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamsError {
    /// The file cannot be opened.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Not the TOML of parameters.
    #[error("{place}: {reason}")]
    Value {
        /// Where it was found.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl Params {
    /// Parameters from a file like `configs/heuristic.toml`.
    ///
    /// # Errors
    /// When the file cannot be read or lacks a parameter or names another.
    pub fn read(path: &Path) -> Result<Params, ParamsError> {
        let text = std::fs::read_to_string(path)
            .map_err(|e| ParamsError::File { path: path.into(), reason: e.to_string() })?;
        toml::from_str(&text)
            .map_err(|e| ParamsError::Value { place: path.display().to_string(), reason: e.to_string() })
    }

    /// The parameters as a TOML document.
    ///
    /// # Errors
    /// Never for parameters that were read or are built in.
    pub fn to_toml(&self) -> Result<String, ParamsError> {
        let wrong =
            |e: toml::ser::Error| ParamsError::Value { place: "parameters".into(), reason: e.to_string() };
        toml::to_string(self).map_err(wrong)
    }

    /// A single number by its name, such as `slack` or `danger.cost`; nothing when there is none of that name.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<f64> {
        let table = toml::Table::try_from(self).ok()?;
        let value = match key.split_once('.') {
            Some((part, key)) => table.get(part)?.get(key)?,
            None => table.get(key)?,
        };
        value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))
    }

    /// The same parameters but one, given as text.
    ///
    /// # Errors
    /// When there is no such parameter or it cannot have this value.
    pub fn with(&self, key: &str, value: &str) -> Result<Params, ParamsError> {
        let wrong = |reason: String| ParamsError::Value { place: format!("parameter {key}"), reason };
        let mut table = toml::Table::try_from(self).map_err(|e| wrong(e.to_string()))?;
        let value: toml::Value = format!("value = {value}")
            .parse::<toml::Table>()
            .ok()
            .and_then(|mut t| t.remove("value"))
            .ok_or_else(|| wrong(format!("{value:?} is not a number")))?;
        match key.split_once('.') {
            Some((part, key)) => {
                let part = table.get_mut(part).and_then(toml::Value::as_table_mut);
                part.ok_or_else(|| wrong("there is no such group".into()))?.insert(key.to_owned(), value);
            }
            None => _ = table.insert(key.to_owned(), value),
        }
        table.try_into().map_err(|e: toml::de::Error| wrong(e.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_file_holds_the_built_in_values() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/heuristic.toml");
        assert_eq!(Params::read(&path).unwrap(), Params::default());
    }

    #[test]
    fn one_value_can_be_changed() {
        let params = Params::default().with("slack", "2").unwrap();
        assert_eq!(params, Params { slack: 2, ..Params::default() });
        assert!(Params::default().with("slak", "2").unwrap_err().to_string().contains("slak"));
        assert!(Params::default().with("slack", "x").unwrap_err().to_string().contains("parameter slack"));
        assert_eq!(params.get("slack"), Some(2.0));
        assert_eq!(params.get("danger.cost"), Some(18.0));
        assert_eq!((params.get("slak"), params.get("danger.melds")), (None, None));
        let missing = Params::read(Path::new("no such file")).unwrap_err();
        assert!(missing.to_string().starts_with("no such file"));
    }
}
