//! Broken and hostile logs: errors or faults, never a panic, never a silent acceptance of what must be noticed.

use crate::common::{HAND_WRITTEN, as_json, as_text, random_game, read, validate};
use mcr_sim::import::{Matches, Problem, validate_matches};
use proptest::prelude::*;

/// Five games with everything in them.
fn games() -> Vec<mcr_sim::import::GameRecord> {
    let mut games = read(HAND_WRITTEN.as_bytes());
    games.push(random_game(3, false));
    games
}

/// Validates whatever it is; only a panic fails.
fn swallow(log: &[u8]) -> u64 {
    match Matches::new(log, "log") {
        Ok(matches) => validate_matches(matches).fault_count,
        Err(_) => 1,
    }
}

#[test]
fn no_line_of_a_text_log_can_be_left_out() {
    let text = String::from_utf8(as_text(&games())).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for skipped in 0..lines.len() {
        if lines[skipped].is_empty() {
            continue;
        }
        let rest: Vec<&str> =
            lines.iter().enumerate().filter(|(i, _)| *i != skipped).map(|(_, line)| *line).collect();
        assert!(swallow(rest.join("\n").as_bytes()) > 0, "without line {}: {}", skipped + 1, lines[skipped]);
    }
}

#[test]
fn no_two_lines_of_play_can_be_exchanged() {
    let text = String::from_utf8(as_text(&games())).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for i in 1..lines.len() {
        // The order in which hands are dealt is free.
        let dealt = |line: &str| line.contains(" Deal ");
        if lines[i - 1] == lines[i] || (dealt(lines[i - 1]) && dealt(lines[i])) {
            continue;
        }
        let mut swapped = lines.clone();
        swapped.swap(i - 1, i);
        let blank = lines[i].is_empty() || lines[i - 1].is_empty();
        assert!(blank || swallow(swapped.join("\n").as_bytes()) > 0, "lines {i} and {}", i + 1);
    }
}

#[test]
fn every_number_of_the_judge_is_compared() {
    let json = String::from_utf8(as_json(&games()[1..2])).unwrap();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let entries = value["log"].as_array().unwrap().len();
    let mut compared = 0;
    for entry in (4..entries).step_by(2) {
        for (list, i) in ["canHu", "tileCnt", "score"].iter().flat_map(|list| (0..4).map(move |i| (list, i)))
        {
            let mut changed = value.clone();
            let pointer = format!("/log/{entry}/display/{list}/{i}");
            let Some(number) = changed.pointer_mut(&pointer) else { continue };
            *number = (number.as_i64().unwrap() + 1).into();
            assert!(swallow(changed.to_string().as_bytes()) > 0, "{list}[{i}] of entry {entry}");
            compared += 1;
        }
    }
    assert!(compared > 80);
}

#[test]
fn every_answer_in_match_json_is_replayed() {
    let json = String::from_utf8(as_json(&games()[1..2])).unwrap();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let entries = value["log"].as_array().unwrap().len();
    for entry in (5..entries).step_by(2) {
        for seat in ["0", "1", "2", "3"] {
            let mut changed = value.clone();
            changed["log"][entry][seat] = "GANG W1".into();
            // Once a claim is accepted the judge reads no later answer: south's pung of the first discard is found
            // in the order of the seats, west's hu at the end before anything but another hu.
            let unread = (entry == 7 && seat > "1") || (entry + 2 == entries && seat != "2");
            assert!(unread || swallow(changed.to_string().as_bytes()) > 0, "entry {entry}, seat {seat}");
        }
    }
}

#[test]
fn the_logged_wall_is_compared_with_the_game() {
    let json = String::from_utf8(as_json(&[random_game(5, false)])).unwrap();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let tiles: Vec<&str> = value["initdata"]["walltiles"].as_str().unwrap().split(' ').collect();
    assert_eq!(tiles.len(), 136);
    let faults = |tiles: &[&str]| {
        let mut changed = value.clone();
        changed["initdata"]["walltiles"] = tiles.join(" ").into();
        let report = validate(changed.to_string().as_bytes());
        report.faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(faults(&tiles), "");
    assert!(faults(&tiles[1..]).contains("the wall is wrong"), "{}", faults(&tiles[1..]));
    let mut wrong = tiles.clone();
    wrong[0] = if tiles[0] == "W1" { "W2" } else { "W1" };
    assert!(faults(&wrong).contains("the wall is wrong"), "{}", faults(&wrong));
    wrong[0] = "H1";
    assert!(faults(&wrong).contains("flower H1"), "{}", faults(&wrong));
    // Two of east's dealt tiles exchanged, then east's first draw and a later one.
    let mut dealt = tiles.clone();
    let other = (21..33).find(|i| tiles[*i] != tiles[33]).unwrap();
    dealt.swap(33, other);
    assert!(faults(&dealt).contains("player 0 is dealt other tiles"), "{}", faults(&dealt));
    let mut drawn = tiles.clone();
    let other = (0..20).find(|i| tiles[*i] != tiles[20]).unwrap();
    drawn.swap(20, other);
    assert!(faults(&drawn).contains("the log has player 0 draws"), "{}", faults(&drawn));
}

#[test]
fn replies_and_messages_may_be_wrapped_as_the_server_stores_them() {
    let json = String::from_utf8(as_json(&games()[..1])).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&json).unwrap();
    for (i, entry) in value["log"].as_array_mut().unwrap().iter_mut().enumerate() {
        if i % 2 == 0 {
            *entry = serde_json::json!({"output": entry.clone(), "verdict": "OK", "time": 4});
        } else {
            for (_, reply) in entry.as_object_mut().unwrap() {
                *reply = serde_json::json!({"response": reply.clone(), "verdict": "OK"});
            }
        }
    }
    value["initdata"] = value["initdata"].to_string().into();
    let plain = read(json.as_bytes());
    assert_eq!(read(value.to_string().as_bytes()), plain);
}

#[test]
fn the_first_bytes_tell_the_format() {
    for (log, complaint) in [
        ("", "log:1: begins with \"\", expected a JSON object or a line \"Match …\""),
        ("\n \n", "log:1: begins with \"\", expected a JSON object or a line \"Match …\""),
        (
            "PK\u{3}\u{4}",
            "log:1: begins with \"PK\\u{3}\\u{4}\", expected a JSON object or a line \"Match …\"",
        ),
        ("[1]", "log:1: begins with \"[1]\", expected a JSON object or a line \"Match …\""),
    ] {
        let error = Matches::new(log.as_bytes(), "log").err().unwrap();
        assert_eq!(error.to_string(), complaint);
    }
    let marked = format!("\u{feff}{HAND_WRITTEN}").replace('\n', "\r\n");
    assert_eq!(validate(marked.as_bytes()).fault_count, 0);
    let late = format!("\n\n{}", HAND_WRITTEN.replace("Fan 92", "Fan 91"));
    assert_eq!(validate(late.as_bytes()).faults[0].place.at, 11);
}

#[test]
fn endless_lines_and_matches_are_bounded() {
    let line = format!("Match {}\nWind 0\n{HAND_WRITTEN}", "x".repeat(1 << 20));
    let mut matches = Matches::new(line.as_bytes(), "log").unwrap();
    let error = matches.next().unwrap().unwrap_err();
    assert!(matches!(*error.problem, Problem::TooLong { .. }), "{error}");
    assert_eq!(matches.filter(Result::is_ok).count(), 4, "reading goes on with the next match");

    let plays = HAND_WRITTEN.replacen("Player 0 Hu W5\n", &"Player 0 Play W1\n".repeat(10_000), 1);
    let report = validate(plays.as_bytes());
    assert_eq!(report.fault_count, 1);

    let json = format!("{{\"log\":[\"{}\"]}}", "x".repeat(9 << 20));
    let error = Matches::new(json.as_bytes(), "log").unwrap().next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "log: match 1, log entry 0: a match of more than 8388608 bytes");
    let deep = format!("{{\"log\":{}", "[".repeat(1 << 20));
    assert_eq!(swallow(deep.as_bytes()), 1);
}

#[test]
fn absurd_numbers_are_errors() {
    let log = |from: &str, to: &str| {
        let text = HAND_WRITTEN.replacen(from, to, 1);
        assert_ne!(text, HAND_WRITTEN);
        validate(text.as_bytes()).fault_count
    };
    assert_eq!(log("Score 300", "Score 99999999999999999999"), 1);
    assert_eq!(log("Fan 92", "Fan -2147483648"), 1);
    assert_eq!(log("双暗刻*1", "双暗刻*256"), 1);
    assert_eq!(log("Player 0 Draw W5", "Player 18446744073709551616 Draw W5"), 1);
    let json = String::from_utf8(as_json(&games()[..1])).unwrap();
    for (from, to) in [
        ("\"score\":[300", "\"score\":[1e400"),
        ("\"score\":[300", "\"score\":[9223372036854775807"),
        ("\"fanCnt\":92", "\"fanCnt\":-9223372036854775808"),
        ("\"cnt\":1", "\"cnt\":300"),
        ("\"player\":0", "\"player\":-1"),
    ] {
        let changed = json.replacen(from, to, 1);
        assert_ne!(changed, json, "{from}");
        assert_eq!(swallow(changed.as_bytes()), 1, "{from}");
    }
}

/// One change of a log's bytes.
#[derive(Clone, Debug)]
enum Change {
    Byte(usize, u8),
    Cut(usize),
    Drop(usize, usize),
    Repeat(usize, usize),
    Move(usize, usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<prop::sample::Index>().prop_map(|i| i.index(1 << 20));
    let short = 1..40usize;
    prop_oneof![
        (place.clone(), prop_oneof![any::<u8>(), Just(b' '), Just(b'\n'), b'0'..=b'9', b'A'..=b'Z'])
            .prop_map(|(at, byte)| Change::Byte(at, byte)),
        place.clone().prop_map(Change::Cut),
        (place.clone(), short.clone()).prop_map(|(at, count)| Change::Drop(at, count)),
        (place.clone(), short.clone()).prop_map(|(at, count)| Change::Repeat(at, count)),
        (place.clone(), short, place).prop_map(|(at, count, to)| Change::Move(at, count, to)),
    ]
}

fn apply(log: &mut Vec<u8>, change: &Change) {
    if log.is_empty() {
        return;
    }
    let length = log.len();
    let piece = |at: usize, count: usize| at % length..(at % length + count).min(length);
    match *change {
        Change::Byte(at, byte) => log[at % length] = byte,
        Change::Cut(at) => log.truncate(at % length),
        Change::Drop(at, count) => drop(log.drain(piece(at, count))),
        Change::Repeat(at, count) => {
            let copy = log[piece(at, count)].to_vec();
            log.splice(at % length..at % length, copy);
        }
        Change::Move(at, count, to) => {
            let moved: Vec<u8> = log.drain(piece(at, count)).collect();
            let to = to % (log.len() + 1);
            log.splice(to..to, moved);
        }
    }
}

/// One tile code of a log turned into another: still well-formed, so that it reaches the replay.
fn retile(log: &mut [u8], place: usize, code: usize) {
    let codes: Vec<usize> = (0..log.len().saturating_sub(1))
        .filter(|i| b"WTBFJ".contains(&log[*i]) && (b'1'..=b'9').contains(&log[*i + 1]))
        .collect();
    if codes.is_empty() {
        return;
    }
    let at = codes[place % codes.len()];
    let tile = mcr_engine::Tile::new((code % 34) as u8);
    let text = mcr_engine::notation::botzone::TileCode(tile).to_string();
    log[at..at + 2].copy_from_slice(text.as_bytes());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn changed_text_never_panics(changes in prop::collection::vec(change(), 1..4)) {
        let mut log = HAND_WRITTEN.as_bytes().to_vec();
        changes.iter().for_each(|change| apply(&mut log, change));
        swallow(&log);
    }

    #[test]
    fn changed_json_never_panics(changes in prop::collection::vec(change(), 1..4)) {
        let mut log = as_json(&read(HAND_WRITTEN.as_bytes()));
        changes.iter().for_each(|change| apply(&mut log, change));
        swallow(&log);
    }

    #[test]
    fn exchanged_tiles_never_panic(tiles in prop::collection::vec((any::<usize>(), any::<usize>()), 1..3)) {
        let games = read(HAND_WRITTEN.as_bytes());
        for mut log in [as_text(&games), as_json(&games)] {
            tiles.iter().for_each(|(place, code)| retile(&mut log, *place, *code));
            swallow(&log);
        }
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        swallow(&bytes);
        swallow(&[b"Match 1\nWind 0\n", &bytes[..]].concat());
        swallow(&[b"{\"log\":", &bytes[..]].concat());
    }
}
