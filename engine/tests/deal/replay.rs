//! Recorded deals played again, and one seat's view of them.

use crate::{player, random};
use mcr_engine::{
    Action, Deal, Event, Replay, ReplayError, RuleSet, Seat, SeatView, Tile, ViewError, Wall, Wind, replay,
};

/// Plays a random deal and tells its events and answers.
fn recorded(rules: &RuleSet, number: u64) -> (Wall, Deal, Vec<Event>, Vec<(Seat, Action)>) {
    let wall = Wall::shuffled(rules, 41, number);
    let (mut events, mut answers) = (Vec::new(), Vec::new());
    let mut deal = Deal::new(rules, Wind::West, wall, &mut events);
    player::play(&mut deal, 41, number, &mut events, |_, seat, action| answers.push((seat, action)));
    (wall, deal, events, answers)
}

#[test]
fn the_answers_give_the_same_events_and_outcome() {
    for (_, rules) in RuleSet::PRESETS {
        for number in 0..random::deals(200) {
            let (wall, deal, events, answers) = recorded(&rules, number);
            let again = replay(&rules, Wind::West, &wall, answers).expect("a replay");
            assert_eq!(again.events, events);
            assert_eq!(Some(&again.outcome), deal.outcome());
        }
    }
}

#[test]
fn a_wrong_answer_is_told_with_its_step() {
    let rules = RuleSet::MCR;
    let (wall, _, _, mut answers) = recorded(&rules, 0);
    let unfinished = replay(&rules, Wind::West, &wall, answers[..3].to_vec()).expect_err("too short");
    assert!(matches!(unfinished, ReplayError::Unfinished { steps: 3, .. }), "{unfinished}");
    answers.push((Seat::East, Action::Pass));
    let steps = answers.len() - 1;
    let late = replay(&rules, Wind::West, &wall, answers.clone()).expect_err("too long");
    assert_eq!(late.to_string(), format!("step {steps}: East answered after the end of the deal"));
    answers[2] = (answers[2].0, Action::Chow { lowest: Tile::RED, position: 9 });
    let wrong = replay(&rules, Wind::West, &wall, answers).expect_err("no such action");
    assert!(matches!(wrong, ReplayError::Step { step: 2, .. }), "{wrong}");
    let foreign = replay(&RuleSet::BOTZONE, Wind::West, &wall, []).expect_err("another wall");
    assert!(matches!(foreign, ReplayError::Wall { found: 144, .. }), "{foreign}");
}

#[test]
fn a_foul_is_replayed_too() {
    let wall = Wall::shuffled(&RuleSet::BOTZONE, 41, 0);
    let mut replay = Replay::new(&RuleSet::BOTZONE, Wind::East, &wall).expect("a wall");
    let discard = replay.deal().legal(Seat::East).nth(0).expect("a discard");
    replay.step(Seat::East, discard).expect("a step");
    replay.foul(Seat::West).expect("a foul");
    let done = replay.finish().expect("the end");
    assert_eq!(done.events.last(), Some(&Event::Foul { seat: Seat::West }));
    assert_eq!(done.outcome.points.0, [10, 10, -30, 10]);
}

/// The thirteen tiles dealt to `seat`, and the events it sees.
fn dealt(deal: &Deal, seat: Seat) -> Vec<Tile> {
    let tiles = deal.wall().tiles();
    match deal.wall().layout() {
        mcr_engine::WallLayout::Shared => {
            let block = |round: usize| 16 * round + 4 * seat.index();
            let blocks = (0..3).flat_map(|r| &tiles[block(r)..block(r) + 4]);
            blocks.chain(&tiles[48 + seat.index()..=48 + seat.index()]).copied().collect()
        }
        mcr_engine::WallLayout::PerSeat => {
            let part = tiles.len() / 4;
            tiles[seat.index() * part..(seat.index() + 1) * part].iter().rev().take(13).copied().collect()
        }
    }
}

#[test]
fn a_view_kept_by_events_sees_what_the_deal_shows() {
    for rules in random::rule_sets() {
        for number in 0..random::deals(200) {
            let wall = Wall::shuffled(&rules, 42, number);
            let mut told = 0;
            let mut events = Vec::new();
            let mut deal = Deal::new(&rules, Wind::East, wall, &mut events);
            let mut views = Seat::ALL
                .map(|seat| SeatView::new(&rules, Wind::East, seat, &dealt(&deal, seat)).expect("a view"));
            let keys = mcr_engine::rng::agent_keys(42, number);
            while let Some(asked) = deal.pending().first() {
                for event in &events[told..] {
                    for view in &mut views {
                        let event = event.seen_by(view.seat());
                        view.apply(event).unwrap_or_else(|e| panic!("{number} {event:?}: {e}"));
                    }
                }
                told = events.len();
                for seat in deal.pending().iter() {
                    compare(&views[seat.index()], &deal);
                }
                let action = player::keen_action(&deal, asked, keys[asked]);
                deal.apply(asked, action, &mut events).expect("a legal action");
            }
        }
    }
}

fn compare(view: &SeatView, deal: &Deal) {
    let (mine, theirs) = (view.observe(), deal.observe(view.seat()));
    assert_eq!(mine.legal(), theirs.legal());
    assert_eq!(mine.moment(), theirs.moment());
    assert_eq!(mine.decision(), theirs.decision());
    assert_eq!(mine.hand().concealed(), theirs.hand().concealed());
    assert_eq!(mine.hand().melds(), theirs.hand().melds());
    assert_eq!(mine.hand().drawn(), theirs.hand().drawn());
    assert_eq!(mine.hand().waits(), theirs.hand().waits());
    assert_eq!(mine.unseen(), theirs.unseen());
    assert_eq!(format!("{:?}", mine.table()), format!("{:?}", theirs.table()));
}

#[test]
fn a_view_refuses_what_its_seat_cannot_do() {
    let rules = RuleSet::MCR_136;
    let tiles: Vec<Tile> = Tile::kinds().take(13).collect();
    let new = |tiles: &[Tile]| SeatView::new(&rules, Wind::East, Seat::East, tiles);
    assert!(matches!(new(&tiles[1..]), Err(ViewError::Dealt { found: 12, .. })));
    assert!(matches!(new(&[Tile::EAST; 13]), Err(ViewError::FifthCopy { .. })));
    let mut view = new(&tiles).expect("a view");
    let hidden = Event::Draw { seat: Seat::East, tile: None };
    assert!(matches!(view.apply(hidden), Err(ViewError::Unknown { .. })));
    let draw = Event::Draw { seat: Seat::East, tile: Some(Tile::RED) };
    view.apply(draw).expect("a draw");
    assert!(matches!(view.apply(draw), Err(ViewError::Table(_))));
    let missing = Event::Discard { seat: Seat::East, tile: Tile::WHITE, drawn: false };
    assert!(matches!(view.apply(missing), Err(ViewError::NotHeld { found: 0, copies: 1, .. })));
    assert_eq!(view.observe().legal().discards().len(), 14, "refused events change nothing");
}
