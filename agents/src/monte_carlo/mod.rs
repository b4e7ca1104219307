//! `mc`: plays the deal on many times from guesses at what is hidden, and takes the action that did best.
//!
//! The guesses come from the observation alone ([`mcr_engine::imagine`]); the agent has no other source.
//!
//! Networks can take part as a [`Mind`]: one that proposes actions instead of the heuristic, one that says what they lead to
//! instead of playing on to the end.

mod ahead;
mod endings;
mod factory;
mod future;
mod leaf;
mod memo;
mod mind;
mod purse;
mod race;
mod solo;
#[cfg(test)]
mod tests;

pub use factory::MonteCarloFactory;
pub use mind::Mind;

use crate::{
    agent::{Agent, Choice, Report},
    belief::Belief,
    explanation::{Explanation, Thought},
    heuristic::{Candidate, Danger, Heuristic, Outlook, Params},
};
use ahead::{Ahead, Leaf};
use endings::Endings;
use future::Future;
use mcr_engine::{Action, DecisionRng, Moment, Observation, imagine::Hidden};
use purse::Purse;
use race::Race;
use solo::Start;
use std::cell::RefCell;

/// What bounds the search of one decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// So many rollouts in all: the same decision on every machine. None at all leaves it to the opinion.
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

/// Points by which the guesses flatter a claim: the others are taken to let an open hand be. By a regression over 1,053 claims of 480
/// deals, each played on 32 times at open cards; before the beliefs it was 2.4 for both.
const CHOW_FLATTERED: f64 = 2.6;
const PUNG_FLATTERED: f64 = 1.2;

/// Points that a difference of 1 between two logits of a mind means, as where networks learn from points
/// (`configs/train/improve.toml`).
const LOGIT: f64 = 0.5;

/// Worlds whose leaves a mind values at once.
const BATCH: usize = 8;

/// Samples that the heuristic's opinion is worth by default: on discards with 245 guesses each a regression gives it 0.21 points a point
/// and the guesses 0.53, and [`BELIEF`] is in it already.
const CONFIDENCE: f64 = 150.0;

/// Rollouts of a decision by default.
const ROLLOUTS: u32 = 600;

impl Default for Settings {
    fn default() -> Settings {
        Settings { budget: Budget::Rollouts(ROLLOUTS), candidates: 4, confidence: CONFIDENCE }
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
    fn shortlist(&mut self, view: &Observation<'_>, belief: Option<&Belief>) -> Shortlist {
        let most = self.settings.candidates.max(1);
        match &mut self.policy {
            Some(_) if view.legal().contains(Action::Hu) => Shortlist::only(Action::Hu),
            Some(mind) => proposed(&mind.logits(view), view, most, self.settings.confidence),
            None => {
                let mut ranked = self.opinion.rank_believing(view, belief);
                ranked.truncate(most);
                ranking(&ranked, is_claim(view), self.settings.confidence)
            }
        }
    }

    fn search(
        &mut self,
        view: &Observation<'_>,
        belief: Option<&Belief>,
        shortlist: &Shortlist,
        rng: &mut DecisionRng,
    ) -> Race {
        let mut race = Race::new(shortlist.beliefs.clone(), shortlist.confidence);
        let quick = self.quick.under(view.rules());
        let start = Start {
            view,
            outlook: Outlook::of(view, &quick).believing(belief),
            danger: Danger::new(view.table(), view.seat(), &quick.danger).believing(belief),
            endings: Endings::new(view.table(), view.seat(), belief),
            memo: RefCell::default(),
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

/// Plays one guess on after each action, as far as `solo` goes.
fn played(start: &Start<'_>, actions: &[Action], rng: &mut DecisionRng) -> Vec<f64> {
    let future = Future::guess(start.view, start.outlook.belief, rng);
    let claim = is_claim(start.view);
    let flattered = |action: Action| match action {
        Action::Chow { .. } if claim => CHOW_FLATTERED,
        Action::Pung(_) | Action::MeldedKong(_) if claim => PUNG_FLATTERED,
        _ => 0.0,
    };
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
        let belief = Belief::of(view);
        let shortlist = self.shortlist(view, belief.as_ref());
        let (action, value) = match shortlist.actions[..] {
            [] => (view.legal().nth(0).unwrap_or(Action::Pass), Some(0.0)),
            [only] => (only, shortlist.value),
            [best, ..] if self.settings.budget == Budget::Rollouts(0) => (best, shortlist.value),
            _ => {
                let race = self.search(view, belief.as_ref(), &shortlist, rng);
                let best = race.best();
                (shortlist.actions[best], Some(race.mean(best) as f32))
            }
        };
        Choice { action, report: Report { value } }
    }

    fn explain(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Explanation {
        let belief = Belief::of(view);
        let opinion = self.opinion.explain_believing(view, belief.as_ref());
        let shortlist = self.shortlist(view, belief.as_ref());
        if shortlist.actions.len() < 2 || self.settings.budget == Budget::Rollouts(0) {
            return opinion;
        }
        let race = self.search(view, belief.as_ref(), &shortlist, rng);
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
