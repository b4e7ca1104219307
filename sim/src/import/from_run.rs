//! Deals of a run folder as records, to be written in a foreign format.

use super::{
    botzone_export::write_botzone,
    export::{ExportError, dealt, ending},
    files::Format,
    record::{Answer as Answered, GameRecord, Said, Source, Step, Unit},
    text_export::write_text,
};
use crate::{
    log::{DealRow, StepReader, StepRow},
    ordered::in_order,
    play::Answer,
    replay::{ReplayFault, answers, wall},
    run::{LogLevel, RunError, RunFolder, Watch},
};
use mcr_engine::{Action, BySeat, RuleSet, WallLayout};
use std::{collections::BTreeMap, io::Write};

/// Why a deal is not exported.
#[derive(Debug, thiserror::Error)]
pub enum DealError {
    /// It does not replay.
    #[error(transparent)]
    Replay(#[from] ReplayFault),
    /// The format has no words for it.
    #[error(transparent)]
    Export(#[from] ExportError),
}

/// How an export went.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    /// Deals written.
    pub deals: u64,
    /// Deals that were not, by the reason.
    pub reasons: BTreeMap<String, u64>,
}

/// An export that had to stop.
#[derive(Debug, thiserror::Error)]
pub enum ExportRunError {
    /// The run cannot be read.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] std::io::Error),
    /// The rules are not those of the league.
    #[error("{0}")]
    Rules(String),
}

/// What a word of the protocol is not: the answer of a foul, since a row does not tell what was said.
const FOUL: &str = "FOUL";

/// The record of one deal. With the deal's steps, claims that lost are told as well.
///
/// # Errors
/// When the deal does not replay, or is none of the league's.
pub fn record_of(
    rules: &RuleSet,
    row: &DealRow,
    steps: Option<&[StepRow]>,
    source: Source,
) -> Result<GameRecord, DealError> {
    if rules.flowers || rules.wall != WallLayout::PerSeat {
        return Err(ExportError::Rules(*rules).into());
    }
    let tiles = wall(rules, row)?.tiles().to_vec();
    let (replayed, given) = answers(rules, row, steps)?;
    let mut kept: Vec<Step> = replayed
        .events
        .iter()
        .map(|event| Step { at: 0, event: *event, answers: Vec::new(), can_hu: None, left: None })
        .collect();
    for (place, seat, answer) in given {
        let said = match answer {
            Answer::Act(Action::Pass) | Answer::Ruling { .. } => continue,
            Answer::Act(action) => Answered::act(seat, action),
            Answer::Foul { seat } => {
                Answered { seat, said: Said::Unreadable(FOUL.to_owned()), discard: None }
            }
        };
        if let Some(step) = kept.get_mut(place) {
            // Beside a foul no other answer matters.
            if matches!(said.said, Said::Unreadable(_)) {
                step.answers.clear();
            }
            step.answers.push(said);
        }
    }
    kept.iter_mut().for_each(|step| step.answers.sort_by_key(|answer| answer.seat));
    Ok(GameRecord {
        source,
        rules: *rules,
        prevalent: row.prevalent,
        known: BySeat([34; 4]),
        dealt: dealt(&tiles),
        wall: tiles,
        dealt_at: 0,
        steps: kept,
        ending: ending(&replayed.outcome),
    })
}

/// Writes every deal of a run in a foreign format, in their order.
///
/// # Errors
/// When the run is not one of the league's rules or cannot be read, or the output cannot be written. Deals that the
/// format has no words for are counted and left out.
pub fn export_run(
    folder: &RunFolder,
    format: Format,
    threads: usize,
    out: &mut dyn Write,
    watch: &dyn Watch,
) -> Result<Exported, ExportRunError> {
    let rules = folder.manifest().rules;
    if rules.flowers || rules.wall != WallLayout::PerSeat {
        return Err(ExportRunError::Rules(ExportError::Rules(rules).to_string()));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
    let parts = folder.parts_done()?;
    let mut exported = Exported::default();
    in_order(
        &pool,
        parts.iter().take_while(|_| !watch.stop()),
        2 * threads,
        |part| export_part(folder, *part, format),
        |part| {
            for deal in part? {
                match deal {
                    Ok(bytes) => {
                        out.write_all(&bytes)?;
                        exported.deals += 1;
                    }
                    Err(reason) => *exported.reasons.entry(reason).or_default() += 1,
                }
                watch.played(1);
            }
            Ok::<(), ExportRunError>(())
        },
    )?;
    Ok(exported)
}

/// The bytes of every deal of a part, or why there are none.
fn export_part(
    folder: &RunFolder,
    part: u64,
    format: Format,
) -> Result<Vec<Result<Vec<u8>, String>>, RunError> {
    let mut rows = Vec::new();
    folder.read_part(part, |row| rows.push(row.clone()))?;
    let steps = match folder.manifest().log {
        LogLevel::Steps => Some(steps_of(folder, part)?),
        _ => None,
    };
    let rules = folder.manifest().rules;
    let export = |row: &DealRow| -> Result<Vec<u8>, String> {
        let own = steps.as_ref().map(|steps| steps.get(&row.deal).map_or(&[][..], Vec::as_slice));
        let source = Source { file: String::new(), id: row.deal.to_string(), unit: Unit::Line };
        let game = record_of(&rules, row, own, source).map_err(|error| reason(&error))?;
        let mut bytes = Vec::new();
        let written = match format {
            Format::Botzone => write_botzone(&game, &mut bytes),
            Format::Text => write_text(&game, &mut bytes),
        };
        written.map(|()| bytes).map_err(|error| reason(&error.into()))
    };
    Ok(rows.iter().map(export).collect())
}

/// Why a deal was left out, without what differs from deal to deal.
fn reason(error: &DealError) -> String {
    match error {
        DealError::Export(ExportError::NoWords { event: mcr_engine::Event::Foul { .. } }) => {
            "the format has no words for an answer against the rules".to_owned()
        }
        DealError::Export(ExportError::NoWords { event: mcr_engine::Event::Ruling { .. } }) => {
            "the format has no words for a referee's ruling".to_owned()
        }
        error => error.to_string(),
    }
}

fn steps_of(folder: &RunFolder, part: u64) -> Result<BTreeMap<u64, Vec<StepRow>>, RunError> {
    let mut steps: BTreeMap<u64, Vec<StepRow>> = BTreeMap::new();
    for group in StepReader::open(&folder.part_path("steps", part))?.groups() {
        for step in group? {
            steps.entry(step.deal).or_default().push(step);
        }
    }
    Ok(steps)
}
