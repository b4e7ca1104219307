//! Counting made-up deals.

use super::*;
use mcr_engine::{BySeat, Seat, Tile, Wind};
use mcr_sim::log::{DealRow, Ending, Win, WinBy};
use std::sync::Arc;

fn deal(ending: Ending) -> DealRow {
    let agents = Arc::new(BySeat(["a", "b", "a", "b"].map(str::to_owned)));
    DealRow {
        deal: 0,
        seed: Some(1),
        wall: None,
        prevalent: Wind::East,
        agents,
        events: Vec::new(),
        turns: 30,
        ending,
        points: BySeat([0; 4]),
        session: None,
    }
}

fn win(winner: Seat, by: WinBy, hand_points: u16, fans: &[(u8, u8)]) -> DealRow {
    let (tile, flowers, fans) = (Tile::RED, 1, fans.to_vec());
    deal(Ending::Win(Win { winner, by, tile, hand_points, flowers, fans, also: Vec::new() }))
}

fn study() -> Study {
    let mut first = StudyTally::default();
    first.add(&win(Seat::East, WinBy::SelfDraw, 30, &[(19, 1), (68, 1), (80, 1), (81, 1)]));
    first.add(&win(Seat::South, WinBy::Discard { payer: Seat::East }, 10, &[(63, 1), (68, 1), (73, 4)]));
    let mut second = StudyTally::default();
    second.add(&deal(Ending::Exhausted));
    second.add(&win(Seat::West, WinBy::RobbedKong { payer: Seat::East }, 8, &[(47, 1)]));
    let mut all = StudyTally::default();
    for tally in [&first, &second] {
        all.merge(tally);
        all.mark();
    }
    Study::of(&all, &mcr_engine::RuleSet::MCR)
}

#[test]
fn wins_are_split_by_agent_seat_and_way() {
    let study = study();
    let find =
        |by, name: &str| study.splits.iter().find(|split| split.by == by && split.name == name).unwrap();
    assert_eq!((find(SplitKind::Agent, "a").wins, find(SplitKind::Agent, "b").wins), (2, 1));
    assert_eq!(find(SplitKind::Agent, "a").mean_points, Some(19.0));
    assert_eq!(find(SplitKind::Way, "discard").wins, 2);
    assert_eq!(find(SplitKind::Seat, "north").wins, 0);
    let own_draw = &find(SplitKind::Way, "own_draw").fans;
    assert_eq!(
        own_draw.iter().map(|fan| (fan.id, fan.share.count)).collect::<Vec<_>>(),
        [(19, 1), (68, 1), (80, 1), (81, 1)]
    );
    // Every way of splitting has every win.
    for by in [SplitKind::Agent, SplitKind::Seat, SplitKind::Way] {
        assert_eq!(
            study.splits.iter().filter(|split| split.by == by).map(|split| split.wins).sum::<u64>(),
            3
        );
    }
}

#[test]
fn the_main_fan_is_the_most_valuable_as_often_as_scored() {
    let main: Vec<u8> = study().main.iter().filter(|line| line.share.count > 0).map(|line| line.id).collect();
    assert_eq!(main, [19, 47, 73]);
}

#[test]
fn fans_that_meet_are_counted_once_a_hand() {
    let pairs = study().together;
    let pair = pairs.iter().find(|pair| pair.ids == [63, 68]).unwrap();
    assert_eq!((pair.wins, pair.shares), (1, [1.0, 0.5]));
    assert!((pair.lift - 1.5).abs() < 1e-12);
    assert!(pairs.iter().all(|pair| pair.ids[0] < pair.ids[1]));
}

#[test]
fn fans_that_never_came_are_bounded_by_the_rule_of_three() {
    let study = study();
    assert_eq!(study.unseen.len() + study.summary.fans.iter().filter(|fan| fan.wins > 0).count(), 82);
    assert!(study.unseen.iter().all(|line| line.deals_at_most == 0.75 && line.wins_at_most == 1.0));
}

#[test]
fn counts_grow_with_the_deals() {
    let study = study();
    assert_eq!(study.growth.iter().map(|growth| growth.deals).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(
        study.lengths.iter().map(|line| (line.discards, line.won, line.drawn)).collect::<Vec<_>>(),
        [(30, 3, 1)]
    );
    assert_eq!(study.points.iter().map(|line| line.own_draw + line.discard).sum::<u64>(), 3);
}
