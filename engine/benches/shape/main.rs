//! Benchmarks of the shapes: criterion's, or with `--instructions WORKLOAD ROUNDS` one workload for an instruction
//! counter (see `instructions.sh`).

mod corpus;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use mcr_engine::{TileCounts, shape};

/// Something asked about each hand of a corpus.
struct Workload {
    name: &'static str,
    hands: fn() -> Vec<TileCounts>,
    /// The answer, folded into a number.
    ask: fn(&TileCounts) -> u64,
    /// The sum of all answers.
    golden: u64,
}

const WORKLOADS: [Workload; 8] = [
    Workload {
        name: "shanten/all_shapes/random",
        hands: || corpus::random(13),
        ask: shanten,
        golden: 14_201,
    },
    Workload { name: "shanten/all_shapes/near", hands: || corpus::near(13), ask: shanten, golden: 2_048 },
    Workload {
        name: "useful_tiles/random",
        hands: || corpus::random(13),
        ask: useful_tiles,
        golden: 21_538_101,
    },
    Workload { name: "useful_tiles/near", hands: || corpus::near(13), ask: useful_tiles, golden: 3_087_448 },
    Workload { name: "waits/random", hands: || corpus::random(13), ask: waits, golden: 0 },
    Workload { name: "waits/near", hands: || corpus::near(13), ask: waits, golden: 970_687_764_189 },
    Workload {
        name: "best_discards/random",
        hands: || corpus::random(14),
        ask: best_discards,
        golden: 148_452_046_924_864,
    },
    Workload {
        name: "best_discards/near",
        hands: || corpus::near(14),
        ask: best_discards,
        golden: 8_425_165_021_967,
    },
];

fn shanten(hand: &TileCounts) -> u64 {
    shape::shanten(hand, 0) as u64
}

/// Shanten, useful kinds, and how many copies of them are not in the hand.
fn useful_tiles(hand: &TileCounts) -> u64 {
    let useful = shape::useful_tiles(hand, 0);
    useful.shanten as u64 + 100 * u64::from(4 * useful.tiles.len() as u32 - hand.total_of(useful.tiles))
}

fn waits(hand: &TileCounts) -> u64 {
    shape::waits(hand, 0).bits()
}

fn best_discards(hand: &TileCounts) -> u64 {
    shape::best_discards(hand, 0)
        .iter()
        .map(|discard| discard.useful.bits() ^ discard.tile.index() as u64)
        .sum()
}

impl Workload {
    /// Asks about every hand, so many times over.
    fn run(&self, hands: &[TileCounts], rounds: usize) -> u64 {
        let mut sum = 0;
        for _ in 0..rounds {
            sum = hands.iter().map(|hand| (self.ask)(black_box(hand))).fold(0, u64::wrapping_add);
        }
        sum
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.iter().position(|argument| argument == "--instructions") {
        Some(place) => count(&arguments[place + 1..]),
        None => measure(),
    }
}

/// One workload for an instruction counter: the difference of two numbers of rounds leaves out the preparation.
fn count(arguments: &[String]) {
    let (Some(name), Some(rounds)) = (arguments.first(), arguments.get(1).and_then(|n| n.parse().ok()))
    else {
        WORKLOADS.iter().for_each(|workload| println!("{} {}", workload.name, corpus::HANDS));
        return;
    };
    let workload = WORKLOADS.iter().find(|workload| workload.name == name).expect("a workload's name");
    black_box(workload.run(&(workload.hands)(), rounds));
}

fn measure() {
    let mut criterion = Criterion::default().configure_from_args();
    for workload in &WORKLOADS {
        let hands = (workload.hands)();
        assert_eq!(workload.run(&hands, 1), workload.golden, "answers of {}", workload.name);
        let (group, name) = workload.name.rsplit_once('/').expect("group/corpus");
        let mut group = criterion.benchmark_group(group);
        group.throughput(Throughput::Elements(hands.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| workload.run(&hands, 1)));
        group.finish();
    }
    criterion.final_summary();
}
