//! `mcr train` through the binary: from deals to a network that plays, and what is refused.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mcr")).current_dir(folder).args(arguments).output().unwrap()
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[cfg(not(feature = "torch"))]
#[test]
fn without_networks_it_says_how_to_get_them() {
    let folder = tempfile::tempdir().unwrap();
    let told = refused(folder.path(), &["train", "supervised", "--config", "a.toml"]);
    assert!(told.contains("scripts/libtorch.sh") && told.contains("--features torch"), "{told}");
    let told = refused(folder.path(), &["arena", "--agents", "neural:a.safetensors,greedy"]);
    assert!(told.contains("--features torch"), "{told}");
    fs::remove_dir_all(folder.path()).unwrap();
}

#[cfg(feature = "torch")]
#[test]
fn a_network_is_trained_labelled_improved_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let done = |arguments: &[&str]| {
        let output = run(at, arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {told}");
        String::from_utf8(output.stdout).unwrap()
    };
    let size = "[network]\nchannels = 8\nblocks = 1\nwidth = 16\n";
    let schedule =
        |steps: u32| format!("[schedule]\nsteps = {steps}\nwarmup = 2\nrate = 1e-2\nlast = 1e-3\n");
    let data = "[data]\nfeatures = 'plain'\nbatch = 64\nholdout = 4\n";
    fs::write(at.join("a.toml"), format!("log_every = 5\n{data}{size}{}", schedule(80))).unwrap();
    fs::write(at.join("l.toml"), "per_deal = 4\n").unwrap();
    let improve = format!("batch = 16\nholdout = 3\nlog_every = 2\nexamine_every = 1\n{}", schedule(4));
    fs::write(at.join("i.toml"), improve).unwrap();
    let critic = size.replace("network", "critic");
    fs::write(at.join("s.toml"), format!("deals = 4\nepochs = 1\n{critic}{}", schedule(2))).unwrap();
    done(&["simulate", "--deals", "40", "--part-deals", "20", "--out", "run"]);
    let told = done(&[
        "train",
        "supervised",
        "--config",
        "a.toml",
        "--run",
        "run",
        "--out",
        "a",
        "--format",
        "json",
        "--threads",
        "1",
    ]);
    let report: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(report["steps"], 80);
    assert!(report["holdout"]["agreement"].as_f64().unwrap() > 0.0);
    done(&["train", "label", "--config", "l.toml", "--run", "run", "--out", "l"]);
    let start = "a/best.safetensors";
    let improve = ["train", "improve", "--config", "i.toml", "--labels", "l", "--start", start, "--out", "i"];
    let told = done(&[&improve[..], &["--threads", "1"]].concat());
    assert!(told.contains("Finished after 4 steps"), "{told}");
    let selfplay = ["train", "selfplay", "--config", "s.toml", "--start", start, "--out", "s"];
    let told = done(&[&selfplay[..], &["--threads", "1"]].concat());
    assert!(told.contains("s/network.safetensors"), "{told}");
    let spec = "neural:s/network.safetensors";
    let arena = ["arena", "--agents", spec, "--against", "greedy", "--sets", "2", "--format", "json"];
    let threads = |threads| {
        let told = done(&[&arena[..], &["--threads", threads]].concat());
        let report: serde_json::Value = serde_json::from_str(&told).unwrap();
        assert_eq!(report["results"][0]["agent"], spec);
        report["results"].to_string()
    };
    assert_eq!(threads("1"), threads("2"));
    // The gate: a network is no better than itself, and a weak field is beaten.
    let gate = |sets: &str, first: &str| {
        let gate = [
            "train",
            "gate",
            "--candidate",
            start,
            "--best",
            "best.safetensors",
            "--first",
            first,
            "--sets",
            sets,
        ];
        run(at, &[&gate[..], &["--margin", "2", "--error", "0.2"]].concat())
    };
    let output = gate("60", "random");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(fs::read(at.join("best.safetensors")).unwrap(), fs::read(at.join(start)).unwrap());
    assert_eq!(gate("3", "random").status.code(), Some(1));
    // What is wrong is named.
    let told = refused(at, &["train", "supervised", "--config", "no.toml", "--out", "b"]);
    assert!(told.contains("no.toml"), "{told}");
    let told = refused(at, &["train", "supervised", "--config", "l.toml", "--out", "b"]);
    assert!(told.contains("l.toml") && told.contains("per_deal"), "{told}");
    let told = refused(at, &["train", "supervised", "--config", "a.toml", "--run", "none", "--out", "b"]);
    assert!(told.contains("none"), "{told}");
    let told = refused(at, &["simulate", "--agents", "neural:l/labels.toml"]);
    assert!(told.contains("expected a network that mcr train has saved"), "{told}");
}

#[cfg(feature = "torch")]
#[test]
fn beliefs_are_trained_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let config = "deals = 4\nbatch = 32\nhidden = [8]\nsave_every = 1\n[schedule]\nsteps = 3\nwarmup = 1\n";
    fs::write(at.join("b.toml"), config).unwrap();
    let train = ["train", "belief", "--config", "b.toml", "--out", "b", "--threads", "1"];
    for _ in 0..2 {
        let output = run(at, &train);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "Finished. Network: b/network.safetensors\n");
        let curve = fs::read_to_string(at.join("b/training.csv")).unwrap();
        assert_eq!(curve.lines().next(), Some("step,danger,near,far,held,own_draw,ready"));
        assert_eq!(curve.lines().count(), 4);
    }
    fs::write(at.join("b.toml"), config.replace("[8]", "[0]")).unwrap();
    let told = refused(at, &["train", "belief", "--config", "b.toml", "--out", "c"]);
    assert!(told.contains("hidden"), "{told}");
}
