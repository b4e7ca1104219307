//! Which shapes a game has, and the same questions about a hand for each game.

use super::{Discards, Useful, competition};
use crate::{tile_counts::TileCounts, tile_set::TileSet};

/// The shapes of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shapes {
    /// The five of the official game.
    #[default]
    Official,
    /// Those of the 2012 competition code ([`competition`]).
    Competition,
}

impl Shapes {
    /// Tiles away from ready: 0 is ready, −1 complete.
    #[must_use]
    pub fn shanten(self, concealed: &TileCounts, melds: usize) -> i8 {
        match self {
            Shapes::Official => super::shanten(concealed, melds),
            Shapes::Competition => competition::shanten(concealed, melds),
        }
    }

    /// Whether 14 − 3*m* tiles complete a hand.
    #[must_use]
    pub fn is_complete(self, concealed: &TileCounts, melds: usize) -> bool {
        self.shanten(concealed, melds) == -1
    }

    /// The kinds that complete 13 − 3*m* tiles, formally.
    #[must_use]
    pub fn waits(self, concealed: &TileCounts, melds: usize) -> TileSet {
        match self {
            Shapes::Official => super::waits(concealed, melds),
            Shapes::Competition => competition::waits(concealed, melds),
        }
    }

    /// Shanten of 13 − 3*m* tiles and the kinds that lower it.
    #[must_use]
    pub fn useful_tiles(self, concealed: &TileCounts, melds: usize) -> Useful {
        match self {
            Shapes::Official => super::useful_tiles(concealed, melds),
            Shapes::Competition => competition::useful_tiles(concealed, melds),
        }
    }

    /// What each distinct discard from 14 − 3*m* tiles leaves.
    #[must_use]
    pub fn discards(self, concealed: &TileCounts, melds: usize) -> Discards {
        match self {
            Shapes::Official => super::discards(concealed, melds),
            Shapes::Competition => competition::discards(concealed, melds),
        }
    }

    /// The discards that leave the lowest shanten.
    #[must_use]
    pub fn best_discards(self, concealed: &TileCounts, melds: usize) -> Discards {
        match self {
            Shapes::Official => super::best_discards(concealed, melds),
            Shapes::Competition => competition::best_discards(concealed, melds),
        }
    }
}
