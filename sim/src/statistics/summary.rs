//! What a tally says, in the words of the reports and of `summary.json`.

use crate::statistics::{Moments, PlayerTally, Rate, Tally};
use serde::Serialize;

/// Totals, rates, players and fans, with 95 % intervals. Its field names are those of the JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Deals played.
    pub deals: u64,
    /// Deals somebody won.
    pub wins: u64,
    /// Deals nobody won: the wall ran out.
    pub draws: u64,
    /// Deals that an answer against the rules ended.
    pub fouls: u64,
    /// `wins` of the deals.
    pub win: ShareLine,
    /// Wins by own draw, of the deals.
    pub self_draw: ShareLine,
    /// Wins on a discard, of the deals.
    pub discard: ShareLine,
    /// Wins by robbing a kong, of the deals.
    pub robbed_kong: ShareLine,
    /// `draws` of the deals.
    pub draw: ShareLine,
    /// Discards a deal.
    pub turns: MeanLine,
    /// Points of a winning hand, flowers not counted.
    pub hand_points: MeanLine,
    /// Flowers of a winning hand.
    pub flowers: MeanLine,
    /// Every seat with the agent that held it.
    pub agents: Vec<PlayerLine>,
    /// Every agent over all its seats.
    pub by_agent: Vec<PlayerLine>,
    /// Every fan by id, those that did not occur too.
    pub fans: Vec<FanLine>,
}

/// How often something happened.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ShareLine {
    /// How often.
    pub count: u64,
    /// Of how many; 0 when there was none.
    pub share: f64,
    /// Lower end of the Wilson interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl From<Rate> for ShareLine {
    fn from(rate: Rate) -> ShareLine {
        let interval = rate.interval();
        let share = rate.share().unwrap_or(0.0);
        ShareLine { count: rate.count, share, low: interval.low, high: interval.high }
    }
}

/// A mean; absent where nothing was measured.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MeanLine {
    /// The mean.
    pub mean: Option<f64>,
    /// Lower end of the interval.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

impl From<&Moments> for MeanLine {
    fn from(moments: &Moments) -> MeanLine {
        let interval = moments.interval();
        MeanLine { mean: moments.mean(), low: interval.map(|i| i.low), high: interval.map(|i| i.high) }
    }
}

/// How an agent did at a seat, or at all its seats.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerLine {
    /// 0 east, 1 south, 2 west, 3 north; absent for all seats together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The agent.
    pub spec: String,
    /// How many seats of a deal it held.
    pub seats: usize,
    /// Deals it played.
    pub deals: u64,
    /// Points a deal and seat.
    pub mean_points: Option<f64>,
    /// Lower end of its interval.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// Wins, of the deals and seats it played.
    pub win: ShareLine,
    /// Wins by own draw, likewise.
    pub self_draw: ShareLine,
    /// Gave another the winning tile, likewise.
    pub deal_in: ShareLine,
    /// Deals it ended by an answer against the rules.
    pub fouls: u64,
}

impl From<&PlayerTally> for PlayerLine {
    fn from(player: &PlayerTally) -> PlayerLine {
        // Points are taken a deal, since the seats of one deal are not independent; then divided by the seats.
        let points = MeanLine::from(&player.points);
        let a_seat = |value: Option<f64>| value.map(|v| v / player.seats as f64);
        let rate = |count| Rate::new(count, player.hands()).into();
        PlayerLine {
            seat: player.seat.map(|seat| seat.index()),
            spec: player.spec.clone(),
            seats: player.seats,
            deals: player.points.count(),
            mean_points: a_seat(points.mean),
            low: a_seat(points.low),
            high: a_seat(points.high),
            win: rate(player.wins),
            self_draw: rate(player.self_draws),
            deal_in: rate(player.deal_ins),
            fouls: player.fouls,
        }
    }
}

/// How often a fan was scored.
#[derive(Clone, Debug, Serialize)]
pub struct FanLine {
    /// Its id.
    pub id: u8,
    /// Its key, `big_four_winds`.
    pub key: &'static str,
    /// English name.
    pub english: &'static str,
    /// Chinese name.
    pub chinese: &'static str,
    /// What it is worth.
    pub points: u16,
    /// Winning hands that show it.
    pub wins: u64,
    /// Times it was scored.
    pub count: u64,
    /// `wins` of all wins.
    pub share: f64,
    /// Lower end of the Wilson interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// `wins` of all deals.
    pub share_of_deals: f64,
    /// Lower end of the Wilson interval.
    pub deals_low: f64,
    /// Upper end.
    pub deals_high: f64,
    /// Mean points of the hands that show it, flowers not counted.
    pub mean_points: Option<f64>,
}
