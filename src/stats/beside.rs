//! `mcr stats --beside`: the fans of runs beside each other, whatever rules each was played under.

use crate::{failure::Failure, format::Format};
use mcr_engine::Fan;
use mcr_sim::{
    report::{Align, Grid, grouped, percent, range},
    run::{RunFolder, count},
    statistics::{FanLine, Summary},
};
use serde::Serialize;
use std::{io::Write, process::ExitCode};

#[derive(Serialize)]
struct Run {
    folder: String,
    /// Preset, or `custom`.
    rules: &'static str,
    #[serde(flatten)]
    summary: Summary,
}

pub(super) fn run(folders: &[RunFolder], format: Format, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let mut runs = Vec::new();
    for folder in folders {
        let manifest = folder.manifest();
        let summary = Summary::of(&count(folder)?, &manifest.rules);
        let path = folder.path().display().to_string();
        runs.push(Run { folder: path, rules: manifest.rules_name(), summary });
    }
    match format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &runs).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        Format::Csv => write!(out, "{}", csv(&runs))?,
        Format::Table => write!(out, "{}\n{}", totals(&runs), fans(&runs))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn csv(runs: &[Run]) -> String {
    let mut text = String::from("folder,rules,id,key,points,wins,share,low,high,mean_points\n");
    for run in runs {
        for fan in &run.summary.fans {
            let mean = fan.mean_points.map_or_else(String::new, |mean| mean.to_string());
            text.push_str(&format!(
                "\"{}\",{},{},{},{},{},{},{},{},{mean}\n",
                run.folder, run.rules, fan.id, fan.key, fan.points, fan.wins, fan.share, fan.low, fan.high
            ));
        }
    }
    text
}

fn totals(runs: &[Run]) -> Grid {
    let mut grid = Grid::with_header(&[
        ("Run", Align::Left),
        ("Rules", Align::Left),
        ("Deals", Align::Right),
        ("Won %", Align::Right),
        ("by own draw %", Align::Right),
        ("Discards", Align::Right),
        ("Points a win", Align::Right),
    ]);
    for Run { folder, rules, summary } in runs {
        let mean = |value: Option<f64>| value.map_or_else(String::new, |mean| format!("{mean:.2}"));
        grid.row([
            folder.clone(),
            (*rules).to_owned(),
            grouped(summary.deals),
            percent(summary.win.share, 1),
            percent(summary.self_draw.share, 1),
            mean(summary.turns.mean),
            mean(summary.hand_points.mean),
        ]);
    }
    grid
}

/// Every fan that some run shows: its points and its share of the wins, with its range.
fn fans(runs: &[Run]) -> Grid {
    let mut header =
        vec![("Id".to_owned(), Align::Right), ("Fan".to_owned(), Align::Left), (String::new(), Align::Left)];
    for run in runs {
        header.push((format!("{} points", run.rules), Align::Right));
        header.push(("% of wins".to_owned(), Align::Right));
        header.push(("95 %".to_owned(), Align::Right));
    }
    let header: Vec<(&str, Align)> = header.iter().map(|(name, align)| (name.as_str(), *align)).collect();
    let mut grid = Grid::with_header(&header);
    for fan in Fan::EVERY {
        let lines: Vec<Option<&FanLine>> =
            runs.iter().map(|run| run.summary.fans.iter().find(|line| line.id == fan.id())).collect();
        if lines.iter().flatten().all(|line| line.wins == 0) {
            continue;
        }
        let mut row = vec![fan.id().to_string(), fan.chinese().to_owned(), fan.english().to_owned()];
        for line in lines {
            row.extend(match line {
                Some(line) => {
                    [line.points.to_string(), percent(line.share, 2), range(line.low, line.high, 2)]
                }
                None => [String::new(), "–".to_owned(), String::new()],
            });
        }
        grid.row(row);
    }
    grid
}
