//! The scorer and the hand string against hands with known scores (see `data/README.md`).

#[path = "support/random_hands.rs"]
mod random_hands;

use mcr_engine::{
    RuleSet,
    notation::{
        corpus::CorpusLine,
        hand_string::{Contradiction, HandString, HandStringError},
    },
    scoring::{Fan, score, score_sheet},
};
use random_hands::random_hand;

const CORPUS: &str = include_str!("data/corpus.tsv");
const MIL_2025: &str = include_str!("data/mil2025.tsv");
const BUG_REPORTS: &str = include_str!("data/bug_reports.tsv");
const TRICKY: &str = include_str!("data/tricky.csv");
const FANS: &str = include_str!("data/fans.csv");

/// The lines that are not comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// The fields of a line of comma-separated values, quoted ones without their quotes.
fn fields(line: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => all.push(String::new()),
            c => all.last_mut().expect("starts with one").push(c),
        }
    }
    all
}

/// Every line gets the points and the fans it states.
fn check_all(text: &str) {
    for line in lines(text) {
        let known: CorpusLine = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let verdict = known.check(&RuleSet::MCR);
        assert!(verdict.points_agree && verdict.fans_agree, "{line}\nscored {:?}", verdict.score);
    }
}

#[test]
fn random_hands_score_as_an_independent_calculator_says() {
    check_all(CORPUS);
}

#[test]
fn hands_made_from_clauses_of_the_rules() {
    check_all(MIL_2025);
}

#[test]
fn hands_from_bug_reports() {
    check_all(BUG_REPORTS);
}

/// The columns of a row of `tricky.csv` that are used here.
struct Tricky {
    number: String,
    /// In the columns of a corpus line.
    line: String,
    may_declare: bool,
}

fn tricky() -> impl Iterator<Item = Tricky> {
    TRICKY.lines().skip(1).map(|row| {
        let f = fields(row);
        let line = format!(
            "{}|{}{}{}{}{}{}|{}\t{}\t{}",
            f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9], f[12], f[10]
        );
        Tricky { number: f[0].clone(), line, may_declare: f[14] == "yes" }
    })
}

#[test]
fn tricky_hands_score_as_ruled() {
    let mut seen = 0;
    for row in tricky().filter(|row| row.number != "64") {
        check_all(&row.line);
        let known: CorpusLine = row.line.parse().unwrap();
        assert_eq!(known.points >= RuleSet::MCR.minimum_points, row.may_declare, "row {}", row.number);
        seen += 1;
    }
    assert_eq!(seen, 111);
}

#[test]
fn the_tricky_hand_that_cannot_be_is_refused() {
    let row = tricky().find(|row| row.number == "64").unwrap();
    let error = row.line.parse::<CorpusLine>().unwrap_err();
    assert!(error.to_string().contains("robbed kong of 1m"), "{error}");
}

#[test]
fn the_fan_table_is_that_of_the_rules() {
    let ids = |list: &str| -> Vec<Fan> {
        list.split(';')
            .filter(|id| !id.is_empty())
            .map(|id| Fan::from_id(id.parse().unwrap()).unwrap())
            .collect()
    };
    let rows: Vec<Vec<String>> = FANS.lines().skip(1).map(fields).collect();
    assert_eq!(rows.len(), Fan::COUNT);
    for (row, fan) in rows.iter().zip(Fan::ALL) {
        let id = &row[0];
        assert_eq!(fan.id().to_string(), *id);
        assert_eq!(fan.points().to_string(), row[1], "points of {id}");
        assert_eq!(fan.key(), row[2]);
        assert_eq!(Fan::from_key(&row[2]), Some(fan));
        assert_eq!(fan.english(), row[3]);
        assert_eq!(fan.chinese(), row[4]);
        assert_eq!(fan.excludes().collect::<Vec<_>>(), ids(&row[5]), "exclusions of {id}");
        assert_eq!(fan.category().key(), row[6]);
        let absorbs = row[8].strip_prefix("73:").unwrap_or("0");
        assert_eq!(fan.absorbs_terminal_pungs().to_string(), absorbs, "partial exclusions of {id}");
        assert_eq!(fan.bars_inside().collect::<Vec<_>>(), ids(&row[9]), "inner exclusions of {id}");
        assert_eq!(fan.max_count().to_string(), row[10], "most often {id}");
    }
}

#[test]
fn no_hand_scores_fans_that_exclude_each_other() {
    for line in lines(CORPUS) {
        let known: CorpusLine = line.parse().unwrap();
        let score = score(&known.hand.winning_hand().unwrap(), &known.hand.context, &RuleSet::MCR).unwrap();
        for (fan, count) in score.fans() {
            assert!(count <= fan.max_count(), "{line}: {fan:?} {count} times");
            assert!(fan.excludes().all(|other| score.count(other) == 0), "{line}: {fan:?}");
        }
    }
}

#[test]
fn a_sheet_explains_its_score() {
    let hand: HandString = "[678m,1][678m,1][678m,1]45mEE6m|ES0000|3".parse().unwrap();
    let sheet = score_sheet(&hand.winning_hand().unwrap(), &hand.context, &RuleSet::MCR).unwrap();
    let lines: Vec<String> = sheet
        .lines
        .iter()
        .map(|line| {
            let made_by: Vec<String> = line.made_by.iter().flatten().map(ToString::to_string).collect();
            format!("{} {} {}", line.fan.id(), line.count(), made_by.join(" "))
        })
        .collect();
    // 和绝张: three 6m lie in the own melds, so no flag is needed (rules/mcr.md 5.3).
    assert_eq!(lines, ["23 1 [678m] [678m] [678m]", "49 1 ", "58 1 ", "64 1 [678m] [678m] [678m] 456m"]);
    assert_eq!((sheet.score.points(), sheet.score.flowers(), sheet.score.total()), (36, 3, 39));
    let blocks: Vec<String> = sheet.blocks.iter().map(ToString::to_string).collect();
    assert_eq!(blocks, ["[678m]", "[678m]", "[678m]", "456m", "EE"]);
    assert_eq!(sheet.completed, Some(3));
    assert_eq!(sheet.waits.into_iter().map(|t| t.to_string()).collect::<String>(), "3m6m");
}

#[test]
fn an_incomplete_hand_has_no_score() {
    for text in ["123m456p789s22p57s9s", "1122334455667m8m", "1111222233334m4s", "[EEE,1]147m258s369p1m1s"] {
        let hand: HandString = text.parse().unwrap();
        let hand_and_context = (hand.winning_hand().unwrap(), hand.context);
        assert_eq!(score(&hand_and_context.0, &hand_and_context.1, &RuleSet::MCR), None, "{text}");
    }
}

#[test]
fn written_hands_read_back_as_they_were() {
    let hands = lines(CORPUS).chain(lines(MIL_2025)).chain(lines(BUG_REPORTS));
    for text in hands.map(|line| line.split('\t').next().unwrap()) {
        let hand: HandString = text.parse().unwrap();
        let written = hand.to_string();
        assert_eq!(written.parse::<HandString>(), Ok(hand), "{text} written as {written}");
    }
    // The plain form is a fixed point.
    let plain = "[EEEE][CCCC,1][789p,3]12m45s3m|ES1010|2";
    assert_eq!("[EEEE][CCCC,1][987p,3]45s21m3m|ES1010|ha".parse::<HandString>().unwrap().to_string(), plain);
    assert_eq!(plain.parse::<HandString>().unwrap().to_string(), plain);
    assert_eq!(
        "[5555s,7]123m234678sE|EE0000".parse::<HandString>().unwrap().to_string(),
        "[5555s,7]123m234678sE|EE0000"
    );
}

/// Bad strings and what is said about them.
#[test]
fn errors_name_the_column_and_the_expectation() {
    let cases = [
        ("123x", "column 4: found `x`, expected a digit 1-9 or the suit: `m`, `s` or `p`"),
        ("120m", "column 3: found `0`, expected a digit 1-9 or the suit: `m`, `s` or `p`"),
        ("123", "column 4: the string ends, expected a digit 1-9 or the suit: `m`, `s` or `p`"),
        ("EEa", "column 3: found `a`, expected a tile: digits and `m`, `s` or `p`, or one of `ESWNCFP`"),
        ("", "0 concealed tiles and 0 melds, expected 14 with the winning tile or 13 without"),
        ("[124m,1]", "column 1: `124m` is no meld, expected three tiles in a row or three or four alike"),
        ("[89m1s,1]", "column 1: `89m1s` is no meld, expected three tiles in a row or three or four alike"),
        (
            "EE[EEE]",
            "column 7: found `]`, expected `,` and who offered the pung: 1 left, 2 opposite, 3 right",
        ),
        ("[123m]", "column 6: found `]`, expected `,` and which tile of the chow was claimed: 1, 2 or 3"),
        ("[123m,4]", "column 7: found `4`, expected `,` and which tile of the chow was claimed: 1, 2 or 3"),
        ("[EEEE,4]", "column 7: found `4`, expected 1, 2, 3 for a claimed kong or 5, 6, 7 for an added one"),
        ("[EEE,1", "column 7: the string ends, expected `]`"),
        ("[EEE,1][SSS,1][WWW,1][NNN,1][CCC,1]", "column 29: a fifth meld, expected at most four"),
        ("[EEE,1]EE", "column 9: a fifth E, expected at most four of a kind"),
        ("1111123m", "column 5: a fifth 1m, expected at most four of a kind"),
        ("[EEE,1]123m", "3 concealed tiles and 1 melds, expected 11 with the winning tile or 10 without"),
        ("123m456p789s22p56s7s|e", "column 22: found `e`, expected the prevalent wind: `E`, `S`, `W` or `N`"),
        ("123m456p789s22p56s7s|EC", "column 23: found `C`, expected the seat wind: `E`, `S`, `W` or `N`"),
        ("123m456p789s22p56s7s|EE02", "column 25: found `2`, expected the last-of-its-kind flag: 0 or 1"),
        ("123m456p789s22p56s7s|EE000", "column 27: the string ends, expected the kong flag: 0 or 1"),
        (
            "123m456p789s22p56s7s|EE0000|i",
            "column 29: found `i`, expected flowers: letters `a`-`h`, or their number 0-8",
        ),
        (
            "123m456p789s22p56s7s|EE0000|9",
            "column 29: found `9`, expected flowers: letters `a`-`h`, or their number 0-8",
        ),
        ("123m456p789s22p56s7s|EE0000|aba", "column 31: flower a twice, expected each at most once"),
        ("123m456p789s22p56s7s|EE0000|2x", "column 30: found `x`, expected `|` or the end"),
    ];
    for (text, expected) in cases {
        let error = text.parse::<HandString>().err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(error, expected, "{text}");
    }
}

#[test]
fn contradictory_flags_are_refused_with_the_reason() {
    let m1 = mcr_engine::Tile::new(0);
    let m3 = mcr_engine::Tile::new(2);
    let s7 = mcr_engine::Tile::new(15);
    let cases = [
        // A robbed kong of a tile that is held, in the hand or in a meld.
        ("123m456p789s22p56s7s|EE0001", 27, Contradiction::RobbedTileHeld(s7)),
        ("[789s,1]123m456p22p56s7s|EE0001", 31, Contradiction::RobbedTileHeld(s7)),
        ("[234m,1][345p,1][234s,1][678p,1]1m1m|ES0001", 43, Contradiction::RobbedTileHeld(m1)),
        ("123m456p678s22p56s4s|EE0011", 27, Contradiction::RobbedOnLastTile),
        ("123m456p678s22p56s4s|EE1001", 27, Contradiction::ReplacementWithoutKong),
        ("[456p,1]123m678s22p56s4s|EE1001", 31, Contradiction::ReplacementWithoutKong),
        // The last of its kind cannot meet a pair or a second copy.
        ("1233m456p789s222p3m|EE0100", 24, Contradiction::LastOfKindHeld(m3)),
        ("123m456p789s22p[567s,1]|EE1000", 16, Contradiction::WinningTileMelded),
        ("123m456p789s22p56s|EE1000", 22, Contradiction::FlagWithoutWin),
        ("123m456p789s22p56s|EE0010", 24, Contradiction::FlagWithoutWin),
    ];
    for (text, column, reason) in cases {
        assert_eq!(
            text.parse::<HandString>(),
            Err(HandStringError::Contradiction { column, reason }),
            "{text}: {reason}"
        );
    }
    // Possible: a robbed tile is the last of its kind, and scores only the robbing (47 excludes 58).
    let robbed: HandString = "123m456p678s22p56s4s|EE0101".parse().unwrap();
    let score = score(&robbed.winning_hand().unwrap(), &robbed.context, &RuleSet::MCR).unwrap();
    assert_eq!((score.count(Fan::RobbingTheKong), score.count(Fan::LastTile)), (1, 0));
}

#[test]
fn the_fast_scorer_is_the_obvious_one() {
    let slow = std::env::var_os("MCR_SLOW_TESTS").is_some();
    let hands = if slow { 3_000_000 } else { 30_000 };
    let mut seen = [0_u32; Fan::COUNT];
    for number in 0..hands {
        let text = random_hand(7, number);
        let hand = text.winning_hand().unwrap();
        let fast = score(&hand, &text.context, &RuleSet::MCR);
        let sheet = score_sheet(&hand, &text.context, &RuleSet::MCR);
        assert_eq!(fast, sheet.map(|sheet| sheet.score), "hand {number}: {text}");
        fast.unwrap().fans().for_each(|(fan, _)| seen[fan.index()] += 1);
    }
    // The comparison is worth something only where the fans occur; flowers are no fan of a score.
    for fan in Fan::ALL.into_iter().filter(|fan| *fan != Fan::FlowerTiles) {
        assert!(seen[fan.index()] > 0, "{fan:?} never came up");
    }
}
