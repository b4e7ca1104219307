//! Programs of other people as agents: every envelope, and every way to misbehave.

use crate::common::{json, mcr, output, text};
use std::{fs, path::Path};

/// A deal as text, without the agent's name and the width of columns.
fn shown(run: &Path, deal: &str, agent: &str) -> Vec<String> {
    let text = output(&["replay", text(run), deal]).replace(agent, "AGENT");
    text.split_whitespace().filter(|word| !word.contains('─')).map(str::to_owned).collect()
}

/// The spec of the test bot; `None` without Python.
fn bot(arguments: &str, options: &str) -> Option<String> {
    let python = std::process::Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no python3");
        return None;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/bot.py");
    Some(format!("external:python3 {} {arguments}{options},memory=4096", text(&path)))
}

fn simulate(folder: &Path, agents: &str, rules: &str, deals: &str) -> serde_json::Value {
    let path = text(folder);
    json(&[
        "simulate",
        "--deals",
        deals,
        "--part-deals",
        "4",
        "--agents",
        agents,
        "--rules",
        rules,
        "--out",
        path,
        "--log",
        "steps",
        "--threads",
        "2",
    ])
}

/// Every line of every file in `fouls`.
fn fouls(run: &Path) -> Vec<serde_json::Value> {
    let Ok(files) = fs::read_dir(run.join("fouls")) else { return Vec::new() };
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let lines = |path| -> Vec<serde_json::Value> {
        let text = fs::read_to_string(path).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    paths.iter().flat_map(lines).collect()
}

/// No process of this bot is left.
fn assert_gone(mark: &str) {
    let seen = || {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
        lines.filter(|line| String::from_utf8_lossy(line).contains(mark)).count()
    };
    // A killed process takes a moment to go.
    for _ in 0..50 {
        if seen() == 0 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("{} processes of {mark} are left", seen());
}

#[test]
fn whole_deals_in_every_envelope_stated_or_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut played = Vec::new();
    for (number, (arguments, options, deals)) in [
        ("json keep", ",envelope=json,mode=keep", "4"),
        ("simplified keep", ",envelope=simplified,mode=keep,process=run", "4"),
        ("json keep", "", "4"),
        ("simplified keep", "", "4"),
        ("simplified classic", "", "1"),
        ("json classic", ",envelope=json,mode=classic", "1"),
    ]
    .into_iter()
    .enumerate()
    {
        let Some(spec) = bot(&format!("{arguments} good well-behaved"), options) else { return };
        let run = folder.path().join(number.to_string());
        simulate(&run, &format!("{spec},greedy,greedy,greedy"), "botzone", deals);
        assert_eq!(fouls(&run), Vec::<serde_json::Value>::new(), "{spec}");
        assert_eq!(output(&["validate", text(&run)]), format!("validated {deals} deals: 0 faults\n"));
        played.push(shown(&run, "0", &spec));
        let words = fs::read_to_string(run.join("bots/seat0-0.txt")).unwrap();
        assert!(words.contains("hello from the bot"));
    }
    // The envelope makes no difference.
    assert!(played.iter().all(|deal| *deal == played[0]));
    assert_gone("well-behaved");
}

#[test]
fn every_rule_set_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    for rules in ["mcr", "mcr-136"] {
        let Some(spec) = bot("simplified keep", ",mode=keep,envelope=simplified") else { return };
        let run = folder.path().join(rules);
        simulate(&run, &format!("greedy,{spec}"), rules, "4");
        assert_eq!(fouls(&run), Vec::<serde_json::Value>::new());
        assert_eq!(output(&["validate", text(&run)]), "validated 4 deals: 0 faults\n");
    }
}

#[test]
fn misbehaviour_costs_what_the_league_says_and_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    for (how, fault) in [
        ("garbage", "unreadable"),
        ("exit", "RE"),
        ("hang", "TLE"),
        ("flood", "OLE"),
        ("hu", "illegal"),
        ("claim", "illegal"),
        ("child", "TLE"),
    ] {
        for mode in ["keep", "classic"] {
            let options = format!(",time=0.3,start=1,mode={mode},envelope=simplified");
            let Some(spec) = bot(&format!("simplified {mode} {how} fouling"), &options) else { return };
            let run = folder.path().join(format!("{how}-{mode}"));
            let result = simulate(&run, &format!("{spec},greedy,greedy,greedy"), "botzone", "2");
            assert_eq!(result["fouls"], 2, "{spec}");
            let player =
                &result["by_agent"].as_array().unwrap().iter().find(|p| p["spec"] != "greedy").unwrap();
            assert_eq!((player["fouls"].as_u64(), player["mean_points"].as_f64()), (Some(2), Some(-30.0)));
            let fouls = fouls(&run);
            assert_eq!(fouls.len(), 2);
            assert_eq!(
                (&fouls[0]["fault"], &fouls[0]["ruling"]),
                (&fault.into(), &"-30".into()),
                "{fouls:?}"
            );
            assert!(fouls[0]["request"].as_str().unwrap().starts_with("2 "), "{fouls:?}");
            assert_eq!((&fouls[1]["deal"], &fouls[1]["agent"]), (&1.into(), &spec.clone().into()));
            assert_eq!(output(&["validate", text(&run)]), "validated 2 deals: 0 faults\n");
        }
    }
    assert_gone("fouling");
}

#[test]
fn where_the_rules_refuse_a_wrong_answer_it_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let Some(spec) = bot("simplified keep garbage", ",mode=keep,envelope=simplified") else { return };
    let result = simulate(folder.path(), &format!("{spec},greedy,greedy,greedy"), "mcr-136", "2");
    assert_eq!(result["fouls"], 0);
    let fouls = fouls(folder.path());
    assert!(fouls.len() > 10 && fouls.iter().all(|foul| foul["ruling"] == "not counted"));
    assert_eq!(output(&["validate", text(folder.path())]), "validated 2 deals: 0 faults\n");
}

#[test]
fn a_referee_rules_and_the_deal_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/rules/mcr-referee.toml");
    for (how, rulings) in [
        ("garbage", &["违规"][..]),
        ("claim", &["空吃碰杠"]),
        ("hu", &["错和", "诈和", "有意诈和", "空吃碰杠"]),
    ] {
        let options = ",mode=keep,envelope=simplified";
        let Some(spec) = bot(&format!("simplified keep {how}"), options) else { return };
        let run = folder.path().join(how);
        let result = simulate(&run, &format!("{spec},greedy,greedy,greedy"), text(&rules), "4");
        assert_eq!(result["fouls"], 0);
        let fouls = fouls(&run);
        assert!(fouls.len() >= 4, "{fouls:?}");
        assert!(fouls.iter().all(|foul| rulings.contains(&foul["ruling"].as_str().unwrap())), "{fouls:?}");
        let player = &result["by_agent"].as_array().unwrap().iter().find(|p| p["spec"] != "greedy").unwrap();
        assert_eq!(player["fouls"].as_u64(), Some(fouls.len() as u64));
        assert_eq!(output(&["validate", text(&run)]), "validated 4 deals: 0 faults\n");
    }
}

#[test]
fn a_program_that_cannot_be_started_does_not_end_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let agents = "external:/nowhere/at-all,greedy,greedy,greedy";
    let result = simulate(folder.path(), agents, "botzone", "2");
    assert_eq!(result["fouls"], 2);
    assert_eq!(fouls(folder.path())[0]["fault"], "RE");
}

#[test]
fn the_environment_is_not_handed_on_unless_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("tell.sh");
    fs::write(&script, "env > told; read line; read line; echo PASS\n").unwrap();
    let agents = |options: &str| {
        let command = format!("external:sh {}", text(&script));
        format!("{command},dir={},envelope=simplified,mode=classic{options}", text(folder.path()))
    };
    for (options, expected) in [("", false), (",env=SECRET,env=EXTRA:7", true)] {
        let agents = agents(options) + ",greedy,greedy,greedy";
        let arguments =
            ["simulate", "--deals", "1", "--log", "none", "--rules", "botzone", "--agents", &agents];
        assert!(mcr(&arguments).env("SECRET", "x").output().unwrap().status.success());
        let told = fs::read_to_string(folder.path().join("told")).unwrap();
        assert!(told.contains("PATH="));
        assert_eq!((told.contains("SECRET=x"), told.contains("EXTRA=7")), (expected, expected), "{told}");
    }
}

/// The program itself as a foreign bot plays as it does inside, move for move.
#[test]
fn mcr_as_a_bot_plays_as_inside() {
    let folder = tempfile::tempdir().unwrap();
    let bot = format!("external:{} botzone --keep-running --agent", env!("CARGO_BIN_EXE_mcr"));
    for (number, (agent, rules)) in
        [("heuristic", "botzone"), ("greedy", "mcr"), ("heuristic", "mcr-136")].into_iter().enumerate()
    {
        let (inside, outside) = (format!("in{number}"), format!("out{number}"));
        let (inside, outside) = (folder.path().join(inside), folder.path().join(outside));
        let spec = format!("{bot} {agent} --rules {rules},process=run,memory=2048");
        simulate(&inside, agent, rules, "12");
        simulate(&outside, &spec, rules, "12");
        assert_eq!(fouls(&outside), Vec::<serde_json::Value>::new());
        for deal in ["0", "5", "11"] {
            assert_eq!(shown(&inside, deal, agent), shown(&outside, deal, &spec));
        }
    }
}
