//! What a seat may not know: DESIGN.md invariant 3, rules/mcr.md 1.6.

use crate::{player, story::Script, story::tile};
use mcr_engine::{Deal, Event, Moment, Phase, RuleSet, Seat, Table, Tile, Wall, Wind};

#[test]
fn a_concealed_kong_shows_that_it_is_there_but_not_its_kind() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 9999p 1199s 135m NN
         draws: 5p
         replacements: 6s",
    )
    .deal();
    story.play("E hides 9p");
    let kong = story.events[1];
    assert_eq!(kong.seen_by(Seat::West), Event::ConcealedKong { seat: Seat::East, tile: None });
    assert_eq!(kong.seen_by(Seat::East), kong);
    let table = story.deal.table();
    assert_eq!((table.concealed_kongs(Seat::East), table.open_melds(Seat::East).len()), (1, 0));
    assert_eq!(table.concealed_tiles(Seat::East), 11);
    // The own four are seen, the others count them among what they cannot see.
    assert_eq!(story.deal.observe(Seat::East).unseen().get(tile("9p")), 0);
    assert_eq!(story.deal.observe(Seat::West).unseen().get(tile("9p")), 4);
}

#[test]
fn two_deals_that_differ_in_hidden_tiles_only_look_the_same() {
    // South's and west's hands are exchanged, and the wall is another one.
    let hands = ["147m 258s 369p ESWN", "1199m 1199s 1199p C"];
    let looks = [(hands[0], hands[1], "P"), (hands[1], hands[0], "F")].map(|(south, west, next)| {
        let mut story = Script::new(
            RuleSet::MCR_136,
            &format!("E: 3333s 2244p 135m NN\nN: 2255m 2266s 6677p C\nS: {south}\nW: {west}\ndraws: 5m{next}\nreplacements: 6s"),
        )
        .deal();
        story.play("E hides 3s, E discards 5m, all pass");
        let seen: Vec<Event> = story.events.iter().map(|e| e.seen_by(Seat::North)).collect();
        format!("{seen:?} {:?}", story.deal.observe(Seat::East))
    });
    assert_eq!(looks[0], looks[1]);
}

#[test]
fn every_seat_can_rebuild_the_table_from_what_it_saw() {
    for (name, rules) in RuleSet::PRESETS {
        for number in 0..crate::random::deals(200) {
            let mut events = Vec::new();
            let mut deal = Deal::new(&rules, Wind::South, Wall::shuffled(&rules, 21, number), &mut events);
            player::play(&mut deal, 21, number, &mut events, |_, _, _| {});
            for viewer in Seat::ALL {
                let mut table = Table::new(&rules, Wind::South);
                for event in &events {
                    table.apply(event.seen_by(viewer)).unwrap_or_else(|e| panic!("{name} {number}: {e}"));
                }
                assert_eq!(format!("{table:?}"), format!("{:?}", deal.table()), "{name} {number}");
            }
        }
    }
}

#[test]
fn events_that_cannot_follow_are_refused() {
    let rules = RuleSet::MCR_136;
    let mut table = Table::new(&rules, Wind::East);
    let draw = |seat| Event::Draw { seat, tile: None };
    let discard = |seat, t| Event::Discard { seat, tile: tile(t), drawn: false };
    let refused = |table: &Table, event| {
        let before = format!("{table:?}");
        let mut table = *table;
        let error = table.apply(event).expect_err("an event that cannot follow");
        assert_eq!(format!("{table:?}"), before);
        error.to_string()
    };
    refused(&table, draw(Seat::South));
    refused(&table, discard(Seat::East, "5p"));
    table.apply(draw(Seat::East)).expect("the dealer draws");
    refused(&table, draw(Seat::South));
    refused(&table, Event::Flower { seat: Seat::East, tile: Tile::flower(0) });
    refused(&table, Event::AddedKong { seat: Seat::East, tile: tile("5p") });
    refused(&table, Event::Exhausted);
    table.apply(discard(Seat::East, "5p")).expect("a discard");
    assert_eq!(table.phase(), Phase::Claim { tile: tile("5p"), from: Seat::East });
    refused(&table, draw(Seat::West));
    refused(&table, Event::Pung { seat: Seat::East, tile: tile("5p") });
    refused(&table, Event::Pung { seat: Seat::West, tile: tile("6p") });
    refused(&table, Event::Chow { seat: Seat::West, lowest: tile("4p"), position: 1 });
    refused(&table, Event::Chow { seat: Seat::South, lowest: tile("4p"), position: 0 });
    table.apply(Event::MeldedKong { seat: Seat::West, tile: tile("5p") }).expect("a kong");
    let error = refused(&table, discard(Seat::West, "1m"));
    assert!(error.contains("a replacement"), "{error}");
    table.apply(Event::Replacement { seat: Seat::West, tile: None }).expect("its replacement");
    refused(&table, Event::Discard { seat: Seat::West, tile: tile("5p"), drawn: true });
    table.apply(Event::Hu { seat: Seat::West, tile: tile("1m") }).expect("a win");
    let error = refused(&table, draw(Seat::North));
    assert!(error.contains("over"), "{error}");
}

#[test]
fn an_observation_says_what_is_asked() {
    let mut story = Script::new(
        RuleSet::MCR_136,
        "E: 1199s 2468p 1357m E
         W: 555p 2468s 3579m CF
         draws: 5p",
    )
    .deal();
    assert_eq!(story.deal.observe(Seat::East).moment(), Moment::Turn);
    assert_eq!(story.deal.observe(Seat::West).moment(), Moment::Watch);
    story.play("E discards 5p");
    let view = story.deal.observe(Seat::West);
    assert_eq!(view.moment(), Moment::Claim { tile: tile("5p"), from: Seat::East });
    assert_eq!((view.seat(), view.decision(), view.legal().len()), (Seat::West, 0, 3));
    assert_eq!(view.unseen().total(), 136 - 13 - 1);
    story.play("W pungs");
    story.all_pass();
    let view = story.deal.observe(Seat::West);
    assert_eq!((view.moment(), view.decision()), (Moment::AfterClaim, 1));
    assert_eq!(story.deal.observe(Seat::East).decision(), 1);
}
