//! Input from outside, broken at random: it may be refused, never more.
//!
//! Some thousand cases each; MCR_FUZZ_SECONDS=600 goes on for so long with each target. What was found stays in
//! `cases`.

use mcr_agents::{
    Registry,
    botzone::{Input, Serving, serve},
};
use mcr_engine::{DecisionRng, RuleSet, Wall, Wind, rng::agent_keys};
use mcr_sim::{
    import::{Matches, Said, Source, Unit, botzone_value, record_deal, validate_game, write_text},
    judge::judge,
};
use serde_json::{Value, json};
use std::time::Duration;

/// Inputs that once did more than being refused, and odd ones that might.
const CASES: [&str; 14] = [
    "1\n0 0 0\n",
    "3\n0 0 0\nPASS\n1 0 0 0 0 W1 W1 W1 W1 W2 W2 W2 W2 W3 W3 W3 W3 W4\nPASS\n2 W1\n",
    "3\n0 0 0\nPASS\n1 8 8 8 8 W1 W2 W3 W4 W5 W6 W7 W8 W9 T1 T2 T3 J1 H1\nPASS\n2 W1\n",
    "3\n0 3 3\nPASS\n1 0 0 0 0 H1 H2 H3 H4 H5 H6 H7 H8 W1 W2 W3 W4 W5\nPASS\n3 0 GANG\n",
    "4\n0 1 0\nPASS\n1 0 0 0 0 T1 F3 W8 B9 B4 B7 T8 T6 T3 W3 J1 T5 W5\nPASS\n3 0 DRAW\nPASS\n3 0 PLAY H1\n",
    r#"{"requests":["0 0 0"],"responses":[]}"#,
    r#"{"log":[],"initdata":{"srand":18446744073709551615}}"#,
    r#"{"log":[{},{}],"initdata":{"quan":3}}"#,
    r#"{"log":[{},{"0":"PASS","1":"PASS","2":"PASS","3":"PASS"},{},{"0":{"verdict":"OK","response":7}}]}"#,
    r#"{"log":[{"content":{"0":"0 0 0","1":"0 1 0","2":"0 2 0","3":"0 3 0"}}]}"#,
    "Match 1\nWind 0\nPlayer 0 Deal W1\n",
    "Match\nWind 0\nHuang\nScore 0 0 0 0\n",
    "Match 1\nWind 0\nPlayer 0 Peng W1 Ignore Ignore\n",
    "\u{feff}Match 1\r\nWind 3\r\nFan 8 *0\r\nScore 9 9 9 9\r\n",
];

struct Mutator {
    rng: DecisionRng,
    words: Vec<String>,
}

impl Mutator {
    fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound.max(1) as u64) as usize
    }

    /// A text with some changes: bytes, words and pieces.
    fn mutate(&mut self, text: &str) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..1 + self.below(4) {
            let place = self.below(bytes.len());
            match self.below(7) {
                0 if !bytes.is_empty() => bytes[place] = self.rng.next_u64() as u8,
                1 if !bytes.is_empty() => bytes[place] ^= 1 << self.below(8),
                2 => bytes.truncate(place),
                3 => {
                    let end = (place + self.below(40)).min(bytes.len());
                    bytes.drain(place..end);
                }
                4 => {
                    let end = (place + self.below(400)).min(bytes.len());
                    let piece = bytes[place..end].to_vec();
                    let to = self.below(bytes.len());
                    bytes.splice(to..to, piece);
                }
                _ => self.swap_word(&mut bytes, place),
            }
        }
        bytes
    }

    /// Puts a word of the formats in the place of the one at `place`.
    fn swap_word(&mut self, bytes: &mut Vec<u8>, place: usize) {
        let is_edge = |byte: &u8| !byte.is_ascii_alphanumeric();
        let start = bytes[..place].iter().rposition(is_edge).map_or(0, |edge| edge + 1);
        let end = bytes[place..].iter().position(is_edge).map_or(bytes.len(), |edge| place + edge);
        let word = self.words[self.rng.below(self.words.len() as u64) as usize].clone();
        bytes.splice(start.min(end)..end, word.into_bytes());
    }
}

const WORDS: &str = "PASS HU PLAY GANG BUGANG PENG CHI DRAW BUHUA W1 W9 T5 B5 F1 F4 J1 J3 H1 H8 0 1 2 3 4 -1 99 \
                     Player Deal Draw Play Chi Peng Gang AnGang BuGang Hu Huang Fan Score Ignore Match Wind \
                     null true [] {} request finish";

/// Changes `seeds` again and again and gives them to `target`: so many times, or for as long as asked for.
fn fuzz(name: &str, seeds: &[String], mut target: impl FnMut(&[u8])) {
    let words = WORDS.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let mut mutator = Mutator { rng: DecisionRng::new(7, name.len() as u32), words };
    for seed in seeds.iter().map(String::as_str).chain(CASES) {
        target(seed.as_bytes());
    }
    let seconds = std::env::var("MCR_FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    let until = seconds.map(|seconds| now() + Duration::from_secs(seconds));
    let mut cases = 0u64;
    while until.map_or(cases < 1_500, |until| now() < until) {
        let place = mutator.below(seeds.len() + CASES.len());
        let seed = seeds.get(place).map_or_else(|| CASES[place - seeds.len()], String::as_str).to_owned();
        target(&mutator.mutate(&seed));
        cases += 1;
    }
    eprintln!("{name}: {cases} cases");
}

#[expect(clippy::disallowed_methods, reason = "how long to look for faults is no result")]
fn now() -> std::time::Instant {
    std::time::Instant::now()
}

/// Matches of random play, as values.
fn matches(count: u64) -> Vec<(Value, String)> {
    let game = |seed: u64| {
        let mut rng = DecisionRng::new(seed, 0);
        let source = Source { file: "log".into(), id: seed.to_string(), unit: Unit::Message };
        let wall = Wall::shuffled(&RuleSet::BOTZONE, seed, 0);
        let game = record_deal(source, RuleSet::BOTZONE, Wind::ALL[seed as usize % 4], wall, |deal, seat| {
            let legal = deal.legal(seat);
            Said::Act(legal.nth(rng.below(legal.len() as u64) as usize).unwrap())
        });
        let game = game.unwrap();
        let mut text = Vec::new();
        write_text(&game, &mut text).unwrap();
        (botzone_value(&game).unwrap(), String::from_utf8(text).unwrap())
    };
    (0..count).map(game).collect()
}

/// What a seat is sent in a match, in one of the envelopes.
fn sent(game: &Value, seat: &str, turns: usize, json_envelope: bool) -> String {
    let log = game["log"].as_array().unwrap();
    let told = |entry: &Value| entry["content"][seat].as_str().unwrap_or("").to_owned();
    let requests: Vec<String> = log.iter().step_by(2).take(turns).map(told).collect();
    let responses: Vec<String> = log
        .iter()
        .skip(1)
        .step_by(2)
        .take(turns - 1)
        .map(|entry| entry[seat].as_str().unwrap().to_owned())
        .collect();
    if json_envelope {
        return json!({"requests": requests, "responses": responses}).to_string();
    }
    let mut text = format!("{turns}\n");
    for (turn, request) in requests.iter().enumerate() {
        text.push_str(request);
        text.push('\n');
        if let Some(response) = responses.get(turn) {
            text.push_str(response);
            text.push('\n');
        }
    }
    text
}

#[test]
fn the_bot_survives_any_input() {
    let mut seeds = Vec::new();
    for (game, _) in matches(4) {
        for (seat, turns) in [("0", 9), ("1", 40), ("2", 25), ("3", 60)] {
            let most = game["log"].as_array().unwrap().len() / 2;
            seeds.extend([true, false].map(|json| sent(&game, seat, turns.min(most), json)));
        }
    }
    let mut agent = Registry::standard().parse("greedy").unwrap().build();
    fuzz("bot", &seeds, |input| {
        for rules in [RuleSet::BOTZONE, RuleSet::MCR] {
            let serving = Serving { rules, keys: agent_keys(1, 0), keep_running: true };
            let _ = serve(input, &mut Vec::new(), &mut *agent, &serving);
        }
        let mut lines = Input::new(input);
        while let Ok(Some(_)) = lines.next_request() {}
    });
}

#[test]
fn the_judge_survives_any_input() {
    let seeds: Vec<String> = matches(4).into_iter().map(|(game, _)| game.to_string()).collect();
    fuzz("judge", &seeds, |input| {
        if let Ok(text) = std::str::from_utf8(input) {
            let _ = judge(text);
        }
    });
}

fn read_all(input: &[u8]) {
    if let Ok(games) = Matches::new(input, "log") {
        for game in games.flatten() {
            let _ = validate_game(&game);
        }
    }
}

#[test]
fn the_json_importer_survives_any_input() {
    let seeds: Vec<String> = matches(4).into_iter().map(|(game, _)| game.to_string()).collect();
    fuzz("json", &seeds, read_all);
}

#[test]
fn the_text_importer_survives_any_input() {
    let seeds: Vec<String> = matches(6).into_iter().map(|(_, text)| text).collect();
    fuzz("text", &seeds, read_all);
}
