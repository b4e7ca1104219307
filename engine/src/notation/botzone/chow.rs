//! Chows: the protocol names their middle tile, the engine the lowest and which of the three was claimed.

use crate::tile::Tile;

/// The chow with `middle` in its middle as the engine names it, lowest tile and position of the claimed one;
/// `None` when `claimed` is none of its tiles or there is no such run.
#[must_use]
pub fn chow_around(middle: Tile, claimed: Tile) -> Option<(Tile, u8)> {
    let lowest = match (middle.suit(), middle.rank()) {
        (Some(suit), Some(rank @ 2..=8)) => Tile::suited(suit, rank - 1),
        _ => return None,
    };
    let position = claimed.index().checked_sub(lowest.index()).filter(|position| *position < 3)?;
    Some((lowest, position as u8))
}

/// The middle tile of the chow that begins with `lowest`.
#[must_use]
pub fn chow_middle(lowest: Tile) -> Tile {
    Tile::from_index(lowest.index() + 1).unwrap_or(lowest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_chows_go_both_ways() {
        for lowest in Tile::kinds().filter(|tile| matches!(tile.rank(), Some(1..=7))) {
            for position in 0..3 {
                let claimed = Tile::new(lowest.index() as u8 + position);
                assert_eq!(chow_around(chow_middle(lowest), claimed), Some((lowest, position)));
            }
        }
    }

    #[test]
    fn runs_past_the_ends_and_of_honors_are_none() {
        let [one, four, nine, ten] = [0, 3, 8, 9].map(Tile::new);
        assert_eq!(chow_around(one, one), None);
        assert_eq!(chow_around(nine, nine), None);
        assert_eq!(chow_around(Tile::new(1), four), None);
        assert_eq!(chow_around(Tile::new(10), nine), None, "the next suit's 123 has no 9");
        assert_eq!(chow_around(ten, ten), None);
        assert_eq!(chow_around(Tile::EAST, Tile::EAST), None);
    }
}
