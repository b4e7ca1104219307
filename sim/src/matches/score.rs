//! What a match is worth to its players.

use crate::{
    log::{DealRow, moves::Move},
    matches::rotation::Rotation,
};
use mcr_engine::{Rulings, Seat};

/// 基础比赛分: what every player starts with.
pub const BASE_POINTS: i64 = 500;

/// Standard points are counted in twelfths, so that ties share exactly.
pub const TWELFTHS: u64 = 12;

/// The places 0–3 of four players by points, the best shared among equals.
#[must_use]
pub fn places(points: [i64; 4]) -> [usize; 4] {
    points.map(|own| points.iter().filter(|other| **other > own).count())
}

/// Standard points 标准分 in twelfths: 4, 2, 1, 0 by place; equals share the mean of their places.
#[must_use]
pub fn standard_points(points: [i64; 4]) -> [u64; 4] {
    const BY_PLACE: [u64; 4] = [4 * TWELFTHS, 2 * TWELFTHS, TWELFTHS, 0];
    points.map(|own| {
        let better = points.iter().filter(|other| **other > own).count();
        let equal = points.iter().filter(|other| **other == own).count();
        BY_PLACE[better..better + equal].iter().sum::<u64>() / equal as u64
    })
}

/// The rulings that a deal's moves tell of.
#[must_use]
pub fn rulings(events: &[u8]) -> Rulings {
    let mut rulings = Rulings::default();
    for byte in events {
        if let Some(Move::Ruling { seat, ruling }) = Move::from_byte(*byte) {
            rulings.add(seat, ruling);
        }
    }
    rulings
}

/// A match in the making: what each player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchScore {
    /// Session points 局分, the base included.
    pub points: [i64; 4],
    /// Fines, which are in the points already.
    pub fines: [u64; 4],
    /// Who was disqualified.
    pub disqualified: [bool; 4],
}

impl Default for MatchScore {
    fn default() -> MatchScore {
        MatchScore { points: [BASE_POINTS; 4], fines: [0; 4], disqualified: [false; 4] }
    }
}

impl MatchScore {
    /// Takes the next deal.
    pub fn add(&mut self, row: &DealRow, rotation: Rotation) {
        let players = rotation.players(row.seed.unwrap_or_default(), row.deal);
        let rulings = rulings(&row.events);
        let fines = rulings.fines();
        for seat in Seat::ALL {
            let player = players[seat];
            self.points[player] += i64::from(row.points[seat]) - i64::from(fines[seat]);
            self.fines[player] += u64::from(fines[seat]);
            self.disqualified[player] |= rulings.disqualified(seat);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::example;
    use mcr_engine::Ruling;

    #[test]
    fn standard_points_are_4_2_1_0_and_ties_share_the_mean() {
        for (points, expected) in [
            ([700, 600, 400, 300], [48, 24, 12, 0]),
            ([300, 400, 600, 700], [0, 12, 24, 48]),
            // (4 + 2) / 2 = 3.
            ([600, 600, 500, 300], [36, 36, 12, 0]),
            // (2 + 1) / 2 = 1.5.
            ([620, 480, 480, 420], [48, 18, 18, 0]),
            // (1 + 0) / 2 = 0.5.
            ([560, 520, 460, 460], [48, 24, 6, 6]),
            // (4 + 2 + 1) / 3 = 7/3 and (2 + 1 + 0) / 3 = 1.
            ([550, 550, 550, 350], [28, 28, 28, 0]),
            ([590, 470, 470, 470], [48, 12, 12, 12]),
            // 7/4 each.
            ([500, 500, 500, 500], [21, 21, 21, 21]),
            ([510, 510, 490, 490], [36, 36, 6, 6]),
        ] {
            assert_eq!(standard_points(points), expected, "{points:?}");
            assert_eq!(expected.iter().sum::<u64>(), 7 * TWELFTHS);
        }
        assert_eq!(places([620, 480, 480, 420]), [0, 1, 1, 3]);
    }

    fn row(deal: u64, points: [i32; 4], events: Vec<u8>) -> DealRow {
        let mut row = example::exhausted(["a"; 4]);
        (row.deal, row.points.0, row.events) = (deal, points, events);
        row
    }

    /// Worked by hand: in scheme A player 2 is east in deal 9 (third round, first deal 8 has player 2 east, then
    /// player 1), and points follow the players, not the seats.
    #[test]
    fn points_follow_the_players_round_the_table() {
        let mut score = MatchScore::default();
        // Deal 0: P1 P2 P3 P4 are E S W N. South wins 12 points off east: +36, -20, -8, -8.
        score.add(&row(0, [-20, 36, -8, -8], vec![]), Rotation::A);
        assert_eq!(score.points, [480, 536, 492, 492]);
        // Deal 1: P2 P3 P4 P1. East draws 8 points: +48, -16 each.
        score.add(&row(1, [48, -16, -16, -16], vec![]), Rotation::A);
        assert_eq!(score.points, [464, 584, 476, 476]);
        // Deal 9 is the second of the third round, which P2 P1 P4 P3 began: now P1 P4 P3 P2.
        score.add(&row(9, [-8, -8, -18, 34], vec![]), Rotation::A);
        assert_eq!(score.points, [456, 618, 458, 468]);
        // The same deal in scheme B: the round began with P3 P4 P2 P1, so P4 P2 P1 P3 sit E S W N.
        let mut score = MatchScore::default();
        score.add(&row(9, [-8, -8, -18, 34], vec![]), Rotation::B);
        assert_eq!(score.points, [482, 492, 534, 492]);
    }

    #[test]
    fn fines_leave_the_table_and_disqualification_stays() {
        let ruling = |seat: Seat, ruling: Ruling| Move::Ruling { seat, ruling }.byte();
        // West announces emptily three times: a warning, 5, 10. South is disqualified: 20 to each.
        let events = vec![
            ruling(Seat::West, Ruling::EmptyClaim),
            ruling(Seat::West, Ruling::EmptyClaim),
            ruling(Seat::South, Ruling::Disqualified),
            ruling(Seat::West, Ruling::EmptyClaim),
        ];
        let mut score = MatchScore::default();
        // Deal 2: P3 P4 P1 P2.
        score.add(&row(2, [20, -60, 20, 20], events), Rotation::Fixed);
        assert_eq!(score.points, [505, 520, 520, 440]);
        assert_eq!(score.fines, [15, 0, 0, 0]);
        assert_eq!(score.disqualified, [false, false, false, true]);
        assert_eq!(score.points.iter().sum::<i64>(), 4 * BASE_POINTS - 15);
    }
}
