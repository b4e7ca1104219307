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

use super::{WinContext, WinningHand, tally::Tally};
use patterns::Patterns;
use sets::SetTables;
use standard::Complete;
use std::sync::LazyLock;

/// Everything that is looked up.
struct Tables {
    patterns: Patterns,
    sets: SetTables,
}

/// Built when the first hand is scored.
static TABLES: LazyLock<Tables> =
    LazyLock::new(|| Tables { patterns: Patterns::build(), sets: SetTables::build() });

/// The best tally of a hand, `None` when it is not complete.
pub(super) fn best_tally(hand: &WinningHand, context: &WinContext) -> Option<Tally> {
    if hand.concealed.get(hand.winning_tile) == 0 {
        return None;
    }
    let tables = &*TABLES;
    let melds = hand.melds.len();
    let standard = Complete::find(&tables.patterns, &hand.concealed, 4_usize.checked_sub(melds)?);
    let standard = standard.map(|complete| complete.best(tables, hand, context));
    if melds > 1 || melds == 1 && standard.is_some() {
        return standard;
    }
    standard.max(special_shapes::best(tables, hand, context))
}
