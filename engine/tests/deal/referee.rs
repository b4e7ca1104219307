//! The referee: a test for each row of the table in rules/mcr.md 7 that can happen here.

use crate::story::{Script, Story, seat, tile};
use mcr_engine::{
    Action, FalseHuPolicy, IllegalAction, OutcomeKind, RuleSet, Ruling, Seat, SeatSet,
    settlement::win_payments,
};

const REFEREE: RuleSet = RuleSet { false_hu: FalseHuPolicy::Official, ..RuleSet::MCR_136 };

/// Ready for 5m and 8m, worth five points or so.
const CHEAP: &str = "S: 23467m567s345p99p\n";

/// East has drawn `drawn` and discarded it; everybody is heard.
fn discarded(hands: &str, drawn: &str) -> Story {
    let mut story = Script::new(REFEREE, &format!("{hands}draws: {drawn}")).deal();
    story.deal.attend(SeatSet::ALL);
    story.play(&format!("E discards {drawn}"));
    story
}

/// Rules on an answer of `who` as the referee does, and gives the ruling.
fn ruled(story: &mut Story, who: Seat, answer: Option<Action>) -> Ruling {
    if let Some(action) = answer {
        assert!(!story.deal.legal(who).contains(action), "{action:?} is legal");
    }
    let ruling = story.deal.ruling_on(who, answer);
    story.deal.rule(who, ruling, &mut story.events).unwrap();
    ruling
}

fn payments(story: &Story) -> [i32; 4] {
    story.deal.table().rulings().payments().0
}

fn fines(story: &Story) -> [u32; 4] {
    story.deal.table().rulings().fines().0
}

#[test]
fn a_complete_hand_below_eight_points_pays_ten_to_each_and_wins_no_more() {
    let mut story = discarded(CHEAP, "8m");
    assert_eq!(ruled(&mut story, Seat::South, Some(Action::Hu)), Ruling::FalseHu);
    assert_eq!(payments(&story), [10, -30, 10, 10]);
    assert!(story.deal.table().rulings().stopped(Seat::South));
    // Play continues: south passes and draws as ever.
    assert!(story.deal.legal(Seat::South).contains(Action::Pass));
    story.all_pass();
    assert_eq!(story.deal.table().turn(), Some(Seat::South));
}

#[test]
fn a_ready_hand_that_declares_on_a_wrong_tile_pays_ten_to_each() {
    let mut story = discarded(CHEAP, "N");
    assert_eq!(ruled(&mut story, Seat::South, Some(Action::Hu)), Ruling::FalseHu);
    assert_eq!(payments(&story), [10, -30, 10, 10]);
}

#[test]
fn a_hand_one_tile_short_of_ready_pays_twenty_to_each() {
    let mut story = discarded("W: 23467m567s345p9p1s\n", "8m");
    assert_eq!(ruled(&mut story, Seat::West, Some(Action::Hu)), Ruling::FraudulentHu);
    assert_eq!(payments(&story), [20, 20, -60, 20]);
    assert!(!story.deal.table().rulings().disqualified(Seat::West));
}

#[test]
fn a_hand_two_or_more_short_is_disqualified_and_pays_twenty_to_each() {
    let mut story = discarded("N: 1289m1289s1289p E\n", "5p");
    assert_eq!(ruled(&mut story, Seat::North, Some(Action::Hu)), Ruling::Disqualified);
    assert_eq!(payments(&story), [20, 20, 20, -60]);
    assert!(story.deal.table().rulings().disqualified(Seat::North));
}

#[test]
fn a_false_hu_by_own_draw_is_judged_with_the_drawn_tile() {
    for (hand, expected) in [
        ("E: 23467m567s345p99p\n", Ruling::FalseHu),
        ("E: 23467m567s345p9p1s\n", Ruling::FalseHu),
        ("E: 2346m567s345p91p1s\n", Ruling::FraudulentHu),
        ("E: 1289m1289s1289p N\n", Ruling::Disqualified),
    ] {
        // The second is ready with the drawn 8m: the right tile is missing, not a step.
        let mut story = Script::new(REFEREE, &format!("{hand}draws: 8m")).deal();
        assert_eq!(ruled(&mut story, Seat::East, Some(Action::Hu)), expected, "{hand}");
        // It still has to discard.
        assert!(story.deal.legal(Seat::East).contains(Action::Discard(tile("8m"))));
    }
}

#[test]
fn sets_that_are_none_cost_the_right_to_win_and_nothing_else() {
    let pung = Action::Pung(tile("8m"));
    let chow = Action::Chow { lowest: tile("7m"), position: 1 };
    let kong = Action::MeldedKong(tile("8m"));
    for action in [pung, chow, kong] {
        let mut story = discarded("S: 8m12p123s456s77sEE\n", "8m");
        assert_eq!(ruled(&mut story, Seat::South, Some(action)), Ruling::InvalidMeld, "{action:?}");
        assert!(story.deal.table().rulings().stopped(Seat::South));
        assert_eq!((payments(&story), fines(&story)), ([0; 4], [0; 4]));
    }
    for action in [Action::ConcealedKong(tile("1m")), Action::AddedKong(tile("1m"))] {
        let mut story = Script::new(REFEREE, "E: 111m99p\ndraws: 9s").deal();
        assert_eq!(ruled(&mut story, Seat::East, Some(action)), Ruling::InvalidMeld, "{action:?}");
    }
}

#[test]
fn announcements_that_are_not_possible_are_warned_and_then_fined_without_payment_to_others() {
    // West holds both tiles, but only south may chow.
    let mut story = discarded("W: 79m\n", "8m");
    let chow = Action::Chow { lowest: tile("7m"), position: 1 };
    for expected in [0, 5, 15, 35] {
        assert_eq!(ruled(&mut story, Seat::West, Some(chow)), Ruling::EmptyClaim);
        assert_eq!(fines(&story), [0, 0, expected, 0]);
    }
    assert_eq!(payments(&story), [0; 4]);
    assert!(!story.deal.table().rulings().stopped(Seat::West));
}

#[test]
fn what_is_no_answer_is_counted_by_itself() {
    let mut story = discarded("", "8m");
    for (answer, expected) in [(None, 0), (Some(Action::Discard(tile("8m"))), 5), (None, 15)] {
        assert_eq!(ruled(&mut story, Seat::North, answer), Ruling::Violation);
        assert_eq!(fines(&story)[Seat::North.index()], expected);
    }
}

#[test]
fn without_the_right_to_win_a_hu_is_an_empty_announcement() {
    let mut story = discarded("S: 67m678s678p234s55p\n", "1m");
    assert_eq!(ruled(&mut story, Seat::South, Some(Action::Hu)), Ruling::FalseHu);
    story.all_pass();
    story
        .deal
        .apply(Seat::South, Action::Discard(story.deal.hand(Seat::South).drawn().unwrap()), &mut ())
        .unwrap();
    // The same hand would win now.
    story.all_pass();
    assert_eq!(ruled(&mut story, Seat::South, Some(Action::Hu)), Ruling::EmptyClaim);
    assert_eq!(payments(&story), [10, -30, 10, 10]);
}

#[test]
fn a_stopped_hand_is_offered_no_hu_and_the_others_may_still_win() {
    let eight = "S: 67m678s678p234s55p\nW: 23467m567s345p99p\n";
    let mut story = discarded(eight, "8m");
    assert!(story.can_win(Seat::South));
    assert_eq!(ruled(&mut story, Seat::West, Some(Action::Hu)), Ruling::FalseHu);
    // The false hu does not use the tile up.
    assert!(story.can_win(Seat::South));
    story.deal.apply(Seat::South, Action::Hu, &mut story.events).unwrap();
    story.all_pass();
    let outcome = story.outcome();
    let OutcomeKind::Win { winner, payer, score, .. } = outcome.kind else { panic!("{outcome:?}") };
    assert_eq!((winner, payer), (Seat::South, Some(seat("E"))));
    let win = win_payments(&REFEREE, winner, payer, false, score.total());
    let expected: Vec<i32> = win.0.iter().zip([10, 10, -30, 10]).map(|(a, b)| a + b).collect();
    assert_eq!(outcome.points.0.to_vec(), expected);
    // Had it been south, it would have lost its claim.
    let mut story = discarded(eight, "8m");
    story.deal.rule(Seat::South, Ruling::InvalidMeld, &mut ()).unwrap();
    assert!(!story.can_win(Seat::South));
}

#[test]
fn payments_are_made_even_when_nobody_wins() {
    let mut story = discarded(CHEAP, "8m");
    ruled(&mut story, Seat::South, Some(Action::Hu));
    story.all_pass();
    story.idle_until(Seat::East, 0);
    let last = story.deal.table().turn().unwrap();
    let drawn = story.deal.hand(last).drawn().unwrap();
    story.deal.apply(last, Action::Discard(drawn), &mut ()).unwrap();
    story.all_pass();
    assert!(story.is_exhausted());
    assert_eq!(story.outcome().points.0, [10, -30, 10, 10]);
}

#[test]
fn only_rules_with_a_referee_have_rulings() {
    for rules in [RuleSet::MCR, RuleSet::BOTZONE] {
        let mut story = Script::new(rules, "").deal();
        let refused = story.deal.rule(Seat::East, Ruling::FalseHu, &mut ()).unwrap_err();
        assert_eq!(refused, IllegalAction::FoulRefused { seat: Seat::East });
    }
    let mut story = Script::new(REFEREE, "").deal();
    assert!(story.deal.foul(Seat::East, &mut ()).is_err());
}

/// Being heard changes nothing but who is asked.
#[test]
fn attended_seats_are_asked_at_every_live_tile_and_their_decisions_are_not_counted() {
    let mut story = Script::new(REFEREE, "").deal();
    story.deal.attend(SeatSet::only(Seat::North));
    let drawn = story.deal.hand(Seat::East).drawn().unwrap();
    story.deal.apply(Seat::East, Action::Discard(drawn), &mut story.events).unwrap();
    assert_eq!(story.choices(Seat::North), "pass");
    let decisions = story.deal.decisions(Seat::North);
    story.deal.apply(Seat::North, Action::Pass, &mut story.events).unwrap();
    assert_eq!(story.deal.decisions(Seat::North), decisions);
}
