//! What a hand is worth where playing on stops.
//!
//! Guesses are played for some turns only; what the heuristic thinks of the hand then is turned into points by what such hands
//! came to: 120,000 guesses of 60 deals, played to the end.

/// Own turns after which a hand is judged.
pub(super) const DEPTH: u32 = 5;

/// Turns, and what the heuristic thinks, of the rows and columns of [`POINTS`].
const TURNS: [f32; 9] = [3.0, 5.0, 7.0, 9.0, 11.0, 13.0, 15.0, 17.0, 20.0];
const WORTHS: [f32; 9] = [0.0, 1.0, 3.0, 6.0, 10.0, 14.0, 20.0, 28.0, 36.0];

const POINTS: [[f32; 9]; 9] = [
    [-10.9, -8.9, -8.8, -7.2, -6.0, -5.4, -2.6, 1.2, 4.4],
    [-12.4, -11.1, -9.5, -7.8, -6.3, -3.9, -1.3, 2.3, 8.7],
    [-12.5, -11.2, -9.4, -7.7, -5.1, -2.7, -0.2, 6.2, 18.9],
    [-12.9, -10.7, -9.5, -6.3, -4.1, -1.9, 1.9, 14.7, 21.9],
    [-12.7, -11.3, -9.2, -6.2, -3.4, -1.0, 6.5, 15.4, 22.5],
    [-12.0, -11.1, -8.4, -6.1, -3.2, 0.5, 8.2, 15.8, 24.2],
    [-9.9, -8.6, -7.8, -4.9, -0.5, 3.6, 9.0, 16.8, 24.2],
    [-6.4, -6.0, -4.5, -0.9, 1.8, 5.2, 9.6, 16.0, 20.7],
    [-3.8, -2.7, -1.2, -0.1, 2.3, 4.1, 6.1, 13.2, 16.3],
];

/// How far beyond the last column points still rise, in parts of its distance from the one before.
const BEYOND: f32 = 1.3;

/// Points of a deal that has lasted for `turn` turns, to a seat whose hand the heuristic thinks worth `worth`, while nobody has won.
pub(super) fn points(turn: f32, worth: f32) -> f64 {
    let ((row, down), (column, right)) = (place(&TURNS, turn, 1.0), place(&WORTHS, worth, BEYOND));
    let along = |row: usize| POINTS[row][column] + right * (POINTS[row][column + 1] - POINTS[row][column]);
    f64::from(along(row) + down * (along(row + 1) - along(row)))
}

/// Between which two of `knots` a number lies, and how far from the first to the second.
fn place(knots: &[f32; 9], number: f32, most: f32) -> (usize, f32) {
    let low = knots.iter().rposition(|knot| *knot <= number).unwrap_or(0).min(knots.len() - 2);
    (low, ((number - knots[low]) / (knots[low + 1] - knots[low])).clamp(0.0, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_those_of_the_table_and_between_them_otherwise() {
        assert_eq!(points(9.0, 10.0), f64::from(POINTS[3][4]));
        let (low, high) = (points(9.0, 10.0), points(11.0, 14.0));
        let between = points(10.0, 12.0);
        assert!(low < between && between < high, "{low} {between} {high}");
        // Beyond the table.
        assert_eq!(points(0.0, -5.0), f64::from(POINTS[0][0]));
        assert_eq!(points(40.0, 0.0), f64::from(POINTS[8][0]));
        assert!(points(9.0, 50.0) > points(9.0, 36.0));
        assert_eq!(points(9.0, 50.0), points(9.0, 60.0));
    }
}
