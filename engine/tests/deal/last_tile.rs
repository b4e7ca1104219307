//! The end of the wall: rules/mcr.md 1.7, 5.5; for walls of their own 6.4 and protocols/botzone.md 3.

use crate::story::{Script, Story, tile};
use mcr_engine::{Event, Fan, OutcomeKind, RuleSet, Score, Seat};

fn winning_score(story: &Story) -> Score {
    match story.outcome().kind {
        OutcomeKind::Win { score, .. } => score,
        other => panic!("{other:?}"),
    }
}

/// 136 tiles, nobody claims: north draws the last one, which is 5p.
fn north_draws_the_last_tile(hands: &str) -> Story {
    Script::new(RuleSet::MCR_136, &format!("{hands}\nreplacements: 5p")).deal()
}

#[test]
fn the_last_tile_of_the_wall_wins_as_last_tile_draw() {
    let mut story = north_draws_the_last_tile("N: 123456789m 46p 22s");
    story.idle_until(Seat::East, 0);
    assert_eq!(story.deal.hand(Seat::North).drawn(), Some(tile("5p")));
    story.play("N wins");
    assert_eq!(winning_score(&story).count(Fan::LastTileDraw), 1);
}

#[test]
fn the_last_discard_can_only_be_won() {
    let mut story = north_draws_the_last_tile(
        "N: 11m 99s E W C 1p 9p 1s 1s F P
         E: 3467p 2468s 1357m S
         S: 123456789m 46p 22s
         W: 55p 123s 258m 789p NN",
    );
    story.idle_until(Seat::East, 0);
    story.play("N discards 5p");
    assert_eq!(story.choices(Seat::East), "", "no chow");
    assert_eq!(story.choices(Seat::West), "", "no pung");
    assert_eq!(story.choices(Seat::South), "pass hu");
    story.play("S wins");
    assert_eq!(winning_score(&story).count(Fan::LastTileClaim), 1);
}

#[test]
fn an_empty_wall_ends_the_deal_without_payments() {
    let mut story = north_draws_the_last_tile("N: 11m 99s E W C 1p 9p 1s 1s F P");
    story.idle_until(Seat::East, 0);
    story.play("N discards 5p, all pass");
    assert!(story.is_exhausted());
    assert_eq!(story.outcome().points.0, [0; 4]);
    assert_eq!(story.events.last(), Some(&Event::Exhausted));
    assert_eq!(story.deal.pending().first(), None);
}

#[test]
fn no_kong_once_the_wall_is_empty() {
    let mut story = north_draws_the_last_tile("N: 9999p 1199s 135m NN");
    story.idle_until(Seat::East, 4);
    assert_eq!(story.choices(Seat::North), "hide9p");
    story.idle_until(Seat::East, 0);
    assert_eq!(story.deal.table().turn(), Some(Seat::North));
    assert_eq!(story.choices(Seat::North), "");
}

#[test]
fn with_one_tile_left_a_kong_is_allowed_and_draws_the_last_tile() {
    let mut story = north_draws_the_last_tile("W: 9999p 123456789m");
    story.idle_until(Seat::East, 1);
    assert_eq!(story.deal.table().turn(), Some(Seat::West));
    assert!(story.choices(Seat::West).contains("hide9p"));
    // West holds 5p and its drawn tile; it keeps a 5p to wait with.
    let drawn = story.deal.hand(Seat::West).drawn().expect("a drawn tile");
    story.play("W hides 9p");
    assert_eq!(story.deal.table().tiles_left(), 0);
    assert_eq!(story.deal.hand(Seat::West).drawn(), Some(tile("5p")));
    assert_eq!(story.can_win(Seat::West), drawn == tile("5p"));
}

#[test]
fn the_last_tile_for_a_kong_scores_both() {
    // South, the third to act before the end, holds 5p and four 9p, and draws the last tile but one.
    let mut story = Script::new(
        RuleSet::MCR_136,
        "W: 9999p 123456789m
         replacements: 5p 5p",
    )
    .deal();
    // The tile drawn last but one is 5p, the last one too.
    story.idle_until(Seat::East, 1);
    assert_eq!(story.deal.hand(Seat::West).drawn(), Some(tile("5p")));
    story.play("W hides 9p, W wins");
    let score = winning_score(&story);
    assert_eq!((score.count(Fan::LastTileDraw), score.count(Fan::OutWithReplacementTile)), (1, 1));
}

/// Walls of their own: without claims everybody draws 21 tiles after the deal, and north the last.
fn own_walls(text: &str) -> Story {
    Script::new(RuleSet::BOTZONE, text).deal()
}

#[test]
fn own_walls_the_last_draw_is_the_one_after_which_the_next_seat_has_none() {
    let mut story = own_walls("N: 444m 666m 777s 46p 99p\nN last: 5p");
    story.idle_until(Seat::North, 0);
    assert_eq!(story.deal.table().turn(), Some(Seat::North));
    assert_eq!(story.deal.hand(Seat::North).drawn(), Some(tile("5p")));
    assert_eq!(story.deal.table().tiles_left(), 0);
    assert!(story.can_win(Seat::North), "eight points with the last tile alone");
    story.play("N wins");
    assert_eq!(winning_score(&story).count(Fan::LastTileDraw), 1);
}

#[test]
fn own_walls_an_empty_own_wall_is_not_the_last_tile() {
    // East draws its 21st tile while south still has one.
    let mut story = own_walls("E: 123456789p 46s 77p\nE last: 5s");
    story.idle_until(Seat::East, 0);
    assert_eq!(story.deal.table().tiles_left_for(Seat::South), 1);
    story.play("E wins");
    let score = winning_score(&story);
    assert_eq!((score.count(Fan::LastTileDraw), score.count(Fan::PureStraight)), (0, 1));
}

#[test]
fn own_walls_no_kong_with_an_empty_own_wall() {
    let mut story = own_walls("E: 6666p 246s 357s 468m\nE last: 9p");
    story.idle_until(Seat::East, 1);
    assert_eq!(story.choices(Seat::East), "hide6p");
    story.idle_until(Seat::East, 0);
    assert_eq!(story.deal.table().tiles_left_for(Seat::South), 1);
    assert_eq!(story.choices(Seat::East), "");
}

#[test]
fn own_walls_a_kong_with_an_empty_wall_is_accepted_and_ends_the_deal() {
    let mut story = own_walls("E: 666p 2468s 357s 468m\nS last: 6p");
    story.idle_until(Seat::South, 0);
    assert_eq!(story.deal.table().tiles_left_for(Seat::East), 0);
    assert_eq!(story.deal.table().tiles_left_for(Seat::West), 1);
    story.play("S discards 6p");
    assert_eq!(story.choices(Seat::East), "pass pung6p kong6p");
    story.play("E kongs, all pass");
    assert!(story.is_exhausted());
    assert_eq!(
        story.events[story.events.len() - 2..],
        [Event::MeldedKong { seat: Seat::East, tile: tile("6p") }, Event::Exhausted]
    );
}

#[test]
fn own_walls_the_last_discard_can_only_be_won() {
    // East's pung skips nobody's draw but leaves east to discard before south, whose wall is empty.
    let mut story = own_walls(
        "E: 66p 2468s 357s 468m 7p
         S: 7788p 4466m 33s 444p
         W: 68p 123456789s 11m
         S last: 6p",
    );
    story.idle_until(Seat::South, 0);
    story.play("S discards 6p, E pungs");
    story.all_pass();
    assert!(story.deal.table().last_tile(Seat::East));
    story.play("E discards 7p");
    assert_eq!(story.choices(Seat::South), "", "no pung on the last discard");
    assert_eq!(story.choices(Seat::West), "pass hu");
    let mut passed = Story { deal: story.deal.clone(), events: story.events.clone() };
    passed.play("W passes");
    assert!(passed.is_exhausted(), "south has nothing to draw");
    story.play("W wins");
    assert_eq!(winning_score(&story).count(Fan::LastTileClaim), 1);
}

/// East takes two discards of north instead of drawing, so that it keeps two tiles more than the others.
fn east_saves_two_draws() -> Story {
    let mut story = own_walls(
        "E: 6666p 12m 45m 357s 79s
         N draws: 3m 6m
         W draws: 1s 1s
         S draws: 1p 1p
         E draws: 9m",
    );
    story.play("E discards 9m, all pass, S discards 1p, all pass, W discards 1s, all pass, N discards 3m");
    story.play("E chows 123m");
    story.all_pass();
    story.play("E discards 7s, all pass, S discards 1p, all pass, W discards 1s, all pass, N discards 6m");
    story.play("E chows 456m");
    story.all_pass();
    story.play("E discards 9s, all pass");
    story
}

#[test]
fn own_walls_no_kong_when_the_next_wall_is_empty() {
    let mut story = east_saves_two_draws();
    story.idle_until(Seat::East, 2);
    assert_eq!(story.choices(Seat::East), "hide6p");
    story.idle_until(Seat::East, 1);
    assert_eq!(story.deal.table().turn(), Some(Seat::East));
    assert_eq!(story.deal.table().tiles_left_for(Seat::South), 0);
    assert!(story.deal.table().last_tile(Seat::East));
    assert_eq!(story.choices(Seat::East), "", "no kong of the four 6p, though a tile is left for it");
    let drawn = story.deal.hand(Seat::East).drawn().expect("a tile");
    story.play(&format!("E discards {drawn}, all pass"));
    assert!(story.is_exhausted(), "south has nothing to draw, though east has");
    assert_eq!(story.deal.table().tiles_left(), 1);
}
