//! A test that stops as soon as it is sure: the generalised sequential probability ratio test for the mean of a
//! set's value, in its normal approximation. Pure functions, and a test that is fed whole sets in their order, so
//! that it stops at the same set on any number of threads.

use crate::arena::estimate::Estimate;

/// What is tested, and how often the answer may be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Null hypothesis H0: the mean is this (or less), points a deal.
    pub null: f64,
    /// Alternative H1: the mean is this (or more), points a deal.
    pub alternative: f64,
    /// Chance to accept H1 although H0 holds.
    pub alpha: f64,
    /// Chance to accept H0 although H1 holds.
    pub beta: f64,
    /// No verdict before so many sets: the variance is a guess until then.
    pub minimum_sets: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { null: 0.0, alternative: 1.0, alpha: 0.05, beta: 0.05, minimum_sets: 50 }
    }
}

/// A test that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// The hypotheses do not lie in this order.
    #[error("sequential test: H1 is a mean of {alternative}, expected more than H0's {null}")]
    Hypotheses {
        /// H0.
        null: f64,
        /// H1.
        alternative: f64,
    },
    /// An error rate that no test can keep, or that says nothing.
    #[error("sequential test: error rate {name} is {found}, expected more than 0 and less than 0.5")]
    ErrorRate {
        /// Which of the two.
        name: &'static str,
        /// Its value.
        found: f64,
    },
    /// Too few sets for a variance.
    #[error("sequential test: {found} minimum sets, expected at least 2")]
    MinimumSets {
        /// How many.
        found: u64,
    },
}

impl Plan {
    /// Refuses plans that make no sense.
    ///
    /// # Errors
    /// Names what does not fit.
    pub fn check(&self) -> Result<(), PlanError> {
        let ordered = self.null.is_finite() && self.alternative.is_finite() && self.null < self.alternative;
        if !ordered {
            return Err(PlanError::Hypotheses { null: self.null, alternative: self.alternative });
        }
        for (name, found) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(found > 0.0 && found < 0.5) {
                return Err(PlanError::ErrorRate { name, found });
            }
        }
        if self.minimum_sets < 2 {
            return Err(PlanError::MinimumSets { found: self.minimum_sets });
        }
        Ok(())
    }

    /// Wald's bounds of the log likelihood ratio: H0 is accepted at the lower, H1 at the upper.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log likelihood ratio of H1 against H0 of `sets` sets with this mean and sample variance:
    /// n·(μ1 − μ0)·(x̄ − (μ0 + μ1)/2)/s². Sets without any spread decide at once, by the side they lie on.
    #[must_use]
    pub fn log_likelihood_ratio(&self, sets: u64, mean: f64, variance: f64) -> f64 {
        let over = mean - (self.null + self.alternative) / 2.0;
        if variance == 0.0 {
            return if over > 0.0 { f64::INFINITY } else { f64::NEG_INFINITY };
        }
        sets as f64 * (self.alternative - self.null) * over / variance
    }

    /// The chance to accept H1 when the mean is `truth` (Wald's approximation of the operating characteristic).
    #[must_use]
    pub fn power(&self, truth: f64) -> f64 {
        let (lower, upper) = self.bounds();
        let h = (self.null + self.alternative - 2.0 * truth) / (self.alternative - self.null);
        if h.abs() < 1e-9 {
            return -lower / (upper - lower);
        }
        ((h * lower).exp_m1()) / ((h * lower).exp_m1() - (h * upper).exp_m1())
    }

    /// The sets it takes on average when the mean is `truth` and a set's variance `variance` (Wald's approximation).
    #[must_use]
    pub fn expected_sets(&self, truth: f64, variance: f64) -> f64 {
        let (lower, upper) = self.bounds();
        let drift = self.log_likelihood_ratio(1, truth, variance);
        let power = self.power(truth);
        let expected = if drift.abs() < 1e-12 {
            // At the midpoint the ratio wanders without drift: E[LLR²] over its variance a set.
            -lower * upper * variance / (self.alternative - self.null).powi(2)
        } else {
            (power * upper + (1.0 - power) * lower) / drift
        };
        expected.max(self.minimum_sets as f64)
    }
}

/// The sets a test of fixed length needs to find a mean of `margin` with 80 % power at 5 %, two-sided:
/// ((1.96 + 0.84)/margin)² variances.
#[must_use]
pub fn fixed_sets(margin: f64, variance: f64) -> f64 {
    const POINTS: f64 = 1.959_963_984_540_054 + 0.841_621_233_572_914_2;
    (POINTS / margin).powi(2) * variance
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// Not sure yet.
    #[default]
    Undecided,
    /// H1 is accepted: the first agent gains.
    Stronger,
    /// H0 is accepted: it does not gain by the margin.
    NotStronger,
}

impl Verdict {
    /// The name in output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Undecided => "undecided",
            Verdict::Stronger => "stronger",
            Verdict::NotStronger => "not_stronger",
        }
    }
}

/// A running test.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    plan: Plan,
    estimate: Estimate,
    verdict: Verdict,
}

impl SequentialTest {
    /// A test that has seen nothing.
    ///
    /// # Errors
    /// When the plan makes no sense.
    pub fn new(plan: Plan) -> Result<SequentialTest, PlanError> {
        plan.check()?;
        Ok(SequentialTest { plan, estimate: Estimate::default(), verdict: Verdict::Undecided })
    }

    /// Takes the value of the next set. After a verdict nothing changes any more.
    pub fn add(&mut self, value: f64) -> Verdict {
        if self.verdict == Verdict::Undecided {
            self.estimate.add(value);
            self.verdict = self.judge();
        }
        self.verdict
    }

    fn judge(&self) -> Verdict {
        let Some(ratio) = self.ratio().filter(|_| self.sets() >= self.plan.minimum_sets) else {
            return Verdict::Undecided;
        };
        let (lower, upper) = self.plan.bounds();
        if ratio >= upper {
            Verdict::Stronger
        } else if ratio <= lower {
            Verdict::NotStronger
        } else {
            Verdict::Undecided
        }
    }

    /// The log likelihood ratio so far, `None` with less than two sets.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let variance = self.estimate.variance()?;
        Some(self.plan.log_likelihood_ratio(self.sets(), self.estimate.mean(), variance))
    }

    /// Sets taken.
    #[must_use]
    pub fn sets(&self) -> u64 {
        self.estimate.count()
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What it says now.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_engine::rng::DecisionRng;

    const PLAN: Plan = Plan { null: 0.0, alternative: 1.0, alpha: 0.05, beta: 0.05, minimum_sets: 50 };

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{found}, expected {expected}");
    }

    #[test]
    fn golden_bounds() {
        // ln 19 at 5 % and 5 %; ln(0.9/0.05) and ln(0.1/0.95) at 5 % and 10 %.
        close(PLAN.bounds().1, 2.944_438_979_166_44);
        close(PLAN.bounds().0, -2.944_438_979_166_44);
        let uneven = Plan { beta: 0.1, ..PLAN };
        close(uneven.bounds().1, 2.890_371_757_896_165);
        close(uneven.bounds().0, -2.251_291_798_606_495);
    }

    #[test]
    fn golden_ratios() {
        // 100 sets, mean 0.9, variance 16: 100·1·0.4/16. With H1 = 0.5: 100·0.5·0.65/16.
        close(PLAN.log_likelihood_ratio(100, 0.9, 16.0), 2.5);
        close(Plan { alternative: 0.5, ..PLAN }.log_likelihood_ratio(100, 0.9, 16.0), 2.031_25);
        close(PLAN.log_likelihood_ratio(64, -0.25, 64.0), -0.75);
        assert_eq!(PLAN.log_likelihood_ratio(50, 0.0, 0.0), f64::NEG_INFINITY);
        assert_eq!(PLAN.log_likelihood_ratio(50, 2.0, 0.0), f64::INFINITY);
    }

    #[test]
    fn power_is_the_error_rates_at_the_hypotheses() {
        let plan = Plan { alpha: 0.05, beta: 0.1, ..PLAN };
        close(plan.power(0.0), 0.05);
        close(plan.power(1.0), 0.9);
        close(PLAN.power(0.5), 0.5);
        // The limit at the midpoint joins its neighbourhood.
        assert!((plan.power(0.5) - plan.power(0.5 + 1e-7)).abs() < 1e-5);
    }

    #[test]
    fn golden_lengths() {
        // At H1: (0.95·2.9444 − 0.05·2.9444)/(0.5/64) sets; at the midpoint 2.9444²·64.
        close(PLAN.expected_sets(1.0, 64.0), 0.9 * 2.944_438_979_166_44 * 128.0);
        close(PLAN.expected_sets(0.5, 64.0), 2.944_438_979_166_44_f64.powi(2) * 64.0);
        // Never below the minimum.
        close(PLAN.expected_sets(9.0, 64.0), 50.0);
        // (2.8016/1)²·64 and four times as many for half the margin.
        close(fixed_sets(1.0, 64.0), 502.328_302_998);
        close(fixed_sets(0.5, 64.0), 4.0 * 502.328_302_998);
    }

    #[test]
    fn a_scripted_test_stops_where_the_ratio_crosses() {
        // Values 9 and −7 in turn. After an odd number n: mean 1 + 8/n, variance 64(n + 1)/n, so the ratio is
        // (n/2 + 8)·n/(64(n + 1)): 2.937 at 361 and 2.953 at 363. After an even number it is lower.
        let mut test = SequentialTest::new(PLAN).unwrap();
        let stop = (1..1000).find(|n| test.add(if n % 2 == 1 { 9.0 } else { -7.0 }) != Verdict::Undecided);
        assert_eq!((stop, test.verdict()), (Some(363), Verdict::Stronger));
        test.add(-1e9);
        assert_eq!((test.sets(), test.verdict()), (363, Verdict::Stronger));
    }

    #[test]
    fn no_verdict_before_the_minimum_and_ties_are_not_stronger() {
        let mut test = SequentialTest::new(PLAN).unwrap();
        for _ in 0..49 {
            assert_eq!(test.add(0.0), Verdict::Undecided);
        }
        assert_eq!(test.add(0.0), Verdict::NotStronger);
    }

    /// About normal: the sum of twelve uniform numbers has variance 1.
    fn normal(rng: &mut DecisionRng) -> f64 {
        (0..12).map(|_| (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64).sum::<f64>() - 6.0
    }

    /// 2,000 tests of values with mean `truth` and standard deviation 8: how many say stronger, and the mean length.
    fn simulate(truth: f64) -> (usize, f64) {
        let (mut stronger, mut sets) = (0, 0);
        for trial in 0..2000 {
            let mut rng = DecisionRng::new(trial, 0);
            let mut test = SequentialTest::new(PLAN).unwrap();
            while test.add(truth + 8.0 * normal(&mut rng)) == Verdict::Undecided {}
            stronger += usize::from(test.verdict() == Verdict::Stronger);
            sets += test.sets();
        }
        (stronger, sets as f64 / 2000.0)
    }

    #[test]
    fn error_rates_are_kept_and_the_length_is_as_predicted() {
        // 5 % of 2,000 is 100; four standard deviations of the count are 39.
        for (truth, stronger) in [(0.0, 0..=139), (1.0, 1861..=2000), (0.5, 911..=1089)] {
            let (found, sets) = simulate(truth);
            assert!(stronger.contains(&found), "{truth}: {found} of 2000");
            // Overshoot makes tests a little longer, the minimum changes little here.
            let predicted = PLAN.expected_sets(truth, 64.0);
            assert!(
                (0.95..1.15).contains(&(sets / predicted)),
                "{truth}: {sets} sets, predicted {predicted}"
            );
        }
    }

    #[test]
    fn senseless_plans_are_refused() {
        let message = |plan: Plan| plan.check().unwrap_err().to_string();
        assert!(message(Plan { alternative: 0.0, ..PLAN }).contains("expected more than H0's 0"));
        assert!(message(Plan { alternative: f64::NAN, ..PLAN }).contains("NaN"));
        assert!(message(Plan { alpha: 0.0, ..PLAN }).contains("alpha is 0"));
        assert!(message(Plan { beta: 0.5, ..PLAN }).contains("beta is 0.5"));
        assert!(message(Plan { minimum_sets: 1, ..PLAN }).contains("at least 2"));
    }
}
