//! The arena checked against itself, with agents whose strength is known or equal.

use mcr_agents::{Agent, AgentSpec, BatchAgent, Choice, Each, Registry};
use mcr_engine::{Action, Deal, DecisionRng, Observation, RuleSet, Wall, rng::agent_keys};
use mcr_sim::{
    arena::{
        Arena, ArenaError, Contestant, Effort, Lineup, Meeting, Plan, Report, Run, Seatings, Table, Verdict,
        control_variates::{COEFFICIENTS, Regression, relative_luck},
        lineups, schedule,
        sequential::fixed_sets,
    },
    run::Watch,
};
use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
};

/// Whose play the coefficients of the control variates were fitted to.
const FITTED_ON: &str = "heuristic";

/// Any complete hand wins: cheap agents win often enough for small runs to say something.
const EASY: RuleSet = RuleSet { minimum_points: 1, ..RuleSet::MCR_136 };

fn contestants(specs: &[&str]) -> Vec<Box<dyn Contestant>> {
    let parse = |spec: &&str| Box::new(Registry::standard().parse(spec).unwrap()) as Box<dyn Contestant>;
    specs.iter().map(parse).collect()
}

fn arena(contestants: &[Box<dyn Contestant>], meeting: Meeting, rules: RuleSet, seed: u64) -> Arena<'_> {
    Arena {
        contestants,
        lineups: lineups(meeting, contestants.len()),
        seatings: Seatings::Rotations,
        rules,
        seed,
        control_variates: false,
        separate_randomness: false,
    }
}

/// Counts the deals and, if it is told to, ends the run after so many.
#[derive(Default)]
struct Watcher {
    played: AtomicU64,
    stop_after: Option<u64>,
}

impl Watch for Watcher {
    fn played(&self, deals: u64) {
        self.played.fetch_add(deals, Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        self.stop_after.is_some_and(|most| self.played.load(Ordering::Relaxed) >= most)
    }
}

fn try_play<'a>(arena: &'a Arena<'a>, effort: &Effort, threads: usize) -> Result<Run<'a>, ArenaError> {
    let mut run = Run::open(arena, effort)?;
    let before = run.standings().deals();
    let watcher = Watcher::default();
    run.play(threads, &watcher)?;
    if effort.test.is_none() {
        assert_eq!(run.standings().deals(), before + watcher.played.load(Ordering::Relaxed));
        assert_eq!(run.standings().deals(), arena.deals(run.standings().sets()));
    }
    assert!(run.is_complete());
    Ok(run)
}

fn play<'a>(arena: &'a Arena<'a>, effort: &Effort) -> Run<'a> {
    try_play(arena, effort, 2).unwrap()
}

fn sets(sets: u64) -> Effort {
    Effort { sets, ..Effort::default() }
}

fn json(run: &Run<'_>) -> String {
    serde_json::to_string(&Report::new(run, "test", None)).unwrap()
}

/// Names and bytes of the files of a run.
fn bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let list =
        |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let mut paths = list(folder);
    paths.extend(list(&folder.join("sets")));
    paths.sort();
    let name = |path: &Path| path.strip_prefix(folder).unwrap().display().to_string();
    paths.iter().filter(|path| path.is_file()).map(|path| (name(path), fs::read(path).unwrap())).collect()
}

#[test]
fn equal_agents_tie_exactly() {
    // With chance in them too: the same wall, seat and decision give the same random numbers.
    for spec in ["greedy", "random", "greedy:noise=0.3"] {
        let two = contestants(&[spec, spec]);
        let arena = arena(&two, Meeting::Table, EASY, 1);
        let finished = play(&arena, &sets(6));
        let interval = finished.standings().points(0).interval().unwrap();
        assert_eq!((interval.low, interval.high), (0.0, 0.0), "{spec}");
        assert_eq!(finished.standings().deals(), 6 * 8);
    }
}

#[test]
fn equal_agents_at_one_table_tie_in_all_seatings() {
    let four = contestants(&["greedy"; 4]);
    for seatings in [Seatings::Permutations, Seatings::Contest] {
        let arena = Arena { seatings, ..arena(&four, Meeting::Table, EASY, 2) };
        let finished = play(&arena, &sets(1));
        let report = Report::new(&finished, "test", None);
        assert_eq!(report.deals, 24 * seatings.walls());
        for line in &report.results {
            assert_eq!((line.points.mean, line.placement, line.rank_points), (Some(0.0), 2.5, 2.5));
        }
    }
}

/// Equal agents with randomness of their own differ by chance only, so the 95 % interval of a run holds 0 in about
/// 95 % of the runs: 190 of 200, with four standard deviations of that count (3.1) on either side.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let two = contestants(&["greedy:noise=0.3", "greedy:noise=0.3"]);
    let mut held = 0;
    let mut points = 0.0;
    for seed in 0..200 {
        let arena = Arena {
            lineups: vec![Lineup::against_three(0, 1)],
            separate_randomness: true,
            ..arena(&two, Meeting::Table, EASY, seed)
        };
        let finished = play(&arena, &sets(20));
        let estimate = finished.standings().points(0);
        assert!(estimate.variance().unwrap() > 0.0, "they are not the same player");
        held += usize::from(estimate.mean().abs() <= estimate.interval().unwrap().margin());
        points += estimate.mean();
    }
    assert!((178..=200).contains(&held), "{held} of 200");
    assert!((points / 200.0).abs() < 1.0, "{points}");
}

/// A yardstick of an arena: `greedy` that makes one discard in twenty at random.
#[test]
fn a_weaker_agent_is_found_out_at_about_the_predicted_length() {
    let two = contestants(&["greedy", "greedy:noise=0.05"]);
    let arena = |seed| arena(&two, Meeting::Table, EASY, seed);
    let long = arena(1000);
    let long = play(&long, &sets(300));
    let (gain, variance) = (long.standings().gain().mean(), long.standings().gain().variance().unwrap());
    assert!(gain > 0.5, "{gain}");
    let plan = Plan { alternative: 1.0, minimum_sets: 20, ..Plan::default() };
    let (mut stops, mut found) = (0, 0);
    for seed in 0..10 {
        let arena = arena(seed);
        let run = play(&arena, &Effort { test: Some(plan), ..sets(5000) });
        found += usize::from(run.test().unwrap().verdict() == Verdict::Stronger);
        stops += run.test().unwrap().sets();
    }
    let (mean, predicted) = (stops as f64 / 10.0, plan.expected_sets(gain, variance));
    println!("{mean} sets, predicted {predicted}; a fixed length {}; gain {gain}", fixed_sets(1.0, variance));
    assert!(found >= 9, "{found} of 10");
    assert!((0.5..2.0).contains(&(mean / predicted)), "{mean} sets, predicted {predicted}");
    assert!(mean < fixed_sets(1.0, variance), "a fixed length would take {}", fixed_sets(1.0, variance));
}

#[test]
fn one_or_two_threads_count_write_and_stop_the_same() {
    let agents = contestants(&["greedy", "random", "greedy:noise=0.5"]);
    let arena = arena(&agents, Meeting::RoundRobin, EASY, 5);
    let run = |threads: usize, test: Option<Plan>| {
        let folder = tempfile::tempdir().unwrap();
        let effort = Effort { test, out: Some(folder.path().to_owned()), ..sets(30) };
        let run = try_play(&arena, &effort, threads).unwrap();
        run.write_results(&json(&run)).unwrap();
        (run.standings().sets(), bytes(folder.path()))
    };
    assert_eq!(run(1, None), run(2, None));
    let plan = Plan { alternative: 5.0, minimum_sets: 5, ..Plan::default() };
    let (one, two) = (run(1, Some(plan)), run(2, Some(plan)));
    assert!(one.0 < 30, "the test stops");
    assert_eq!(one, two);
}

#[test]
fn a_killed_run_goes_on_to_the_same_end() {
    let agents = contestants(&["greedy", "greedy:noise=0.5"]);
    let arena = Arena { control_variates: true, ..arena(&agents, Meeting::Table, EASY, 9) };
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let effort =
        |folder: &tempfile::TempDir, most| Effort { out: Some(folder.path().to_owned()), ..sets(most) };
    let uninterrupted = play(&arena, &effort(&whole, 12));

    let mut stopped = Run::open(&arena, &effort(&killed, 12)).unwrap();
    stopped.play(2, &Watcher { stop_after: Some(25), ..Watcher::default() }).unwrap();
    assert!(!stopped.is_complete() && stopped.standings().sets() >= 3);
    drop(stopped);
    // A kill in the middle of saving leaves the old part and a piece of the new one.
    fs::write(killed.path().join("sets/part-00000.csv.part"), "set,entry").unwrap();
    let resumed = play(&arena, &effort(&killed, 12));
    assert_eq!(json(&resumed), json(&uninterrupted));
    assert_eq!(bytes(killed.path()), bytes(whole.path()));
    drop(resumed);

    // All there: nothing is played, and fewer sets are a prefix.
    let again = Run::open(&arena, &effort(&killed, 12)).unwrap();
    assert!(again.is_complete());
    drop(again);
    assert_eq!(play(&arena, &effort(&killed, 5)).standings().sets(), 5);
    assert_eq!(bytes(killed.path()), bytes(whole.path()));
}

/// Without bias: what the luck is worth has mean 0. With less spread: that is what it is for.
#[test]
fn control_variates_leave_the_mean_and_narrow_the_interval() {
    let four = contestants(&["greedy", "greedy:noise=0.1", "greedy:noise=0.2", "greedy:noise=0.3"]);
    let arena = Arena { control_variates: true, ..arena(&four, Meeting::Table, EASY, 3) };
    let finished = play(&arena, &sets(400));
    let mut ratio = 0.0;
    for agent in 0..4 {
        let (adjusted, raw) = (finished.standings().points(agent), finished.standings().raw_points(agent));
        // The luck itself has the variance that is saved, more or less; its mean lies within four of its errors.
        let error = (raw.variance().unwrap() / 400.0).sqrt();
        assert!((adjusted.mean() - raw.mean()).abs() < 4.0 * error * 0.5, "{adjusted:?} {raw:?}");
        ratio += adjusted.variance().unwrap() / raw.variance().unwrap() / 4.0;
    }
    assert!(ratio < 0.97, "{ratio}");
}

/// How the fixed coefficients were found. With `MCR_SLOW_TESTS=1` from enough deals to find them again.
#[test]
fn the_fixed_coefficients_are_those_of_a_regression() {
    let slow = std::env::var_os("MCR_SLOW_TESTS").is_some();
    let deals = if slow { 2_000 } else { 200 };
    let rules = RuleSet::MCR;
    let spec = Registry::standard().parse(FITTED_ON).unwrap();
    let mut agent = spec.build();
    let mut regression = Regression::default();
    for number in 0..deals {
        let keys = agent_keys(1, number);
        let wall = Wall::shuffled(&rules, 1, number);
        let (wind, mut events) = (schedule::prevalent_wind(number), Vec::new());
        let mut deal = Deal::new(&rules, wind, wall, &mut events);
        while let Some(seat) = deal.pending().first() {
            let view = deal.observe(seat);
            let action = agent.act(&view, &mut DecisionRng::new(keys[seat], view.decision())).action;
            deal.apply(seat, action, &mut events).unwrap();
        }
        let luck = relative_luck(&rules, wind, &wall, &events);
        for (seat, luck) in luck.iter() {
            regression.add(f64::from(deal.outcome().unwrap().points[seat]), luck);
        }
    }
    let best = regression.coefficients().unwrap();
    let (fixed, free) = (regression.taken_out(&COEFFICIENTS), regression.taken_out(&best));
    println!("best {best:.2?} take out {free:.4} of the variance, the fixed ones {fixed:.4}");
    assert!(fixed > 0.0 && fixed <= free);
    if slow {
        assert!(free - fixed < 0.01, "fixed {COEFFICIENTS:?}, found {best:?}");
    }
}

#[test]
fn a_contest_gives_out_ten_rank_points_a_wall() {
    let agents = contestants(&["greedy", "greedy:noise=0.3", "random"]);
    let arena = Arena { seatings: Seatings::Contest, ..arena(&agents, Meeting::Table, EASY, 4) };
    let finished = play(&arena, &sets(1));
    let report = Report::new(&finished, "test", None);
    // Three lineups with one agent twice: 12 different seatings each, on four walls.
    assert_eq!(report.deals, 3 * 12 * 4);
    let rank_points: f64 = report.results.iter().map(|line| line.rank_points).sum();
    assert!((rank_points - 7.5).abs() < 1e-9, "2.5 a chair on average: {rank_points}");
    assert!(report.results[0].rank_points > report.results[2].rank_points);
}

#[test]
fn ratings_order_agents_of_known_strength() {
    let agents = contestants(&["random", "greedy", "greedy:noise=0.3"]);
    let arena = arena(&agents, Meeting::RoundRobin, EASY, 6);
    let report = Report::new(&play(&arena, &sets(60)), "test", None);
    let rating = |agent: usize| report.results[agent].rating.unwrap();
    assert!(rating(1).mean > rating(2).mean && rating(2).mean > rating(0).mean);
    assert!(rating(0).high.unwrap() < rating(1).low.unwrap());
    assert!((0..3).map(|agent| rating(agent).mean.unwrap()).sum::<f64>().abs() < 1e-9);
    let text = Table(&report).to_string();
    assert!(text.contains("alone against three of the one above"), "{text}");
}

/// A stop rule of one's own ends at the same set on any number of threads, and a run that goes on ends there too.
#[test]
fn a_stop_rule_of_ones_own_ends_a_run() {
    let agents = contestants(&["greedy", "greedy:noise=0.5"]);
    let arena = arena(&agents, Meeting::Against, EASY, 5);
    let folder = tempfile::tempdir().unwrap();
    let ended = |threads, out: Option<&Path>, sets: u64| {
        let effort = Effort { sets, out: out.map(Path::to_owned), ..Effort::default() };
        let mut run = Run::open(&arena, &effort).unwrap();
        // As soon as the interval is narrower than six points a deal.
        let narrow = |standings: &mcr_sim::arena::standings::Standings| {
            let interval = standings.points(0).interval();
            standings.sets() >= 10 && interval.is_some_and(|interval| interval.high - interval.low < 6.0)
        };
        run.play_until(threads, &Watcher::default(), narrow).unwrap();
        run.standings().sets()
    };
    let sets = ended(1, None, 2_000);
    assert!((10..2_000).contains(&sets), "{sets}");
    assert_eq!(ended(2, None, 2_000), sets);
    assert_eq!(ended(2, Some(folder.path()), sets / 2), sets / 2);
    assert_eq!(ended(2, Some(folder.path()), 2_000), sets);
    assert_eq!(ended(2, Some(folder.path()), 2_000), sets);
}

/// Says hu whatever it holds.
struct Cheat;

impl Agent for Cheat {
    fn act(&mut self, _: &Observation<'_>, _: &mut DecisionRng) -> Choice {
        Action::Hu.into()
    }
}

impl Contestant for Cheat {
    fn name(&self) -> String {
        "cheat".to_owned()
    }

    fn player(&self) -> Box<dyn Agent> {
        Box::new(Cheat)
    }
}

#[test]
fn an_illegal_answer_ends_the_deal_or_the_run_as_the_rules_say() {
    let agents: Vec<Box<dyn Contestant>> =
        vec![Box::new(Cheat), Box::new(Registry::standard().parse("greedy").unwrap())];
    let under = |rules| arena(&agents, Meeting::Against, rules, 1);
    let refusing = under(RuleSet::MCR);
    let error = try_play(&refusing, &sets(3), 2).err().unwrap();
    assert_eq!(error.to_string(), r#"set 0, wall 0: agent "cheat" broke the rules"#);
    assert!(!error.is_input());
    let arena = under(RuleSet::BOTZONE);
    let report = Report::new(&play(&arena, &sets(3)), "test", None);
    assert_eq!((report.results[0].points.mean, report.results[0].foul), (Some(-30.0), 1.0));
    assert!(Table(&report).to_string().contains("Foul %"));
}

/// An agent that is asked about many decisions at once, if the arena likes.
struct Together(AgentSpec);

impl Contestant for Together {
    fn name(&self) -> String {
        self.0.to_string()
    }

    fn version(&self) -> String {
        self.0.version().to_owned()
    }

    fn player(&self) -> Box<dyn Agent> {
        self.0.build()
    }

    fn batch_player(&self) -> Option<Box<dyn BatchAgent>> {
        Some(Box::new(Each(self.0.build())))
    }
}

#[test]
fn sets_side_by_side_are_the_sets_one_by_one() {
    let specs = ["heuristic", "greedy:noise=0.2"];
    let together =
        |spec: &&str| Box::new(Together(Registry::standard().parse(spec).unwrap())) as Box<dyn Contestant>;
    let alone = contestants(&specs);
    let mixed = vec![together(&specs[0]), contestants(&specs).remove(1)];
    let all: Vec<Box<dyn Contestant>> = specs.iter().map(together).collect();
    let temporary = tempfile::tempdir().unwrap();
    let played = |name: &str, contestants: &[Box<dyn Contestant>], threads| {
        let folder = temporary.path().join(name);
        let arena = Arena { control_variates: true, ..arena(contestants, Meeting::Table, RuleSet::MCR, 4) };
        let effort = Effort { sets: 70, out: Some(folder.clone()), ..Effort::default() };
        try_play(&arena, &effort, threads).unwrap();
        let mut files = Vec::new();
        for below in [folder.clone(), folder.join("sets")] {
            files.extend(fs::read_dir(below).unwrap().map(|entry| entry.unwrap().path()));
        }
        files.retain(|path| path.is_file());
        files.sort();
        let read =
            |path: &std::path::PathBuf| (path.file_name().unwrap().to_owned(), fs::read(path).unwrap());
        files.iter().map(read).collect::<Vec<_>>()
    };
    let expected = played("alone", &alone, 2);
    assert!(expected.len() > 1);
    assert!(expected == played("mixed", &mixed, 2));
    assert!(expected == played("all", &all, 1));
    // A test that is sure ends the run at the same set.
    let ends = |contestants: &[Box<dyn Contestant>]| {
        let arena = arena(contestants, Meeting::Table, EASY, 4);
        let plan = Plan { alternative: 3.0, minimum_sets: 20, ..Plan::default() };
        let effort = Effort { sets: 400, test: Some(plan), ..Effort::default() };
        try_play(&arena, &effort, 2).unwrap().standings().sets()
    };
    assert_eq!(ends(&alone), ends(&all));
}
