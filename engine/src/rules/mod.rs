//! Rule sets: what differs between the ways this game is played, as one value.

use serde::{Deserialize, Serialize};

/// Where draws come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WallLayout {
    /// One wall: draws from the front, kong and flower replacements from the back (rules/mcr.md 1.3).
    Shared,
    /// A wall of its own for every seat, drawn from its end, replacements too (rules/mcr.md 6.4).
    PerSeat,
}

/// What becomes of a hu without the right to it, or of any other illegal answer (rules/mcr.md 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FalseHuPolicy {
    /// The engine does not accept it.
    Refuse,
    /// The offender pays 10 to each of the others and the deal ends.
    Botzone,
    /// A referee rules as the book has it, and the deal goes on ([`crate::Ruling`]).
    Official,
}

/// A rule set. Presets in code, files in `configs/rules/*.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    /// Eight flowers (144 tiles) or none (136).
    pub flowers: bool,
    /// Where draws come from.
    pub wall: WallLayout,
    /// Points a hand needs before flowers are added.
    pub minimum_points: u16,
    /// 底分: what every loser pays apart from the hand's points.
    pub base_points: u16,
    /// What an illegal answer costs.
    pub false_hu: FalseHuPolicy,
}

impl RuleSet {
    /// The official game: 144 tiles, shared wall, 8 points to win.
    pub const MCR: RuleSet = RuleSet {
        flowers: true,
        wall: WallLayout::Shared,
        minimum_points: 8,
        base_points: 8,
        false_hu: FalseHuPolicy::Refuse,
    };

    /// The official game without flowers.
    pub const MCR_136: RuleSet = RuleSet { flowers: false, ..RuleSet::MCR };

    /// The online bot league: 136 tiles, a wall for each seat, −30/+10 for an illegal answer.
    pub const BOTZONE: RuleSet =
        RuleSet { wall: WallLayout::PerSeat, false_hu: FalseHuPolicy::Botzone, ..RuleSet::MCR_136 };

    /// The presets with their names, as `--rules` takes them.
    pub const PRESETS: [(&'static str, RuleSet); 3] =
        [("mcr", RuleSet::MCR), ("mcr-136", RuleSet::MCR_136), ("botzone", RuleSet::BOTZONE)];

    /// The preset of this name.
    #[must_use]
    pub fn preset(name: &str) -> Option<RuleSet> {
        RuleSet::PRESETS.iter().find(|(n, _)| *n == name).map(|(_, rules)| *rules)
    }

    /// Tiles in the wall: 136 or 144.
    #[must_use]
    pub const fn tiles(&self) -> usize {
        if self.flowers { 144 } else { 136 }
    }
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet::MCR
    }
}
