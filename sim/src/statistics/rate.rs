//! How often something happened among so many chances.

use crate::statistics::{Interval, Z95};

/// `count` of `trials`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// How often it happened.
    pub count: u64,
    /// How often it could have happened.
    pub trials: u64,
}

impl Rate {
    /// `count` of `trials`.
    #[must_use]
    pub fn new(count: u64, trials: u64) -> Rate {
        debug_assert!(count <= trials);
        Rate { count, trials }
    }

    /// The share, `None` without a trial.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        (self.trials > 0).then(|| self.count as f64 / self.trials as f64)
    }

    /// The Wilson score interval, which stays honest for rare events and inside 0–1. Without a trial: all of 0–1.
    #[must_use]
    pub fn interval(self) -> Interval {
        let Some(share) = self.share() else { return Interval { low: 0.0, high: 1.0 } };
        let n = self.trials as f64;
        let z2n = Z95 * Z95 / n;
        let center = (share + z2n / 2.0) / (1.0 + z2n);
        let margin = Z95 * (share * (1.0 - share) / n + z2n / (4.0 * n)).sqrt() / (1.0 + z2n);
        // At the ends the bound is exact; rounding must not push it past.
        Interval {
            low: if self.count == 0 { 0.0 } else { (center - margin).max(0.0) },
            high: if self.count == self.trials { 1.0 } else { (center + margin).min(1.0) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The four examples of R. G. Newcombe, "Two-sided confidence intervals for the single proportion",
    /// Statistics in Medicine 17 (1998), table I, method 3.
    #[test]
    fn wilson_intervals_are_those_of_newcombe() {
        for (count, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = Rate::new(count, trials).interval();
            assert!((interval.low - low).abs() < 5e-5, "{count}/{trials}: {interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{count}/{trials}: {interval:?}");
        }
    }

    #[test]
    fn intervals_mirror_and_hold_the_share() {
        for trials in [1, 7, 100, 1_000_003] {
            for count in [0, 1, trials / 3, trials - 1, trials] {
                let (here, there) = (Rate::new(count, trials), Rate::new(trials - count, trials));
                let share = here.share().unwrap();
                assert!(here.interval().low <= share && share <= here.interval().high);
                assert!((here.interval().low - (1.0 - there.interval().high)).abs() < 1e-12);
            }
        }
        assert_eq!(Rate::new(0, 0).interval(), Interval { low: 0.0, high: 1.0 });
        assert_eq!(Rate::new(0, 0).share(), None);
    }
}
