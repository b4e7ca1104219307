//! Properties of many random deals, one rule set after another. Debug builds also check conservation, sums and caches
//! after each event inside the engine.

use crate::{
    oracle,
    player::{keen_action, play, random_action},
};
use mcr_engine::{
    Action, Deal, Event, EventLog, OutcomeKind, RuleSet, Seat, Tile, Wall, WallLayout, Wind, rng::agent_keys,
};

/// The presets, each once, and what they leave out: walls for each seat with flowers.
pub(crate) fn rule_sets() -> Vec<RuleSet> {
    let mut all: Vec<RuleSet> = RuleSet::PRESETS.iter().map(|(_, rules)| *rules).collect();
    all.push(RuleSet { wall: WallLayout::PerSeat, ..RuleSet::MCR });
    let mut once: Vec<RuleSet> = Vec::new();
    all.retain(|rules| !once.contains(rules) && (once.push(*rules), true).1);
    all
}

/// Whether the long tests were asked for.
pub(crate) fn slow() -> bool {
    std::env::var_os("MCR_SLOW_TESTS").is_some_and(|v| v == "1")
}

/// How many deals of a rule set to play: `usual`, or ten times as many with `MCR_SLOW_TESTS=1`.
pub(crate) fn deals(usual: u64) -> u64 {
    if slow() { 10 * usual } else { usual }
}

/// The same for the two properties that are held against a million deals over the four rule sets with
/// `MCR_SLOW_TESTS=1`.
fn deals_of_a_million(usual: u64) -> u64 {
    if slow() { 250_000 } else { usual }
}

fn new_deal(rules: &RuleSet, seed: u64, number: u64, events: &mut Vec<Event>) -> Deal {
    let prevalent = Wind::ALL[(number / 4 % 4) as usize];
    Deal::new(rules, prevalent, Wall::shuffled(rules, seed, number), events)
}

#[test]
fn tiles_are_conserved_and_points_sum_to_zero() {
    let mut seen = [0; 4];
    for rules in rule_sets() {
        for number in 0..deals_of_a_million(2_000) {
            let mut events = Vec::new();
            let mut deal = new_deal(&rules, 1, number, &mut events);
            play(&mut deal, 1, number, &mut events, |_, _, _| {});
            let outcome = deal.outcome().expect("the deal is over");
            assert_eq!(outcome.points.0.iter().sum::<i32>(), 0);
            check_end(&deal, &events);
            seen[match outcome.kind {
                OutcomeKind::Win { robbed: true, .. } => 0,
                OutcomeKind::Win { payer: Some(_), .. } => 1,
                OutcomeKind::Win { payer: None, .. } => 2,
                OutcomeKind::Exhausted
                | OutcomeKind::Void { .. }
                | OutcomeKind::SessionOver
                | OutcomeKind::Foul { .. } => 3,
            }] += 1;
        }
    }
    // The players are keen enough to see every way a deal can end.
    assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
}

/// Every tile of the wall is in a hand, a meld, a river, among the flowers, or was never drawn.
fn check_end(deal: &Deal, events: &[Event]) {
    let mut found: Vec<Tile> = deal.wall().undrawn().collect();
    for seat in Seat::ALL {
        found.extend(deal.hand(seat).concealed().iter());
        found.extend(deal.hand(seat).melds().iter().flat_map(|m| m.tiles()));
        found.extend(deal.table().discards().river(seat));
        found.extend(deal.table().flowers(seat));
    }
    if let OutcomeKind::Win { robbed: true, tile, .. } = deal.outcome().expect("an outcome").kind {
        found.push(tile);
    }
    found.sort();
    let mut all = deal.wall().tiles().to_vec();
    all.sort();
    assert_eq!(found, all, "{events:?}");
}

#[test]
fn exactly_the_legal_actions_of_the_rules_are_accepted() {
    // The rule sets side by side, since a million deals take minutes.
    std::thread::scope(|scope| {
        for rules in rule_sets() {
            scope.spawn(move || {
                (0..deals_of_a_million(250)).for_each(|number| check_deal_legal(&rules, number));
            });
        }
    });
}

fn check_deal_legal(rules: &RuleSet, number: u64) {
    let mut deal = new_deal(rules, 2, number, &mut Vec::new());
    let keys = agent_keys(2, number);
    while let Some(asked) = deal.pending().first() {
        for seat in Seat::ALL {
            check_legal(&deal, seat);
        }
        let choose = if number.is_multiple_of(2) { random_action } else { keen_action };
        let action = choose(&deal, asked, keys[asked]);
        deal.apply(asked, action, &mut ()).expect("a legal action");
    }
}

/// Each of the 235 actions is accepted if the rules, spelled out, allow it, and otherwise changes nothing.
fn check_legal(deal: &Deal, seat: Seat) {
    if !deal.pending().contains(seat) {
        return assert!(deal.legal(seat).is_empty(), "{seat:?} owes no answer in {deal:?}");
    }
    for action in (0..Action::COUNT).filter_map(Action::from_index) {
        let allowed = oracle::allows(deal, seat, action);
        assert_eq!(deal.legal(seat).contains(action), allowed, "{seat:?} {action:?} in {deal:?}");
    }
}

#[test]
fn legal_actions_are_accepted_and_others_change_nothing() {
    for rules in rule_sets() {
        for number in 0..deals(20) {
            let mut events = Vec::new();
            let mut deal = new_deal(&rules, 3, number, &mut events);
            let keys = agent_keys(3, number);
            while let Some(asked) = deal.pending().first() {
                let before = format!("{deal:?}");
                for seat in Seat::ALL {
                    let legal = deal.legal(seat);
                    assert_eq!(deal.pending().contains(seat), !legal.is_empty());
                    for action in (0..Action::COUNT).filter_map(Action::from_index) {
                        if legal.contains(action) {
                            deal.clone().apply(seat, action, &mut ()).expect("a legal action");
                        } else {
                            let events_before = events.len();
                            deal.apply(seat, action, &mut events).expect_err("an illegal action");
                            assert_eq!(events.len(), events_before);
                        }
                    }
                }
                assert_eq!(format!("{deal:?}"), before);
                let action = random_action(&deal, asked, keys[asked]);
                deal.apply(asked, action, &mut events).expect("a legal action");
            }
        }
    }
}

#[test]
fn the_fixed_event_log_holds_what_the_vector_holds() {
    for rules in rule_sets() {
        let mut log = EventLog::new();
        for number in 0..deals(200) {
            let mut events = Vec::new();
            let mut deal = new_deal(&rules, 4, number, &mut events);
            play(&mut deal, 4, number, &mut events, |_, _, _| {});

            log.clear();
            let prevalent = deal.table().prevalent();
            let mut again = Deal::new(&rules, prevalent, Wall::shuffled(&rules, 4, number), &mut log);
            play(&mut again, 4, number, &mut log, |_, _, _| {});
            assert_eq!(log.as_slice(), events);
        }
    }
}

#[test]
fn the_order_of_answers_to_a_live_tile_does_not_matter() {
    for rules in rule_sets() {
        for number in 0..deals(200) {
            let keys = agent_keys(5, number);
            let run = |last_first: bool| {
                let mut events = Vec::new();
                let mut deal = new_deal(&rules, 5, number, &mut events);
                while let Some(first) = deal.pending().first() {
                    let last = deal.pending().iter().last().unwrap_or(first);
                    let seat = if last_first { last } else { first };
                    let action = keen_action(&deal, seat, keys[seat]);
                    deal.apply(seat, action, &mut events).expect("a legal action");
                }
                events
            };
            assert_eq!(run(false), run(true));
        }
    }
}
