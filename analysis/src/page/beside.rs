//! The fans of several rule sets beside each other.

use super::report::bare;
use crate::study::Study;
use mcr_engine::Fan;
use mcr_sim::{
    report::{grouped, mean},
    statistics::{Rate, ShareLine, Summary},
};
use serde::Serialize;

/// A rule set's name and what its runs show.
pub type NamedStudy<'a> = (&'a str, &'a Study);

#[derive(Serialize)]
pub(super) struct Beside {
    names: Vec<String>,
    facts: Vec<FactRow>,
    fans: Vec<FanRow>,
}

/// A number of every rule set.
#[derive(Serialize)]
struct FactRow {
    name: &'static str,
    values: Vec<String>,
}

/// A fan in every rule set.
#[derive(Serialize)]
struct FanRow {
    id: u8,
    english: &'static str,
    chinese: &'static str,
    cells: Vec<Cell>,
}

/// Empty where the rule set has no such fan.
#[derive(Serialize)]
struct Cell {
    points: Option<u16>,
    value: f64,
    text: String,
    range: String,
}

impl Beside {
    /// Nothing where all runs are of one rule set.
    pub(super) fn of(studies: &[NamedStudy<'_>]) -> Option<Beside> {
        (studies.len() > 1).then(|| Beside {
            names: studies.iter().map(|(name, _)| (*name).to_owned()).collect(),
            facts: facts(studies),
            fans: Fan::EVERY.into_iter().filter_map(|fan| FanRow::of(fan, studies)).collect(),
        })
    }
}

fn facts(studies: &[NamedStudy<'_>]) -> Vec<FactRow> {
    let row = |name, value: &dyn Fn(&Summary) -> String| FactRow {
        name,
        values: studies.iter().map(|(_, study)| value(&study.summary)).collect(),
    };
    let share = |line: &ShareLine| format!("{:.2} %", 100.0 * line.share);
    vec![
        row("deals 盘", &|summary| grouped(summary.deals)),
        row("won 和", &|summary| share(&summary.win)),
        row("of wins by own draw 自摸", &|summary| {
            share(&Rate::new(summary.self_draw.count, summary.wins).into())
        }),
        row("points a win 平均番, no flowers", &|summary| mean(&summary.hand_points, 2)),
        row("discards a deal 打牌数", &|summary| mean(&summary.turns, 1)),
    ]
}

impl FanRow {
    /// The fan's row, if any rule set has seen it.
    fn of(fan: Fan, studies: &[NamedStudy<'_>]) -> Option<FanRow> {
        let mut seen = false;
        let cells = studies.iter().map(|(_, study)| {
            let line = study.summary.fans.iter().find(|line| line.id == fan.id());
            seen |= line.is_some_and(|line| line.wins > 0);
            match line {
                Some(line) if line.wins == 0 => Cell {
                    points: Some(line.points),
                    value: 0.0,
                    text: "0".to_owned(),
                    range: format!("< {}", bare(line.high)),
                },
                Some(line) => Cell {
                    points: Some(line.points),
                    value: line.share,
                    text: bare(line.share),
                    range: format!("{}–{}", bare(line.low), bare(line.high)),
                },
                None => Cell { points: None, value: -1.0, text: String::new(), range: String::new() },
            }
        });
        let cells: Vec<Cell> = cells.collect();
        seen.then(|| FanRow { id: fan.id(), english: fan.english(), chinese: fan.chinese(), cells })
    }
}
