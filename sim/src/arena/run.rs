//! Running an arena: sets in parallel, taken in their order, saved as they finish, stopped when a test is sure.

use crate::{
    PROGRAM_VERSION,
    arena::{
        contestant::Contestant,
        error::ArenaError,
        play::{Players, play_set, play_sets},
        schedule::{Entry, Lineup, Seating, Seatings, entries},
        sequential::{Plan, SequentialTest, Verdict},
        standings::Standings,
        state::{Manifest, StateFolder},
        tally::SetRecord,
    },
    lockstep::{Player, may_play_together},
    ordered::in_order,
    run::{RunError, Watch},
};
use mcr_engine::{
    BySeat, RuleSet,
    rng::{DecisionRng, agent_keys},
};
use std::{
    cell::Cell,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// What is compared: everything that decides a set.
pub struct Arena<'a> {
    /// The agents; lineups name them by their place here.
    pub contestants: &'a [Box<dyn Contestant>],
    /// The lineups of a set.
    pub lineups: Vec<Lineup>,
    /// In which seatings a wall is played.
    pub seatings: Seatings,
    /// The rules.
    pub rules: RuleSet,
    /// The seed of the walls.
    pub seed: u64,
    /// Measure the luck of the draws and take it out.
    pub control_variates: bool,
    /// Give every agent its own randomness, so that equal agents with chance in them no longer tie exactly.
    pub separate_randomness: bool,
}

impl Arena<'_> {
    /// The entries of a set's record.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        entries(&self.lineups)
    }

    /// How many deals the first `sets` sets have. Lineups with agents that sit there twice have fewer different
    /// seatings in some orders than in others, which come round every 24 walls.
    #[must_use]
    pub fn deals(&self, sets: u64) -> u64 {
        let on_wall = |wall: u64| -> u64 {
            self.lineups.iter().map(|lineup| lineup.seatings(self.seatings, wall).len() as u64).sum()
        };
        let cycle: Vec<u64> = (0..24).map(on_wall).collect();
        let walls = sets * self.seatings.walls();
        walls / 24 * cycle.iter().sum::<u64>() + cycle[..(walls % 24) as usize].iter().sum::<u64>()
    }

    /// The keys of the agents' randomness: those of the wall's seats in every seating, so that unchanged play cancels.
    pub(super) fn keys(&self, wall: u64, seating: &Seating) -> BySeat<u64> {
        let keys = agent_keys(self.seed, wall);
        if !self.separate_randomness {
            return keys;
        }
        BySeat::from_fn(|seat| DecisionRng::new(keys[seat], seating.agents[seat] as u32).next_u64())
    }

    /// What a folder says about this arena.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        Manifest {
            format: Manifest::FORMAT,
            program_version: PROGRAM_VERSION.to_owned(),
            seed: self.seed,
            agents: self.contestants.iter().map(|contestant| contestant.name()).collect(),
            versions: self.contestants.iter().map(|contestant| contestant.version()).collect(),
            lineups: self.lineups.iter().map(|lineup| lineup.0).collect(),
            seatings: self.seatings.name().to_owned(),
            control_variates: self.control_variates,
            separate_randomness: self.separate_randomness,
            rules: self.rules,
        }
    }

    fn players(&self) -> Players {
        self.contestants.iter().map(|contestant| contestant.player()).collect()
    }

    /// The same for playing deals side by side, where that is of use.
    fn batch_players(&self) -> Option<Vec<Player>> {
        let player = |contestant: &dyn Contestant| match contestant.batch_player() {
            Some(player) => Player::Many(player),
            None => Player::One(contestant.player()),
        };
        let mut players: Vec<Player> = self.contestants.iter().map(|one| player(&**one)).collect();
        may_play_together(&self.rules, &mut players).then_some(players)
    }
}

/// How much is played.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// Sets; with a test the most.
    pub sets: u64,
    /// Stop when this test is sure.
    pub test: Option<Plan>,
    /// Where finished sets are kept.
    pub out: Option<PathBuf>,
}

/// A run of an arena: what was counted so far.
pub struct Run<'a> {
    arena: &'a Arena<'a>,
    sets: u64,
    counting: Counting,
}

/// How often finished sets are saved; the bytes do not depend on it.
const SAVE_EVERY: Duration = Duration::from_secs(2);

/// Sets a thread may be ahead of the counting, which bounds the memory and what a decided test has played in vain.
const AHEAD: usize = 4;

/// Sets whose deals are played side by side where agents are asked about many decisions at once.
const TOGETHER: usize = 32;

impl<'a> Run<'a> {
    /// Starts a run, or goes on with the one in the folder: its sets are counted at once.
    ///
    /// # Errors
    /// When the folder cannot be used or the test makes no sense.
    pub fn open(arena: &'a Arena<'a>, effort: &Effort) -> Result<Run<'a>, ArenaError> {
        let test = effort.test.map(SequentialTest::new).transpose()?;
        let (folder, records) = match &effort.out {
            Some(path) => {
                StateFolder::open(path, &arena.manifest()).map(|(folder, sets)| (Some(folder), sets))?
            }
            None => (None, Vec::new()),
        };
        let standings = Standings::new(&arena.lineups, arena.contestants.len(), arena.control_variates);
        let mut counting = Counting { standings, test, folder, last_save: now() };
        for record in records.iter().take(usize::try_from(effort.sets).unwrap_or(usize::MAX)) {
            if counting.is_decided() {
                break;
            }
            counting.count(record);
        }
        Ok(Run { arena, sets: effort.sets, counting })
    }

    /// Plays what is missing, on so many threads, and counts the sets in their order until they are all there, the
    /// test is sure, or `watch` ends it.
    ///
    /// # Errors
    /// When a set cannot be saved or an agent breaks the rules. What was saved stays.
    pub fn play(&mut self, threads: usize, watch: &dyn Watch) -> Result<(), ArenaError> {
        self.play_until(threads, watch, |_| false)
    }

    /// The same with a stop rule of one's own: `enough` is asked after each set, in their order, and `true` ends the run there. What
    /// it sees does not depend on threads, so neither does where it ends.
    ///
    /// # Errors
    /// As [`Run::play`].
    pub fn play_until(
        &mut self,
        threads: usize,
        watch: &dyn Watch,
        mut enough: impl FnMut(&Standings) -> bool,
    ) -> Result<(), ArenaError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
        let idle: Mutex<Vec<Players>> = Mutex::default();
        let play_alone = |set: u64| {
            let mut players = take_idle(&idle).unwrap_or_else(|| self.arena.players());
            let record = play_set(self.arena, set, &mut players, watch);
            put_back(&idle, players);
            record
        };
        // The deals of a session follow from one another.
        let apart = self.arena.rules.sequence().is_none();
        let first = apart.then(|| self.arena.batch_players()).flatten();
        let together = if first.is_some() { TOGETHER } else { 1 };
        let idle_teams: Mutex<Vec<Vec<Player>>> = Mutex::new(first.into_iter().collect());
        let play = |sets: Vec<u64>| -> Result<Vec<SetRecord>, ArenaError> {
            if together > 1
                && let Some(mut players) = take_idle(&idle_teams).or_else(|| self.arena.batch_players())
            {
                let records = play_sets(self.arena, &sets, &mut players, watch);
                put_back(&idle_teams, players);
                return records;
            }
            sets.into_iter().map(play_alone).collect()
        };
        let counting = &mut self.counting;
        let over = Cell::new(counting.is_decided() || enough(&counting.standings));
        let mut sets = (counting.standings.sets()..self.sets).take_while(|_| !over.get() && !watch.stop());
        let jobs = std::iter::from_fn(|| {
            let job: Vec<u64> = sets.by_ref().take(together).collect();
            (!job.is_empty()).then_some(job)
        });
        let played = in_order(&pool, jobs, AHEAD * threads, play, |records| {
            // Sets that were begun before it was over do not count.
            if over.get() {
                return Ok(());
            }
            for record in records? {
                if !over.get() {
                    counting.count_new(&record)?;
                    over.set(counting.is_decided() || enough(&counting.standings));
                }
            }
            Ok(())
        });
        // Saved even after an error: what was counted was played well.
        let saved = counting.save();
        played.and(saved)
    }

    /// Whether there is nothing more to play: all sets are there, or the test is sure.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.counting.standings.sets() >= self.sets || self.counting.is_decided()
    }

    /// What was compared.
    #[must_use]
    pub fn arena(&self) -> &Arena<'a> {
        self.arena
    }

    /// Everything a report needs.
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.counting.standings
    }

    /// The test, if there is one.
    #[must_use]
    pub fn test(&self) -> Option<&SequentialTest> {
        self.counting.test.as_ref()
    }

    /// Writes the result into the folder, if there is one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_results(&self, json: &str) -> Result<(), ArenaError> {
        self.counting.folder.as_ref().map_or(Ok(()), |folder| folder.write_results(json))
    }
}

fn take_idle<T>(idle: &Mutex<Vec<T>>) -> Option<T> {
    idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
}

fn put_back<T>(idle: &Mutex<Vec<T>>, players: T) {
    idle.lock().unwrap_or_else(PoisonError::into_inner).push(players);
}

/// Takes sets in order: counts, tests, saves.
struct Counting {
    standings: Standings,
    test: Option<SequentialTest>,
    folder: Option<StateFolder>,
    last_save: Instant,
}

impl Counting {
    fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.verdict() != Verdict::Undecided)
    }

    fn count(&mut self, record: &SetRecord) {
        let gain = self.standings.add(record);
        if let Some(test) = &mut self.test {
            test.add(gain);
        }
    }

    /// Counts a set that has just been played.
    fn count_new(&mut self, record: &SetRecord) -> Result<(), ArenaError> {
        self.count(record);
        if let Some(folder) = &mut self.folder {
            folder.add(record)?;
        }
        if now() - self.last_save >= SAVE_EVERY { self.save() } else { Ok(()) }
    }

    fn save(&mut self) -> Result<(), ArenaError> {
        self.last_save = now();
        self.folder.as_mut().map_or(Ok(()), StateFolder::save)
    }
}

#[expect(clippy::disallowed_methods, reason = "decides when finished sets are saved, never what they hold")]
fn now() -> Instant {
    Instant::now()
}
