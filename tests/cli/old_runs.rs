//! Folders of before manifests named the versions of agents: they open, validate and go on to the same bytes; and runs that
//! name versions go on with no other.

use crate::common::{files, output, refusal, text};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// A copy of an old folder.
fn copy(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join(name);
    for (path, bytes) in old(name) {
        let path = to.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    (folder, to)
}

fn old(name: &str) -> std::collections::BTreeMap<PathBuf, Vec<u8>> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/old_runs").join(name))
}

/// Takes the last part away.
fn cut(run: &Path) {
    for path in ["deals/part-00002.parquet", "steps/part-00002.parquet", "summary.json"] {
        fs::remove_file(run.join(path)).unwrap();
    }
}

#[test]
fn an_old_run_opens_and_goes_on_to_the_same_bytes() {
    let (_folder, run) = copy("run");
    let path = text(&run);
    assert!(output(&["stats", path]).contains("12 deals"));
    assert_eq!(output(&["validate", path]).lines().last(), Some("validated 12 deals: 0 faults"));
    let same =
        ["simulate", "--deals", "12", "--part-deals", "4", "--seed", "7", "--log", "steps", "--agents"];
    let same = [&same[..], &["greedy,random,greedy:noise=0.3,greedy:noise=0", "--out", path]].concat();
    for again in [&["simulate", "--resume", path][..], &same] {
        cut(&run);
        output(again);
        assert!(files(&run) == old("run"), "{again:?}");
    }
}

#[test]
fn an_old_arena_goes_on_to_the_same_bytes() {
    let (_folder, arena) = copy("arena");
    let sets = arena.join("sets/part-00000.csv");
    let whole = fs::read_to_string(&sets).unwrap();
    // The header and the first two sets of four lines.
    fs::write(&sets, whole.split_inclusive('\n').take(9).collect::<String>()).unwrap();
    fs::remove_file(arena.join("results.json")).unwrap();
    output(&[
        "arena",
        "--agents",
        "greedy,greedy:noise=0.3",
        "--sets",
        "6",
        "--seed",
        "7",
        "--out",
        text(&arena),
    ]);
    assert!(files(&arena) == old("arena"));
}

#[test]
fn a_run_goes_on_with_no_other_version_of_an_agent() {
    let folder = tempfile::tempdir().unwrap();
    let (run, arena) = (folder.path().join("run"), folder.path().join("arena"));
    let play =
        ["simulate", "--agents", "random,greedy", "--deals", "20", "--part-deals", "10", "--out", text(&run)];
    output(&play);
    let compare = ["arena", "--agents", "random,greedy", "--sets", "2", "--out", text(&arena)];
    output(&compare);
    fs::remove_file(run.join("deals/part-00001.parquet")).unwrap();
    for (manifest, versions) in [
        (run.join("run.toml"), r#"versions = ["1", "1", "1", "1"]"#),
        (arena.join("arena.toml"), r#"versions = ["1", "1"]"#),
    ] {
        let written = fs::read_to_string(&manifest).unwrap();
        assert!(written.contains(versions), "{written}");
        fs::write(&manifest, written.replace(versions, &versions.replacen("\", \"1", "\", \"0.9", 1)))
            .unwrap();
    }
    let before = (files(&run), files(&arena));
    for arguments in [&play[..], &["simulate", "--resume", text(&run)], &compare] {
        let message = refusal(arguments);
        for word in
            [r#"agent "greedy" is version "0.9" in this run, this program has version "1""#, ".toml: "]
        {
            assert!(message.contains(word), "{word} in {message}");
        }
    }
    assert!(before == (files(&run), files(&arena)), "nothing was changed");
    // What was played is still there to be looked at.
    assert!(output(&["stats", text(&run)]).contains("unfinished"));
}
