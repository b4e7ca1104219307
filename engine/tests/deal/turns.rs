//! A turn: rules/mcr.md 1.4, 1.8, and the minimum of points.

use crate::story::{Script, tile, tiles};
use mcr_engine::{Fan, OutcomeKind, RuleSet, Seat, TileSet};

fn set(text: &str) -> TileSet {
    tiles(text).into_iter().collect()
}

#[test]
fn a_drawn_tile_leaves_every_held_kind_to_discard() {
    let story = Script::new(RuleSet::MCR, "E: 1199m1199s1199p E\ndraws: 5p").deal();
    assert_eq!(story.deal.legal(Seat::East).discards(), set("19m19s159pE"));
    assert_eq!(story.choices(Seat::East), "");
    assert_eq!(story.deal.pending().iter().collect::<Vec<_>>(), [Seat::East]);
}

#[test]
fn the_dealers_fourteenth_tile_wins_as_an_own_draw() {
    let mut story = Script::new(RuleSet::MCR_136, "E: 123456789m11s55p\ndraws: 5p").deal();
    assert_eq!(story.deal.hand(Seat::East).waits(), set("1s5p"));
    story.play("E wins");
    let OutcomeKind::Win { winner, payer, tile: won, robbed, score, .. } = story.outcome().kind else {
        panic!("{:?}", story.outcome())
    };
    assert_eq!((winner, payer, won, robbed), (Seat::East, None, tile("5p"), false));
    assert_eq!((score.count(Fan::PureStraight), score.count(Fan::FullyConcealedHand)), (1, 1));
    let each = 8 + i32::from(score.total());
    assert_eq!(story.outcome().points.0, [3 * each, -each, -each, -each]);
}

#[test]
fn a_hand_below_eight_points_may_not_win() {
    // All chows and a concealed own draw: complete, but below eight points.
    let story = Script::new(RuleSet::MCR_136, "E: 123m456m67p678s EE\ndraws: 8p").deal();
    assert!(story.deal.hand(Seat::East).waits().contains(tile("8p")));
    assert!(!story.can_win(Seat::East));
}

#[test]
fn flowers_do_not_count_towards_the_minimum() {
    let story = Script::new(
        RuleSet::MCR,
        "E: abcde 123m456m67p
         draws: 8p
         replacements: 678s EE",
    )
    .deal();
    assert_eq!(story.deal.table().flower_count(Seat::East), 5);
    assert!(story.deal.hand(Seat::East).waits().contains(tile("8p")));
    assert!(!story.can_win(Seat::East));
}

#[test]
fn after_a_pung_only_a_discard_is_possible() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 1199s 2468p 1357m E
         S: 55p 123456789m 11s
         draws: 5p",
    )
    .deal();
    story.play("E discards 5p");
    assert_eq!(story.choices(Seat::South), "pass hu pung5p");
    story.play("S pungs");
    // 123456789m 11s and the pung are complete, but nothing was drawn.
    assert_eq!(story.choices(Seat::South), "");
    assert_eq!(story.deal.legal(Seat::South).discards(), set("123456789m1s"));
    assert_eq!(story.deal.hand(Seat::South).drawn(), None);
}

#[test]
fn after_a_chow_only_a_discard_is_possible_and_of_any_tile() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 1199s 2468p 1357m E
         S: 3456p 8888s 222m PP
         draws: 3p2s",
    )
    .deal();
    story.play("E discards 3p, S chows 345p");
    assert_eq!(story.choices(Seat::South), "", "no kong of the four 8s");
    // 允许同时打出吃进的牌: the tile just claimed or the other end of the run.
    assert_eq!(story.deal.legal(Seat::South).discards(), set("36p8s2mP"));
    story.play("S discards 6p, all pass, W discards 2s");
}

#[test]
fn the_kong_waits_for_the_next_own_draw() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 1199s 2468p 1357m E
         S: 45p 9999p 222m PPNN
         W: 3344s 3344m 7788s F
         N: 1133s 1144m 7788m C
         draws: 3p SSS 6s",
    )
    .deal();
    story.play("E discards 3p, S chows 345p, S discards N, all pass, W discards S, all pass");
    story.play("N discards S, all pass, E discards S, all pass");
    assert_eq!(story.choices(Seat::South), "hide9p");
}

#[test]
fn passing_a_win_has_no_consequence() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 9988s 2468p 1357m E
         S: 123456789m 11s 55p
         W: 3344s 3377p 7788s F
         N: 2233s 7799p 6677s C
         draws: 5p 1s E W N 5p",
    )
    .deal();
    // South passes, draws a winning 1s and discards it, and still wins on the next 5p.
    story.play("E discards 5p, S passes");
    assert!(story.can_win(Seat::South));
    story.play(
        "S discards 1s, all pass, W discards E, all pass, N discards W, all pass, E discards N, all pass",
    );
    assert!(story.can_win(Seat::South));
}
