//! `mc`: plays the deal on many times from guesses at what is hidden, and takes the action that did best.
//!
//! The guesses come from the observation alone ([`mcr_engine::imagine`]); the agent has no other source.
//!
//! Networks can take part as a [`Mind`]: one that proposes actions instead of the heuristic, one that says what they lead to
//! instead of playing on to the end.

mod ahead;
mod endings;
mod future;
mod mind;
mod race;
mod solo;
#[cfg(test)]
mod tests;

pub use mind::Mind;

use crate::{
    agent::{Agent, Choice, Report},
    explanation::{Explanation, Thought},
    heuristic::{Candidate, Danger, Heuristic, Outlook, Params},
};
use ahead::{Ahead, Leaf};
use endings::Endings;
use future::Future;
use mcr_engine::{Action, DecisionRng, Moment, Observation, imagine::Hidden};
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

/// Points that a difference of 1 between two logits of a mind means, as where networks learn from points
/// (`configs/train/improve.toml`).
const LOGIT: f64 = 0.5;

/// Worlds whose leaves a mind values at once.
const BATCH: usize = 8;

impl Default for Settings {
    fn default() -> Settings {
        Settings { budget: Budget::Rollouts(200), candidates: 4, confidence: 36.0 }
    }
}

/// The Monte Carlo agent, with [`Heuristic`] as its opinion, its rollout policy and its picture of the others.
#[derive(Debug)]
pub struct MonteCarlo {
    settings: Settings,
    opinion: Heuristic,
    quick: Params,
    policy: Option<Box<dyn Mind>>,
    value: Option<Box<dyn Mind>>,
}

/// What is compared at a decision.
struct Shortlist {
    /// Best first, as far as is known beforehand.
    actions: Vec<Action>,
    /// Points by which each is believed to be better than the first; how many samples that is worth.
    beliefs: Vec<f64>,
    confidence: f64,
    /// What the first is worth, if anybody said.
    value: Option<f32>,
}

impl MonteCarlo {
    /// An agent that searches by `settings`.
    #[must_use]
    pub fn new(settings: Settings) -> MonteCarlo {
        let quick = Params { slack: 0, any_limit: 1, followed: 1, ..Params::default() };
        MonteCarlo { settings, opinion: Heuristic::default(), quick, policy: None, value: None }
    }

    /// Lets `policy` say which actions are compared, and how they compare before they are tried; wins are always taken.
    #[must_use]
    pub fn with_policy(mut self, policy: Box<dyn Mind>) -> MonteCarlo {
        self.policy = Some(policy);
        self
    }

    /// Lets `value` say what the seat's next decision is worth in each guess, which is played on that far and not to the
    /// end.
    #[must_use]
    pub fn with_value(mut self, value: Box<dyn Mind>) -> MonteCarlo {
        self.value = Some(value);
        self
    }

    /// The actions worth comparing.
    fn shortlist(&mut self, view: &Observation<'_>) -> Shortlist {
        let most = self.settings.candidates.max(1);
        match &mut self.policy {
            Some(_) if view.legal().contains(Action::Hu) => Shortlist::only(Action::Hu),
            Some(mind) => proposed(&mind.logits(view), view, most, self.settings.confidence),
            None => {
                let mut ranked = self.opinion.rank(view);
                ranked.truncate(most);
                ranking(&ranked, is_claim(view), self.settings.confidence)
            }
        }
    }

    fn search(&mut self, view: &Observation<'_>, shortlist: &Shortlist, rng: &mut DecisionRng) -> Race {
        let mut race = Race::new(shortlist.beliefs.clone(), shortlist.confidence);
        let quick = self.quick.under(view.rules());
        let start = Start {
            view,
            outlook: Outlook::of(view, &quick),
            danger: Danger::new(view.table(), view.seat(), &quick.danger),
            endings: Endings::new(view.table(), view.seat()),
        };
        let others = Heuristic::new(self.quick.clone());
        let mut ahead = Ahead::new(&start, others);
        let mut purse = Purse::open(self.settings.budget, shortlist.actions.len());
        let batch = if self.value.is_some() { BATCH } else { 1 };
        loop {
            let (worlds, stage_over) = purse.spend(race.alive().len(), batch);
            if worlds == 0 {
                return race;
            }
            let actions: Vec<Action> = race.alive().iter().map(|place| shortlist.actions[*place]).collect();
            let results = match &mut self.value {
                Some(mind) => valued(&mut **mind, &mut ahead, view, &actions, worlds, rng),
                None => played(&start, &actions, rng),
            };
            results.chunks_exact(actions.len()).for_each(|world| race.record(world));
            if stage_over && race.alive().len() > 2 {
                race.halve();
            }
        }
    }
}

fn is_claim(view: &Observation<'_>) -> bool {
    matches!(view.moment(), Moment::Claim { .. })
}

impl Shortlist {
    fn only(action: Action) -> Shortlist {
        Shortlist { actions: vec![action], beliefs: vec![0.0], confidence: 0.0, value: None }
    }
}

/// The heuristic's opinion.
fn ranking(ranked: &[Candidate], claim: bool, confidence: f64) -> Shortlist {
    let favourite = ranked.first().map(|candidate| candidate.value);
    let (belief, confidence) =
        if claim { (BELIEF_IN_CLAIMS, CONFIDENCE_IN_CLAIMS * confidence) } else { (BELIEF, confidence) };
    let lead = |c: &Candidate| belief * (f64::from(c.value) - f64::from(favourite.unwrap_or(c.value)));
    Shortlist {
        actions: ranked.iter().map(|candidate| candidate.action).collect(),
        beliefs: ranked.iter().map(lead).collect(),
        confidence,
        value: favourite,
    }
}

/// A mind's opinion: the actions it finds most probable, the first of equals first.
fn proposed(logits: &[f32], view: &Observation<'_>, most: usize, confidence: f64) -> Shortlist {
    let logit = |action: Action| logits[action.index()];
    let mut actions: Vec<Action> = view.legal().iter().collect();
    actions.sort_by(|a, b| logit(*b).total_cmp(&logit(*a)));
    actions.truncate(most);
    let favourite = actions.first().map_or(0.0, |action| logit(*action));
    let beliefs = actions.iter().map(|action| LOGIT * f64::from(logit(*action) - favourite)).collect();
    Shortlist { actions, beliefs, confidence, value: None }
}

/// Plays one guess on to the end after each action.
fn played(start: &Start<'_>, actions: &[Action], rng: &mut DecisionRng) -> Vec<f64> {
    let future = Future::guess(start.view, rng);
    let claim = is_claim(start.view);
    let flattered = |action: Action| if claim && action != Action::Pass { CLAIM_FLATTERED } else { 0.0 };
    actions.iter().map(|action| solo::play_on(start, &future, *action) - flattered(*action)).collect()
}

/// Plays guesses on to the seat's next decision after each action, and asks what those are worth, all at once.
fn valued(
    mind: &mut dyn Mind,
    ahead: &mut Ahead<'_>,
    view: &Observation<'_>,
    actions: &[Action],
    worlds: usize,
    rng: &mut DecisionRng,
) -> Vec<f64> {
    let mut leaves: Vec<Leaf> = Vec::with_capacity(worlds * actions.len());
    for _ in 0..worlds {
        // A guess of unseen tiles for unseen places contradicts nothing.
        if let Ok(world) = view.imagine(&Hidden::uniform(view, rng), &mut ()) {
            leaves.extend(actions.iter().map(|action| ahead.leaf(&world, *action)));
        }
    }
    let views: Vec<Observation<'_>> = leaves.iter().filter_map(|leaf| leaf.view(view.seat())).collect();
    let mut values = mind.values(&views).into_iter();
    let mut value = |leaf: &Leaf| leaf.view(view.seat()).and_then(|_| values.next());
    leaves.iter().map(|leaf| leaf.points(view.seat(), value(leaf))).collect()
}

impl Agent for MonteCarlo {
    fn act(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Choice {
        let shortlist = self.shortlist(view);
        let (action, value) = match shortlist.actions[..] {
            [] => (view.legal().nth(0).unwrap_or(Action::Pass), Some(0.0)),
            [only] => (only, shortlist.value),
            _ => {
                let race = self.search(view, &shortlist, rng);
                let best = race.best();
                (shortlist.actions[best], Some(race.mean(best) as f32))
            }
        };
        Choice { action, report: Report { value } }
    }

    fn explain(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Explanation {
        let opinion = self.opinion.explain(view, rng);
        let shortlist = self.shortlist(view);
        if shortlist.actions.len() < 2 {
            return opinion;
        }
        let race = self.search(view, &shortlist, rng);
        let thought = |place: usize| {
            let action = shortlist.actions[place];
            let danger = opinion.candidates.iter().find(|c| c.action == action).and_then(|c| c.danger);
            let trials = Some((race.trials(place), race.error(place) as f32));
            Thought { danger, trials, ..Thought::new(action, race.mean(place) as f32) }
        };
        let ranking = race.ranking();
        let candidates = ranking.iter().map(|place| thought(*place)).collect();
        // The routes are those of the heuristic's favourite.
        let routes = if opinion.candidates.first().is_some_and(|c| c.action == shortlist.actions[ranking[0]])
        {
            opinion.routes
        } else {
            Vec::new()
        };
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

    /// Takes the cost of up to `most` worlds with so many rollouts each, of no more than one stage: how many worlds, and
    /// whether the stage is over.
    fn spend(&mut self, rollouts: usize, most: usize) -> (usize, bool) {
        let (mut worlds, mut over) = (0, false);
        while worlds < most && !over && self.may_spend(rollouts) {
            worlds += 1;
            over = self.stage_over();
        }
        (worlds, over)
    }

    fn stage_over(&mut self) -> bool {
        let over = self.spent_in_stage >= self.stage;
        if over {
            self.spent_in_stage = 0;
        }
        over
    }
}
