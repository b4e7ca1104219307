//! Random games of the engine, written and read again.

use crate::common::{as_json, as_text, assert_valid, core, random_game, read, validate};
use mcr_engine::{Action, Deal, Event, RuleSet, Seat, Wall, Wind};
use mcr_sim::import::{
    ExportError, Judge, Said, Source, Unit, Verdict, record_deal, validate_game, write_text,
};

const GAMES: u64 = 150;

#[test]
fn random_games_validate_and_survive_both_formats() {
    let games: Vec<_> = (0..GAMES).map(|seed| random_game(seed, false)).collect();
    for log in [as_text(&games), as_json(&games)] {
        assert_valid(&validate(&log));
        let again = read(&log);
        assert_eq!(again.len(), games.len());
        for (game, again) in games.iter().zip(&again) {
            assert_eq!(core(game), core(again));
        }
    }
    // The games are worth reading: everything that can happen happens.
    let count = |happens: fn(&Event) -> bool| {
        games.iter().flat_map(|game| &game.steps).filter(|step| happens(&step.event)).count()
    };
    assert!(count(|event| matches!(event, Event::Hu { .. })) > 50);
    assert!(count(|event| matches!(event, Event::Exhausted)) > 5);
    assert!(count(|event| matches!(event, Event::MeldedKong { .. })) > 20);
    assert!(count(|event| matches!(event, Event::ConcealedKong { .. })) > 20);
    assert!(count(|event| matches!(event, Event::AddedKong { .. })) > 20);
    let contested = games.iter().flat_map(|game| &game.steps).filter(|step| step.answers.len() > 1).count();
    assert!(contested > 5, "{contested}");
}

#[test]
fn games_that_end_by_a_foul_survive_as_json_only() {
    let games: Vec<_> =
        (0..GAMES).map(|seed| random_game(seed, true)).filter(|game| is_foul(game.steps.last())).collect();
    assert!(games.len() > 30);
    let json = as_json(&games);
    let report = validate(&json);
    assert_valid(&report);
    assert_eq!(report.summary.fouls, games.len() as u64);
    for (game, again) in games.iter().zip(read(&json)) {
        assert_eq!(core(game), core(&again));
        assert!(matches!(write_text(game, &mut Vec::new()), Err(ExportError::NoWords { .. })));
    }
}

fn is_foul(step: Option<&mcr_sim::import::Step>) -> bool {
    step.is_some_and(|step| matches!(step.event, Event::Foul { .. }))
}

/// The judge's twin and the engine agree on who may win when.
#[test]
fn the_engine_offers_a_hu_exactly_where_the_judge_sees_eight_points() {
    for seed in 0..GAMES {
        let mut offered = Vec::new();
        let game = random_game_watched(seed, |deal, seat| {
            if deal.legal(seat).contains(Action::Hu) {
                offered.push(seat);
            }
        });
        let mut judge = Judge::new(game.rules, game.prevalent, &game.dealt);
        let mut seen = Vec::new();
        for step in &game.steps {
            let verdicts = judge.follow(step.event).unwrap();
            let wins = |seat: &Seat| matches!(verdicts[*seat], Verdict::Points(points) if points >= 8);
            seen.extend(Seat::ALL.into_iter().filter(wins));
        }
        assert_eq!(seen, offered, "seed {seed}");
    }
}

fn random_game_watched(seed: u64, mut watch: impl FnMut(&Deal, Seat)) -> mcr_sim::import::GameRecord {
    crate::common::random_game_with(seed, |deal, seat, rng| {
        watch(deal, seat);
        Said::Act(crate::common::random_action(deal, seat, rng))
    })
}

#[test]
fn a_record_of_a_deal_validates_as_it_is() {
    for seed in 0..20 {
        validate_game(&random_game(seed, true)).unwrap();
    }
}

#[test]
fn only_games_of_the_league_can_be_recorded() {
    let source = Source { file: String::new(), id: String::new(), unit: Unit::Line };
    let rules = RuleSet::MCR;
    let wall = Wall::shuffled(&rules, 1, 0);
    let pass = |_: &Deal, _: Seat| Said::Act(Action::Pass);
    let error = record_deal(source, rules, Wind::East, wall, pass).unwrap_err();
    assert!(matches!(error, ExportError::Rules(_)));
}
