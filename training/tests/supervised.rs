//! Learning from logs: a tiny network learns a tiny set, and a training that was stopped goes on as if it had not been.
#![cfg(feature = "torch")]

use mcr_agents::{Registry, encoding::Features, neural::NetworkConfig};
use mcr_engine::{BySeat, RuleSet};
use mcr_sim::run::{self, LogLevel, Manifest, RunFolder};
use mcr_training::{
    dataset::Plan,
    learner::Score,
    schedule::Schedule,
    supervised::{CHECKPOINT, Finished, NETWORK, SupervisedConfig, Watch, supervised},
};
use std::{cell::Cell, fs, path::Path};
use tch::Device;

struct Quiet;

impl run::Watch for Quiet {
    fn played(&self, _: u64) {}
    fn stop(&self) -> bool {
        false
    }
}

/// Stops a training at the first point at or after a step.
struct Until(u64, Cell<u64>);

impl Watch for Until {
    fn at(&self, step: u64, _: &Score) {
        self.1.set(step);
    }
    fn stop(&self) -> bool {
        self.1.get() >= self.0
    }
}

fn deals(path: &Path) {
    let specs = BySeat(["greedy"; 4].map(|agent| Registry::standard().parse(agent).unwrap()));
    let manifest = Manifest::new(RuleSet::MCR, 3, 60, 20, LogLevel::Deals, &specs).unwrap();
    let folder = RunFolder::create_or_continue(path, &manifest).unwrap();
    run::simulate(&Registry::standard(), &manifest, Some(&folder), 1, &Quiet).unwrap();
}

fn tiny(runs: &Path) -> SupervisedConfig {
    SupervisedConfig {
        log_every: 5,
        examine_every: 2,
        examine_batches: 2,
        save_every: 3,
        data: Plan {
            runs: vec![runs.into()],
            features: Features::Plain,
            batch: 32,
            per_deal: 0,
            holdout: 4,
            ..Plan::default()
        },
        network: NetworkConfig { channels: 8, blocks: 1, width: 16, ..NetworkConfig::default() },
        schedule: Schedule { steps: 120, warmup: 5, rate: 1e-2, last: 1e-3 },
        ..SupervisedConfig::default()
    }
}

fn train(config: &SupervisedConfig, folder: &Path, until: u64) -> Finished {
    tch::set_num_threads(1);
    supervised(config, folder, Device::Cpu, 1, &Until(until, Cell::new(0))).unwrap()
}

#[test]
fn a_tiny_network_learns_to_play_greedy() {
    let folder = tempfile::tempdir().unwrap();
    deals(&folder.path().join("runs"));
    let finished = train(&tiny(&folder.path().join("runs")), &folder.path().join("out"), u64::MAX);
    assert!(finished.complete);
    let [policy, _, outcome, agreement, ..] = finished.examined.unwrap().values();
    // Measured: policy 0.48, outcome 1.03, agreement 0.81.
    assert!(policy < 0.6, "{policy}");
    assert!(outcome < 1.3, "{outcome}");
    assert!(agreement > 0.72, "{agreement}");
}

#[test]
fn a_stopped_training_goes_on_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    deals(&runs);
    let mut config = tiny(&runs);
    config.schedule.steps = 45;
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    train(&config, &whole, u64::MAX);
    let files = [
        NETWORK,
        CHECKPOINT,
        "training.csv",
        "holdout.csv",
        "events/training/events.out.tfevents.0.training",
    ];
    // Stopped after a checkpoint of its own, and killed between two: what was written since the last is forgotten.
    assert!(!train(&config, &parts, 20).complete);
    let saved: Vec<Vec<u8>> = files.map(|file| fs::read(parts.join(file)).unwrap()).into();
    train(&config, &parts, 30);
    fs::write(parts.join(CHECKPOINT), &saved[1]).unwrap();
    assert!(train(&config, &parts, u64::MAX).complete);
    for file in files {
        assert!(fs::read(whole.join(file)).unwrap() == fs::read(parts.join(file)).unwrap(), "{file} differs");
    }
    // Another configuration is another training.
    config.schedule.rate = 0.5;
    let error = supervised(&config, &parts, Device::Cpu, 1, &Until(0, Cell::new(0))).unwrap_err();
    assert!(error.to_string().contains("another configuration") && error.is_input());
}

#[test]
fn a_gradient_that_is_no_number_ends_a_training() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    deals(&runs);
    let mut config = tiny(&runs);
    config.schedule = Schedule { steps: 60, warmup: 0, rate: 1e30, last: 1e30 };
    let out = folder.path().join("out");
    let error = supervised(&config, &out, Device::Cpu, 1, &Until(u64::MAX, Cell::new(0))).unwrap_err();
    assert!(!error.is_input());
    assert!(
        error.to_string().contains("no number") && error.to_string().contains("rate of 1000000"),
        "{error}"
    );
}
