//! Fan names as the logs print them.

use super::quoted;
use crate::scoring::Fan;

/// Names that the fan calculators of different years print for the same fan, beside the table's own.
const VARIANTS: [(&str, Fan); 5] = [
    ("嵌张", Fan::ClosedWait),
    ("单钓", Fan::SingleWait),
    ("自摸和", Fan::SelfDrawn),
    ("门清", Fan::ConcealedHand),
    ("断么", Fan::AllSimples),
];

/// What calculators put before the three wait fans, with one of two dots.
const PREFIXES: [&str; 2] = ["独听・", "独听·"];

/// The fan of a Chinese name, variants of the online logs included (`独听・边张`, `嵌张`, `单钓`, …).
pub fn parse_fan(name: &str) -> Result<Fan, FanNameError> {
    let plain = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    Fan::ALL
        .into_iter()
        .find(|fan| fan.chinese() == plain)
        .or_else(|| VARIANTS.iter().find(|(variant, _)| *variant == plain).map(|(_, fan)| *fan))
        .ok_or_else(|| FanNameError { found: quoted(name) })
}

/// The name of a fan in the logs: the table's Chinese name, but 嵌张 for the closed wait.
#[must_use]
pub fn fan_name(fan: Fan) -> &'static str {
    if fan == Fan::ClosedWait { "嵌张" } else { fan.chinese() }
}

/// A word that names no fan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown fan {found:?}, expected a Chinese fan name")]
pub struct FanNameError {
    /// The word, cut short when long.
    pub found: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for fan in Fan::ALL {
            assert_eq!(parse_fan(fan_name(fan)), Ok(fan));
            assert_eq!(parse_fan(fan.chinese()), Ok(fan));
        }
    }

    #[test]
    fn variants_name_the_wait_fans() {
        for (name, id) in
            [("独听・边张", 77), ("独听·嵌张", 78), ("坎张", 78), ("单钓", 79), ("独听・单钓", 79)]
        {
            assert_eq!(parse_fan(name).unwrap().id(), id, "{name}");
        }
    }

    #[test]
    fn other_words_are_refused() {
        for name in ["", "独听・", "立直", "边张 ", "Edge Wait"] {
            assert!(parse_fan(name).is_err(), "{name:?}");
        }
    }
}
