//! What a discard leaves: for every kind held, or only for those that leave the lowest shanten.

use super::{
    KNITTED_PATTERNS,
    entry::Patterns,
    profile,
    profile::{Profile, held},
    tables::{self, Class},
    useful::{self, HONORS},
};
use crate::{tile::Tile, tile_counts::TileCounts, tile_set::TileSet};

/// What a discard leaves, see [`discards`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Discard {
    /// The kind discarded.
    pub tile: Tile,
    /// Shanten of what is left.
    pub shanten: i8,
    /// The kinds that lower it.
    pub useful: TileSet,
}

/// The discards of a hand in index order: at most fourteen, without allocation.
#[derive(Clone, Copy, Debug)]
pub struct Discards {
    all: [Discard; 14],
    len: u8,
}

impl Discards {
    pub(super) const EMPTY: Discards =
        Discards { all: [Discard { tile: Tile::EAST, shanten: 0, useful: TileSet::EMPTY }; 14], len: 0 };

    pub(super) fn push(&mut self, discard: Discard) {
        if let Some(place) = self.all.get_mut(self.len as usize) {
            *place = discard;
            self.len += 1;
        }
    }
}

impl std::ops::Deref for Discards {
    type Target = [Discard];
    fn deref(&self) -> &[Discard] {
        &self.all[..self.len as usize]
    }
}

/// What each distinct discard from 14 − 3*m* tiles leaves.
#[must_use]
pub fn discards(concealed: &TileCounts, melds: usize) -> Discards {
    let hand = Profile::of(concealed, melds);
    let mut all = Discards::EMPTY;
    for tile in concealed.kinds() {
        let left = hand.without(tile);
        let distance = left.distance();
        all.push(Discard { tile, shanten: distance as i8 - 1, useful: left.useful(distance) });
    }
    all
}

/// The discards from 14 − 3*m* tiles that leave the lowest shanten, which is that of the hand, or 0 when it is complete.
///
/// Far quicker than picking them from [`discards`].
#[must_use]
pub fn best_discards(concealed: &TileCounts, melds: usize) -> Discards {
    let hand = Profile::of(concealed, melds);
    let lowest = hand.distance();
    if lowest == 0 {
        return ready_discards(&hand, concealed);
    }
    let mut found = Found { kinds: TileSet::EMPTY, useful: [TileSet::EMPTY; Tile::KINDS] };
    hand.spare_for_all_shapes(lowest, &mut found);
    let mut best = Discards::EMPTY;
    for tile in found.kinds {
        best.push(Discard { tile, shanten: lowest as i8 - 1, useful: found.useful[tile.index()] });
    }
    best
}

/// Any discard from a complete hand leaves it ready.
fn ready_discards(hand: &Profile, concealed: &TileCounts) -> Discards {
    let mut all = Discards::EMPTY;
    for tile in concealed.kinds() {
        all.push(Discard { tile, shanten: 0, useful: hand.without(tile).useful(1) });
    }
    all
}

/// The kinds that the hand can spare for some shape, and the useful tiles after each.
struct Found {
    kinds: TileSet,
    useful: [TileSet; Tile::KINDS],
}

impl Found {
    #[inline]
    fn add(&mut self, tile: usize, useful: TileSet) {
        self.kinds |= TileSet::from_bits(1 << tile);
        self.useful[tile] |= useful;
    }

    fn add_all(&mut self, tiles: TileSet, useful: TileSet) {
        tiles.into_iter().for_each(|tile| self.add(tile.index(), useful));
    }
}

impl Profile {
    /// What can be spared for each shape from which the hand has this distance, its least.
    #[inline]
    fn spare_for_all_shapes(&self, lowest: u8, found: &mut Found) {
        if self.standard() == lowest {
            self.spare_for_sets(lowest, TileSet::EMPTY, found);
        }
        if self.melds == 0 && self.all_counts().may_beat(lowest + 1) {
            self.spare_without_sets(lowest, found);
        }
        if self.melds <= 1 {
            let patterns = self.patterns_at(lowest);
            if !patterns.is_empty() {
                self.spare_for_knitted_straight(patterns, lowest, found);
            }
        }
    }

    /// What the sets and the pair, of which `lowest` tiles lack, do not need. The tiles of `besides` are useful too.
    #[inline(never)]
    fn spare_for_sets(&self, lowest: u8, besides: TileSet, found: &mut Found) {
        let near = Near::of(self, lowest);
        for group in 0..4 {
            let distances = tables::distances(near.sets, near.rest[group]);
            let mut left = held(self.keys[group]);
            let mut beside = None;
            while left != 0 {
                let digit = left.trailing_zeros();
                left &= left - 1;
                let key = self.keys[group] - (1 << digit);
                let class = profile::class_of(group, key);
                if distances[class as usize] == lowest {
                    let others = match beside {
                        Some((known, others)) if known == class => others,
                        _ => near.useful_beside(self, group, class),
                    };
                    beside = Some((class, others));
                    let useful = others | near.useful_within(group, key);
                    found.add(9 * group + digit as usize / 3, besides | TileSet::from_bits(useful));
                }
            }
        }
    }

    /// The same for the three shapes without sets.
    #[inline(never)]
    fn spare_without_sets(&self, lowest: u8, found: &mut Found) {
        let [once, twice, thrice] = [held, useful::twice, useful::thrice].map(|flag| self.kinds(flag));
        if self.seven_pairs() == lowest {
            let singles = self.kinds(useful::single);
            for tile in self.kinds(|key| key) {
                found.add(tile.index(), singles & !TileSet::from_bits(1 << tile.index()));
            }
        }
        if self.thirteen_orphans() == lowest {
            let orphans = TileSet::TERMINALS_AND_HONORS;
            let pairs = twice & orphans;
            let spare = if pairs.len() > 1 { pairs } else { thrice & orphans };
            let useful = if pairs.is_empty() { orphans } else { orphans & !once };
            found.add_all(once & !orphans | spare, useful);
        }
        for pattern in self.all_counts().patterns_within(2 + lowest) {
            let wanted = KNITTED_PATTERNS[pattern] | HONORS;
            found.add_all(once & !wanted | twice & wanted, wanted & !once);
        }
    }

    /// The same for the knitted straights of these patterns.
    #[inline(never)]
    fn spare_for_knitted_straight(&self, patterns: Patterns, lowest: u8, found: &mut Found) {
        let counts = self.suit_counts();
        for pattern in patterns {
            let lacking = 9 - counts.of_pattern(pattern);
            let rest = self.pattern_rest(pattern);
            let distance = rest.standard();
            if lacking + distance == lowest {
                rest.spare_for_sets(distance, KNITTED_PATTERNS[pattern] & !self.kinds(held), found);
            }
        }
    }
}

/// The tiles that bring sets and pair nearer to a hand before its discard. After a discard, no others do.
struct Near {
    sets: usize,
    /// The distance, before the discard and after.
    lowest: u8,
    /// The class of all but one group.
    rest: [Class; 4],
    /// The class of all but two groups, by the exclusive or of their numbers and by one of them.
    pair: [[Class; 4]; 4],
    /// How a group may share with the rest.
    shares: [u64; 4],
    /// The tiles of a group, at their places in a [`TileSet`].
    tiles: [u64; 4],
}

impl Near {
    #[inline]
    fn of(hand: &Profile, lowest: u8) -> Near {
        let [a, b, c, d] = hand.classes;
        let [ab, ac, ad] = [tables::merged(a, b), tables::merged(a, c), tables::merged(a, d)];
        let [bc, bd, cd] = [tables::merged(b, c), tables::merged(b, d), tables::merged(c, d)];
        let rest =
            [tables::merged(b, cd), tables::merged(a, cd), tables::merged(ab, d), tables::merged(ab, c)];
        let sets = hand.sets();
        Near {
            sets,
            lowest,
            rest,
            pair: [[0; 4], [cd, cd, ab, ab], [bd, ac, bd, ac], [bc, ad, ad, bc]],
            shares: std::array::from_fn(|group| {
                tables::shares(sets, hand.classes[group], rest[group], lowest)
            }),
            tiles: std::array::from_fn(|group| nearer(hand, group, rest[group], lowest)),
        }
    }

    /// The useful tiles outside a group that a discard has left with this class.
    #[inline]
    fn useful_beside(&self, hand: &Profile, group: usize, class: Class) -> u64 {
        let mut useful = 0;
        for step in 1..4 {
            let other = group ^ step;
            let rest = tables::merged(class, self.pair[step][group]);
            // As long as the group can share as before, the same tiles bring it nearer.
            let shares = tables::shares(self.sets, hand.classes[other], rest, self.lowest);
            useful |= if shares == self.shares[other] {
                self.tiles[other]
            } else {
                nearer(hand, other, rest, self.lowest)
            };
        }
        useful
    }

    /// The useful tiles of a group that a discard has left with this key.
    #[inline]
    fn useful_within(&self, group: usize, key: u32) -> u64 {
        let distances = tables::distances(self.sets, self.rest[group]);
        let mut useful = 0;
        let mut left = self.tiles[group] >> (9 * group);
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            let class = profile::class_of(group, key + (1 << (3 * place)));
            useful |= u64::from(distances[class as usize] < self.lowest) << place;
        }
        useful << (9 * group)
    }
}

/// The tiles of a group that lower a distance from sets and pair, the class of the rest being given, at their places in
/// a [`TileSet`].
#[inline]
fn nearer(hand: &Profile, group: usize, rest: Class, now: u8) -> u64 {
    useful::nearer(group, hand.keys[group], rest, hand.sets(), now) << (9 * group)
}
