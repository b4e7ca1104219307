//! Trainings beyond imitation: they go on exactly where they were stopped, and do what they are for.
#![cfg(feature = "torch")]

use mcr_agents::{
    Registry,
    encoding::Features,
    neural::{Network, NetworkConfig, set_threads, weights},
};
use mcr_engine::{BySeat, RuleSet};
use mcr_sim::run::{self, LogLevel, Manifest, RunFolder};
use mcr_training::{
    dataset::{Plan, Split},
    improve::{self, Gain, ImproveConfig, improve},
    labels::{self, LabelPlan, label},
    schedule::Schedule,
    selfplay::{self, SelfplayConfig, selfplay},
    supervised::{CHECKPOINT, NETWORK},
};
use std::{cell::Cell, collections::BTreeMap, fs, path::Path};
use tch::Device;

struct Quiet;

impl run::Watch for Quiet {
    fn played(&self, _: u64) {}
    fn stop(&self) -> bool {
        false
    }
}

/// Stops a training at a step.
struct Until(u64, Cell<u64>);

impl improve::Watch for Until {
    fn at(&self, step: u64, _: &Gain) {
        self.1.set(step);
    }
    fn stop(&self) -> bool {
        self.1.get() >= self.0
    }
}

impl selfplay::Watch for Until {
    fn at(&self, iteration: u64, values: &[f64; 9]) {
        assert!(values.iter().all(|value| value.is_finite()), "{values:?}");
        self.1.set(iteration);
    }
    fn stop(&self) -> bool {
        // Asked after an iteration, before it is told.
        self.1.get() + 1 >= self.0
    }
}

fn until(step: u64) -> Until {
    Until(step, Cell::new(0))
}

fn start(path: &Path) {
    let size = NetworkConfig {
        features: Features::Plain,
        channels: 8,
        blocks: 1,
        width: 16,
        ..NetworkConfig::default()
    };
    let network = Network::new(&size, 1, "network weights", Device::Cpu);
    weights::save(&network, &BTreeMap::new(), path).unwrap();
}

fn equal(one: &Path, other: &Path) {
    for file in [NETWORK, CHECKPOINT, "training.csv", "events/training/events.out.tfevents.0.training"] {
        assert!(fs::read(one.join(file)).unwrap() == fs::read(other.join(file)).unwrap(), "{file} differs");
    }
}

#[test]
fn a_network_gains_on_the_labels_it_learns() {
    set_threads(1);
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let specs = BySeat(["heuristic"; 4].map(|agent| Registry::standard().parse(agent).unwrap()));
    let manifest = Manifest::new(RuleSet::MCR, 5, 20, 10, LogLevel::Deals, &specs).unwrap();
    run::simulate(
        &Registry::standard(),
        &manifest,
        Some(&RunFolder::create_or_continue(&at("run"), &manifest).unwrap()),
        2,
        &Quiet,
    )
    .unwrap();
    let plan = LabelPlan { run: at("run"), ..LabelPlan::default() };
    label(&Registry::standard(), &plan, &at("labels"), 9, &Quiet).unwrap();
    start(&at("start.safetensors"));
    let config = ImproveConfig {
        labels: at("labels"),
        start: at("start.safetensors"),
        batch: 32,
        holdout: 4,
        log_every: 4,
        examine_every: 2,
        anchor: 0.0,
        schedule: Schedule { steps: 120, warmup: 0, rate: 1e-2, last: 1e-2 },
        ..ImproveConfig::default()
    };
    assert!(improve(&config, &at("whole"), Device::Cpu, &until(u64::MAX)).unwrap().complete);
    assert!(!improve(&config, &at("parts"), Device::Cpu, &until(22)).unwrap().complete);
    improve(&config, &at("parts"), Device::Cpu, &until(u64::MAX)).unwrap();
    equal(&at("whole"), &at("parts"));
    // In the end it knows by heart which of the labelled actions were good: of what the best of them would gain its favourites
    // gain 0.82 ± 0.12 over ten seeds of deals, weights and order, those of nobody who knows about nothing.
    let curve = fs::read_to_string(at("whole").join("training.csv")).unwrap();
    let gained: f64 = curve.lines().last().unwrap().split(',').nth(3).unwrap().parse().unwrap();
    let side = Plan { holdout: config.holdout, ..Plan::default() };
    let (_, labels) = labels::read(&at("labels")).unwrap();
    let learned = labels.iter().flatten().filter(|label| side.split(label.deal) == Split::Training);
    let best = learned.map(|label| label.tried.iter().map(|tried| tried.1).max().unwrap() - label.tried[0].1);
    let best: Vec<f64> = best.map(f64::from).collect();
    let most = best.iter().sum::<f64>() / best.len() as f64;
    assert!(gained > 0.3 * most, "{gained} of {most}");
}

#[test]
fn play_goes_on_where_it_stopped() {
    set_threads(1);
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    start(&at("start.safetensors"));
    let config = SelfplayConfig {
        start: at("start.safetensors"),
        deals: 6,
        alone_with_itself: 0.3,
        with_heuristic: 0.3,
        past_every: 1,
        past: 2,
        epochs: 1,
        batch: 128,
        save_every: 2,
        critic: NetworkConfig { channels: 8, blocks: 1, width: 16, ..NetworkConfig::default() },
        schedule: Schedule { steps: 4, warmup: 1, rate: 1e-3, last: 1e-3 },
        ..SelfplayConfig::default()
    };
    let against = |opponent: Option<&str>, out: &str, last| {
        let config = SelfplayConfig { opponent: opponent.map(str::to_owned), ..config.clone() };
        selfplay(&config, &Registry::standard(), &RuleSet::MCR, &at(out), Device::Cpu, &until(last))
    };
    let play = |out: &str, last| against(None, out, last).unwrap();
    assert!(play("whole", u64::MAX));
    assert!(!play("parts", 3));
    assert!(play("parts", u64::MAX));
    equal(&at("whole"), &at("parts"));
    // Other opponents teach other things; one that has to be told of a deal from its beginning teaches nothing.
    assert!(against(Some("random"), "other", u64::MAX).unwrap());
    let network = |out: &str| fs::read(at(out).join("network.safetensors")).unwrap();
    assert!(network("other") != network("whole"));
    for (opponent, problem) in
        [("external:true", "told of a deal from its beginning"), ("randum", "did you mean")]
    {
        let refused = against(Some(opponent), "none", u64::MAX).unwrap_err();
        assert!(refused.is_input() && refused.to_string().contains(problem), "{refused}");
        assert!(!at("none").exists());
    }
}
