//! What a view costs as numbers: `encode/{plain,outlook}`.
//!
//! One pass encodes every decision of some deals by `greedy` and `heuristic` agents, where they stand. `encoding
//! --instructions NAME PASSES` runs a workload bare, for callgrind or `time`.

use criterion::{Criterion, Throughput, criterion_group};
use mcr_agents::{
    Agent, Registry,
    encoding::{Encoder, Features},
};
use mcr_engine::{Deal, DecisionRng, RuleSet, Wall, Wind};

/// Decisions of the deals.
const VIEWS: usize = 2_750;

/// Deals as they stood at each decision.
fn positions() -> Vec<Deal> {
    let rules = RuleSet::MCR;
    let mut positions = Vec::new();
    for number in 0..40 {
        let name = if number % 4 == 0 { "greedy" } else { "heuristic" };
        let mut agent = Registry::standard().parse(name).expect("an agent").build();
        let mut deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, number), &mut ());
        while let Some(seat) = deal.pending().first() {
            positions.push(deal.clone());
            let choice = agent.act(&deal.observe(seat), &mut DecisionRng::new(0, 0));
            deal.apply(seat, choice.action, &mut ()).expect("a legal action");
        }
    }
    positions
}

/// Encodes all; how many, and the tiles in the hands.
fn pass(encoder: &Encoder, positions: &[Deal], numbers: &mut [f32]) -> (usize, usize) {
    let mut tiles = 0.0;
    for deal in positions {
        let seat = deal.pending().first().expect("somebody is asked");
        encoder.encode(&deal.observe(seat), numbers);
        tiles += numbers[..4 * 34].iter().sum::<f32>();
    }
    (positions.len(), tiles as usize)
}

fn bench(c: &mut Criterion) {
    let positions = positions();
    let held: usize = positions
        .iter()
        .map(|deal| deal.pending().first().map_or(0, |seat| deal.hand(seat).concealed().total() as usize))
        .sum();
    assert_eq!(positions.len(), VIEWS);
    for (name, features) in Features::ALL {
        let encoder = Encoder::new(features);
        let mut numbers = vec![0.0; features.len()];
        assert_eq!(pass(&encoder, &positions, &mut numbers), (VIEWS, held), "{name}");
        let mut group = c.benchmark_group("encode");
        group.throughput(Throughput::Elements(VIEWS as u64)).sample_size(20);
        group.bench_function(name, |b| b.iter(|| pass(&encoder, &positions, &mut numbers)));
    }
}

/// Runs a workload without the harness; without arguments names them with the views in a pass.
fn instructions(arguments: &[String]) {
    let [name, passes] = arguments else {
        Features::ALL.iter().for_each(|(name, _)| println!("encode/{name} {VIEWS}"));
        return;
    };
    let features: Features = name.trim_start_matches("encode/").parse().expect("features");
    let positions = positions();
    let mut numbers = vec![0.0; features.len()];
    for _ in 0..passes.parse::<u32>().expect("a number of passes") {
        assert_eq!(pass(&Encoder::new(features), &positions, &mut numbers).0, VIEWS);
    }
}

criterion_group!(benches, bench);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("--instructions", rest)) =
        arguments.split_first().map(|(first, rest)| (first.as_str(), rest))
    {
        return instructions(rest);
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
