//! Players for the tests.

use mcr_engine::{Action, Deal, DecisionRng, EventSink, Seat, rng::agent_keys, shape};

/// Chooses any legal action, each equally likely.
pub(crate) fn random_action(deal: &Deal, seat: Seat, key: u64) -> Action {
    let legal = deal.legal(seat);
    let mut rng = DecisionRng::new(key, deal.decisions(seat));
    legal.nth(rng.below(legal.len() as u64) as usize).expect("a legal action")
}

/// Plays to win: takes every win and most kongs, keeps the hand as near to ready as it can, claims now and then.
pub(crate) fn keen_action(deal: &Deal, seat: Seat, key: u64) -> Action {
    let legal = deal.legal(seat);
    if legal.contains(Action::Hu) {
        return Action::Hu;
    }
    let mut rng = DecisionRng::new(key, deal.decisions(seat));
    let random = legal.nth(rng.below(legal.len() as u64) as usize).expect("a legal action");
    let kong = legal
        .iter()
        .find(|a| matches!(a, Action::ConcealedKong(_) | Action::AddedKong(_) | Action::MeldedKong(_)));
    match kong {
        Some(kong) if rng.below(4) > 0 => kong,
        _ if legal.contains(Action::Pass) => {
            if rng.below(3) > 0 {
                Action::Pass
            } else {
                random
            }
        }
        // A hand that was declared ready discards what it draws.
        _ if legal.discards().len() == 1 => random,
        _ => {
            let hand = deal.hand(seat);
            let best = shape::best_discards(hand.concealed(), hand.melds().len());
            Action::Discard(best[rng.below(best.len() as u64) as usize].tile)
        }
    }
}

/// Plays the deal to its end, telling every answer before it is given.
pub(crate) fn play(
    deal: &mut Deal,
    seed: u64,
    number: u64,
    sink: &mut impl EventSink,
    mut before: impl FnMut(&Deal, Seat, Action),
) {
    let keys = agent_keys(seed, number);
    while let Some(seat) = deal.pending().first() {
        let action = keen_action(deal, seat, keys[seat]);
        before(deal, seat, action);
        deal.apply(seat, action, sink).expect("a legal action");
    }
}
