//! What logging costs beside the play it logs: `deal/greedy`, `log/record`, `log/write/{deals,steps}`.
//!
//! One iteration is 200 deals by four `greedy` agents: played bare, played with every decision kept, and the rows
//! of the two tables encoded. `log --instructions NAME PASSES` runs a workload bare, for callgrind.

use criterion::{Criterion, Throughput, criterion_group};
use mcr_agents::AgentSpec;
use mcr_engine::{BySeat, RuleSet};
use mcr_sim::{
    log::{DealRow, DealWriter, Provenance, StepEncoder, StepRow, StepWriter},
    play::{DealPlayer, build},
};

const DEALS: u64 = 200;
const SEED: u64 = 1;

fn play(logged: bool) -> (Vec<DealRow>, Vec<StepRow>) {
    let specs = BySeat::from_fn(|_| "greedy".parse::<AgentSpec>().expect("an agent"));
    let player = DealPlayer::new(RuleSet::MCR, SEED, &specs);
    let mut players = build(&specs);
    let mut steps = Vec::new();
    let mut deal =
        |number| player.play(number, &mut players, logged.then_some(&mut steps)).expect("legal play");
    ((0..DEALS).map(&mut deal).collect(), steps)
}

fn provenance() -> Provenance {
    Provenance { rules: RuleSet::MCR, seed: Some(SEED), agents: vec!["greedy".into(); 4] }
}

fn write_deals(rows: &[DealRow]) -> usize {
    let mut writer = DealWriter::new(Vec::new(), &provenance()).expect("a file in memory");
    writer.write(rows).expect("a row group");
    writer.finish().expect("the end of the file").len()
}

fn write_steps(rows: &[StepRow]) -> usize {
    let mut writer = StepWriter::new(Vec::new(), &provenance()).expect("a file in memory");
    // As large as the simulator's row groups, which are a hundred deals.
    for group in rows.chunks(rows.len().div_ceil(2)) {
        let encoded = StepEncoder.encode(group).expect("a row group").expect("rows");
        writer.append(encoded).expect("a row group");
    }
    writer.finish().expect("the end of the file").len()
}

/// A workload's name and one pass of it, with a number that must not change from pass to pass.
type Workload = (&'static str, Box<dyn Fn() -> usize>);

fn workloads() -> Vec<Workload> {
    let (rows, steps) = play(true);
    assert_eq!((rows.len(), steps.len()), (DEALS as usize, STEPS), "greedy play has changed");
    vec![
        ("deal/greedy", Box::new(|| play(false).0.len())),
        ("log/record", Box::new(|| play(true).1.len())),
        ("log/write/deals", Box::new(move || write_deals(&rows))),
        ("log/write/steps", Box::new(move || write_steps(&steps))),
    ]
}

/// Decisions in the 200 deals.
const STEPS: usize = 0;

fn bench(c: &mut Criterion) {
    for (name, pass) in workloads() {
        let golden = pass();
        let (group, function) = name.split_once('/').expect("group/function");
        let mut group = c.benchmark_group(group);
        group.throughput(Throughput::Elements(DEALS));
        group.bench_function(function, |b| b.iter(|| assert_eq!(pass(), golden)));
    }
}

/// Runs a workload without the harness; without arguments names them.
fn instructions(arguments: &[String]) {
    let [name, passes] = arguments else {
        workloads().iter().for_each(|(name, _)| println!("{name}"));
        return;
    };
    let passes: u32 = passes.parse().expect("a number of passes");
    let all = workloads();
    let (_, pass) = all.iter().find(|(n, _)| n == name).expect("a workload");
    for _ in 0..passes {
        println!("{name} {}", pass());
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
