//! A wall of stacks on a table, broken by dice, as the order in which its tiles come: to play again what was dealt at a
//! table (rules/mcr.md 1.3).

use crate::{rules::RuleSet, seat::Seat, tile::Tile};

/// Where a wall is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Break {
    /// Whose side it is.
    pub side: Seat,
    /// Stacks at the right end of that side that are left standing, the end of the wall.
    pub left: usize,
}

/// Dice that cannot be, or stacks that do not make a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhysicalError {
    /// A die shows 1 to 6.
    #[error("a die shows {found}, expected 1 to 6")]
    Die {
        /// What it is said to show.
        found: u8,
    },
    /// Stacks are missing or too many.
    #[error("the side of {side:?} has {found} stacks, expected {expected}")]
    Stacks {
        /// Whose side.
        side: Seat,
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// More tiles were replaced than are left after dealing.
    #[error("{found} tiles taken from the end, expected at most {most}")]
    Replaced {
        /// How many are said to have been taken.
        found: usize,
        /// How many there can be.
        most: usize,
    },
}

/// The seat that a sum of two dice counts to from the dealer, who is one: 5 and 9 the dealer, 2 6 10 the next, and so on.
/// By the same count players find their seats before a match (rules/other_rule_sets.md 8g).
#[must_use]
pub const fn seat_of_sum(sum: u8) -> Seat {
    Seat::ALL[(sum as usize + 3) % 4]
}

impl Break {
    /// The dealer's dice name the side; those of its owner add to the stacks that are left.
    ///
    /// # Errors
    /// When a die shows something else than 1 to 6.
    ///
    /// ```
    /// use mcr_engine::{Seat, physical::Break};
    /// let dealer_rolled = [2, 4];
    /// let south_rolled = [3, 5];
    /// assert_eq!(Break::by_dice(dealer_rolled, south_rolled), Ok(Break { side: Seat::South, left: 14 }));
    /// ```
    pub fn by_dice(dealer: [u8; 2], owner: [u8; 2]) -> Result<Break, PhysicalError> {
        if let Some(found) = dealer.into_iter().chain(owner).find(|die| !(1..=6).contains(die)) {
            return Err(PhysicalError::Die { found });
        }
        let sum = dealer[0] + dealer[1];
        Ok(Break { side: seat_of_sum(sum), left: usize::from(sum + owner[0] + owner[1]) })
    }

    /// The tiles in the order of [`crate::Wall::from_tiles`], with a shared wall. `sides` are the stacks before every seat,
    /// east's first, from its owner's right to its left, each the upper tile and the lower one. `replaced` tiles were
    /// taken from the end in the deal: of a stack there the upper tile goes first too.
    ///
    /// # Errors
    /// When the stacks are not those of a wall of these rules, or more were replaced than there can be.
    pub fn order(
        self,
        rules: &RuleSet,
        sides: &[Vec<[Tile; 2]>; 4],
        replaced: usize,
    ) -> Result<Vec<Tile>, PhysicalError> {
        let expected = rules.tiles() / 8;
        for (side, stacks) in Seat::ALL.into_iter().zip(sides) {
            if stacks.len() != expected {
                return Err(PhysicalError::Stacks { side, found: stacks.len(), expected });
            }
        }
        let most = rules.tiles() - 53;
        if replaced > most {
            return Err(PhysicalError::Replaced { found: replaced, most });
        }
        // Clockwise: along a side to its owner's left, on to the side of the player before.
        let sides = [0, 3, 2, 1].map(|after| &sides[self.side.after(after).index()]);
        // 24 stacks can be left standing, more than a side has: the break is then on the next one.
        let left = self.left;
        let mut stacks: Vec<[Tile; 2]> = sides.into_iter().flatten().copied().collect();
        stacks.rotate_left(left);
        let front = stacks.iter().flatten().copied();
        let mut from_end: Vec<Tile> = stacks.iter().rev().flatten().copied().take(replaced).collect();
        // Where the last replacement broke a stack, its lower tile is what the front meets last.
        let whole = replaced / 2 * 2;
        let mut tiles: Vec<Tile> = front.take(rules.tiles() - whole).collect();
        if replaced > whole {
            let upper = tiles.len() - 2;
            tiles.remove(upper);
        }
        from_end.reverse();
        tiles.extend(from_end);
        Ok(tiles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wall::Wall;

    /// rules/mcr.md 1.3: 5, 9 E; 2, 6, 10 S; 3, 7, 11 W; 4, 8, 12 N.
    #[test]
    fn sums_count_round_the_table() {
        for (seat, sums) in [
            (Seat::East, &[5, 9][..]),
            (Seat::South, &[2, 6, 10]),
            (Seat::West, &[3, 7, 11]),
            (Seat::North, &[4, 8, 12]),
        ] {
            assert!(sums.iter().all(|sum| seat_of_sum(*sum) == seat), "{seat:?}");
        }
        assert_eq!(Break::by_dice([0, 3], [1, 1]), Err(PhysicalError::Die { found: 0 }));
    }

    /// Stack `number` of a side, in the order of tiles of a sorted wall, east's side first.
    fn sides(tiles: &[Tile], stacks: usize) -> [Vec<[Tile; 2]>; 4] {
        let stack = |number: usize| [tiles[2 * number], tiles[2 * number + 1]];
        [0, 1, 2, 3].map(|side| (0..stacks).map(|place| stack(side * stacks + place)).collect())
    }

    #[test]
    fn the_deal_starts_after_the_stacks_left_and_goes_clockwise() {
        let rules = RuleSet::MCR;
        let all = Wall::shuffled(&rules, 3, 1).tiles().to_vec();
        let sides = sides(&all, 18);
        let order = Break { side: Seat::South, left: 5 }.order(&rules, &sides, 0).unwrap();
        // South's sixth stack from the right, both its tiles, then the seventh.
        assert_eq!(order[..4], [sides[1][5][0], sides[1][5][1], sides[1][6][0], sides[1][6][1]]);
        // After its 18th the first of east, who sits before south.
        assert_eq!(order[26..28], sides[0][0]);
        // Then north's and west's; at the end what was left of south's.
        assert_eq!(order[26 + 36..][..2], sides[3][0]);
        assert_eq!(order[26 + 72..][..2], sides[2][0]);
        assert_eq!(order[142..], sides[1][4]);
        assert!(Wall::from_tiles(&rules, &order).is_ok(), "no tile is lost");
    }

    #[test]
    fn of_stacks_at_the_end_the_upper_tile_goes_first() {
        let rules = RuleSet::MCR;
        let all = Wall::shuffled(&rules, 3, 2).tiles().to_vec();
        let sides = sides(&all, 18);
        let order = |replaced| Break { side: Seat::East, left: 7 }.order(&rules, &sides, replaced).unwrap();
        let (last, before) = (sides[0][6], sides[0][5]);
        // A wall gives replacements from its end.
        assert_eq!(order(0)[140..], [before[0], before[1], last[0], last[1]]);
        assert_eq!(order(1)[140..], [before[0], before[1], last[1], last[0]]);
        assert_eq!(order(2)[140..], [before[0], before[1], last[1], last[0]]);
        assert_eq!(order(3)[140..], [before[1], before[0], last[1], last[0]]);
        for replaced in [0, 1, 2, 3, 17] {
            assert!(Wall::from_tiles(&rules, &order(replaced)).is_ok(), "{replaced}");
        }
    }

    #[test]
    fn more_stacks_than_a_side_has_can_be_left() {
        let rules = RuleSet::MCR_136;
        let all = Wall::shuffled(&rules, 3, 3).tiles().to_vec();
        let sides = sides(&all, 17);
        let at = Break::by_dice([6, 6], [6, 6]).unwrap();
        assert_eq!(at, Break { side: Seat::North, left: 24 });
        let order = at.order(&rules, &sides, 0).unwrap();
        // North's 17, then seven of west's, who sits before north.
        assert_eq!(order[..2], sides[2][7]);
        let missing = Break { side: Seat::East, left: 2 }.order(&RuleSet::MCR, &sides, 0).unwrap_err();
        assert_eq!(missing.to_string(), "the side of East has 17 stacks, expected 18");
    }
}
