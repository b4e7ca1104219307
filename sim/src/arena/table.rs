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
    let alones = report.lineups.iter().filter(|line| alone(line).is_some()).count();
    let whose =
        if alones == report.lineups.len() { ", alone against three of another where it is" } else { "" };
    let luck = if report.control_variates { ", the luck of the draws taken out" } else { "" };
    format!(
        "Mean: points a deal{whose}{luck}. Rates are of its hands. Hand: points of the hands it won, without flowers.\n\
         Place: 1 to 4 by the points on a wall, ties shared.\n"
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
