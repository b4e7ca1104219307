//! Winds: of the round and of a seat.

use crate::tile::Tile;

/// One of the four winds, as the prevalent wind 圈风 or a seat wind 门风.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Wind {
    /// 东.
    East = 0,
    /// 南.
    South = 1,
    /// 西.
    West = 2,
    /// 北.
    North = 3,
}

impl Wind {
    /// Every wind, in the order of the rounds.
    pub const ALL: [Wind; 4] = [Wind::East, Wind::South, Wind::West, Wind::North];

    /// The wind with this index, `None` at 4 and above.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Wind> {
        if index < 4 { Some(Wind::ALL[index]) } else { None }
    }

    /// 0–3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The wind's tile.
    #[must_use]
    pub const fn tile(self) -> Tile {
        Tile::new(27 + self as u8)
    }
}
