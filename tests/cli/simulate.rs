//! `mcr simulate` and `mcr stats`.

use crate::common::{files, json, output, run, text};
use std::process::Stdio;

/// A small run of random agents, which are fast and do everything the rules allow.
const SMALL: [&str; 7] = ["simulate", "--agents", "random", "--deals", "300", "--part-deals", "100"];

fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SMALL[..], more].concat()
}

#[test]
fn json_has_the_names_that_scripts_rely_on() {
    let result = json(&small(&["--log", "none", "--seed", "3"]));
    for name in ["deals", "seconds", "deals_per_second", "draws", "wins"] {
        assert!(result[name].is_number(), "{name}");
    }
    assert_eq!(result["deals"], 300);
    let counted = ["wins", "draws", "fouls"].map(|name| result[name].as_u64().unwrap());
    assert_eq!(counted.iter().sum::<u64>(), 300);
    assert_eq!(result["agents"].as_array().unwrap().len(), 4);
    for name in ["seat", "spec", "mean_points"] {
        assert!(!result["agents"][2][name].is_null(), "{name}");
    }
    assert_eq!(result["fans"].as_array().unwrap().len(), 82);
    for name in ["id", "wins", "share", "low", "high"] {
        assert!(result["fans"][0][name].is_number(), "{name}");
    }
}

#[test]
fn the_folder_does_not_depend_on_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let all = ["1", "2", "5"].map(|threads| {
        let path = folder.path().join(threads);
        output(&small(&["--log", "steps", "--threads", threads, "--out", text(&path)]));
        files(&path)
    });
    assert!(all[0] == all[1] && all[1] == all[2], "one, two and five threads write the same bytes");
    let names: Vec<_> = all[0].keys().map(|path| text(path)).collect();
    let expected = [
        "deals/part-00000.parquet",
        "deals/part-00001.parquet",
        "deals/part-00002.parquet",
        "run.toml",
        "steps/part-00000.parquet",
        "steps/part-00001.parquet",
        "steps/part-00002.parquet",
        "summary.json",
    ];
    assert_eq!(names, expected);
}

#[test]
fn part_sizes_and_logging_do_not_change_the_play() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let unlogged = json(&small(&["--log", "none"]));
    let logged = json(&[
        "simulate",
        "--agents",
        "random",
        "--deals",
        "300",
        "--part-deals",
        "7",
        "--out",
        text(&path),
    ]);
    for name in ["deals", "wins", "draws", "turns", "hand_points", "agents", "fans"] {
        assert_eq!(unlogged[name], logged[name], "{name}");
    }
}

#[test]
fn stats_counts_what_simulate_counted() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    let played = json(&small(&["--out", text(&one)]));
    output(&small(&["--seed", "2", "--out", text(&other)]));
    let counted = json(&["stats", text(&one)]);
    for name in ["deals", "wins", "draws", "agents", "by_agent", "fans"] {
        assert_eq!(counted[name], played[name], "{name}");
    }
    let both = json(&["stats", text(&one), text(&other)]);
    assert_eq!(both["deals"], 600);
    assert_eq!(both["agents"][0]["deals"], 600);
    let summary = std::fs::read_to_string(one.join("summary.json")).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&summary).unwrap(), counted);
}

#[test]
fn a_finished_run_is_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let first = json(&small(&["--out", text(&path)]));
    let before = files(&path);
    let again = json(&small(&["--out", text(&path)]));
    assert_eq!((&first["played"], &again["played"]), (&300.into(), &0.into()));
    assert_eq!(first["fans"], again["fans"]);
    assert!(before == files(&path), "nothing was written");
}

#[test]
fn without_a_folder_given_runs_are_named_and_numbered() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let played = crate::common::mcr(&small(&[])).current_dir(folder.path()).output().unwrap();
        assert!(played.status.success());
    }
    let (one, two) =
        (folder.path().join("runs/random-seed1-300"), folder.path().join("runs/random-seed1-300-2"));
    assert!(files(&one) == files(&two), "the same run twice");
}

#[test]
fn the_table_is_for_people_and_the_csv_for_spreadsheets() {
    let table = output(&small(&["--log", "none"]));
    for word in ["300 deals · seed 1 · rules mcr", "荒牌", "East 东", "deals/s"] {
        assert!(table.contains(word), "{word} in\n{table}");
    }
    let csv = output(&small(&["--log", "none", "--format", "csv"]));
    assert!(csv.starts_with("id,key,english,chinese,points,wins,"), "{csv}");
    assert_eq!(csv.lines().count(), 83);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = crate::common::mcr(&small(&["--log", "none"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let said = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success() && err.is_empty(), "{err}");
}

#[test]
fn every_command_explains_itself_with_an_example() {
    for command in ["simulate", "stats", "replay", "validate"] {
        let help = run(&[command, "--help"]);
        assert_eq!(help.code, Some(0));
        assert!(help.out.contains(&format!("mcr {command} ")), "{}", help.out);
    }
}
