//! Made-up rows for tests: consistent with themselves, not with any wall.

use crate::log::{DealRow, Ending, Seating, Win, WinBy};
use mcr_engine::{BySeat, Seat, Tile, Wind};
use std::sync::Arc;

fn row(agents: [&str; 4], ending: Ending, points: BySeat<i32>) -> DealRow {
    let agents: Seating = Arc::new(BySeat(agents.map(str::to_owned)));
    let events = vec![33, 34, 71, 2, 152];
    let turns = crate::log::moves::turns(&events);
    DealRow {
        deal: 12,
        seed: Some(1),
        wall: None,
        prevalent: Wind::South,
        agents,
        events,
        turns,
        ending,
        points,
        session: None,
    }
}

fn win(winner: Seat, by: WinBy) -> Ending {
    let fans = vec![(33, 1), (73, 2), (81, 1)];
    Ending::Win(Win { winner, by, tile: Tile::RED, hand_points: 18, flowers: 1, fans, also: Vec::new() })
}

/// 18 points and a flower on a discard (rules/mcr.md 6.1).
pub(crate) fn discard_win(agents: [&str; 4], winner: Seat, payer: Seat) -> DealRow {
    let mut points = BySeat([-8; 4]);
    points[payer] = -27;
    points[winner] = 43;
    row(agents, win(winner, WinBy::Discard { payer }), points)
}

/// 18 points and a flower by own draw.
pub(crate) fn self_draw(agents: [&str; 4], winner: Seat) -> DealRow {
    let mut points = BySeat([-27; 4]);
    points[winner] = 81;
    row(agents, win(winner, WinBy::SelfDraw), points)
}

/// The wall ran out.
pub(crate) fn exhausted(agents: [&str; 4]) -> DealRow {
    row(agents, Ending::Exhausted, BySeat([0; 4]))
}

/// `seat` answered against the rules.
pub(crate) fn foul(agents: [&str; 4], seat: Seat) -> DealRow {
    let mut points = BySeat([10; 4]);
    points[seat] = -30;
    row(agents, Ending::Foul { seat }, points)
}
