//! Players for the tests.

use mcr_engine::{Action, Deal, DecisionRng, EventSink, Seat, rng::agent_keys};

/// Chooses any legal action, each equally likely.
pub(crate) fn random_action(deal: &Deal, seat: Seat, key: u64) -> Action {
    let legal = deal.legal(seat);
    let mut rng = DecisionRng::new(key, deal.decisions(seat));
    legal.nth(rng.below(legal.len() as u64) as usize).expect("a legal action")
}

/// Like [`random_action`], but never lets a win go.
pub(crate) fn eager_action(deal: &Deal, seat: Seat, key: u64) -> Action {
    if deal.legal(seat).contains(Action::Hu) { Action::Hu } else { random_action(deal, seat, key) }
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
        let action = eager_action(deal, seat, keys[seat]);
        before(deal, seat, action);
        deal.apply(seat, action, sink).expect("a legal action");
    }
}
