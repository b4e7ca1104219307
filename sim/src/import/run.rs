//! Logs of other systems as run folders: read match by match, checked against the rules, written like simulated deals.

use super::{
    files::open,
    problem::ImportError,
    record::{GameRecord, Said},
    validate::validate_game,
};
use crate::{
    log::{DealRow, Ending, Seating, StepLog, StepRow, moves::MoveBytes, moves::turns},
    ordered::in_order,
    play::{Answer, drive},
    run::{Manifest, RunError, RunFolder, Watch, part_writer::PartWriter, summary_json},
    statistics::Tally,
};
use mcr_engine::{Action, BySeat, Deal, Event, EventSink, IllegalAction, RuleSet, SeatSet, Wall};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

/// What the agents of imported games are called.
pub const IMPORTED: &str = "imported";

/// Games that a thread takes at a time.
const BATCH: usize = 64;

/// Batches a thread may be ahead of the writing.
const AHEAD: usize = 4;

/// At most this many refusals are told one by one; all are counted.
const MOST_TOLD: usize = 20;

/// How an import went.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// Files read.
    pub files: u64,
    /// Games that became deals.
    pub deals: u64,
    /// Games that could not be read.
    pub unreadable: u64,
    /// Games that do not go with the rules.
    pub faulty: u64,
    /// Refusals by their kind, the places left out.
    pub reasons: BTreeMap<String, u64>,
    /// The first refusals with their places.
    pub told: Vec<String>,
    /// What the deals add up to.
    pub tally: Tally,
    /// Whether everything was read.
    pub complete: bool,
}

impl Imported {
    fn refuse(&mut self, refusal: Refusal) {
        match refusal.readable {
            true => self.faulty += 1,
            false => self.unreadable += 1,
        }
        *self.reasons.entry(refusal.kind).or_default() += 1;
        if self.told.len() < MOST_TOLD {
            self.told.push(refusal.text);
        }
    }
}

/// A game that is not taken.
struct Refusal {
    readable: bool,
    kind: String,
    text: String,
}

impl Refusal {
    fn unreadable(error: &ImportError) -> Refusal {
        Refusal { readable: false, kind: first_words(&error.problem.to_string()), text: error.to_string() }
    }
}

/// A message without what differs from case to case: numbers and quoted words.
fn first_words(message: &str) -> String {
    let words = message.split_whitespace().take(8);
    let plain = |word: &str| word.chars().any(|c| c.is_ascii_digit() || c == '"');
    words.map(|word| if plain(word) { "…" } else { word }).collect::<Vec<_>>().join(" ")
}

/// A game as rows.
struct Game {
    row: DealRow,
    steps: Vec<StepRow>,
}

/// Every log file under `paths`, folders with all below them, by name.
///
/// # Errors
/// When a folder cannot be listed.
pub fn log_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, RunError> {
    let mut files = Vec::new();
    let mut rest: Vec<PathBuf> = paths.iter().rev().cloned().collect();
    while let Some(path) = rest.pop() {
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        let listed = std::fs::read_dir(&path)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>());
        let mut listed = listed.map_err(crate::run::part_file::io_error(&path, "list"))?;
        listed.sort();
        rest.extend(listed.into_iter().rev());
    }
    Ok(files)
}

/// Reads all games of `files` into a new run folder. Games that cannot be read or do not go with the rules are
/// refused and counted; the others become deals in their order, whatever the number of threads.
///
/// # Errors
/// When the folder cannot be written or holds something. What was written then is no run yet.
pub fn import_run(
    files: &[PathBuf],
    out: &Path,
    part_deals: u64,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Imported, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
    let mut manifest = Manifest::imported(RuleSet::BOTZONE, part_deals, IMPORTED)?;
    let folder = RunFolder::begin(out, &manifest)?;
    let seating: Seating = Arc::new(BySeat::from_fn(|_| IMPORTED.to_owned()));
    let mut imported = Imported { files: files.len() as u64, ..Imported::default() };
    let mut writer: Option<PartWriter<'_>> = None;
    let games = files.iter().flat_map(|path| games(path)).take_while(|_| !watch.stop());
    let take = |batch: Vec<Result<Game, Refusal>>| {
        for game in batch {
            match game {
                Ok(game) => append(&folder, game, &mut imported, &mut writer)?,
                Err(refusal) => imported.refuse(refusal),
            }
        }
        watch.played(BATCH as u64);
        Ok::<(), RunError>(())
    };
    let work = |batch: Vec<Result<GameRecord, ImportError>>| -> Vec<Result<Game, Refusal>> {
        batch.into_iter().map(|game| convert(game, &seating)).collect()
    };
    in_order(&pool, Batches(games), AHEAD * threads, work, take)?;
    if let Some(writer) = writer {
        writer.finish()?;
    }
    imported.complete = !watch.stop();
    if imported.deals > 0 {
        manifest.deals = imported.deals;
        folder.seal(&manifest)?;
        RunFolder::open(out)?.write_summary(&summary_json(&imported.tally, &manifest.rules))?;
    }
    Ok(imported)
}

/// The games of one file; a file that cannot be opened is one that cannot be read.
fn games(path: &Path) -> Box<dyn Iterator<Item = Result<GameRecord, ImportError>>> {
    match open(path) {
        Ok(matches) => Box::new(matches),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// Items in groups.
struct Batches<I>(I);

impl<I: Iterator> Iterator for Batches<I> {
    type Item = Vec<I::Item>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch: Vec<I::Item> = self.0.by_ref().take(BATCH).collect();
        (!batch.is_empty()).then_some(batch)
    }
}

fn append<'a>(
    folder: &'a RunFolder,
    Game { mut row, mut steps }: Game,
    imported: &mut Imported,
    writer: &mut Option<PartWriter<'a>>,
) -> Result<(), RunError> {
    row.deal = imported.deals;
    steps.iter_mut().for_each(|step| step.deal = imported.deals);
    imported.tally.add(&row);
    imported.deals += 1;
    let mut open = match writer.take() {
        Some(open) => open,
        None => PartWriter::create(folder, row.deal / folder.manifest().part_deals)?,
    };
    let steps = steps.into_iter().collect::<StepLog>().encode();
    let steps =
        steps.map_err(|source| crate::log::LogError::Write { path: folder.path().to_owned(), source })?;
    open.append(vec![row], steps, Vec::new())?;
    if open.is_full() {
        open.finish()?;
    } else {
        *writer = Some(open);
    }
    Ok(())
}

/// Checks a game and makes it rows.
fn convert(game: Result<GameRecord, ImportError>, seating: &Seating) -> Result<Game, Refusal> {
    let game = game.map_err(|error| Refusal::unreadable(&error))?;
    if let Err(faults) = validate_game(&game) {
        let first = faults.first().map_or_else(String::new, ToString::to_string);
        let kind = faults.first().map_or_else(String::new, |fault| first_words(&fault.kind.to_string()));
        return Err(Refusal { readable: true, kind, text: first });
    }
    rows(&game, seating).map_err(|error| {
        let place = game.source.place(game.ending.at);
        Refusal { readable: true, kind: first_words(&error), text: format!("{place}: {error}") }
    })
}

/// What happened, with the bytes of the moves.
#[derive(Default)]
struct Kept {
    events: usize,
    moves: MoveBytes,
}

impl EventSink for Kept {
    fn record(&mut self, event: Event) {
        self.events += 1;
        self.moves.record(event);
    }
}

/// Plays a valid game again for its decisions and moves.
fn rows(game: &GameRecord, seating: &Seating) -> Result<Game, String> {
    let wall = Wall::from_tiles(&game.rules, &game.wall).map_err(|error| error.to_string())?;
    let mut kept = Kept::default();
    let mut deal = Deal::new(&game.rules, game.prevalent, wall, &mut kept);
    let foul = match game.steps.last().map(|step| step.event) {
        Some(Event::Foul { seat }) => {
            // It may come where nobody has a choice.
            deal.attend(SeatSet::ALL);
            Some(seat)
        }
        _ => None,
    };
    let mut steps = Vec::new();
    drive(&mut deal, &mut kept, |deal, seat, kept: &Kept| {
        let legal = deal.legal(seat);
        let next = game.steps.get(kept.events);
        if let Some(seat) = foul
            && next.is_none_or(|step| matches!(step.event, Event::Foul { .. }))
        {
            return Ok(Answer::Foul { seat });
        }
        let said = next.and_then(|step| step.answers.iter().find(|answer| answer.seat == seat));
        let action = match said.map(|answer| &answer.said) {
            Some(Said::Act(action)) if legal.contains(*action) => *action,
            _ => Action::Pass,
        };
        if legal.len() > 1 {
            let step = steps.len() as u16;
            steps.push(StepRow { deal: 0, step, seat, legal, action, value: None });
        }
        Ok::<_, IllegalAction>(Answer::Act(action))
    })
    .map_err(|error| error.to_string())?;
    let Some(outcome) = deal.outcome() else { return Err("the deal does not end".to_owned()) };
    if outcome.points != game.ending.points {
        return Err(format!("points are {:?}, expected {:?}", game.ending.points.0, outcome.points.0));
    }
    let events = kept.moves.into_bytes();
    let row = DealRow {
        deal: 0,
        seed: None,
        wall: Some(game.wall.clone()),
        prevalent: game.prevalent,
        agents: Arc::clone(seating),
        turns: turns(&events),
        events,
        ending: Ending::from(&outcome.kind),
        points: outcome.points,
        session: None,
    };
    Ok(Game { row, steps })
}
