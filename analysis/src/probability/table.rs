//! The counts as a table: what `mcr probability` prints as JSON, and what pages compare play with.

use super::{Exact, UNITS, WayCounts, hands_of};
use mcr_engine::{Fan, RuleSet, Shape};
use serde::{Deserialize, Serialize};

/// The numbers of [`Exact`] by name. Counts are decimal strings, since they pass what JSON readers hold exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProbabilityTable {
    /// Tiles that were seen elsewhere and cannot be drawn, as they were given; absent when there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seen: String,
    /// Ways to draw 14 tiles from 136, or from those that were not seen.
    pub hands: String,
    /// … that are complete.
    pub complete: String,
    /// The second over the first.
    pub probability: f64,
    /// `exact` counts are of hands × this: 14 winning tiles × 16 pairs of prevalent and seat wind.
    pub units: String,
    /// By shape; hands of two shapes with each.
    pub shapes: Vec<ShapeLine>,
    /// Hands that are both standard and seven pairs.
    pub two_shapes: String,
    /// What complete hands are worth, won by own draw.
    pub own_draw: WorthLine,
    /// … on a discard.
    pub discard: WorthLine,
    /// Every fan by id.
    pub fans: Vec<FanProbability>,
}

/// How many hands have a shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShapeLine {
    /// Its name in snake case.
    pub shape: String,
    /// Hands.
    pub count: String,
    /// Of all hands of 14 tiles.
    pub probability: f64,
}

/// What complete hands are worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorthLine {
    /// Mean points.
    pub mean_points: f64,
    /// Of the complete hands: worth at least the eight points that a win needs.
    pub eight_points_share: f64,
    /// By points: hands × `units`.
    pub points: Vec<String>,
}

/// How many hands show a fan, won either way as often.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FanProbability {
    /// Its id.
    pub id: u8,
    /// Its key, `big_four_winds`.
    pub key: String,
    /// English name.
    pub english: String,
    /// Chinese name.
    pub chinese: String,
    /// What it is worth.
    pub points: u16,
    /// Hands that show it, to the nearest: where the winning tile matters, its choice leaves fractions.
    pub count: String,
    /// Of all hands of 14 tiles.
    pub probability: f64,
    /// Of the complete hands.
    pub share: f64,
    /// Won by own draw.
    pub own_draw: FanWay,
    /// Won on a discard.
    pub discard: FanWay,
}

/// How many hands show a fan, won one way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FanWay {
    /// Hands, to the nearest.
    pub count: String,
    /// Of all hands of 14 tiles.
    pub probability: f64,
    /// Of the complete hands.
    pub share: f64,
    /// Hands × `units`.
    pub exact: String,
}

/// What `mcr probability --format json` printed: the numbers are the rules', and change only with them.
const COMMITTED: &str = include_str!("../../data/exact.json");

impl ProbabilityTable {
    /// The table as it was counted once and committed, since pages need it at once.
    #[must_use]
    pub fn committed() -> ProbabilityTable {
        #[expect(clippy::expect_used, reason = "the text is a constant, which tests read")]
        serde_json::from_str(COMMITTED).expect("data/exact.json is a probability table")
    }

    /// The line of a fan.
    #[must_use]
    pub fn fan(&self, fan: Fan) -> &FanProbability {
        &self.fans[fan.index()]
    }

    /// The share of the fan with this id among complete hands; 0 for those that other scoring systems add.
    #[must_use]
    pub fn share_of(&self, id: u8) -> f64 {
        self.fans.get(usize::from(id).wrapping_sub(1)).map_or(0.0, |fan| fan.share)
    }
}

impl From<&Exact> for ProbabilityTable {
    fn from(exact: &Exact) -> ProbabilityTable {
        let complete = exact.complete();
        let worth = |way: &WayCounts| WorthLine {
            mean_points: way.mean_points(),
            eight_points_share: of(way.worth_at_least(RuleSet::MCR.minimum_points), complete * UNITS),
            points: way.points.iter().map(u128::to_string).collect(),
        };
        ProbabilityTable {
            seen: String::new(),
            hands: exact.hands.to_string(),
            complete: complete.to_string(),
            probability: of(complete, exact.hands),
            units: UNITS.to_string(),
            shapes: Shape::ALL.into_iter().map(|shape| ShapeLine::new(shape, exact)).collect(),
            two_shapes: exact.two_shapes.to_string(),
            own_draw: worth(&exact.counts.own_draw),
            discard: worth(&exact.counts.discard),
            fans: Fan::ALL.into_iter().map(|fan| FanProbability::new(fan, exact)).collect(),
        }
    }
}

fn of(part: u128, whole: u128) -> f64 {
    part as f64 / whole as f64
}

/// A shape's name in snake case.
#[must_use]
pub fn shape_key(shape: Shape) -> &'static str {
    ["standard", "seven_pairs", "thirteen_orphans", "honors_and_knitted", "knitted_straight"][shape as usize]
}

impl ShapeLine {
    fn new(shape: Shape, exact: &Exact) -> ShapeLine {
        let count = exact.of_shape(shape);
        ShapeLine {
            shape: shape_key(shape).to_owned(),
            count: count.to_string(),
            probability: of(count, exact.hands),
        }
    }
}

impl FanProbability {
    fn new(fan: Fan, exact: &Exact) -> FanProbability {
        let complete = exact.complete() * UNITS;
        let way = |way: &WayCounts| {
            let exactly = way.shown[fan.index()];
            FanWay {
                count: hands_of(exactly, UNITS).to_string(),
                probability: exact.share_of_all(exactly),
                share: of(exactly, complete),
                exact: exactly.to_string(),
            }
        };
        let both = exact.counts.shown(fan);
        FanProbability {
            id: fan.id(),
            key: fan.key().to_owned(),
            english: fan.english().to_owned(),
            chinese: fan.chinese().to_owned(),
            points: fan.points(),
            count: hands_of(both, 2 * UNITS).to_string(),
            probability: exact.share_of_all(both) / 2.0,
            share: of(both, 2 * complete),
            own_draw: way(&exact.counts.own_draw),
            discard: way(&exact.counts.discard),
        }
    }
}

/// One line a fan under a header. No value holds a comma or a quote.
#[must_use]
pub fn probability_csv(table: &ProbabilityTable) -> String {
    let mut text = String::from(
        "id,key,english,chinese,points,count,probability,share,own_draw_count,own_draw_probability,own_draw_exact,\
         discard_count,discard_probability,discard_exact\n",
    );
    for fan in &table.fans {
        let FanProbability { id, key, english, chinese, points, count, probability, share, .. } = fan;
        let ways = [&fan.own_draw, &fan.discard]
            .map(|way| format!("{},{},{}", way.count, way.probability, way.exact));
        text.push_str(&format!("{id},{key},{english},{chinese},{points},{count},{probability},{share},"));
        text.push_str(&format!("{},{}\n", ways[0], ways[1]));
    }
    text
}
