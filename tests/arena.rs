//! `mcr arena` through the binary: output, exit codes, and going on after a kill.

use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

fn arena(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcr"));
    command.arg("arena").args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    arena(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[arguments, &["--format", "json"]].concat())).unwrap()
}

/// The message of a refused command line.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn json_has_the_names_that_scripts_use() {
    let arguments =
        ["--agents", "greedy,random", "--rules", "botzone", "--sets", "3", "--seed", "5", "--threads", "1"];
    let output = run(&[&arguments[..], &["--format", "json"]].concat());
    assert!(output.stderr.is_empty(), "nobody watches: {}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["sets"], &report["deals"], &report["seed"]), (&3.into(), &24.into(), &5.into()));
    for key in ["seconds", "deals_per_second"] {
        assert!(report[key].as_f64().unwrap() > 0.0);
    }
    let results = report["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert_eq!((&results[0]["agent"], &results[1]["agent"]), (&"greedy".into(), &"random".into()));
    for line in results {
        let number = |key: &str| line[key].as_f64().unwrap_or_else(|| panic!("{key} of {line}"));
        assert!(number("low") <= number("mean") && number("mean") <= number("high"));
        for key in ["win", "self_draw", "deal_in", "draw", "foul"] {
            assert!((0.0..=1.0).contains(&number(key)));
        }
        assert!((1.0..=4.0).contains(&number("placement")));
    }
    let difference = report["differences"][0]["mean"].as_f64().unwrap();
    let mean = |agent: usize| results[agent]["mean"].as_f64().unwrap();
    assert!((difference - (mean(0) - mean(1))).abs() < 1e-9);
}

#[test]
fn a_field_a_table_and_a_contest() {
    let against = json(&["--agents", "random", "--against", "greedy", "--sets", "2"]);
    assert_eq!((&against["deals"], against["lineups"].as_array().unwrap().len()), (&8.into(), 2));
    let same = json(&["--agents", "random,greedy,greedy,greedy", "--sets", "2"]);
    assert_eq!(against["results"], same["results"]);
    let contest = ["--agents", "greedy,random,greedy,random", "--seatings", "contest", "--rules", "botzone"];
    let contest = json(&[&contest[..], &["--sets", "1"]].concat());
    // Two agents with two seats each have 6 different seatings on each of 4 walls.
    assert_eq!(contest["deals"], 24);
    assert!(contest["results"][0]["low"].is_null(), "one set has no interval");
}

#[test]
fn csv_and_table_have_a_line_for_every_agent() {
    let arguments = ["--agents", "random,greedy,greedy:noise=0.5", "--round-robin", "--sets", "2"];
    let csv = stdout(&[&arguments[..], &["--format", "csv"]].concat());
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("agent,mean,low,high,"));
    assert_eq!(lines.len(), 4);
    let table = stdout(&arguments);
    assert!(table.starts_with("2 sets, 48 deals"), "{table}");
    assert!(table.contains("Rating") && table.contains("deals/s"), "{table}");
}

#[test]
fn a_test_stops_a_run_and_says_why() {
    let arguments =
        ["--agents", "greedy,random", "--test", "--margin", "4", "--min-sets", "10", "--rules", "mcr-136"];
    let report = json(&arguments);
    assert_eq!(report["test"]["verdict"], "stronger");
    assert!(report["sets"].as_u64().unwrap() < 1000 && report["complete"] == true);
}

#[test]
fn bad_input_is_refused_with_what_was_expected() {
    for (arguments, expected) in [
        (&["--agents", "greedy"][..], "names 1, expected 2 to 4"),
        (&["--agents", "greedy,random,greedy,random,greedy"], "names 5, expected 2 to 4"),
        (&["--agents", "greedy", "--round-robin"], "--round-robin expects 2 or more"),
        (&["--agents", "greedy,random,greedy", "--round-robin"], "names one twice"),
        (&["--agents", "greedy,gready"], "no agent is called \"gready\""),
        (&["--agents", "greedy", "--against", "gready"], "no agent is called \"gready\""),
        (&["--agents", "greedy,random", "--rules", "riichi"], "no rule set \"riichi\""),
        (&["--agents", "greedy,random", "--sets", "0"], "--sets is 0, expected 1 to"),
        (
            &["--agents", "greedy,random", "--seed", "18446744073709551615"],
            "--seed is 18446744073709551615, expected 0",
        ),
        (&["--agents", "greedy,random", "--test", "--margin", "0"], "expected more than H0's 0"),
        (&["--agents", "greedy,random", "--test", "--alpha", "0.5"], "alpha is 0.5"),
        (&["--agents", "greedy,random", "--margin", "2"], "--test"),
        (&["--agents", "greedy,random", "--seatings", "all"], "rotations"),
        (&["--sets", "3"], "--agents"),
    ] {
        let message = refused(arguments);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

/// The files of a run by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for name in ["arena.toml", "results.json", "sets/part-00000.csv"] {
        files.push((name.to_owned(), fs::read(folder.join(name)).unwrap()));
    }
    assert!(!folder.join("sets/part-00001.csv").exists());
    files
}

#[test]
fn a_killed_run_ends_as_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let arguments = |out: &Path, threads: &str| -> Vec<String> {
        let out = out.display().to_string();
        [
            "--agents",
            "greedy,greedy:noise=0.1",
            "--sets",
            "400",
            "--threads",
            threads,
            "--out",
            &out,
            "--format",
            "json",
        ]
        .map(str::to_owned)
        .to_vec()
    };
    let run = |out: &Path, threads: &str| {
        Command::new(env!("CARGO_BIN_EXE_mcr"))
            .arg("arena")
            .args(arguments(out, threads))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    assert!(run(&whole, "1").wait().unwrap().success());
    // Killed again and again until it happens to come to its end.
    for kill in 0..3 {
        let mut child = run(&killed, "2");
        thread::sleep(Duration::from_millis(200 + 300 * kill));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(run(&killed, "2").wait().unwrap().success());
    assert_eq!(files(&killed), files(&whole));

    let whole = whole.display().to_string();
    let message = refused(&["--agents", "greedy,random", "--out", &whole]);
    assert!(message.contains("holds another run: its agents is"), "{message}");
}
