//! The judge, fed with the answers of whole matches turn by turn.

use mcr_engine::{DecisionRng, Moment, RuleSet, Wall, Wind, notation::botzone::TileCode};
use mcr_sim::{
    import::{Matches, Said, Source, Unit, botzone_value, record_deal},
    judge::judge,
};
use serde_json::{Value, json};
use std::path::Path;

fn input(log: &[Value], initdata: &Value) -> Value {
    judge(&json!({"log": log, "initdata": initdata}).to_string()).unwrap()
}

/// Feeds the answers of a recorded match one turn after the other, and compares what the judge says each time.
fn reproduces(recorded: &Value, wall: &str) {
    let log = recorded["log"].as_array().unwrap();
    let initdata = json!({"walltiles": wall, "quan": recorded["initdata"]["quan"]});
    for turn in (0..log.len()).step_by(2) {
        let said = input(&log[..turn], &initdata);
        let logged = &log[turn];
        for name in ["command", "content"] {
            assert_eq!(said[name], logged[name], "{name} of entry {turn}");
        }
        for name in ["action", "player", "tile", "tileCnt", "canHu", "fanCnt", "score", "tileCHI", "hand"] {
            if let (Some(logged), Some(said)) = (logged["display"].get(name), said["display"].get(name)) {
                assert_eq!(said, logged, "{name} of entry {turn}");
            }
        }
        assert_eq!(fans(&said), fans(logged), "fans of entry {turn}");
    }
}

/// The fan list, each with its count and points, in any order.
fn fans(message: &Value) -> Vec<String> {
    let list = message["display"]["fan"].as_array().cloned().unwrap_or_default();
    let mut fans: Vec<String> =
        list.iter().map(|fan| format!("{} {} {}", fan["name"], fan["cnt"], fan["value"])).collect();
    fans.sort();
    fans
}

fn codes(wall: &[mcr_engine::Tile]) -> String {
    wall.iter().map(|tile| TileCode(*tile).to_string()).collect::<Vec<_>>().join(" ")
}

/// A match of random play, as the exporter writes it; with fouls where `fouls`.
fn random_match(seed: u64, fouls: bool) -> Value {
    let mut rng = DecisionRng::new(seed, 0);
    let source = Source { file: "log".into(), id: seed.to_string(), unit: Unit::Message };
    let wall = Wall::shuffled(&RuleSet::BOTZONE, seed, 0);
    let game = record_deal(source, RuleSet::BOTZONE, Wind::ALL[seed as usize % 4], wall, |deal, seat| {
        // A discard is announced with its claim: there is no moment for a foul between them.
        let between = deal.observe(seat).moment() == Moment::AfterClaim;
        if fouls && !between && rng.below(60) == 0 {
            return Said::Unreadable("HELLO".into());
        }
        let legal = deal.legal(seat);
        Said::Act(legal.nth(rng.below(legal.len() as u64) as usize).unwrap())
    });
    botzone_value(&game.unwrap()).unwrap()
}

#[test]
fn whole_matches_come_out_as_they_were_written() {
    for seed in 0..12 {
        let recorded = random_match(seed, seed % 3 == 2);
        reproduces(&recorded, recorded["initdata"]["walltiles"].as_str().unwrap());
    }
}

/// Real matches of the league, where they are at hand.
#[test]
fn the_sample_logs_are_reproduced_line_by_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/logs/botzone");
    let Ok(files) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: no sample logs at {}", folder.display());
        return;
    };
    let mut matches = 0;
    for file in files {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let game = Matches::new(&bytes[..], "log").unwrap().next().unwrap().unwrap();
        reproduces(&serde_json::from_slice(&bytes).unwrap(), &codes(&game.wall));
        matches += 1;
    }
    assert_eq!(matches, 10);
}

#[test]
fn a_match_starts_from_nothing_but_a_seed() {
    let first = judge(r#"{"log":[],"initdata":{"srand":6}}"#).unwrap();
    assert_eq!(first["command"], "request");
    assert_eq!(first["content"]["3"], "0 3 2");
    let initdata = &first["initdata"];
    assert_eq!(initdata["walltiles"].as_str().unwrap().split(' ').count(), 136);
    let pass = json!({"0": "PASS", "1": "PASS", "2": "PASS", "3": {"verdict": "OK", "response": "PASS"}});
    let second = input(&[json!({}), pass.clone()], initdata);
    let as_text = json!({"log": [{}, pass], "initdata": initdata.to_string()}).to_string();
    assert_eq!(second, judge(&as_text).unwrap());
    assert!(second["content"]["0"].as_str().unwrap().starts_with("1 0 0 0 0 "));
}

#[test]
fn the_first_offender_pays_whatever_the_moment() {
    let initdata = &judge(r#"{"initdata":{"srand":6}}"#).unwrap()["initdata"];
    let all =
        |answers: [Value; 4]| json!({"0": answers[0], "1": answers[1], "2": answers[2], "3": answers[3]});
    let pass = || json!("PASS");
    let good = || all([pass(), pass(), pass(), pass()]);
    for (log, action, player) in [
        (vec![all([pass(), json!("HU"), pass(), json!("x")])], "WH", 1),
        (vec![all([pass(), pass(), json!({"verdict": "TLE"}), pass()])], "TLE", 2),
        (vec![good(), all([pass(), pass(), pass(), json!(null)])], "WA", 3),
        (vec![good(), good(), good()], "WA", 0),
        (vec![good(), good(), all([json!("HU"), pass(), pass(), pass()])], "WH", 0),
        (vec![good(), good(), json!({})], "WA", 0),
        (vec![good(), good(), all([json!({"verdict": "RE"}), pass(), pass(), pass()])], "RE", 0),
    ] {
        let log: Vec<Value> = log.into_iter().flat_map(|answers| [json!({}), answers]).collect();
        let said = input(&log, initdata);
        assert_eq!(said["command"], "finish");
        assert_eq!(
            (&said["display"]["action"], &said["display"]["player"]),
            (&json!(action), &json!(player))
        );
        assert_eq!(said["content"][player.to_string()], -30);
        assert_eq!(said["display"]["score"].as_array().unwrap().iter().filter(|p| **p == 10).count(), 3);
    }
}

#[test]
fn input_that_is_no_match_is_refused_with_its_place() {
    for (text, complaint) in [
        ("", "not JSON"),
        ("[]", ""),
        (r#"{"log":7}"#, "log: found 7, expected an array"),
        (r#"{"initdata":{"quan":4}}"#, "quan: found 4, expected a wind 0-3"),
        (r#"{"initdata":{"walltiles":"W1 W2"}}"#, "wall: 2 tiles, the rule set has 136"),
        (r#"{"initdata":{"walltiles":"W1 Q2"}}"#, "unknown tile code \"Q2\""),
        (r#"{"initdata":{"walltiles":[]}}"#, "walltiles: found []"),
        (r#"{"initdata":"{"}"#, "not JSON"),
    ] {
        match judge(text) {
            Ok(value) => assert!(complaint.is_empty(), "{text}: {value}"),
            Err(error) => assert!(error.to_string().contains(complaint), "{text}: {error}"),
        }
    }
}
