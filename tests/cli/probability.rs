//! `mcr probability`.

use crate::common::{json, output, refusal};

#[test]
fn nine_gates_is_the_one_hand_that_wins_on_every_rank() {
    let puzzle = json(&["probability", "--waits", "9"]);
    assert_eq!(puzzle["hands"], 93_600);
    assert_eq!(puzzle["playable"][9], 1);
    let csv = output(&["probability", "--waits", "9", "--format", "csv"]);
    assert!(csv.contains("\n1112345678999,123456789,123456789\n"), "{csv}");
    assert_eq!(csv.lines().count(), 9);
    assert!(output(&["probability", "--waits", "1"]).contains("(--format csv prints all)"));
    assert!(refusal(&["probability", "--waits", "10"]).contains("0..=9"));
}

#[test]
fn tiles_that_cannot_have_been_seen_are_refused() {
    assert!(refusal(&["probability", "--seen", "11111m"]).contains("more often than the four copies"));
    assert!(refusal(&["probability", "--seen", "19"]).contains("without a suit"));
    assert!(refusal(&["probability", "--seen", "1m", "--waits", "3"]).contains("cannot be used with"));
}

/// Scores tens of millions of hands.
#[test]
fn every_format_has_every_fan() {
    if std::env::var_os("MCR_SLOW_TESTS").is_none() {
        return println!("skipped: set MCR_SLOW_TESTS=1");
    }
    let table = json(&["probability"]);
    assert_eq!(table["complete"], "13257769189488");
    assert_eq!(table["fans"].as_array().map(Vec::len), Some(82));
    let csv = output(&["probability", "--threads", "1", "--format", "csv"]);
    assert_eq!(csv.lines().count(), 83);
    assert!(output(&["probability"]).contains("13,257,769,189,488"));
}
