//! Mean and spread of whole numbers, kept exactly.

use crate::statistics::{Interval, Z95};

/// Count, sum and sum of squares: integers, so that they add up to the same in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    count: u64,
    sum: i64,
    squares: u64,
}

impl Moments {
    /// Takes one value.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += value;
        self.squares += value.unsigned_abs().pow(2);
    }

    /// Takes all values of `other`.
    pub fn merge(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many values.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sum of the values.
    #[must_use]
    pub fn sum(&self) -> i64 {
        self.sum
    }

    /// The mean, `None` without a value.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The sample variance, `None` with less than two values.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        // n Σx² − (Σx)² in integers: no cancellation.
        let n = i128::from(self.count);
        let spread = n * i128::from(self.squares) - i128::from(self.sum).pow(2);
        Some(spread as f64 / (self.count as f64 * (self.count - 1) as f64))
    }

    /// The normal 95 % interval of the mean; `None` with less than two values.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let margin = Z95 * (self.variance()? / self.count as f64).sqrt();
        Some(Interval::around(self.mean()?, margin))
    }
}

impl FromIterator<i64> for Moments {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Moments {
        let mut moments = Moments::default();
        for value in values {
            moments.add(value);
        }
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_variance_are_those_of_the_textbook() {
        // 2 4 4 4 5 5 7 9: sum 40, sum of squares 232, variance (232 − 8·25) / 7.
        let moments: Moments = [2, 4, 4, 4, 5, 5, 7, 9].into_iter().collect();
        assert_eq!(moments.mean(), Some(5.0));
        assert_eq!(moments.variance(), Some(32.0 / 7.0));
        let margin = moments.interval().unwrap().margin();
        assert!((margin - 1.959_963_984_540_054 * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn far_from_zero_nothing_cancels() {
        let moments: Moments = [1_000_000_001, 1_000_000_003].into_iter().collect();
        assert_eq!(moments.variance(), Some(2.0));
    }

    #[test]
    fn merging_equals_adding() {
        let mut left: Moments = [-8, -8, 24].into_iter().collect();
        left.merge(&[-24, 72].into_iter().collect());
        assert_eq!(left, [-24, -8, -8, 24, 72].into_iter().collect());
        assert_eq!(Moments::default().mean(), None);
        assert_eq!([5].into_iter().collect::<Moments>().interval(), None);
    }
}
