//! The example package `examples/own_agent`: it builds as a stranger's package, and its agents have every command.

use crate::common::{Said, files, text};
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Cargo as it built these tests, for another command in the same folders.
fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(arguments);
    command
}

fn succeed(mut command: Command) {
    let said = Said::from(command.output().expect("cargo starts"));
    assert_eq!(said.code, Some(0), "{command:?}: {}", said.err);
}

/// The program of the example, built as an example of the package `mcr`.
pub(crate) fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let mcr = Path::new(env!("CARGO_BIN_EXE_mcr"));
        let folder = mcr.parent().expect("programs lie in a folder");
        let program = folder.join("examples/own_agent");
        let made = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
        // `cargo test` has built it. `cargo test --test cli` has not, and may have left an old one.
        if made(&program) < made(mcr) {
            let release = folder.file_name() == Some(OsStr::new("release"));
            let mut build = cargo(&["build", "--offline", "--workspace", "--example", "own_agent"]);
            build.args(release.then_some("--release"));
            build.args(cfg!(feature = "torch").then_some("--features=torch"));
            succeed(build);
        }
        program
    })
}

/// Runs the program in a folder.
fn run(folder: &Path, arguments: &[&str]) -> Said {
    let mut command = Command::new(program());
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command.output().expect("the example starts").into()
}

fn output(folder: &Path, arguments: &[&str]) -> String {
    let said = run(folder, arguments);
    assert_eq!(said.code, Some(0), "{arguments:?}: {}", said.err);
    said.out
}

/// The package by itself, outside the workspace, with nothing but its one dependency. With `MCR_SLOW_TESTS=1` it is built
/// and run; otherwise it is checked, which takes a tenth of the time.
#[test]
fn the_package_builds_outside_the_workspace() {
    let package = root().join("examples/own_agent");
    let text = fs::read_to_string(package.join("Cargo.toml")).unwrap();
    assert!(text.contains("[workspace]") && text.contains(r#"mcr = { path = "../.." }"#), "{text}");
    let lines = fs::read_to_string(package.join("src/main.rs")).unwrap().lines().count();
    assert!(lines <= 80, "{lines} lines");
    // The same versions as ours, whose builds are there already.
    fs::copy(root().join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    let slow = std::env::var_os("MCR_SLOW_TESTS").is_some();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut build = cargo(&[if slow { "build" } else { "check" }, "--offline", "--manifest-path"]);
    build.arg(package.join("Cargo.toml")).arg("--target-dir").arg(target);
    build.args(["--config", "profile.dev.opt-level=2", "--config", "profile.dev.debug=\"line-tables-only\""]);
    succeed(build);
    if slow {
        let said = Said::from(Command::new(target.join("debug/own_agent")).arg("agents").output().unwrap());
        assert!(said.out.contains("collector (version 1)"), "{}", said.err);
    }
}

#[test]
fn its_agents_are_listed_beside_ours() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let list: serde_json::Value =
        serde_json::from_str(&output(here, &["agents", "--format", "json"])).unwrap();
    assert_eq!(list["default"], "heuristic");
    let names: Vec<&str> =
        list["agents"].as_array().unwrap().iter().map(|agent| agent["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["random", "greedy", "heuristic", "external", "mc", "neural", "collector", "robot"]);
    let option = &list["agents"][6]["options"][0];
    assert_eq!((&option["name"], &option["default"]), (&"calls".into(), &"2".into()));
    assert_eq!(
        (&option["expected"], &option["positional"]),
        (&"a whole number 0 to 4".into(), &false.into())
    );
    assert_eq!(list["agents"][3]["options"][0]["required"], true);
    for (command, option) in [("simulate", "--agents"), ("arena", "--agents"), ("botzone", "--agent")] {
        let help = output(here, &[command, "--help"]);
        for word in [option, "collector: collects tiles that are alike", "calls=N", "[default: 2]", "noise=P"]
        {
            assert!(help.contains(word), "{command}: {word} in {help}");
        }
    }
    assert!(output(here, &["agents", "robot"]).starts_with("robot (version 1)\n  discards what it drew\n"));
    let csv = output(here, &["agents", "--format", "csv"]);
    assert!(
        csv.contains("\ncollector,\"1\",calls,\"N\",\"2\",\"pungs and kongs that it calls at most\"\n"),
        "{csv}"
    );
}

#[test]
fn two_agents_of_its_own_play_runs_and_arenas_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let play = |out: &str| {
        let deals = ["simulate", "--deals", "60", "--part-deals", "20", "--agents"];
        output(here, &[&deals[..], &["collector:calls=3,robot,greedy,collector", "--out", out]].concat())
    };
    assert!(play("whole").contains("collector:calls=3"));
    let manifest = fs::read_to_string(here.join("whole/run.toml")).unwrap();
    assert!(
        manifest.contains(r#"agents = ["collector:calls=3", "robot", "greedy", "collector"]"#),
        "{manifest}"
    );
    assert!(manifest.contains(r#"versions = ["1", "1", "1", "1"]"#), "{manifest}");
    // A run that lost its last part goes on to the same bytes.
    let whole = files(&here.join("whole"));
    for lost in ["whole/deals/part-00002.parquet", "whole/summary.json"] {
        fs::remove_file(here.join(lost)).unwrap();
    }
    output(here, &["simulate", "--resume", "whole"]);
    assert!(files(&here.join("whole")) == whole);
    assert!(output(here, &["validate", "whole"]).contains("validated 60 deals: 0 faults"));
    assert!(output(here, &["replay", "whole", "5"]).contains("collector:calls=3"));

    // An arena that goes on has the sets that were there, and the result of one that never stopped.
    let arena = |sets: &str, out: &str| {
        let agents = ["arena", "--agents", "collector,robot,greedy", "--round-robin", "--format", "json"];
        output(here, &[&agents[..], &["--sets", sets, "--out", out]].concat())
    };
    arena("2", "stopped");
    arena("5", "stopped");
    arena("5", "through");
    assert!(files(&here.join("stopped")) == files(&here.join("through")));
    let against: serde_json::Value = serde_json::from_str(&output(
        here,
        &["arena", "--agents", "collector", "--against", "greedy", "--sets", "3", "--format", "json"],
    ))
    .unwrap();
    assert_eq!(against["results"][0]["agent"], "collector");

    // The program without them counts and checks, and says whom it lacks where it is to play.
    let ours = |arguments: &[&str]| crate::common::run(&[arguments, &[text(&here.join("whole"))]].concat());
    assert_eq!((ours(&["stats"]).code, ours(&["validate"]).code), (Some(0), Some(0)));
    fs::remove_file(here.join("whole/deals/part-00002.parquet")).unwrap();
    let lacking = ours(&["simulate", "--resume"]);
    assert_eq!(lacking.code, Some(2));
    assert!(lacking.err.contains(r#"no agent is called "collector"; known: random"#), "{}", lacking.err);
}

#[test]
fn it_explains_and_is_tuned_and_answers_the_judge() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let explained = output(here, &["explain", "1123m3467p45678sE", "--agent", "collector"]);
    // Of the tiles it has one of any may go; the pair is worth more than a dozen of them.
    assert!(explained.contains("discard E   -1.60") && !explained.contains("discard 1m"), "{explained}");
    let tuned = output(
        here,
        &["tune", "--agent", "collector:calls=2", "--keys", "calls", "--sets", "3", "--out", "tuned"],
    );
    assert!(tuned.contains("calls 2 → 3") && tuned.contains("Best parameters: collector:calls="), "{tuned}");
    assert!(fs::read_to_string(here.join("tuned/best.txt")).unwrap().starts_with("collector:calls="));
    let untuned = run(here, &["tune", "--agent", "robot", "--out", "none"]);
    assert_eq!(untuned.code, Some(2));
    assert!(untuned.err.contains("robot: it names no parameters to tune"), "{}", untuned.err);
}

#[test]
fn wrong_options_are_refused_as_ours_are() {
    let folder = tempfile::tempdir().unwrap();
    for (agents, words) in [
        ("collector:call=4", &[r#"option "call=4" is not one of calls=N"#, r#"did you mean "calls"?"#][..]),
        ("collector:calls=5", &[r#"calls is "5", expected a whole number 0 to 4"#]),
        ("colector", &[r#"no agent is called "colector""#, r#"did you mean "collector"?"#]),
        ("robot:fast", &[r#"option "fast" is not one of (none)"#]),
    ] {
        let said = run(folder.path(), &["simulate", "--agents", agents]);
        assert_eq!(said.code, Some(2), "{}", said.out);
        for word in words {
            assert!(said.err.contains(word), "{word} in {}", said.err);
        }
    }
}
