//! Runs and arenas of the 2012 competition code: whole sessions, the same on any number of threads, replayable.

use mcr_agents::Registry;
use mcr_engine::{BySeat, RuleSet, Seat, rules::RobbedByThree};
use mcr_sim::{
    arena::{Arena, Contestant, Effort, Meeting, Run, Seatings, lineups},
    log::{DealRow, Ending},
    run::{LogLevel, Manifest, RunFolder, Watch, simulate},
    validate::validate_run,
};
use std::{fs, path::Path};

const RULES: RuleSet = RuleSet::COMPETITION_2012;

struct Patient;

impl Watch for Patient {
    fn played(&self, _: u64) {}

    fn stop(&self) -> bool {
        false
    }
}

/// Random players do everything there is: kongs, claims, hanging.
fn simulated(path: &Path, threads: usize) -> Vec<DealRow> {
    simulated_by(RULES, path, threads)
}

fn simulated_by(rules: RuleSet, path: &Path, threads: usize) -> Vec<DealRow> {
    let agents = BySeat(
        ["greedy", "random", "greedy:noise=0.2", "random"].map(|s| Registry::standard().parse(s).unwrap()),
    );
    let manifest = Manifest::new(rules, 5, 360, 120, LogLevel::Steps, &agents).unwrap();
    let folder = RunFolder::create_or_continue(path, &manifest).unwrap();
    let finished = simulate(&Registry::standard(), &manifest, Some(&folder), threads, &Patient).unwrap();
    assert!(finished.complete);
    let mut rows = Vec::new();
    for part in 0..manifest.parts() {
        folder.read_part(part, |row| rows.push(row.clone())).unwrap();
    }
    rows
}

fn files(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for table in ["deals", "steps"] {
        for part in 0..3 {
            let name = format!("{table}/part-{part:05}.parquet");
            all.push((name.clone(), fs::read(path.join(name)).unwrap()));
        }
    }
    all
}

#[test]
fn a_run_plays_sessions_and_replays() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (one, two) = (one.path().join("run"), two.path().join("run"));
    let rows = simulated(&one, 1);
    simulated(&two, 2);
    assert_eq!(files(&one), files(&two), "the same bytes on 1 and 2 threads");
    let validation = validate_run(&RunFolder::open(&one).unwrap(), 2).unwrap();
    assert_eq!((validation.deals, validation.faults), (360, Vec::new()));
    let (mut sessions, mut doubled) = (0, 0);
    for (row, next) in rows.iter().zip(rows.iter().skip(1)) {
        assert_eq!(row.points.0.iter().sum::<i32>(), 0);
        let (place, after) = (row.session.unwrap(), next.session.unwrap());
        assert!(place.standing.stacks.0.iter().all(|stack| *stack >= 0));
        assert_eq!(place.standing.stacks.0.iter().map(|stack| i32::from(*stack)).sum::<i32>(), 400);
        assert_eq!(place.standing.doubled, place.streak > 0);
        doubled += u32::from(place.streak > 0);
        if after.session != place.session {
            sessions += 1;
            assert_eq!((after.hand, after.streak, after.standing.stacks.0), (0, 0, [100; 4]));
            continue;
        }
        assert_eq!(after.hand, place.hand + 1);
        // The scores go on, seen from the next dealer.
        let turns = usize::from(after.streak == 0);
        for seat in Seat::ALL {
            let then = place.standing.score(seat.after(turns)) + row.points[seat.after(turns)];
            assert_eq!(after.standing.score(seat), then, "deal {}", next.deal);
        }
    }
    assert!(sessions >= 10 && doubled > 20, "{sessions} sessions, {doubled} doubled deals");
}

#[test]
fn an_arena_plays_sessions_the_same_on_any_number_of_threads() {
    let parse = |spec: &str| Box::new(Registry::standard().parse(spec).unwrap()) as Box<dyn Contestant>;
    let contestants = [parse("greedy"), parse("random")];
    let arena = Arena {
        contestants: &contestants,
        lineups: lineups(Meeting::Table, 2),
        seatings: Seatings::Rotations,
        rules: RULES,
        seed: 2,
        control_variates: false,
        separate_randomness: false,
    };
    let gains = |threads| {
        let effort = Effort { sets: 6, ..Effort::default() };
        let mut run = Run::open(&arena, &effort).unwrap();
        run.play(threads, &Patient).unwrap();
        (run.standings().gain().mean(), run.standings().deals())
    };
    let (gain, deals) = gains(1);
    assert_eq!((gain, deals), gains(2));
    // 6 sets of 2 lineups in 4 seatings are 48 sessions.
    assert!(gain > 0.0 && deals > 48 * 3, "{gain} a deal in {deals} deals");
}

/// 连庄 in the official game (rules/other_rule_sets.md 8g): matches of four rounds without chips.
#[test]
fn a_dealer_who_wins_deals_again() {
    let rules = RuleSet { dealer_repeats: true, robbed_by_three: RobbedByThree::Void, ..RuleSet::MCR };
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (one, two) = (one.path().join("run"), two.path().join("run"));
    let rows = simulated_by(rules, &one, 1);
    simulated_by(rules, &two, 2);
    assert_eq!(files(&one), files(&two), "the same bytes on 1 and 2 threads");
    let folder = RunFolder::open(&one).unwrap();
    assert_eq!(folder.manifest().rules, rules, "kept in the folder");
    let validation = validate_run(&folder, 2).unwrap();
    assert_eq!((validation.deals, validation.faults), (360, Vec::new()));
    let (mut repeats, mut matches) = (0, 0);
    for (row, next) in rows.iter().zip(rows.iter().skip(1)) {
        let (place, after) = (row.session.unwrap(), next.session.unwrap());
        assert_eq!((place.standing.stacks.0, place.standing.doubled), ([0; 4], false));
        if after.session != place.session {
            matches += 1;
            continue;
        }
        let dealer_won = matches!(&row.ending, Ending::Win(win) if win.winner == Seat::East);
        let same = row.agents[Seat::East] == next.agents[Seat::East];
        // Two of the four agents are the same, so that only one direction can be seen in names.
        assert!(!dealer_won || same, "deal {}", next.deal);
        assert_eq!(u32::from(after.streak), if dealer_won { u32::from(place.streak) + 1 } else { 0 });
        repeats += u32::from(dealer_won);
    }
    assert!(repeats > 10 && matches >= 10, "{repeats} repeats, {matches} matches");
}
