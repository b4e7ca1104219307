//! The report for people, and as comma-separated values.

use crate::{
    arena::{
        report::{AgentLine, DifferenceLine, LineupLine, Report, TestLine},
        sequential::Verdict,
    },
    report::{Align, Grid, grouped, percent},
    statistics::MeanLine,
};
use std::fmt::{self, Display, Write as _};

/// A report as aligned text.
#[derive(Debug)]
pub struct Table<'a>(pub &'a Report);

impl Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0;
        writeln!(f, "{}\n\n{}{}", played(report), results(report), legend(report))?;
        if let Some(grid) = pairings(report) {
            let head = "Points a deal of the agent on the left, alone against three of the one above:";
            write!(f, "\n{head}\n\n{grid}")?;
        } else if !report.differences.is_empty() {
            write!(f, "\n{}", differences(report))?;
        }
        match (&report.test, report.results.first()) {
            (Some(test), Some(first)) => write!(f, "\n{}", test_words(test, &first.agent)),
            _ => Ok(()),
        }
    }
}

/// What was played.
fn played(report: &Report) -> String {
    format!(
        "{} sets, {} deals · seatings {} · rules {} · seed {}",
        grouped(report.sets),
        grouped(report.deals),
        report.seatings,
        report.rules,
        report.seed
    )
}

fn results(report: &Report) -> Grid {
    let rated = report.results.iter().any(|line| line.rating.is_some());
    let fouled = report.results.iter().any(|line| line.foul > 0.0);
    let mut columns = vec!["Agent", "Mean", "95 %"];
    columns.extend(rated.then_some(["Rating", "95 %"]).into_iter().flatten());
    columns.extend(["Won %", "Own draw %", "Dealt in %", "Drawn %", "Hand", "Place"]);
    columns.extend(fouled.then_some("Foul %"));
    let align = |column: usize| if column == 0 { Align::Left } else { Align::Right };
    let columns: Vec<(&str, Align)> =
        columns.into_iter().enumerate().map(|(n, name)| (name, align(n))).collect();
    let mut grid = Grid::with_header(&columns);
    for line in &report.results {
        grid.row(cells(line, rated, fouled));
    }
    grid
}

fn cells(line: &AgentLine, rated: bool, fouled: bool) -> Vec<String> {
    let mut cells = vec![line.agent.clone(), mean(&line.points), interval(&line.points)];
    if rated {
        cells.extend(line.rating.iter().flat_map(|rating| [mean(rating), interval(rating)]));
    }
    cells.extend([line.win, line.self_draw, line.deal_in, line.draw].map(|share| percent(share, 1)));
    cells.push(line.hand_points.map_or_else(|| "–".to_owned(), |points| format!("{points:.1}")));
    cells.push(format!("{:.2}", line.placement));
    cells.extend(fouled.then(|| percent(line.foul, 1)));
    cells
}

/// What the columns mean.
fn legend(report: &Report) -> String {
    let is_alone =
        |agent: &AgentLine| report.lineups.iter().filter_map(alone).any(|(one, _)| one == agent.agent);
    let alones = report.results.iter().filter(|agent| is_alone(agent)).count();
    let whose = match alones {
        0 => "",
        all if all == report.results.len() => ", alone against three of another agent",
        _ => ", alone against three of another agent where there are such deals",
    };
    let luck = if report.control_variates { ", the luck of the draws taken out" } else { "" };
    format!(
        "Mean: points a deal{whose}{luck}.\n\
         Hand: points of the hands it won, flowers not counted. Place: 1 to 4 by the points on a wall, ties shared.\n"
    )
}

/// The one and the field of a lineup of one agent against three of another.
fn alone(line: &LineupLine) -> Option<(&str, &str)> {
    let [one, field, third, fourth] = &line.lineup;
    (field == third && field == fourth).then_some((one, field))
}

/// The matrix of a round robin of three agents or more.
fn pairings(report: &Report) -> Option<Grid> {
    let names: Vec<&str> = report.results.iter().map(|line| line.agent.as_str()).collect();
    if names.len() < 3 {
        return None;
    }
    // The entry of the agent that is alone, for every ordered pair.
    let points = |one: &str, field: &str| {
        let is_it = |line: &&LineupLine| alone(line) == Some((one, field)) && line.agent == one;
        report.lineups.iter().find(is_it).map(|line| &line.points)
    };
    let columns = names.iter().map(|name| (*name, Align::Right));
    let mut grid = Grid::with_header(&std::iter::once(("", Align::Left)).chain(columns).collect::<Vec<_>>());
    for one in &names {
        let mut row = vec![(*one).to_owned()];
        for field in &names {
            row.push(if one == field { "·".to_owned() } else { with_margin(points(one, field)?) });
        }
        grid.row(row);
    }
    Some(grid)
}

fn differences(report: &Report) -> Grid {
    let columns = [("Difference of means", Align::Left), ("", Align::Right), ("95 %", Align::Right)];
    let mut grid = Grid::with_header(&columns);
    for DifferenceLine { agents: [a, b], points } in &report.differences {
        grid.row([format!("{a} less {b}"), mean(points), interval(points)]);
    }
    grid
}

fn test_words(test: &TestLine, agent: &str) -> String {
    let verdict = if test.verdict == Verdict::Stronger.name() {
        format!("it gains more than {}", test.null)
    } else if test.verdict == Verdict::NotStronger.name() {
        format!("it does not gain {}", test.alternative)
    } else {
        "undecided".to_owned()
    };
    let ratio = test.ratio.map_or_else(|| "unbounded".to_owned(), |ratio| format!("{ratio:+.2}"));
    format!(
        "Sequential test: {agent} gains {} a deal; {verdict}.\n\
         Log likelihood ratio of {} against {}: {ratio}, bounds {:+.2} and {:+.2} (errors {} % and {} %).\n",
        with_margin(&test.gain),
        test.alternative,
        test.null,
        test.lower,
        test.upper,
        percent(test.alpha, 1),
        percent(test.beta, 1),
    )
}

fn mean(line: &MeanLine) -> String {
    line.mean.map_or_else(|| "–".to_owned(), signed)
}

fn interval(line: &MeanLine) -> String {
    match (line.low, line.high) {
        (Some(low), Some(high)) => format!("{} … {}", signed(low), signed(high)),
        _ => "–".to_owned(),
    }
}

fn with_margin(line: &MeanLine) -> String {
    match (line.low, line.high) {
        (Some(low), Some(high)) => format!("{} ± {:.2}", mean(line), (high - low) / 2.0),
        _ => mean(line),
    }
}

/// Two decimals and always a sign, but none for what rounds to zero.
fn signed(value: f64) -> String {
    let text = format!("{value:+.2}");
    if text == "+0.00" || text == "-0.00" { "0.00".to_owned() } else { text }
}

/// One line an agent, as comma-separated values with a header; empty where there is no value.
#[must_use]
pub fn csv(report: &Report) -> String {
    let mut text =
        "agent,mean,low,high,deviation,hands,win,self_draw,deal_in,draw,foul,hand_points,placement,\
                    rank_points,rating,rating_low,rating_high\n"
            .to_owned();
    for line in &report.results {
        let rating = line.rating;
        let numbers = [
            line.points.mean,
            line.points.low,
            line.points.high,
            line.deviation,
            Some(line.hands as f64),
            Some(line.win),
            Some(line.self_draw),
            Some(line.deal_in),
            Some(line.draw),
            Some(line.foul),
            line.hand_points,
            Some(line.placement),
            Some(line.rank_points),
            rating.and_then(|r| r.mean),
            rating.and_then(|r| r.low),
            rating.and_then(|r| r.high),
        ];
        let numbers = numbers.map(|number| number.map_or_else(String::new, |value| value.to_string()));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{}", quoted(&line.agent), numbers.join(","));
    }
    text
}

/// A spec may hold commas.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(mean: f64, margin: f64) -> MeanLine {
        MeanLine { mean: Some(mean), low: Some(mean - margin), high: Some(mean + margin) }
    }

    fn line(agent: &str, mean: f64) -> AgentLine {
        AgentLine {
            agent: agent.to_owned(),
            points: points(mean, 1.5),
            raw: None,
            deviation: Some(16.0),
            hands: 4000,
            win: 0.0625,
            self_draw: 0.0125,
            deal_in: 0.05,
            draw: 0.7,
            foul: 0.0,
            hand_points: Some(12.25),
            placement: 2.5,
            rank_points: 2.5,
            rating: None,
        }
    }

    /// Every agent alone against three of every other, or one table where there are four.
    fn report(agents: &[(&str, f64)]) -> Report {
        let owned = |agent: &str| agent.to_owned();
        let mut lineups = Vec::new();
        let mut differences = Vec::new();
        for (number, (a, mean)) in agents.iter().enumerate() {
            for (b, other) in agents.iter().filter(|(b, _)| a != b) {
                let lineup = [owned(a), owned(b), owned(b), owned(b)];
                lineups.push(LineupLine { lineup, agent: owned(a), points: points(mean - other, 2.0) });
            }
            for (b, other) in &agents[number + 1..] {
                differences
                    .push(DifferenceLine { agents: [owned(a), owned(b)], points: points(mean - other, 3.0) });
            }
        }
        Report {
            version: "0.1.0",
            rules: "mcr".to_owned(),
            seed: 1,
            seatings: "rotations",
            sets: 1000,
            deals: 8000,
            speed: None,
            complete: true,
            control_variates: false,
            results: agents.iter().map(|(agent, mean)| line(agent, *mean)).collect(),
            differences,
            lineups,
            test: None,
        }
    }

    #[test]
    fn two_agents_and_a_test() {
        let mut report = report(&[("greedy", 2.0), ("greedy:noise=0.05", -2.001)]);
        report.test = Some(TestLine {
            null: 0.0,
            alternative: 1.0,
            alpha: 0.05,
            beta: 0.05,
            gain: points(2.0, 1.0),
            ratio: Some(2.95),
            lower: -2.944,
            upper: 2.944,
            verdict: "stronger",
        });
        let expected = "\
1,000 sets, 8,000 deals · seatings rotations · rules mcr · seed 1

Agent               Mean             95 %  Won %  Own draw %  Dealt in %  Drawn %  Hand  Place
──────────────────────────────────────────────────────────────────────────────────────────────
greedy             +2.00   +0.50 … +3.50    6.2         1.2         5.0     70.0  12.2   2.50
greedy:noise=0.05  -2.00  -3.50 … -0.50    6.2         1.2         5.0     70.0  12.2   2.50
Mean: points a deal, alone against three of another agent.
Hand: points of the hands it won, flowers not counted. Place: 1 to 4 by the points on a wall, ties shared.

Difference of means                      95 %
─────────────────────────────────────────────
greedy less greedy:noise=0.05  +4.00  +1.00 … +7.00

Sequential test: greedy gains +2.00 ± 1.00 a deal; it gains more than 0.
Log likelihood ratio of 1 against 0: +2.95, bounds -2.94 and +2.94 (errors 5.0 % and 5.0 %).
";
        let without_spaces =
            |text: &str| text.split_whitespace().filter(|w| !w.contains('─')).collect::<Vec<_>>().join(" ");
        let text = Table(&report).to_string();
        assert_eq!(without_spaces(&text), without_spaces(expected), "{text}");
        assert!(text.lines().all(|line| line.trim_end() == line));
    }

    #[test]
    fn three_agents_have_a_matrix_and_ratings() {
        let mut report = report(&[("a", 3.0), ("b", 0.0), ("c", -3.0)]);
        for line in &mut report.results {
            line.rating = Some(points(line.points.mean.unwrap() / 2.0, 0.75));
        }
        let text = Table(&report).to_string();
        assert!(text.contains("a             ·  +3.00 ± 2.00  +6.00 ± 2.00"), "{text}");
        assert!(text.contains("Rating") && text.contains("+1.50"), "{text}");
        assert!(!text.contains("Difference"), "{text}");
    }

    #[test]
    fn csv_quotes_specs_with_commas_and_leaves_out_what_is_not_there() {
        let mut report = report(&[("mc:rollouts=64,depth=2", 2.0), ("greedy", -2.0)]);
        report.results[1].points = MeanLine { mean: Some(0.0), low: None, high: None };
        let text = csv(&report);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].starts_with("\"mc:rollouts=64,depth=2\",2,0.5,3.5,16,4000,0.0625,"));
        assert!(lines[2].starts_with("greedy,0,,,16,"));
        assert!(lines[2].ends_with(",2.5,2.5,,,"));
        let columns = lines[0].matches(',').count();
        assert_eq!(lines[2].matches(',').count(), columns);
    }
}
