//! A seed decides a training: two of each kind at once in one process come to the bytes that each comes to alone.
#![cfg(feature = "torch")]

use mcr_agents::{
    Registry,
    encoding::Features,
    neural::{Network, NetworkConfig, set_threads, weights},
};
use mcr_engine::{BySeat, RuleSet};
use mcr_sim::run::{self, LogLevel, Manifest, RunFolder};
use mcr_training::{
    TrainError,
    adam::AdamConfig,
    belief::{self, BeliefConfig, belief},
    dataset::Plan,
    improve::{self, Gain, ImproveConfig, improve},
    labels::{LabelPlan, label},
    learner::Score,
    schedule::Schedule,
    selfplay::{self, SelfplayConfig, selfplay},
    supervised::{self, CHECKPOINT, NETWORK, SupervisedConfig, supervised},
};
use std::{collections::BTreeMap, fs, path::Path};
use tch::Device;

struct Quiet;

impl run::Watch for Quiet {
    fn played(&self, _: u64) {}
    fn stop(&self) -> bool {
        false
    }
}

impl supervised::Watch for Quiet {
    fn at(&self, _: u64, _: &Score) {}
    fn stop(&self) -> bool {
        false
    }
}

impl improve::Watch for Quiet {
    fn at(&self, _: u64, _: &Gain) {}
    fn stop(&self) -> bool {
        false
    }
}

impl selfplay::Watch for Quiet {
    fn at(&self, _: u64, _: &[f64; 9]) {}
    fn stop(&self) -> bool {
        false
    }
}

impl belief::Watch for Quiet {
    fn at(&self, _: u64, _: &[f64; 6]) {}
    fn stop(&self) -> bool {
        false
    }
}

/// The kinds of trainings.
const KINDS: [&str; 4] = ["supervised", "improve", "selfplay", "belief"];

const STEPS: Schedule = Schedule { steps: 4, warmup: 1, rate: 1e-2, last: 1e-3 };

fn tiny() -> NetworkConfig {
    NetworkConfig { features: Features::Plain, channels: 8, blocks: 1, width: 16, ..NetworkConfig::default() }
}

/// Logged deals, labels of them, and a network to begin with.
fn prepare(at: &Path) {
    let specs = BySeat(["heuristic"; 4].map(|agent| Registry::standard().parse(agent).unwrap()));
    let manifest = Manifest::new(RuleSet::MCR, 3, 8, 8, LogLevel::Deals, &specs).unwrap();
    let folder = RunFolder::create_or_continue(&at.join("run"), &manifest).unwrap();
    run::simulate(&Registry::standard(), &manifest, Some(&folder), 1, &Quiet).unwrap();
    let plan = LabelPlan { run: at.join("run"), ..LabelPlan::default() };
    label(&Registry::standard(), &plan, &at.join("labels"), 1, &Quiet).unwrap();
    let network = Network::new(&tiny(), 1, "network weights", Device::Cpu);
    weights::save(&network, &BTreeMap::new(), &at.join("start.safetensors")).unwrap();
}

/// A training of a kind on what is prepared at `at`.
fn train(kind: &str, seed: u32, at: &Path, out: &Path) -> Result<(), TrainError> {
    set_threads(1);
    let (start, adam) = (at.join("start.safetensors"), AdamConfig::default());
    match kind {
        "supervised" => {
            let data = Plan { runs: vec![at.join("run")], batch: 32, holdout: 4, ..Plan::default() };
            let config = SupervisedConfig {
                seed,
                log_every: 2,
                examine_every: 1,
                data,
                network: tiny(),
                schedule: STEPS,
                ..SupervisedConfig::default()
            };
            supervised(&config, out, Device::Cpu, 1, &Quiet).map(drop)
        }
        "improve" => {
            let config = ImproveConfig {
                labels: at.join("labels"),
                start,
                seed: seed.into(),
                batch: 8,
                holdout: 4,
                log_every: 2,
                examine_every: 1,
                schedule: STEPS,
                ..ImproveConfig::default()
            };
            improve(&config, out, Device::Cpu, &Quiet).map(drop)
        }
        "selfplay" => {
            let config = SelfplayConfig {
                start,
                seed: seed.into(),
                deals: 3,
                past_every: 1,
                past: 1,
                epochs: 1,
                batch: 64,
                critic: tiny(),
                schedule: STEPS,
                adam,
                ..SelfplayConfig::default()
            };
            selfplay(&config, &Registry::standard(), &RuleSet::MCR, out, Device::Cpu, &Quiet).map(drop)
        }
        "belief" => {
            let config = BeliefConfig {
                seed,
                deals: 2,
                batch: 32,
                hidden: vec![16],
                schedule: STEPS,
                ..BeliefConfig::default()
            };
            belief(&config, &RuleSet::MCR, out, Device::Cpu, &Quiet).map(drop)
        }
        _ => unreachable!("{kind}"),
    }
}

#[test]
fn trainings_at_once_are_what_they_are_alone() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    prepare(at);
    // Two of a kind that differ in nothing but the seed would take each other's numbers if there were any to take.
    let all: Vec<(&str, u32)> = KINDS.into_iter().flat_map(|kind| [(kind, 1), (kind, 2)]).collect();
    let out = |when: &str, (kind, seed): (&str, u32)| at.join(format!("{when}-{kind}-{seed}"));
    for which in &all {
        train(which.0, which.1, at, &out("alone", *which)).unwrap();
    }
    std::thread::scope(|scope| {
        for which in &all {
            scope.spawn(|| train(which.0, which.1, at, &out("together", *which)).unwrap());
        }
    });
    let read = |when: &str, which: (&str, u32), file: &str| fs::read(out(when, which).join(file)).unwrap();
    for which in all {
        for file in [NETWORK, CHECKPOINT, "training.csv"] {
            assert!(read("alone", which, file) == read("together", which, file), "{which:?}: {file} differs");
        }
    }
    for kind in KINDS {
        assert!(read("alone", (kind, 1), NETWORK) != read("alone", (kind, 2), NETWORK), "{kind}: the seed");
    }
}
