//! The same position with its suits exchanged.

use super::KINDS;
use mcr_engine::{Action, Observation, Suit, Tile, TileSet};

/// The tiles of All Green: bamboo 2, 3, 4, 6, 8 and 发.
const ALL_GREEN: TileSet = kinds(&[10, 11, 12, 14, 16, 32]);
/// Reversible Tiles: dots 1–5, 8, 9, bamboo 2, 4, 5, 6, 8, 9 and 白.
const REVERSIBLE: TileSet = kinds(&[18, 19, 20, 21, 22, 25, 26, 10, 12, 13, 14, 16, 17, 33]);
/// So many of the 14 tiles make a hand near the one or the other.
const NEAR_ALL_GREEN: usize = 9;
const NEAR_REVERSIBLE: usize = 11;

const fn kinds(indices: &[u8]) -> TileSet {
    let mut set = TileSet::EMPTY;
    let mut place = 0;
    while place < indices.len() {
        set.insert(Tile::new(indices[place]));
        place += 1;
    }
    set
}

/// One of the six ways to exchange characters, bamboo and dots. Play does not care which suit is which, so an
/// example of it is six.
///
/// That is exact for [`Features::Plain`](super::Features::Plain) but for what All Green (fan 3: bamboo and 發) and
/// Reversible Tiles (fan 40: some bamboo and dots, 白) make of points: legal wins and planes 98–102 of hands that
/// have these fans. [`Features::Outlook`](super::Features::Outlook) also weighs hands that might come to have
/// them, so there the values of a few hands differ by a little. `SuitPermutation::fits` tells hands near them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SuitPermutation {
    /// What each suit becomes.
    suits: [u8; 3],
}

impl SuitPermutation {
    /// All six; the first changes nothing.
    pub const ALL: [SuitPermutation; 6] = [
        SuitPermutation { suits: [0, 1, 2] },
        SuitPermutation { suits: [0, 2, 1] },
        SuitPermutation { suits: [1, 0, 2] },
        SuitPermutation { suits: [1, 2, 0] },
        SuitPermutation { suits: [2, 0, 1] },
        SuitPermutation { suits: [2, 1, 0] },
    ];

    /// The one that changes nothing.
    pub const IDENTITY: SuitPermutation = SuitPermutation::ALL[0];

    /// Whether the seat of `view` would play the same with these suits: its hand is not near All Green or Reversible
    /// Tiles, neither as it is nor with its suits exchanged.
    #[must_use]
    pub fn fits(self, view: &Observation<'_>) -> bool {
        let hand = view.hand();
        let melded = hand.melds().iter().flat_map(|meld| meld.tiles().take(3));
        let tiles: Vec<Tile> = hand.concealed().iter().chain(melded).collect();
        let special = |tile: Tile, of: TileSet| usize::from(of.contains(tile));
        [(ALL_GREEN, NEAR_ALL_GREEN), (REVERSIBLE, NEAR_REVERSIBLE)].into_iter().all(|(kinds, near)| {
            let now: usize = tiles.iter().map(|tile| special(*tile, kinds)).sum();
            let then: usize = tiles.iter().map(|tile| special(self.tile(*tile), kinds)).sum();
            self == SuitPermutation::IDENTITY || now.max(then) < near
        })
    }

    /// What `suit` becomes.
    #[must_use]
    pub fn suit(self, suit: Suit) -> Suit {
        Suit::ALL[usize::from(self.suits[suit.index()])]
    }

    /// What `tile` becomes; honors and flowers stay.
    #[must_use]
    pub fn tile(self, tile: Tile) -> Tile {
        match (tile.suit(), tile.rank()) {
            (Some(suit), Some(rank)) => Tile::suited(self.suit(suit), rank),
            _ => tile,
        }
    }

    /// What `action` becomes.
    #[must_use]
    pub fn action(self, action: Action) -> Action {
        match action {
            Action::Pass | Action::Hu => action,
            Action::Discard(tile) => Action::Discard(self.tile(tile)),
            Action::Chow { lowest, position } => Action::Chow { lowest: self.tile(lowest), position },
            Action::Pung(tile) => Action::Pung(self.tile(tile)),
            Action::MeldedKong(tile) => Action::MeldedKong(self.tile(tile)),
            Action::ConcealedKong(tile) => Action::ConcealedKong(self.tile(tile)),
            Action::AddedKong(tile) => Action::AddedKong(self.tile(tile)),
        }
    }

    /// Moves the columns of planes to where their kinds go.
    ///
    /// # Panics
    /// When the planes are not whole.
    pub fn planes(self, planes: &mut [f32]) {
        let (planes, rest) = planes.as_chunks_mut::<KINDS>();
        assert!(rest.is_empty(), "whole planes of {KINDS} kinds");
        if self == SuitPermutation::IDENTITY {
            return;
        }
        for plane in planes {
            let before = *plane;
            for (suit, becomes) in self.suits.into_iter().enumerate() {
                let (from, to) = (9 * suit, 9 * usize::from(becomes));
                plane[to..to + 9].copy_from_slice(&before[from..from + 9]);
            }
        }
    }

    /// Moves one value for each of the 235 actions to where the actions go.
    pub fn actions<T: Copy>(self, values: &mut [T; Action::COUNT]) {
        if self == SuitPermutation::IDENTITY {
            return;
        }
        let before = *values;
        for (index, value) in before.into_iter().enumerate() {
            if let Some(action) = Action::from_index(index) {
                values[self.action(action).index()] = value;
            }
        }
    }
}
