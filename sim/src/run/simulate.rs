//! Playing what is missing in a run.

use crate::{
    PlayError,
    conduct::Misconduct,
    lockstep::{Refused, Table, Team, play_together},
    log::{DealRow, EncodedSteps, LogError, StepLog, StepRow, StepSink, moves::MoveBytes},
    matches::DEALS,
    ordered::in_order,
    play::{Course, DealPlayer, Players, build},
    run::{LogLevel, Manifest, RunError, RunFolder, part_writer::PartWriter},
    statistics::{Summary, Tally},
};
use mcr_agents::{AgentSpec, Registry};
use mcr_engine::{BySeat, RuleSet, Seat};
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

/// Units that are played side by side where agents are asked about many decisions at once.
const TOGETHER: usize = 5;

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

/// Plays the parts of the run that `folder` does not have, with agents of `registry`, writes them there, and counts them
/// all. The bytes written depend on the manifest only. Without a folder nothing is written.
///
/// # Errors
/// When an agent is unknown or not the one that began the run, when a part cannot be written or read, or an agent fails or
/// breaks the rules. Finished parts stay.
pub fn simulate(
    registry: &Registry,
    manifest: &Manifest,
    folder: Option<&RunFolder>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Finished, RunError> {
    simulate_with(registry, manifest, folder, threads, watch, &Team::of)
}

/// Makes the players of a run whose deals are played side by side; none where they are played one by one.
type Gather = dyn Fn(&RuleSet, &BySeat<AgentSpec>) -> Option<Team> + Sync;

fn simulate_with(
    registry: &Registry,
    manifest: &Manifest,
    folder: Option<&RunFolder>,
    threads: usize,
    watch: &dyn Watch,
    gather: &Gather,
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
    if (0..manifest.parts()).any(|part| !done.contains(&part)) {
        let path = folder.map_or_else(PathBuf::new, |folder| folder.path().join("run.toml"));
        let specs = manifest.players(registry, &path)?;
        let words = folder.map(|folder| folder.path().join("bots"));
        let worker = Worker::new(manifest, specs, watch, words, gather);
        play_parts(&pool, manifest, folder, &done, &worker, &mut tally)?;
    }
    let finished = Finished { played: tally.deals - before, complete: tally.deals == manifest.deals, tally };
    if let (true, Some(folder)) = (finished.complete, folder) {
        folder.write_summary(&summary_json(&finished.tally, &manifest.rules))?;
    }
    Ok(finished)
}

/// The text of `summary.json`.
pub(crate) fn summary_json(tally: &Tally, rules: &RuleSet) -> String {
    let mut json = serde_json::to_string_pretty(&Summary::of(tally, rules)).unwrap_or_default();
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

/// Counts the whole parts of a folder by a statistic of one's own, on all cores: `add` takes the deals of a part, `merge` what
/// was counted in a part, both in the order of the deals.
///
/// ```
/// use mcr_agents::Registry;
/// use mcr_engine::{BySeat, RuleSet};
/// use mcr_sim::{
///     log::DealRow,
///     run::{LogLevel, Manifest, RunFolder, Watch, count_with, simulate},
/// };
///
/// struct Patient;
/// impl Watch for Patient {
///     fn played(&self, _: u64) {}
///     fn stop(&self) -> bool {
///         false
///     }
/// }
///
/// let registry = Registry::standard();
/// let agents = BySeat([registry.parse("random")?, registry.parse("random")?, registry.parse("random")?, registry.parse("random")?]);
/// let manifest = Manifest::new(RuleSet::MCR, 1, 20, 5, LogLevel::Deals, &agents)?;
/// let place = tempfile::tempdir()?;
/// let folder = RunFolder::create_or_continue(place.path(), &manifest)?;
/// simulate(&registry, &manifest, Some(&folder), 1, &Patient)?;
///
/// // The longest deal: its number and its turns.
/// let longer = |longest: &mut (u64, u16), row: &DealRow| {
///     if row.turns > longest.1 {
///         *longest = (row.deal, row.turns);
///     }
/// };
/// let longest: (u64, u16) = count_with(&folder, longer, |all, part| {
///     if part.1 > all.1 {
///         *all = part;
///     }
/// })?;
/// assert!(longest.1 > 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When one is damaged.
pub fn count_with<S: Default + Send>(
    folder: &RunFolder,
    add: impl Fn(&mut S, &DealRow) + Sync,
    mut merge: impl FnMut(&mut S, S),
) -> Result<S, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().build();
    let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
    let count = |part: u64| {
        let mut counted = S::default();
        folder.read_part(part, |row| add(&mut counted, row))?;
        Ok::<S, RunError>(counted)
    };
    let mut all = S::default();
    let parts = folder.parts_done()?.into_iter();
    in_order(&pool, parts, AHEAD * pool.current_num_threads(), count, |counted| {
        merge(&mut all, counted?);
        Ok::<(), RunError>(())
    })?;
    Ok(all)
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

impl PlayedUnit {
    fn new(part: u64) -> PlayedUnit {
        PlayedUnit { part, tally: Tally::default(), rows: Vec::new(), steps: None, misconduct: Vec::new() }
    }
}

fn units(manifest: &Manifest, part: u64) -> impl Iterator<Item = Unit> + use<> {
    let deals = manifest.part(part);
    let end = deals.end;
    // A match is played by one thread: who is disqualified stays out to its end.
    let unit = match (manifest.rotation, manifest.rules.sequence()) {
        (Some(_), _) => UNIT / DEALS * DEALS,
        // Nobody knows where a session ends before it is played: those of a part are played one after the other. At
        // its end time is over.
        (None, Some(_)) => end - deals.start,
        (None, None) => UNIT,
    };
    deals.step_by(unit as usize).map(move |first| Unit { part, deals: first..end.min(first + unit) })
}

fn play_parts(
    pool: &ThreadPool,
    manifest: &Manifest,
    folder: Option<&RunFolder>,
    done: &BTreeSet<u64>,
    worker: &Worker<'_>,
    tally: &mut Tally,
) -> Result<(), RunError> {
    let missing = (0..manifest.parts()).filter(|part| !done.contains(part));
    let mut units = missing.take_while(|_| !worker.watch.stop()).flat_map(|part| units(manifest, part));
    let together = if worker.side_by_side { TOGETHER } else { 1 };
    let jobs = std::iter::from_fn(|| {
        let job: Vec<Unit> = units.by_ref().take(together).collect();
        (!job.is_empty()).then_some(job)
    });
    let mut open: Option<PartWriter> = None;
    let mut take = |unit: PlayedUnit| {
        let PlayedUnit { part, tally: counted, rows, steps, misconduct } = unit;
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
    let take_all = |played: Result<Vec<PlayedUnit>, RunError>| played?.into_iter().try_for_each(&mut take);
    in_order(pool, jobs, AHEAD * pool.current_num_threads(), |job| worker.play(job), take_all)
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
    /// Makes players for side-by-side play.
    gather: &'a Gather,
    rules: RuleSet,
    /// Whether deals are played side by side.
    side_by_side: bool,
    /// Such players that no thread is using.
    idle_teams: Mutex<Vec<Team>>,
}

impl<'a> Worker<'a> {
    fn new(
        manifest: &Manifest,
        specs: BySeat<AgentSpec>,
        watch: &'a dyn Watch,
        words: Option<PathBuf>,
        gather: &'a Gather,
    ) -> Worker<'a> {
        let player = DealPlayer::new(manifest.rules, manifest.seed, &specs).with_rotation(manifest.rotation);
        // The deals of a session follow from one another.
        let apart = manifest.rules.sequence().is_none();
        let team = apart.then(|| gather(&manifest.rules, &specs)).flatten();
        Worker {
            player,
            log: manifest.log,
            watch,
            words,
            tables: AtomicUsize::new(0),
            idle: Mutex::default(),
            gather,
            rules: manifest.rules,
            side_by_side: team.is_some(),
            idle_teams: Mutex::new(team.into_iter().collect()),
            specs,
        }
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

    fn play(&self, job: Vec<Unit>) -> Result<Vec<PlayedUnit>, RunError> {
        if !self.side_by_side {
            return job.into_iter().map(|unit| self.play_one_by_one(unit)).collect();
        }
        let idle = self.idle_teams.lock().unwrap_or_else(PoisonError::into_inner).pop();
        // There was one before, so there is another.
        let Some(mut team) = idle.or_else(|| (self.gather)(&self.rules, &self.specs)) else {
            return job.into_iter().map(|unit| self.play_one_by_one(unit)).collect();
        };
        let played = self.play_side_by_side(job, &mut team);
        self.idle_teams.lock().unwrap_or_else(PoisonError::into_inner).push(team);
        played
    }

    /// Plays all deals of some units side by side.
    fn play_side_by_side(&self, job: Vec<Unit>, team: &mut Team) -> Result<Vec<PlayedUnit>, RunError> {
        let numbers: Vec<u64> = job.iter().flat_map(|unit| unit.deals.clone()).collect();
        let mut tables: Vec<Table<MoveBytes>> =
            numbers.iter().map(|number| self.player.table(*number, &team.seats)).collect();
        let mut steps: Vec<Vec<StepRow>> = vec![Vec::new(); tables.len()];
        let logged = self.log == LogLevel::Steps;
        play_together(&mut tables, &mut team.players, |table, seat, legal, choice| {
            if logged && legal.len() > 1 {
                let (deal, step) = (numbers[table], steps[table].len() as u16);
                let (action, value) = (choice.action, choice.report.value);
                steps[table].push(StepRow { deal, step, seat, legal, action, value });
            }
        })
        .map_err(|Refused { table, source }| self.fault(numbers[table], source))?;
        let mut played = numbers.iter().zip(tables).zip(steps);
        let finish = |unit: Unit| {
            let mut finished = PlayedUnit::new(unit.part);
            let mut log = StepLog::with_capacity(if logged { STEPS } else { 0 });
            for _ in unit.deals {
                let Some(((number, table), steps)) = played.next() else { break };
                self.count(self.player.finish(*number, table), &mut finished);
                steps.into_iter().for_each(|step| log.step(step));
            }
            finished.steps = encode(logged.then_some(log))?;
            Ok(finished)
        };
        job.into_iter().map(finish).collect()
    }

    fn play_one_by_one(&self, unit: Unit) -> Result<PlayedUnit, RunError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut players = idle.unwrap_or_else(|| self.build());
        let played = self.play_with(unit, &mut players);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(players);
        played
    }

    fn play_with(&self, unit: Unit, players: &mut Players) -> Result<PlayedUnit, RunError> {
        let mut played = PlayedUnit::new(unit.part);
        let mut steps = (self.log == LogLevel::Steps).then(|| StepLog::with_capacity(STEPS));
        let mut course = Course::default();
        for number in unit.deals {
            let log = steps.as_mut().map(|log| log as &mut dyn StepSink);
            let row = self.player.play_on(number, players, &mut course, log, &mut played.misconduct);
            self.count(row.map_err(|source| self.fault(number, source))?, &mut played);
        }
        played.steps = encode(steps)?;
        Ok(played)
    }

    /// Counts a deal, and keeps its row if that is wanted.
    fn count(&self, row: DealRow, played: &mut PlayedUnit) {
        played.tally.add(&row);
        if self.log != LogLevel::None {
            played.rows.push(row);
        }
        self.watch.played(1);
    }

    fn fault(&self, deal: u64, source: PlayError) -> RunError {
        let agent = self.player.agent_at(deal, source.culprit());
        RunError::Agent { deal, agent, source }
    }
}

fn encode(steps: Option<StepLog>) -> Result<Option<EncodedSteps>, RunError> {
    let encoded = steps.and_then(|steps| steps.encode().transpose()).transpose();
    encoded.map_err(|source| RunError::Log(LogError::Write { path: "steps".into(), source }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lockstep::Player;
    use mcr_agents::Each;
    use std::{collections::BTreeMap, path::Path};

    struct Nobody;

    impl Watch for Nobody {
        fn played(&self, _: u64) {}
        fn stop(&self) -> bool {
            false
        }
    }

    fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                files.extend(self::files(&path));
            } else {
                let name =
                    path.strip_prefix(folder.parent().expect("a parent")).expect("below it").to_owned();
                files.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
        files
    }

    /// Every agent as one that is asked about many decisions at once.
    fn all_together(_: &RuleSet, specs: &BySeat<AgentSpec>) -> Option<Team> {
        let each = |spec: &AgentSpec| Player::Many(Box::new(Each(spec.build())));
        Some(Team { players: specs.0.iter().map(each).collect(), seats: BySeat([0, 1, 2, 3]) })
    }

    #[test]
    fn folders_of_deals_side_by_side_are_those_of_deals_one_by_one() {
        let temporary = tempfile::tempdir().expect("a folder");
        let registry = Registry::standard();
        let specs = BySeat(
            ["greedy", "random", "heuristic", "greedy:noise=0.2"].map(|s| registry.parse(s).expect("one")),
        );
        let manifest = Manifest::new(RuleSet::MCR, 5, 1_300, 250, LogLevel::Steps, &specs).expect("a run");
        let play = |name: &str, threads, gather: &Gather| {
            let path = temporary.path().join(name).join("run");
            let folder = RunFolder::create_or_continue(&path, &manifest).expect("a folder");
            let played = simulate_with(&registry, &manifest, Some(&folder), threads, &Nobody, gather);
            let played = played.expect("a run");
            assert!(played.complete);
            files(&path)
        };
        let one_by_one = play("alone", 2, &|_, _| None);
        assert_eq!(one_by_one.len(), 14);
        assert!(one_by_one == play("one", 1, &all_together), "on one thread");
        assert!(one_by_one == play("two", 2, &all_together), "on two threads");
    }
}
