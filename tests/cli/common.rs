//! Running the command and looking at folders.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// The built command with these arguments.
pub(crate) fn mcr(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcr"));
    command.args(arguments);
    command
}

/// What a finished command said.
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Said {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
        Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Runs the command to its end.
pub(crate) fn run(arguments: &[&str]) -> Said {
    mcr(arguments).output().expect("mcr starts").into()
}

/// Runs the command, which must succeed, and gives its standard output.
pub(crate) fn output(arguments: &[&str]) -> String {
    let said = run(arguments);
    assert_eq!(said.code, Some(0), "mcr {arguments:?}: {}", said.err);
    said.out
}

/// Runs the command, which must refuse its input with exit code 2, and gives its message.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    let said = run(arguments);
    assert_eq!(said.code, Some(2), "mcr {arguments:?} said {}{}", said.out, said.err);
    assert!(!said.err.contains("panicked"), "{}", said.err);
    said.err
}

/// Runs the command with `--format json`, and reads what it prints.
pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    let arguments = [arguments, &["--format", "json"]].concat();
    serde_json::from_str(&output(&arguments)).expect("nothing but JSON on standard output")
}

/// Every file below a folder with its bytes.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").to_owned();
                all.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    all
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("temporary paths are UTF-8")
}
