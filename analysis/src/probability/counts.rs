//! What is counted over hands: fans and points, by the way of winning.

use mcr_engine::{Fan, Score};
use serde::{Deserialize, Serialize};

/// Counts of one way of winning. Each is of a hand with each of its 14 tiles as the winning one and with each pair of
/// winds, so that [`UNITS`](super::UNITS) of them are one hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WayCounts {
    /// By fan ([`Fan::index`]): that show it.
    pub shown: Vec<u128>,
    /// By fan: times it is scored.
    pub scored: Vec<u128>,
    /// By points.
    pub points: Vec<u128>,
}

impl Default for WayCounts {
    fn default() -> WayCounts {
        WayCounts { shown: vec![0; Fan::COUNT], scored: vec![0; Fan::COUNT], points: Vec::new() }
    }
}

impl WayCounts {
    /// Takes so many hands of one score.
    pub(super) fn add(&mut self, score: &Score, weight: u128) {
        for (fan, count) in score.fans() {
            self.shown[fan.index()] += weight;
            self.scored[fan.index()] += weight * u128::from(count);
        }
        let points = usize::from(score.points());
        if self.points.len() <= points {
            self.points.resize(points + 1, 0);
        }
        self.points[points] += weight;
    }

    fn merge(&mut self, other: &WayCounts) {
        let add = |sums: &mut Vec<u128>, more: &[u128]| {
            sums.resize(sums.len().max(more.len()), 0);
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        };
        add(&mut self.shown, &other.shown);
        add(&mut self.scored, &other.scored);
        add(&mut self.points, &other.points);
    }

    /// How many hands are worth at least so many points, in [`UNITS`](super::UNITS).
    #[must_use]
    pub fn worth_at_least(&self, points: u16) -> u128 {
        self.points.iter().skip(usize::from(points)).sum()
    }

    /// Mean points of a complete hand.
    #[must_use]
    pub fn mean_points(&self) -> f64 {
        let hands: u128 = self.points.iter().sum();
        let points: u128 = self.points.iter().zip(0..).map(|(count, points)| count * points).sum();
        points as f64 / hands.max(1) as f64
    }
}

/// Counts over complete hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Won by own draw.
    pub own_draw: WayCounts,
    /// Won on a discard.
    pub discard: WayCounts,
}

impl Counts {
    pub(super) fn merge(&mut self, other: &Counts) {
        self.own_draw.merge(&other.own_draw);
        self.discard.merge(&other.discard);
    }

    /// Hands that show a fan, won either way as often, in 2 × [`UNITS`](super::UNITS).
    #[must_use]
    pub fn shown(&self, fan: Fan) -> u128 {
        self.own_draw.shown[fan.index()] + self.discard.shown[fan.index()]
    }
}

/// So many of `units` as whole hands, to the nearest.
#[must_use]
pub fn hands_of(count: u128, units: u128) -> u128 {
    (count + units / 2) / units
}
