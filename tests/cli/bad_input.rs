//! What is refused, with exit code 2 and a message that names the place and what was expected.

use crate::common::{output, refusal, run, text};

#[test]
fn flags_that_make_no_sense_are_refused() {
    for (arguments, words) in [
        (&["--agents", "gready"][..], &["\"gready\"", "random, greedy"][..]),
        (
            &["--agents", "greedy,greedy,random"],
            &["3 agents", "expected 1 (plays all seats), 2 (alternate) or 4"],
        ),
        (&["--agents", "greedy:noise=7"], &["noise", "\"7\""]),
        (&["--rules", "riichi"], &["\"riichi\"", "mcr, mcr-136, mcr-1998"]),
        (&["--rules", "configs/none.toml"], &["\"configs/none.toml\"", "nor a file"]),
        (&["--deals", "0"], &["deals is 0, expected 1 to"]),
        (&["--deals", "many"], &["'many'", "--deals"]),
        (&["--seed", "18446744073709551615"], &["seed is 18446744073709551615, expected at most"]),
        (&["--threads", "0"], &["'0'", "--threads"]),
        (&["--part-deals", "0"], &["part_deals is 0"]),
        (&["--log", "everything"], &["'everything'", "none, deals, steps"]),
        (&["--resume", "runs/none", "--deals", "5"], &["cannot be used with"]),
    ] {
        let message = refusal(&[&["simulate"][..], arguments].concat());
        for word in words {
            assert!(message.contains(word), "{word} in {message}");
        }
    }
}

#[test]
fn folders_that_hold_no_run_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (empty, other, odd) = (folder.path().join("a"), folder.path().join("b"), folder.path().join("c"));
    for path in [&empty, &other, &odd] {
        std::fs::create_dir(path).unwrap();
    }
    std::fs::write(other.join("thesis.tex"), "mine").unwrap();
    let message = refusal(&["simulate", "--deals", "5", "--out", text(&other)]);
    assert!(message.contains("not empty and not a run folder"), "{message}");
    assert_eq!(std::fs::read_dir(&other).unwrap().count(), 1);
    for arguments in [&["stats"][..], &["simulate", "--resume"], &["replay"]] {
        let mut arguments = [arguments, &[text(&empty)]].concat();
        arguments.extend(if arguments[0] == "replay" { &["0"][..] } else { &[] });
        let message = refusal(&arguments);
        assert!(message.contains("a/run.toml: cannot read the run manifest"), "{message}");
    }
    std::fs::write(odd.join("run.toml"), "format = 1\nseed = -4\n").unwrap();
    let message = refusal(&["stats", text(&odd)]);
    assert!(message.contains("c/run.toml: not a run manifest") && message.contains("seed = -4"), "{message}");
}

#[test]
fn a_manifest_of_another_form_or_program_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    output(&["simulate", "--agents", "random", "--deals", "10", "--out", text(&path)]);
    let manifest = std::fs::read_to_string(path.join("run.toml")).unwrap();
    let with = |from: &str, to: &str| {
        assert!(manifest.contains(from), "{from} in {manifest}");
        std::fs::write(path.join("run.toml"), manifest.replace(from, to)).unwrap();
    };
    with("format = 1", "format = 2");
    assert!(refusal(&["stats", text(&path)]).contains("format 2, this program reads 1"));
    with("program_version = \"", "program_version = \"9");
    let message = refusal(&["simulate", "--resume", text(&path)]);
    assert!(message.contains("begun by mcr 9"), "{message}");
}

#[test]
fn a_deal_that_is_not_there_is_told_with_what_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    output(&["simulate", "--agents", "random", "--deals", "10", "--out", text(&path)]);
    let message = refusal(&["replay", text(&path), "10"]);
    assert!(message.contains("no deal 10, the run has deals 0 to 9"), "{message}");
}

#[test]
fn files_of_no_known_kind_are_refused_and_the_others_still_checked() {
    let folder = tempfile::tempdir().unwrap();
    let (run_path, odd) = (folder.path().join("run"), folder.path().join("odd.txt"));
    output(&["simulate", "--agents", "random", "--deals", "10", "--out", text(&run_path)]);
    std::fs::write(&odd, "# no log\n").unwrap();
    let said = run(&["validate", text(&odd), text(&run_path)]);
    assert_eq!(said.code, Some(2));
    assert_eq!(said.out.lines().last(), Some("validated 10 deals: 0 faults"));
    assert!(said.err.contains("odd.txt"), "{}", said.err);
}

#[test]
fn runs_of_different_rules_are_not_counted_together() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    output(&["simulate", "--agents", "random", "--deals", "10", "--out", text(&one)]);
    output(&["simulate", "--agents", "random", "--deals", "10", "--rules", "mcr-136", "--out", text(&other)]);
    let message = refusal(&["stats", text(&one), text(&other)]);
    assert!(message.contains("different rules"), "{message}");
}
