//! The plain twins of the tables: each answer straight from its definition in rules/mcr.md 2, for tests to compare with.
//!
//! The distance of a hand is the least number of tiles that a complete hand has beyond it; shanten is one less.
//! Sets and pair together use no kind more than five times, so that formal waits (rules/mcr.md 5.1) count a fifth copy.

use super::{KNITTED_PATTERNS, KnittedPattern, Reading, Set, Sets, Shape, Useful};
use crate::{tile::Tile, tile_counts::TileCounts, tile_set::TileSet};

/// `costs[pair][sets]`: tiles missing for so many sets, without and with a pair.
type Costs = [[u8; 5]; 2];

/// Above every cost, and sums of two stay in a byte.
const UNREACHED: u8 = 100;

/// Shanten over all five shapes: -1 complete, 0 ready.
#[must_use]
pub fn shanten(concealed: &TileCounts, melds: usize) -> i8 {
    Shape::ALL.iter().filter_map(|shape| shanten_of(*shape, concealed, melds)).min().unwrap_or(i8::MAX)
}

/// Shanten of one shape, `None` where that many melds forbid it.
#[must_use]
pub fn shanten_of(shape: Shape, concealed: &TileCounts, melds: usize) -> Option<i8> {
    if melds > shape.most_melds() {
        return None;
    }
    let distance = match shape {
        Shape::Standard => sets_and_pair(concealed, 4 - melds),
        Shape::SevenPairs => seven_pairs(concealed),
        Shape::ThirteenOrphans => thirteen_orphans(concealed),
        Shape::HonorsAndKnitted => honors_and_knitted(concealed),
        Shape::KnittedStraight => knitted_straight(concealed, 1 - melds),
    };
    Some(distance as i8 - 1)
}

/// Whether the concealed tiles complete a hand with so many melds.
#[must_use]
pub fn is_complete(concealed: &TileCounts, melds: usize) -> bool {
    concealed.total() as usize + 3 * melds == 14 && shanten(concealed, melds) == -1
}

/// The kinds that complete the hand, fifth copies included (rules/mcr.md 5.1).
#[must_use]
pub fn waits(concealed: &TileCounts, melds: usize) -> TileSet {
    Tile::kinds().filter(|tile| is_complete(&concealed.with(*tile), melds)).collect()
}

/// The kinds that lower the shanten.
#[must_use]
pub fn useful_tiles(concealed: &TileCounts, melds: usize) -> Useful {
    let now = shanten(concealed, melds);
    let tiles = Tile::kinds().filter(|tile| shanten(&concealed.with(*tile), melds) < now).collect();
    Useful { shanten: now, tiles }
}

/// Distance to so many sets and a pair.
fn sets_and_pair(concealed: &TileCounts, sets: usize) -> u8 {
    let mut total = [[0, 3, 6, 9, 12], [2, 5, 8, 11, 14]];
    for group in 0..4 {
        total = both(&total, &group_costs(concealed, group));
    }
    total[1][sets]
}

/// The cheapest way to share sets and pair between two parts of a hand.
fn both(a: &Costs, b: &Costs) -> Costs {
    let cheapest = |pair_here: usize, pair_there: usize, sets: usize| {
        (0..=sets).map(|here| a[pair_here][here] + b[pair_there][sets - here]).min().unwrap_or(UNREACHED)
    };
    [
        std::array::from_fn(|sets| cheapest(0, 0, sets)),
        std::array::from_fn(|sets| cheapest(0, 1, sets).min(cheapest(1, 0, sets))),
    ]
}

/// The costs of one suit (groups 0–2) or the honors (3) by trying every choice of sets and pair.
pub(super) fn group_costs(concealed: &TileCounts, group: usize) -> Costs {
    let kinds = if group == 3 { 7 } else { 9 };
    let have = std::array::from_fn(|place| {
        if place < kinds { concealed.get(Tile::new((9 * group + place) as u8)) } else { 0 }
    });
    let mut sets: Vec<[usize; 3]> = (0..kinds).map(|k| [k; 3]).collect();
    if group < 3 {
        sets.extend((0..7).map(|k| [k, k + 1, k + 2]));
    }
    let mut search = GroupSearch { kinds, have, sets, used: [0; 9], costs: [[UNREACHED; 5]; 2] };
    search.place(0, 0, 0);
    // What shares no tile with the hand costs all its tiles, wherever it is.
    for pair in 0..2 {
        for sets in 0..4 {
            search.costs[pair][sets + 1] = search.costs[pair][sets + 1].min(search.costs[pair][sets] + 3);
        }
    }
    for sets in 0..5 {
        search.costs[1][sets] = search.costs[1][sets].min(search.costs[0][sets] + 2);
    }
    search.costs
}

struct GroupSearch {
    kinds: usize,
    have: [u8; 9],
    sets: Vec<[usize; 3]>,
    used: [u8; 9],
    costs: Costs,
}

impl GroupSearch {
    /// Notes the choice made so far, then adds each further set from `first` on that shares a tile with the hand.
    fn place(&mut self, first: usize, placed: usize, missing: u8) {
        self.costs[0][placed] = self.costs[0][placed].min(missing);
        for kind in 0..self.kinds {
            if let Some(more) = self.take(&[kind, kind]) {
                self.costs[1][placed] = self.costs[1][placed].min(missing + more);
                self.put_back(&[kind, kind]);
            }
        }
        if placed == 4 {
            return;
        }
        for index in first..self.sets.len() {
            let set = self.sets[index];
            if let Some(more) = self.take(&set) {
                self.place(index, placed + 1, missing + more);
                self.put_back(&set);
            }
        }
    }

    /// Uses these tiles: how many of them the hand lacks; `None` (and nothing used) at a sixth copy or when it lacks all.
    fn take(&mut self, tiles: &[usize]) -> Option<u8> {
        let mut missing = 0;
        for &kind in tiles {
            self.used[kind] += 1;
            missing += u8::from(self.used[kind] > self.have[kind]);
        }
        if missing as usize == tiles.len() || tiles.iter().any(|kind| self.used[*kind] > 5) {
            self.put_back(tiles);
            return None;
        }
        Some(missing)
    }

    fn put_back(&mut self, tiles: &[usize]) {
        for &kind in tiles {
            self.used[kind] -= 1;
        }
    }
}

/// Four alike are two pairs; a fifth copy is of no use.
fn seven_pairs(concealed: &TileCounts) -> u8 {
    let counts = Tile::kinds().map(|tile| concealed.get(tile).min(4));
    let pairs: u8 = counts.clone().map(|copies| copies / 2).sum::<u8>().min(7);
    let singles: u8 = counts.map(|copies| copies % 2).sum();
    let lacking = 7 - pairs;
    2 * lacking - lacking.min(singles)
}

fn thirteen_orphans(concealed: &TileCounts) -> u8 {
    let copies = |least: u8| {
        TileSet::TERMINALS_AND_HONORS.into_iter().filter(|tile| concealed.get(*tile) >= least).count() as u8
    };
    14 - copies(1) - copies(2).min(1)
}

fn honors_and_knitted(concealed: &TileCounts) -> u8 {
    let held = concealed.kinds();
    let honors = held.into_iter().filter(|tile| tile.is_honor()).count();
    let knitted = KNITTED_PATTERNS.iter().map(|pattern| (held & *pattern).len()).max().unwrap_or(0);
    (14 - (honors + knitted).min(14)) as u8
}

fn knitted_straight(concealed: &TileCounts, sets: usize) -> u8 {
    KNITTED_PATTERNS
        .iter()
        .map(|pattern| pattern_and_rest(concealed, *pattern, sets))
        .min()
        .unwrap_or(u8::MAX)
}

fn pattern_and_rest(concealed: &TileCounts, pattern: TileSet, sets: usize) -> u8 {
    let held = concealed.kinds() & pattern;
    let mut rest = *concealed;
    held.into_iter().for_each(|tile| rest.remove(tile));
    9 - held.len() as u8 + sets_and_pair(&rest, sets)
}

/// Every reading of a complete hand, sorted; none when the hand is not complete.
#[must_use]
pub fn readings(concealed: &TileCounts, melds: usize) -> Vec<Reading> {
    let mut all = Vec::new();
    if concealed.total() as usize + 3 * melds != 14 {
        return all;
    }
    for (sets, pair) in splits(concealed) {
        all.push(Reading::Standard { sets, pair });
    }
    for pattern in KnittedPattern::all() {
        if let Some(rest) = without(concealed, pattern.tiles()) {
            for (sets, pair) in splits(&rest) {
                all.push(Reading::KnittedStraight { pattern, set: sets.first().copied(), pair });
            }
        }
        let of_pattern = Shape::HonorsAndKnitted.most_melds() == melds && concealed.kinds().len() == 14 && {
            let outside = concealed.kinds() & !pattern.tiles();
            outside.into_iter().all(Tile::is_honor)
        };
        if of_pattern {
            all.push(Reading::HonorsAndKnitted { pattern });
        }
    }
    for (shape, reading) in
        [(Shape::SevenPairs, Reading::SevenPairs), (Shape::ThirteenOrphans, Reading::ThirteenOrphans)]
    {
        if shanten_of(shape, concealed, melds) == Some(-1) {
            all.push(reading);
        }
    }
    all.sort();
    all
}

/// Takes one of each of these tiles away, `None` when one is lacking.
fn without(concealed: &TileCounts, tiles: TileSet) -> Option<TileCounts> {
    let held = concealed.kinds() & tiles == tiles;
    held.then(|| tiles.into_iter().fold(*concealed, TileCounts::without))
}

/// Every split into sets and one pair: pair first, then the sets of the lowest tile left.
fn splits(concealed: &TileCounts) -> Vec<(Sets, Tile)> {
    let mut all = Vec::new();
    for pair in concealed.at_least(2) {
        let rest = concealed.without(pair).without(pair);
        split_sets(&rest, Sets::EMPTY, &mut |sets| all.push((sets, pair)));
    }
    all
}

fn split_sets(concealed: &TileCounts, sets: Sets, found: &mut impl FnMut(Sets)) {
    let Some(lowest) = concealed.kinds().first() else {
        return found(sets);
    };
    if sets.len() == 4 {
        return;
    }
    let mut split_off = |set: Set| {
        let mut more = sets;
        more.push(set);
        let rest = set.tiles().fold(*concealed, TileCounts::without);
        split_sets(&rest, more, found);
    };
    // A pung after a chow from the same tile has been found as the pung before the chow.
    let after_chow = sets.last().is_some_and(|last| last.tile() == lowest && !last.is_pung());
    if concealed.get(lowest) >= 3 && !after_chow {
        split_off(Set::pung(lowest));
    }
    if matches!(lowest.rank(), Some(1..=7)) {
        let chow = Set::chow(lowest);
        if chow.tiles().all(|tile| concealed.get(tile) > 0) {
            split_off(chow);
        }
    }
}
