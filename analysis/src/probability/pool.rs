//! The tiles that hands are drawn from: all 136, or what is left when some have been seen elsewhere.

use super::groups::Key;
use mcr_engine::{Tile, TileCounts};

/// Copies of every kind but the flowers that a hand may be drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    left: TileCounts,
}

/// Why tiles cannot have been seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// More than the four there are.
    #[error("{tile}: seen more often than the four copies there are")]
    FifthCopy {
        /// Which kind.
        tile: Tile,
    },
    /// Flowers are never part of a hand.
    #[error(
        "{tile}: a flower is never among the tiles of a hand, expected tiles of suits, winds and dragons"
    )]
    Flower {
        /// Which.
        tile: Tile,
    },
    /// A hand is fourteen tiles.
    #[error("{left} tiles are left, expected the 14 of a hand at least")]
    TooFew {
        /// How many.
        left: u32,
    },
}

/// Ways to take so many of so many copies of a kind.
const CHOOSE: [[u64; 5]; 5] =
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];

impl Pool {
    /// All 136 tiles.
    #[must_use]
    pub fn whole() -> Pool {
        Pool { left: Tile::kinds().flat_map(|tile| [tile; 4]).collect() }
    }

    /// All but those that were seen.
    ///
    /// # Errors
    /// When they cannot have been, or leave no hand.
    pub fn without(seen: &[Tile]) -> Result<Pool, PoolError> {
        let mut left = Pool::whole().left;
        for &tile in seen {
            if tile.is_flower() {
                return Err(PoolError::Flower { tile });
            }
            if left.get(tile) == 0 {
                return Err(PoolError::FifthCopy { tile });
            }
            left.remove(tile);
        }
        if left.total() < 14 { Err(PoolError::TooFew { left: left.total() }) } else { Ok(Pool { left }) }
    }

    /// Whether it is all 136.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        *self == Pool::whole()
    }

    /// How many tiles.
    #[must_use]
    pub fn tiles(&self) -> u32 {
        self.left.total()
    }

    /// Ways to draw 14 tiles of it.
    #[must_use]
    pub fn hands(&self) -> u128 {
        let tiles = u128::from(self.tiles());
        (0..14).fold(1, |ways, drawn| ways * (tiles - drawn) / (drawn + 1))
    }

    /// Ways to take the copies of a group (the suits, then the honors) of a hand.
    pub(super) fn ways(&self, group: usize, part: Key) -> u64 {
        let (mut left, mut part, mut ways) = (self.left.groups()[group], part, 1);
        while part != 0 {
            // A kind's count is below 8 here, and never above 4.
            ways *= CHOOSE[(left & 7).min(4) as usize][(part & 7).min(4) as usize];
            (left, part) = (left >> 3, part >> 3);
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_draw_are_those_of_the_tiles_that_are_left() {
        assert_eq!(Pool::whole().hands(), crate::probability::ALL_HANDS);
        let [one, east] = [Tile::new(0), Tile::new(27)];
        let pool = Pool::without(&[one, one, one, east]).unwrap();
        assert_eq!(pool.tiles(), 132);
        assert_eq!(pool.hands(), Pool::whole().hands() * 122 * 121 * 120 * 119 / (136 * 135 * 134 * 133));
        // A pair of ones cannot be taken, a pair of twos in six ways, of east in three.
        assert_eq!([pool.ways(0, 2), pool.ways(0, 0o20), pool.ways(3, 2)], [0, 6, 3]);
    }

    #[test]
    fn what_cannot_have_been_seen_is_refused() {
        let one = Tile::new(0);
        assert_eq!(Pool::without(&[one; 5]), Err(PoolError::FifthCopy { tile: one }));
        assert_eq!(Pool::without(&[Tile::new(34)]), Err(PoolError::Flower { tile: Tile::new(34) }));
        let most: Vec<Tile> = Tile::kinds().flat_map(|tile| [tile; 4]).take(123).collect();
        assert_eq!(Pool::without(&most), Err(PoolError::TooFew { left: 13 }));
    }
}
