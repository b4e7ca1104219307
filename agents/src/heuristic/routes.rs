//! Routes of four sets and a pair: three sets of one fan, kinds of tiles or sets, all types.

use super::{
    cores::{CORE_COUNT, CORES, Core, Set, set_costs},
    fans::{LOWER_FOUR, REVERSIBLE, Route, UPPER_FOUR},
    planes::{ALL, DRAGONS, HONORS, Planes, RUN_STARTS, TERMINALS_AND_HONORS, WINDS, bits, every_suit},
    search::Search,
    target::Target,
};
use mcr_engine::MeldKind;

/// Sets that a route may use.
#[derive(Clone, Copy)]
struct Allowed {
    route: Route,
    starts: u64,
    pungs: u64,
    pairs: u64,
    tiles: u64,
}

impl Allowed {
    /// Any sets of these tiles.
    const fn tiles(route: Route, tiles: u64) -> Allowed {
        let starts = tiles & tiles >> 1 & tiles >> 2 & RUN_STARTS;
        Allowed { route, starts, pungs: tiles, pairs: tiles, tiles }
    }
}

/// Routes by the tiles or sets they allow.
const MASKS: [Allowed; 8] = [
    Allowed::tiles(Route::Flush, 0x1ff | HONORS),
    Allowed::tiles(Route::Flush, 0x1ff << 9 | HONORS),
    Allowed::tiles(Route::Flush, 0x1ff << 18 | HONORS),
    Allowed::tiles(Route::Ranks, UPPER_FOUR),
    Allowed::tiles(Route::Ranks, LOWER_FOUR),
    Allowed::tiles(Route::Ranks, REVERSIBLE),
    Allowed { route: Route::AllPungs, starts: 0, pungs: ALL, pairs: ALL, tiles: ALL },
    Allowed {
        route: Route::Outside,
        starts: every_suit(0b0_0100_0001),
        pungs: TERMINALS_AND_HONORS,
        pairs: TERMINALS_AND_HONORS,
        tiles: every_suit(0b1_1100_0111) | HONORS,
    },
];

/// The cores' places, those with the lowest bounds (0–9) first.
fn by_bound(bounds: &[u8; CORE_COUNT]) -> [u8; CORE_COUNT] {
    let mut next = [0u8; 11];
    for bound in bounds {
        next[*bound as usize + 1] += 1;
    }
    for bound in 1..11 {
        next[bound] += next[bound - 1];
    }
    let mut order = [0; CORE_COUNT];
    for (index, bound) in bounds.iter().enumerate() {
        let place = &mut next[*bound as usize];
        order[*place as usize] = index as u8;
        *place += 1;
    }
    order
}

/// The sets of a core that are still to be made.
struct Parts {
    sets: [Set; 3],
    len: usize,
}

impl Search<'_> {
    // ---- three sets of one fan

    /// Bounds the missing tiles of each core's targets from below; the least of them.
    pub(super) fn bound_cores(&mut self) -> u32 {
        let cores: &[Core] = &CORES;
        let form = &self.start.form;
        let starts = form.chows[..form.chow_count as usize].iter().fold(0, |all, c| all | 1u64 << c);
        let costs = set_costs(&self.position.hand, starts, form.pungs);
        // Sets that share tiles lack more than this.
        for (bound, core) in self.core_bounds.iter_mut().zip(cores) {
            *bound = core.places.iter().map(|place| costs[*place as usize]).sum();
        }
        let slack = self.position.params.core_slack;
        let mut best = 14;
        for index in by_bound(&self.core_bounds) {
            let (index, core) = (index as usize, &cores[index as usize]);
            // Far ones do not matter, whatever else they need.
            if u32::from(self.core_bounds[index]) > best + slack {
                break;
            }
            let Some(parts) = self.parts(core) else {
                self.core_bounds[index] = u8::MAX;
                continue;
            };
            let (missing, rest) = self.core_missing(core, &parts);
            let missing = missing + rest_missing(&rest, self.free_sets - parts.len);
            best = best.min(missing);
            self.core_bounds[index] = missing as u8;
        }
        best
    }

    pub(super) fn cores(&mut self) {
        self.route = Route::Core;
        let chances = self.position.chances;
        let any = Allowed::tiles(Route::Core, ALL);
        for (index, core) in CORES.iter().enumerate() {
            if u32::from(self.core_bounds[index]) > self.bound {
                continue;
            }
            let Some(parts) = self.parts(core) else { continue };
            self.core = index;
            let mut target = self.start;
            let possible = parts.sets[..parts.len].iter().all(|set| match *set {
                Set::Chow(start) => target.add_chow(start as usize, chances),
                Set::Pung(kind) => target.add_pung(kind as usize, chances),
            });
            if possible {
                self.extend(&target, self.free_sets - parts.len, 0, &any);
            }
        }
    }

    /// The sets of `core` that are not melds yet; `None` when the melds leave no room for it.
    fn parts(&self, core: &Core) -> Option<Parts> {
        let mut parts = Parts { sets: core.sets, len: 3 };
        let mut extra = 0;
        for meld in self.position.melds.iter() {
            let kind = meld.tile().index() as u8;
            let set = if meld.kind() == MeldKind::Chow { Set::Chow(kind) } else { Set::Pung(kind) };
            match parts.sets[..parts.len].iter().position(|s| *s == set) {
                Some(place) => {
                    parts.len -= 1;
                    parts.sets.swap(place, parts.len);
                }
                None => extra += 1,
            }
        }
        (extra <= 1).then_some(parts)
    }

    /// How many tiles the hand lacks for the sets in `parts`, and what it has besides.
    fn core_missing(&self, core: &Core, parts: &Parts) -> (u32, Planes) {
        let mut rest = self.position.hand;
        if parts.len == 3 {
            let missing = core.tiles.lacking(&rest);
            // Each plane of the core is one copy of its kinds.
            core.tiles.0[..3].iter().for_each(|kinds| rest.remove(*kinds));
            return (missing, rest);
        }
        let mut missing = 0;
        for set in &parts.sets[..parts.len] {
            match *set {
                Set::Chow(start) => {
                    let run = 0b111 << start;
                    missing += (run & !rest.kinds()).count_ones();
                    rest.remove(run);
                }
                Set::Pung(kind) => {
                    missing += 3u32.saturating_sub(rest.copies(kind as usize));
                    (0..3).for_each(|_| rest.remove(1 << kind));
                }
            }
        }
        (missing, rest)
    }

    // ---- routes by allowed sets

    /// A lower bound on the missing tiles over these routes.
    pub(super) fn masks_missing(&self) -> u32 {
        let missing = |allowed: &Allowed| self.mask_missing(allowed);
        MASKS.iter().filter(|allowed| self.melds_fit(allowed)).map(missing).min().unwrap_or(14)
    }

    pub(super) fn masks(&mut self) {
        MASKS.iter().for_each(|allowed| self.masked(allowed));
    }

    /// Hands that only small fans make worth enough.
    pub(super) fn any(&mut self) {
        self.masked(&Allowed::tiles(Route::Any, ALL));
    }

    fn melds_fit(&self, allowed: &Allowed) -> bool {
        let form = &self.start.form;
        form.pungs & !allowed.pungs == 0
            && form.chows[..form.chow_count as usize].iter().all(|c| allowed.starts >> c & 1 == 1)
    }

    fn masked(&mut self, allowed: &Allowed) {
        if self.melds_fit(allowed) && self.mask_missing(allowed) <= self.bound {
            self.route = allowed.route;
            let start = self.start;
            self.extend(&start, self.free_sets, 0, allowed);
        }
    }

    /// A lower bound on the missing tiles of a hand made of allowed sets.
    fn mask_missing(&self, allowed: &Allowed) -> u32 {
        let hand = &self.position.hand;
        if allowed.starts != 0 {
            return (3 * self.free_sets as u32 + 2).saturating_sub(hand.count(allowed.tiles));
        }
        // Pungs: at most three of a kind serve, two of one kind.
        let three = hand.0[2].count_ones();
        let two = (hand.0[1] & !hand.0[2]).count_ones();
        let one = (hand.0[0] & !hand.0[1]).count_ones();
        let sets = self.free_sets as u32;
        let full = three.min(sets);
        let from_pairs = two.min(sets - full);
        let left = sets - full - from_pairs;
        let from_singles = one.min(left);
        let spare_pair = three - full + two - from_pairs > 0;
        from_pairs + 2 * from_singles + 3 * (left - from_singles) + u32::from(!spare_pair)
    }

    /// Completes `target` by `sets` more sets, runs from `from` up or pungs from `from` − 32 up, and a pair.
    fn extend(&mut self, target: &Target, sets: usize, from: usize, allowed: &Allowed) {
        let usable = target.rest.count(allowed.tiles);
        if target.missing + (3 * sets as u32 + 2).saturating_sub(usable) > self.bound {
            return;
        }
        if sets == 0 {
            return self.finish(target, allowed.pairs);
        }
        let budget = self.bound - target.missing;
        let chances = self.position.chances;
        for start in bits(near_runs(target.rest.kinds(), budget) & allowed.starts & u64::MAX << from.min(63))
        {
            let mut next = *target;
            if next.add_chow(start, chances) {
                self.extend(&next, sets - 1, start, allowed);
            }
        }
        let pungs = near_pungs(&target.rest, budget) & allowed.pungs;
        for kind in bits(pungs & u64::MAX << from.saturating_sub(32)) {
            let mut next = *target;
            if next.add_pung(kind, chances) {
                self.extend(&next, sets - 1, kind + 33, allowed);
            }
        }
    }

    // ---- all types: one set or the pair from each of three suits, winds, dragons

    /// A lower bound on the missing tiles of this route.
    pub(super) fn types_missing(&self) -> u32 {
        let Some(open) = self.open_types() else { return 14 };
        let by_type = bits(open).map(|group| type_missing(&self.position.hand, group));
        let (sets, gain) = by_type.fold((0, 0), |(sum, gain), (set, pair)| {
            // The pair is cheapest where a set is dearest.
            (sum + set, gain.max(set + 2 - pair))
        });
        sets + 2 - gain
    }

    /// The types that no meld has filled; `None` when two melds are of one type.
    fn open_types(&self) -> Option<u64> {
        let form = &self.start.form;
        let chows = form.chows[..form.chow_count as usize].iter().map(|c| *c as usize);
        let mut open = 0b11111u64;
        for kind in bits(form.pungs).chain(chows) {
            let bit = 1 << type_of(kind);
            if open & bit == 0 {
                return None;
            }
            open &= !bit;
        }
        Some(open)
    }

    pub(super) fn all_types(&mut self) {
        let Some(open) = self.open_types() else { return };
        if self.types_missing() > self.bound {
            return;
        }
        self.route = Route::AllTypes;
        let mut missing = [(0, 0); 5];
        bits(open).for_each(|group| missing[group] = type_missing(&self.position.hand, group));
        let start = self.start;
        for pair in bits(open) {
            let sets = open & !(1 << pair);
            let later = bits(sets).map(|group| missing[group].0).sum::<u32>() + missing[pair].1;
            if later <= self.bound {
                self.fill_types(&start, sets, pair, later, &missing);
            }
        }
    }

    /// Adds a set of each type in `open`, then a pair; `later` tiles at least are missing for these.
    fn fill_types(&mut self, target: &Target, open: u64, pair: usize, later: u32, missing: &[(u32, u32); 5]) {
        if target.missing + later > self.bound {
            return;
        }
        let Some(group) = bits(open).next() else {
            return self.finish(target, TYPES[pair]);
        };
        let later = later - missing[group].0;
        let budget = self.bound - target.missing - later;
        let (left, chances) = (open & (open - 1), self.position.chances);
        if group < 3 {
            let runs = near_runs(target.rest.kinds() & TYPES[group], budget) & RUN_STARTS & TYPES[group];
            for start in bits(runs) {
                let mut next = *target;
                if next.add_chow(start, chances) {
                    self.fill_types(&next, left, pair, later, missing);
                }
            }
        }
        for kind in bits(near_pungs(&target.rest, budget) & TYPES[group]) {
            let mut next = *target;
            if next.add_pung(kind, chances) {
                self.fill_types(&next, left, pair, later, missing);
            }
        }
    }
}

/// Lowest tiles of runs for which at most `budget` tiles, but not all three, are missing; to be cut down to the
/// ranks 1 to 7.
pub(super) const fn near_runs(held: u64, budget: u32) -> u64 {
    match budget {
        0 => held & held >> 1 & held >> 2,
        1 => held & held >> 1 | held & held >> 2 | held >> 1 & held >> 2,
        _ => held | held >> 1 | held >> 2,
    }
}

/// Kinds of pungs for which at most `budget` tiles, but not all three, are missing.
pub(super) const fn near_pungs(rest: &Planes, budget: u32) -> u64 {
    rest.0[match budget {
        0 => 2,
        1 => 1,
        _ => 0,
    }]
}

/// Kinds of the five types: three suits, winds, dragons.
const TYPES: [u64; 5] = [0x1ff, 0x1ff << 9, 0x1ff << 18, WINDS, DRAGONS];

const fn type_of(kind: usize) -> usize {
    match kind {
        0..27 => kind / 9,
        27..31 => 3,
        _ => 4,
    }
}

/// Fewest missing tiles for a set and for a pair in one type.
fn type_missing(hand: &Planes, group: usize) -> (u32, u32) {
    let held = Planes(hand.0.map(|plane| plane & TYPES[group]));
    let starts = if group < 3 { RUN_STARTS } else { 0 };
    (set_missing(&held, starts), pair_missing(&held))
}

/// Fewest missing tiles of a set, of a run from `starts` or a pung.
fn set_missing(rest: &Planes, starts: u64) -> u32 {
    let held = rest.kinds();
    if rest.0[2] != 0 || near_runs(held, 0) & starts != 0 {
        0
    } else if rest.0[1] != 0 || near_runs(held, 1) & starts != 0 {
        1
    } else {
        3 - u32::from(held != 0)
    }
}

fn pair_missing(rest: &Planes) -> u32 {
    if rest.0[1] != 0 { 0 } else { 2 - u32::from(rest.0[0] != 0) }
}

/// A lower bound on the missing tiles of `sets` sets and a pair from `rest`.
fn rest_missing(rest: &Planes, sets: usize) -> u32 {
    if sets == 0 {
        return pair_missing(rest);
    }
    let short = (3 * sets as u32 + 2).saturating_sub(rest.count(ALL));
    short.max(set_missing(rest, RUN_STARTS).min(2) + pair_missing(rest))
}
