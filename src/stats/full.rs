//! `mcr stats --full`: fans in play from every side.

use crate::{failure::Failure, format::Format};
use mcr_analysis::study::{Fit, Split, SplitKind, Study, Verdict, read};
use mcr_engine::{Fan, RuleSet};
use mcr_sim::{
    report::{Align, Grid, grouped, percent, range, summary_text},
    run::RunFolder,
};
use std::{io::Write, process::ExitCode};

/// Lines of the tables of pairs and main fans.
const LINES: usize = 25;

pub(super) fn run(folders: &[RunFolder], format: Format, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let rules = folders.first().map_or(RuleSet::MCR, |folder| folder.manifest().rules);
    let study = Study::of(&read(folders, |_| ())?, &rules);
    match format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &study).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        Format::Csv => write!(out, "{}", csv(&study, &rules))?,
        Format::Table => {
            writeln!(out, "{}", summary_text(&study.summary))?;
            for table in [splits(&study), main_fans(&study), together(&study), growth(&study)] {
                writeln!(out, "{table}")?;
            }
            write!(out, "{}{}", unseen(&study), value(&study))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn key(by: SplitKind) -> &'static str {
    match by {
        SplitKind::Agent => "agent",
        SplitKind::Seat => "seat",
        SplitKind::Way => "way",
    }
}

/// Agents with commas in their specs are quoted; no spec holds a quote.
fn csv(study: &Study, rules: &RuleSet) -> String {
    let mut text = String::from("by,name,wins_of_split,id,key,points,wins,share,low,high,mean_points\n");
    for Split { by, name, wins, fans, .. } in &study.splits {
        for line in fans {
            let Some(fan) = Fan::from_id(line.id) else { continue };
            let share = &line.share;
            let mean = line.mean_points.map_or_else(String::new, |mean| mean.to_string());
            text.push_str(&format!(
                "{},\"{name}\",{wins},{},{},{},",
                key(*by),
                line.id,
                fan.key(),
                rules.fan_points(fan)
            ));
            text.push_str(&format!("{},{},{},{},{mean}\n", share.count, share.share, share.low, share.high));
        }
    }
    text
}

fn name(id: u8) -> String {
    Fan::from_id(id).map_or_else(String::new, |fan| format!("{} {}", fan.chinese(), fan.english()))
}

fn splits(study: &Study) -> Grid {
    let heads: Vec<String> = study.splits.iter().map(|split| format!("{} %", split.name)).collect();
    let mut columns = vec![("Fan", Align::Left)];
    columns.extend(heads.iter().map(|head| (head.as_str(), Align::Right)));
    let mut grid = Grid::with_header(&columns);
    let mut row = vec!["Wins".to_owned()];
    row.extend(study.splits.iter().map(|split| grouped(split.wins)));
    grid.row(row);
    let mut row = vec!["Mean points".to_owned()];
    row.extend(
        study.splits.iter().map(|s| s.mean_points.map_or_else(String::new, |mean| format!("{mean:.2}"))),
    );
    grid.row(row);
    for fan in study.summary.fans.iter().filter(|fan| fan.wins > 0) {
        let mut row = vec![name(fan.id)];
        row.extend(study.splits.iter().map(|split| {
            let line = split.fans.iter().find(|line| line.id == fan.id);
            line.map_or_else(String::new, |line| percent(line.share.share, 3))
        }));
        grid.row(row);
    }
    grid
}

fn main_fans(study: &Study) -> Grid {
    let mut grid = Grid::with_header(&[
        ("Most valuable fan of the hand", Align::Left),
        ("Wins", Align::Right),
        ("% of wins", Align::Right),
        ("95 %", Align::Right),
    ]);
    let mut lines: Vec<_> = study.main.iter().filter(|line| line.share.count > 0).collect();
    lines.sort_by_key(|line| (std::cmp::Reverse(line.share.count), line.id));
    for line in lines.into_iter().take(LINES) {
        let share = &line.share;
        grid.row([
            name(line.id),
            grouped(share.count),
            percent(share.share, 3),
            range(share.low, share.high, 3),
        ]);
    }
    grid
}

fn together(study: &Study) -> Grid {
    let mut grid = Grid::with_header(&[
        ("Fans that meet", Align::Left),
        ("", Align::Left),
        ("Wins", Align::Right),
        ("% of the first", Align::Right),
        ("% of the second", Align::Right),
        ("Times chance", Align::Right),
    ]);
    for pair in study.together.iter().take(LINES) {
        let [a, b] = pair.shares.map(|share| percent(share, 2));
        let [first, second] = pair.ids.map(name);
        grid.row([first, second, grouped(pair.wins), a, b, format!("{:.2}", pair.lift)]);
    }
    grid
}

fn growth(study: &Study) -> Grid {
    let mut grid = Grid::with_header(&[
        ("After deals", Align::Right),
        ("Fans seen", Align::Right),
        ("Known to 10 % of their share", Align::Right),
        ("Known to 1 %", Align::Right),
    ]);
    for growth in &study.growth {
        let known = |within: f64| {
            let sure = growth
                .fans
                .iter()
                .filter(|fan| (fan.share.high - fan.share.low) / 2.0 <= within * fan.share.share);
            sure.count().to_string()
        };
        grid.row([grouped(growth.deals), growth.fans.len().to_string(), known(0.1), known(0.01)]);
    }
    grid
}

fn unseen(study: &Study) -> String {
    let Some(first) = study.unseen.first() else { return String::new() };
    let names: Vec<String> = study.unseen.iter().map(|line| name(line.id)).collect();
    format!(
        "Never seen, so each in less than {} % of wins and {} % of deals (95 %, rule of three):\n  {}\n\n",
        percent(first.wins_at_most, 5),
        percent(first.deals_at_most, 5),
        names.join("\n  ")
    )
}

fn value(study: &Study) -> String {
    let Some(fit) = &study.value else { return String::new() };
    let Fit { slope, slope_low, slope_high, r_squared, fans, .. } = fit;
    let mut text = format!(
        "Points against frequency, {fans} fans: slope {slope:.3} ({slope_low:.3} to {slope_high:.3}), R² {r_squared:.2}; \
         inversely proportional would be -1.\n\n"
    );
    let mut grid = Grid::with_header(&[
        ("", Align::Left),
        ("Fan", Align::Left),
        ("Points", Align::Right),
        ("% of wins", Align::Right),
        ("Fair points", Align::Right),
        ("95 %", Align::Right),
    ]);
    let mut lines: Vec<_> = fit.lines.iter().filter(|line| line.verdict != Verdict::Fair).collect();
    lines.sort_by(|a, b| a.residual.total_cmp(&b.residual));
    for line in lines {
        let word = if line.verdict == Verdict::Underpriced { "underpriced" } else { "overpriced" };
        let points = f64::from(line.points);
        let fair = format!("{:.1}–{:.1}", points * (-line.high).exp(), points * (-line.low).exp());
        let frequency = percent(line.probability, 5);
        grid.row([
            word.into(),
            name(line.id),
            line.points.to_string(),
            frequency,
            format!("{:.1}", line.fair_points),
            fair,
        ]);
    }
    text.push_str(&grid.to_string());
    text
}
