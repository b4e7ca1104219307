//! The wall: every tile of the deal in the order of drawing (rules/mcr.md 1.3, 6.4).

use crate::{
    rng,
    rules::{RuleSet, WallLayout},
    seat::{BySeat, Seat},
    tile::Tile,
};

/// Tiles with flowers, the largest wall.
const MOST: usize = 144;

/// The tiles still to be drawn.
///
/// `Shared`: draws come from the front of the list, replacements from its end. `PerSeat`: the list is four equal
/// parts in seat order, and a seat draws everything from the end of its own part.
///
/// ```
/// use mcr_engine::{RuleSet, Wall};
/// let wall = Wall::shuffled(&RuleSet::MCR, 1, 0);
/// assert_eq!(wall.tiles().len(), 144);
/// assert_eq!(wall, Wall::from_tiles(&RuleSet::MCR, wall.tiles()).unwrap());
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Wall {
    tiles: [Tile; MOST],
    len: u8,
    layout: WallLayout,
    /// Shared: next tile of the front. Per seat: where each seat's part begins.
    starts: [u8; 4],
    /// One past the next tile of the back, shared or of each seat's part.
    ends: [u8; 4],
}

/// Why a list of tiles is no wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WallError {
    /// The list is too short or too long.
    #[error("wall: {found} tiles, the rule set has {expected}")]
    Length {
        /// How many tiles were given.
        found: usize,
        /// How many the rule set has.
        expected: usize,
    },
    /// A kind is there too often or not often enough.
    #[error("wall: {found} copies of {tile}, the rule set has {expected}")]
    Copies {
        /// The kind.
        tile: Tile,
        /// Copies in the list.
        found: usize,
        /// Copies in the rule set.
        expected: usize,
    },
}

impl Wall {
    /// Wall `number` of the run with this seed: the same on every machine and for ever.
    #[must_use]
    pub fn shuffled(rules: &RuleSet, seed: u64, number: u64) -> Wall {
        let mut wall = Wall { tiles: ORDERED, ..Wall::empty(rules) };
        wall.reset(rules);
        rng::shuffle(&mut wall.tiles[..rules.tiles()], &mut rng::wall_stream(seed, number));
        wall
    }

    /// The wall with these tiles in this order.
    ///
    /// # Errors
    /// When they are not exactly the tiles of the rule set.
    pub fn from_tiles(rules: &RuleSet, tiles: &[Tile]) -> Result<Wall, WallError> {
        let expected = rules.tiles();
        if tiles.len() != expected {
            return Err(WallError::Length { found: tiles.len(), expected });
        }
        for index in 0..Tile::COUNT {
            let tile = Tile::new(index as u8);
            let found = tiles.iter().filter(|t| **t == tile).count();
            let expected = copies(rules, tile);
            if found != expected {
                return Err(WallError::Copies { tile, found, expected });
            }
        }
        let mut wall = Wall::empty(rules);
        wall.tiles[..expected].copy_from_slice(tiles);
        wall.reset(rules);
        Ok(wall)
    }

    /// The rest of a wall in the middle of a deal: one list in drawing order, or each seat's part.
    pub(crate) fn rest(rules: &RuleSet, parts: &[&[Tile]]) -> Wall {
        let mut wall = Wall::empty(rules);
        for (part, tiles) in parts.iter().enumerate() {
            let start = wall.len as usize;
            wall.tiles[start..start + tiles.len()].copy_from_slice(tiles);
            wall.len += tiles.len() as u8;
            (wall.starts[part], wall.ends[part]) = (start as u8, wall.len);
        }
        wall
    }

    fn empty(rules: &RuleSet) -> Wall {
        Wall { tiles: [Tile::EAST; MOST], len: 0, layout: rules.wall, starts: [0; 4], ends: [0; 4] }
    }

    /// Makes the whole list drawable.
    fn reset(&mut self, rules: &RuleSet) {
        let tiles = rules.tiles() as u8;
        self.len = tiles;
        (self.starts, self.ends) = match rules.wall {
            WallLayout::Shared => ([0; 4], [tiles, 0, 0, 0]),
            WallLayout::PerSeat => {
                let part = tiles / 4;
                ([0, part, 2 * part, 3 * part], [part, 2 * part, 3 * part, tiles])
            }
        };
    }

    /// All tiles the wall was built of, those already drawn included.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles[..self.len as usize]
    }

    /// One wall or one for each seat.
    #[must_use]
    pub const fn layout(&self) -> WallLayout {
        self.layout
    }

    /// How many tiles `seat` can still draw; with a shared wall the same for all.
    #[must_use]
    pub const fn left(&self, seat: Seat) -> usize {
        let part = self.part(seat);
        (self.ends[part] - self.starts[part]) as usize
    }

    /// The tiles that `seat` can draw, in the order of the wall.
    #[must_use]
    pub fn own(&self, seat: Seat) -> &[Tile] {
        let part = self.part(seat);
        &self.tiles[self.starts[part] as usize..self.ends[part] as usize]
    }

    /// The tiles not drawn yet.
    pub fn undrawn(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..4).flat_map(|part| &self.tiles[self.starts[part] as usize..self.ends[part] as usize]).copied()
    }

    /// Whether the wall is a whole one for these rules.
    #[must_use]
    pub fn fits(&self, rules: &RuleSet) -> bool {
        self.layout == rules.wall
            && self.tiles().len() == rules.tiles()
            && self.undrawn().count() == rules.tiles()
    }

    const fn part(&self, seat: Seat) -> usize {
        match self.layout {
            WallLayout::Shared => 0,
            WallLayout::PerSeat => seat.index(),
        }
    }

    /// The first thirteen tiles of each seat in the order dealt, from a whole wall: with a shared wall three times four
    /// tiles each in turn order and then one each (rules/mcr.md 1.3).
    pub(crate) fn deal_thirteen_each(&mut self) -> BySeat<[Tile; 13]> {
        let mut dealt = BySeat([[Tile::EAST; 13]; 4]);
        for (seat, tiles) in dealt.0.iter_mut().enumerate() {
            match self.layout {
                WallLayout::Shared => {
                    for round in 0..3 {
                        let start = 16 * round + 4 * seat;
                        tiles[4 * round..][..4].copy_from_slice(&self.tiles[start..start + 4]);
                    }
                    tiles[12] = self.tiles[48 + seat];
                }
                WallLayout::PerSeat => {
                    let end = self.ends[seat] as usize;
                    tiles.copy_from_slice(&self.tiles[end - 13..end]);
                    tiles.reverse();
                    self.ends[seat] -= 13;
                }
            }
        }
        if self.layout == WallLayout::Shared {
            self.starts[0] += 52;
        }
        dealt
    }

    /// A draw in turn.
    pub(crate) fn draw(&mut self, seat: Seat) -> Option<Tile> {
        match self.layout {
            WallLayout::PerSeat => self.replace(seat),
            WallLayout::Shared => {
                let place = self.starts[0];
                if place == self.ends[0] {
                    return None;
                }
                self.starts[0] += 1;
                Some(self.tiles[place as usize])
            }
        }
    }

    /// A replacement for a kong or a flower.
    pub(crate) fn replace(&mut self, seat: Seat) -> Option<Tile> {
        let part = self.part(seat);
        if self.starts[part] == self.ends[part] {
            return None;
        }
        self.ends[part] -= 1;
        Some(self.tiles[self.ends[part] as usize])
    }
}

/// Copies of `tile` in the rule set.
pub(crate) const fn copies(rules: &RuleSet, tile: Tile) -> usize {
    if !tile.is_flower() {
        Tile::COPIES as usize
    } else if rules.flowers {
        1
    } else {
        0
    }
}

/// The unshuffled wall: four of each kind in index order, then the flowers; without flowers the first 136.
const ORDERED: [Tile; MOST] = {
    let mut tiles = [Tile::EAST; MOST];
    let mut place = 0;
    while place < MOST {
        let index = if place < 136 { place / 4 } else { place - 136 + Tile::KINDS };
        tiles[place] = Tile::new(index as u8);
        place += 1;
    }
    tiles
};

impl std::fmt::Debug for Wall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.tiles()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// First eight tiles, last four, and an FNV-1a checksum over all indices.
    fn fingerprint(rules: &RuleSet, seed: u64, number: u64) -> (String, String, u64) {
        let wall = Wall::shuffled(rules, seed, number);
        let text = |tiles: &[Tile]| tiles.iter().map(|t| t.to_string()).collect::<Vec<_>>().join(" ");
        let tiles = wall.tiles();
        let checksum = tiles.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, t| {
            (hash ^ t.index() as u64).wrapping_mul(0x100_0000_01b3)
        });
        (text(&tiles[..8]), text(&tiles[tiles.len() - 4..]), checksum)
    }

    #[test]
    fn value_stability_of_walls() {
        for (rules, seed, number, first, last, checksum) in [
            (RuleSet::MCR, 0, 0, "W g e 7m 8p 5m N 4s", "4p S 9s 8p", 5977645185575821591),
            (RuleSet::MCR, 1, 0, "W 2p F 6p 2p 5p 6m 5m", "2s 4m 2p 4p", 14201117436806432025),
            (RuleSet::MCR, 1, 1, "S 2s 3p 1s E 4s F 8s", "5m 6p N g", 11948991025670768449),
            (RuleSet::MCR, u64::MAX, 1 << 40, "b 5m 2p 5p S 2s h 7s", "6s 8s 3m 3p", 10735638556956963163),
            (RuleSet::MCR_136, 0, 0, "F 7m 3m 8m 4p P 1s 2p", "4m S 7p 7p", 17568004945277598317),
            (RuleSet::MCR_136, 1, 7, "3m 1p 5s E 6p 8m F 9s", "5p 4s S 9p", 2106536948266652117),
            (RuleSet::BOTZONE, 1, 7, "3m 1p 5s E 6p 8m F 9s", "5p 4s S 9p", 2106536948266652117),
        ] {
            let expected = (first.to_string(), last.to_string(), checksum);
            assert_eq!(fingerprint(&rules, seed, number), expected, "seed {seed}, wall {number}");
        }
    }

    #[test]
    fn a_shared_wall_is_drawn_from_both_ends() {
        let mut wall = Wall::shuffled(&RuleSet::MCR, 5, 0);
        let tiles = wall.tiles().to_vec();
        assert_eq!(wall.draw(Seat::West), Some(tiles[0]));
        assert_eq!(wall.replace(Seat::North), Some(tiles[143]));
        assert_eq!(wall.draw(Seat::East), Some(tiles[1]));
        assert_eq!(wall.left(Seat::South), 141);
        assert!(wall.undrawn().eq(tiles[2..143].iter().copied()));
        while wall.draw(Seat::East).is_some() {}
        assert_eq!(wall.replace(Seat::East), None);
    }

    #[test]
    fn walls_of_their_own_are_drawn_from_their_ends() {
        let mut wall = Wall::shuffled(&RuleSet::BOTZONE, 5, 0);
        let tiles = wall.tiles().to_vec();
        assert_eq!(wall.draw(Seat::East), Some(tiles[33]));
        assert_eq!(wall.draw(Seat::South), Some(tiles[67]));
        assert_eq!(wall.replace(Seat::South), Some(tiles[66]));
        assert_eq!(wall.left(Seat::South), 32);
        assert_eq!(wall.left(Seat::North), 34);
        assert_eq!(wall.undrawn().count(), 133);
    }

    #[test]
    fn tiles_that_are_no_wall_are_refused() {
        let mut tiles = Wall::shuffled(&RuleSet::MCR, 1, 0).tiles().to_vec();
        assert_eq!(
            Wall::from_tiles(&RuleSet::MCR_136, &tiles),
            Err(WallError::Length { found: 144, expected: 136 })
        );
        let place = tiles.iter().position(|t| *t == Tile::flower(0)).unwrap();
        tiles[place] = Tile::EAST;
        assert_eq!(
            Wall::from_tiles(&RuleSet::MCR, &tiles),
            Err(WallError::Copies { tile: Tile::EAST, found: 5, expected: 4 })
        );
    }
}
