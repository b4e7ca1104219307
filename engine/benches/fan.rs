//! Benchmarks of fan scoring: criterion's, or with `--instructions WORKLOAD ROUNDS` one workload for an instruction
//! counter (see `instructions.sh`).

use criterion::{Criterion, Throughput};
use mcr_engine::{
    DecisionRng, Melds, RuleSet, Tile, TileCounts, WinContext, Wind, WinningHand,
    notation::corpus::CorpusLine,
    scoring::{may_win, score},
    shape,
};
use std::hint::black_box;

/// Hands in each corpus.
const HANDS: usize = 4096;

type Case = (WinningHand, WinContext);

/// Something asked about each hand of a corpus.
struct Workload {
    name: &'static str,
    hands: fn() -> Vec<Case>,
    /// The answer as a number.
    ask: fn(&Case) -> u64,
    /// The sum of all answers.
    golden: u64,
}

const WORKLOADS: [Workload; 3] = [
    Workload { name: "fan/corpus", hands: corpus, ask: points, golden: 98_177 },
    Workload { name: "fan/not_a_win/near", hands: near_misses, ask: wins, golden: 0 },
    Workload { name: "fan/not_a_win/random", hands: random_hands, ask: wins, golden: 0 },
];

fn points((hand, context): &Case) -> u64 {
    score(hand, context, &RuleSet::MCR).map_or(0, |score| u64::from(score.points()))
}

fn wins((hand, context): &Case) -> u64 {
    u64::from(may_win(hand, context, &RuleSet::MCR))
}

/// Random winning hands of every shape: the test data.
fn corpus() -> Vec<Case> {
    let lines = include_str!("../tests/data/corpus.tsv").lines().filter(|line| !line.starts_with('#'));
    let hands = lines.map(|line| line.parse::<CorpusLine>().expect("checked by the tests").hand);
    hands.map(|hand| (hand.winning_hand().expect("14 tiles"), hand.context)).take(HANDS).collect()
}

/// The same hands with another winning tile, so that they are one tile from complete.
fn near_misses() -> Vec<Case> {
    let mut cases = corpus();
    let mut rng = DecisionRng::new(1, 0);
    for (hand, _) in &mut cases {
        let waiting = hand.concealed.without(hand.winning_tile);
        let waits = shape::waits(&waiting, hand.melds.len());
        let misses: Vec<Tile> =
            Tile::kinds().filter(|t| waiting.get(*t) < 4 && !waits.contains(*t)).collect();
        hand.winning_tile = misses[rng.below(misses.len() as u64) as usize];
        hand.concealed = waiting.with(hand.winning_tile);
    }
    cases
}

/// Fourteen tiles as they come.
fn random_hands() -> Vec<Case> {
    let mut rng = DecisionRng::new(2, 0);
    let mut hand = || {
        let mut wall: Vec<Tile> = Tile::kinds().flat_map(|tile| [tile; 4]).collect();
        let mut draw = || wall.swap_remove(rng.below(wall.len() as u64) as usize);
        let concealed: TileCounts = (0..14).map(|_| draw()).collect();
        let winning_tile = concealed.kinds().first().expect("fourteen tiles");
        let hand = WinningHand { concealed, melds: Melds::EMPTY, winning_tile };
        (hand, WinContext::own_draw(Wind::East, Wind::South))
    };
    (0..HANDS).map(|_| hand()).collect()
}

impl Workload {
    /// Asks about every hand, so many times over.
    fn run(&self, hands: &[Case], rounds: usize) -> u64 {
        let round = || hands.iter().map(|hand| (self.ask)(black_box(hand))).sum();
        (0..rounds).fold(0, |_, _| round())
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
        WORKLOADS.iter().for_each(|workload| println!("{} {HANDS}", workload.name));
        return;
    };
    let workload = WORKLOADS.iter().find(|workload| workload.name == name).expect("a workload's name");
    black_box(workload.run(&(workload.hands)(), rounds));
}

fn measure() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("fan");
    for workload in &WORKLOADS {
        let hands = (workload.hands)();
        assert_eq!(workload.run(&hands, 1), workload.golden, "answers of {}", workload.name);
        group.throughput(Throughput::Elements(hands.len() as u64));
        let name = workload.name.trim_start_matches("fan/");
        group.bench_function(name, |bencher| bencher.iter(|| workload.run(&hands, 1)));
    }
    group.finish();
    criterion.final_summary();
}
