//! How fast a training learns.

use serde::{Deserialize, Serialize};

/// A learning rate that rises from 0, and falls along half a cosine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Schedule {
    /// Steps in all.
    pub steps: u64,
    /// Steps in which the rate rises.
    pub warmup: u64,
    /// The highest rate.
    pub rate: f64,
    /// The last one.
    pub last: f64,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule { steps: 10_000, warmup: 200, rate: 2e-3, last: 2e-5 }
    }
}

impl Schedule {
    /// Refuses rates that are none.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn check(&self) -> Result<(), String> {
        let good = |rate: f64| rate.is_finite() && rate > 0.0;
        if good(self.rate) && good(self.last) && self.steps > 0 {
            return Ok(());
        }
        Err(format!(
            "schedule: steps {}, rate {}, last {}, expected numbers above 0",
            self.steps, self.rate, self.last
        ))
    }

    /// The rate of a step, counted from 0.
    #[must_use]
    pub fn rate(&self, step: u64) -> f64 {
        if step < self.warmup {
            return self.rate * (step + 1) as f64 / self.warmup as f64;
        }
        let whole = self.steps.saturating_sub(self.warmup).max(1) as f64;
        let part = ((step - self.warmup) as f64 / whole).min(1.0);
        self.last + (self.rate - self.last) * 0.5 * (1.0 + (part * std::f64::consts::PI).cos())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let schedule = Schedule { steps: 110, warmup: 10, rate: 1.0, last: 0.1 };
        assert_eq!(schedule.rate(0), 0.1);
        assert_eq!(schedule.rate(10), 1.0);
        assert!((schedule.rate(60) - 0.55).abs() < 1e-12);
        assert!((schedule.rate(110) - 0.1).abs() < 1e-12);
    }
}
