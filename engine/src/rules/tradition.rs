//! What older and private games add to the official one (rules/other_rule_sets.md 8g).

use serde::{Deserialize, Serialize};

/// What becomes of an added kong that all three others would rob.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RobbedByThree {
    /// The nearest after the player who adds it wins, as always.
    #[default]
    Nearest,
    /// 平盘: the deal is void, nobody pays, and the same dealer deals again.
    Void,
}

impl RobbedByThree {
    /// Whether it is the official game's.
    pub(super) fn is_default(&self) -> bool {
        *self == RobbedByThree::Nearest
    }
}
