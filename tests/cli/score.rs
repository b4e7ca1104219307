//! `mcr score`: fans of a hand, waits, files, and the check against known scores.

use crate::common::run;

#[test]
fn a_hand_is_explained_fan_by_fan() {
    let out = run(&["score", "[CCCC]234m567p45s99s6s|ES1000|ab"]);
    assert_eq!(out.code, Some(0), "{}", out.err);
    for part in ["Fully Concealed Hand", "不求人", "[CCCC]", "8 points and 2 for flowers, 10 in all", "+54"]
    {
        assert!(out.out.contains(part), "{part} in\n{}", out.out);
    }
}

#[test]
fn flowers_do_not_make_a_cheap_hand_legal() {
    let out = run(&["score", "111m234567m99s78s9s|EE0000|2"]);
    assert!(
        out.out.contains("6 points: no win, 8 are needed, flowers do not count towards it"),
        "{}",
        out.out
    );
}

#[test]
fn thirteen_tiles_show_their_waits() {
    let out = run(&["score", "2344445678999s", "--format", "csv"]);
    // Formally all nine ranks; the fours are used up (rules of the known puzzle: eight formal hands, one playable).
    assert_eq!(out.out.lines().filter(|line| line.contains(",draw,")).count(), 8, "{}", out.out);
}

#[test]
fn contradictory_flags_are_refused_with_the_reason() {
    let out = run(&["score", "123m456p789s22p56s7s|EE0001"]);
    assert_eq!(out.code, Some(2));
    assert!(out.err.contains("column 27: a robbed kong of 7s, but the hand holds 7s"), "{}", out.err);
    let out = run(&["score", "123m456p789s22p56s1s"]);
    assert_eq!(out.code, Some(2));
    assert!(out.err.contains("is not complete"), "{}", out.err);
}

#[test]
fn known_scores_are_checked() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("known.tsv");
    std::fs::write(&file, "# hand\tpoints\tfans\n1112345678999p1p|ES0000\t106\t4;28;64\n").unwrap();
    let path = file.to_str().unwrap();
    let out = run(&["score", "--check", path]);
    assert_eq!((out.code, out.out.trim()), (Some(0), "checked 1 hands: 0 points differ, 0 fan lists differ"));
    std::fs::write(&file, "1112345678999p1p|ES0000\t105\t4;28\n").unwrap();
    let out = run(&["score", "--check", path]);
    assert_eq!(out.code, Some(1));
    assert!(out.out.contains("known.tsv:1: expected 105 (4;28), found 106 (4;28;64)"), "{}", out.out);
    std::fs::write(&file, "1112345678999p1p|ES0000\tmany\t4\n").unwrap();
    let out = run(&["score", "--check", path]);
    assert_eq!(out.code, Some(2));
    assert!(out.err.contains("known.tsv:1"), "{}", out.err);
}
