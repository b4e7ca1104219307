//! `mcr explain`: hands, claims and logged decisions.

use crate::common::run;

#[test]
fn a_hand_shows_its_actions_dangers_and_routes() {
    let out = run(&["explain", "1235m3467p45678sE"]);
    assert_eq!(out.code, Some(0), "{}", out.err);
    for part in ["East holds", "discard E", "Danger %", "Mixed Shifted Chows", "三色三步高", "lacks"] {
        assert!(out.out.contains(part), "{part} in\n{}", out.out);
    }
    // The lone wind goes first: nothing is near that uses it.
    let first = out.out.lines().map(str::trim_start).find(|line| line.starts_with("discard"));
    assert!(first.is_some_and(|line| line.starts_with("discard E")), "{}", out.out);
}

#[test]
fn a_claim_is_weighed_against_passing() {
    let out = run(&["explain", "123m46789p23345s|EE0000", "--offered", "5p", "--format", "json"]);
    assert_eq!(out.code, Some(0), "{}", out.err);
    let said: serde_json::Value = serde_json::from_str(&out.out).unwrap();
    let actions: Vec<&str> =
        said["candidates"].as_array().unwrap().iter().map(|c| c["action"].as_str().unwrap()).collect();
    assert!(actions.contains(&"pass") && actions.contains(&"chow 456p"), "{actions:?}");
}

#[test]
fn every_decision_of_a_logged_deal_gets_a_line_and_one_of_them_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let run_folder = folder.path().join("run");
    let path = run_folder.to_str().unwrap();
    let made = run(&["simulate", "--agents", "heuristic", "--deals", "3", "--out", path]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let all = run(&["explain", path, "2"]);
    assert_eq!(all.code, Some(0), "{}", all.err);
    let lines = all.out.lines().skip(2).count();
    assert!(lines > 20, "{}", all.out);
    // The same agent finds its own choices again, apart from claims that others outbid.
    let same = all.out.lines().filter(|line| line.contains("the same")).count();
    assert!(same + 2 >= lines, "{same} of {lines}\n{}", all.out);
    let one = run(&["explain", path, "2", "--step", "5", "--agent", "mc:rollouts=16"]);
    assert!(one.out.contains("Tried") && one.out.contains('→'), "{}{}", one.out, one.err);
    let none = run(&["explain", path, "2", "--step", "9999"]);
    assert_eq!(none.code, Some(2));
    assert!(none.err.contains("has no step 9999, it has 0 to"), "{}", none.err);
}

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    let refused = |args: &[&str], part: &str| {
        let out = run(&[&["explain"], args].concat());
        assert_eq!(out.code, Some(2), "{args:?}");
        assert!(out.err.contains(part), "{args:?}: {}", out.err);
    };
    refused(&["1235m3467p45678s"], "give --offered TILE");
    refused(&["1235m3467p45678sE", "--seen", "EEEE"], "more copies of E than there are");
    refused(&["1235m3467p45678sE", "--seen", "12"], "without a suit");
    // 86 of the 122 tiles that the seat does not hold.
    let seen = "55544446666777788889999m11112222555588889999p1111222233339999sEEESSSSWWWWNNNNCCCCFFFFPPPP";
    refused(&["1235m3467p45678sE", "--seen", seen], "too few for the other hands");
    refused(&["1235m3467p45678s", "--offered", "9s9s"], "2 tiles, expected 1");
    refused(&["1235m3467p45678sE", "--agent", "gready"], "no agent is called");
}
