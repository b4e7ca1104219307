//! One hand that might be reached, while it is put together set by set.

use super::{
    chances::{Chances, Way},
    fans::Form,
    planes::Planes,
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

    fn add(&mut self, way: &Way) {
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

    /// With the run from `start` up; `None` when it cannot be.
    pub(super) fn with_chow(&self, start: usize, chances: &Chances) -> Option<Target> {
        let mut next = *self;
        let run = 0b111 << start;
        let absent = next.take(run)?;
        next.form.chows[next.form.chow_count as usize] = start as u8;
        next.form.chow_count += 1;
        if absent != 0 {
            next.await_run(absent, chances);
        }
        (next.open.product > 0.0).then_some(next)
    }

    /// With the pung of `kind`; `None` when it cannot be.
    pub(super) fn with_pung(&self, kind: usize, chances: &Chances) -> Option<Target> {
        let mut next = *self;
        let bit = 1 << kind;
        let before = next.missing;
        for _ in 0..3 {
            next.take(bit)?;
        }
        next.form.pungs |= bit;
        let chance = &chances.by_kind[kind];
        match next.missing - before {
            0 => next.own_pungs += 1,
            missing => {
                next.coming_pungs += 1;
                // The first ones must be drawn, the last may be claimed.
                next.open.add(&chance.pung);
                next.closed.add(&chance.draw);
                for _ in 1..missing {
                    next.open.product *= chance.draw.chance;
                    next.open.could_be_last(&chance.pung);
                    next.closed.add(&chance.draw);
                }
            }
        }
        (next.open.product > 0.0).then_some(next)
    }

    /// With the pair of `kind`; `None` when it cannot be.
    pub(super) fn with_pair(&self, kind: usize, chances: &Chances) -> Option<Target> {
        let mut next = *self;
        let bit = 1 << kind;
        next.form.pair = kind as u8;
        for _ in 0..2 {
            if next.take(bit)? != 0 {
                next.draw(kind, chances);
            }
        }
        (next.open.product > 0.0).then_some(next)
    }

    /// With one tile of each of `kinds`, none of them to be claimed but the last of all.
    pub(super) fn with_singles(&self, kinds: u64, chances: &Chances) -> Option<Target> {
        let mut next = *self;
        let absent = next.take(kinds)?;
        for kind in super::planes::bits(absent) {
            next.draw(kind, chances);
        }
        (next.open.product > 0.0).then_some(next)
    }

    /// Adds a copy of each of `kinds`, from the hand where it has one; the kinds it has not.
    fn take(&mut self, kinds: u64) -> Option<u64> {
        let absent = kinds & !self.rest.kinds();
        self.rest.remove(kinds);
        self.missing += absent.count_ones();
        let fits = self.lack.add(absent) & self.form.tiles.add(kinds);
        fits.then_some(absent)
    }

    fn draw(&mut self, kind: usize, chances: &Chances) {
        let way = &chances.by_kind[kind].draw;
        self.open.add(way);
        self.closed.add(way);
    }

    /// The tiles `absent` of one run must come: all but one by draw, the last perhaps by a chow.
    fn await_run(&mut self, absent: u64, chances: &Chances) {
        let mut drawn = 1.0;
        let mut gain = 0.0;
        for kind in super::planes::bits(absent) {
            let chance = &chances.by_kind[kind];
            drawn *= chance.draw.chance;
            gain += chance.chow.chance / chance.draw.chance.max(1e-6);
            self.open.could_be_last(&chance.chow);
            self.closed.add(&chance.draw);
        }
        self.open.product *= drawn * gain / absent.count_ones() as f32;
    }
}
