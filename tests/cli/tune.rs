//! `mcr tune`: a search is kept, goes on where it stopped, and refuses what it cannot do.

use crate::common::run;
use std::fs;

fn tune(out: &str, more: &[&str]) -> crate::common::Said {
    let fixed = ["tune", "--sets", "60", "--keys", "claim_margin,followed", "--factor", "1.5", "--out", out];
    run(&[&fixed, more].concat())
}

#[test]
fn a_search_that_was_cut_short_comes_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let whole = tune(&at("whole"), &[]);
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    let record = fs::read_to_string(folder.path().join("whole/record.jsonl")).unwrap();
    assert!(record.lines().count() >= 3, "{record}");
    assert!(record.contains("claim_margin") && record.contains("followed"), "{record}");

    // The first line whole, the second cut off by a crash.
    let kept: String = record.split_inclusive('\n').take(2).collect();
    fs::create_dir(folder.path().join("cut")).unwrap();
    fs::write(folder.path().join("cut/record.jsonl"), &kept[..kept.len() - 9]).unwrap();
    let cut = tune(&at("cut"), &["--threads", "1"]);
    assert_eq!(cut.code, Some(0), "{}", cut.err);
    for name in ["record.jsonl", "best.toml"] {
        let read = |run: &str| fs::read_to_string(folder.path().join(run).join(name)).unwrap();
        assert_eq!(read("cut"), read("whole"), "{name}");
    }
    // The result is a file of parameters.
    let best = format!("heuristic:config={}/best.toml", at("whole"));
    assert_eq!(
        run(&["simulate", "--agents", &best, "--deals", "2", "--log", "none", "--out", &at("run")]).code,
        Some(0)
    );
}

#[test]
fn unknown_parameters_and_foreign_records_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x").to_str().unwrap().to_owned();
    let refused = |more: &[&str], part: &str| {
        let said = run(&[&["tune", "--sets", "5", "--out", &out], more].concat());
        assert_eq!(said.code, Some(2), "{}", said.err);
        assert!(said.err.contains(part), "{}", said.err);
    };
    refused(&["--keys", "slak"], r#"parameter "slak""#);
    refused(&["--factor", "1"], "--factor is 1");
    let line =
        r#"{"number":0,"key":"ahead","from":2.0,"to":2.5,"sets":5,"gain":0.0,"half":1.0,"accepted":false}"#;
    fs::create_dir_all(&out).unwrap();
    fs::write(folder.path().join("x/record.jsonl"), format!("{line}\n")).unwrap();
    refused(&["--keys", "slack"], "comparison 0 of the record is ahead from 2 to 2.5");
}
