//! 听: hands that are declared ready, and what they may do then (other_rule_sets.md 8b).

use crate::{
    player::{keen_action, play},
    random::deals,
};
use mcr_engine::{
    BySeat, Deal, Event, Fan, OutcomeKind, RuleSet, Scoring, Seat, Setup, Wall, Wind, rng::agent_keys,
};

const ROOM: RuleSet = RuleSet::ROOM_PUBLIC;

fn new_deal(number: u64, events: &mut Vec<Event>) -> Deal {
    Deal::new(&ROOM, Wind::East, Wall::shuffled(&ROOM, 21, number), events)
}

#[test]
fn the_first_discard_that_leaves_a_hand_ready_declares_it() {
    let mut declared = 0;
    for number in 0..deals(300) {
        let keys = agent_keys(21, number);
        let mut events = Vec::new();
        let mut deal = new_deal(number, &mut events);
        while let Some(seat) = deal.pending().first() {
            let before = events.len();
            deal.apply(seat, keen_action(&deal, seat, keys[seat]), &mut events).unwrap();
            let said = events[before..].contains(&Event::Ready { seat });
            if let Some(place) = events[before..].iter().position(|e| matches!(e, Event::Discard { .. })) {
                let ready = !deal.hand(seat).waits().is_empty();
                // Claims of others may follow at once, so only the discarder's own hand is looked at.
                assert!(said <= ready, "declared, but not ready");
                assert!(!ready || deal.table().declared_ready(seat), "ready, but not declared");
                assert!(!said || events[before + place - 1] == Event::Ready { seat });
                declared += u32::from(said);
            }
        }
    }
    assert!(declared > 100, "{declared}");
}

#[test]
fn a_declared_hand_discards_what_it_draws_and_claims_nothing_but_its_win() {
    let mut wins = 0;
    for number in 0..deals(500) {
        let mut events = Vec::new();
        let mut deal = new_deal(number, &mut events);
        play(&mut deal, 21, number, &mut events, |_, _, _| {});
        let mut since = BySeat::<Option<bool>>::default();
        for event in &events {
            let Some(seat) = event.seat() else { continue };
            match (event, since[seat]) {
                (Event::Ready { .. }, None) => since[seat] = Some(true),
                (Event::Ready { .. }, Some(_)) => panic!("declared twice"),
                // The discard that declares.
                (Event::Discard { .. }, Some(true)) => since[seat] = Some(false),
                (Event::Discard { drawn, .. }, Some(false)) => assert!(drawn, "{events:?}"),
                (Event::Draw { .. } | Event::Flower { .. } | Event::Replacement { .. }, _) => {}
                (Event::Hu { .. }, _) | (_, None) => {}
                (event, Some(_)) => panic!("{event:?} by a declared hand"),
            }
        }
        if let OutcomeKind::Win { winner, score, .. } = deal.outcome().unwrap().kind {
            assert_eq!(score.count(Fan::DeclaredReady) == 1, since[winner].is_some());
            wins += u32::from(since[winner].is_some());
        }
    }
    assert!(wins > 50, "{wins}");
}

#[test]
fn declarations_are_part_of_a_written_position() {
    let mut declared = false;
    for number in 0..40 {
        let keys = agent_keys(22, number);
        let mut events = Vec::new();
        let mut deal = new_deal(number, &mut events);
        while let Some(seat) = deal.pending().first() {
            deal.apply(seat, keen_action(&deal, seat, keys[seat]), &mut events).unwrap();
            if let Some(setup) = Setup::of(&deal) {
                let again = setup.deal(&mut ()).unwrap();
                for seat in Seat::ALL {
                    assert_eq!(again.table().declared_ready(seat), deal.table().declared_ready(seat));
                    declared |= again.table().declared_ready(seat);
                }
            }
        }
    }
    assert!(declared);
}

#[test]
fn without_a_value_there_are_no_declarations() {
    let Scoring::Public { fans, pair_258, .. } = ROOM.scoring else { unreachable!("the public room") };
    let rules = RuleSet { scoring: Scoring::Public { fans, ready: 0, pair_258 }, ..ROOM };
    for number in 0..deals(50) {
        let mut events = Vec::new();
        let mut deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 21, number), &mut events);
        play(&mut deal, 21, number, &mut events, |_, _, _| {});
        assert!(!events.iter().any(|event| matches!(event, Event::Ready { .. })));
    }
}
