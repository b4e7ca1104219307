//! Golden counts of action paths: they change when any rule does.

use mcr_engine::{Deal, RuleSet, Wall, Wind, perft};

/// `rules seed number depth paths`, one count a line.
const GOLDEN: &str = include_str!("../perft/deals.perft");

/// Counts above this are left to the slow tests.
const LIMIT: u64 = 20_000;

#[test]
fn action_paths_are_those_of_the_golden_file() {
    for (line, entry) in GOLDEN.lines().enumerate().filter(|(_, l)| !l.is_empty() && !l.starts_with('#')) {
        let fields: Vec<&str> = entry.split_whitespace().collect();
        let [name, seed, number, depth, paths] = fields[..] else { panic!("line {}: {entry}", line + 1) };
        let rules = RuleSet::preset(name).unwrap_or_else(|| panic!("line {}: rules {name}", line + 1));
        let parse =
            |text: &str| text.parse::<u64>().unwrap_or_else(|e| panic!("line {}: {text}: {e}", line + 1));
        let paths = parse(paths);
        if paths > LIMIT && !crate::random::slow() {
            continue;
        }
        let wall = Wall::shuffled(&rules, parse(seed), parse(number));
        let deal = Deal::new(&rules, Wind::East, wall, &mut ());
        assert_eq!(perft(&deal, parse(depth) as u32, paths), Some(paths), "line {}: {entry}", line + 1);
    }
}
