//! The deal loop: `deal/random`, `deal/shuffle`, `legal_actions/{turn,claim}`, `clone/state`.
//!
//! One iteration of `deal/random` plays 512 deals of 144 tiles with four players that choose any legal action, all
//! events kept. `deal --instructions NAME PASSES` runs a workload bare, for callgrind.

use criterion::{Criterion, Throughput, criterion_group};
use mcr_engine::{
    Deal, DecisionRng, EventLog, Phase, RuleSet, Seat, Wall, Wind, deal::legal_actions, rng::agent_keys,
};
use std::hint::black_box;

const DEALS: u64 = 512;
const SEED: u64 = 1;

/// Plays deal `number` with random players and gives how many events there were.
fn play(number: u64, log: &mut EventLog) -> usize {
    let rules = RuleSet::MCR;
    log.clear();
    let keys = agent_keys(SEED, number);
    let mut deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, SEED, number), log);
    while let Some(seat) = deal.pending().first() {
        let legal = deal.legal(seat);
        let mut rng = DecisionRng::new(keys[seat], deal.decisions(seat));
        let action = legal.nth(rng.below(legal.len() as u64) as usize).expect("a legal action");
        deal.apply(seat, action, log).expect("a legal action");
    }
    log.as_slice().len()
}

/// All deals; the number of events is what the pass must give.
#[inline(never)]
fn random() -> usize {
    let mut log = EventLog::new();
    (0..DEALS).map(|number| play(number, &mut log)).sum()
}

#[inline(never)]
fn shuffle() -> usize {
    (0..DEALS).map(|number| Wall::shuffled(&RuleSet::MCR, SEED, number).tiles()[143].index()).sum()
}

/// Positions of random deals at which a seat is asked: in its turn, or to claim.
fn positions(claim: bool) -> Vec<(Deal, Seat)> {
    let mut found = Vec::new();
    for number in 0..64 {
        let rules = RuleSet::MCR;
        let keys = agent_keys(SEED, number);
        let mut deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, SEED, number), &mut ());
        while let Some(seat) = deal.pending().first() {
            if matches!(deal.table().phase(), Phase::Claim { .. }) == claim {
                found.push((deal.clone(), seat));
            }
            let legal = deal.legal(seat);
            let mut rng = DecisionRng::new(keys[seat], deal.decisions(seat));
            let action = legal.nth(rng.below(legal.len() as u64) as usize).expect("a legal action");
            deal.apply(seat, action, &mut ()).expect("a legal action");
        }
    }
    found.truncate(512);
    found
}

#[inline(never)]
fn legal(positions: &[(Deal, Seat)]) -> usize {
    let of = |(deal, seat): &(Deal, Seat)| legal_actions(deal.table(), deal.hand(*seat), *seat).len();
    positions.iter().map(of).sum()
}

#[inline(never)]
fn clones(positions: &[(Deal, Seat)]) -> usize {
    positions.iter().map(|(deal, _)| black_box(deal.clone()).pending().len()).sum()
}

/// A workload's name, what one pass of it must give, and the pass.
type Workload = (&'static str, usize, Box<dyn Fn() -> usize>);

fn workloads() -> Vec<Workload> {
    let (turns, claims) = (positions(false), positions(true));
    let states = turns.clone();
    vec![
        ("deal/random", 102_027, Box::new(random)),
        ("deal/shuffle", 9_669, Box::new(shuffle)),
        ("legal_actions/turn", 4_679, Box::new(move || legal(&turns))),
        ("legal_actions/claim", 1_075, Box::new(move || legal(&claims))),
        ("clone/state", 512, Box::new(move || clones(&states))),
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

/// Runs a workload without the harness; without arguments names them with the calls in a pass.
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
