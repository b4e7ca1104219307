//! What a hand is worth: the scoring systems and their switches.

use serde::{Deserialize, Serialize};

/// A scoring system with its switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "system", rename_all = "snake_case", deny_unknown_fields)]
pub enum Scoring {
    /// The 81 fans of the official game (rules/mcr.md 3–5).
    Mcr {
        /// Where authorities differ.
        #[serde(default)]
        fans: FanOptions,
    },
    /// 无番: every complete hand is worth the same, flowers nothing (other_rule_sets.md 8b).
    Basic {
        /// What it is worth.
        #[serde(default = "Scoring::ten")]
        points: u16,
    },
    /// 大众: the fans of the official game, and two more on top of them (other_rule_sets.md 8b).
    Public {
        /// Where authorities differ.
        #[serde(default)]
        fans: FanOptions,
        /// 听: what a ready hand that was declared is worth more. 0: there are no declarations. Otherwise the first
        /// discard that leaves a hand ready declares it, and from then on it takes nothing but its win.
        #[serde(default = "Scoring::two")]
        ready: u16,
        /// 258将: what a pair of twos, fives or eights beside four sets is worth more.
        #[serde(default = "Scoring::two")]
        pair_258: u16,
    },
    /// 中国竞技麻将 2012: technical fans and additional points (other_rule_sets.md 8a).
    #[serde(rename = "competition_2012")]
    Competition2012,
}

impl Scoring {
    /// The official game's.
    pub const MCR: Scoring = Scoring::Mcr { fans: FanOptions::DEFAULT };

    /// The flat value of the online room.
    const fn ten() -> u16 {
        10
    }

    /// The suggested value of 听 and 258将, for which no source has one.
    const fn two() -> u16 {
        2
    }

    /// Whether a hand is declared ready in the open.
    #[must_use]
    pub const fn declares_ready(&self) -> bool {
        matches!(self, Scoring::Public { ready: 1.., .. })
    }
}

impl Default for Scoring {
    fn default() -> Scoring {
        Scoring::MCR
    }
}

/// What a player waits for where the wait decides a fan (rules/mcr.md 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Waits {
    /// Every kind that would complete the hand.
    Formal,
    /// Kinds of which the own hand has all four are none.
    Available,
}

/// Switches of the official fans on which authorities differ (rules/mcr.md 9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FanOptions {
    /// One concealed and one melded kong: 5 or 6 points as fan 82, or 3 as fans 67 and 74.
    pub mixed_kongs: u16,
    /// Points of two concealed kongs, fan 53: 6 or 8.
    pub two_concealed_kongs: u16,
    /// What the own draw of a hand that is concealed by nature brings (fans 4 6 7 12 19 20 34): 1 point (fan 80) or 4
    /// (fan 56).
    pub own_draw_by_nature: u16,
    /// Which waits there are.
    pub waits: Waits,
    /// Whether a tile of a knitted straight may also complete a wait.
    pub knitted_waits: bool,
}

impl FanOptions {
    /// The values of the official game here.
    pub const DEFAULT: FanOptions = FanOptions {
        mixed_kongs: 5,
        two_concealed_kongs: 6,
        own_draw_by_nature: 1,
        waits: Waits::Formal,
        knitted_waits: true,
    };
}

impl Default for FanOptions {
    fn default() -> FanOptions {
        FanOptions::DEFAULT
    }
}
