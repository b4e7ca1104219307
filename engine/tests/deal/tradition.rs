//! Additions of traditional games (rules/other_rule_sets.md 8g).

use crate::story::{Script, Story, tile};
use mcr_engine::{
    Event, OutcomeKind, RuleSet, Seat, SessionState, Standing,
    rules::{RobbedByThree, Session},
};

const VOID: RuleSet = RuleSet { robbed_by_three: RobbedByThree::Void, ..RuleSet::MCR_136 };

/// East adds 5p to a pung; south, west and north wait for it.
fn a_kong_three_can_rob(rules: RuleSet) -> Story {
    let mut story = Script::new(
        rules,
        "E: 555p 1199s 135m NNW
         S: 123456789m 46p 22s
         W: 123456789s 46p 22m
         N: 678m 678s 123p 46p FF
         draws: W 5p C F P 9p",
    )
    .deal();
    story.play("E discards W, all pass, S discards 5p, W passes, E pungs");
    story.play(
        "E discards 1m, all pass, S discards C, all pass, W discards F, all pass, N discards P, all pass",
    );
    story.play("E adds 5p");
    for seat in Seat::East.others() {
        assert_eq!(story.choices(seat), "pass hu");
    }
    story
}

/// "if all three could win, the hand is void, same dealer again, not counted as repeat".
#[test]
fn three_robbers_void_the_deal() {
    let mut story = a_kong_three_can_rob(VOID);
    story.play("W wins, N wins, S wins");
    assert_eq!(
        (story.outcome().kind, story.outcome().points.0),
        (OutcomeKind::Void { tile: tile("5p") }, [0; 4])
    );
    assert_eq!(story.events.last(), Some(&Event::Void));
}

/// In the official game the nearest wins.
#[test]
fn without_the_option_the_nearest_wins() {
    let mut story = a_kong_three_can_rob(RuleSet::MCR_136);
    story.play("W wins, N wins, S wins");
    assert_eq!(story.outcome().winner(), Some(Seat::South));
}

/// "nearest wins" as long as not all three do.
#[test]
fn two_robbers_are_no_void_deal() {
    let mut story = a_kong_three_can_rob(VOID);
    story.play("S passes, N wins, W wins");
    let OutcomeKind::Win { winner, payer, tile: won, robbed, .. } = story.outcome().kind else { panic!() };
    assert_eq!((winner, payer, won, robbed), (Seat::West, Some(Seat::East), tile("5p"), true));
}

/// Who deals, and in which round, after outcomes: the dealer's win, a win of another, a void deal.
#[test]
fn the_dealer_repeats_and_a_void_deal_is_played_again() {
    let rules = RuleSet { dealer_repeats: true, ..VOID };
    let sequence = rules.sequence().unwrap();
    assert_eq!(sequence, Session::MATCH);
    let mut state = SessionState::new(sequence, 0);
    let place =
        |state: &SessionState| (state.players()[Seat::East], state.streak(), state.standing().doubled);
    let mut void = a_kong_three_can_rob(rules);
    void.play("W wins, N wins, S wins");
    let mut lost = a_kong_three_can_rob(rules);
    lost.play("S passes, N passes, W wins");
    let mut won = Script::new(
        rules,
        "E: 123456789m 123p E
         draws: E",
    )
    .deal();
    won.play("E wins");
    let none = Standing::default();
    state.take(&void.outcome(), &none);
    assert_eq!((state.hand(), place(&state)), (1, (0, 0, false)));
    state.take(&won.outcome(), &none);
    assert_eq!((state.hand(), place(&state)), (2, (0, 1, false)), "repeats, and nothing counts double");
    state.take(&void.outcome(), &none);
    assert_eq!((state.hand(), place(&state)), (3, (0, 1, false)), "no repeat is counted");
    for lost_deals in 1..16 {
        state.take(&lost.outcome(), &none);
        assert_eq!(place(&state), (lost_deals % 4, 0, false));
        assert_eq!(usize::from(state.prevalent() as u8), lost_deals / 4);
        assert!(!state.is_over());
    }
    state.take(&lost.outcome(), &none);
    assert!(state.is_over(), "every player has lost the deal four times");
}
