//! The shapes of the 2012 competition code (rules/other_rule_sets.md 8a): four sets and a pair, seven pairs, the knitted
//! straight with a set and a pair, and 大乱, fourteen unconnected tiles. No thirteen orphans.
//!
//! As formal as the rest of [`crate::shape`], and slower than the official shapes, since only this code needs it.

use super::{Discard, Discards, Shape, Useful, profile::Profile, unconnected, useful::single};
use crate::{tile_counts::TileCounts, tile_set::TileSet};

/// Tiles away from ready, over the shapes of this code: 0 is ready, −1 complete.
#[must_use]
pub fn shanten(concealed: &TileCounts, melds: usize) -> i8 {
    Hand::of(concealed, melds).distance() as i8 - 1
}

/// Whether 14 − 3*m* tiles complete a hand.
#[must_use]
pub fn is_complete(concealed: &TileCounts, melds: usize) -> bool {
    Hand::of(concealed, melds).distance() == 0
}

/// Whether fourteen tiles are 大乱.
#[must_use]
pub fn is_unconnected(concealed: &TileCounts) -> bool {
    let kinds = concealed.kinds();
    unconnected::may_lack(kinds, 0) && unconnected::distance(kinds) == 0
}

/// How many tiles a hand lacks to be 大乱, and the kinds that bring it nearer.
#[must_use]
pub fn unconnected(concealed: &TileCounts) -> (u8, TileSet) {
    let kinds = concealed.kinds();
    let now = unconnected::distance(kinds);
    (now, unconnected::useful(kinds, now))
}

/// The kinds that complete 13 − 3*m* tiles, formally: a fifth copy counts.
#[must_use]
pub fn waits(concealed: &TileCounts, melds: usize) -> TileSet {
    let hand = Hand::of(concealed, melds);
    if hand.distance() == 1 { hand.useful(1) } else { TileSet::EMPTY }
}

/// Shanten of 13 − 3*m* tiles and the kinds that lower it.
#[must_use]
pub fn useful_tiles(concealed: &TileCounts, melds: usize) -> Useful {
    let hand = Hand::of(concealed, melds);
    let distance = hand.distance();
    Useful { shanten: distance as i8 - 1, tiles: hand.useful(distance) }
}

/// What each distinct discard from 14 − 3*m* tiles leaves.
#[must_use]
pub fn discards(concealed: &TileCounts, melds: usize) -> Discards {
    let mut all = Discards::EMPTY;
    for tile in concealed.kinds() {
        let left = useful_tiles(&concealed.without(tile), melds);
        all.push(Discard { tile, shanten: left.shanten, useful: left.tiles });
    }
    all
}

/// The discards that leave the lowest shanten.
#[must_use]
pub fn best_discards(concealed: &TileCounts, melds: usize) -> Discards {
    let mut lowest = u8::MAX;
    let mut near = Vec::with_capacity(14);
    for tile in concealed.kinds() {
        let left = Hand::of(&concealed.without(tile), melds);
        let distance = left.distance();
        if distance <= lowest {
            lowest = distance;
            near.push((tile, left, distance));
        }
    }
    let mut best = Discards::EMPTY;
    for (tile, left, distance) in near {
        if distance == lowest {
            best.push(Discard { tile, shanten: lowest as i8 - 1, useful: left.useful(lowest) });
        }
    }
    best
}

/// A hand as these shapes see it.
struct Hand {
    profile: Profile,
    kinds: TileSet,
}

impl Hand {
    fn of(concealed: &TileCounts, melds: usize) -> Hand {
        Hand { profile: Profile::of(concealed, melds), kinds: concealed.kinds() }
    }

    /// How many tiles lack.
    fn distance(&self) -> u8 {
        let mut best = self.profile.standard();
        if self.profile.melds == 0 {
            best = best.min(self.profile.seven_pairs());
            if best > 0 && unconnected::may_lack(self.kinds, best - 1) {
                best = best.min(unconnected::distance(self.kinds));
            }
        }
        if let Some(knitted) = self.profile.distance_of(Shape::KnittedStraight) {
            best = best.min(knitted);
        }
        best
    }

    /// The kinds that lower `now`, which must be the distance.
    fn useful(&self, now: u8) -> TileSet {
        let profile = &self.profile;
        let mut useful = TileSet::EMPTY;
        if now == 0 {
            return useful;
        }
        if profile.standard() == now {
            useful |= profile.useful_for_sets(now);
        }
        if profile.melds == 0 {
            if profile.seven_pairs() == now {
                useful |= profile.kinds(single);
            }
            if unconnected::may_lack(self.kinds, now) && unconnected::distance(self.kinds) == now {
                useful |= unconnected::useful(self.kinds, now);
            }
        }
        if profile.melds <= 1 {
            useful |= profile.useful_for_knitted_straight(profile.patterns_at(now), now);
        }
        useful
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{rng::DecisionRng, shape::slow, tile::Tile};

    /// The least over the shapes, one by one, 大乱 by its own test's twin.
    fn slow_shanten(concealed: &TileCounts, melds: usize) -> i8 {
        let shapes = [Shape::Standard, Shape::SevenPairs, Shape::KnittedStraight];
        let known = shapes.iter().filter_map(|shape| slow::shanten_of(*shape, concealed, melds)).min();
        let unconnected = (melds == 0).then(|| unconnected::distance(concealed.kinds()) as i8 - 1);
        known.into_iter().chain(unconnected).min().unwrap_or(i8::MAX)
    }

    /// Hands near to one shape or another: some tiles of a random kind of hand, the rest at random.
    fn hand(rng: &mut DecisionRng, tiles: usize) -> TileCounts {
        let narrow = rng.below(3);
        let mut counts = TileCounts::EMPTY;
        while counts.total() < tiles as u32 {
            let tile = match narrow {
                0 => Tile::new(rng.below(34) as u8),
                1 => Tile::new(rng.below(9) as u8),
                _ => Tile::new((3 * rng.below(9) + rng.below(2) * 7 % 3) as u8),
            };
            if counts.get(tile) < 4 {
                counts.add(tile);
            }
        }
        counts
    }

    #[test]
    fn fast_answers_equal_slow_ones() {
        let mut rng = DecisionRng::new(13, 8);
        for round in 0..60 {
            let melds = round % 5;
            let fourteen = hand(&mut rng, 14 - 3 * melds);
            assert_eq!(shanten(&fourteen, melds), slow_shanten(&fourteen, melds), "{fourteen:?}");
            let mut lowest = i8::MAX;
            for discard in discards(&fourteen, melds).iter() {
                let left = fourteen.without(discard.tile);
                let now = slow_shanten(&left, melds);
                assert_eq!(discard.shanten, now, "{left:?}");
                let useful: TileSet =
                    Tile::kinds().filter(|tile| slow_shanten(&left.with(*tile), melds) < now).collect();
                assert_eq!(discard.useful, useful, "{left:?}");
                let complete: TileSet =
                    Tile::kinds().filter(|tile| is_complete(&left.with(*tile), melds)).collect();
                assert_eq!(waits(&left, melds), complete, "{left:?}");
                lowest = lowest.min(now);
            }
            let all = discards(&fourteen, melds);
            let best = best_discards(&fourteen, melds);
            assert!(best.iter().eq(all.iter().filter(|discard| discard.shanten == lowest)));
        }
    }

    #[test]
    fn thirteen_orphans_are_no_hand_here() {
        let orphans: TileCounts = TileSet::TERMINALS_AND_HONORS.into_iter().collect();
        assert_eq!(crate::shape::shanten(&orphans, 0), 0);
        // 1 and 9 of a suit are far enough apart, so it is fourteen unconnected tiles but for one.
        assert_eq!(shanten(&orphans, 0), 0);
        assert!(!is_complete(&orphans.with(Tile::EAST), 0));
    }
}
