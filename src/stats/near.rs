//! `mcr stats --near-misses`: rare fans from every tile that would have won.

use crate::{failure::Failure, format::Format};
use indicatif::ProgressBar;
use mcr_analysis::study::{Compared, NearLine, NearMisses, near_misses};
use mcr_engine::Fan;
use mcr_sim::{
    report::{Align, Grid, grouped},
    run::RunFolder,
};
use std::{io::Write, process::ExitCode};

pub(super) fn run(
    folders: &[RunFolder],
    most: u64,
    format: Format,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let mut deals = 0;
    for folder in folders {
        deals += folder.deals_done()?;
    }
    let bar = ProgressBar::new(deals.min(most));
    let near = near_misses(folders, most, |more| bar.inc(more));
    bar.finish_and_clear();
    let near = near?;
    match format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &near).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        Format::Csv => write!(out, "{}", csv(&near))?,
        Format::Table => write!(out, "{}", table(&near))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn csv(near: &NearMisses) -> String {
    let mut text = String::from("id,key,way,wins,plain,plain_error,near,near_error,z\n");
    for NearLine { id, own_draw, discard, both } in &near.fans {
        let key = Fan::from_id(*id).map_or("", Fan::key);
        for (way, line) in [("own_draw", own_draw), ("discard", discard), ("both", both)] {
            let Compared { wins, plain, plain_error, near, near_error, z } = line;
            text.push_str(&format!(
                "{id},{key},{way},{wins},{plain},{plain_error},{near},{near_error},{z}\n"
            ));
        }
    }
    text
}

/// Four figures.
fn figures(value: f64) -> String {
    let decimals = (3.0 - value.abs().max(1e-9).log10().floor()).clamp(0.0, 5.0) as usize;
    format!("{value:.decimals$}")
}

fn table(near: &NearMisses) -> String {
    let mut grid = Grid::with_header(&[
        ("Fan", Align::Left),
        ("Own draw: wins", Align::Right),
        ("counted", Align::Right),
        ("estimated", Align::Right),
        ("±", Align::Right),
        ("z", Align::Right),
        ("Discard: wins", Align::Right),
        ("counted", Align::Right),
        ("estimated", Align::Right),
        ("±", Align::Right),
        ("z", Align::Right),
        ("Both: 95 %", Align::Right),
        ("as so many deals", Align::Right),
    ]);
    for line in near.fans.iter().filter(|line| line.both.near > 0.0 || line.both.wins > 0) {
        let Some(fan) = Fan::from_id(line.id) else { continue };
        let mut row = vec![format!("{} {}", fan.chinese(), fan.english())];
        for way in [&line.own_draw, &line.discard] {
            row.push(grouped(way.wins));
            row.extend([way.plain, way.near, 1.96 * way.near_error].map(figures));
            row.push(format!("{:.1}", way.z));
        }
        let range = line.both.interval();
        row.push(format!("{}–{}", figures(range.low), figures(range.high)));
        row.push(if line.both.wins > 0 && line.both.near_error > 0.0 {
            format!("× {:.1}", line.both.gain())
        } else {
            String::new()
        });
        grid.row(row);
    }
    format!(
        "{} deals played again. Wins that show the fan, a million deals: counted, and estimated from every tile\n\
         that a ready hand could have won on. z: standard errors between the two.\n\n{grid}",
        grouped(near.deals)
    )
}
