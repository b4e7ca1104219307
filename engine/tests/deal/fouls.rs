//! Illegal answers: rules/mcr.md 7, protocols/botzone.md 5.

use crate::story::{Script, tile};
use mcr_engine::{Action, Event, IllegalAction, OutcomeKind, Phase, RuleSet, Seat, Tile};

#[test]
fn the_bot_league_ends_the_deal_and_takes_thirty() {
    let mut story = Script::new(RuleSet::BOTZONE, "").deal();
    story.deal.foul(Seat::South, &mut story.events).expect("a foul");
    assert_eq!(story.outcome().kind, OutcomeKind::Foul { seat: Seat::South });
    assert_eq!(story.outcome().points.0, [10, -30, 10, 10]);
    assert_eq!(story.events.last(), Some(&Event::Foul { seat: Seat::South }));
    assert_eq!(story.deal.pending().first(), None);
    let over = story.deal.foul(Seat::East, &mut ()).unwrap_err();
    assert_eq!(over, IllegalAction::Over { seat: Seat::East });
}

#[test]
fn the_official_rules_refuse_a_foul() {
    let mut story = Script::new(RuleSet::MCR, "").deal();
    let refused = story.deal.foul(Seat::South, &mut ()).unwrap_err();
    assert_eq!(refused, IllegalAction::FoulRefused { seat: Seat::South });
    assert!(story.deal.outcome().is_none());
}

#[test]
fn an_illegal_answer_is_refused_with_what_would_be_legal() {
    let mut story = Script::new(RuleSet::MCR_136, "E: 1199m1199s1199p E\ndraws: 5p").deal();
    let error = story.deal.apply(Seat::East, Action::Discard(tile("7s")), &mut ()).unwrap_err();
    let IllegalAction::NotLegal { seat, phase, legal, .. } = error else { panic!("{error}") };
    assert_eq!((seat, phase), (Seat::East, Phase::Turn { seat: Seat::East }));
    assert_eq!(legal, story.deal.legal(Seat::East));
    assert!(matches!(
        story.deal.apply(Seat::West, Action::Pass, &mut ()),
        Err(IllegalAction::NotAsked { seat: Seat::West, .. })
    ));
}

#[test]
fn actions_that_do_not_exist_are_refused() {
    let mut story = Script::new(RuleSet::MCR_136, "S: 46p 1199m1199s E W N\ndraws: 5p").deal();
    let strange = [
        Action::Discard(Tile::flower(0)),
        Action::Pung(Tile::flower(7)),
        Action::AddedKong(Tile::flower(7)),
        Action::Chow { lowest: tile("4p"), position: 255 },
        Action::Chow { lowest: tile("8p"), position: 0 },
        Action::Chow { lowest: Tile::EAST, position: 0 },
    ];
    for action in strange {
        assert!(story.deal.apply(Seat::East, action, &mut ()).is_err(), "{action:?}");
    }
    story.play("E discards 5p");
    for action in strange {
        assert!(story.deal.apply(Seat::South, action, &mut ()).is_err(), "{action:?}");
    }
}
