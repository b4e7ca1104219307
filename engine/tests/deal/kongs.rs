//! Kongs: rules/mcr.md 1.6, and their fans, 5.5.

use crate::story::{Script, Story, sorted, tile, tiles};
use mcr_engine::{Event, Fan, Meld, MeldKind, Offer, OutcomeKind, Phase, RuleSet, Score, Seat};

fn winning_score(story: &Story) -> Score {
    match story.outcome().kind {
        OutcomeKind::Win { score, .. } => score,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_concealed_kong_draws_its_replacement_from_the_back() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 9999p 1199s 135m NN
         draws: 5p
         replacements: 6s",
    )
    .deal();
    assert_eq!(story.choices(Seat::East), "hide9p");
    story.play("E hides 9p");
    assert_eq!(
        story.events[1..],
        [
            Event::ConcealedKong { seat: Seat::East, tile: Some(tile("9p")) },
            Event::Replacement { seat: Seat::East, tile: Some(tile("6s")) },
        ]
    );
    assert_eq!(story.holds(Seat::East), sorted("135m 11699s 5p NN"));
    assert_eq!(story.deal.hand(Seat::East).drawn(), Some(tile("6s")));
    assert!(story.deal.table().kong_replacement());
    assert!(story.deal.table().face_up().is_empty(), "a concealed kong lies face down");
}

#[test]
fn with_walls_of_their_own_the_replacement_comes_from_the_own_wall() {
    let mut story = Script::new(
        RuleSet::BOTZONE,
        "E: 9999p 1199s 135m NN
         E draws: 5p 6s",
    )
    .deal();
    story.play("E hides 9p");
    assert_eq!(story.deal.hand(Seat::East).drawn(), Some(tile("6s")));
    assert_eq!(story.deal.table().tiles_left_for(Seat::East), 34 - 15);
    assert_eq!(story.deal.table().tiles_left_for(Seat::South), 34 - 13);
}

#[test]
fn a_claimed_kong_draws_its_replacement_at_once() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 1199s 2468p 1357m E
         W: 555p 2468s 3579m CF
         draws: 5p
         replacements: 1p",
    )
    .deal();
    story.play("E discards 5p, W kongs, all pass");
    assert_eq!(
        story.events[2..],
        [
            Event::MeldedKong { seat: Seat::West, tile: tile("5p") },
            Event::Replacement { seat: Seat::West, tile: Some(tile("1p")) },
        ]
    );
    assert_eq!(story.deal.table().face_up().get(tile("5p")), 4);
    assert_eq!(story.deal.legal(Seat::West).discards(), tiles("2468s3579mCF1p").into_iter().collect());
}

/// East holds 555p; south discards the fourth, east pungs, keeps its third and may add it later. South and west
/// wait for 5p.
fn a_pung_with_its_fourth_tile() -> Story {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 555p 1199s 135m NNW
         S: 123456789m 46p 22s
         W: 123456789s 46p 22m
         N: 147m 258s 1199p PCF
         draws: W 5p C F P 9p
         replacements: 8s",
    )
    .deal();
    story.play("E discards W, all pass, S discards 5p");
    assert_eq!(story.choices(Seat::East), "pass pung5p kong5p");
    assert_eq!(story.choices(Seat::West), "pass hu chow456p");
    story.play("W passes, E pungs");
    // No kong right after the claim.
    assert_eq!(story.choices(Seat::East), "");
    story.play(
        "E discards 1m, all pass, S discards C, all pass, W discards F, all pass, N discards P, all pass",
    );
    story
}

#[test]
fn an_added_kong_may_use_a_tile_drawn_earlier() {
    let story = a_pung_with_its_fourth_tile();
    assert_eq!(story.deal.hand(Seat::East).drawn(), Some(tile("9p")));
    assert_eq!(story.choices(Seat::East), "add5p");
}

#[test]
fn an_added_kong_nobody_robs_is_made() {
    let mut story = a_pung_with_its_fourth_tile();
    story.play("E adds 5p");
    assert_eq!(story.deal.table().phase(), Phase::Rob { tile: tile("5p"), from: Seat::East });
    assert_eq!(story.events.last(), Some(&Event::AddedKong { seat: Seat::East, tile: tile("5p") }));
    story.play("S passes, W passes");
    assert_eq!(story.events.last(), Some(&Event::Replacement { seat: Seat::East, tile: Some(tile("8s")) }));
    let kong = [Meld::added_kong(tile("5p"), Offer::Right)];
    assert_eq!(story.deal.hand(Seat::East).melds().as_slice(), kong);
    assert_eq!(story.deal.table().open_melds(Seat::East).as_slice(), kong);
    assert_eq!(story.deal.table().face_up().get(tile("5p")), 4);
    assert!(story.deal.table().kong_replacement());
}

#[test]
fn robbing_a_kong_goes_to_the_nearest_and_the_kong_player_pays() {
    let mut story = a_pung_with_its_fourth_tile();
    story.play("E adds 5p");
    assert_eq!((story.choices(Seat::South), story.choices(Seat::West)), ("pass hu".into(), "pass hu".into()));
    assert_eq!(story.choices(Seat::North), "");
    story.play("W wins, S wins");
    let OutcomeKind::Win { winner, payer, tile: won, robbed, score, .. } = story.outcome().kind else {
        panic!()
    };
    assert_eq!((winner, payer, won, robbed), (Seat::South, Some(Seat::East), tile("5p"), true));
    assert_eq!(score.count(Fan::RobbingTheKong), 1);
    // 47 is never scored with 58, though the three others lie face up.
    assert_eq!(score.count(Fan::LastTile), 0);
    let total = i32::from(score.total());
    assert_eq!(story.outcome().points.0, [-8 - total, 24 + total, -8, -8]);
}

#[test]
fn a_robbed_kong_is_not_made() {
    let mut story = a_pung_with_its_fourth_tile();
    story.play("E adds 5p, S passes, W wins");
    assert_eq!(story.outcome().winner(), Some(Seat::West));
    for melds in [story.deal.hand(Seat::East).melds(), story.deal.table().open_melds(Seat::East)] {
        assert_eq!(melds.as_slice()[0].kind(), MeldKind::Pung);
    }
    let last: Vec<Event> = story.events[story.events.len() - 2..].to_vec();
    assert_eq!(
        last,
        [
            Event::AddedKong { seat: Seat::East, tile: tile("5p") },
            Event::Hu { seat: Seat::West, tile: tile("5p") },
        ]
    );
}

#[test]
fn a_concealed_kong_cannot_be_robbed_even_by_thirteen_orphans() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 9999p 1199s 135m NN
         S: 19m19s1pESWNCFPP
         draws: 5p",
    )
    .deal();
    assert!(story.deal.hand(Seat::South).waits().contains(tile("9p")));
    story.play("E hides 9p");
    assert_eq!(story.deal.pending().iter().collect::<Vec<_>>(), [Seat::East]);
    assert_eq!(story.deal.table().phase(), Phase::Turn { seat: Seat::East });
}

#[test]
fn out_with_the_replacement_tile_counts_for_the_tile_drawn_for_the_kong() {
    let mut story = Script::new(
        RuleSet::MCR,
        "E: 9999p 123456789m
         draws: 5p
         replacements: 5p",
    )
    .deal();
    story.play("E hides 9p, E wins");
    let score = winning_score(&story);
    assert_eq!(score.count(Fan::OutWithReplacementTile), 1);
    assert_eq!(score.count(Fan::ConcealedKong), 1);
}

#[test]
fn out_with_the_replacement_tile_does_not_count_after_a_flower() {
    let mut story = Script::new(
        RuleSet::MCR,
        "E: 9999p 123456789m
         draws: 5p
         replacements: a5p",
    )
    .deal();
    story.play("E hides 9p");
    assert!(!story.deal.table().kong_replacement());
    story.play("E wins");
    let score = winning_score(&story);
    assert_eq!((score.count(Fan::OutWithReplacementTile), score.flowers()), (0, 1));
}

#[test]
fn of_two_kongs_in_a_row_the_last_replacement_counts_once() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 9999p 1111s 123m 55m
         draws: 5p
         replacements: 5p 5m",
    )
    .deal();
    story.play("E hides 9p, E hides 1s");
    assert_eq!(story.deal.hand(Seat::East).drawn(), Some(tile("5m")));
    assert!(story.deal.table().kong_replacement());
    assert_eq!(story.deal.table().concealed_kongs(Seat::East), 2);
}

#[test]
fn a_claimed_kong_can_win_with_its_replacement() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 1199s 2468p 1357m E
         W: 555p 123456789s N
         draws: 5p
         replacements: N",
    )
    .deal();
    story.play("E discards 5p, W kongs, all pass, W wins");
    let score = winning_score(&story);
    assert_eq!((score.count(Fan::OutWithReplacementTile), score.count(Fan::MeldedKong)), (1, 1));
    assert_eq!(story.outcome().points[Seat::East], story.outcome().points[Seat::South]);
}
