//! `mc`: plays the deal on many times from guesses at what is hidden, and takes the action that did best.
//!
//! The guesses come from the observation alone ([`mcr_engine::imagine`]); the agent has no other source.

mod endings;
mod future;
mod race;
mod solo;

use crate::{
    agent::{Agent, Choice, Report},
    explanation::{Explanation, Thought},
    heuristic::{Candidate, Danger, Heuristic, Outlook, Params},
};
use endings::Endings;
use future::Future;
use mcr_engine::{Action, DecisionRng, Moment, Observation};
use race::Race;
use solo::Start;
use std::time::{Duration, Instant};

/// What bounds the search of one decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// So many rollouts in all: the same decision on every machine.
    Rollouts(u32),
    /// So many milliseconds. **Not reproducible**: faster machines see further.
    Milliseconds(u32),
}

/// How `mc` searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// When to stop.
    pub budget: Budget,
    /// How many of the heuristic's best actions are compared at most.
    pub candidates: usize,
    /// How many samples the heuristic's opinion of an action is worth.
    pub confidence: f64,
}

/// What a point of the heuristic's lead is worth in points of play, by a regression over 2,000 discards.
const BELIEF: f64 = 0.6;

/// The same for claims, where the heuristic says little that the guesses do not (1,000 claims played out in the true
/// world: lead = −1.6 + 0.7 by the guesses + 0.15 by the heuristic).
const BELIEF_IN_CLAIMS: f64 = 0.2;

/// How much the heuristic's opinion counts on claims against discards.
const CONFIDENCE_IN_CLAIMS: f64 = 0.3;

/// Points by which the guesses flatter a claim, by the same regression: the others are taken to let an open hand be.
const CLAIM_FLATTERED: f64 = 2.4;

impl Default for Settings {
    fn default() -> Settings {
        Settings { budget: Budget::Rollouts(200), candidates: 4, confidence: 36.0 }
    }
}

/// The Monte Carlo agent, with [`Heuristic`] as its opinion, its rollout policy and its picture of the others.
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    settings: Settings,
    opinion: Heuristic,
    quick: Params,
}

impl MonteCarlo {
    /// An agent that searches by `settings`.
    #[must_use]
    pub fn new(settings: Settings) -> MonteCarlo {
        let quick = Params { slack: 0, any_limit: 1, followed: 1, ..Params::default() };
        MonteCarlo { settings, opinion: Heuristic::default(), quick }
    }

    /// The actions worth comparing, best first.
    fn shortlist(&self, view: &Observation<'_>) -> Vec<Candidate> {
        let mut ranked = self.opinion.rank(view);
        ranked.truncate(self.settings.candidates.max(1));
        ranked
    }

    fn search(&self, view: &Observation<'_>, shortlist: &[Candidate], rng: &mut DecisionRng) -> Race {
        let favourite = f64::from(shortlist[0].value);
        let claim = matches!(view.moment(), Moment::Claim { .. });
        let (belief, confidence) = if claim {
            (BELIEF_IN_CLAIMS, CONFIDENCE_IN_CLAIMS * self.settings.confidence)
        } else {
            (BELIEF, self.settings.confidence)
        };
        let flattered = |action: Action| if claim && action != Action::Pass { CLAIM_FLATTERED } else { 0.0 };
        let beliefs = shortlist.iter().map(|c| belief * (f64::from(c.value) - favourite)).collect();
        let mut race = Race::new(beliefs, confidence);
        let quick = self.quick.under(view.rules());
        let start = Start {
            view,
            outlook: Outlook::of(view, &quick),
            danger: Danger::new(view.table(), view.seat(), &quick.danger),
            endings: Endings::new(view.table(), view.seat()),
        };
        let mut purse = Purse::open(self.settings.budget, shortlist.len());
        while purse.may_spend(race.alive().len()) {
            let future = Future::guess(view, rng);
            let play = |c: &usize| {
                let action = shortlist[*c].action;
                solo::play_on(&start, &future, action) - flattered(action)
            };
            let results: Vec<f64> = race.alive().iter().map(play).collect();
            race.record(&results);
            if purse.stage_over() && race.alive().len() > 2 {
                race.halve();
            }
        }
        race
    }
}

impl Agent for MonteCarlo {
    fn act(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Choice {
        let shortlist = self.shortlist(view);
        let (action, value) = match shortlist.as_slice() {
            [] => (view.legal().nth(0).unwrap_or(Action::Pass), 0.0),
            [only] => (only.action, f64::from(only.value)),
            several => {
                let race = self.search(view, several, rng);
                let best = race.best();
                (several[best].action, race.mean(best))
            }
        };
        Choice { action, report: Report { value: Some(value as f32) } }
    }

    fn explain(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Explanation {
        let opinion = self.opinion.explain(view, rng);
        let shortlist = self.shortlist(view);
        if shortlist.len() < 2 {
            return opinion;
        }
        let race = self.search(view, &shortlist, rng);
        let thought = |place: usize| {
            let action = shortlist[place].action;
            let danger = opinion.candidates.iter().find(|c| c.action == action).and_then(|c| c.danger);
            let trials = Some((race.trials(place), race.error(place) as f32));
            Thought { danger, trials, ..Thought::new(action, race.mean(place) as f32) }
        };
        let ranking = race.ranking();
        let candidates = ranking.iter().map(|place| thought(*place)).collect();
        // The routes are those of the favourite's hand.
        let routes = if ranking[0] == 0 { opinion.routes } else { Vec::new() };
        Explanation { candidates, routes }
    }
}

/// The budget of one decision, spent in as many stages as there are halvings.
struct Purse {
    left: u32,
    stage: u32,
    spent_in_stage: u32,
    deadline: Option<(Instant, Duration)>,
}

impl Purse {
    fn open(budget: Budget, candidates: usize) -> Purse {
        let stages = candidates.max(2).ilog2() + 1;
        match budget {
            Budget::Rollouts(rollouts) => {
                let stage = rollouts.div_ceil(stages).max(1);
                Purse { left: rollouts, stage, spent_in_stage: 0, deadline: None }
            }
            Budget::Milliseconds(milliseconds) => {
                #[expect(
                    clippy::disallowed_methods,
                    reason = "a time budget is opt-in and named non-reproducible"
                )]
                let start = Instant::now();
                let limit = Duration::from_millis(u64::from(milliseconds));
                // Halvings go by rollouts: a guess at a third of what the time allows.
                Purse { left: u32::MAX, stage: 16, spent_in_stage: 0, deadline: Some((start, limit)) }
            }
        }
    }

    /// Takes the cost of one world, if it can be paid.
    fn may_spend(&mut self, rollouts: usize) -> bool {
        let rollouts = rollouts as u32;
        if self.deadline.is_some_and(|(start, limit)| start.elapsed() >= limit) || self.left < rollouts {
            return false;
        }
        self.left -= rollouts;
        self.spent_in_stage += rollouts;
        true
    }

    fn stage_over(&mut self) -> bool {
        let over = self.spent_in_stage >= self.stage;
        if over {
            self.spent_in_stage = 0;
        }
        over
    }
}
