//! The switches of the scoring systems: each changes what it says and nothing else, and both scorers obey it.

#[path = "support/random_hands.rs"]
mod random_hands;

use mcr_engine::{
    FanOptions, Payments, RuleSet, Scoring, Waits,
    notation::hand_string::HandString,
    scoring::{Fan, Score, may_win, score, score_sheet},
};
use random_hands::random_hand;

fn with(fans: FanOptions) -> RuleSet {
    RuleSet { scoring: Scoring::Mcr { fans }, ..RuleSet::MCR }
}

fn scored(text: &str, rules: &RuleSet) -> Score {
    let hand: HandString = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let winning = hand.winning_hand().unwrap();
    let fast = score(&winning, &hand.context, rules);
    let slow = score_sheet(&winning, &hand.context, rules).map(|sheet| sheet.score);
    assert_eq!(fast, slow, "{text}");
    fast.unwrap_or_else(|| panic!("{text} is not complete"))
}

/// What the hand is worth as a list `id` or `id*count`, under the official values and under others.
fn compare(text: &str, rules: &RuleSet, official: (u16, &str), switched: (u16, &str)) {
    for (rules, (points, fans)) in [(&RuleSet::MCR, official), (rules, switched)] {
        let score = scored(text, rules);
        let list: Vec<String> = score
            .fans()
            .map(|(fan, n)| if n == 1 { fan.id().to_string() } else { format!("{}*{n}", fan.id()) })
            .collect();
        assert_eq!((score.points(), list.join(" ").as_str()), (points, fans), "{text} under {rules:?}");
    }
}

/// rules/mcr.md 9.1, first row; rules/tricky.csv 65.
#[test]
fn one_concealed_and_one_melded_kong() {
    let hand = "[1111m][2222s,1]34m77p888s5m|ES0000";
    let kongs = |points| with(FanOptions { mixed_kongs: points, ..FanOptions::DEFAULT });
    compare(hand, &kongs(3), (9, "66 73 76 82"), (7, "66 67 73 74 76"));
    compare(hand, &kongs(6), (9, "66 73 76 82"), (10, "66 73 76 82"));
}

/// rules/mcr.md 9.1, second row; rules/tricky.csv 67.
#[test]
fn two_concealed_kongs() {
    let rules = with(FanOptions { two_concealed_kongs: 8, ..FanOptions::DEFAULT });
    let hand = "[6666s][5555p]55777m34s5s|ES1000";
    compare(hand, &rules, (36, "33 42 53 56 68"), (38, "33 42 53 56 68"));
}

/// rules/mcr.md 9.1, third row; rules/tricky.csv 45, 51, 58, 81, 85.
#[test]
fn own_draws_of_hands_that_are_concealed_by_nature() {
    let rules = with(FanOptions { own_draw_by_nature: 4, ..FanOptions::DEFAULT });
    compare("19m19s19pESWNCFPN|ES1000", &rules, (89, "7 80"), (92, "7 56"));
    compare("17m36s25pESWNCFP9s|ES1000", &rules, (25, "20 80"), (28, "20 56"));
    compare("111444888m88s55p8s|ES1000", &rules, (69, "12 65 73 76 80"), (72, "12 56 65 73 76"));
    compare("1112345678999p5p|ES1000", &rules, (92, "4 66 73 80"), (95, "4 56 66 73"));
    compare("33m22s77pEENCCPPN|ES1000", &rules, (31, "19 51 80"), (34, "19 51 56"));
    // By another's tile nothing changes: 62 stays implied.
    compare("33m22s77pEENCCPPN|ES0000", &rules, (30, "19 51"), (30, "19 51"));
    // The last tile of the wall is worth 8 beside it.
    compare("33m22s77pEENCCPPN|ES1010", &rules, (38, "19 44 51"), (42, "19 44 51 56"));
}

/// rules/mcr.md 5.1 and 9.1, fourth row; rules/tricky.csv 38–40, where another calculator counts available waits.
#[test]
fn waits_that_the_own_hand_uses_up() {
    let rules = with(FanOptions { waits: Waits::Available, ..FanOptions::DEFAULT });
    compare("[222m,1]999p4444567s7s|ES0000", &rules, (6, "64 66 73 76"), (7, "64 66 73 76 79"));
    compare("[222m,1][EEE,1]4444666s5s|ES0000", &rules, (5, "60 64 75"), (6, "60 64 75 78"));
    compare("[5555m][4444m,1]67789m11s8m|ES0000", &rules, (7, "75 76 82"), (8, "75 76 78 82"));
    // The only tile left may also finish a pung or the end of a run, which is no wait fan.
    let pung = "[3333m,1]345s678s22m33p2m|ES0000";
    assert_eq!(scored(pung, &rules), scored(pung, &RuleSet::MCR));
}

/// rules/mcr.md 5.1 and 9.1, fifth row; rules/tricky.csv 47, 48.
#[test]
fn waits_on_tiles_of_a_knitted_straight() {
    let rules = with(FanOptions { knitted_waits: false, ..FanOptions::DEFAULT });
    compare("[234p,1]1447s258m369p4s|ES0000", &rules, (15, "35 63 79"), (14, "35 63"));
    compare("2334568m369s147p5m|ES0000", &rules, (17, "35 62 63 78"), (16, "35 62 63"));
    // A wait beside the knitted tiles counts as ever.
    let beside = "[EEE,1]147m258s369p5m5m|ES0000";
    assert_eq!(scored(beside, &rules), scored(beside, &RuleSet::MCR));
}

/// other_rule_sets.md 8b: the value is flat, whatever the hand and its flowers.
#[test]
fn every_complete_hand_is_worth_the_same_where_fans_do_not_count() {
    let rules = RuleSet::ROOM_BASIC;
    for text in
        ["[123p,1][444s,1][789m,1]34pCC2p|ES0000|abc", "19m19s19pESWNCFPN|ES1000", "33m22s77pEENCCPPN|ES0000"]
    {
        let score = scored(text, &rules);
        assert_eq!((score.points(), score.total(), score.fans().count()), (10, 10, 0), "{text}");
    }
    let hand: HandString = "123m567p45s88sEEE7s|SE0000".parse().unwrap();
    assert!(!may_win(&hand.winning_hand().unwrap(), &hand.context, &rules), "not complete");
}

/// Every combination of switches: 3 × 2 × 2 × 2 × 2, with and without the fans of the room.
fn all_rules() -> Vec<RuleSet> {
    let mut all = Vec::new();
    for code in 0..48 {
        let fans = FanOptions {
            mixed_kongs: [5, 3, 6][code % 3],
            two_concealed_kongs: if code / 3 % 2 == 0 { 6 } else { 8 },
            own_draw_by_nature: if code / 6 % 2 == 0 { 1 } else { 4 },
            waits: if code / 12 % 2 == 0 { Waits::Formal } else { Waits::Available },
            knitted_waits: code / 24 == 0,
        };
        all.push(with(fans));
        all.push(RuleSet {
            scoring: Scoring::Public { fans, ready: 2, pair_258: 3 },
            payments: Payments::ONCE,
            ..RuleSet::MCR
        });
    }
    all.push(RuleSet::ROOM_BASIC);
    all
}

#[test]
fn the_fast_scorer_obeys_every_switch_as_the_obvious_one_does() {
    let hands = if std::env::var_os("MCR_SLOW_TESTS").is_some() { 1_000_000 } else { 20_000 };
    let rules = all_rules();
    let (mut differing, mut pairs, mut declared) = (0, 0, 0);
    for number in 0..hands {
        let mut text = random_hand(11, number);
        text.context.declared_ready = number % 2 == 1;
        let hand = text.winning_hand().unwrap();
        let rules = &rules[number as usize % rules.len()];
        let fast = score(&hand, &text.context, rules);
        let sheet = score_sheet(&hand, &text.context, rules).unwrap();
        assert_eq!(fast, Some(sheet.score), "hand {number}: {text} under {rules:?}");
        let lines: u16 = sheet.lines.iter().map(|line| line.points()).sum();
        assert!(lines == sheet.score.points() || sheet.lines.is_empty(), "{text}: the lines add up");
        differing += u32::from(score(&hand, &text.context, &RuleSet::MCR) != fast);
        pairs += u32::from(sheet.score.count(Fan::Pair258));
        declared += u32::from(sheet.score.count(Fan::DeclaredReady));
    }
    // The comparison is worth something only where switches change the score.
    assert!(differing > hands / 3 && pairs > 1000 && declared > 1000, "{differing} {pairs} {declared}");
}
