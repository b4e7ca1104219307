//! Numbers as people read them.

use crate::statistics::MeanLine;

/// `1234567` as `1,234,567`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in percent, without the sign.
#[must_use]
pub fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$}", 100.0 * share)
}

/// Two shares in percent, `1.20–1.34`.
#[must_use]
pub fn range(low: f64, high: f64, decimals: usize) -> String {
    format!("{}–{}", percent(low, decimals), percent(high, decimals))
}

/// A mean with its margin, `13.42 ± 0.21`.
#[must_use]
pub fn mean(line: &MeanLine, decimals: usize) -> String {
    match (line.mean, line.low, line.high) {
        (Some(mean), Some(low), Some(high)) => {
            format!("{mean:.decimals$} ± {:.decimals$}", (high - low) / 2.0)
        }
        (Some(mean), _, _) => format!("{mean:.decimals$}"),
        _ => "–".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_in_threes() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn shares_and_means_are_short() {
        assert_eq!(range(0.012, 0.0134, 2), "1.20–1.34");
        let line = MeanLine { mean: Some(13.416), low: Some(13.2), high: Some(13.62) };
        assert_eq!(mean(&line, 2), "13.42 ± 0.21");
        assert_eq!(mean(&MeanLine { mean: None, low: None, high: None }, 2), "–");
    }
}
