//! `mcr stats --full` and `--near-misses`.

use crate::common::{json, output, refusal, text};
use std::path::{Path, PathBuf};

fn run(folder: &Path, rules: &str, deals: &str) -> PathBuf {
    let path = folder.join(rules);
    output(&["simulate", "--deals", deals, "--agents", "greedy", "--rules", rules, "--out", text(&path)]);
    path
}

#[test]
fn the_full_statistics_split_every_win() {
    let folder = tempfile::tempdir().unwrap();
    let path = run(folder.path(), "mcr", "400");
    let study = json(&["stats", "--full", text(&path)]);
    let wins = study["wins"].as_u64().unwrap();
    for by in ["agent", "seat", "way"] {
        let splits = study["splits"].as_array().unwrap().iter().filter(|split| split["by"] == by);
        assert_eq!(splits.map(|split| split["wins"].as_u64().unwrap()).sum::<u64>(), wins, "{by}");
    }
    let main =
        study["main"].as_array().unwrap().iter().map(|line| line["count"].as_u64().unwrap()).sum::<u64>();
    assert_eq!(main, wins);
    assert!(study["value"]["slope"].as_f64().unwrap() < 0.0);
    let csv = output(&["stats", "--full", "--format", "csv", text(&path)]);
    assert!(csv.lines().all(|line| line.matches(',').count() == 10), "{csv}");
    assert!(output(&["stats", "--full", text(&path)]).contains("Never seen, so each in less than"));
}

/// Own draws estimated from every tile that would have won have the mean of those counted.
#[test]
fn near_misses_agree_with_plain_counts_of_own_draws() {
    let folder = tempfile::tempdir().unwrap();
    let path = run(folder.path(), "mcr", "4000");
    let near = json(&["stats", text(&path), "--near-misses"]);
    assert_eq!(near["deals"], 4000);
    let own_draws = near["fans"].as_array().unwrap().iter().map(|fan| (&fan["id"], &fan["own_draw"]));
    let common = own_draws.filter(|(_, line)| line["wins"].as_u64() > Some(30));
    let mut compared = 0;
    for (id, line) in common {
        compared += 1;
        assert!(line["z"].as_f64().unwrap().abs() < 5.0, "fan {id}: {line}");
        assert!(
            line["near_error"].as_f64().unwrap() < 2.0 * line["plain_error"].as_f64().unwrap(),
            "fan {id}: {line}"
        );
    }
    assert!(compared >= 10, "{compared} fans could be compared");
    let botzone = run(folder.path(), "botzone", "20");
    let said = refusal(&["stats", text(&botzone), "--near-misses"]);
    assert!(said.contains("a wall for each seat"), "{said}");
}

/// Fans that only one of the rule sets knows stand in its columns only.
#[test]
fn runs_under_different_rules_stand_beside_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["mcr", "room-public", "competition-2012"].map(|rules| run(folder.path(), rules, "200"));
    let paths = paths.iter().map(|path| text(path)).collect::<Vec<_>>();
    let arguments = [&["stats", "--beside"], &paths[..]].concat();
    let runs = json(&arguments);
    for (place, known) in [(0, [true, false, false]), (1, [true, true, false]), (2, [false, false, true])] {
        let fans: Vec<_> = runs[place]["fans"].as_array().unwrap().iter().map(|fan| &fan["id"]).collect();
        // Big Four Winds, the ready declaration of the room, a technical fan of the code.
        assert_eq!(
            [1, 83, 85].map(|id| fans.iter().any(|fan| **fan == id)),
            known,
            "{}",
            runs[place]["rules"]
        );
    }
    let csv = output(&[&arguments[..], &["--format", "csv"]].concat());
    assert!(csv.lines().all(|line| line.matches(',').count() == 9), "{csv}");
    assert!(output(&arguments).contains("competition-2012 points"));
}
