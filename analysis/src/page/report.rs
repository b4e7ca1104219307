//! The report of runs: one page.

use super::{
    Layout,
    beside::{Beside, NamedStudy},
    charts::{Chart, charts},
    render,
};
use crate::{
    probability::ProbabilityTable,
    study::{Fit, FitLine, PairLine, Split, SplitKind, Study, Verdict, WaitsAtWin, fit},
};
use mcr_engine::Fan;
use mcr_sim::{
    report::{grouped, mean},
    statistics::{FanLine, ShareLine},
};
use serde::Serialize;

const LAYOUT: Layout = Layout {
    template: include_str!("templates/report.html"),
    styles: &[],
    scripts: &[include_str!("templates/sort.js")],
};

/// Where the numbers of a page come from.
#[derive(Clone, Debug)]
pub struct Source {
    /// A line under the title.
    pub headline: String,
    /// One line a run.
    pub runs: Vec<String>,
    /// The command that makes the page.
    pub command: String,
}

#[derive(Serialize)]
struct Page {
    headline: String,
    facts: Vec<Fact>,
    charts: Vec<Chart>,
    fans: Vec<FanRow>,
    splits: Vec<SplitHead>,
    split_rows: Vec<SplitRow>,
    pairs: Vec<PairRow>,
    unseen: Vec<String>,
    unseen_bound: String,
    beside: Option<Beside>,
    command: String,
    runs: Vec<String>,
}

#[derive(Serialize)]
struct Fact {
    name: &'static str,
    value: String,
    range: String,
}

#[derive(Serialize)]
struct FanRow {
    id: u8,
    points: u16,
    english: &'static str,
    chinese: &'static str,
    wins: u64,
    wins_text: String,
    share: f64,
    share_text: String,
    low: f64,
    range: String,
    share_of_deals: f64,
    deals_text: String,
    mean: String,
    main: f64,
    main_text: String,
    own_draw: f64,
    own_draw_text: String,
    discard: f64,
    discard_text: String,
    ratio: String,
    exact_fair: String,
    exact_verdict: &'static str,
    play_fair: String,
    play_verdict: &'static str,
}

#[derive(Serialize)]
struct SplitHead {
    name: String,
    wins: String,
    mean: String,
}

#[derive(Serialize)]
struct SplitRow {
    points: u16,
    english: &'static str,
    chinese: &'static str,
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    value: f64,
    text: String,
}

#[derive(Serialize)]
struct PairRow {
    a: String,
    b: String,
    wins: u64,
    wins_text: String,
    of_a: String,
    of_b: String,
    lift: String,
}

/// Pairs of fans in the table.
const PAIRS: usize = 120;

/// Points on exact probability among complete hands: the line of all hands, won either way as often.
#[must_use]
pub(super) fn exact_fit(table: &ProbabilityTable) -> Option<Fit> {
    fit(Fan::ALL.into_iter().map(|fan| (fan, table.fan(fan).share, 0.0)))
}

/// The page of `study`; with the fans of others beside its own, each under the name of its rule set.
///
/// # Errors
/// When a template does not fit its values, which tests rule out.
pub fn report_page(
    study: &Study,
    exact: &ProbabilityTable,
    waits: &WaitsAtWin,
    beside: &[NamedStudy<'_>],
    source: &Source,
) -> Result<String, minijinja::Error> {
    let exact_fit = exact_fit(exact);
    let rows = study.summary.fans.iter().map(|fan| {
        let line =
            |fit: Option<&Fit>| fit.and_then(|fit| fit.lines.iter().find(|line| line.id == fan.id).cloned());
        FanRow::new(fan, study, exact, line(exact_fit.as_ref()), line(study.value.as_ref()))
    });
    let mut fans: Vec<FanRow> = rows.collect();
    fans.sort_by_key(|fan| (std::cmp::Reverse(fan.points), fan.id));
    let page = Page {
        headline: source.headline.clone(),
        facts: facts(study),
        charts: charts(study, exact, exact_fit.as_ref(), waits),
        fans,
        splits: study.splits.iter().map(SplitHead::from).collect(),
        split_rows: study.summary.fans.iter().map(|fan| SplitRow::new(fan, &study.splits)).collect(),
        pairs: study.together.iter().take(PAIRS).map(PairRow::from).collect(),
        unseen: study.unseen.iter().filter_map(|line| fan_name(line.id)).collect(),
        unseen_bound: study.unseen.first().map_or_else(String::new, |line| small_percent(line.wins_at_most)),
        beside: Beside::of(beside),
        command: source.command.clone(),
        runs: source.runs.clone(),
    };
    render(&LAYOUT, page)
}

fn fan_name(id: u8) -> Option<String> {
    Fan::from_id(id).map(|fan| format!("{} {}", fan.english(), fan.chinese()))
}

fn facts(study: &Study) -> Vec<Fact> {
    let summary = &study.summary;
    let share = |name, line: &ShareLine| Fact {
        name,
        value: format!("{:.2} %", 100.0 * line.share),
        range: format!("{:.2}–{:.2} %", 100.0 * line.low, 100.0 * line.high),
    };
    let of_wins = |count| ShareLine::from(mcr_sim::statistics::Rate::new(count, summary.wins));
    let number = |name, value: String| Fact { name, value, range: String::new() };
    vec![
        number("deals 盘", grouped(summary.deals)),
        share("won 和", &summary.win),
        share("nobody won 荒牌", &summary.draw),
        share("of wins by own draw 自摸", &of_wins(summary.self_draw.count)),
        number("points a win 平均番, no flowers", mean(&summary.hand_points, 2)),
        number("discards a deal 打牌数", mean(&summary.turns, 1)),
        number(
            "fans seen 出现番种",
            format!("{} / {}", summary.fans.len() - study.unseen.len(), summary.fans.len()),
        ),
    ]
}

/// Per cent with three figures, however small; nothing for none.
pub(super) fn small_percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        p if p <= 0.0 => String::new(),
        p if p >= 10.0 => format!("{p:.2} %"),
        p if p >= 1e-4 => {
            let decimals = (2.0 - p.log10().floor()).clamp(2.0, 8.0) as usize;
            format!("{p:.decimals$} %")
        }
        p => format!("{p:.2e} %"),
    }
}

impl FanRow {
    fn new(
        fan: &FanLine,
        study: &Study,
        exact: &ProbabilityTable,
        exact_fit: Option<FitLine>,
        play_fit: Option<FitLine>,
    ) -> FanRow {
        // Fans that other systems add were not counted.
        let counted = exact.fans.get(usize::from(fan.id) - 1);
        let main = study.main.iter().find(|line| line.id == fan.id).map_or(0.0, |line| line.share.share);
        let seen = fan.wins > 0;
        let range = if seen {
            format!("{}–{}", small_percent(fan.low), small_percent(fan.high)).replace(" %", "")
        } else {
            format!("< {}", small_percent(study.unseen.first().map_or(1.0, |line| line.wins_at_most)))
                .replace(" %", "")
        };
        let fair = |line: &Option<FitLine>| {
            line.as_ref().map_or_else(String::new, |line| format!("{:.1}", line.fair_points))
        };
        FanRow {
            id: fan.id,
            points: fan.points,
            english: fan.english,
            chinese: fan.chinese,
            wins: fan.wins,
            wins_text: grouped(fan.wins),
            share: fan.share,
            share_text: bare(fan.share),
            low: if seen { fan.low } else { 0.0 },
            range,
            share_of_deals: fan.share_of_deals,
            deals_text: bare(fan.share_of_deals),
            mean: fan.mean_points.map_or_else(String::new, |mean| format!("{mean:.1}")),
            main,
            main_text: bare(main),
            own_draw: counted.map_or(0.0, |counted| counted.own_draw.share),
            own_draw_text: counted.map_or_else(String::new, |counted| bare(counted.own_draw.share)),
            discard: counted.map_or(0.0, |counted| counted.discard.share),
            discard_text: counted.map_or_else(String::new, |counted| bare(counted.discard.share)),
            ratio: counted
                .filter(|counted| seen && counted.share > 0.0)
                .map_or_else(String::new, |counted| figures(fan.share / counted.share)),
            exact_fair: fair(&exact_fit),
            exact_verdict: verdict(exact_fit.as_ref()),
            play_fair: fair(&play_fit),
            play_verdict: verdict(play_fit.as_ref()),
        }
    }
}

/// Per cent without the sign.
pub(super) fn bare(share: f64) -> String {
    small_percent(share).replace(" %", "")
}

/// Three figures.
fn figures(value: f64) -> String {
    let decimals = (2.0 - value.abs().max(1e-9).log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{value:.decimals$}")
}

fn verdict(line: Option<&FitLine>) -> &'static str {
    match line.map(|line| line.verdict) {
        Some(Verdict::Underpriced) => "under",
        Some(Verdict::Overpriced) => "over",
        _ => "",
    }
}

impl From<&Split> for SplitHead {
    fn from(split: &Split) -> SplitHead {
        let name = match (split.by, split.name.as_str()) {
            (SplitKind::Seat, "east") => "East 东",
            (SplitKind::Seat, "south") => "South 南",
            (SplitKind::Seat, "west") => "West 西",
            (SplitKind::Seat, "north") => "North 北",
            (SplitKind::Way, "own_draw") => "Own draw 自摸",
            (SplitKind::Way, _) => "Discard 点炮",
            (_, agent) => agent,
        };
        let mean = split.mean_points.map_or_else(String::new, |mean| format!("{mean:.2}"));
        SplitHead { name: name.to_owned(), wins: grouped(split.wins), mean }
    }
}

impl SplitRow {
    fn new(fan: &FanLine, splits: &[Split]) -> SplitRow {
        let cell = |split: &Split| {
            let value = split.fans.iter().find(|line| line.id == fan.id).map_or(0.0, |line| line.share.share);
            Cell { value, text: bare(value) }
        };
        SplitRow {
            points: fan.points,
            english: fan.english,
            chinese: fan.chinese,
            cells: splits.iter().map(cell).collect(),
        }
    }
}

impl From<&PairLine> for PairRow {
    fn from(pair: &PairLine) -> PairRow {
        let name = |id| fan_name(id).unwrap_or_default();
        PairRow {
            a: name(pair.ids[0]),
            b: name(pair.ids[1]),
            wins: pair.wins,
            wins_text: grouped(pair.wins),
            of_a: format!("{:.2}", 100.0 * pair.shares[0]),
            of_b: format!("{:.2}", 100.0 * pair.shares[1]),
            lift: format!("{:.2}", pair.lift),
        }
    }
}
