//! Value against probability: whether a fan's points are inversely proportional to how often it occurs.
//!
//! Least squares of ln points on ln probability. Slope −1 would be "inversely proportional".

use mcr_engine::Fan;
use serde::Serialize;

/// A fitted line, and what it makes of each fan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// Fans in it: those that occur.
    pub fans: usize,
    /// Of ln points on ln probability.
    pub slope: f64,
    /// Lower end of its 95 % interval.
    pub slope_low: f64,
    /// Upper end.
    pub slope_high: f64,
    /// ln points at probability 1.
    pub intercept: f64,
    /// Share of the spread of ln points that the line explains.
    pub r_squared: f64,
    /// Standard deviation of ln points around the line.
    pub spread: f64,
    /// By id.
    pub lines: Vec<FitLine>,
}

/// A fan against the line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FitLine {
    /// Its id.
    pub id: u8,
    /// What it is worth.
    pub points: u16,
    /// How often it occurs.
    pub probability: f64,
    /// What the line would give for that.
    pub fair_points: f64,
    /// ln points − ln fair points.
    pub residual: f64,
    /// Lower end of the residual's 95 % interval: from the line's error and the probability's.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// What that makes of it.
    pub verdict: Verdict,
}

/// Whether a fan's points go with its probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Worth less than the line gives, by more than the usual spread, surely.
    Underpriced,
    /// Within the usual spread.
    Fair,
    /// Worth more.
    Overpriced,
}

/// Fits the line to fans, each with its probability and the standard error of the probability's logarithm. Fans that
/// do not occur and flowers are left out. `None` with less than three fans.
#[must_use]
pub fn fit(fans: impl Iterator<Item = (Fan, f64, f64)>) -> Option<Fit> {
    let fans: Vec<(Fan, f64, f64)> =
        fans.filter(|(fan, probability, _)| *fan != Fan::FlowerTiles && *probability > 0.0).collect();
    let n = fans.len() as f64;
    if fans.len() < 3 {
        return None;
    }
    let points: Vec<(f64, f64)> =
        fans.iter().map(|(fan, p, _)| (p.ln(), f64::from(fan.points()).ln())).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x_mean, y_mean) = (mean(|point| point.0), mean(|point| point.1));
    let sum =
        |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|(x, y)| of(x - x_mean, y - y_mean)).sum::<f64>();
    let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    if xx <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    let intercept = y_mean - slope * x_mean;
    let residuals = sum(&|x, y| (y - slope * x).powi(2));
    let variance = residuals / (n - 2.0);
    let t = student_t_975(n - 2.0);
    let line = |((fan, probability, error), (x, y)): (&(Fan, f64, f64), &(f64, f64))| {
        let fair = intercept + slope * x;
        let of_line = variance * (1.0 / n + (x - x_mean).powi(2) / xx);
        let margin = t * (of_line + (slope * error).powi(2)).sqrt();
        let residual = y - fair;
        let (low, high) = (residual - margin, residual + margin);
        // Rounding is no spread.
        let usual = variance.sqrt().max(1e-9);
        let verdict = match (low > 0.0 && residual > usual, high < 0.0 && residual < -usual) {
            (true, _) => Verdict::Overpriced,
            (_, true) => Verdict::Underpriced,
            _ => Verdict::Fair,
        };
        let (id, points) = (fan.id(), fan.points());
        FitLine {
            id,
            points,
            probability: *probability,
            fair_points: fair.exp(),
            residual,
            low,
            high,
            verdict,
        }
    };
    let margin = t * (variance / xx).sqrt();
    Some(Fit {
        fans: fans.len(),
        slope,
        slope_low: slope - margin,
        slope_high: slope + margin,
        intercept,
        r_squared: if yy > 0.0 { 1.0 - residuals / yy } else { 1.0 },
        spread: variance.sqrt(),
        lines: fans.iter().zip(&points).map(line).collect(),
    })
}

/// The 97.5 % point of Student's t, by its expansion in 1/degrees of freedom (Abramowitz and Stegun 26.7.5).
fn student_t_975(freedom: f64) -> f64 {
    const Z: f64 = 1.959_963_984_540_054;
    let g1 = (Z.powi(3) + Z) / 4.0;
    let g2 = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0;
    let g3 = (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0;
    Z + g1 / freedom + g2 / freedom.powi(2) + g3 / freedom.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_proportion_has_slope_minus_one() {
        let fans = Fan::ALL.into_iter().map(|fan| (fan, 0.5 / f64::from(fan.points()), 0.0));
        let fit = fit(fans).unwrap();
        assert!((fit.slope + 1.0).abs() < 1e-12 && (fit.r_squared - 1.0).abs() < 1e-12, "{fit:?}");
        assert!(fit.slope_low <= -1.0 + 1e-9 && fit.slope_high >= -1.0 - 1e-9);
        assert_eq!(fit.fans, 81);
        assert!(fit.lines.iter().all(|line| line.verdict == Verdict::Fair));
    }

    #[test]
    fn a_fan_off_the_line_is_named() {
        let probability = |fan: Fan| {
            let fair = 0.5 / f64::from(fan.points());
            if fan == Fan::NineGates { fair * 1e-4 } else { fair }
        };
        let fit = fit(Fan::ALL.into_iter().map(|fan| (fan, probability(fan), 0.01))).unwrap();
        let worst = fit.lines.iter().min_by(|a, b| a.residual.total_cmp(&b.residual)).unwrap();
        assert_eq!((worst.id, worst.points), (4, 88));
        assert!(worst.high < 0.0 && worst.fair_points > 88.0, "{worst:?}");
        assert_eq!(fit.lines[3].verdict, Verdict::Underpriced);
    }

    #[test]
    fn student_t_is_that_of_the_tables() {
        for (freedom, value) in [(10.0, 2.228), (20.0, 2.086), (30.0, 2.042), (60.0, 2.000)] {
            assert!((student_t_975(freedom) - value).abs() < 2e-3, "{freedom}");
        }
    }
}
