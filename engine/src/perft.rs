//! Counting the ways a deal can go on: one number that changes when any rule does.

use crate::deal::Deal;

/// The number of ways to give `depth` legal answers one after another from here, or `None` when it passes `limit`.
///
/// Draws are fixed by the wall, so the number is well defined. Seats that owe an answer at the same time are taken in
/// seat order, and each of their answers counts as one step. A deal that ends earlier has no way of that length.
///
/// ```
/// use mcr_engine::{Deal, RuleSet, Wall, Wind, perft};
/// let rules = RuleSet::MCR;
/// let deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, 0), &mut ());
/// assert_eq!(perft(&deal, 0, 1_000), Some(1));
/// assert_eq!(perft(&deal, 9, 1_000), None);
/// ```
#[must_use]
pub fn perft(deal: &Deal, depth: u32, limit: u64) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let Some(seat) = deal.pending().first() else { return Some(0) };
    let legal = deal.legal(seat);
    if depth == 1 {
        let paths = legal.len() as u64;
        return (paths <= limit).then_some(paths);
    }
    let mut paths = 0;
    for action in legal.iter() {
        let mut next = deal.clone();
        // A legal answer is always accepted.
        if next.apply(seat, action, &mut ()).is_ok() {
            paths += perft(&next, depth - 1, limit - paths)?;
        }
    }
    Some(paths)
}
