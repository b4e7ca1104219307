//! The fast scorer: the same answer as the obvious one, from tables and without allocation.
//!
//! The exclusions of the fan table are built in where fans are added, so that nothing has to be taken away again:
//! tests compare the two scorers.

mod fixed;
mod forest;
mod ground;
mod patterns;
mod sets;
mod special_shapes;
mod standard;
mod terms;

use super::{WinContext, WinningHand, tally::Tally};
use crate::rules::Scoring;
use patterns::{Pattern, Patterns};
use sets::SetTables;
use standard::Complete;
use std::sync::LazyLock;
use terms::{Official, Switched, Terms};

/// Everything that is looked up.
struct Tables {
    patterns: Patterns,
    sets: SetTables,
}

/// Built when the first hand is scored.
static TABLES: LazyLock<Tables> =
    LazyLock::new(|| Tables { patterns: Patterns::build(), sets: SetTables::build() });

/// The best tally of a hand, empty when it is not complete: a complete one always has a fan.
///
/// Most hands that are not complete are told by their characters and a few bits, before anything else is looked at.
#[inline]
pub(super) fn best_tally(hand: &WinningHand, context: &WinContext, scoring: &Scoring) -> Tally {
    let tables = &*TABLES;
    match tables.patterns.find(hand.concealed.groups()[0]) {
        Some(characters) if *scoring == Scoring::MCR => {
            complete_tally(tables, hand, context, characters, Official)
        }
        Some(characters) => complete_tally(tables, hand, context, characters, Switched::of(scoring)),
        None if special_shapes::possible(hand) => special_tally(tables, hand, context, Switched::of(scoring)),
        None => Tally::EMPTY,
    }
}

/// The best tally of a hand whose characters are complete.
#[inline(never)]
fn complete_tally(
    tables: &Tables,
    hand: &WinningHand,
    context: &WinContext,
    characters: &Pattern,
    terms: impl Terms,
) -> Tally {
    let found = Complete::find_beside(&tables.patterns, characters, &hand.concealed, hand.melds.len());
    let Some(complete) = found else {
        return if special_shapes::possible(hand) {
            special_tally(tables, hand, context, terms)
        } else {
            Tally::EMPTY
        };
    };
    if hand.concealed.get(hand.winning_tile) == 0 {
        return Tally::EMPTY;
    }
    let standard = complete.best(tables, hand, context, terms);
    if hand.melds.is_empty() && special_shapes::is_seven_pairs(&hand.concealed) {
        return standard.max(special_shapes::best(tables, hand, context, terms));
    }
    standard
}

/// The best tally of a hand that is not standard.
#[inline(never)]
fn special_tally(tables: &Tables, hand: &WinningHand, context: &WinContext, terms: impl Terms) -> Tally {
    if hand.concealed.get(hand.winning_tile) == 0 {
        return Tally::EMPTY;
    }
    special_shapes::best(tables, hand, context, terms)
}
