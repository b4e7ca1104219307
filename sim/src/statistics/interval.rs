//! A range that holds the true value with 95 % confidence.

use serde::Serialize;

/// A two-sided 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of a value known to ± `margin`.
    #[must_use]
    pub fn around(center: f64, margin: f64) -> Interval {
        Interval { low: center - margin, high: center + margin }
    }

    /// Half the width.
    #[must_use]
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}
