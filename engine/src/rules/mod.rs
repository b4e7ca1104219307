//! Rule sets: what differs between the ways this game is played, as one value.

mod fault;
mod payments;
mod scoring;
mod session;
mod tradition;

pub use fault::RuleFault;
pub use payments::Payments;
pub use scoring::{FanOptions, Scoring, Waits};
pub use session::Session;
pub use tradition::RobbedByThree;

use crate::shape::Shapes;
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

/// A rule set. Presets in code, files in `configs/rules/*.toml`; what a file does not say is as in the official game.
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
    /// What a hand is worth.
    #[serde(default)]
    pub scoring: Scoring,
    /// Who pays how much for it.
    #[serde(default)]
    pub payments: Payments,
    /// Sessions with chips, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<Session>,
    /// 连庄: the dealer deals again after a win of his own. Deals follow from one another then, in matches of four rounds;
    /// a round ends when everybody has lost the deal once. (Sessions with chips have it of themselves.)
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dealer_repeats: bool,
    /// An added kong that all three others would rob.
    #[serde(default, skip_serializing_if = "RobbedByThree::is_default")]
    pub robbed_by_three: RobbedByThree,
}

impl RuleSet {
    /// The official game: 144 tiles, shared wall, 8 points to win.
    pub const MCR: RuleSet = RuleSet {
        flowers: true,
        wall: WallLayout::Shared,
        minimum_points: 8,
        base_points: 8,
        false_hu: FalseHuPolicy::Refuse,
        scoring: Scoring::MCR,
        payments: Payments::ONCE,
        session: None,
        dealer_repeats: false,
        robbed_by_three: RobbedByThree::Nearest,
    };

    /// The official game without flowers.
    pub const MCR_136: RuleSet = RuleSet { flowers: false, ..RuleSet::MCR };

    /// The online bot league: 136 tiles, a wall for each seat, −30/+10 for an illegal answer.
    pub const BOTZONE: RuleSet =
        RuleSet { wall: WallLayout::PerSeat, false_hu: FalseHuPolicy::Botzone, ..RuleSet::MCR_136 };

    /// The book of 1998 by the letter: one concealed and one melded kong count by themselves.
    pub const MCR_1998: RuleSet = RuleSet {
        scoring: Scoring::Mcr { fans: FanOptions { mixed_kongs: 3, ..FanOptions::DEFAULT } },
        ..RuleSet::MCR
    };

    /// The World Mahjong Organization's book of 2006, as quotations of it have it (rules/mcr.md, sources).
    pub const WMO_2006: RuleSet = RuleSet {
        scoring: Scoring::Mcr {
            fans: FanOptions {
                mixed_kongs: 6,
                two_concealed_kongs: 8,
                own_draw_by_nature: 4,
                waits: Waits::Formal,
                knitted_waits: false,
            },
        },
        ..RuleSet::MCR
    };

    /// 国标馆: the room that plays the official game.
    pub const ROOM_GUOBIAO: RuleSet = RuleSet::MCR;

    /// 无番馆: every complete hand wins and is worth 10, paid by the discarder alone or by each on an own draw.
    pub const ROOM_BASIC: RuleSet =
        RuleSet { minimum_points: 0, base_points: 0, scoring: Scoring::Basic { points: 10 }, ..RuleSet::MCR };

    /// 大众馆: no minimum; the official fans with 听 and 258将, paid by the discarder alone or by each on an own draw.
    pub const ROOM_PUBLIC: RuleSet = RuleSet {
        minimum_points: 0,
        base_points: 0,
        scoring: Scoring::Public { fans: FanOptions::DEFAULT, ready: 2, pair_258: 2 },
        ..RuleSet::MCR
    };

    /// 中国竞技麻将, the competition code of 2012: sessions with chips.
    pub const COMPETITION_2012: RuleSet = RuleSet {
        minimum_points: 1,
        base_points: 0,
        scoring: Scoring::Competition2012,
        payments: Payments { discard: 2, robbed: 3 },
        session: Some(Session::FOUR_ROUNDS),
        ..RuleSet::MCR
    };

    /// The presets with their names, as `--rules` takes them. Of two that are the same the first names it.
    pub const PRESETS: [(&'static str, RuleSet); 9] = [
        ("mcr", RuleSet::MCR),
        ("mcr-136", RuleSet::MCR_136),
        ("mcr-1998", RuleSet::MCR_1998),
        ("wmo-2006", RuleSet::WMO_2006),
        ("botzone", RuleSet::BOTZONE),
        ("room-guobiao", RuleSet::ROOM_GUOBIAO),
        ("room-basic", RuleSet::ROOM_BASIC),
        ("room-public", RuleSet::ROOM_PUBLIC),
        ("competition-2012", RuleSet::COMPETITION_2012),
    ];

    /// The preset of this name.
    #[must_use]
    pub fn preset(name: &str) -> Option<RuleSet> {
        RuleSet::PRESETS.iter().find(|(n, _)| *n == name).map(|(_, rules)| *rules)
    }

    /// How deals follow from one another, where they do: sessions with chips, or matches in which the dealer repeats,
    /// which are sessions without chips.
    #[must_use]
    pub const fn sequence(&self) -> Option<Session> {
        match self.session {
            None if self.dealer_repeats => Some(Session::MATCH),
            session => session,
        }
    }

    /// The shapes that complete a hand.
    #[must_use]
    pub const fn shapes(&self) -> Shapes {
        match self.scoring {
            Scoring::Competition2012 => Shapes::Competition,
            _ => Shapes::Official,
        }
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
