//! Matches: `mcr simulate --match` and `mcr arena --match`.

use crate::common::{json, output, refusal, text};

#[test]
fn both_commands_give_the_same_ranking_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let agents = "heuristic,greedy,random,greedy:noise=0.3";
    let common = ["--agents", agents, "--seed", "3", "--rotation", "a", "--match"];
    let simulated = json(
        &[&["simulate", "--deals", "160", "--out", text(&path), "--threads", "2"], &common[..]].concat(),
    );
    let arena = json(&[&["arena", "--sets", "10", "--threads", "1"], &common[..]].concat());
    let ranking = arena["results"].as_array().unwrap();
    assert_eq!(simulated["matches"].as_array().unwrap(), ranking);
    assert_eq!(arena["matches"], 10);
    let sum = |name: &str| ranking.iter().map(|line| line[name].as_f64().unwrap()).sum::<f64>();
    // 4 + 2 + 1 + 0 standard points and four times 500 points a match.
    assert!((sum("standard_points") - 70.0).abs() < 1e-9);
    assert_eq!(sum("session_points"), 20_000.0);
    // Every player had every seat as often.
    let seats = simulated["agents"].as_array().unwrap();
    assert_eq!(seats.len(), 16);
    assert!(seats.iter().all(|line| line["deals"] == 40));
    assert_eq!(output(&["validate", text(&path)]), "validated 160 deals: 0 faults\n");
    let table = output(&["arena", "--agents", "greedy,random", "--match", "--sets", "2"]);
    assert!(table.contains("Standard points") && table.contains("P4"), "{table}");
}

#[test]
fn a_run_of_matches_goes_on_as_one_and_as_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let first =
        ["simulate", "--deals", "32", "--part-deals", "16", "--agents", "random", "--out", text(&path)];
    output(&[&first[..], &["--match"]].concat());
    assert!(refusal(&first).contains("rotation"));
    assert!(refusal(&[&first[..], &["--match", "--rotation", "fixed"]].concat()).contains("asked for"));
    assert!(refusal(&["simulate", "--match", "--deals", "100"]).contains("expected a multiple of 16"));
    assert!(refusal(&["simulate", "--match", "--log", "none"]).contains("--log none"));
    assert_eq!(json(&["simulate", "--resume", text(&path)])["played"], 0);
}
