//! A score that explains itself: the reading, and for each fan the blocks that make it.

use super::{Fan, Score};
use crate::{
    meld::{Meld, MeldKind},
    shape::Shape,
    tile::Tile,
    tile_set::TileSet,
};
use std::fmt;

/// What a part of a reading is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BlockKind {
    /// Three tiles in a row.
    Chow,
    /// Three alike.
    Pung,
    /// Four alike laid open, claimed or added.
    MeldedKong,
    /// Four alike laid face down.
    ConcealedKong,
    /// Two alike.
    Pair,
    /// A third of a knitted straight: 1 4 7, 2 5 8 or 3 6 9 of one suit.
    Knitted,
    /// One tile of thirteen orphans or of honors and knitted tiles.
    Single,
}

/// A part of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its only kind of tile, or its lowest tile.
    pub tile: Tile,
    /// Laid out on the table; the other blocks are made of concealed tiles.
    pub melded: bool,
}

impl Block {
    /// A part made of concealed tiles.
    #[must_use]
    pub const fn concealed(kind: BlockKind, tile: Tile) -> Block {
        Block { kind, tile, melded: false }
    }

    /// The tiles.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        let (count, step) = match self.kind {
            BlockKind::Chow => (3, 1),
            BlockKind::Knitted => (3, 3),
            BlockKind::Pung => (3, 0),
            BlockKind::MeldedKong | BlockKind::ConcealedKong => (4, 0),
            BlockKind::Pair => (2, 0),
            BlockKind::Single => (1, 0),
        };
        (0..count).map(move |i| Tile::new(self.tile.index() as u8 + i * step))
    }

    /// Whether `tile` is one of its tiles.
    #[must_use]
    pub fn contains(self, tile: Tile) -> bool {
        self.tiles().any(|t| t == tile)
    }

    /// Pung or kong.
    #[must_use]
    pub const fn is_pung(self) -> bool {
        matches!(self.kind, BlockKind::Pung | BlockKind::MeldedKong | BlockKind::ConcealedKong)
    }

    /// Any kong.
    #[must_use]
    pub const fn is_kong(self) -> bool {
        matches!(self.kind, BlockKind::MeldedKong | BlockKind::ConcealedKong)
    }
}

impl From<Meld> for Block {
    fn from(meld: Meld) -> Block {
        let kind = match meld.kind() {
            MeldKind::Chow => BlockKind::Chow,
            MeldKind::Pung => BlockKind::Pung,
            MeldKind::MeldedKong | MeldKind::AddedKong => BlockKind::MeldedKong,
            MeldKind::ConcealedKong => BlockKind::ConcealedKong,
        };
        Block { kind, tile: meld.tile(), melded: true }
    }
}

/// `123m`, `EEE`, in brackets when it is laid out.
impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.melded {
            f.write_str("[")?;
        }
        match self.tile.suit() {
            Some(suit) => {
                for tile in self.tiles() {
                    write!(f, "{}", tile.rank().unwrap_or_default())?;
                }
                write!(f, "{}", suit.letter())?;
            }
            None => {
                for tile in self.tiles() {
                    write!(f, "{tile}")?;
                }
            }
        }
        if self.melded {
            f.write_str("]")?;
        }
        Ok(())
    }
}

/// One fan of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FanLine {
    /// The fan.
    pub fan: Fan,
    /// What it is worth, once.
    pub each: u16,
    /// Once for each time it is scored: the blocks that make it, none when the hand as a whole does.
    pub made_by: Vec<Vec<Block>>,
}

impl FanLine {
    /// How often the fan is scored.
    #[must_use]
    pub fn count(&self) -> u8 {
        self.made_by.len() as u8
    }

    /// What the line adds.
    #[must_use]
    pub fn points(&self) -> u16 {
        self.each * u16::from(self.count())
    }
}

/// A score with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreSheet {
    /// The score.
    pub score: Score,
    /// The fans by id.
    pub lines: Vec<FanLine>,
    /// The shape the hand was read as.
    pub shape: Shape,
    /// The parts of the reading; those laid out come first, in the order of the melds.
    pub blocks: Vec<Block>,
    /// The block that the winning tile completes, as an index; `None` in the shapes without ordinary blocks.
    pub completed: Option<usize>,
    /// What the hand waited for (rules/mcr.md 5.1).
    pub waits: TileSet,
}
