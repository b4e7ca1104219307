//! Claims of a discard: rules/mcr.md 1.5.

use crate::story::{Script, Story, sorted, tile, tiles};
use mcr_engine::{Action, Event, Meld, Offer, OutcomeKind, RuleSet, Seat};

/// East discards 5p: south may chow, west pung or kong, north win.
fn everybody_wants_it() -> Story {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 1199s 2468p 1357m E
         S: 346p 2468s 1357m SW
         W: 555p 2468s 3579m CF
         N: 123456789m 46p 22s
         draws: 5p",
    )
    .deal();
    story.play("E discards 5p");
    story
}

#[test]
fn seats_are_asked_for_what_they_can_claim() {
    let story = everybody_wants_it();
    assert_eq!(story.choices(Seat::East), "");
    assert_eq!(story.choices(Seat::South), "pass chow345p chow456p");
    assert_eq!(story.choices(Seat::West), "pass pung5p kong5p");
    assert_eq!(story.choices(Seat::North), "pass hu");
}

#[test]
fn nothing_happens_before_all_have_answered() {
    let mut story = everybody_wants_it();
    let events = story.events.len();
    story.play("N wins, W pungs");
    assert_eq!(story.events.len(), events);
    assert_eq!(story.deal.pending().iter().collect::<Vec<_>>(), [Seat::South]);
    // The others' answers do not show.
    assert_eq!(story.choices(Seat::South), "pass chow345p chow456p");
    story.play("S passes");
    assert_eq!(story.events.len(), events + 1);
}

#[test]
fn hu_goes_before_pung_and_kong() {
    let mut story = everybody_wants_it();
    story.play("S chows 456p, W kongs, N wins");
    let OutcomeKind::Win { winner, payer, .. } = story.outcome().kind else { panic!() };
    assert_eq!((winner, payer), (Seat::North, Some(Seat::East)));
}

#[test]
fn pung_goes_before_chow() {
    let mut story = everybody_wants_it();
    story.play("S chows 456p, W pungs, N passes");
    assert_eq!(story.events.last(), Some(&Event::Pung { seat: Seat::West, tile: tile("5p") }));
    assert_eq!(story.deal.hand(Seat::West).melds().as_slice(), [Meld::pung(tile("5p"), Offer::Opposite)]);
    assert_eq!(story.deal.pending().iter().collect::<Vec<_>>(), [Seat::West]);
    // South's tiles are untouched, and after west north draws.
    assert_eq!(story.holds(Seat::South).len(), 13);
    story.play("W discards C, all pass");
    assert_eq!(story.deal.table().turn(), Some(Seat::North));
}

#[test]
fn kong_goes_before_chow() {
    let mut story = everybody_wants_it();
    story.play("S chows 345p, W kongs, N passes");
    assert_eq!(
        story.deal.hand(Seat::West).melds().as_slice(),
        [Meld::melded_kong(tile("5p"), Offer::Opposite)]
    );
}

#[test]
fn a_chow_is_made_when_nobody_takes_more() {
    let mut story = everybody_wants_it();
    story.play("S chows 456p, W passes, N passes");
    assert_eq!(
        story.events.last(),
        Some(&Event::Chow { seat: Seat::South, lowest: tile("4p"), position: 1 })
    );
    assert_eq!(story.holds(Seat::South), sorted("1357m2468s3pSW"));
    assert_eq!(story.deal.table().face_up().iter().collect::<Vec<_>>(), tiles("456p"));
}

#[test]
fn only_the_next_seat_may_chow() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 46p 1199s 1357m EEE
         S: 159m 159s 1279p SWC
         W: 46p 2468s 1357m SWC
         N: 46p 2468s 1357m SWN
         draws: 5p",
    )
    .deal();
    story.play("E discards 5p");
    // South has no 46p; west and north do, but they do not sit right of east.
    assert_eq!(story.deal.table().turn(), Some(Seat::South));
}

#[test]
fn each_place_in_a_run_can_be_claimed() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 1199s 1357m EEEWW
         S: 34567p 2468s 159m N
         draws: 5p",
    )
    .deal();
    story.play("E discards 5p");
    assert_eq!(story.choices(Seat::South), "pass chow345p chow456p chow567p");
}

#[test]
fn runs_do_not_go_past_the_ends_of_a_suit() {
    for (live, chows) in [("1p", "pass chow123p"), ("9p", "pass chow789p"), ("2p", "pass chow123p chow234p")]
    {
        let mut story = Script::new(
            RuleSet::MCR_136,
            &format!(
                "E: 44s 357m EEEWWNNC
                 S: 1234789p 8s9s 1m2m SS
                 draws: {live}"
            ),
        )
        .deal();
        story.play(&format!("E discards {live}"));
        assert_eq!(story.choices(Seat::South), chows);
    }
}

#[test]
fn honors_make_no_chow() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 44s 357m 1199p 1199s
         S: E W N CF 1147m 258s 9p
         draws: S",
    )
    .deal();
    story.play("E discards S");
    assert_eq!(story.choices(Seat::South), "");
}

/// East discards 5p, on which south, west and north are all ready.
fn three_winners() -> Story {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 1199s 2468p 135m NN
         S: 123456789m 46p 22s
         W: 123456789s 46p 22m
         N: 123m456s46p789m EE
         draws: 5p",
    )
    .deal();
    story.play("E discards 5p");
    story
}

#[test]
fn of_several_hu_only_the_nearest_wins() {
    let mut story = three_winners();
    story.play("W wins, S wins");
    let winner = |story: &Story| story.outcome().winner();
    if story.deal.outcome().is_none() {
        story.all_pass();
    }
    assert_eq!(winner(&story), Some(Seat::South));
    assert_eq!(story.events.iter().filter(|e| matches!(e, Event::Hu { .. })).count(), 1);

    let mut story = three_winners();
    story.play("S passes, W wins");
    if story.deal.outcome().is_none() {
        story.all_pass();
    }
    assert_eq!(winner(&story), Some(Seat::West));
    let points = story.outcome().points;
    assert_eq!((points[Seat::South], points[Seat::North]), (-8, -8));
}

#[test]
fn claimed_tiles_leave_the_river_and_others_stay() {
    let mut story = everybody_wants_it();
    story.play("S passes, W pungs, N passes, W discards C, all pass");
    let discards = story.deal.table().discards();
    assert_eq!(discards.len(), 2);
    assert_eq!(discards.as_slice()[0].claimer(), Some(Seat::West));
    assert_eq!(discards.river(Seat::East).count(), 0);
    assert!(discards.river(Seat::West).eq(tiles("C")));
    assert_eq!(story.deal.table().face_up().iter().collect::<Vec<_>>(), tiles("555pC"));
}

#[test]
fn an_unclaimed_tile_is_gone() {
    let mut story = everybody_wants_it();
    story.play("S passes, W passes, N passes");
    assert_eq!(story.deal.table().turn(), Some(Seat::South));
    let error = story.deal.apply(Seat::North, Action::Hu, &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "North answered Hu, but owes no answer in phase Turn { seat: South }");
}
