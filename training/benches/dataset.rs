//! How fast examples are made: `dataset/{plain,outlook}`, on two threads.
//!
//! One pass is an epoch over 2,000 deals by four `heuristic` agents, 8 decisions a deal, as a training reads them.
//! `dataset --once NAME THREADS FOLDER` runs ten epochs bare over the run in the folder (played first if it is not there), for `time`.

use criterion::{Criterion, Throughput, criterion_group};
use mcr_agents::{Registry, encoding::Features};
use mcr_engine::{BySeat, RuleSet};
use mcr_sim::run::{LogLevel, Manifest, RunFolder, Watch, simulate};
use mcr_training::dataset::{Dataset, Plan, Split, State};
use std::{path::Path, sync::Arc};

const DEALS: u64 = 2_000;
const EXAMPLES: usize = 16_000;

struct Nobody;

impl Watch for Nobody {
    fn played(&self, _: u64) {}
    fn stop(&self) -> bool {
        false
    }
}

fn play(path: &Path) {
    let specs = BySeat::from_fn(|_| Registry::standard().parse("heuristic").expect("an agent"));
    let manifest = Manifest::new(RuleSet::MCR, 1, DEALS, 500, LogLevel::Deals, &specs).expect("a run");
    let folder = RunFolder::create_or_continue(path, &manifest).expect("a folder");
    simulate(&Registry::standard(), &manifest, Some(&folder), 2, &Nobody).expect("a run");
}

fn open(path: &Path, features: Features) -> Arc<Dataset> {
    let plan = Plan { runs: vec![path.to_owned()], features, holdout: 0, ..Plan::default() };
    Arc::new(Dataset::open(plan).expect("a data set"))
}

fn pass(data: &Arc<Dataset>, epoch: u32, threads: usize) -> usize {
    let batches = data.batches(Split::Training, State::epoch(epoch), threads).expect("threads");
    batches.map(|batch| batch.expect("a batch").len()).sum()
}

fn bench(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    play(folder.path());
    for (name, features) in Features::ALL {
        let data = open(folder.path(), features);
        assert_eq!(pass(&data, 0, 2), EXAMPLES);
        let mut group = c.benchmark_group("dataset");
        group.throughput(Throughput::Elements(EXAMPLES as u64)).sample_size(10);
        group.bench_function(name, |b| b.iter(|| pass(&data, 1, 2)));
    }
}

criterion_group!(benches, bench);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [once, name, threads, path] = &arguments[..]
        && once == "--once"
    {
        let path = Path::new(path);
        if !path.exists() {
            play(path);
        }
        let data = open(path, name.parse().expect("features"));
        let threads = threads.parse().expect("a number of threads");
        let made: usize = (0..10).map(|epoch| pass(&data, epoch, threads)).sum();
        println!("{made} examples");
        return;
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
