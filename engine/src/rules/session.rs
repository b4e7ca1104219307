//! Sessions 局 with chips (rules/other_rule_sets.md 8a).

use serde::{Deserialize, Serialize};

/// A game that is played in sessions: every player has a stack of chips, pays nothing that is not in it, and what a
/// deal is worth depends on the deals before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Session {
    /// What every player begins with; 0 only in [`Session::MATCH`].
    pub chips: u16,
    /// Rounds of a session; a round ends when everybody has lost the deal once.
    pub rounds: u8,
    /// Whether a seat that shows four melds may hang its last tile 挂.
    pub hanging: bool,
}

impl Session {
    /// 100 chips, four rounds.
    pub const FOUR_ROUNDS: Session = Session { chips: 100, rounds: 4, hanging: true };

    /// Four rounds in points instead of chips.
    pub const MATCH: Session = Session { chips: 0, rounds: 4, hanging: false };

    /// The short session of two rounds.
    pub const TWO_ROUNDS: Session = Session { rounds: 2, ..Session::FOUR_ROUNDS };
}

impl Default for Session {
    fn default() -> Session {
        Session::FOUR_ROUNDS
    }
}
