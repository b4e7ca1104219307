//! Golden counts of action paths: they change when any rule does.

use crate::{player, random};
use mcr_engine::{Deal, RuleSet, Wall, Wind, perft, rng::agent_keys};
use std::fmt::Write as _;

/// One count a line, written anew with `MCR_UPDATE_GOLDEN=1`.
const GOLDEN: &str = include_str!("../perft/deals.perft");
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/deals.perft");

/// Counts above this are left to the slow tests.
const LIMIT: u64 = 20_000;

/// A line: wall `number` of `seed`, the first `answers` given by the random player, then paths of `depth` answers.
struct Entry<'a> {
    rules: &'a str,
    seed: u64,
    number: u64,
    answers: usize,
    depth: u32,
    paths: u64,
}

fn parse(line: &str) -> Option<Entry<'_>> {
    let [rules, seed, number, answers, depth, paths] = line.split_whitespace().collect::<Vec<_>>()[..] else {
        return None;
    };
    Some(Entry {
        rules,
        seed: seed.parse().ok()?,
        number: number.parse().ok()?,
        answers: answers.parse().ok()?,
        depth: depth.parse().ok()?,
        paths: paths.parse().ok()?,
    })
}

fn count(entry: &Entry<'_>, limit: u64) -> Option<u64> {
    let rules = RuleSet::preset(entry.rules).unwrap_or_else(|| panic!("no rules {}", entry.rules));
    let mut deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, entry.seed, entry.number), &mut ());
    let keys = agent_keys(entry.seed, entry.number);
    for _ in 0..entry.answers {
        let Some(seat) = deal.pending().first() else { break };
        let action = player::random_action(&deal, seat, keys[seat]);
        deal.apply(seat, action, &mut ()).expect("a legal action");
    }
    perft(&deal, entry.depth, limit)
}

#[test]
fn action_paths_are_those_of_the_golden_file() {
    let update = std::env::var_os("MCR_UPDATE_GOLDEN").is_some();
    let mut text = String::new();
    for (number, line) in GOLDEN.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            writeln!(text, "{line}").expect("a string");
            continue;
        }
        let entry = parse(line).unwrap_or_else(|| panic!("line {}: {line}", number + 1));
        if update {
            let paths = count(&entry, u64::MAX).expect("no limit");
            let (start, _) = line.rsplit_once(' ').expect("six fields");
            writeln!(text, "{start} {paths}").expect("a string");
        } else if entry.paths <= LIMIT || random::slow() {
            assert_eq!(count(&entry, entry.paths), Some(entry.paths), "line {}: {line}", number + 1);
        }
    }
    if update {
        std::fs::write(PATH, text).expect("the golden file");
    }
}
