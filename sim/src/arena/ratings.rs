//! Ratings of many agents, in points a deal: an additive zero-sum model fitted by least squares.
//!
//! The model: an agent's expected points at a table are its rating less the mean rating of the three others.
//! Ratings sum to zero. Unlike rank models it uses how much was won, and drawn deals need no special care.

use crate::{
    arena::schedule::{Entry, Lineup},
    statistics::Interval,
};
use mcr_engine::rng::DecisionRng;

/// The least-squares fit of a fixed set of lineups. It is linear: each rating is a weighted sum of the entries'
/// mean points, so a set has ratings of its own and the ratings of many sets are their mean.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingModel {
    /// `weights[agent][entry]`.
    weights: Vec<Vec<f64>>,
}

impl RatingModel {
    /// The fit for these entries of these lineups, each entry counting by its chairs. `None` when the lineups do not
    /// link all agents.
    #[must_use]
    pub fn new(lineups: &[Lineup], entries: &[Entry], agents: usize) -> Option<RatingModel> {
        let rows: Vec<(Vec<f64>, f64)> = entries.iter().map(|entry| row(lineups, *entry, agents)).collect();
        // Normal equations Xᵀ W X r = Xᵀ W y; the columns of X sum to zero in each row, so one is missing in rank, and
        // adding 1 everywhere asks for ratings that sum to zero.
        let normal = |i: usize, j: usize| 1.0 + rows.iter().map(|(x, w)| w * x[i] * x[j]).sum::<f64>();
        let matrix = (0..agents).map(|i| (0..agents).map(|j| normal(i, j)).collect()).collect();
        let right = (0..agents).map(|i| rows.iter().map(|(x, w)| w * x[i]).collect()).collect();
        Some(RatingModel { weights: solve(matrix, right)? })
    }

    /// The ratings that fit these points a deal of each entry best.
    #[must_use]
    pub fn ratings(&self, points: &[f64]) -> Vec<f64> {
        self.weights.iter().map(|weights| weights.iter().zip(points).map(|(w, y)| w * y).sum()).collect()
    }
}

/// The entry's equation: what each agent's rating adds to its expected points, and the entry's weight.
fn row(lineups: &[Lineup], entry: Entry, agents: usize) -> (Vec<f64>, f64) {
    let lineup = &lineups[entry.lineup];
    let mut row: Vec<f64> = (0..agents).map(|agent| -(lineup.chairs(agent) as f64) / 3.0).collect();
    // The agent's own chair counts 1 and is none of the three others.
    row[entry.agent] += 4.0 / 3.0;
    (row, lineup.chairs(entry.agent) as f64)
}

/// Solves `matrix · x = right` for several right-hand columns by Gauss–Jordan elimination with pivoting; `None`
/// when the matrix is singular.
pub(crate) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for column in 0..size {
        let pivot =
            (column..size).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (head, line) = (matrix[column].clone(), right[column].clone());
        for other in (0..size).filter(|other| *other != column) {
            let factor = matrix[other][column] / head[column];
            subtract(&mut matrix[other], &head, factor);
            subtract(&mut right[other], &line, factor);
        }
    }
    for (line, row) in right.iter_mut().enumerate() {
        row.iter_mut().for_each(|value| *value /= matrix[line][line]);
    }
    Some(right)
}

fn subtract(row: &mut [f64], other: &[f64], factor: f64) {
    for (value, o) in row.iter_mut().zip(other) {
        *value -= factor * o;
    }
}

/// Resamples of the walls behind an interval.
const RESAMPLES: usize = 2000;

/// Most blocks drawn from: beyond so many sets, neighbours are drawn together (they are independent of one another, so
/// nothing but time is lost).
const MOST_BLOCKS: usize = 4096;

/// The 95 % percentile bootstrap intervals of the means of each column of `sets`, all columns of a set drawn together.
/// A function of its arguments: the same seed draws the same.
#[must_use]
pub fn bootstrap(sets: &[Vec<f64>], seed: u64) -> Vec<Interval> {
    let columns = sets.first().map_or(0, Vec::len);
    let block = sets.len().div_ceil(MOST_BLOCKS).max(1);
    let blocks: Vec<(f64, Vec<f64>)> =
        sets.chunks(block).map(|sets| (sets.len() as f64, sum(sets, columns))).collect();
    let mut means: Vec<Vec<f64>> = vec![Vec::with_capacity(RESAMPLES); columns];
    for resample in 0..RESAMPLES {
        let mut rng = DecisionRng::new(seed, resample as u32);
        let (mut count, mut total) = (0.0, vec![0.0; columns]);
        for _ in &blocks {
            let (sets, sums) = &blocks[rng.below(blocks.len() as u64) as usize];
            count += sets;
            subtract(&mut total, sums, -1.0);
        }
        means.iter_mut().zip(total).for_each(|(means, total)| means.push(total / count));
    }
    means.into_iter().map(percentiles).collect()
}

fn sum(sets: &[Vec<f64>], columns: usize) -> Vec<f64> {
    let mut total = vec![0.0; columns];
    for set in sets {
        subtract(&mut total, set, -1.0);
    }
    total
}

/// The middle 95 % of the resamples.
fn percentiles(mut means: Vec<f64>) -> Interval {
    means.sort_by(f64::total_cmp);
    let tail = means.len() / 40;
    Interval { low: means[tail], high: means[means.len() - 1 - tail] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{
        estimate::Estimate,
        schedule::{Meeting, entries, lineups},
    };

    fn close(found: &[f64], expected: &[f64]) {
        let near = found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-9);
        assert!(found.len() == expected.len() && near, "{found:?}, expected {expected:?}");
    }

    fn model(meeting: Meeting, agents: usize) -> (Vec<Lineup>, Vec<Entry>, RatingModel) {
        let lineups = lineups(meeting, agents);
        let entries = entries(&lineups);
        let model = RatingModel::new(&lineups, &entries, agents).unwrap();
        (lineups, entries, model)
    }

    /// Points a deal as the model says they are for these ratings.
    fn expected(lineups: &[Lineup], entries: &[Entry], ratings: &[f64]) -> Vec<f64> {
        let points = |entry: &Entry| {
            let others =
                lineups[entry.lineup].0.iter().map(|a| ratings[*a]).sum::<f64>() - ratings[entry.agent];
            ratings[entry.agent] - others / 3.0
        };
        entries.iter().map(points).collect()
    }

    #[test]
    fn solving_a_small_system() {
        // 2x + y = 5, x + 3y = 10 → x = 1, y = 3; the second column solves for the unit vector (1, 0).
        let solved =
            solve(vec![vec![2.0, 1.0], vec![1.0, 3.0]], vec![vec![5.0, 1.0], vec![10.0, 0.0]]).unwrap();
        close(&solved[0], &[1.0, 0.6]);
        close(&solved[1], &[3.0, -0.2]);
        assert_eq!(solve(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![vec![1.0], vec![2.0]]), None);
    }

    #[test]
    fn ratings_that_the_model_fits_are_found_again() {
        for (meeting, ratings) in [
            (Meeting::Table, vec![2.5, -2.5]),
            (Meeting::Table, vec![3.0, 1.0, -4.0]),
            (Meeting::Table, vec![3.0, 1.0, -5.0, 1.0]),
            (Meeting::Against, vec![1.0, 2.0, -0.5, -2.5]),
            (Meeting::RoundRobin, vec![6.0, 1.0, 0.0, -2.0, -5.0]),
        ] {
            let (lineups, entries, model) = model(meeting, ratings.len());
            close(&model.ratings(&expected(&lineups, &entries, &ratings)), &ratings);
        }
    }

    #[test]
    fn two_agents_by_hand() {
        // A alone wins 4 a deal, B alone loses 1: A is ahead by (4 + 1)/2 = 2.5, so the ratings are ±1.25.
        let (_, entries, model) = model(Meeting::Table, 2);
        assert_eq!(entries.iter().map(|e| e.agent).collect::<Vec<_>>(), [0, 1, 1, 0]);
        close(&model.ratings(&[4.0, -4.0 / 3.0, -1.0, 1.0 / 3.0]), &[1.25, -1.25]);
    }

    #[test]
    fn three_agents_by_hand_where_nothing_fits() {
        // Alone against three: A beats B by 3, B beats C by 3, C beats A by 3, and symmetric in return: a circle, all equal.
        let (lineups, entries, model) = model(Meeting::RoundRobin, 3);
        let beats = |a: usize, b: usize| if (a + 1) % 3 == b { 3.0 } else { -3.0 };
        let points = |entry: &Entry| {
            let (one, field) = lineups[entry.lineup].alone().unwrap();
            if entry.agent == one { beats(one, field) } else { -beats(one, field) / 3.0 }
        };
        close(&model.ratings(&entries.iter().map(points).collect::<Vec<_>>()), &[0.0; 3]);
    }

    #[test]
    fn agents_that_never_meet_have_no_ratings() {
        let lineups = [Lineup([0, 1, 1, 1]), Lineup([2, 3, 3, 3])];
        assert_eq!(RatingModel::new(&lineups, &entries(&lineups), 4), None);
    }

    #[test]
    fn bootstrap_agrees_with_the_t_interval_and_draws_columns_together() {
        let mut rng = DecisionRng::new(5, 0);
        let sets: Vec<Vec<f64>> = (0..5000).map(|_| rng.below(1000) as f64).map(|x| vec![x, -x]).collect();
        let found = bootstrap(&sets, 1);
        let theirs = sets.iter().map(|set| set[0]).collect::<Estimate>().interval().unwrap();
        assert!((found[0].low - theirs.low).abs() < 0.1 * theirs.margin(), "{found:?}, t: {theirs:?}");
        assert!((found[0].high - theirs.high).abs() < 0.1 * theirs.margin(), "{found:?}, t: {theirs:?}");
        assert_eq!((found[0].low, found[0].high), (-found[1].high, -found[1].low));
        assert_eq!(found, bootstrap(&sets, 1));
    }

    #[test]
    fn bootstrap_of_nothing_and_of_ties() {
        assert_eq!(bootstrap(&[], 1), []);
        assert_eq!(bootstrap(&vec![vec![0.0]; 3], 1), [Interval { low: 0.0, high: 0.0 }]);
    }
}
