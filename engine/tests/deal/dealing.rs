//! Dealing and flowers: rules/mcr.md 1.3, 1.7, 1.8 and 6.4.

use crate::story::{Script, sorted, tile, tiles};
use mcr_engine::{Deal, Event, RuleSet, Seat, Wall, WallLayout, Wind};

#[test]
fn shared_wall_deals_three_times_four_then_one_and_the_dealer_one_more() {
    let wall = Wall::shuffled(&RuleSet::MCR_136, 11, 0);
    let w = wall.tiles().to_vec();
    let mut events = Vec::new();
    let deal = Deal::new(&RuleSet::MCR_136, Wind::East, wall, &mut events);
    for (i, seat) in Seat::ALL.into_iter().enumerate() {
        let mut expected = Vec::new();
        for round in 0..3 {
            expected.extend(&w[16 * round + 4 * i..16 * round + 4 * i + 4]);
        }
        expected.push(w[48 + i]);
        if seat == Seat::East {
            // 跳牌: the first and the fifth of the last five.
            expected.push(w[52]);
        }
        expected.sort();
        assert!(deal.hand(seat).concealed().iter().eq(expected), "{seat:?}");
    }
    assert_eq!(deal.hand(Seat::East).drawn(), Some(w[52]));
    assert_eq!(events, [Event::Draw { seat: Seat::East, tile: Some(w[52]) }]);
    assert_eq!(deal.table().tiles_left(), 136 - 53);
}

#[test]
fn walls_of_their_own_deal_from_their_ends() {
    let wall = Wall::shuffled(&RuleSet::BOTZONE, 11, 0);
    let w = wall.tiles().to_vec();
    let deal = Deal::new(&RuleSet::BOTZONE, Wind::East, wall, &mut ());
    for (i, seat) in Seat::ALL.into_iter().enumerate() {
        let part = &w[34 * i..34 * (i + 1)];
        let held = if seat == Seat::East { 14 } else { 13 };
        let mut expected = part[34 - held..].to_vec();
        expected.sort();
        assert!(deal.hand(seat).concealed().iter().eq(expected), "{seat:?}");
        assert_eq!(deal.table().tiles_left_for(seat), 34 - held);
    }
    assert_eq!(deal.hand(Seat::East).drawn(), Some(w[34 - 14]));
}

#[test]
fn flowers_are_replaced_seat_by_seat_from_the_back_with_chains() {
    let story = Script::new(
        RuleSet::MCR,
        "E: ab 1199m1199s199p
         S: f 2233m2233s2233p
         draws: e
         replacements: c1m2md3m4m",
    )
    .deal();
    let flower = |seat, t| Event::Flower { seat, tile: tile(t) };
    let replacement = |seat, t| Event::Replacement { seat, tile: Some(tile(t)) };
    use Seat::{East, South};
    assert_eq!(
        story.events,
        [
            Event::Draw { seat: East, tile: Some(tile("e")) },
            flower(East, "a"),
            replacement(East, "c"),
            flower(East, "c"),
            replacement(East, "1m"),
            flower(East, "b"),
            replacement(East, "2m"),
            flower(East, "e"),
            replacement(East, "d"),
            flower(East, "d"),
            replacement(East, "3m"),
            flower(South, "f"),
            replacement(South, "4m"),
        ]
    );
    // 1.8: the replacement of the dealer's 14th tile is the drawn tile.
    assert_eq!(story.deal.hand(East).drawn(), Some(tile("3m")));
    assert_eq!(story.holds(East), sorted("111 2 3 99m 1199s 199p"));
    assert_eq!(story.holds(South), sorted("2233 4m 2233s 2233p"));
    assert!(story.deal.table().flowers(East).eq(tiles("abcde")));
    assert_eq!(story.deal.table().flower_count(South), 1);
    assert_eq!(story.deal.table().tiles_left(), 144 - 53 - 6);
}

#[test]
fn flowers_in_walls_of_their_own_are_replaced_before_the_dealer_draws() {
    let rules = RuleSet { wall: WallLayout::PerSeat, ..RuleSet::MCR };
    let mut story = Script::new(
        rules,
        "E: a 1199m1199s1199p
         E draws: 5m6mb7m
         S: 2233m2233s2233p N
         W: 4455s4455p4444m S
         N: c 6677s6677p6677m
         N draws: 8m",
    )
    .deal();
    let expected = [
        Event::Flower { seat: Seat::East, tile: tile("a") },
        Event::Replacement { seat: Seat::East, tile: Some(tile("5m")) },
        Event::Flower { seat: Seat::North, tile: tile("c") },
        Event::Replacement { seat: Seat::North, tile: Some(tile("8m")) },
        Event::Draw { seat: Seat::East, tile: Some(tile("6m")) },
    ];
    assert_eq!(story.events, expected);
    story.play("E discards 6m, all pass, S discards N, all pass, W discards S, all pass");
    story.play("N discards 8m, all pass");
    // East draws the flower b in turn and 7m for it, both from its own wall.
    assert_eq!(
        story.events[story.events.len() - 3..],
        [
            Event::Draw { seat: Seat::East, tile: Some(tile("b")) },
            Event::Flower { seat: Seat::East, tile: tile("b") },
            Event::Replacement { seat: Seat::East, tile: Some(tile("7m")) },
        ]
    );
    assert_eq!(story.deal.table().tiles_left_for(Seat::East), 36 - 13 - 4);
}

#[test]
fn a_drawn_flower_is_replaced_at_once() {
    let mut story = Script::new(
        RuleSet::MCR,
        "E: 1199m1199s1199p E
         S: 2233m2233s2233p E
         draws: 5pa
         replacements: b6s",
    )
    .deal();
    story.play("E discards 5p, all pass");
    let seat = Seat::South;
    assert_eq!(
        story.events[2..],
        [
            Event::Draw { seat, tile: Some(tile("a")) },
            Event::Flower { seat, tile: tile("a") },
            Event::Replacement { seat, tile: Some(tile("b")) },
            Event::Flower { seat, tile: tile("b") },
            Event::Replacement { seat, tile: Some(tile("6s")) },
        ]
    );
    assert_eq!(story.deal.hand(seat).drawn(), Some(tile("6s")));
}

#[test]
fn a_flower_that_cannot_be_replaced_ends_the_deal() {
    // Seven flowers are dealt and replaced; the eighth is the last tile of the wall.
    let mut story = Script::new(
        RuleSet::MCR,
        "E: abcd 1199m1199s E
         S: efg 2233m2233s22p
         draws: 5p
         replacements: 1p2p3p4p5p6p7p h",
    )
    .deal();
    story.idle_until(Seat::East, 1);
    let last = story.deal.table().turn().expect("a turn");
    let drawn = story.deal.hand(last).drawn().expect("a drawn tile");
    story.deal.apply(last, mcr_engine::Action::Discard(drawn), &mut story.events).expect("a discard");
    story.all_pass();
    assert!(story.is_exhausted());
    let seat = last.next();
    assert_eq!(
        story.events[story.events.len() - 3..],
        [
            Event::Draw { seat, tile: Some(tile("h")) },
            Event::Flower { seat, tile: tile("h") },
            Event::Exhausted,
        ]
    );
    assert_eq!(story.outcome().points.0, [0; 4]);
}
