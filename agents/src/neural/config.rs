//! What a network is made of.

use crate::encoding::{Features, HIDDEN_PLANES, KINDS, VERSION};
use serde::{Deserialize, Serialize};

/// The size of a network and what it sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NetworkConfig {
    /// The planes it sees.
    #[serde(with = "names")]
    pub features: Features,
    /// Whether it sees the other hands and the wall too: for critics in training, never for players.
    pub hidden: bool,
    /// Channels of the trunk.
    pub channels: i64,
    /// Residual blocks.
    pub blocks: i64,
    /// Width of the layer before the value.
    pub width: i64,
}

impl Default for NetworkConfig {
    fn default() -> NetworkConfig {
        NetworkConfig { features: Features::Outlook, hidden: false, channels: 48, blocks: 4, width: 96 }
    }
}

/// Why a network cannot be of this size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("network: {name} is {found}, expected {low} to {high}")]
pub struct SizeError {
    name: &'static str,
    found: i64,
    low: i64,
    high: i64,
}

impl NetworkConfig {
    /// Planes of a view.
    #[must_use]
    pub const fn planes(&self) -> usize {
        self.features.planes() + if self.hidden { HIDDEN_PLANES } else { 0 }
    }

    /// Numbers of a view.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.planes() * KINDS
    }

    /// Never: every network sees something.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The encoding's version that these planes are of.
    #[must_use]
    pub const fn encoding(&self) -> u32 {
        VERSION
    }

    /// Whether the sizes are such that memory for them can be had.
    ///
    /// # Errors
    /// When one is out of range.
    pub const fn check(&self) -> Result<(), SizeError> {
        let sizes = [
            ("channels", self.channels, 1, 2048),
            ("blocks", self.blocks, 0, 256),
            ("width", self.width, 1, 8192),
        ];
        let mut at = 0;
        while at < sizes.len() {
            let (name, found, low, high) = sizes[at];
            if found < low || found > high {
                return Err(SizeError { name, found, low, high });
            }
            at += 1;
        }
        Ok(())
    }
}

/// Features by their names.
mod names {
    use super::Features;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    pub(super) fn serialize<S: Serializer>(features: &Features, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(features.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Features, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
