//! `mcr validate` and `mcr replay`.

use crate::common::{output, run, text};
use mcr_sim::{
    log::{DealReader, DealRow, DealWriter},
    run::RunFolder,
};
use std::{fs::File, path::Path};

fn simulate(path: &Path, rules: &str, agents: &str) {
    let arguments = ["simulate", "--deals", "120", "--part-deals", "50", "--log", "steps", "--rules", rules];
    output(&[&arguments[..], &["--agents", agents, "--out", text(path)]].concat());
}

#[test]
fn what_simulate_logs_validates_under_every_rule_set() {
    let folder = tempfile::tempdir().unwrap();
    for rules in ["mcr", "mcr-136", "botzone"] {
        let path = folder.path().join(rules);
        simulate(&path, rules, "random,greedy");
        assert_eq!(output(&["validate", text(&path)]), "validated 120 deals: 0 faults\n");
        let part = path.join("deals/part-00002.parquet");
        assert_eq!(output(&["validate", text(&part)]), "validated 20 deals: 0 faults\n");
    }
}

/// Rewrites the first part of a run with changed rows.
fn change(path: &Path, change: impl Fn(&mut DealRow)) {
    let part = path.join("deals/part-00000.parquet");
    let mut rows: Vec<DealRow> =
        DealReader::open(&part).unwrap().groups().collect::<Result<Vec<_>, _>>().unwrap().concat();
    rows.iter_mut().for_each(change);
    let provenance = RunFolder::open(path).unwrap().provenance();
    let mut writer = DealWriter::new(File::create(&part).unwrap(), &provenance).unwrap();
    writer.write(&rows).unwrap();
    writer.finish().unwrap();
}

#[test]
fn faults_are_named_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    simulate(&path, "mcr", "random");
    change(&path, |row| {
        if row.deal == 7 {
            row.points.0[0] += 1;
        }
        if row.deal == 8 {
            row.events[0] ^= 1;
        }
    });
    let said = run(&["validate", text(&path)]);
    assert_eq!(said.code, Some(1));
    for word in [
        "part-00000.parquet: deal 7: points are",
        "part-00000.parquet: deal 8: ",
        "summary.json: other numbers",
    ] {
        assert!(said.out.contains(word), "{word} in\n{}", said.out);
    }
    let last = said.out.lines().last().unwrap();
    assert!(last.starts_with("validated 120 deals: ") && last.ends_with(" faults"), "{last}");
}

#[test]
fn a_deal_is_shown_from_the_hands_to_the_points() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    simulate(&path, "mcr", "greedy");
    let deal = output(&["replay", text(&path), "3"]);
    for word in
        ["Deal 3 · seed 1 · prevalent wind East", "greedy", "1  East   draws", "Points", "Tiles: m 万"]
    {
        assert!(deal.contains(word), "{word} in\n{deal}");
    }
}
