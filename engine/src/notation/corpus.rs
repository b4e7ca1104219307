//! Lines of hands with known scores, and the check of the scorer against them.
//!
//! `hand <TAB> points without flowers <TAB> fan ids <TAB> anything`, fan ids as `id` or `id*count` joined by `;`.

use super::hand_string::{HandString, HandStringError};
use crate::{
    rules::RuleSet,
    scoring::{Fan, Score, score},
};
use std::str::FromStr;

/// A hand with the score that somebody else gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusLine {
    /// The hand.
    pub hand: HandString,
    /// Its points, flowers not counted.
    pub points: u16,
    /// Its fans by id with their counts.
    pub fans: Vec<(Fan, u8)>,
}

/// Why a line is not a hand with its score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorpusLineError {
    /// The line has not the three first columns.
    #[error("{found} columns, expected three or more: hand, points, fan ids")]
    Columns {
        /// How many it has.
        found: usize,
    },
    /// The hand string is wrong.
    #[error("hand `{text}`: {source}")]
    Hand {
        /// The column.
        text: String,
        /// What is wrong.
        source: HandStringError,
    },
    /// A hand of 13 tiles.
    #[error("hand `{text}` has 13 tiles, expected its winning tile too")]
    NoWinningTile {
        /// The column.
        text: String,
    },
    /// The points are no number.
    #[error("points `{text}`, expected a number")]
    Points {
        /// The column.
        text: String,
    },
    /// A fan that is none.
    #[error("fan `{text}`, expected an id 1-82 or `id*count`")]
    Fan {
        /// The entry.
        text: String,
    },
}

impl FromStr for CorpusLine {
    type Err = CorpusLineError;

    fn from_str(line: &str) -> Result<CorpusLine, CorpusLineError> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [text, points, fans, ..] = columns.as_slice() else {
            return Err(CorpusLineError::Columns { found: columns.len() });
        };
        let hand: HandString =
            text.parse().map_err(|source| CorpusLineError::Hand { text: (*text).to_owned(), source })?;
        if hand.winning_tile.is_none() {
            return Err(CorpusLineError::NoWinningTile { text: (*text).to_owned() });
        }
        let points = points.parse().map_err(|_| CorpusLineError::Points { text: (*points).to_owned() })?;
        Ok(CorpusLine { hand, points, fans: parse_fans(fans)? })
    }
}

/// `62;70*2`, by id.
fn parse_fans(list: &str) -> Result<Vec<(Fan, u8)>, CorpusLineError> {
    let mut fans = Vec::new();
    for text in list.split(';') {
        let (id, count) = text.split_once('*').unwrap_or((text, "1"));
        let fan = id.parse().ok().and_then(Fan::from_id).zip(count.parse().ok());
        fans.push(fan.ok_or_else(|| CorpusLineError::Fan { text: text.to_owned() })?);
    }
    fans.sort_unstable();
    Ok(fans)
}

/// How our score compares with a line's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Our score, `None` when the hand is not complete.
    pub score: Option<Score>,
    /// Whether the points are equal.
    pub points_agree: bool,
    /// Whether the fans are the same.
    pub fans_agree: bool,
}

impl CorpusLine {
    /// Scores the hand and compares.
    #[must_use]
    pub fn check(&self, rules: &RuleSet) -> Verdict {
        let score = self.hand.winning_hand().and_then(|hand| score(&hand, &self.hand.context, rules));
        Verdict {
            score,
            points_agree: score.is_some_and(|score| score.points() == self.points),
            fans_agree: score.is_some_and(|score| score.fans().eq(self.fans.iter().copied())),
        }
    }
}
