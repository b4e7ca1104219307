//! A mean over sets, and how far to trust it. The set is the unit: its deals share a wall and are not independent.

use crate::statistics::Interval;

/// Mean and spread of the values of sets, taken in the order of the sets (rounding depends on the order).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    count: u64,
    mean: f64,
    /// Sum of squared deviations from the mean (Welford's update).
    squares: f64,
}

impl Estimate {
    /// Takes the value of one more set.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// How many sets.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; 0 without a set.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The sample variance of a set's value, `None` with less than two sets.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        (self.count >= 2).then(|| self.squares / (self.count - 1) as f64)
    }

    /// The two-sided 95 % t-interval of the mean, `None` with less than two sets.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let error = (self.variance()? / self.count as f64).sqrt();
        Some(Interval::around(self.mean, student_t(self.count - 1) * error))
    }
}

impl FromIterator<f64> for Estimate {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Estimate {
        let mut estimate = Estimate::default();
        for value in values {
            estimate.add(value);
        }
        estimate
    }
}

/// The 97.5 % point of Student's t-distribution: two-sided 95 % intervals.
///
/// # Panics
/// With 0 degrees of freedom.
#[must_use]
pub fn student_t(freedom: u64) -> f64 {
    assert!(freedom > 0, "no degree of freedom");
    if freedom > 200 { expansion(freedom) } else { bisection(freedom) }
}

/// Abramowitz & Stegun 26.7.5: in powers of 1/ν around the normal quantile; exact to 1e-10 from ν = 100 on.
fn expansion(freedom: u64) -> f64 {
    let z: f64 = crate::statistics::Z95;
    let odd = |coefficients: [f64; 5]| coefficients.iter().rev().fold(0.0, |sum, c| sum * z * z + c) * z;
    let terms = [
        odd([1.0, 1.0, 0.0, 0.0, 0.0]) / 4.0,
        odd([3.0, 16.0, 5.0, 0.0, 0.0]) / 96.0,
        odd([-15.0, 17.0, 19.0, 3.0, 0.0]) / 384.0,
        odd([-945.0, -1920.0, 1482.0, 776.0, 79.0]) / 92_160.0,
    ];
    let nu = freedom as f64;
    z + terms.iter().rev().fold(0.0, |sum, term| (sum + term) / nu)
}

/// Inverts [`inside`].
fn bisection(freedom: u64) -> f64 {
    let (mut low, mut high) = (1.9, 13.0);
    // 60 halvings of 11 are below the spacing of doubles.
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if inside(middle, freedom) < 0.95 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The chance of −t … t, Abramowitz & Stegun 26.7.3 and 26.7.4 (finite sums for whole degrees of freedom).
fn inside(t: f64, freedom: u64) -> f64 {
    let theta = (t / (freedom as f64).sqrt()).atan();
    let cos2 = theta.cos().powi(2);
    let odd = freedom % 2 == 1;
    // Terms of the sum: each is the one before times cos² and a ratio of neighbours.
    let (mut term, mut sum) = if odd { (theta.cos(), 0.0) } else { (1.0, 0.0) };
    for k in 0..freedom / 2 {
        sum += term;
        let k = k as f64;
        term *=
            cos2 * if odd { (2.0 * k + 2.0) / (2.0 * k + 3.0) } else { (2.0 * k + 1.0) / (2.0 * k + 2.0) };
    }
    if odd { (theta + theta.sin() * sum) * std::f64::consts::FRAC_2_PI } else { theta.sin() * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, column 0.975; more digits where three are known
    /// from closed forms (ν = 1: tan 0.475π; ν = 2: 0.95·√(2/0.0975)).
    #[test]
    fn student_quantiles_are_those_of_the_tables() {
        let table = [
            (1, 12.706_204_7, 1e-7),
            (2, 4.302_652_7, 1e-7),
            (3, 3.182, 5e-4),
            (5, 2.571, 5e-4),
            (10, 2.228, 5e-4),
            (29, 2.045, 5e-4),
            (30, 2.042, 5e-4),
            (100, 1.984, 5e-4),
            (1_000_000_000, 1.959_963_985, 1e-8),
        ];
        for (freedom, quantile, tolerance) in table {
            assert!((student_t(freedom) - quantile).abs() < tolerance, "{freedom}: {}", student_t(freedom));
        }
    }

    #[test]
    fn the_two_ways_to_the_quantile_meet() {
        for freedom in [150, 200, 201, 300] {
            assert!((bisection(freedom) - expansion(freedom)).abs() < 1e-9, "{freedom}");
        }
    }

    #[test]
    fn a_hand_worked_interval() {
        // Student's own sleep data (1908): ten differences, mean 1.58, standard deviation 1.23, t₉ = 2.262.
        let estimate: Estimate = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4].into_iter().collect();
        assert!((estimate.mean() - 1.58).abs() < 1e-12);
        assert!((estimate.variance().unwrap().sqrt() - 1.229_995).abs() < 1e-6);
        let interval = estimate.interval().unwrap();
        assert!(
            (interval.low - 0.700_1).abs() < 1e-4 && (interval.high - 2.459_9).abs() < 1e-4,
            "{interval:?}"
        );
    }

    #[test]
    fn without_spread_the_interval_is_a_point_and_one_set_has_none() {
        let ties: Estimate = [0.0; 5].into_iter().collect();
        assert_eq!(ties.interval(), Some(Interval { low: 0.0, high: 0.0 }));
        let one: Estimate = [3.0].into_iter().collect();
        assert_eq!((one.mean(), one.variance(), one.interval()), (3.0, None, None));
    }
}
