//! Playing every deal of a run again and comparing everything the log says of it.

use crate::{
    log::{DealReader, DealRow, Ending, LogError, SessionRow, StepReader, StepRow},
    ordered::in_order,
    play::Course,
    replay::{ReplayFault, Replayed, replay_moves, replay_steps},
    run::{LogLevel, RunError, RunFolder, summary_json},
    statistics::Tally,
};
use mcr_engine::{BySeat, RuleSet};
use std::path::{Path, PathBuf};

/// Something a log says that the rules do not.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The file.
    pub path: PathBuf,
    /// The deal, where it is about one.
    pub deal: Option<u64>,
    /// What is wrong.
    pub what: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        if let Some(deal) = self.deal {
            write!(f, "deal {deal}: ")?;
        }
        f.write_str(&self.what)
    }
}

/// What was found in the deals of a file or folder.
#[derive(Clone, Debug, Default)]
pub struct Validation {
    /// Deals played again.
    pub deals: u64,
    /// Decisions compared.
    pub steps: u64,
    /// Every fault, in the order of the deals.
    pub faults: Vec<Fault>,
}

impl Validation {
    fn merge(&mut self, other: Validation) {
        self.deals += other.deals;
        self.steps += other.steps;
        self.faults.extend(other.faults);
    }
}

/// Plays every deal of the whole parts of a run again: moves, legality of every logged step, outcome, fans, points;
/// and compares the summary of a finished run.
///
/// # Errors
/// When a file cannot be read.
pub fn validate_run(folder: &RunFolder, threads: usize) -> Result<Validation, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
    let mut all = Validation::default();
    let mut tally = Tally::default();
    let parts = folder.parts_done()?;
    in_order(
        &pool,
        parts.iter(),
        2 * threads,
        |part| validate_part(folder, *part),
        |part| {
            let (validation, counted) = part?;
            tally.merge(&counted);
            all.merge(validation);
            Ok::<(), RunError>(())
        },
    )?;
    if tally.deals == folder.manifest().deals {
        all.faults.extend(check_summary(folder, &tally));
    }
    Ok(all)
}

fn check_summary(folder: &RunFolder, tally: &Tally) -> Option<Fault> {
    let path = folder.path().join("summary.json");
    let what = match std::fs::read_to_string(&path) {
        Ok(text) if text == summary_json(tally, &folder.manifest().rules) => return None,
        Ok(_) => "other numbers than the deals give".to_owned(),
        Err(error) => format!("cannot be read: {error}"),
    };
    Some(Fault { path, deal: None, what })
}

fn validate_part(folder: &RunFolder, part: u64) -> Result<(Validation, Tally), RunError> {
    let rules = folder.manifest().rules;
    let path = folder.part_path("deals", part);
    let mut tally = Tally::default();
    let mut validation = Validation::default();
    let mut rows = Vec::new();
    folder.read_part(part, |row| rows.push(row.clone()))?;
    let mut course = Course::default();
    for row in &rows {
        tally.add(row);
        validation.deals += 1;
        let (replayed, faults) = check_deal(&rules, row, &path);
        validation.faults.extend(faults);
        if let Some(session) = rules.sequence().filter(|_| folder.manifest().source.is_none()) {
            let (expected, players) = course.expect(session, row.deal);
            let what = check_session(row, &expected, &players, &folder.manifest().agents);
            let fault = |what| Fault { path: path.clone(), deal: Some(row.deal), what };
            validation.faults.extend(what.map(fault));
            if let Some(replayed) = replayed {
                course.take(&replayed.outcome, &replayed.standing);
            }
        }
    }
    if folder.manifest().log == LogLevel::Steps {
        validate_steps(&rules, &rows, &folder.part_path("steps", part), &mut validation)?;
    }
    Ok((validation, tally))
}

/// Plays every deal of one file of the table `deals` again.
///
/// # Errors
/// When the file cannot be read.
pub fn validate_deals(path: &Path) -> Result<Validation, LogError> {
    let reader = DealReader::open(path)?;
    let rules = reader.provenance().rules;
    let mut validation = Validation::default();
    for group in reader.groups() {
        for row in &group? {
            validation.deals += 1;
            validation.faults.extend(check_deal(&rules, row, path).1);
        }
    }
    Ok(validation)
}

/// What is wrong with the place of a deal in its session, when the deals before led to `expected`.
fn check_session(
    row: &DealRow,
    expected: &SessionRow,
    players: &BySeat<usize>,
    agents: &[String; 4],
) -> Option<String> {
    if row.session.as_ref() != Some(expected) {
        return Some(format!("session {:?}, the deals before lead to {expected:?}", row.session));
    }
    let seat = players.iter().find(|(seat, player)| row.agents[*seat] != agents[**player])?.0;
    let expected = &agents[players[seat]];
    Some(format!("{seat:?} is held by {}, by the session by {expected}", row.agents[seat]))
}

/// Replays the moves of a deal and compares how it ends.
fn check_deal(rules: &RuleSet, row: &DealRow, path: &Path) -> (Option<Replayed>, Vec<Fault>) {
    let fault = |what: String| Fault { path: path.to_owned(), deal: Some(row.deal), what };
    let replayed = match replay_moves(rules, row) {
        Ok(replayed) => replayed,
        Err(error) => return (None, vec![fault(error.to_string())]),
    };
    let mut faults = Vec::new();
    let ending = Ending::from(&replayed.outcome.kind);
    if ending != row.ending {
        faults.push(fault(format!("ends with {:?}, the replay with {ending:?}", row.ending)));
    }
    if replayed.outcome.points != row.points {
        let (logged, played) = (row.points.0, replayed.outcome.points.0);
        faults.push(fault(format!("points are {logged:?}, the replay gives {played:?}")));
    }
    let turns = crate::log::moves::turns(&row.events);
    if turns != row.turns {
        faults.push(fault(format!("{} turns, the replay has {turns}", row.turns)));
    }
    (Some(replayed), faults)
}

/// Replays the decisions of a part's deals.
fn validate_steps(
    rules: &RuleSet,
    rows: &[DealRow],
    path: &Path,
    validation: &mut Validation,
) -> Result<(), LogError> {
    let mut rest = rows.iter();
    let mut current: Vec<StepRow> = Vec::new();
    let mut check = |steps: &[StepRow], validation: &mut Validation| {
        let Some(deal) = steps.first().map(|step| step.deal) else { return };
        // Deals without a step are passed over; each must still come out by itself.
        for row in rest.by_ref() {
            let own = if row.deal == deal { steps } else { &[] };
            validation.faults.extend(step_fault(replay_steps(rules, row, own), row.deal, path));
            if row.deal == deal {
                return;
            }
        }
        let what = format!("{} steps of a deal that is not there, or out of order", steps.len());
        validation.faults.push(Fault { path: path.to_owned(), deal: Some(deal), what });
    };
    for group in StepReader::open(path)?.groups() {
        for step in group? {
            if current.first().is_some_and(|first| first.deal != step.deal) {
                check(&current, validation);
                current.clear();
            }
            validation.steps += 1;
            current.push(step);
        }
    }
    check(&current, validation);
    for row in rest {
        validation.faults.extend(step_fault(replay_steps(rules, row, &[]), row.deal, path));
    }
    Ok(())
}

fn step_fault<T>(replayed: Result<T, ReplayFault>, deal: u64, path: &Path) -> Option<Fault> {
    let error = replayed.err()?;
    Some(Fault { path: path.to_owned(), deal: Some(deal), what: error.to_string() })
}
