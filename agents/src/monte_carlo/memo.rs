//! What was thought of hands before: guesses from one decision lead to the same hands again and again.

use super::solo::{Claimed, Waits};
use mcr_engine::{Melds, Tile, TileCounts};
use rustc_hash::FxHashMap;

/// Rounds for which a thought holds.
const HOLDS: u32 = 4;

/// A hand at one time of the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Moment {
    concealed: TileCounts,
    melds: Melds,
    stage: u32,
}

impl Moment {
    /// The hand after so many rounds.
    pub(super) fn new(concealed: TileCounts, melds: Melds, rounds: u32) -> Moment {
        Moment { concealed, melds, stage: rounds / HOLDS }
    }
}

/// A discard, with what the hand is worth then and how far it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Discarded {
    pub(super) tile: Tile,
    pub(super) kept: f32,
    pub(super) nearest: u32,
}

/// The thoughts of one decision. They are taken over although a few more tiles are seen by then.
#[derive(Debug, Default)]
pub(super) struct Memo {
    pub(super) discards: FxHashMap<Moment, Option<Discarded>>,
    /// By the discard that may be claimed, and whether it is the left neighbour's.
    pub(super) claims: FxHashMap<(Moment, Tile, bool), Option<Claimed>>,
    pub(super) waits: FxHashMap<(TileCounts, Melds), Waits>,
}
