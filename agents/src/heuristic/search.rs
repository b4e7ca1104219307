//! The hands nearest to a given one that may win, weighed by chance and points.

use super::{
    chances::{Chances, Way},
    cores::{CORE_COUNT, CORES},
    fans::{self, Form, Route, Sets, Winds},
    params::Params,
    planes::{Planes, bits, every_suit},
    target::{Target, Weight},
    worth::Worth,
};
use mcr_engine::{MeldKind, Melds, Shape, shape};

/// Kinds whose pair a room pays for.
const TWO_FIVE_EIGHT: u64 = every_suit(0b0_1001_0010);

/// A hand with all that bears on its value.
pub(super) struct Position<'a> {
    /// Concealed tiles: 13 − 3m, or 14 − 3m before a discard.
    pub(super) hand: Planes,
    pub(super) melds: &'a Melds,
    /// What may still come.
    pub(super) unseen: &'a Planes,
    pub(super) chances: &'a Chances,
    pub(super) winds: Winds,
    pub(super) worth: Worth,
    pub(super) params: &'a Params,
}

impl Position<'_> {
    /// What a win by own draw brings.
    pub(super) fn pay_own(&self, points: f32) -> f32 {
        self.worth.own_draw(points) + self.params.win_saves
    }

    /// What a win on a discard brings.
    pub(super) fn pay_discard(&self, points: f32) -> f32 {
        self.worth.on_discard(points) + self.params.win_saves
    }
}

/// A target as far as the discards after it matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    /// Its value.
    pub(super) value: f32,
    /// Kinds of the hand it can do without a copy of.
    pub(super) free: u64,
    /// Kinds it can do without two copies of.
    pub(super) twice: u64,
    /// Kinds that must come.
    pub(super) lack: u64,
}

/// A target as a person wants to see it.
#[derive(Clone, Debug)]
pub(super) struct Note {
    /// The complete hand, melds included.
    pub(super) tiles: Planes,
    /// The tiles it has of the hand's to spare.
    pub(super) spare: Planes,
    /// What must come.
    pub(super) lack: Planes,
    pub(super) missing: u32,
    /// Chance that it comes about.
    pub(super) chance: f32,
    pub(super) value: f32,
}

/// What is found.
pub(super) struct Found {
    /// Every target, where that was asked for.
    pub(super) notes: Option<Vec<Note>>,
    /// The targets with two or more missing tiles.
    pub(super) leads: Vec<Lead>,
    /// Waiting tiles that make a target complete, by discard.
    pub(super) ready: [u64; 35],
    /// Fewest missing tiles of a target that may win.
    pub(super) nearest: u32,
    pub(super) possible: u32,
}

/// The place in [`Found`] for a hand that need not discard.
pub(super) const NO_DISCARD: usize = 34;

pub(super) struct Search<'a> {
    pub(super) position: &'a Position<'a>,
    pub(super) found: Found,
    /// The melds.
    pub(super) start: Target,
    /// Sets that are not melds yet.
    pub(super) free_sets: usize,
    /// No target with more missing tiles counts.
    pub(super) bound: u32,
    /// What is being enumerated.
    pub(super) route: Route,
    pub(super) core: usize,
    /// A lower bound on the missing tiles of each core's targets.
    pub(super) core_bounds: [u8; CORE_COUNT],
    open_melds: bool,
    kong_points: u32,
    /// Weight of a target with `k` missing tiles.
    depth: [f32; 16],
}

/// Evaluates `position`. Targets as far as those of a hand with nearest `like` count when that is told, so that hands can be compared.
pub(super) fn search(position: &Position<'_>, like: Option<u32>) -> Found {
    run(Search::new(position), like)
}

/// The same, with a note of every target.
pub(super) fn search_with_notes(position: &Position<'_>) -> Found {
    let mut search = Search::new(position);
    search.found.notes = Some(Vec::new());
    run(search, None)
}

fn run(mut search: Search<'_>, like: Option<u32>) -> Found {
    let found = search.nearest_possible();
    let nearest = like.unwrap_or(found);
    for more in 0..3 {
        search.run(nearest + more);
        search.found.possible = nearest + more;
        if search.found.nearest != u32::MAX || like.is_some() {
            break;
        }
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
        Search {
            position,
            found: Found {
                notes: None,
                leads: Vec::with_capacity(256),
                ready: [0; 35],
                nearest: u32::MAX,
                possible: 0,
            },
            start: Target::new(position.hand, form, concealed_kongs),
            free_sets: 4 - position.melds.len(),
            bound: 0,
            route: Route::Any,
            core: 0,
            core_bounds: [u8::MAX; CORE_COUNT],
            open_melds: !position.melds.all_concealed(),
            kong_points: fans::kong_points(open_kongs, concealed_kongs),
            depth: depth(position),
        }
    }

    /// A lower bound on the missing tiles over all routes with a fan of their own.
    fn nearest_possible(&mut self) -> u32 {
        if self.position.worth.is_free() {
            return self.any_missing().min(self.special_missing()).max(1);
        }
        let cores = self.bound_cores();
        cores.min(self.masks_missing()).min(self.types_missing()).min(self.special_missing())
    }

    /// Tiles that any hand of four sets and a pair lacks.
    fn any_missing(&self) -> u32 {
        let (hand, melds) = (self.position.hand.counts(), self.position.melds.len());
        let shanten = shape::shanten_of(Shape::Standard, &hand, melds);
        shanten.map_or(14, |shanten| (i32::from(shanten) + 1).unsigned_abs())
    }

    /// Collects the targets with at most `nearest` missing tiles and some more.
    fn run(&mut self, nearest: u32) {
        let params = self.position.params;
        if self.position.worth.is_free() {
            return self.run_free(nearest);
        }
        self.bound = nearest + params.core_slack;
        self.cores();
        self.bound = nearest + params.slack;
        self.masks();
        self.all_types();
        self.special();
        self.bound = self.bound.min(params.any_limit);
        self.any();
    }

    /// The same where any complete hand wins: the nearest are wanted, whatever they are made of, and where fans count,
    /// the few of more value that are as near or nearly.
    fn run_free(&mut self, nearest: u32) {
        let params = self.position.params;
        let slack = if nearest <= params.any_limit { params.slack } else { 0 };
        if self.position.worth.flat.is_none() {
            self.bound_cores();
            self.bound = nearest + slack.max(1).min(params.core_slack);
            self.cores();
            self.bound = nearest + slack;
            self.masks();
            self.all_types();
        }
        self.bound = nearest + slack;
        self.special();
        self.any();
    }

    /// Weighs `target`, whose sets are all there, with every pair among `pairs`.
    pub(super) fn finish(&mut self, target: &Target, pairs: u64) {
        if !self.available(&target.lack) {
            return;
        }
        let sets = Sets::new(&target.form, &self.position.winds);
        // Where fans do not count, one route finds every hand.
        let flat = self.position.worth.flat.is_some();
        if !flat && !self.owns(&sets) {
            return;
        }
        let repeated = repeated(&target.lack, self.position.unseen);
        let rest = &target.rest.0;
        let held = match self.bound - target.missing {
            0 => rest[1],
            _ => rest[0],
        };
        for kind in bits(held & pairs) {
            let judged = sets.with_pair(kind);
            if flat || judged.route == self.route {
                self.weigh_pair(target, kind, judged.points + self.kong_points, repeated);
            }
        }
    }

    /// Whether the current route is the first that fits the sets, as far as they tell.
    fn owns(&self, sets: &Sets) -> bool {
        if self.route != Route::Core {
            return !sets.has_core();
        }
        let core = &CORES[self.core];
        sets.core_starts == core.starts && sets.core_pungs & !core.pungs == 0
    }

    /// Weighs a target with the pair of `kind`, of which the hand has one tile or two to spare.
    pub(super) fn weigh_pair(&mut self, target: &Target, kind: usize, points: u32, repeated: f32) {
        let bit = 1u64 << kind;
        let points = points + if bit & TWO_FIVE_EIGHT != 0 { self.position.worth.pair_258 } else { 0 };
        let paired = target.rest.0[1] & bit != 0;
        let mut spare = target.rest;
        spare.remove(bit);
        let mut lack = target.lack.kinds();
        let mut last = Last { open: target.open, closed: target.closed, repeated, missing: target.missing };
        if paired {
            spare.remove(bit);
        } else {
            let lacking = target.lack.copies(kind);
            if lacking >= self.position.unseen.copies(kind) {
                return;
            }
            lack |= bit;
            last.draw(&self.position.chances.by_kind[kind].draw);
            last.repeated *= once_more(lacking, self.position.unseen.copies(kind));
        }
        if last.missing == 0 {
            return;
        }
        let value = self.best_value(target, &last, points);
        self.count(value, last.missing, lack, &spare);
        if self.found.notes.is_some() {
            let (mut tiles, mut lack) = (target.form.tiles, target.lack);
            let _ = tiles.add(bit) & tiles.add(bit) & (paired || lack.add(bit));
            let chance = self.chance(&last, &last.open);
            self.note(Note { tiles, spare, lack, missing: last.missing, chance, value });
        }
    }

    /// The value of a standard hand of `points`, claiming on the way or staying concealed.
    fn best_value(&self, target: &Target, last: &Last, points: u32) -> f32 {
        let open = points + fans::concealed_pung_points(target.own_pungs);
        let value = self.value(last, &last.open, open, open + 1);
        if self.open_melds {
            return value;
        }
        let pungs = target.own_pungs + target.coming_pungs;
        let by_discard = pungs - u32::from(target.coming_pungs > 0);
        let closed = self.value(
            last,
            &last.closed,
            points + 2 + fans::concealed_pung_points(by_discard),
            points + 4 + fans::concealed_pung_points(pungs),
        );
        value.max(closed)
    }

    /// Weighs a complete target that is concealed by nature: `points` by discard, one more by own draw.
    pub(super) fn weigh_concealed(&mut self, target: &Target, points: u32) {
        if target.missing == 0 || target.missing > self.bound || !self.available(&target.lack) {
            return;
        }
        let repeated = repeated(&target.lack, self.position.unseen);
        let last = Last { open: target.open, closed: target.closed, repeated, missing: target.missing };
        let value = self.value(&last, &last.closed, points, points + 1);
        self.count(value, target.missing, target.lack.kinds(), &target.rest);
        if self.found.notes.is_some() {
            let chance = self.chance(&last, &last.closed);
            let (tiles, spare, lack) = (target.form.tiles, target.rest, target.lack);
            self.note(Note { tiles, spare, lack, missing: target.missing, chance, value });
        }
    }

    fn note(&mut self, note: Note) {
        if let (Some(notes), true) = (&mut self.found.notes, note.value > 0.0) {
            notes.push(note);
        }
    }

    /// Chance that a target comes about when it pays by own draw and by discard.
    fn chance(&self, last: &Last, weight: &Weight) -> f32 {
        let ways = weight.drawn + weight.discarded;
        weight.product * ways * last.repeated * self.depth[last.missing.min(15) as usize]
    }

    fn count(&mut self, value: f32, missing: u32, lack: u64, spare: &Planes) {
        if value <= 0.0 {
            return;
        }
        let found = &mut self.found;
        found.nearest = found.nearest.min(missing);
        let free = spare.kinds();
        if missing > 1 {
            found.leads.push(Lead { value, free, twice: spare.0[1], lack });
            return;
        }
        // Ready hands are judged exactly later.
        if free == 0 {
            found.ready[NO_DISCARD] |= lack;
        }
        bits(free).for_each(|kind| found.ready[kind] |= lack);
    }

    /// Chance times payment, zero when the points do not suffice.
    fn value(&self, last: &Last, weight: &Weight, discard: u32, own: u32) -> f32 {
        let position = self.position;
        let worth = &position.worth;
        let (discard, own) = (worth.points(discard), worth.points(own));
        if own < worth.minimum {
            return 0.0;
        }
        let pay_own = position.pay_own(own as f32);
        let pay = if discard < worth.minimum {
            weight.own * pay_own
        } else {
            weight.drawn * pay_own + weight.discarded * position.pay_discard(discard as f32)
        };
        weight.product * pay * last.repeated * self.depth[last.missing.min(15) as usize]
    }

    /// Whether enough copies of all missing tiles can still come.
    pub(super) fn available(&self, lack: &Planes) -> bool {
        let unseen = self.position.unseen;
        (0..4).all(|plane| lack.0[plane] & !unseen.0[plane] == 0)
    }
}

/// Chances of a complete target.
struct Last {
    open: Weight,
    closed: Weight,
    /// Factor for tiles that must come more than once.
    repeated: f32,
    missing: u32,
}

impl Last {
    fn draw(&mut self, way: &Way) {
        self.open.add(way);
        self.closed.add(way);
        self.missing += 1;
    }
}

/// Factors by missing tiles: turns of their own, the share of targets a hand can keep, the mean over last tiles.
fn depth(position: &Position<'_>) -> [f32; 16] {
    let mut depth = position.chances.in_turn;
    let mut kept = 1.0;
    for (k, weight) in depth.iter_mut().enumerate().skip(1) {
        // Looking one step ahead takes care of the second missing tile.
        if k > 2 {
            kept *= position.params.commitment;
        }
        *weight *= kept / k as f32;
    }
    depth
}

/// Tiles of one kind that must come twice or more come less often than different ones.
pub(super) fn repeated(lack: &Planes, unseen: &Planes) -> f32 {
    let twice = lack.0[1];
    if twice == 0 {
        return 1.0;
    }
    let mut factor = 1.0;
    for kind in bits(twice) {
        let live = unseen.copies(kind);
        factor *= once_more(1, live);
        if lack.0[2] >> kind & 1 == 1 {
            factor *= once_more(2, live);
        }
    }
    factor
}

/// Factor for one more copy, when `lacking` of `live` copies must come anyway.
fn once_more(lacking: u32, live: u32) -> f32 {
    (live - lacking) as f32 / (live * (lacking + 1)) as f32
}
