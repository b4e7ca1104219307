//! Routes that are not four sets and a pair, or not of ordinary sets: knitted tiles, seven pairs, orphans.

use super::{
    cores::KNITTED,
    fans,
    planes::{ALL, DRAGONS, HONORS, Planes, RUN_STARTS, TERMINALS_AND_HONORS, WINDS, bits},
    routes::{near_pungs, near_runs},
    search::{Search, repeated},
    target::Target,
};

impl Search<'_> {
    /// A lower bound on the missing tiles of these routes.
    pub(super) fn special_missing(&self) -> u32 {
        let melds = self.position.melds.len();
        let hand = &self.position.hand;
        let mut best = 14;
        if melds <= 1 {
            for pattern in *KNITTED {
                best = best.min(knitted_missing(hand, pattern, 1 - melds));
            }
        }
        if melds == 0 {
            best = best.min(7u32.saturating_sub(pairs(hand)));
            for pattern in *KNITTED {
                best = best.min(14 - (hand.kinds() & (pattern | HONORS)).count_ones().min(14));
            }
            best = best.min(orphans_missing(hand));
        }
        best
    }

    pub(super) fn special(&mut self) {
        let melds = self.position.melds.len();
        if melds <= 1 {
            self.knitted_straight(1 - melds);
        }
        if melds == 0 {
            self.seven_pairs();
            self.honors_and_knitted();
            self.thirteen_orphans();
        }
    }

    /// Fan 35: the nine tiles of a pattern, a set and a pair.
    fn knitted_straight(&mut self, sets: usize) {
        let chances = self.position.chances;
        for pattern in *KNITTED {
            if knitted_missing(&self.position.hand, pattern, sets) > self.bound {
                continue;
            }
            let mut core = self.start;
            if !core.add_singles(pattern, chances) {
                continue;
            }
            if sets == 0 {
                self.knitted_pairs(&core);
                continue;
            }
            let budget = self.bound - core.missing;
            for start in bits(near_runs(core.rest.kinds(), budget) & RUN_STARTS) {
                let mut next = core;
                if next.add_chow(start, chances) {
                    self.knitted_pairs(&next);
                }
            }
            for kind in bits(near_pungs(&core.rest, budget)) {
                let mut next = core;
                if next.add_pung(kind, chances) {
                    self.knitted_pairs(&next);
                }
            }
        }
    }

    fn knitted_pairs(&mut self, target: &Target) {
        if target.missing > self.bound || !self.available(&target.lack) {
            return;
        }
        let repeated = repeated(&target.lack, self.position.unseen);
        let held = target.rest.0[usize::from(self.bound == target.missing)];
        for kind in bits(held) {
            let points = self.knitted_points(target, kind);
            self.weigh_pair(target, kind, points, repeated);
        }
    }

    fn knitted_points(&self, target: &Target, pair: usize) -> u32 {
        let form = &target.form;
        let kinds = form.tiles.kinds() | 1 << pair;
        let winds = &self.position.winds;
        let mut points = 12;
        let single = |bit: u64| u32::from(form.pungs & bit != 0);
        points += 2 * (single(DRAGONS) + single(winds.prevalent) + single(winds.seat));
        points += single(TERMINALS_AND_HONORS & !DRAGONS & !winds.prevalent & !winds.seat);
        if form.chow_count == 1 && pair < 27 {
            points += 2;
        } else if kinds & HONORS == 0 {
            points += 1;
        }
        if kinds & WINDS != 0 && kinds & DRAGONS != 0 {
            points += 6;
        }
        points
    }

    fn seven_pairs(&mut self) {
        let hand = self.position.hand;
        let have = pairs(&hand);
        let missing = 7 - have.min(7);
        if missing > self.bound || missing == 0 {
            return;
        }
        // What is paired stays, four alike as two pairs; some of the single tiles get a second.
        let chances = self.position.chances;
        let paired = hand.0[1];
        let twice = hand.0[3];
        let single = (hand.0[0] & !hand.0[1]) | (hand.0[2] & !hand.0[3]);
        let mut target = self.start;
        if [paired, paired, twice, twice].iter().all(|kinds| target.add_singles(*kinds, chances)) {
            self.pair_up(&target, single, missing);
        }
    }

    /// Makes `count` more pairs out of the single tiles `from`.
    fn pair_up(&mut self, target: &Target, from: u64, count: u32) {
        if count == 0 {
            let points = fans::seven_pairs_points(&target.form.tiles);
            return self.weigh_concealed(target, points);
        }
        for kind in bits(from) {
            let bit = 1 << kind;
            let later = from & !(bit | (bit - 1));
            if later.count_ones() + 1 < count {
                return;
            }
            let chances = self.position.chances;
            let mut next = *target;
            if next.add_singles(bit, chances) && next.add_singles(bit, chances) {
                self.pair_up(&next, later, count - 1);
            }
        }
    }

    /// Fans 20 and 34: fourteen different tiles out of a pattern and the honors.
    fn honors_and_knitted(&mut self) {
        let chances = self.position.chances;
        for pattern in *KNITTED {
            let useful = pattern | HONORS;
            let held = self.position.hand.kinds() & useful;
            let missing = 14 - held.count_ones().min(14);
            if missing > self.bound || missing == 0 {
                continue;
            }
            let mut core = self.start;
            if !core.add_singles(held, chances) {
                continue;
            }
            // Sixteen kinds serve, fourteen are needed: two of the absent ones are left out.
            let absent = useful & !held;
            for a in bits(absent) {
                for b in bits(absent & (u64::MAX << a << 1)) {
                    let chosen = absent & !(1 << a) & !(1 << b);
                    let mut done = core;
                    if !done.add_singles(chosen, chances) {
                        continue;
                    }
                    let kinds = held | chosen;
                    let points = match (kinds & HONORS == HONORS, pattern & !kinds == 0) {
                        (true, _) => 24,
                        (_, true) => 24,
                        _ => 12,
                    };
                    self.weigh_concealed(&done, points);
                }
            }
        }
    }

    fn thirteen_orphans(&mut self) {
        let hand = &self.position.hand;
        let missing = orphans_missing(hand);
        if missing > self.bound || missing == 0 {
            return;
        }
        let chances = self.position.chances;
        let mut all = self.start;
        if !all.add_singles(TERMINALS_AND_HONORS, chances) {
            return;
        }
        let pairs = all.rest.kinds() & TERMINALS_AND_HONORS;
        let choices = if pairs != 0 { pairs } else { TERMINALS_AND_HONORS };
        for kind in bits(choices) {
            let mut done = all;
            if done.add_singles(1 << kind, chances) {
                self.weigh_concealed(&done, 88);
            }
        }
    }
}

/// Pairs in the hand, four alike as two.
fn pairs(hand: &Planes) -> u32 {
    hand.0[1].count_ones() + hand.0[3].count_ones()
}

fn orphans_missing(hand: &Planes) -> u32 {
    let kinds = (hand.kinds() & TERMINALS_AND_HONORS).count_ones();
    let pair = u32::from(hand.0[1] & TERMINALS_AND_HONORS != 0);
    14 - kinds - pair
}

/// A lower bound on the missing tiles of a knitted straight.
fn knitted_missing(hand: &Planes, pattern: u64, sets: usize) -> u32 {
    let missing = (pattern & !hand.kinds()).count_ones();
    let mut rest = *hand;
    rest.remove(pattern);
    let needed = 3 * sets as u32 + 2;
    missing + needed.saturating_sub(rest.count(ALL))
}
