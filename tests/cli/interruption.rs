//! Runs that are killed, stopped or out of disk go on where they were.

use crate::common::{Said, files, mcr, output, refusal, run, text};
use std::{
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

/// Long enough to be interrupted, in many parts.
const LONG: [&str; 9] =
    ["simulate", "--agents", "random", "--deals", "900", "--part-deals", "30", "--log", "steps"];

fn long<'a>(path: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&LONG[..], &["--out", text(path)], more].concat()
}

/// Starts the run and waits until its third part is there.
fn start(path: &Path) -> Child {
    let child =
        mcr(&long(path, &["--threads", "2"])).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let third = path.join("deals/part-00002.parquet");
    while !third.exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

fn parts(path: &Path) -> usize {
    files(path)
        .keys()
        .filter(|name| name.starts_with("deals") && name.extension().unwrap() == "parquet")
        .count()
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    output(&long(&whole, &["--threads", "1"]));
    let mut child = start(&killed);
    // SIGKILL: nothing is cleaned up.
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(parts(&killed) < 30 && !killed.join("summary.json").exists(), "killed in the middle");
    let said = run(&long(&killed, &[]));
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.err.contains("going on after"), "{}", said.err);
    assert!(files(&whole) == files(&killed), "the same files, byte for byte");
}

#[cfg(unix)]
#[test]
fn ctrl_c_finishes_the_part_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, stopped) = (folder.path().join("whole"), folder.path().join("stopped"));
    output(&long(&whole, &[]));
    let child = start(&stopped);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!(said.code, Some(130), "{}", said.err);
    let done = parts(&stopped);
    assert!(done < 30 && said.err.contains(&format!("Stopped: {} of 900 deals", done * 30)), "{}", said.err);
    assert!(said.err.contains(&format!("mcr simulate --resume {}", text(&stopped))), "{}", said.err);
    let unfinished = files(&stopped).into_keys().filter(|name| name.extension().unwrap() == "part").count();
    assert_eq!(unfinished, 0, "no part is left half written");
    assert!(output(&["stats", text(&stopped)]).contains("unfinished"));
    output(&["simulate", "--resume", text(&stopped)]);
    assert!(files(&whole) == files(&stopped), "the same files, byte for byte");
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_finished_parts_stay() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, cut) = (folder.path().join("whole"), folder.path().join("cut"));
    output(&long(&whole, &[]));
    let sizes = files(&whole);
    let largest =
        sizes.iter().filter(|(name, _)| name.starts_with("steps")).map(|(_, bytes)| bytes.len()).max();
    // Files may grow to a little less than the largest part (in blocks of 512 bytes).
    let blocks = (largest.unwrap() - 1) / 512;
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let limited = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_mcr")])
        .args(long(&cut, &[]))
        .output()
        .unwrap();
    let said = Said::from(limited);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.err.contains("cut/steps/part-") && said.err.contains("cannot write"), "{}", said.err);
    output(&long(&cut, &[]));
    assert!(sizes == files(&cut), "with room again, the same files");
}

#[test]
fn a_run_with_other_parameters_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    output(&["simulate", "--agents", "random", "--deals", "20", "--out", text(&path)]);
    let before = files(&path);
    let message =
        refusal(&["simulate", "--agents", "random", "--deals", "30", "--seed", "5", "--out", text(&path)]);
    for word in ["holds another run", "its deals is 20, asked for 30", "its seed is 1, asked for 5"] {
        assert!(message.contains(word), "{word} in {message}");
    }
    assert!(before == files(&path), "nothing was changed");
}

#[test]
fn a_damaged_part_is_named_and_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let again =
        ["simulate", "--agents", "random", "--deals", "60", "--part-deals", "20", "--out", text(&path)];
    output(&again);
    let part = path.join("deals/part-00001.parquet");
    let bytes = std::fs::read(&part).unwrap();
    std::fs::write(&part, &bytes[..bytes.len() / 2]).unwrap();
    let before = files(&path);
    for arguments in
        [&again[..], &["stats", text(&path)], &["validate", text(&path)], &["replay", text(&path), "25"]]
    {
        let message = refusal(arguments);
        assert!(message.contains("deals/part-00001.parquet: not a whole Parquet file"), "{message}");
    }
    assert!(before == files(&path), "nothing was changed");
}
