//! What a tally says about the fans, in the words of the JSON output.

use super::{
    Fit, StudyTally, fit,
    tally::{FAN_IDS, Group, Way},
};
use mcr_engine::{Fan, RuleSet, Seat};
use mcr_sim::statistics::{FanTally, Rate, ShareLine, Summary};
use serde::Serialize;

/// Fans in play.
#[derive(Clone, Debug, Serialize)]
pub struct Study {
    /// Totals, players, fans.
    #[serde(flatten)]
    pub summary: Summary,
    /// The fans by agent, by seat, by way to win.
    pub splits: Vec<Split>,
    /// By id: wins whose most valuable fan it is.
    pub main: Vec<MainLine>,
    /// Fans that occurred together, by how often.
    pub together: Vec<PairLine>,
    /// Fans that never occurred, and how rare that makes them.
    pub unseen: Vec<UnseenLine>,
    /// How the counts became surer.
    pub growth: Vec<Growth>,
    /// Wins by the points of the hand.
    pub points: Vec<PointsLine>,
    /// Deals by their discards.
    pub lengths: Vec<LengthLine>,
    /// Points against the share of wins.
    pub value: Option<Fit>,
}

/// What a split is by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SplitKind {
    /// By the agent that won.
    Agent,
    /// By the seat that won.
    Seat,
    /// By own draw or on a discard (robbed kongs among them).
    Way,
}

/// Some of the wins.
#[derive(Clone, Debug, Serialize)]
pub struct Split {
    /// What it is by.
    pub by: SplitKind,
    /// Which part.
    pub name: String,
    /// Its wins.
    pub wins: u64,
    /// Their mean points, flowers not counted.
    pub mean_points: Option<f64>,
    /// Fans that occurred, by id.
    pub fans: Vec<SplitFan>,
}

/// A fan in some of the wins.
#[derive(Clone, Debug, Serialize)]
pub struct SplitFan {
    /// Its id.
    pub id: u8,
    /// Wins that show it, of the split's.
    #[serde(flatten)]
    pub share: ShareLine,
    /// Mean points of these hands.
    pub mean_points: Option<f64>,
}

/// How often a fan is the most valuable one.
#[derive(Clone, Debug, Serialize)]
pub struct MainLine {
    /// Its id.
    pub id: u8,
    /// Of all wins.
    #[serde(flatten)]
    pub share: ShareLine,
}

/// Two fans that occurred in one hand.
#[derive(Clone, Debug, Serialize)]
pub struct PairLine {
    /// Ids, ascending.
    pub ids: [u8; 2],
    /// Wins that show both.
    pub wins: u64,
    /// Of the wins that show the first, and of those that show the second.
    pub shares: [f64; 2],
    /// How many times as often as if they had nothing to do with each other.
    pub lift: f64,
}

/// A fan that never occurred.
#[derive(Clone, Debug, Serialize)]
pub struct UnseenLine {
    /// Its id.
    pub id: u8,
    /// The rule of three: with 95 % confidence in no more than this share of the wins.
    pub wins_at_most: f64,
    /// … of the deals.
    pub deals_at_most: f64,
}

/// How sure the counts were after so many deals.
#[derive(Clone, Debug, Serialize)]
pub struct Growth {
    /// Deals.
    pub deals: u64,
    /// Fans that had occurred, by id.
    pub fans: Vec<GrowthFan>,
}

/// A fan's share of the wins so far.
#[derive(Clone, Debug, Serialize)]
pub struct GrowthFan {
    /// Its id.
    pub id: u8,
    /// Of the wins so far.
    #[serde(flatten)]
    pub share: ShareLine,
}

/// Wins of one value.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PointsLine {
    /// Points of the hand, flowers not counted.
    pub points: usize,
    /// Wins by own draw.
    pub own_draw: u64,
    /// Wins on a discard.
    pub discard: u64,
}

/// Deals of one length.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LengthLine {
    /// Discards.
    pub discards: usize,
    /// Deals that somebody won.
    pub won: u64,
    /// Deals that nobody won.
    pub drawn: u64,
}

impl Study {
    /// Of deals played under `rules`.
    #[must_use]
    pub fn of(study: &StudyTally, rules: &RuleSet) -> Study {
        let wins = study.tally.wins();
        let main = rules.fans().map(|fan| MainLine {
            id: fan.id(),
            share: Rate::new(study.main[usize::from(fan.id())], wins).into(),
        });
        Study {
            summary: Summary::of(&study.tally, rules),
            splits: splits(study),
            main: main.collect(),
            together: together(study),
            unseen: unseen(study, rules),
            growth: growth(study),
            points: zipped(&study.points)
                .map(|(points, own_draw, discard)| PointsLine { points, own_draw, discard })
                .collect(),
            lengths: zipped(&study.lengths)
                .map(|(discards, won, drawn)| LengthLine { discards, won, drawn })
                .collect(),
            value: fit(rules.fans().filter_map(|fan| in_play(study, fan))),
        }
    }
}

/// A fan's share of the wins with the standard error of its logarithm.
fn in_play(study: &StudyTally, fan: Fan) -> Option<(Fan, f64, f64)> {
    let wins = study.tally.fan(fan.id()).wins;
    let share = Rate::new(wins, study.tally.wins()).share().filter(|share| *share > 0.0)?;
    Some((fan, share, ((1.0 - share) / wins as f64).sqrt()))
}

/// Places of two histograms where either has something.
fn zipped(histograms: &[Vec<u64>; 2]) -> impl Iterator<Item = (usize, u64, u64)> + '_ {
    let at = |which: usize, place: usize| histograms[which].get(place).copied().unwrap_or(0);
    let longest = histograms[0].len().max(histograms[1].len());
    (0..longest).map(move |place| (place, at(0, place), at(1, place))).filter(|(_, a, b)| a + b > 0)
}

fn splits(study: &StudyTally) -> Vec<Split> {
    let mut agents: Vec<&str> = study.groups.iter().map(|group| group.agent.as_str()).collect();
    agents.sort_unstable();
    agents.dedup();
    let mut splits = Vec::new();
    for agent in agents {
        splits.push(split(study, SplitKind::Agent, agent, |group| group.agent == agent));
    }
    for seat in Seat::ALL {
        let name = ["east", "south", "west", "north"][seat.index()];
        splits.push(split(study, SplitKind::Seat, name, |group| group.seat == seat));
    }
    for way in Way::ALL {
        let name = ["own_draw", "discard"][way as usize];
        splits.push(split(study, SplitKind::Way, name, |group| group.way == way));
    }
    splits
}

fn split(study: &StudyTally, by: SplitKind, name: &str, chosen: impl Fn(&Group) -> bool) -> Split {
    let (mut wins, mut points) = (0, 0);
    let mut fans = vec![FanTally::default(); FAN_IDS];
    for group in study.groups.iter().filter(|group| chosen(group)) {
        wins += group.wins;
        points += group.points;
        for (fan, more) in fans.iter_mut().zip(&group.fans) {
            fan.wins += more.wins;
            fan.hand_points += more.hand_points;
        }
    }
    let mean = |points: u64, wins: u64| (wins > 0).then(|| points as f64 / wins as f64);
    let line = |(id, fan): (usize, &FanTally)| SplitFan {
        id: id as u8,
        share: Rate::new(fan.wins, wins).into(),
        mean_points: mean(fan.hand_points, fan.wins),
    };
    let fans = fans.iter().enumerate().filter(|(_, fan)| fan.wins > 0).map(line).collect();
    Split { by, name: name.to_owned(), wins, mean_points: mean(points, wins), fans }
}

fn together(study: &StudyTally) -> Vec<PairLine> {
    let of = |id: usize| study.tally.fan(id as u8).wins;
    let all = study.tally.wins() as f64;
    let places = study.together.iter().enumerate().filter(|(_, wins)| **wins > 0);
    let mut pairs: Vec<PairLine> = places
        .map(|(place, &wins)| {
            let (a, b) = (place / FAN_IDS, place % FAN_IDS);
            let share = |id: usize| wins as f64 / of(id).max(1) as f64;
            let lift = wins as f64 * all / (of(a) as f64 * of(b) as f64).max(1.0);
            PairLine { ids: [a as u8, b as u8], wins, shares: [share(a), share(b)], lift }
        })
        .collect();
    pairs.sort_by_key(|pair| (std::cmp::Reverse(pair.wins), pair.ids));
    pairs
}

fn unseen(study: &StudyTally, rules: &RuleSet) -> Vec<UnseenLine> {
    let bound = |trials: u64| if trials == 0 { 1.0 } else { (3.0 / trials as f64).min(1.0) };
    let missing = rules.fans().filter(|fan| study.tally.fan(fan.id()).wins == 0);
    missing
        .map(|fan| UnseenLine {
            id: fan.id(),
            wins_at_most: bound(study.tally.wins()),
            deals_at_most: bound(study.tally.deals),
        })
        .collect()
}

fn growth(study: &StudyTally) -> Vec<Growth> {
    let milestones = study.growth.iter().map(|milestone| {
        let line = |(id, &wins): (usize, &u64)| {
            (wins > 0).then(|| GrowthFan { id: id as u8, share: Rate::new(wins, milestone.wins).into() })
        };
        Growth { deals: milestone.deals, fans: milestone.fans.iter().enumerate().filter_map(line).collect() }
    });
    milestones.collect()
}
