//! What is put into the network, and what its answers are fit for.

use super::*;
use crate::{Agent, heuristic::Heuristic};
use mcr_engine::{Action, Deal, DecisionRng, Moment, Seat, Wall, Wind};

/// Every view of some deals of four `heuristic`, with the deal.
fn views(rules: &RuleSet, mut see: impl FnMut(&Deal, &Observation<'_>)) {
    for number in 0..12 {
        let wall = Wall::shuffled(rules, 9, number);
        let mut deal = Deal::new(rules, Wind::ALL[number as usize % 4], wall, &mut ());
        while let Some(seat) = deal.pending().first() {
            let view = deal.observe(seat);
            see(&deal, &view);
            let action = Heuristic::default().act(&view, &mut DecisionRng::new(0, 0)).action;
            deal.apply(seat, action, &mut ()).unwrap();
        }
    }
}

#[test]
fn planes_count_what_lies_on_the_table() {
    let mut melds = 0;
    views(&RuleSet::MCR, |_, view| {
        let table = view.table();
        for opponent in view.seat().others() {
            let numbers = input(view, opponent);
            let plane =
                |plane: usize| -> [u8; KINDS] { std::array::from_fn(|kind| numbers[plane * KINDS + kind]) };
            let sum = |number: usize| plane(number).iter().map(|count| usize::from(*count)).sum::<usize>();
            assert_eq!(sum(0), view.unseen().total() as usize);
            assert_eq!(sum(1), view.hand().concealed().total() as usize);
            let turns = table.discards().of(opponent).count();
            assert_eq!([sum(2), sum(3), sum(4), sum(5)], [turns, turns.min(4), turns.min(3), turns.min(1)]);
            assert_eq!(sum(2) + sum(10), table.discards().len());
            if let Some(last) = table.discards().last() {
                let passed = plane(6)[last.tile().index()] == 1;
                assert_eq!(
                    passed,
                    last.seat() != opponent,
                    "the last discard passed whoever did not make it"
                );
            }
            assert_eq!(sum(7) + sum(8), table.open_melds(opponent).len());
            let all: usize = Seat::ALL.iter().map(|seat| table.open_melds(*seat).len()).sum();
            assert_eq!(sum(7) + sum(8) + sum(11) + sum(12), all);
            melds += sum(7);
            // One of the discards, one of the melds, a place, one of the tiles left.
            let rest = &numbers[PLANES * KINDS..INPUTS - 2];
            assert_eq!(rest.iter().map(|number| usize::from(*number)).sum::<usize>(), 4);
            assert_eq!(usize::from(numbers[INPUTS - 1]), view.hand().melds().len());
        }
    });
    assert!(melds > 100, "{melds}");
}

#[test]
fn weights_average_one_over_the_unseen_tiles_and_chances_are_chances() {
    views(&RuleSet::MCR, |_, view| {
        let belief = Belief::of(view).unwrap();
        let unseen = view.unseen();
        let mean = |weights: &[f32; KINDS]| {
            let sum: f32 =
                Tile::kinds().map(|tile| f32::from(unseen.get(tile)) * weights[tile.index()]).sum();
            sum / unseen.total() as f32
        };
        for weights in belief.near.iter().chain(&belief.far).chain([&belief.drawn]) {
            assert!((mean(weights) - 1.0).abs() < 1e-3, "{weights:?}");
            assert!(weights.iter().all(|weight| *weight >= 0.0));
        }
        let chances = belief.danger.iter().flatten().chain(&belief.own_draw).chain(&belief.ready);
        assert!(chances.clone().all(|chance| (0.0..=1.0).contains(chance)));
    });
}

/// With open cards the network is right on the whole: dangers add up to the winning tiles there are, readiness to hands that are
/// ready, and the wall holds what it is believed to hold.
#[test]
fn beliefs_are_true_on_average() {
    let (mut ready, mut is_ready) = (0.0, 0.0);
    let (mut winning, mut other, mut own_discards) = ([0.0; 2], [0.0; 2], [0.0; 2]);
    let (mut honors, mut in_wall, mut uniform) = (0.0, 0.0, 0.0);
    views(&RuleSet::MCR, |deal, view| {
        if !matches!(view.moment(), Moment::Turn) || view.legal().contains(Action::Hu) {
            return;
        }
        let belief = Belief::of(view).unwrap();
        for (place, opponent) in view.seat().others().into_iter().enumerate() {
            let hand = deal.hand(opponent);
            let waits = view.rules().shapes().waits(hand.concealed(), hand.melds().len());
            ready += f64::from(belief.ready[place]);
            is_ready += f64::from(u8::from(!waits.is_empty()));
            for tile in Tile::kinds() {
                let sums = if waits.contains(tile) { &mut winning } else { &mut other };
                sums[0] += f64::from(belief.danger[place][tile.index()]);
                sums[1] += 1.0;
            }
            let river = view.table().discards();
            if let Some(own) = river.of(opponent).last() {
                own_discards[0] += f64::from(belief.danger[place][own.tile().index()]);
                own_discards[1] += 1.0;
            }
        }
        let (unseen, wall) =
            (view.unseen(), Vec::from_iter(deal.wall().undrawn().filter(|tile| !tile.is_flower())));
        let share = |tile: Tile| f64::from(unseen.get(tile)) / f64::from(unseen.total());
        for tile in Tile::kinds().filter(|tile| tile.is_honor()) {
            honors += share(tile) * f64::from(belief.drawn[tile.index()]);
            uniform += share(tile);
            in_wall += wall.iter().filter(|other| **other == tile).count() as f64 / wall.len().max(1) as f64;
        }
    });
    // Hands whose waits are worth too little are ready by shape only, so that the belief stays below.
    assert!(ready > 0.5 * is_ready && ready < 1.1 * is_ready, "{ready} of {is_ready}");
    assert!(winning[0] / winning[1] > 4.0 * other[0] / other[1], "{winning:?} {other:?}");
    assert!(own_discards[0] / own_discards[1] < 0.5 * other[0] / other[1], "{own_discards:?} {other:?}");
    assert!((honors - in_wall).abs() < (uniform - in_wall).abs(), "{uniform} {honors} {in_wall}");
}

#[test]
fn there_are_no_beliefs_where_the_game_is_another() {
    for (name, rules) in RuleSet::PRESETS {
        let eight = !matches!(name, "room-basic" | "room-public" | "competition-2012");
        let deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, 0), &mut ());
        let seat = deal.pending().first().unwrap();
        assert_eq!(Belief::of(&deal.observe(seat)).is_some(), eight, "{name}");
    }
}
