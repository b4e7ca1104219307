//! The table of all fans for the documentation.

use super::{
    Source,
    report::{exact_fit, small_percent},
};
use crate::{
    probability::ProbabilityTable,
    study::{Fit, Study, Verdict},
};
use mcr_engine::Fan;
use mcr_sim::{
    report::{grouped, mean},
    statistics::Rate,
};

/// All fans as Markdown: exact probability, and frequency among the wins of the runs with its interval.
#[must_use]
pub fn fan_table(study: &Study, exact: &ProbabilityTable, source: &Source) -> String {
    let summary = &study.summary;
    let mut text = format!(
        "# How probable every fan is\n\nMade by `{}` (mcr {}): do not edit.\n\n",
        source.command,
        mcr_sim::PROGRAM_VERSION
    );
    for run in &source.runs {
        text.push_str(&format!("- {run}\n"));
    }
    text.push_str(&format!(
        "\n*Exact*: of the {} ways to draw 14 of 136 tiles, {} are complete hands; the columns are the share of all ways \
         that show the fan under the best total, with every tile as the winning tile and all pairs of winds, won by own \
         draw and on a discard. Fans without one need melds, kongs, flowers or the last tiles of a wall.\n\n\
         *In play*: per cent of the wins that show the fan, with 95 % Wilson intervals; never seen: the rule of three.\n\n",
        digits(&exact.hands),
        digits(&exact.complete)
    ));
    text.push_str(&sanity(study));
    text.push_str(
        "| # | points | fan | 番种 | exact, own draw | exact, discard | wins | % of wins | 95 % | mean points | main fan % |\n\
         |--:|--:|---|---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for fan in &summary.fans {
        // Fans that other systems add were not counted.
        let counted = exact.fans.get(usize::from(fan.id) - 1);
        let share = |share: f64| if share > 0.0 { format!("{share:.3e}") } else { "–".to_owned() };
        let bare = |share: f64| small_percent(share).replace(" %", "");
        let bound = study.unseen.first().map_or(1.0, |line| line.wins_at_most);
        let (frequency, range) = if fan.wins > 0 {
            (bare(fan.share), format!("{}–{}", bare(fan.low), bare(fan.high)))
        } else {
            ("0".to_owned(), format!("< {}", bare(bound)))
        };
        let main = study.main.iter().find(|line| line.id == fan.id).map_or(0.0, |line| line.share.share);
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} | {} | {frequency} | {range} | {} | {} |\n",
            fan.id,
            fan.points,
            fan.english,
            fan.chinese,
            share(counted.map_or(0.0, |counted| counted.own_draw.probability)),
            share(counted.map_or(0.0, |counted| counted.discard.probability)),
            grouped(fan.wins),
            fan.mean_points.map_or_else(String::new, |mean| format!("{mean:.1}")),
            bare(main),
        ));
    }
    text.push_str("\n## Value against probability\n\n");
    for (name, fit) in
        [("all complete hands, exact", exact_fit(exact)), ("wins in play", study.value.clone())]
    {
        if let Some(fit) = fit {
            text.push_str(&fit_text(name, &fit));
        }
    }
    text
}

/// Totals beside those of human play.
fn sanity(study: &Study) -> String {
    let summary = &study.summary;
    let own_draw = Rate::new(summary.self_draw.count, summary.wins);
    let range = own_draw.interval();
    format!(
        "| | these runs | people, roughly |\n|---|--:|--:|\n\
         | own draw, of wins | {:.2} % ({:.2}–{:.2}) | 28 % |\n\
         | nobody won, of deals | {:.2} % ({:.2}–{:.2}) | 2–3 % |\n\
         | points a win, flowers not counted | {} | 13.8 |\n\n",
        100.0 * own_draw.share().unwrap_or(0.0),
        100.0 * range.low,
        100.0 * range.high,
        100.0 * summary.draw.share,
        100.0 * summary.draw.low,
        100.0 * summary.draw.high,
        mean(&summary.hand_points, 3)
    )
}

fn fit_text(name: &str, fit: &Fit) -> String {
    let mut text = format!(
        "**Of {name}** ({} fans): ln points = {:.3} {:+.3} · ln probability, slope {:.3} to {:.3} (95 %), R² {:.2}. \
         Inversely proportional would be −1.\n\n",
        fit.fans, fit.intercept, fit.slope, fit.slope_low, fit.slope_high, fit.r_squared
    );
    for (verdict, word) in [(Verdict::Underpriced, "Underpriced"), (Verdict::Overpriced, "Overpriced")] {
        let mut lines: Vec<_> = fit.lines.iter().filter(|line| line.verdict == verdict).collect();
        lines.sort_by(|a, b| b.residual.abs().total_cmp(&a.residual.abs()));
        let names: Vec<String> = lines
            .iter()
            .filter_map(|line| {
                let fan = Fan::from_id(line.id)?;
                let (low, high) =
                    ((-line.high).exp() * f64::from(line.points), (-line.low).exp() * f64::from(line.points));
                Some(format!(
                    "{} {} ({} points, fair {low:.1}–{high:.1})",
                    fan.english(),
                    fan.chinese(),
                    line.points
                ))
            })
            .collect();
        text.push_str(&format!(
            "{word}: {}.\n\n",
            if names.is_empty() { "none".to_owned() } else { names.join("; ") }
        ));
    }
    text
}

/// A decimal string in groups of three.
fn digits(number: &str) -> String {
    let groups = number.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(",")
}
