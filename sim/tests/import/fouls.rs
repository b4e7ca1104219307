//! Games that the judge ended because of an illegal answer.

use crate::common::{HAND_WRITTEN, as_json, assert_valid, read, validate};
use mcr_sim::import::ValidationReport;
use serde_json::{Value, json};

/// The game of the robbed kong up to the answers in log entry `entry`, where `seat` gives `reply` and is punished.
///
/// Entry 5 follows east's draw, 7 its discard of 5 dots (south holds two of them and lone tiles, west and north
/// could win with three points), 11 west's draw of N, 13 its discard of N, which nobody can claim.
fn punished(entry: usize, seat: usize, reply: Value) -> ValidationReport {
    let games = read(HAND_WRITTEN.as_bytes());
    let mut value: Value = serde_json::from_slice(&as_json(&games[1..2])).unwrap();
    let log = value["log"].as_array_mut().unwrap();
    log.truncate(entry + 1);
    log[entry][seat.to_string()] = reply;
    let mut scores = [10; 4];
    scores[seat] = -30;
    log.push(json!({
        "command": "finish",
        "content": {"0": scores[0], "1": scores[1], "2": scores[2], "3": scores[3]},
        "display": {"action": "WA", "canHu": [-4, -4, -4, -4], "player": seat, "score": scores},
    }));
    validate(value.to_string().as_bytes())
}

#[test]
fn illegal_answers_are_fouls() {
    for (entry, seat, reply) in [
        // A pass, a tile that is not held, four that are not held, no pung to add to, no winning hand.
        (5, 0, json!("PASS")),
        (5, 0, json!("PLAY J3")),
        (5, 0, json!("PLAY H1")),
        (5, 0, json!("GANG B5")),
        (5, 0, json!("BUGANG B5")),
        (5, 0, json!("HU")),
        // Not its turn.
        (5, 2, json!("HU")),
        (5, 3, json!("PLAY W7")),
        // Claims that are not there, or with discards that are not; three points only.
        (7, 1, json!("GANG")),
        (7, 1, json!("PENG J3")),
        (7, 1, json!("PENG B5")),
        (7, 1, json!("PENG")),
        (7, 1, json!("CHI B6 F3")),
        (7, 1, json!("CHI T6 F3")),
        (7, 2, json!("CHI B6 F1")),
        (7, 2, json!("HU")),
        // Nobody has a choice.
        (13, 3, json!("HU")),
        (13, 0, json!("PENG F1")),
        // No answer at all.
        (7, 3, json!({"verdict": "TLE", "response": "PASS"})),
        (13, 2, json!({"verdict": "RE"})),
        (11, 2, json!(null)),
    ] {
        let report = punished(entry, seat, reply.clone());
        assert_valid(&report);
        assert_eq!(report.summary.fouls, 1, "{reply} in entry {entry}");
    }
}

#[test]
fn legal_answers_are_none() {
    for (entry, seat, reply, fault) in [
        (5, 0, "PLAY F1", "log: match 1, log entry 6: player 0 is punished for Discard(E), which is legal"),
        (7, 1, "PENG F3", "log: match 1, log entry 8: player 1 is punished for Pung(5p), which is legal"),
        (7, 2, "PASS", "log: match 1, log entry 8: player 2 is punished for passing, which is legal"),
        (13, 3, "PASS", "log: match 1, log entry 14: player 3 is punished for passing, which is legal"),
    ] {
        let report = punished(entry, seat, json!(reply));
        assert_eq!(report.faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [fault]);
    }
}

/// Once a claim is accepted the judge looks at no other answer, so that an illegal one may stand in a log.
#[test]
fn unread_answers_may_be_anything() {
    let games = read(HAND_WRITTEN.as_bytes());
    let value: Value = serde_json::from_slice(&as_json(&games[1..2])).unwrap();
    let with = |entry: usize, seat: &str, reply: &str| {
        let mut changed = value.clone();
        changed["log"][entry][seat] = json!(reply);
        validate(changed.to_string().as_bytes()).fault_count
    };
    let last = value["log"].as_array().unwrap().len() - 2;
    // South's pung of 5 dots comes before the later seats' claims, but not before any hu.
    assert_eq!(with(7, "2", "PENG W1"), 0);
    assert_eq!(with(7, "3", "CHI B6 F2"), 0);
    assert_eq!(with(7, "3", "HU"), 1);
    assert_eq!(with(7, "0", "PENG W1"), 1, "the discarder must pass");
    // West robs the kong before north and east are looked at.
    assert_eq!(with(last, "3", "PENG W1"), 0);
    assert_eq!(with(last, "0", "HU"), 0);
    assert_eq!(with(last, "3", "PASS"), 0);
    assert_eq!(with(last, "2", "PASS"), 1);
}
