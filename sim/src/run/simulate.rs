//! Playing what is missing in a run.

use crate::{
    conduct::Misconduct,
    log::{DealRow, EncodedSteps, LogError, StepLog, StepSink},
    matches::DEALS,
    ordered::in_order,
    play::{DealPlayer, Players, build, culprit},
    run::{LogLevel, Manifest, RunError, RunFolder, part_writer::PartWriter},
    statistics::{Summary, Tally},
};
use mcr_agents::AgentSpec;
use mcr_engine::{BySeat, Seat, SeatSet};
use rayon::ThreadPool;
use std::{
    collections::BTreeSet,
    ops::Range,
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Deals a thread plays at a time, and a row group of the steps: few enough that a small run keeps every core
/// busy, enough that handing them out costs nothing.
const UNIT: u64 = 100;

/// Decisions that a unit hardly exceeds.
const STEPS: usize = 160 * UNIT as usize;

/// Units a thread may be ahead of the writing, which bounds the memory.
const AHEAD: usize = 4;

/// Who watches a run and may end it early.
pub trait Watch: Sync {
    /// `deals` more were played.
    fn played(&self, deals: u64);

    /// Whether no further part shall be begun.
    fn stop(&self) -> bool;
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Everything there is, from the parts that were there before too.
    pub tally: Tally,
    /// Deals played now.
    pub played: u64,
    /// Whether all deals of the run are there.
    pub complete: bool,
}

/// Plays the parts of the run that `folder` does not have, writes them there, and counts them all. The bytes
/// written depend on the manifest only. Without a folder nothing is written.
///
/// # Errors
/// When a part cannot be written or read, or an agent breaks the rules. Finished parts stay.
pub fn simulate(
    manifest: &Manifest,
    folder: Option<&RunFolder>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Finished, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
    let _lock = folder.map(RunFolder::lock).transpose()?;
    let done = folder.map_or_else(|| Ok(BTreeSet::new()), RunFolder::parts_done)?;
    let mut tally = Tally::default();
    if let Some(folder) = folder {
        count_parts(&pool, folder, &done, &mut tally)?;
    }
    let before = tally.deals;
    play_parts(&pool, manifest, folder, &done, watch, &mut tally)?;
    let finished = Finished { played: tally.deals - before, complete: tally.deals == manifest.deals, tally };
    if let (true, Some(folder)) = (finished.complete, folder) {
        folder.write_summary(&summary_json(&finished.tally))?;
    }
    Ok(finished)
}

/// The text of `summary.json`.
pub(crate) fn summary_json(tally: &Tally) -> String {
    let mut json = serde_json::to_string_pretty(&Summary::from(tally)).unwrap_or_default();
    json.push('\n');
    json
}

/// Counts the whole parts of a folder, on all cores.
///
/// # Errors
/// When one is damaged.
pub fn count(folder: &RunFolder) -> Result<Tally, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().build();
    let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
    let mut tally = Tally::default();
    count_parts(&pool, folder, &folder.parts_done()?, &mut tally)?;
    Ok(tally)
}

fn count_parts(
    pool: &ThreadPool,
    folder: &RunFolder,
    parts: &BTreeSet<u64>,
    tally: &mut Tally,
) -> Result<(), RunError> {
    let ahead = AHEAD * pool.current_num_threads();
    in_order(
        pool,
        parts.iter(),
        ahead,
        |part| folder.tally_part(*part),
        |counted| {
            tally.merge(&counted?);
            Ok(())
        },
    )
}

/// Some deals of one part.
struct Unit {
    part: u64,
    deals: Range<u64>,
}

/// A unit, played.
struct PlayedUnit {
    part: u64,
    tally: Tally,
    rows: Vec<DealRow>,
    steps: Option<EncodedSteps>,
    /// What was answered against the rules.
    misconduct: Vec<Misconduct>,
}

fn units(manifest: &Manifest, part: u64) -> impl Iterator<Item = Unit> + use<> {
    let deals = manifest.part(part);
    let end = deals.end;
    // A match is played by one thread: who is disqualified stays out to its end.
    let unit = if manifest.rotation.is_some() { UNIT / DEALS * DEALS } else { UNIT };
    deals.step_by(unit as usize).map(move |first| Unit { part, deals: first..end.min(first + unit) })
}

fn play_parts(
    pool: &ThreadPool,
    manifest: &Manifest,
    folder: Option<&RunFolder>,
    done: &BTreeSet<u64>,
    watch: &dyn Watch,
    tally: &mut Tally,
) -> Result<(), RunError> {
    if let (Some(source), true) = (&manifest.source, (0..manifest.parts()).any(|part| !done.contains(&part)))
    {
        return Err(RunError::Parameter(format!("the deals were {source}, nothing can be played on")));
    }
    let specs = match manifest.source {
        Some(_) => return Ok(()),
        None => manifest.agent_specs().map_err(RunError::Parameter)?,
    };
    let words = folder.map(|folder| folder.path().join("bots"));
    let worker = Worker::new(manifest, specs, watch, words);
    let missing = (0..manifest.parts()).filter(|part| !done.contains(part));
    let jobs = missing.take_while(|_| !watch.stop()).flat_map(|part| units(manifest, part));
    let mut open: Option<PartWriter> = None;
    let take = |unit: Result<PlayedUnit, RunError>| {
        let PlayedUnit { part, tally: counted, rows, steps, misconduct } = unit?;
        tally.merge(&counted);
        let Some(folder) = folder.filter(|_| manifest.log != LogLevel::None) else { return Ok(()) };
        let mut writer = match open.take() {
            Some(writer) => writer,
            None => PartWriter::create(folder, part)?,
        };
        writer.append(rows, steps, misconduct)?;
        if writer.is_full() {
            writer.finish()?;
        } else {
            open = Some(writer);
        }
        Ok(())
    };
    in_order(pool, jobs, AHEAD * pool.current_num_threads(), |unit| worker.play(unit), take)
}

/// What the threads share: the parameters, and players for as many threads as are at work.
struct Worker<'a> {
    player: DealPlayer,
    specs: BySeat<AgentSpec>,
    log: LogLevel,
    watch: &'a dyn Watch,
    /// Where what foreign programs say beside the protocol is kept.
    words: Option<PathBuf>,
    /// How many tables of players there are.
    tables: AtomicUsize,
    /// Players that no thread is using.
    idle: Mutex<Vec<Players>>,
}

impl Worker<'_> {
    fn new<'a>(
        manifest: &Manifest,
        specs: BySeat<AgentSpec>,
        watch: &'a dyn Watch,
        words: Option<PathBuf>,
    ) -> Worker<'a> {
        let player = DealPlayer::new(manifest.rules, manifest.seed, &specs).with_rotation(manifest.rotation);
        let (tables, idle) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        Worker { player, specs, log: manifest.log, watch, words, tables, idle }
    }

    /// Players for one more table.
    fn build(&self) -> Players {
        let mut players = build(&self.specs);
        let table = self.tables.fetch_add(1, Ordering::Relaxed);
        if let Some(folder) = &self.words {
            for seat in Seat::ALL {
                if let Some(bot) = players[seat].bot() {
                    bot.keep_words(folder, &format!("seat{}-{table}", seat.index()));
                }
            }
        }
        players
    }

    fn play(&self, unit: Unit) -> Result<PlayedUnit, RunError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut players = idle.unwrap_or_else(|| self.build());
        let played = self.play_with(unit, &mut players);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(players);
        played
    }

    fn play_with(&self, unit: Unit, players: &mut Players) -> Result<PlayedUnit, RunError> {
        let (tally, misconduct) = (Tally::default(), Vec::new());
        let mut played = PlayedUnit { part: unit.part, tally, rows: Vec::new(), steps: None, misconduct };
        let mut steps = (self.log == LogLevel::Steps).then(|| StepLog::with_capacity(STEPS));
        let mut out = SeatSet::EMPTY;
        for number in unit.deals {
            let row = self.player.play_on(
                number,
                players,
                &mut out,
                steps.as_mut().map(|log| log as &mut dyn StepSink),
                &mut played.misconduct,
            );
            let row = row.map_err(|source| {
                let agent = self.player.agent_at(number, culprit(&source));
                RunError::IllegalAnswer { deal: number, agent, source }
            })?;
            played.tally.add(&row);
            if self.log != LogLevel::None {
                played.rows.push(row);
            }
            self.watch.played(1);
        }
        played.steps = steps
            .and_then(|steps| steps.encode().transpose())
            .transpose()
            .map_err(|source| RunError::Log(LogError::Write { path: "steps".into(), source }))?;
        Ok(played)
    }
}
