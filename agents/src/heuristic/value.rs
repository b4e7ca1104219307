//! What a hand is worth, in points, for every discard.

use super::{
    follow::follow,
    planes::{ALL, bits},
    search::{Found, Lead, NO_DISCARD, Position, search},
};
use mcr_engine::{
    RuleSet, Tile, TileCounts, Wind,
    scoring::{self, WinContext, WinningHand},
};

/// Values of one hand.
pub(crate) struct Values {
    /// After discarding the kind.
    pub(crate) by_discard: [f32; 34],
    /// Without a discard.
    pub(crate) keep: f32,
    /// Fewest missing tiles that were thought possible.
    pub(crate) nearest: u32,
    /// The targets with two or more missing tiles.
    pub(super) leads: Vec<Lead>,
    /// Waiting tiles of the others, whatever is discarded.
    pub(super) waits: u64,
}

/// What the exact scorer needs besides a position.
pub(super) struct Exact<'a> {
    pub(super) concealed: &'a TileCounts,
    pub(super) prevalent: Wind,
    pub(super) seat: Wind,
    pub(super) rules: &'a RuleSet,
}

/// Evaluates a hand of 14 − 3m tiles (each discard) or 13 − 3m (as it is).
pub(super) fn evaluate(position: &Position<'_>, exact: &Exact<'_>, like: Option<u32>) -> Values {
    let found = search(position, like);
    let waits = found.ready.iter().fold(0, |all, waits| all | waits);
    let mut values =
        Values { by_discard: [0.0; 34], keep: 0.0, nearest: found.possible, leads: Vec::new(), waits };
    let held = position.hand.kinds();
    if position.hand.count(ALL) % 3 == 1 {
        let later = follow(&found.leads, 0, held);
        values.keep = combine(position, exact, None, found.ready[NO_DISCARD], later);
        values.leads = found.leads;
        return values;
    }
    for (kind, later) in later_by_discard(&found, held, position.params.followed) {
        values.by_discard[kind] = combine(position, exact, Some(kind), found.ready[kind], later);
    }
    values.leads = found.leads;
    values
}

/// The value of targets that remain after each discard. Only the best `followed` are looked at closely; the others
/// are scaled like the last of these.
fn later_by_discard(found: &Found, held: u64, followed: usize) -> impl Iterator<Item = (usize, f32)> {
    let mut plain = [0.0; 34];
    for lead in &found.leads {
        bits(lead.free).for_each(|kind| plain[kind] += lead.value);
    }
    let mut order = [0; 14];
    let count = held.count_ones() as usize;
    bits(held).zip(&mut order).for_each(|(kind, place)| *place = kind);
    order[..count].sort_by(|a, b| plain[*b].total_cmp(&plain[*a]));
    let mut scale = 1.0;
    for (rank, kind) in order[..count].iter().enumerate() {
        if rank < followed && plain[*kind] > 0.0 {
            let later = follow(&found.leads, 1 << kind, held);
            scale = later / plain[*kind];
            plain[*kind] = later;
        } else {
            plain[*kind] *= scale;
        }
    }
    order.into_iter().take(count).map(move |kind| (kind, plain[kind]))
}

/// A ready hand's exact value, and what else it may become.
fn combine(
    position: &Position<'_>,
    exact: &Exact<'_>,
    discard: Option<usize>,
    waits: u64,
    later: f32,
) -> f32 {
    let most = position.params.most;
    let later = most * (1.0 - (-later / most).exp());
    if waits == 0 {
        return later;
    }
    let mut hand = *exact.concealed;
    if let Some(kind) = discard {
        hand.remove(Tile::new(kind as u8));
    }
    let (chance, value) = ready_value(position, exact, &hand, waits);
    // A hand that was declared cannot become another.
    if exact.rules.scoring.declares_ready() { value } else { value + (1.0 - chance) * later }
}

/// Chance to win and expected points of a ready hand.
fn ready_value(position: &Position<'_>, exact: &Exact<'_>, hand: &TileCounts, waits: u64) -> (f32, f32) {
    let (mut rate, mut pay) = (0.0, 0.0);
    for kind in bits(waits) {
        let tile = Tile::new(kind as u8);
        let winning = WinningHand { concealed: hand.with(tile), melds: *position.melds, winning_tile: tile };
        let points = |self_drawn: bool| {
            let context = WinContext {
                self_drawn,
                declared_ready: true,
                ..WinContext::discard(exact.prevalent, exact.seat)
            };
            scoring::score(&winning, &context, exact.rules).map_or(0, |s| u32::from(s.points()))
        };
        let chance = &position.chances.by_kind[kind];
        let (own, discard) = (points(true), points(false));
        if own >= position.worth.minimum {
            rate += chance.rate_drawn;
            pay += chance.rate_drawn * position.pay_own(own as f32);
        }
        if discard >= position.worth.minimum {
            rate += chance.rate_discarded;
            pay += chance.rate_discarded * position.pay_discard(discard as f32);
        }
    }
    if rate <= 0.0 {
        return (0.0, 0.0);
    }
    let chance = 1.0 - (-rate * position.chances.turns).exp();
    (chance, pay / rate * chance)
}
