//! Looking for better parameters of an agent: coordinate search over sequential tests.
//!
//! The parameters are options of the agent that are numbers.
//!
//! One parameter at a time is made larger and smaller; a change that beats three copies of the champion in a test with
//! stated error rates becomes the champion and is pushed on in the same direction. Every comparison is played on walls of
//! its own and kept in a record, from which a stopped search goes on.

use crate::{
    arena::{Arena, ArenaError, Contestant, Effort, Meeting, Plan, Run, Seatings, Verdict, lineups},
    run::Watch,
};
use mcr_agents::{Agent, AgentOption, AgentSpec, BatchAgent, SpecError};
use mcr_engine::RuleSet;
use serde::{Deserialize, Serialize};

/// One comparison of a changed parameter with the champion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Its number, from 0, which seeds its walls.
    pub number: u64,
    /// The parameter.
    pub key: String,
    /// The champion's value.
    pub from: f64,
    /// The challenger's.
    pub to: f64,
    /// Sets of four deals played.
    pub sets: u64,
    /// What the challenger gains, points a deal.
    pub gain: f64,
    /// Half the width of its 95 % interval.
    pub half: f64,
    /// Whether the challenger became the champion.
    pub accepted: bool,
}

/// What is tuned and how.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// Names of the parameters, in the order in which they are tried.
    pub keys: Vec<String>,
    /// Factor by which a value grows or shrinks; whole numbers change by one.
    pub factor: f64,
    /// Most sets of one comparison.
    pub sets: u64,
    /// The test that decides.
    pub plan: Plan,
    /// The rules.
    pub rules: RuleSet,
    /// The seed of the first comparison's walls.
    pub seed: u64,
    /// Worker threads.
    pub threads: usize,
}

/// Why tuning ends early.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// No such number.
    #[error("parameter {key:?}: {agent} has no number of this name; known: {known}")]
    Key {
        /// What was asked for.
        key: String,
        /// The agent.
        agent: String,
        /// What there is.
        known: String,
    },
    /// A value that the parameter cannot have.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A comparison failed.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The record is of another search.
    #[error(
        "comparison {number} of the record is {found}, this search makes {expected}; expected a record of the same search"
    )]
    Record {
        /// Which one.
        number: u64,
        /// What the record says.
        found: String,
        /// What comes now.
        expected: String,
    },
}

/// A search in progress.
pub struct Tuner<'a> {
    tuning: &'a Tuning,
    champion: AgentSpec,
    record: Vec<Comparison>,
    /// Comparisons of an earlier run that are taken over, in order.
    known: std::vec::IntoIter<Comparison>,
}

impl<'a> Tuner<'a> {
    /// A search from `start`; comparisons in `known` are not played again.
    ///
    /// # Errors
    /// When a key names no number.
    pub fn new(tuning: &'a Tuning, start: AgentSpec, known: Vec<Comparison>) -> Result<Tuner<'a>, TuneError> {
        match tuning.keys.iter().find(|key| start.number(key).is_none()) {
            Some(key) => Err(no_number(key, &start)),
            None => Ok(Tuner { tuning, champion: start, record: Vec::new(), known: known.into_iter() }),
        }
    }

    /// The agent with the best parameters so far.
    #[must_use]
    pub fn champion(&self) -> &AgentSpec {
        &self.champion
    }

    /// Tries every key once, up and down; `keep` gets each comparison with the champion after it. `false` when it was stopped.
    ///
    /// # Errors
    /// When a comparison cannot be played or is not the one in the record.
    pub fn pass<E: From<TuneError>>(
        &mut self,
        watch: &dyn Watch,
        mut keep: impl FnMut(&Comparison, &AgentSpec) -> Result<(), E>,
    ) -> Result<bool, E> {
        for key in &self.tuning.keys {
            for up in [true, false] {
                // What helped is done again; the other direction is not needed then.
                let mut helped = false;
                while let Some(comparison) = self.compare(key, up, watch)? {
                    keep(&comparison, &self.champion)?;
                    if !comparison.accepted {
                        break;
                    }
                    helped = true;
                }
                if watch.stop() {
                    return Ok(false);
                }
                if helped {
                    break;
                }
            }
        }
        Ok(true)
    }

    /// Plays one comparison; nothing when it was stopped or the value cannot change.
    fn compare(&mut self, key: &str, up: bool, watch: &dyn Watch) -> Result<Option<Comparison>, TuneError> {
        let from = self.champion.number(key).ok_or_else(|| no_number(key, &self.champion))?;
        let Some((to, challenger)) = self.changed(key, from, up)? else { return Ok(None) };
        let number = self.record.len() as u64;
        let comparison = match self.known.next() {
            Some(known) if (known.number, known.key.as_str()) == (number, key) && close(known.to, to) => {
                known
            }
            Some(known) => {
                return Err(TuneError::Record {
                    number,
                    found: format!("{} from {} to {}", known.key, known.from, known.to),
                    expected: format!("{key} from {from} to {to}"),
                });
            }
            None => {
                let Some(played) = self.play(number, &challenger, watch)? else { return Ok(None) };
                let (sets, gain, half, accepted) = played;
                Comparison { number, key: key.to_owned(), from, to, sets, gain, half, accepted }
            }
        };
        if comparison.accepted {
            self.champion = challenger;
        }
        self.record.push(comparison.clone());
        Ok(Some(comparison))
    }

    /// The next value of a parameter and the agent with it; nothing where it cannot have one.
    fn changed(&self, key: &str, from: f64, up: bool) -> Result<Option<(f64, AgentSpec)>, TuneError> {
        let options = self.champion.factory().options();
        let Some(option) = options.iter().find(|option| option.name() == key) else {
            return Err(no_number(key, &self.champion));
        };
        let (to, text) = if option.is_whole() {
            let whole = if up { from + 1.0 } else { from - 1.0 };
            (whole, format!("{whole:.0}"))
        } else {
            let factor = if up { self.tuning.factor } else { 1.0 / self.tuning.factor };
            // Few digits, so that the record and the file stay readable.
            let float = format!("{:.3e}", from * factor).parse().unwrap_or(from);
            (float, format!("{float:?}"))
        };
        if to == from || !option.takes(&text) {
            return Ok(None);
        }
        Ok(Some((to, self.champion.with(key, &text)?)))
    }

    /// Sets, gain, half the interval's width and the verdict; nothing when stopped.
    fn play(
        &self,
        number: u64,
        challenger: &AgentSpec,
        watch: &dyn Watch,
    ) -> Result<Option<(u64, f64, f64, bool)>, TuneError> {
        let player = |name: &'static str, spec: &AgentSpec| -> Box<dyn Contestant> {
            Box::new(Tuned { name, spec: spec.clone() })
        };
        let contestants = [player("challenger", challenger), player("champion", &self.champion)];
        let arena = Arena {
            contestants: &contestants,
            lineups: lineups(Meeting::Against, 2),
            seatings: Seatings::Rotations,
            rules: self.tuning.rules,
            seed: self.tuning.seed + number,
            control_variates: false,
            separate_randomness: false,
        };
        let effort = Effort { sets: self.tuning.sets, test: Some(self.tuning.plan), out: None };
        let mut run = Run::open(&arena, &effort)?;
        run.play(self.tuning.threads, watch)?;
        if !run.is_complete() {
            return Ok(None);
        }
        let gain = run.standings().gain();
        let half = gain.interval().map_or(f64::INFINITY, |interval| (interval.high - interval.low) / 2.0);
        let stronger = run.test().is_some_and(|test| test.verdict() == Verdict::Stronger);
        Ok(Some((gain.count(), gain.mean(), half, stronger)))
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(1.0)
}

fn no_number(key: &str, agent: &AgentSpec) -> TuneError {
    let options = agent.factory().options();
    let numbers = options.iter().map(AgentOption::name).filter(|name| agent.number(name).is_some());
    let known = numbers.collect::<Vec<_>>().join(", ");
    let known = if known.is_empty() { "(none)".to_owned() } else { known };
    TuneError::Key { key: key.to_owned(), agent: agent.to_string(), known }
}

/// An agent under another name.
struct Tuned {
    name: &'static str,
    spec: AgentSpec,
}

impl Contestant for Tuned {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn player(&self) -> Box<dyn Agent> {
        self.spec.build()
    }

    fn batch_player(&self) -> Option<Box<dyn BatchAgent>> {
        self.spec.build_batch()
    }
}
