//! What logging costs beside the play it logs: `deal/greedy`, `log/record`, `log/write/{deals,steps}`.
//!
//! One pass is 200 deals by four `greedy` agents: played bare, played with every decision kept, and the rows of the two
//! tables encoded. `log --instructions NAME PASSES` runs a workload bare, for callgrind.

use criterion::{Criterion, Throughput, criterion_group};
use mcr_agents::Registry;
use mcr_engine::{BySeat, RuleSet};
use mcr_sim::{
    log::{DealRow, DealWriter, Provenance, StepLog, StepRow, StepSink, StepWriter},
    play::{DealPlayer, build},
};

const DEALS: u64 = 200;
const SEED: u64 = 1;

/// Discards in the 200 deals.
const TURNS: usize = 11_933;
/// Decisions in them.
const STEPS: usize = 15_949;

/// What a row of each table may take on disk.
const BYTES_A_DEAL: usize = 160;
const BYTES_A_STEP: usize = 25;

fn play(mut steps: Option<&mut dyn StepSink>) -> Vec<DealRow> {
    let specs = BySeat::from_fn(|_| Registry::standard().parse("greedy").expect("an agent"));
    let player = DealPlayer::new(RuleSet::MCR, SEED, &specs);
    let mut players = build(&specs);
    let mut rows = Vec::new();
    for number in 0..DEALS {
        let sink = steps.as_mut().map(|sink| &mut **sink as &mut dyn StepSink);
        rows.push(player.play(number, &mut players, sink).expect("greedy plays by the rules"));
    }
    rows
}

fn turns(rows: &[DealRow]) -> usize {
    rows.iter().map(|row| usize::from(row.turns)).sum()
}

fn play_and_record() -> usize {
    let mut steps = StepLog::default();
    play(Some(&mut steps));
    steps.len()
}

fn provenance() -> Provenance {
    Provenance { rules: RuleSet::MCR, seed: Some(SEED), agents: vec!["greedy".into(); 4] }
}

fn write_deals(rows: &[DealRow]) -> usize {
    let mut writer = DealWriter::new(Vec::new(), &provenance()).expect("a file in memory");
    writer.write(rows).expect("a row group");
    let bytes = writer.finish().expect("the end of the file").len();
    assert!(bytes <= BYTES_A_DEAL * rows.len(), "{bytes} bytes for {} deals", rows.len());
    rows.len()
}

fn write_steps(logs: &[StepLog]) -> usize {
    let mut writer = StepWriter::new(Vec::new(), &provenance()).expect("a file in memory");
    for log in logs {
        let encoded = log.clone().encode().expect("a row group").expect("rows");
        writer.append(encoded).expect("a row group");
    }
    let bytes = writer.finish().expect("the end of the file").len();
    let steps = logs.iter().map(StepLog::len).sum();
    assert!(bytes <= BYTES_A_STEP * steps, "{bytes} bytes for {steps} steps");
    steps
}

/// A workload's name, what one pass of it must give, and the pass.
type Workload = (&'static str, usize, Box<dyn Fn() -> usize>);

fn workloads() -> Vec<Workload> {
    let mut steps: Vec<StepRow> = Vec::new();
    let rows = play(Some(&mut steps));
    // The simulator's row groups are a hundred deals.
    let groups = steps.chunk_by(|one, next| one.deal / 100 == next.deal / 100);
    let logs: Vec<StepLog> = groups.map(|group| group.iter().copied().collect()).collect();
    vec![
        ("deal/greedy", TURNS, Box::new(|| turns(&play(None)))),
        ("log/record", STEPS, Box::new(play_and_record)),
        ("log/write/deals", DEALS as usize, Box::new(move || write_deals(&rows))),
        ("log/write/steps", STEPS, Box::new(move || write_steps(&logs))),
    ]
}

fn bench(c: &mut Criterion) {
    for (name, golden, pass) in workloads() {
        assert_eq!(pass(), golden, "{name}");
        let (group, function) = name.split_once('/').expect("group/function");
        let mut group = c.benchmark_group(group);
        group.throughput(Throughput::Elements(DEALS));
        group.bench_function(function, |b| b.iter(&pass));
    }
}

/// Runs a workload without the harness; without arguments names them with the deals in a pass.
fn instructions(arguments: &[String]) {
    let [name, passes] = arguments else {
        workloads().iter().for_each(|(name, ..)| println!("{name} {DEALS}"));
        return;
    };
    let passes: u32 = passes.parse().expect("a number of passes");
    let all = workloads();
    let (_, golden, pass) = all.iter().find(|(n, ..)| n == name).expect("a workload");
    for _ in 0..passes {
        assert_eq!(pass(), *golden, "{name}");
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
