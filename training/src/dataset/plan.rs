//! What examples are taken, and how.

use crate::dataset::DataError;
use mcr_agents::encoding::Features;
use mcr_engine::rng::DecisionRng;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What a deal came to for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Outcome {
    /// The seat won.
    Win = 0,
    /// Another won with this seat's tile.
    DealIn = 1,
    /// Nobody won.
    Draw = 2,
    /// Another won, by own draw or with a third seat's tile.
    Other = 3,
}

/// Which deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// Those to learn from.
    Training,
    /// Those held out to test with.
    Holdout,
}

/// The examples of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Plan {
    /// Run folders.
    pub runs: Vec<PathBuf>,
    /// What of a view is told: `plain` or `outlook`.
    #[serde(with = "by_name")]
    pub features: Features,
    /// Whether what no seat knows is told too, for critics.
    pub hidden: bool,
    /// Examples in a batch.
    pub batch: usize,
    /// Decisions taken of a deal, chosen at random in every epoch; all of them when 0.
    pub per_deal: usize,
    /// Seed of all choices.
    pub seed: u64,
    /// One deal in so many is held out, chosen by its number alone, so that no two runs on the same walls mix; none
    /// when 0.
    pub holdout: u64,
    /// Whether the suits of examples to learn from are exchanged at random.
    pub permute: bool,
    /// Agents whose decisions are taken, by spec; those of all when empty.
    pub agents: Vec<String>,
    /// Outcomes for the seat with which its decisions are taken; with all when empty.
    pub outcomes: Vec<Outcome>,
    /// The fewest points of a seat in the deal with which its decisions are taken.
    pub minimum_points: Option<i32>,
    /// Weigh an example by exp(points / this), between 0.1 and 10; all the same when not given.
    pub weight_scale: Option<f32>,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            runs: Vec::new(),
            features: Features::Plain,
            hidden: false,
            batch: 512,
            per_deal: 8,
            seed: 0,
            holdout: 50,
            permute: true,
            agents: Vec::new(),
            outcomes: Vec::new(),
            minimum_points: None,
            weight_scale: None,
        }
    }
}

impl Plan {
    /// The numbers' limits.
    pub(super) fn check(&self) -> Result<(), DataError> {
        let wrong = |what: &str, found: String, expected| {
            Err(DataError::Plan { what: what.to_owned(), found, expected })
        };
        if self.runs.is_empty() {
            return wrong("runs", "none".into(), "one run folder or more");
        }
        if self.batch == 0 || self.batch > 1 << 20 {
            return wrong("batch", self.batch.to_string(), "1 to 1048576");
        }
        if self.holdout == 1 {
            return wrong("holdout", "1".into(), "0 (no deal) or one deal in 2 or more");
        }
        match self.weight_scale {
            Some(scale) if !(scale.is_finite() && scale > 0.0) => {
                wrong("weight_scale", scale.to_string(), "a number above 0")
            }
            _ => Ok(()),
        }
    }

    /// On which side the deal of this number is.
    #[must_use]
    pub fn split(&self, deal: u64) -> Split {
        // Any fixed key: the side must not change with the seed of a training.
        let held =
            self.holdout > 0 && DecisionRng::new(deal, u32::MAX).next_u64().is_multiple_of(self.holdout);
        if held { Split::Holdout } else { Split::Training }
    }

    /// The weight of an example of a seat with these points.
    pub(super) fn weight(&self, points: i32) -> f32 {
        self.weight_scale.map_or(1.0, |scale| (points as f32 / scale).exp().clamp(0.1, 10.0))
    }
}

/// Features are named in files.
mod by_name {
    use mcr_agents::encoding::Features;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
    pub(super) fn serialize<S: Serializer>(features: &Features, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(features.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Features, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
