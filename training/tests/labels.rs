//! Labels are what playing on brings, are kept whole, and a network learns from them.

use mcr_agents::{Agent, Registry};
use mcr_engine::{Action, BySeat, DecisionRng, RuleSet, rng::agent_keys};
use mcr_sim::{
    replay::watch_deal,
    run::{LogLevel, Manifest, RunFolder, Watch, simulate},
};
use mcr_training::labels::{Label, LabelPlan, label, read};
use std::{fs, path::Path};

struct Quiet;

impl Watch for Quiet {
    fn played(&self, _: u64) {}
    fn stop(&self) -> bool {
        false
    }
}

fn deals(path: &Path) {
    let specs = BySeat(["heuristic"; 4].map(|agent| Registry::standard().parse(agent).unwrap()));
    let manifest = Manifest::new(RuleSet::MCR, 5, 24, 12, LogLevel::Deals, &specs).unwrap();
    let folder = RunFolder::create_or_continue(path, &manifest).unwrap();
    simulate(&Registry::standard(), &manifest, Some(&folder), 2, &Quiet).unwrap();
}

fn labelled(folder: &Path) -> (LabelPlan, Vec<Label>) {
    let plan = LabelPlan { run: folder.join("run"), ..LabelPlan::default() };
    assert!(label(&Registry::standard(), &plan, &folder.join("labels"), u64::MAX, &Quiet).unwrap());
    let (read_plan, parts) = read(&folder.join("labels")).unwrap();
    assert_eq!(read_plan, plan);
    assert_eq!(parts.len(), 2);
    (plan, parts.concat())
}

#[test]
fn the_first_action_is_the_labellers_and_brings_what_the_deal_brought() {
    let folder = tempfile::tempdir().unwrap();
    deals(&folder.path().join("run"));
    let (_, labels) = labelled(folder.path());
    assert!(labels.len() > 60 && labels.len() <= 96, "{}", labels.len());
    let run = RunFolder::open(&folder.path().join("run")).unwrap();
    for row in (0..24).map(|deal| run.deal(deal).unwrap().unwrap()) {
        // heuristic played the deal and plays on: taken as it took it, a decision brings what it brought.
        for label in labels.iter().filter(|label| label.deal == row.deal) {
            assert_eq!(label.tried[0].1, row.points[label.seat], "{label:?}");
            assert!((2..=3).contains(&label.tried.len()));
        }
    }
    let claims =
        labels.iter().filter(|label| label.tried.iter().any(|(action, _)| *action == Action::Pass)).count();
    assert!(claims * 4 > labels.len(), "{claims} of {}", labels.len());
    assert!(labels.iter().any(|label| label.tried.iter().any(|(_, points)| *points != label.tried[0].1)));
}

#[test]
fn another_action_brings_what_a_replay_of_it_brings() {
    let folder = tempfile::tempdir().unwrap();
    deals(&folder.path().join("run"));
    let (_, labels) = labelled(folder.path());
    let run = RunFolder::open(&folder.path().join("run")).unwrap();
    let label = labels.iter().find(|label| label.tried[1].1 != label.tried[0].1).unwrap();
    let row = run.deal(label.deal).unwrap().unwrap();
    let keys = agent_keys(5, label.deal);
    let mut agent = mcr_agents::heuristic::Heuristic::default();
    let (mut step, mut points) = (0, None);
    watch_deal(&RuleSet::MCR, &row, None, |deal, seat, _| {
        if step == label.step {
            assert_eq!(seat, label.seat);
            let mut deal = deal.clone();
            deal.apply(seat, label.tried[1].0, &mut ()).unwrap();
            while let Some(next) = deal.pending().first() {
                let view = deal.observe(next);
                let action = agent.act(&view, &mut DecisionRng::new(keys[next], view.decision())).action;
                deal.apply(next, action, &mut ()).unwrap();
            }
            points = Some(deal.outcome().unwrap().points[seat]);
        }
        step += 1;
    })
    .unwrap();
    assert_eq!(points, Some(label.tried[1].1));
}

#[test]
fn finished_parts_stay_and_damage_is_named() {
    let folder = tempfile::tempdir().unwrap();
    deals(&folder.path().join("run"));
    let (plan, labels) = labelled(folder.path());
    let out = folder.path().join("labels");
    let second = out.join("part-00001.csv");
    let whole = fs::read_to_string(&second).unwrap();
    fs::remove_file(&second).unwrap();
    let (_, again) = labelled(folder.path());
    assert_eq!(labels, again);
    assert_eq!(fs::read_to_string(&second).unwrap(), whole);
    fs::write(&second, whole.replacen(';', "|", 1)).unwrap();
    let error = read(&out).unwrap_err().to_string();
    assert!(error.contains("part-00001.csv, line 2") && error.contains("expected deal,step,seat"), "{error}");
    let told = LabelPlan { policy: "external:true".into(), ..plan.clone() };
    let refused = label(&Registry::standard(), &told, &out, 9, &Quiet).unwrap_err().to_string();
    assert!(refused.contains("policy: external:true: such a program has to be told"), "{refused}");
    let other = LabelPlan { gap: 1.0, ..plan };
    assert!(
        label(&Registry::standard(), &other, &out, 9, &Quiet)
            .unwrap_err()
            .to_string()
            .contains("another plan")
    );
}
