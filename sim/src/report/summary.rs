//! A summary as text: totals, seats, fans.

use crate::{
    report::{
        grid::{Align, Grid},
        numbers::{grouped, mean, percent, range},
    },
    statistics::{FanLine, MeanLine, PlayerLine, ShareLine, Summary},
};
use mcr_engine::Seat;

/// The whole summary, ready to print.
#[must_use]
pub fn summary_text(summary: &Summary) -> String {
    let mut parts = vec![totals(summary).to_string(), players(summary).to_string()];
    let fans = fans(summary);
    if !fans.is_empty() {
        parts.push(fans.to_string());
    }
    parts.push(missing(summary));
    parts.join("\n")
}

/// Decimals of percentages: enough that one deal more shows.
fn decimals(summary: &Summary) -> usize {
    let digits = summary.deals.saturating_sub(1).to_string().len();
    digits.saturating_sub(2).clamp(1, 5)
}

fn totals(summary: &Summary) -> Grid {
    let mut grid = Grid::plain(&[Align::Left, Align::Right, Align::Right, Align::Left]);
    let digits = decimals(summary);
    grid.row(["Deals".into(), grouped(summary.deals), String::new(), String::new()]);
    let mut share = |name: &str, line: &ShareLine| {
        let interval = format!("({})", range(line.low, line.high, digits));
        grid.row([name.into(), grouped(line.count), format!("{} %", percent(line.share, digits)), interval]);
    };
    share("Won 和", &summary.win);
    share("  by own draw 自摸", &summary.self_draw);
    share("  on a discard 点炮", &summary.discard);
    share("  robbing a kong 抢杠", &summary.robbed_kong);
    share("Drawn 荒牌", &summary.draw);
    if summary.fouls > 0 {
        grid.row(["Ended by a foul".into(), grouped(summary.fouls), String::new(), String::new()]);
    }
    let mut means = |name: &str, line: &MeanLine| {
        grid.row([name.into(), mean(line, 2), String::new(), String::new()]);
    };
    means("Discards a deal", &summary.turns);
    means("Points a win, without flowers", &summary.hand_points);
    means("Flowers a win", &summary.flowers);
    grid
}

/// The seats; then the agents over all their seats, where there is more than one.
fn players(summary: &Summary) -> Grid {
    let mut grid = Grid::with_header(&[
        ("Seat", Align::Left),
        ("Agent", Align::Left),
        ("Points a deal", Align::Right),
        ("Won %", Align::Right),
        ("95 %", Align::Right),
        ("Own draw %", Align::Right),
        ("Dealt in %", Align::Right),
        ("95 %", Align::Right),
    ]);
    let agents = if summary.by_agent.len() > 1 { &summary.by_agent[..] } else { &[] };
    let digits = decimals(summary);
    for line in summary.agents.iter().chain(agents) {
        let points = MeanLine { mean: line.mean_points, low: line.low, high: line.high };
        grid.row([
            seat_name(line),
            line.spec.clone(),
            mean(&points, 2),
            percent(line.win.share, digits),
            range(line.win.low, line.win.high, digits),
            percent(line.self_draw.share, digits),
            percent(line.deal_in.share, digits),
            range(line.deal_in.low, line.deal_in.high, digits),
        ]);
    }
    grid
}

fn seat_name(line: &PlayerLine) -> String {
    match line.seat.and_then(Seat::from_index) {
        Some(seat) => ["East 东", "South 南", "West 西", "North 北"][seat.index()].to_owned(),
        None if line.seats == 1 => "1 seat".to_owned(),
        None => format!("{} seats", line.seats),
    }
}

/// The fans that occurred, from the dearest down; those of equal points by id.
fn fans(summary: &Summary) -> Grid {
    let mut grid = Grid::with_header(&[
        ("Points", Align::Right),
        ("Fan", Align::Left),
        ("", Align::Left),
        ("Wins", Align::Right),
        ("% of wins", Align::Right),
        ("95 %", Align::Right),
        ("% of deals", Align::Right),
        ("95 %", Align::Right),
        ("Mean points", Align::Right),
    ]);
    let digits = decimals(summary);
    let mut lines: Vec<&FanLine> = summary.fans.iter().filter(|fan| fan.wins > 0).collect();
    lines.sort_by_key(|fan| (std::cmp::Reverse(fan.points), fan.id));
    let mut tier = None;
    for fan in lines {
        let first = tier.replace(fan.points) != Some(fan.points);
        grid.row([
            if first { fan.points.to_string() } else { String::new() },
            fan.chinese.to_owned(),
            fan.english.to_owned(),
            grouped(fan.wins),
            percent(fan.share, digits),
            range(fan.low, fan.high, digits),
            percent(fan.share_of_deals, digits),
            range(fan.deals_low, fan.deals_high, digits),
            fan.mean_points.map_or_else(String::new, |mean| format!("{mean:.1}")),
        ]);
    }
    grid
}

/// How many fans did not occur, and how rare that makes them.
fn missing(summary: &Summary) -> String {
    if summary.fans.is_empty() {
        return "Fans do not count under these rules.\n".to_owned();
    }
    let absent: Vec<&FanLine> = summary.fans.iter().filter(|fan| fan.wins == 0).collect();
    let Some(fan) = absent.first() else { return format!("All {} fans occurred.\n", summary.fans.len()) };
    let bound = percent(fan.deals_high, decimals(summary) + 1);
    let fans = if absent.len() == 1 { "fan" } else { "fans" };
    format!("{} {fans} did not occur: each in less than {bound} % of deals (95 %).\n", absent.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{log::example, report::width, statistics::Tally};
    use mcr_engine::RuleSet;

    fn text() -> String {
        let mut tally = Tally::default();
        for _ in 0..30 {
            tally.add(&example::discard_win(
                ["greedy", "random", "greedy", "random"],
                Seat::South,
                Seat::West,
            ));
            tally.add(&example::exhausted(["greedy", "random", "greedy", "random"]));
        }
        summary_text(&Summary::of(&tally, &RuleSet::MCR))
    }

    #[test]
    fn totals_come_first_then_seats_then_fans() {
        let text = text();
        let places: Vec<_> =
            ["Deals ", "Drawn 荒牌", "East 东", "2 seats", "三暗刻", "幺九刻", "fans did not occur"]
                .map(|word| text.find(word).unwrap_or_else(|| panic!("{word} is missing in\n{text}")))
                .into();
        assert!(places.is_sorted(), "{text}");
    }

    #[test]
    fn fan_lines_are_equally_wide() {
        let text = text();
        let fans = text.lines().skip_while(|line| !line.contains("Mean points"));
        let widths: Vec<usize> = fans.take(5).map(width).collect();
        assert!(widths.len() == 5 && widths.iter().all(|w| *w == widths[0]), "{widths:?}\n{text}");
    }
}
