//! Who pays how much for a hand.

use serde::{Deserialize, Serialize};

/// How often the points of a hand are paid by who gave the winning tile; on an own draw each of the three others pays
/// them once. The base is paid apart from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Payments {
    /// By the discarder.
    pub discard: u8,
    /// By who added the robbed tile to a pung.
    pub robbed: u8,
}

impl Payments {
    /// Once, as in the official game.
    pub const ONCE: Payments = Payments { discard: 1, robbed: 1 };
}

impl Default for Payments {
    fn default() -> Payments {
        Payments::ONCE
    }
}
