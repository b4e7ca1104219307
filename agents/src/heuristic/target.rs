//! One hand that might be reached, while it is put together set by set.

use super::{
    chances::{Chances, Way},
    fans::Form,
    planes::{Planes, bits},
};

/// A product of chances, with the sums that tell how the last tile would come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    pub(super) product: f32,
    pub(super) drawn: f32,
    pub(super) discarded: f32,
    pub(super) own: f32,
}

impl Weight {
    const SURE: Weight = Weight { product: 1.0, drawn: 0.0, discarded: 0.0, own: 0.0 };

    pub(super) fn add(&mut self, way: &Way) {
        self.product *= way.chance;
        self.could_be_last(way);
    }

    fn could_be_last(&mut self, way: &Way) {
        self.drawn += way.last_drawn;
        self.discarded += way.last_discarded;
        self.own += way.last_own;
    }
}

/// Sets, pair and single tiles so far: what of the hand they use up, what is missing, and how likely it comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// Tiles of the hand that are not used.
    pub(super) rest: Planes,
    /// Tiles that must still come.
    pub(super) lack: Planes,
    /// How many.
    pub(super) missing: u32,
    pub(super) form: Form,
    /// When claims are made on the way.
    pub(super) open: Weight,
    /// When all but the last tile are drawn.
    pub(super) closed: Weight,
    /// Concealed pungs that are complete, and those that are not.
    pub(super) own_pungs: u32,
    pub(super) coming_pungs: u32,
}

impl Target {
    /// Nothing but the melds.
    pub(super) fn new(hand: Planes, melds: Form, concealed_kongs: u32) -> Target {
        Target {
            rest: hand,
            lack: Planes::EMPTY,
            missing: 0,
            form: melds,
            open: Weight::SURE,
            closed: Weight::SURE,
            own_pungs: concealed_kongs,
            coming_pungs: 0,
        }
    }

    /// Adds the run from `start` up; `false` when its tiles cannot come.
    pub(super) fn add_chow(&mut self, start: usize, chances: &Chances) -> bool {
        let run = 0b111 << start;
        self.form.chows[self.form.chow_count as usize] = start as u8;
        self.form.chow_count += 1;
        let absent = self.take(run);
        if absent != 0 {
            self.await_run(absent, chances);
        }
        self.open.product > 0.0
    }

    /// Adds the pung of `kind`; `false` when its tiles cannot come.
    pub(super) fn add_pung(&mut self, kind: usize, chances: &Chances) -> bool {
        let bit = 1u64 << kind;
        self.form.pungs |= bit;
        let absent = 3 - self.take_copies(kind, 3);
        if absent == 0 {
            self.own_pungs += 1;
            return true;
        }
        self.coming_pungs += 1;
        // The first ones must be drawn, the last may be claimed.
        let chance = &chances.by_kind[kind];
        self.open.add(&chance.pung);
        self.closed.add(&chance.draw);
        for _ in 1..absent {
            self.open.product *= chance.draw.chance;
            self.open.could_be_last(&chance.pung);
            self.closed.add(&chance.draw);
        }
        self.open.product > 0.0
    }

    /// Adds one tile of each of `kinds`, none of them to be claimed but the last of all.
    pub(super) fn add_singles(&mut self, kinds: u64, chances: &Chances) -> bool {
        let absent = self.take(kinds);
        for kind in bits(absent) {
            let way = &chances.by_kind[kind].draw;
            self.open.add(way);
            self.closed.add(way);
        }
        self.open.product > 0.0
    }

    /// Takes one copy of each of `kinds` from the hand where it has one; the kinds it has not must come.
    fn take(&mut self, kinds: u64) -> u64 {
        let absent = kinds & !self.rest.kinds();
        self.rest.remove(kinds);
        self.missing += absent.count_ones();
        // Availability is tested when the target is complete, so there is never a fifth copy that matters.
        let _ = self.lack.add(absent) & self.form.tiles.add(kinds);
        absent
    }

    /// Takes `copies` of one kind, as many as there are from the hand; how many these are.
    fn take_copies(&mut self, kind: usize, copies: u32) -> u32 {
        let bit = 1u64 << kind;
        let held = self.rest.copies(kind).min(copies);
        for _ in 0..held {
            self.rest.remove(bit);
        }
        for _ in held..copies {
            let _ = self.lack.add(bit);
        }
        for _ in 0..copies {
            let _ = self.form.tiles.add(bit);
        }
        self.missing += copies - held;
        held
    }

    /// The tiles `absent` of one run must come: all but one by draw, the last perhaps by a chow.
    fn await_run(&mut self, absent: u64, chances: &Chances) {
        let mut drawn = 1.0;
        let mut gain = 0.0;
        for kind in bits(absent) {
            let chance = &chances.by_kind[kind];
            drawn *= chance.draw.chance;
            gain += chance.chow_gain;
            self.open.could_be_last(&chance.chow);
            self.closed.add(&chance.draw);
        }
        self.open.product *= drawn * gain / absent.count_ones() as f32;
    }
}
