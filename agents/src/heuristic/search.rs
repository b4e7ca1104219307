//! The hands nearest to a given one that may win, weighed by chance and points.

use super::{
    chances::Chances,
    cores::{CORES, Core, Set},
    fans::{self, Form, Judged, LOWER_FOUR, Route, UPPER_FOUR, Winds},
    params::Params,
    planes::{ALL, HONORS, Planes, RUN_STARTS, SUITS, TERMINALS_AND_HONORS, bits, every_suit},
    target::{Target, Weight},
};
use mcr_engine::{MeldKind, Melds};

/// A hand with all that bears on its value.
pub(super) struct Position<'a> {
    /// Concealed tiles: 13 − 3m, or 14 − 3m before a discard.
    pub(super) hand: Planes,
    pub(super) melds: &'a Melds,
    /// What may still come.
    pub(super) unseen: &'a Planes,
    pub(super) chances: &'a Chances,
    pub(super) winds: Winds,
    pub(super) minimum: u32,
    /// What each loser pays apart from the points.
    pub(super) base_points: f32,
    /// Points on top of the fans.
    pub(super) flowers: f32,
    pub(super) params: &'a Params,
}

/// What is found: the summed value of all targets, by the discard that keeps them.
pub(super) struct Found {
    /// Value that stays when the kind is discarded; the last place is for no discard at all.
    pub(super) by_discard: [f32; 35],
    /// Value over all targets, whatever is discarded.
    pub(super) total: f32,
    /// Waiting tiles that make a target complete, by discard.
    pub(super) ready: [u64; 35],
    /// Targets looked at.
    pub(super) targets: u32,
    /// Fewest missing tiles of a target that may win.
    pub(super) nearest: u32,
}

/// The place in [`Found`] for a hand that need not discard.
pub(super) const NO_DISCARD: usize = 34;

impl Found {
    fn new() -> Found {
        Found { by_discard: [0.0; 35], total: 0.0, ready: [0; 35], targets: 0, nearest: u32::MAX }
    }
}

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
    Allowed::tiles(Route::Ranks, fans::REVERSIBLE),
    Allowed { route: Route::AllPungs, starts: 0, pungs: ALL, pairs: ALL, tiles: ALL },
    Allowed {
        route: Route::Outside,
        starts: every_suit(0b0_0100_0001),
        pungs: TERMINALS_AND_HONORS,
        pairs: TERMINALS_AND_HONORS,
        tiles: every_suit(0b1_1100_0111) | HONORS,
    },
];

pub(super) struct Search<'a> {
    pub(super) position: &'a Position<'a>,
    pub(super) found: Found,
    pub(super) start: Target,
    /// Melds that are open.
    open_melds: bool,
    kong_points: u32,
    free_sets: usize,
    /// No target with more missing tiles counts.
    pub(super) bound: u32,
    route: Route,
    core: usize,
    /// Weight of a target with `k` missing tiles.
    depth: [f32; 16],
}

/// Evaluates `position`.
pub(super) fn search(position: &Position<'_>) -> Found {
    let mut search = Search::new(position);
    search.bound = search.nearest_possible() + position.params.slack;
    for _ in 0..3 {
        search.run();
        if search.found.nearest != u32::MAX {
            break;
        }
        search.bound += 1;
    }
    search.found
}

impl<'a> Search<'a> {
    fn new(position: &'a Position<'a>) -> Search<'a> {
        let mut form = Form::default();
        let (mut open_kongs, mut concealed_kongs) = (0, 0);
        for meld in position.melds.iter() {
            let kind = meld.tile().index();
            for tile in meld.tiles() {
                let _ = form.tiles.add(1 << tile.index());
            }
            match meld.kind() {
                MeldKind::Chow => {
                    form.chows[form.chow_count as usize] = kind as u8;
                    form.chow_count += 1;
                }
                _ => form.pungs |= 1 << kind,
            }
            if meld.is_kong() {
                form.kongs |= 1 << kind;
                *(if meld.is_open() { &mut open_kongs } else { &mut concealed_kongs }) += 1;
            }
        }
        let mut depth = position.chances.in_turn;
        let mut left = 1.0;
        for (k, weight) in depth.iter_mut().enumerate().skip(1) {
            *weight *= left / k as f32;
            left *= position.params.commitment;
        }
        Search {
            position,
            found: Found::new(),
            start: Target::new(position.hand, form, concealed_kongs),
            open_melds: !position.melds.all_concealed(),
            kong_points: fans::kong_points(open_kongs, concealed_kongs),
            free_sets: 4 - position.melds.len(),
            bound: 14,
            route: Route::Any,
            core: 0,
            depth,
        }
    }

    fn run(&mut self) {
        self.cores();
        for allowed in &MASKS {
            self.masked(allowed);
        }
        self.all_types();
        self.special();
        self.masked(&Allowed::tiles(Route::Any, ALL));
    }

    /// A lower bound on the missing tiles over all routes with a fan of their own.
    fn nearest_possible(&self) -> u32 {
        let mut best = 14;
        let (hand, free) = (&self.position.hand, self.free_sets);
        for core in CORES.iter() {
            let Some(parts) = self.parts(core) else { continue };
            let (missing, rest) = self.core_missing(core, &parts);
            if missing < best {
                best = best.min(missing + rest_missing(&rest, free - parts.len));
            }
        }
        let needed = 3 * free as u32 + 2;
        for allowed in &MASKS {
            if self.melds_fit(allowed) {
                best = best.min(mask_missing(hand, allowed, needed));
            }
        }
        best = best.min(self.types_missing());
        best.min(self.special_missing())
    }

    // ---- cores

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
        let hand = self.position.hand;
        if parts.len == 3 {
            let missing = core.tiles.lacking(&hand);
            let mut rest = hand;
            // Each plane of the core is one copy of its kinds.
            core.tiles.0.iter().for_each(|kinds| rest.remove(*kinds));
            return (missing, rest);
        }
        let mut rest = hand;
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

    fn cores(&mut self) {
        self.route = Route::Core;
        for (index, core) in CORES.iter().enumerate() {
            let Some(parts) = self.parts(core) else { continue };
            let (missing, rest) = self.core_missing(core, &parts);
            if missing + rest_missing(&rest, self.free_sets - parts.len) > self.bound {
                continue;
            }
            self.core = index;
            let chances = self.position.chances;
            let target = parts.sets[..parts.len].iter().try_fold(self.start, |target, set| match *set {
                Set::Chow(start) => target.with_chow(start as usize, chances),
                Set::Pung(kind) => target.with_pung(kind as usize, chances),
            });
            if let Some(target) = target {
                self.extend(&target, self.free_sets - parts.len, 0, &Allowed::tiles(Route::Core, ALL));
            }
        }
    }

    // ---- routes by allowed sets

    fn melds_fit(&self, allowed: &Allowed) -> bool {
        let form = &self.start.form;
        form.pungs & !allowed.pungs == 0
            && form.chows[..form.chow_count as usize].iter().all(|c| allowed.starts >> c & 1 == 1)
    }

    fn masked(&mut self, allowed: &Allowed) {
        let needed = 3 * self.free_sets as u32 + 2;
        if self.melds_fit(allowed) && mask_missing(&self.position.hand, allowed, needed) <= self.bound {
            self.route = allowed.route;
            let start = self.start;
            self.extend(&start, self.free_sets, 0, allowed);
        }
    }

    /// Completes `target` by `sets` more sets, runs from `from` up and pungs from `from` − 32 up, and a pair.
    fn extend(&mut self, target: &Target, sets: usize, from: usize, allowed: &Allowed) {
        let needed = 3 * sets as u32 + 2;
        let usable = target.rest.count(allowed.tiles);
        if target.missing + needed.saturating_sub(usable) > self.bound {
            return;
        }
        if sets == 0 {
            return self.pairs(target, allowed);
        }
        let budget = self.bound - target.missing;
        let chances = self.position.chances;
        let after = u64::MAX << from.min(63);
        let held = target.rest.kinds();
        let runs = match budget {
            0 => held & held >> 1 & held >> 2,
            1 => held & held >> 1 | held & held >> 2 | held >> 1 & held >> 2,
            _ => held | held >> 1 | held >> 2,
        };
        for start in bits(runs & allowed.starts & after) {
            if let Some(next) = target.with_chow(start, chances) {
                self.extend(&next, sets - 1, start, allowed);
            }
        }
        let pungs = target.rest.0[2 - budget.min(2) as usize] & allowed.pungs;
        for kind in bits(pungs & u64::MAX << from.saturating_sub(32)) {
            if let Some(next) = target.with_pung(kind, chances) {
                self.extend(&next, sets - 1, kind + 33, allowed);
            }
        }
    }

    fn pairs(&mut self, target: &Target, allowed: &Allowed) {
        let budget = self.bound - target.missing;
        let held = target.rest.0[1 - budget.min(1) as usize] & allowed.pairs;
        for kind in bits(held) {
            if let Some(done) = target.with_pair(kind, self.position.chances) {
                self.weigh(&done);
            }
        }
    }

    // ---- all types: one set or the pair from each of three suits, winds, dragons

    fn types_missing(&self) -> u32 {
        let Some(open) = self.open_types() else { return 14 };
        let hand = &self.position.hand;
        let mut sum = 0;
        let mut gain = -9;
        for group in bits(open) {
            let (set, pair) = type_missing(hand, group);
            sum += set;
            gain = gain.max(set as i32 - pair as i32);
        }
        (sum as i32 - gain) as u32
    }

    /// The groups that no meld has filled; `None` when two melds are of one group.
    fn open_types(&self) -> Option<u64> {
        let form = &self.start.form;
        let mut open = 0b11111;
        let kinds =
            bits(form.pungs).chain(form.chows[..form.chow_count as usize].iter().map(|c| *c as usize));
        for kind in kinds {
            let bit = 1 << type_of(kind);
            if open & bit == 0 {
                return None;
            }
            open &= !bit;
        }
        Some(open)
    }

    fn all_types(&mut self) {
        if self.types_missing() > self.bound {
            return;
        }
        self.route = Route::AllTypes;
        if let Some(open) = self.open_types() {
            let start = self.start;
            self.fill_types(&start, open, None);
        }
    }

    fn fill_types(&mut self, target: &Target, open: u64, pair: Option<usize>) {
        if target.missing > self.bound {
            return;
        }
        let Some(group) = bits(open).next() else {
            let done = pair.and_then(|kind| target.with_pair(kind, self.position.chances));
            if let Some(done) = done.filter(|t| t.missing <= self.bound) {
                self.weigh(&done);
            }
            return;
        };
        let left = open & (open - 1);
        let (budget, chances) = (self.bound - target.missing, self.position.chances);
        let held = target.rest.kinds() & TYPES[group];
        if group < 3 {
            let near = match budget {
                0 => held & held >> 1 & held >> 2,
                1 => held & held >> 1 | held & held >> 2 | held >> 1 & held >> 2,
                _ => held | held >> 1 | held >> 2,
            };
            for start in bits(near & RUN_STARTS & TYPES[group]) {
                if let Some(next) = target.with_chow(start, chances) {
                    self.fill_types(&next, left, pair);
                }
            }
        }
        for kind in bits(target.rest.0[2 - budget.min(2) as usize] & TYPES[group]) {
            if let Some(next) = target.with_pung(kind, chances) {
                self.fill_types(&next, left, pair);
            }
        }
        if pair.is_none() {
            let pairs = if budget == 0 { target.rest.0[1] } else { held };
            for kind in bits(pairs & TYPES[group]) {
                self.fill_types(target, left, Some(kind));
            }
        }
    }

    // ---- weighing

    /// Counts a complete target, unless another route owns it.
    fn weigh(&mut self, target: &Target) {
        if target.missing == 0 || !self.available(&target.lack) {
            return;
        }
        let judged = fans::judge(&target.form, &self.position.winds);
        if self.owns(&judged) {
            self.weigh_points(target, judged.points + self.kong_points);
        }
    }

    /// Whether the current route is the first that fits the target.
    fn owns(&self, judged: &Judged) -> bool {
        judged.route == self.route
            && (self.route != Route::Core
                || judged.core_starts == CORES[self.core].starts
                    && judged.core_pungs & !CORES[self.core].pungs == 0)
    }

    pub(super) fn weigh_points(&mut self, target: &Target, points: u32) {
        let pungs = target.own_pungs + target.coming_pungs;
        let open = points + fans::concealed_pung_points(target.own_pungs);
        let mut value = self.value(target, &target.open, open, open + 1);
        if !self.open_melds {
            let by_discard = pungs - u32::from(target.coming_pungs > 0);
            let closed = self.value(
                target,
                &target.closed,
                points + 2 + fans::concealed_pung_points(by_discard),
                points + 4 + fans::concealed_pung_points(pungs),
            );
            value = value.max(closed);
        }
        self.count(target, value);
    }

    /// A target that is concealed by nature: `points` by discard, one more by own draw.
    pub(super) fn weigh_concealed(&mut self, target: &Target, points: u32) {
        if target.missing > 0 && target.missing <= self.bound && self.available(&target.lack) {
            let value = self.value(target, &target.closed, points, points + 1);
            self.count(target, value);
        }
    }

    fn count(&mut self, target: &Target, value: f32) {
        if value <= 0.0 {
            return;
        }
        let found = &mut self.found;
        found.targets += 1;
        found.nearest = found.nearest.min(target.missing);
        let free = target.rest.kinds();
        if target.missing == 1 {
            // Ready hands are judged exactly later.
            let wait = target.lack.kinds();
            if free == 0 {
                found.ready[NO_DISCARD] |= wait;
            }
            bits(free).for_each(|kind| found.ready[kind] |= wait);
            return;
        }
        found.total += value;
        if free == 0 {
            found.by_discard[NO_DISCARD] += value;
        }
        bits(free).for_each(|kind| found.by_discard[kind] += value);
    }

    /// Chance times payment, zero when the points do not suffice.
    fn value(&self, target: &Target, weight: &Weight, discard: u32, own: u32) -> f32 {
        let position = self.position;
        if own < position.minimum {
            return 0.0;
        }
        let pay_own = position.pay_own(own as f32);
        let last = if discard < position.minimum {
            weight.own * pay_own
        } else {
            weight.drawn * pay_own + weight.discarded * position.pay_discard(discard as f32)
        };
        weight.product
            * last
            * repeated(&target.lack, position.unseen)
            * self.depth[target.missing.min(15) as usize]
    }

    pub(super) fn available(&self, lack: &Planes) -> bool {
        let unseen = self.position.unseen;
        (0..4).all(|plane| lack.0[plane] & !unseen.0[plane] == 0)
    }
}

/// The sets of a core that are still to be made.
struct Parts {
    sets: [Set; 3],
    len: usize,
}

impl Position<'_> {
    /// What a win by own draw brings.
    pub(super) fn pay_own(&self, points: f32) -> f32 {
        3.0 * (self.base_points + points + self.flowers) + self.params.win_saves
    }

    /// What a win on a discard brings.
    pub(super) fn pay_discard(&self, points: f32) -> f32 {
        3.0 * self.base_points + points + self.flowers + self.params.win_saves
    }
}

/// Kinds of the five types: three suits, winds, dragons.
const TYPES: [u64; 5] = [0x1ff, 0x1ff << 9, 0x1ff << 18, super::planes::WINDS, super::planes::DRAGONS];

const fn type_of(kind: usize) -> usize {
    match kind {
        0..27 => kind / 9,
        27..31 => 3,
        _ => 4,
    }
}

/// Fewest missing tiles for a set and for a pair in one type.
fn type_missing(hand: &Planes, group: usize) -> (u32, u32) {
    let [one, two, three, _] = hand.0.map(|plane| plane & TYPES[group]);
    let starts = if group < 3 { RUN_STARTS & TYPES[group] } else { 0 };
    let set = if three != 0 || one & one >> 1 & one >> 2 & starts != 0 {
        0
    } else if two != 0 || (one & one >> 1 | one & one >> 2 | one >> 1 & one >> 2) & starts != 0 {
        1
    } else {
        3 - u32::from(one != 0)
    };
    let pair = if two != 0 { 0 } else { 2 - u32::from(one != 0) };
    (set, pair)
}

/// A lower bound on the missing tiles of `sets` sets and a pair from `rest`.
fn rest_missing(rest: &Planes, sets: usize) -> u32 {
    let [one, two, three, _] = rest.0;
    let pair = if two != 0 { 0 } else { 2 - u32::from(one != 0) };
    let needed = 3 * sets as u32 + 2;
    let short = needed.saturating_sub(rest.count(ALL));
    if sets == 0 {
        return pair;
    }
    let runs = one & SUITS;
    let starts = RUN_STARTS;
    let set = if three != 0 || runs & runs >> 1 & runs >> 2 & starts != 0 {
        0
    } else if two != 0 || (runs & runs >> 1 | runs & runs >> 2 | runs >> 1 & runs >> 2) & starts != 0 {
        1
    } else {
        2
    };
    short.max(set + pair)
}

/// A lower bound on the missing tiles of a hand made of allowed tiles.
fn mask_missing(hand: &Planes, allowed: &Allowed, needed: u32) -> u32 {
    if allowed.starts == 0 {
        // Pungs: at most three of a kind serve, two of one kind.
        let three = hand.0[2].count_ones();
        let two = (hand.0[1] & !hand.0[2]).count_ones();
        let one = (hand.0[0] & !hand.0[1]).count_ones();
        let sets = (needed - 2) / 3;
        let (full, mut left) = (three.min(sets), sets - three.min(sets));
        let from_pairs = two.min(left);
        left -= from_pairs;
        let mut missing = from_pairs + 2 * left.min(one) + 3 * (left - left.min(one));
        let pair_left = (three - full) + (two - from_pairs);
        missing += if pair_left > 0 { 0 } else { 1 };
        return missing;
    }
    needed.saturating_sub(hand.count(allowed.tiles))
}

/// Tiles of one kind that must come twice or more come less often than different ones.
fn repeated(lack: &Planes, unseen: &Planes) -> f32 {
    let twice = lack.0[1];
    if twice == 0 {
        return 1.0;
    }
    let mut factor = 1.0;
    for kind in bits(twice) {
        let live = unseen.copies(kind) as f32;
        factor *= 0.5 * (live - 1.0) / live;
        if lack.0[2] >> kind & 1 == 1 {
            factor *= (live - 2.0) / (3.0 * live);
        }
    }
    factor
}
