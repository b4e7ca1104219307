//! What a network sees: an [`Observation`] as numbers.
//!
//! A view becomes `planes × 34` numbers, row-major: one row a plane, one column a kind of tile in index order
//! (characters, bamboo, dots 1–9, winds, dragons). What concerns no kind fills its plane. Seats are told from the own
//! one: 0 is the seat itself, 1 the next (right), 2 the opposite, 3 the left one. The same code encodes for acting and
//! for training.
//!
//! # Planes of [`Features::Plain`]
//!
//! | planes | at a kind, or on all | value |
//! |---|---|---|
//! | 0–3 | concealed copies of the own hand, the drawn one included | 1 from the first, second, third, fourth on |
//! | 4 | the tile just drawn | 1 |
//! | 5–8 | chows of seat 0–3, at their lowest tile | number / 4 |
//! | 9–12 | pungs of seat 0–3 | 1 |
//! | 13–16 | kongs of seat 0–3; of the others only open ones | 1 |
//! | 17 | own concealed kongs | 1 |
//! | 18–21 | discards of seat 0–3, claimed ones included | number / 4 |
//! | 22–25 | when seat 0–3 first discarded the kind | (number of the discard in the deal from 0, + 1) / 128 |
//! | 26–29 | how lately seat 0–3 discarded it | 4 / (4 + discards made since) |
//! | 30–33 | the latest of these came from the hand of seat 0–3 | 1; 0 when it was just drawn |
//! | 34–37 | discards of seat 0–3 that were claimed | number / 4 |
//! | 38–40 | discarded by anybody else since the last discard of seat 1–3, who did not win on it | 1 |
//! | 41–44 | copies the seat cannot see | 1 from the first, second, third, fourth on |
//! | 45 | legal discards | 1 |
//! | 46 | legal chows, at their lowest tile | 1 |
//! | 47 | legal pungs | 1 |
//! | 48 | legal kongs of all three kinds | 1 |
//! | 49 | hu is legal | 1 on all |
//! | 50, 51 | prevalent wind, seat wind | 1 at the wind's tile |
//! | 52–55 | asked: in the own turn, after a claim, about a discard, about robbing a kong | 1 on all |
//! | 56 | the live tile: the discard or the kong's | 1 |
//! | 57–59 | it is of seat 1, 2, 3 | 1 on all |
//! | 60 | nothing follows but a win (rules/mcr.md 1.7) | 1 on all |
//! | 61 | the tile drawn last was for a kong | 1 on all |
//! | 62–65 | tiles that seat 0–3 can still draw | number / 64 on all |
//! | 66–69 | flowers of seat 0–3 | number / 8 on all |
//! | 70–73 | melds of seat 0–3, concealed kongs included | number / 4 on all |
//! | 74–76 | concealed kongs of seat 1–3 | number / 4 on all |
//! | 77–80 | discards of seat 0–3 | number / 32 on all |
//! | 81, 82 | the rules' minimum and base points | points / 8 on all |
//! | 83, 84 | a wall for each seat; flowers in play | 1 on all |
//! | 85–89 | nearness to the five shapes, in the order of [`Shape::ALL`](mcr_engine::Shape::ALL) | 1 / (2 + shanten) on all; 0 if the melds forbid it |
//! | 90 | nearness to the nearest | 1 / (2 + shanten) on all |
//! | 91–93 | shanten is at most 0, 1, 2 | 1 on all |
//! | 94 | discards that keep the shanten | 1 |
//! | 95 | live tiles that lower it after such a discard | number / 32 |
//! | 96 | kinds that lower it now, or after the discard of plane 95 with the most live ones | 1 |
//! | 97 | formal waits of the hand without its drawn tile | 1 |
//! | 98, 99 | those worth the minimum on a discard, by own draw; only without a 14th tile | 1 |
//! | 100 | what they pay on a discard, flowers not counted | points / 32, at most 2 |
//! | 101, 102 | discards that leave a ready hand: live tiles with which it may win on a discard, by own draw | number / 8 |
//! | 103, 104 | chows (at their lowest tile), pungs that lower the shanten | 1 |
//!
//! # Further planes of [`Features::Outlook`]
//!
//! What [`heuristic`](crate::heuristic) thinks, in points of a deal. A worth `v` is told as tanh(`v` / 16), and as exp(`v` − best),
//! which is 1 for the best action.
//!
//! | planes | at a kind, or on all | value |
//! |---|---|---|
//! | 105, 106 | discards | worth, against the best |
//! | 107 | what the hand is worth after the discard, dangers not counted | worth |
//! | 108–110, 111–113 | chows that take the live tile as lowest, middle, highest tile, at the live tile | worth, against the best |
//! | 114, 115 | pungs | worth, against the best |
//! | 116, 117 | kongs of all three kinds | worth, against the best |
//! | 118, 119 | passing, at the live tile | worth, against the best |
//! | 120 | chance that somebody wins on a discard of the kind | tanh(8 × chance) |
//! | 121–123 | the same for seat 1–3 | tanh(8 × chance) |
//! | 124 | share of what the hand is worth that needs the kind to come | 0–1 |
//! | 125 | the best action's worth | worth on all |
//! | 126 | nearness to the nearest hand that may win | 1 / (1 + missing tiles) on all |
//!
//! # Further planes of [`Features::PlainRules`] and [`Features::OutlookRules`]
//!
//! The rule set, for networks that are to play several; planes 81–84 are of it too. Then what only some rule sets have on
//! the table. They follow the planes of [`Features::Plain`] and [`Features::Outlook`], which stay what they are.
//!
//! | planes | at a kind, or on all | value |
//! |---|---|---|
//! | +0–3 | scoring: official fans, flat, official fans with 听 and 258将, 2012 code (in which several may win on one discard) | 1 on all |
//! | +4 | what every hand is worth when scoring is flat | points / 16 on all |
//! | +5, 6 | 听 (hands that are ready are declared, unless 0), 258将 | points / 8 on all |
//! | +7–9 | official fans: one concealed and one melded kong; two concealed kongs; own draw of a hand concealed by nature | points / 8 on all |
//! | +10, 11 | waits are only kinds that can be had; knitted straights wait | 1 on all |
//! | +12, 13 | how often the discarder, who added a robbed tile, pays the hand's points | times / 4 on all |
//! | +14 | deals are of a session with chips | 1 on all |
//! | +15–17 | chips in the beginning; rounds; last tiles may be hung | chips / 128, rounds / 4, 1 on all |
//! | +18–21 | seat 0–3 has declared its hand ready | 1 on all |
//! | +22–25 | tile that seat 0–3 has hung | 1 |
//! | +26–29 | chips of seat 0–3 now | chips / 128 on all |
//! | +30–33 | amounts of seat 0–3 outside its chips | points / 128 on all |
//! | +34 | amounts of the deal count double | 1 on all |
//! | +35, 36 | a dealer who wins deals again; a kong that three would rob voids the deal | 1 on all |
//!
//! # Planes of [`encode_hidden`]
//!
//! What no seat may know, for critics that help training and are gone in play.
//!
//! | planes | at a kind, or on all | value |
//! |---|---|---|
//! | 0–11 | concealed copies of seat 1, 2, 3 | 1 from the first, second, third, fourth on |
//! | 12–14 | concealed kongs of seat 1–3 | 1 |
//! | 15–17 | waits of seat 1–3 | 1 |
//! | 18–20 | nearness of seat 1–3 to any shape | 1 / (2 + shanten) on all |
//! | 21–24 | copies left in the wall or walls | 1 from the first, second, third, fourth on |
//! | 25 | the next copy in the wall that seat 0 draws from | 4 / (4 + draws before it) |

mod canvas;
#[cfg(test)]
mod decode;
mod hidden;
mod outlook;
mod permutation;
mod plain;
mod rules;
#[cfg(test)]
mod tests;

pub use hidden::{HIDDEN_PLANES, encode_hidden};
pub use permutation::SuitPermutation;

use crate::heuristic::Heuristic;
use canvas::Canvas;
use mcr_engine::{Observation, Tile};
use std::{fmt, str::FromStr};

/// Number of this encoding; another one for every change of a plane's meaning. Networks name the one they were
/// trained with.
pub const VERSION: u32 = 1;

/// Columns of a plane.
pub const KINDS: usize = Tile::KINDS;

/// The plane that marks the live tile, the same in all features.
pub const LIVE_PLANE: usize = plain::LIVE;

/// How much is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Features {
    /// What the seat sees, with shanten and useful tiles.
    #[default]
    Plain,
    /// The same with what the heuristic agent thinks of it, which takes some twelve times as long.
    Outlook,
    /// [`Features::Plain`] with the rule set.
    PlainRules,
    /// [`Features::Outlook`] with the rule set.
    OutlookRules,
}

impl Features {
    /// Every choice, with its name in files and on the command line.
    pub const ALL: [(&'static str, Features); 4] = [
        ("plain", Features::Plain),
        ("outlook", Features::Outlook),
        ("plain+rules", Features::PlainRules),
        ("outlook+rules", Features::OutlookRules),
    ];

    /// Whether what the heuristic agent thinks is told.
    const fn has_outlook(self) -> bool {
        matches!(self, Features::Outlook | Features::OutlookRules)
    }

    /// The first plane of the rule set, if it is told.
    const fn rules_from(self) -> Option<usize> {
        match self {
            Features::Plain | Features::Outlook => None,
            Features::PlainRules => Some(Features::Plain.planes()),
            Features::OutlookRules => Some(Features::Outlook.planes()),
        }
    }

    /// Planes of a view.
    #[must_use]
    pub const fn planes(self) -> usize {
        match self {
            Features::Plain => plain::PLANES,
            Features::Outlook => plain::PLANES + outlook::PLANES,
            Features::PlainRules => Features::Plain.planes() + rules::PLANES,
            Features::OutlookRules => Features::Outlook.planes() + rules::PLANES,
        }
    }

    /// Numbers of a view: planes × kinds.
    #[must_use]
    pub const fn len(self) -> usize {
        self.planes() * KINDS
    }

    /// Never: there is always something to see.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        false
    }

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Features::ALL[self as usize].0
    }
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no features have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("features {0:?}: expected plain or outlook, or one of them with +rules")]
pub struct UnknownFeatures(pub String);

impl FromStr for Features {
    type Err = UnknownFeatures;

    fn from_str(name: &str) -> Result<Features, UnknownFeatures> {
        let known = Features::ALL.into_iter().find(|(known, _)| *known == name);
        known.map(|(_, features)| features).ok_or_else(|| UnknownFeatures(name.to_owned()))
    }
}

/// Encodes views, one after the other.
///
/// ```
/// use mcr_agents::encoding::{Encoder, Features, KINDS};
/// use mcr_engine::{Deal, RuleSet, Seat, Wall, Wind};
///
/// let rules = RuleSet::MCR;
/// let deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, 0), &mut ());
/// let mut numbers = vec![0.0; Features::Plain.len()];
/// Encoder::new(Features::Plain).encode(&deal.observe(Seat::East), &mut numbers);
/// // The four planes of the hand hold its fourteen tiles.
/// assert_eq!(numbers[..4 * KINDS].iter().sum::<f32>(), 14.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Encoder {
    features: Features,
    heuristic: Heuristic,
}

impl Encoder {
    /// An encoder that tells so much.
    #[must_use]
    pub fn new(features: Features) -> Encoder {
        Encoder { features, heuristic: Heuristic::default() }
    }

    /// What it tells.
    #[must_use]
    pub const fn features(&self) -> Features {
        self.features
    }

    /// Writes `view` over `out`.
    ///
    /// # Panics
    /// When `out` has not [`Features::len`] places.
    pub fn encode(&self, view: &Observation<'_>, out: &mut [f32]) {
        assert_eq!(out.len(), self.features.len(), "places for planes × kinds numbers");
        let mut canvas = Canvas::new(out);
        plain::paint(view, &mut canvas);
        if self.features.has_outlook() {
            outlook::paint(view, &self.heuristic, &mut canvas);
        }
        if let Some(first) = self.features.rules_from() {
            rules::paint(view, first, &mut canvas);
        }
    }
}

/// Writes `view` over `out`.
///
/// # Panics
/// When `out` has not [`Features::len`] places.
pub fn encode(features: Features, view: &Observation<'_>, out: &mut [f32]) {
    Encoder::new(features).encode(view, out);
}
