//! `docs/write_an_agent.md`: its code is that of the example, its commands run.

use crate::{
    common::Said,
    own_agent::{program, root},
};
use std::{fs, path::Path, process::Command};

/// The code blocks of the page, in order: language and text.
fn blocks() -> Vec<(String, String)> {
    let page = fs::read_to_string(root().join("docs/write_an_agent.md")).unwrap();
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some((language.to_owned(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block that does not end");
    blocks
}

fn of(language: &str) -> Vec<String> {
    blocks().into_iter().filter(|(other, _)| other == language).map(|(_, text)| text).collect()
}

/// Runs a block of shell commands in a folder, and gives what was printed.
fn shell(folder: &Path, script: &str) -> String {
    let mut command = Command::new("sh");
    command.current_dir(folder).args(["-e", "-c", script]);
    // Neither this test's settings nor the network.
    command.env("CARGO_NET_OFFLINE", "true").env_remove("CARGO_MANIFEST_DIR");
    let said = Said::from(command.output().expect("a shell"));
    assert_eq!(said.code, Some(0), "{script}\n{}{}", said.out, said.err);
    said.out
}

#[test]
fn its_code_is_the_example() {
    let code = of("rust");
    for (file, code) in ["robot.rs", "main.rs"].iter().zip(&code) {
        let example = fs::read_to_string(root().join("examples/own_agent/src").join(file)).unwrap();
        assert!(*code == example, "{file} differs: put the file into the page");
    }
    assert_eq!(code.len(), 2);
}

#[test]
fn its_commands_run() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    std::os::unix::fs::symlink(root(), here.join("mcr")).unwrap();
    let mut scripts = of("sh").into_iter();
    shell(here, &scripts.next().unwrap());
    let manifest = fs::read_to_string(here.join("own_agent/Cargo.toml")).unwrap();
    assert!(manifest.contains("[dependencies]\nmcr = "), "{manifest}");

    // What `cargo run` would build is built already.
    let build = "cargo run --release --";
    let (mut said, mut commands) = (String::new(), 0);
    for script in scripts.by_ref().take(3) {
        commands += script.matches(build).count();
        said += &shell(&here.join("own_agent"), &script.replace(build, program().to_str().unwrap()));
    }
    assert_eq!(commands, 10);
    for word in ["calls=N", "collector:calls=4", "discard E", "Best parameters", "\nPASS\n"] {
        assert!(said.contains(word), "{word} in {said}");
    }

    let python = Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no python3");
        return;
    }
    let keeper = of("python").remove(0);
    assert!(keeper.lines().count() <= 10, "ten lines");
    fs::write(here.join("keeper.py"), keeper).unwrap();
    let script = scripts.next().unwrap();
    shell(here, &format!("mcr() {{ {} \"$@\"; }}\n{script}", env!("CARGO_BIN_EXE_mcr")));
    assert!(!here.join("kept/fouls").exists(), "it plays by the rules");
    assert!(scripts.next().is_none(), "a block that no test runs");
}

#[test]
fn what_it_says_is_printed_is_printed() {
    let told = of("text").remove(0);
    let output = Command::new(program()).args(["simulate", "--agents", "collector:call=4"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), told);
}
