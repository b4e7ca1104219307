//! Combination fans: which blocks may be joined by which fans (rules/mcr.md 4.3).

use super::RawFan;
use crate::scoring::{fan::Fan, sheet::Block};

/// The best selection of combination fans on some blocks, `combination` naming the fan that two, three or four
/// of them make.
///
/// A selection is legal when it is acyclic: each fan joins blocks that no other chosen fan has joined yet, in
/// whatever order they are looked at. That is account-once and non-separation taken together.
pub(super) fn best_forest(
    indices: &[usize],
    blocks: &[Block],
    combination: fn(&[Block]) -> Option<Fan>,
) -> Vec<RawFan> {
    let mut candidates = Vec::new();
    for subset in 0_u32..1 << indices.len() {
        let chosen: Vec<usize> =
            indices.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, b)| *b).collect();
        if chosen.len() >= 2 {
            let mut parts: Vec<Block> = chosen.iter().map(|i| blocks[*i]).collect();
            parts.sort_by_key(|block| block.tile);
            candidates.extend(combination(&parts).map(|fan| RawFan { fan, blocks: chosen }));
        }
    }
    let components: Vec<usize> = (0..blocks.len()).collect();
    select(&candidates, &components)
}

/// The best legal selection among the candidates, `component[i]` telling which blocks are joined already.
fn select(candidates: &[RawFan], component: &[usize]) -> Vec<RawFan> {
    let Some((first, rest)) = candidates.split_first() else {
        return Vec::new();
    };
    let without = select(rest, component);
    let mut joined: Vec<usize> = first.blocks.iter().map(|b| component[*b]).collect();
    joined.sort_unstable();
    joined.dedup();
    if joined.len() < first.blocks.len() {
        return without;
    }
    let merged: Vec<usize> =
        component.iter().map(|c| if joined.contains(c) { joined[0] } else { *c }).collect();
    let mut with = select(rest, &merged);
    with.push(first.clone());
    if preference(&with) > preference(&without) { with } else { without }
}

/// More points first, then 69 before 70 before 71 before 72 for what attaches a chow (rules/mcr.md 4.2).
fn preference(fans: &[RawFan]) -> (u16, [usize; 4]) {
    let two_chow_fans =
        [Fan::PureDoubleChow, Fan::MixedDoubleChow, Fan::ShortStraight, Fan::TwoTerminalChows];
    let count = |fan: Fan| fans.iter().filter(|raw| raw.fan == fan).count();
    (fans.iter().map(|raw| raw.fan.points()).sum(), two_chow_fans.map(count))
}

/// Suit (or honor) and rank step from one block to the next, for blocks that are sorted by tile.
struct Steps {
    /// All in one suit.
    one_suit: bool,
    /// Each in a suit of its own.
    all_suits_differ: bool,
    /// The ranks, ascending.
    ranks: Vec<u8>,
}

/// `None` when one of the blocks is made of honors.
fn steps(blocks: &[Block]) -> Option<Steps> {
    let suits: Vec<_> = blocks.iter().map(|b| b.tile.suit()).collect::<Option<_>>()?;
    let mut ranks: Vec<u8> = blocks.iter().map(|b| b.tile.rank()).collect::<Option<_>>()?;
    ranks.sort_unstable();
    let mut distinct = suits.clone();
    distinct.dedup();
    Some(Steps { one_suit: distinct.len() == 1, all_suits_differ: distinct.len() == suits.len(), ranks })
}

impl Steps {
    fn rise_by(&self, step: u8) -> bool {
        self.ranks.windows(2).all(|pair| pair[1] == pair[0] + step)
    }
}

/// The fan that exactly these chows make, sorted by tile.
pub(super) fn chow_combination(chows: &[Block]) -> Option<Fan> {
    let steps = steps(chows)?;
    let same = steps.rise_by(0);
    match chows.len() {
        4 if steps.one_suit && same => Some(Fan::QuadrupleChow),
        4 if steps.one_suit && (steps.rise_by(1) || steps.rise_by(2)) => Some(Fan::FourPureShiftedChows),
        3 if steps.one_suit && same => Some(Fan::PureTripleChow),
        3 if steps.one_suit && steps.ranks == [1, 4, 7] => Some(Fan::PureStraight),
        3 if steps.one_suit && (steps.rise_by(1) || steps.rise_by(2)) => Some(Fan::PureShiftedChows),
        3 if steps.all_suits_differ && steps.ranks == [1, 4, 7] => Some(Fan::MixedStraight),
        3 if steps.all_suits_differ && same => Some(Fan::MixedTripleChow),
        3 if steps.all_suits_differ && steps.rise_by(1) => Some(Fan::MixedShiftedChows),
        2 if steps.one_suit && same => Some(Fan::PureDoubleChow),
        2 if steps.all_suits_differ && same => Some(Fan::MixedDoubleChow),
        2 if steps.one_suit && steps.rise_by(3) => Some(Fan::ShortStraight),
        2 if steps.one_suit && steps.ranks == [1, 7] => Some(Fan::TwoTerminalChows),
        _ => None,
    }
}

/// The fan that exactly these pungs make, sorted by tile.
pub(super) fn pung_combination(pungs: &[Block]) -> Option<Fan> {
    let steps = steps(pungs)?;
    match pungs.len() {
        4 if steps.one_suit && steps.rise_by(1) => Some(Fan::FourPureShiftedPungs),
        3 if steps.one_suit && steps.rise_by(1) => Some(Fan::PureShiftedPungs),
        3 if steps.all_suits_differ && steps.rise_by(0) => Some(Fan::TriplePung),
        3 if steps.all_suits_differ && steps.rise_by(1) => Some(Fan::MixedShiftedPungs),
        2 if steps.all_suits_differ && steps.rise_by(0) => Some(Fan::DoublePung),
        _ => None,
    }
}
