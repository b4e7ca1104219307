//! What rule sets make of a hand: whether it may win, what that pays, and how fast the others are.
//!
//! Targets are judged by the official fans; a rule set turns these points into its own. Parameters are those of the
//! official game; where others win sooner, or for less, they are brought to its measure.

use super::params::Params;
use mcr_engine::{RuleSet, Scoring};
use std::borrow::Cow;

/// The rule set's measure of targets and wins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    /// What every hand is worth, where fans do not count.
    pub(super) flat: Option<u32>,
    /// What a pair of twos, fives or eights adds.
    pub(super) pair_258: u32,
    /// What a declared hand adds: every hand is declared that is ready in time.
    ready: u32,
    /// Points a hand needs.
    pub(super) minimum: u32,
    /// What each loser pays apart from the points.
    base: f32,
    /// How often the discarder pays the points.
    discard: f32,
    /// Points on top of the fans that any win brings.
    flowers: f32,
}

/// Points of an average win by rule set, flowers included: rules/mcr.md's in the deals of four `heuristic` that its
/// parameters come from; those of rooms in 2,000 deals each.
const MEAN_MCR: f64 = 15.3;
const MEAN_PUBLIC: f64 = 11.0;

/// Share of wins by own draw, likewise.
const OWN_DRAWS: f32 = 0.3;

impl Worth {
    pub(super) fn of(rules: &RuleSet, flowers: u8) -> Worth {
        let (flat, pair_258, ready, flowers) = match rules.scoring {
            Scoring::Mcr { .. } | Scoring::Competition2012 => (None, 0, 0, flowers),
            Scoring::Basic { points } => (Some(points.into()), 0, 0, 0),
            Scoring::Public { ready, pair_258, .. } => (None, pair_258.into(), ready.into(), flowers),
        };
        Worth {
            flat,
            pair_258,
            ready,
            minimum: rules.minimum_points.into(),
            base: rules.base_points.into(),
            discard: rules.payments.discard.into(),
            flowers: flowers.into(),
        }
    }

    /// The points of a hand whose official fans are worth so many.
    pub(super) fn points(&self, fans: u32) -> u32 {
        self.flat.unwrap_or(fans + self.ready)
    }

    /// Whether any complete hand may win.
    pub(super) const fn is_free(&self) -> bool {
        self.flat.is_some() || self.minimum <= 1
    }

    /// What a win by own draw brings.
    pub(super) fn own_draw(&self, points: f32) -> f32 {
        3.0 * (self.base + points + self.flowers)
    }

    /// What a win on a discard brings.
    pub(super) fn on_discard(&self, points: f32) -> f32 {
        3.0 * self.base + self.discard * (points + self.flowers)
    }
}

/// Points of an average win under these rules, flowers included.
pub(crate) fn mean_points(rules: &RuleSet) -> f64 {
    match rules.scoring {
        Scoring::Basic { points } => points.into(),
        _ if rules.minimum_points > 1 => MEAN_MCR,
        _ => MEAN_PUBLIC,
    }
}

impl Params {
    /// The parameters under these rules: their own in the official game, otherwise brought to the measure of its payments
    /// and to the pace of its players.
    pub(crate) fn under(&self, rules: &RuleSet) -> Cow<'_, Params> {
        let official = RuleSet::MCR;
        let same_pay = (rules.base_points, rules.payments) == (official.base_points, official.payments);
        let free = Worth::of(rules, 0).is_free();
        if same_pay && !free {
            return Cow::Borrowed(self);
        }
        let mean = mean_points(rules) as f32;
        let (base, times) = (f32::from(rules.base_points), f32::from(rules.payments.discard));
        let (base_mcr, mean_mcr) = (f32::from(official.base_points), MEAN_MCR as f32);
        let mut params = self.clone();
        params.win_saves *= (base + OWN_DRAWS * mean) / (base_mcr + OWN_DRAWS * mean_mcr);
        params.danger.cost *= (base + times * mean) / (base_mcr + mean_mcr);
        params.most *= (3.0 * base + (3.0 * OWN_DRAWS + times * (1.0 - OWN_DRAWS)) * mean)
            / (3.0 * base_mcr + (1.0 + 2.0 * OWN_DRAWS) * mean_mcr);
        if free {
            // Without a minimum hands are ready some three turns sooner.
            params.danger_from = (params.danger_from - 2.0).max(0.0);
            params.danger_slope *= 1.5;
            params.danger.base += 3.0 * params.danger.turns / 10.0;
        }
        Cow::Owned(params)
    }
}
