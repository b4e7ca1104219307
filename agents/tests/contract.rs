//! What every registered agent must do, whatever its strength: answer legally, be a function of its view and its
//! random numbers, and leave no trace of one deal in the next.

use mcr_agents::{AgentSpec, Choice, Registry};
use mcr_engine::{
    BySeat, Deal, Event, Outcome, RuleSet, Seat, Wall, Wind,
    imagine::Hidden,
    rng::{DecisionRng, agent_keys},
};

const SEED: u64 = 20;

/// Specs under test: every registered name with its defaults, and options that change play.
fn specs() -> Vec<AgentSpec> {
    let network = "../checkpoints/student.safetensors";
    let advised = format!("mc:rollouts=2,candidates=2,policy={network},value={network}");
    let extra = ["greedy:noise=0.3", &advised];
    let extra = &extra[..if cfg!(feature = "torch") { 2 } else { 1 }];
    let registry = Registry::standard();
    registry
        .factories()
        .filter_map(|factory| match factory.name() {
            // A foreign program need not be a function of anything; it is tested by itself.
            "external" => None,
            // The same player with less time to think.
            "mc" => Some("mc:rollouts=12"),
            "neural" => cfg!(feature = "torch").then_some("neural:../checkpoints/student.safetensors"),
            name => Some(name),
        })
        .chain(extra.iter().copied())
        .map(|spec| registry.parse(spec).unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

struct Played {
    events: Vec<Event>,
    choices: Vec<(Seat, Choice)>,
    outcome: Outcome,
}

/// Plays wall `number` with one fresh agent of `spec` a seat, asking pending seats in the order of `ask`.
fn play(spec: &AgentSpec, rules: &RuleSet, number: u64, ask: [Seat; 4]) -> Played {
    let mut agents = BySeat::from_fn(|_| spec.build());
    play_with(&mut agents, rules, number, ask)
}

fn play_with(
    agents: &mut BySeat<Box<dyn mcr_agents::Agent>>,
    rules: &RuleSet,
    number: u64,
    ask: [Seat; 4],
) -> Played {
    let keys = agent_keys(SEED, number);
    let mut events = Vec::new();
    let mut choices = Vec::new();
    let wall = Wall::shuffled(rules, SEED, number);
    let mut deal = Deal::new(rules, Wind::ALL[number as usize % 4], wall, &mut events);
    while !deal.pending().is_empty() {
        let pending = deal.pending();
        for seat in ask.into_iter().filter(|seat| pending.contains(*seat)) {
            let view = deal.observe(seat);
            let mut rng = DecisionRng::new(keys[seat], view.decision());
            let choice = agents[seat].act(&view, &mut rng);
            choices.push((seat, choice));
            deal.apply(seat, choice.action, &mut events)
                .unwrap_or_else(|error| panic!("wall {number}: {error}"));
        }
    }
    let outcome = *deal.outcome().expect("nobody is asked, so the deal is over");
    Played { events, choices, outcome }
}

/// Deals a spec plays in each test: fewer for those that think long.
fn deals(spec: &AgentSpec) -> u64 {
    if spec.to_string().starts_with("mc") { 3 } else { 40 }
}

#[test]
fn every_agent_answers_legally_under_every_preset_and_the_deal_ends() {
    for spec in specs() {
        for (name, rules) in RuleSet::PRESETS {
            for number in 0..deals(&spec) {
                let played = play(&spec, &rules, number, Seat::ALL);
                let sum: i32 = played.outcome.points.0.iter().sum();
                assert_eq!(sum, 0, "{spec} on {name} wall {number}");
            }
        }
    }
}

#[test]
fn every_agent_is_a_function_of_view_and_key() {
    for spec in specs() {
        // One set of agents carried over from other deals, one fresh: the same play.
        let mut used = BySeat::from_fn(|_| spec.build());
        for number in 0..deals(&spec) {
            let carried = play_with(&mut used, &RuleSet::MCR, number, Seat::ALL);
            let fresh = play(&spec, &RuleSet::MCR, number, Seat::ALL);
            assert_eq!(carried.events, fresh.events, "{spec} wall {number}");
            assert_eq!(carried.choices, fresh.choices, "{spec} wall {number}");
        }
    }
}

#[test]
fn the_order_of_asking_does_not_matter() {
    let reversed = [Seat::North, Seat::West, Seat::South, Seat::East];
    for spec in specs() {
        for number in 0..deals(&spec) {
            let forward = play(&spec, &RuleSet::MCR, number, Seat::ALL);
            let backward = play(&spec, &RuleSet::MCR, number, reversed);
            assert_eq!(forward.events, backward.events, "{spec} wall {number}");
            assert_eq!(forward.outcome, backward.outcome, "{spec} wall {number}");
        }
    }
}

/// Nothing but the view may count: in another world that looks the same to the seat, it does the same and thinks the same of it.
#[test]
fn what_is_hidden_changes_no_decision() {
    for spec in specs() {
        for (name, rules) in RuleSet::PRESETS {
            let mut other_worlds = 0;
            for number in 0..deals(&spec) / 3 {
                let mut agents = BySeat::from_fn(|_| spec.build());
                let keys = agent_keys(SEED, number);
                let mut deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, SEED, number), &mut ());
                while let Some(seat) = deal.pending().iter().next() {
                    let view = deal.observe(seat);
                    let key = |decision| DecisionRng::new(keys[seat], decision);
                    let choice = agents[seat].act(&view, &mut key(view.decision()));
                    let hidden = Hidden::uniform(&view, &mut DecisionRng::new(number, view.decision()));
                    let world = view.imagine(&hidden, &mut ()).unwrap_or_else(|fault| panic!("{fault}"));
                    let again = world.observe(seat);
                    other_worlds += u32::from(world.wall().tiles() != deal.wall().tiles());
                    // Decisions are numbered from the imagined moment on.
                    let repeated = spec.build().act(&again, &mut key(view.decision()));
                    assert_eq!(repeated, choice, "{spec} on {name} wall {number}, {seat:?}");
                    deal.apply(seat, choice.action, &mut ()).unwrap();
                }
            }
            assert!(other_worlds > 10, "{spec} on {name}: {other_worlds} worlds that differ");
        }
    }
}
