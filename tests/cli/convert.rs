//! `mcr convert`: runs to foreign logs and back.

use crate::common::{json, output, refusal, run, text};
use mcr_sim::{
    log::{DealReader, DealRow, StepReader, StepRow},
    run::RunFolder,
};
use std::{fs, path::Path};

fn rows(path: &Path) -> Vec<DealRow> {
    let folder = RunFolder::open(path).unwrap();
    let part = |part| DealReader::open(&folder.part_path("deals", part)).unwrap();
    let parts = folder.parts_done().unwrap().into_iter().map(part);
    parts.flat_map(|reader| reader.groups().flat_map(Result::unwrap).collect::<Vec<_>>()).collect()
}

fn steps(path: &Path) -> Vec<StepRow> {
    let folder = RunFolder::open(path).unwrap();
    let part = |part| StepReader::open(&folder.part_path("steps", part)).unwrap();
    let parts = folder.parts_done().unwrap().into_iter().map(part);
    parts.flat_map(|reader| reader.groups().flat_map(Result::unwrap).collect::<Vec<_>>()).collect()
}

/// How many deals make the round trip; MCR_SLOW_TESTS=1 asks for ten thousand.
fn deals() -> usize {
    if std::env::var_os("MCR_SLOW_TESTS").is_some() {
        return 10_000;
    }
    eprintln!("300 deals; MCR_SLOW_TESTS=1 for 10000");
    300
}

#[test]
fn simulated_deals_survive_both_formats_with_every_decision() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let deals = deals();
    output(&[
        "simulate",
        "--deals",
        &deals.to_string(),
        "--part-deals",
        "97",
        "--log",
        "steps",
        "--rules",
        "botzone",
        "--agents",
        "random,heuristic",
        "--out",
        text(&run),
    ]);
    let (played, decided) = (rows(&run), steps(&run));
    assert!(decided.iter().any(|step| matches!(step.action, mcr_engine::Action::Pung(_))));
    for format in ["botzone", "text"] {
        let file = folder.path().join(format);
        let again = folder.path().join(format!("again-{format}"));
        let told = output(&["convert", text(&run), "--to", format, "--out", text(&file)]);
        let count = mcr_sim::report::grouped(deals as u64);
        assert_eq!(told, format!("exported {count} deals, left out 0\n"));
        let checked = output(&["validate", text(&file)]);
        assert_eq!(checked.lines().last().unwrap(), format!("validated {deals} deals: 0 faults"));
        let told =
            json(&["convert", text(&file), "--out", text(&again), "--part-deals", "50", "--threads", "2"]);
        assert_eq!((&told["deals"], &told["complete"]), (&deals.into(), &true.into()));
        let back = rows(&again);
        assert_eq!(back.len(), played.len());
        for (back, played) in back.iter().zip(&played) {
            assert_eq!(
                (back.deal, back.prevalent, &back.events),
                (played.deal, played.prevalent, &played.events)
            );
            assert_eq!(
                (&back.ending, back.points, back.turns),
                (&played.ending, played.points, played.turns)
            );
        }
        let plain = |steps: &[StepRow]| -> Vec<_> {
            steps.iter().map(|s| (s.deal, s.step, s.seat, s.legal, s.action)).collect()
        };
        assert_eq!(plain(&steps(&again)), plain(&decided));
        // The new folder is a run like any other.
        let checked = output(&["validate", text(&again)]);
        assert_eq!(checked.lines().last().unwrap(), format!("validated {deals} deals: 0 faults"));
        assert!(output(&["stats", text(&again)]).contains("imported"));
        // JSON tells the whole wall, text what was seen of it.
        if format == "botzone" {
            assert!(
                output(&["convert", text(&again), "--to", "botzone"]) == fs::read_to_string(&file).unwrap()
            );
        }
    }
}

#[test]
fn folders_of_logs_are_read_by_name_and_what_is_broken_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let run_folder = folder.path().join("run");
    output(&[
        "simulate",
        "--deals",
        "6",
        "--rules",
        "botzone",
        "--agents",
        "random",
        "--out",
        text(&run_folder),
    ]);
    let logs = folder.path().join("logs");
    fs::create_dir_all(logs.join("deep")).unwrap();
    let all = output(&["convert", text(&run_folder), "--to", "text"]);
    fs::write(logs.join("b.txt"), &all).unwrap();
    fs::write(logs.join("deep/a.txt"), all.replacen("Wind 0", "Wind 7", 1)).unwrap();
    fs::write(logs.join("c.txt"), all.replacen("Score ", "Score 1", 1)).unwrap();
    fs::write(logs.join("no log"), "hello").unwrap();
    let out = folder.path().join("imported");
    let told = json(&["convert", text(&logs), "--out", text(&out)]);
    assert_eq!(told["deals"], 16);
    assert_eq!((&told["files"], &told["unreadable"], &told["faulty"]), (&4.into(), &2.into(), &1.into()));
    assert!(
        told["refused"]
            .as_array()
            .unwrap()
            .iter()
            .any(|line| line.as_str().unwrap().contains("deep/a.txt:2"))
    );
    assert_eq!(output(&["validate", text(&out)]), "validated 16 deals: 0 faults\n");
    // The same again does not write over it, and nothing can be played on.
    assert!(refusal(&["convert", text(&logs), "--out", text(&out)]).contains("not empty"));
    assert_eq!(run(&["simulate", "--resume", text(&out)]).code, Some(0));
}

#[test]
fn fouls_survive_as_json_and_are_left_out_of_text() {
    let folder = tempfile::tempdir().unwrap();
    let run_folder = folder.path().join("run");
    let agents = "external:echo PASS,mode=classic,envelope=simplified,random,random,random";
    output(&[
        "simulate",
        "--deals",
        "3",
        "--rules",
        "botzone",
        "--agents",
        agents,
        "--out",
        text(&run_folder),
    ]);
    let file = folder.path().join("log.json");
    output(&["convert", text(&run_folder), "--to", "botzone", "--out", text(&file)]);
    assert_eq!(output(&["validate", text(&file)]).lines().last(), Some("validated 3 deals: 0 faults"));
    let again = folder.path().join("again");
    output(&["convert", text(&file), "--out", text(&again)]);
    assert!(
        rows(&again).iter().zip(rows(&run_folder)).all(|(a, b)| a.events == b.events && a.points == b.points)
    );
    let told =
        output(&["convert", text(&run_folder), "--to", "text", "--out", text(&folder.path().join("t"))]);
    assert!(told.contains("3 × the format has no words for an answer against the rules"), "{told}");
}

#[test]
fn runs_by_other_rules_are_not_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    output(&["simulate", "--deals", "2", "--out", text(&path)]);
    assert!(refusal(&["convert", text(&path), "--to", "text"]).contains("expected a wall for each seat"));
    assert!(refusal(&["convert", text(&path)]).contains("--out is missing"));
    assert!(refusal(&["convert", "/nowhere", "--out", text(&folder.path().join("x"))]).contains("no game"));
}

/// A Python that has `module`, if there is one.
fn python_with(module: &str) -> Option<String> {
    let named = std::env::var("MCR_PYTHON").ok();
    named.into_iter().chain(["python3".to_owned()]).find(|python| {
        let tried = std::process::Command::new(python).args(["-c", &format!("import {module}")]).output();
        tried.is_ok_and(|tried| tried.status.success())
    })
}

#[test]
fn features_are_arrays_or_tables_that_python_reads_and_learns_from() {
    let folder = tempfile::tempdir().unwrap();
    let (run_folder, out) = (folder.path().join("run"), folder.path().join("examples"));
    output(&[
        "simulate",
        "--deals",
        "200",
        "--part-deals",
        "150",
        "--agents",
        "greedy",
        "--out",
        text(&run_folder),
    ]);
    let convert = ["convert", text(&run_folder), "--to", "features", "--out", text(&out), "--holdout", "5"];
    let told = json(&convert);
    assert_eq!((&told["deals"], &told["parts"], &told["complete"]), (&200.into(), &2.into(), &true.into()));
    let about: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(out.join("features.json")).unwrap()).unwrap();
    assert_eq!((&about["examples"], &about["planes"]), (&told["examples"], &told["planes"]));
    assert!(refusal(&convert).contains("not empty"));
    assert!(refusal(&["convert", text(&run_folder), "--to", "features"]).contains("--out is missing"));
    assert!(
        refusal(&["convert", text(folder.path()), "--to", "features", "--out", "x"]).contains("run.toml")
    );
    assert!(
        refusal(&["convert", text(&run_folder), "--to", "features", "--features", "all"]).contains("plain")
    );
    let tables = folder.path().join("tables");
    let mut convert = convert;
    convert[5] = text(&tables);
    let told_again = json(&[&convert[..], &["--table", "parquet"]].concat());
    assert_eq!(told_again, told, "tables hold as many examples");
    learns("numpy", &out);
    learns("numpy, pyarrow", &tables);
}

/// The example of the documentation, where there is a Python with what it takes.
fn learns(modules: &str, examples: &Path) {
    let Some(python) = python_with(modules) else {
        eprintln!("skipped the example: no Python with {modules} (MCR_PYTHON names one)");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/train_on_features.py");
    let said =
        std::process::Command::new(python).args([text(&script), text(examples), "200"]).output().unwrap();
    let (said, complaint) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
    assert!(said.starts_with(char::is_numeric), "{said}{complaint}");
    // After a few steps it already knows that pass and discards differ.
    let figure = |name: &str| -> f64 {
        let rest = said.split(name).nth(1).unwrap_or_else(|| panic!("{said}{complaint}"));
        let digits: String = rest.trim().chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        digits.parse().unwrap()
    };
    assert!(figure("agreement") > figure("by chance") + 0.1, "{said}");
}
