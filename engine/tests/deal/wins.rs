//! What a win is told about the table: rules/mcr.md 5.3, 5.7, 6.1.

use crate::story::{Script, Story, tile};
use mcr_engine::{Fan, OutcomeKind, RuleSet, Score, Seat};

fn winning_score(story: &Story) -> Score {
    match story.outcome().kind {
        OutcomeKind::Win { score, .. } => score,
        other => panic!("{other:?}"),
    }
}

/// North waits for 5p and lets it go twice; east discards its third, south holds the fourth.
fn two_in_the_river_and_one_live() -> Story {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 555p 147m 258s 19s FF
         S: 5p 147m 258s 19s NNNS
         N: 123456789m 46p 22s",
    )
    .deal();
    for _ in 0..2 {
        story.play("E discards 5p, all pass");
        let left = story.deal.table().tiles_left();
        story.idle_until(Seat::East, left - 3);
    }
    story.play("E discards 5p");
    story
}

#[test]
fn last_of_its_kind_does_not_count_the_winning_tile_itself() {
    let mut story = two_in_the_river_and_one_live();
    assert_eq!(story.deal.table().face_up().get(tile("5p")), 3);
    story.play("N wins");
    story.all_pass();
    assert_eq!(winning_score(&story).count(Fan::LastTile), 0);
}

#[test]
fn last_of_its_kind_when_three_lie_in_the_rivers() {
    let mut story = two_in_the_river_and_one_live();
    story.play("N passes");
    story.all_pass();
    story.play("S discards 5p, N wins");
    story.all_pass();
    assert_eq!(winning_score(&story).count(Fan::LastTile), 1);
}

#[test]
fn last_of_its_kind_when_three_lie_in_a_pung() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 147m 258s 19s EECCF
         W: 55p 258m 147s WWCC7m
         N: 123456789m 46p 22s
         draws: 5p 5p",
    )
    .deal();
    story.play("E discards 5p, W pungs");
    story.all_pass();
    story.play("W discards 7m, all pass");
    assert_eq!(story.deal.hand(Seat::North).drawn(), Some(tile("5p")));
    story.play("N wins");
    assert_eq!(winning_score(&story).count(Fan::LastTile), 1);
}

#[test]
fn last_of_its_kind_by_discard_counts_the_three_others() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 147m 258s 19s EECCF
         W: 55p 258m 147s WWCC7m
         N: 123456789m 46p 22s
         draws: 5p N N 5p",
    )
    .deal();
    story.play("E discards 5p, W pungs");
    story.all_pass();
    story.play(
        "W discards 7m, all pass, N discards N, all pass, E discards N, all pass, S discards 5p, N wins",
    );
    assert_eq!(winning_score(&story).count(Fan::LastTile), 1);
    assert_eq!(story.outcome().points[Seat::South], -8 - i32::from(winning_score(&story).total()));
}

#[test]
fn winds_are_those_of_the_round_and_the_seat() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 147m 258s 19s FFCC9p
         S: SSEE 123m 456m 789m
         draws: S",
    )
    .deal();
    story.play("E discards S, S wins");
    let score = winning_score(&story);
    assert_eq!((score.count(Fan::SeatWind), score.count(Fan::PrevalentWind)), (1, 0));
}

#[test]
fn flowers_are_paid_on_top() {
    let mut story = Script::new(
        RuleSet::MCR,
        "E: 147m 258s 19s FFCC9p
         N: ab 123456789m 46p
         draws: 5p
         replacements: 2s2s",
    )
    .deal();
    story.play("E discards 5p, N wins");
    story.all_pass();
    let score = winning_score(&story);
    assert_eq!((score.flowers(), score.total()), (2, score.points() + 2));
    let total = i32::from(score.total());
    assert_eq!(story.outcome().points.0, [-8 - total, -8, -8, 24 + total]);
}
