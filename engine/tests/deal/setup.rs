//! Positions written down: accepted when they can be, with every fault when not.

use crate::{
    player, random,
    story::{tile, tiles},
};
use mcr_engine::{
    Action, Deal, Discard, Event, Fan, Meld, Offer, OutcomeKind, RuleSet, Seat, Setup, SetupFault, SetupHand,
    SetupMoment, SetupWall, Wall, WallLayout, Wind,
};

/// Shared wall without flowers: the hands as given, all other tiles in the wall in index order.
fn position(hands: [(&str, Vec<Meld>); 4], discards: Vec<Discard>, moment: SetupMoment) -> Setup {
    let rules = RuleSet::MCR_136;
    let mut setup = Setup { discards, moment, ..Setup::empty(rules, Wind::East) };
    let mut left = Wall::shuffled(&rules, 0, 0).tiles().to_vec();
    left.sort();
    let mut take = |t| {
        if let Some(place) = left.iter().position(|l| *l == t) {
            left.remove(place);
        }
    };
    for (seat, (concealed, melds)) in Seat::ALL.into_iter().zip(hands) {
        let concealed = tiles(concealed);
        concealed.iter().copied().chain(melds.iter().flat_map(|m| m.tiles())).for_each(&mut take);
        setup.hands[seat] = SetupHand { concealed, melds, ..SetupHand::default() };
    }
    setup.discards.iter().filter(|d| d.claimer().is_none()).for_each(|d| take(d.tile()));
    if let SetupMoment::Rob { tile, .. } = moment {
        take(tile);
    }
    setup.wall = SetupWall::Shared(left);
    setup
}

#[test]
fn a_turn_goes_on_from_the_drawn_tile() {
    let setup = position(
        [
            ("123456789m 4p 33s 6p 5p", vec![]),
            ("147m 2589s 369p ESW", vec![]),
            ("147m 2589s 369p ESW", vec![]),
            ("147m 2589s 369p ESW", vec![]),
        ],
        vec![],
        SetupMoment::Turn { seat: Seat::East, drawn: tile("5p"), kong: true },
    );
    let mut deal = setup.deal(&mut ()).expect("a position");
    assert!(deal.legal(Seat::East).contains(Action::Hu));
    deal.apply(Seat::East, Action::Hu, &mut ()).expect("a win");
    let OutcomeKind::Win { score, .. } = deal.outcome().expect("over").kind else { panic!() };
    assert_eq!(score.count(Fan::OutWithReplacementTile), 1);
}

#[test]
fn a_live_discard_is_offered() {
    let setup = position(
        [
            ("147m 2589s 369p ESW", vec![]),
            ("147m 258s 46p SWNC F", vec![]),
            ("147m 258s 55p SWNCF", vec![]),
            ("258s 369pE", vec![Meld::chow(tile("4m"), 2), Meld::pung(tile("P"), Offer::Left)]),
        ],
        vec![
            Discard::new(Seat::West, tile("6m"), false).claimed(Seat::North),
            Discard::new(Seat::East, tile("5p"), true),
        ],
        SetupMoment::Claim,
    );
    let deal = setup.deal(&mut ()).expect("a position");
    assert_eq!(deal.pending().iter().collect::<Vec<_>>(), [Seat::South, Seat::West]);
    assert_eq!(deal.table().face_up().get(tile("5p")), 1);
    assert_eq!(deal.table().face_up().get(tile("6m")), 1);
}

#[test]
fn a_live_discard_nobody_can_claim_is_followed_by_the_next_draw() {
    let setup = position(
        [
            ("147m 2589s 369p ESW", vec![]),
            ("147m 2589s 369p ESW", vec![]),
            ("147m 2589s 369p ESW", vec![]),
            ("147m 2589s 369p ESW", vec![]),
        ],
        vec![Discard::new(Seat::South, tile("P"), true)],
        SetupMoment::Claim,
    );
    let mut events = Vec::new();
    let deal = setup.deal(&mut events).expect("a position");
    assert!(matches!(events[..], [Event::Draw { seat: Seat::West, .. }]));
    assert_eq!(deal.pending().iter().collect::<Vec<_>>(), [Seat::West]);
}

#[test]
fn an_added_kong_waits_to_be_robbed() {
    let setup = position(
        [
            ("258s 369p ESWN", vec![Meld::pung(tile("5m"), Offer::Opposite)]),
            ("46m 123456789s 11p", vec![]),
            ("147m 2589s 369p ESW", vec![]),
            ("147m 2589s 369p ESW", vec![]),
        ],
        vec![Discard::new(Seat::West, tile("5m"), false).claimed(Seat::East)],
        SetupMoment::Rob { seat: Seat::East, tile: tile("5m") },
    );
    let mut deal = setup.deal(&mut ()).expect("a position");
    let mut passed = deal.clone();
    deal.apply(Seat::South, Action::Hu, &mut ()).expect("robbing");
    assert!(matches!(deal.outcome().expect("over").kind, OutcomeKind::Win { robbed: true, .. }));
    let mut events = Vec::new();
    passed.apply(Seat::South, Action::Pass, &mut events).expect("passing");
    assert!(matches!(events[..], [Event::Replacement { seat: Seat::East, .. }]));
    assert_eq!(passed.hand(Seat::East).melds().as_slice(), [Meld::added_kong(tile("5m"), Offer::Opposite)]);
}

#[test]
fn all_faults_are_told_at_once() {
    let mut setup = position(
        [
            ("147m 258s 369p ESWN P", vec![]),
            ("147m 258s 369p ESW", vec![]),
            ("147m 2589s 369p ESW", vec![]),
            ("147m 2589s 369p ESW", vec![]),
        ],
        vec![Discard::new(Seat::South, tile("C"), true).claimed(Seat::West)],
        SetupMoment::Turn { seat: Seat::East, drawn: tile("F"), kong: false },
    );
    setup.hands[Seat::North].flowers = tiles("1m");
    let faults = setup.deal(&mut ()).expect_err("faults");
    assert_eq!(
        faults,
        [
            SetupFault::Copies { tile: tile("1m"), found: 5, expected: 4 },
            SetupFault::HandSize { seat: Seat::South, found: 12, expected: 13 },
            SetupFault::NoFlower { seat: Seat::North, tile: tile("1m") },
            SetupFault::ClaimWithoutMeld { place: 0, claimer: Seat::West },
            SetupFault::DrawnTile { seat: Seat::East, tile: tile("F") },
        ]
    );
    assert_eq!(faults[1].to_string(), "South: 12 concealed tiles, expected 13");
}

#[test]
fn faults_of_the_moment_and_the_wall() {
    let hands = || ["147m 2589s 369p ESW"; 4].map(|hand| (hand, vec![]));
    let faults = |discards, moment| position(hands(), discards, moment).deal(&mut ()).expect_err("faults");
    assert_eq!(faults(vec![], SetupMoment::Claim), [SetupFault::NoLiveDiscard]);
    assert!(
        faults(vec![], SetupMoment::AfterClaim { seat: Seat::West })
            .contains(&SetupFault::NothingClaimed { seat: Seat::West })
    );
    let rob = SetupMoment::Rob { seat: Seat::West, tile: tile("5p") };
    assert_eq!(faults(vec![], rob), [SetupFault::NoPung { seat: Seat::West, tile: tile("5p") }]);
    let mut setup = position(hands(), vec![Discard::new(Seat::East, tile("C"), true)], SetupMoment::Claim);
    setup.rules.wall = WallLayout::PerSeat;
    assert_eq!(
        setup.deal(&mut ()).expect_err("faults"),
        [SetupFault::Layout { expected: WallLayout::PerSeat }]
    );
    setup.rules.wall = WallLayout::Shared;
    setup.hands[Seat::East].concealed[0] = mcr_engine::Tile::flower(2);
    setup.hands[Seat::South].melds = vec![Meld::pung(mcr_engine::Tile::flower(1), Offer::Left); 5];
    let faults = setup.deal(&mut ()).expect_err("faults");
    assert!(faults.contains(&SetupFault::Flower { seat: Seat::East, tile: mcr_engine::Tile::flower(2) }));
    assert!(faults.contains(&SetupFault::Flower { seat: Seat::South, tile: mcr_engine::Tile::flower(1) }));
    assert!(faults.contains(&SetupFault::Melds { seat: Seat::South, found: 5 }));
}

#[test]
fn a_deal_goes_on_alike_from_its_position() {
    // Positions are of single deals, without chips.
    for (name, rules) in RuleSet::PRESETS.into_iter().filter(|(_, rules)| rules.session.is_none()) {
        for number in 0..random::deals(100) {
            let wall = Wall::shuffled(&rules, 31, number);
            let mut deal = Deal::new(&rules, Wind::East, wall, &mut ());
            let mut positions = Vec::new();
            let mut events = Vec::new();
            player::play(&mut deal, 31, number, &mut events, |deal, _, _| {
                positions.push(deal.clone());
            });
            for before in positions.iter().step_by(7) {
                let setup = Setup::of(before).expect("a position");
                let again = setup.deal(&mut ()).unwrap_or_else(|f| panic!("{name} {number}: {f:?}"));
                let same =
                    |seat| again.legal(seat) == before.legal(seat) || before.table().live_tile().is_some();
                assert!(Seat::ALL.into_iter().all(same), "{name} {number}");
                assert_eq!(
                    format!("{:?}", again.table()),
                    format!("{:?}", before.table()),
                    "{name} {number}"
                );
                assert_eq!(Setup::of(&again), Some(setup));
            }
        }
    }
}
