//! The planes of the rule set and of what only some rule sets have on the table. Their numbers are those of the table in
//! [`super`], counted from the first of them.

use super::canvas::Canvas;
use mcr_engine::{
    FanOptions, Hung, Observation, RuleSet, Scoring, Waits,
    rules::{RobbedByThree, Session},
};

pub(super) const SYSTEM: usize = 0;
pub(super) const FLAT: usize = 4;
pub(super) const READY: usize = 5;
pub(super) const PAIR_258: usize = 6;
pub(super) const MIXED_KONGS: usize = 7;
pub(super) const CONCEALED_KONGS: usize = 8;
pub(super) const OWN_DRAW: usize = 9;
pub(super) const AVAILABLE_WAITS: usize = 10;
pub(super) const KNITTED_WAITS: usize = 11;
pub(super) const PAYMENTS: usize = 12;
pub(super) const SESSION: usize = 14;
pub(super) const CHIPS: usize = 15;
pub(super) const ROUNDS: usize = 16;
pub(super) const HANGING: usize = 17;
pub(super) const DECLARED: usize = 18;
pub(super) const HUNG: usize = 22;
pub(super) const STACKS: usize = 26;
pub(super) const ASIDE: usize = 30;
pub(super) const DOUBLED: usize = 34;
pub(super) const DEALER_REPEATS: usize = 35;
pub(super) const VOID: usize = 36;
pub(super) const PLANES: usize = 37;

/// Writes the planes from `first` on.
pub(super) fn paint(view: &Observation<'_>, first: usize, canvas: &mut Canvas<'_>) {
    paint_rules(view.rules(), first, canvas);
    let table = view.table();
    let standing = table.standing();
    for place in 0..4 {
        let seat = view.seat().after(place);
        canvas.flag(first + DECLARED + place, table.declared_ready(seat));
        if let Hung::Tile(tile) = table.hung(seat) {
            canvas.set(first + HUNG + place, tile, 1.0);
        }
        canvas.fill(first + STACKS + place, f32::from(standing.stacks[seat]) / 128.0);
        canvas.fill(first + ASIDE + place, f32::from(standing.aside[seat]) / 128.0);
    }
    canvas.flag(first + DOUBLED, standing.doubled);
}

fn paint_rules(rules: &RuleSet, first: usize, canvas: &mut Canvas<'_>) {
    let (system, fans) = match rules.scoring {
        Scoring::Mcr { fans } => (0, Some(fans)),
        Scoring::Basic { points } => {
            canvas.fill(first + FLAT, f32::from(points) / 16.0);
            (1, None)
        }
        Scoring::Public { fans, ready, pair_258 } => {
            canvas.fill(first + READY, f32::from(ready) / 8.0);
            canvas.fill(first + PAIR_258, f32::from(pair_258) / 8.0);
            (2, Some(fans))
        }
        Scoring::Competition2012 => (3, None),
    };
    canvas.fill(first + SYSTEM + system, 1.0);
    if let Some(fans) = fans {
        paint_fans(&fans, first, canvas);
    }
    canvas.fill(first + PAYMENTS, f32::from(rules.payments.discard) / 4.0);
    canvas.fill(first + PAYMENTS + 1, f32::from(rules.payments.robbed) / 4.0);
    canvas.flag(first + DEALER_REPEATS, rules.dealer_repeats);
    canvas.flag(first + VOID, rules.robbed_by_three == RobbedByThree::Void);
    if let Some(Session { chips, rounds, hanging }) = rules.session {
        canvas.fill(first + SESSION, 1.0);
        canvas.fill(first + CHIPS, f32::from(chips) / 128.0);
        canvas.fill(first + ROUNDS, f32::from(rounds) / 4.0);
        canvas.flag(first + HANGING, hanging);
    }
}

fn paint_fans(fans: &FanOptions, first: usize, canvas: &mut Canvas<'_>) {
    let points = [
        (MIXED_KONGS, fans.mixed_kongs),
        (CONCEALED_KONGS, fans.two_concealed_kongs),
        (OWN_DRAW, fans.own_draw_by_nature),
    ];
    for (plane, points) in points {
        canvas.fill(first + plane, f32::from(points) / 8.0);
    }
    canvas.flag(first + AVAILABLE_WAITS, fans.waits == Waits::Available);
    canvas.flag(first + KNITTED_WAITS, fans.knitted_waits);
}
