//! `heuristic`: plays for hands that are worth enough to win.
//!
//! Around the hand it lists the complete hands that may win and are few tiles away (routes: three-chow fans,
//! flushes, all pungs, all types, knitted tiles, pairs and so on), weighs each by the chance that its tiles come
//! in the turns left and by what it pays, and takes the action after which the sum is largest.

mod chances;
mod combos;
mod cores;
mod danger;
mod decide;
mod explain;
mod factory;
mod fans;
mod follow;
mod insight;
mod outlook;
mod params;
mod planes;
mod rates;
mod routes;
mod search;
mod special;
mod target;
mod technical;
mod value;
mod worth;

pub(crate) use danger::Danger;
pub use danger::DangerParams;
pub use decide::Candidate;
pub(crate) use decide::claimed;
pub use factory::HeuristicFactory;
pub(crate) use factory::NAME;
pub(crate) use insight::Insight;
pub(crate) use outlook::Outlook;
pub use params::{Params, ParamsError};
pub(crate) use rates::{Pace, Rates, class_of};
pub(crate) use worth::mean_points;

use crate::{
    agent::{Agent, Choice, Report},
    belief::Belief,
    explanation::Explanation,
};
use decide::Judge;
use mcr_engine::{Observation, rng::DecisionRng};

/// The fan-aware agent.
#[derive(Clone, Debug, Default)]
pub struct Heuristic {
    params: Params,
}

impl Heuristic {
    /// An agent that plays by `params`.
    #[must_use]
    pub fn new(params: Params) -> Heuristic {
        Heuristic { params }
    }

    /// The parameters it plays by.
    #[must_use]
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// Every action worth a thought with its value, best first.
    #[must_use]
    pub fn rank(&self, view: &Observation<'_>) -> Vec<Candidate> {
        self.rank_believing(view, None)
    }

    /// The same, with what is believed of the others.
    pub(crate) fn rank_believing(&self, view: &Observation<'_>, belief: Option<&Belief>) -> Vec<Candidate> {
        Judge::new(view, &self.params.under(view.rules())).believing(belief).rank()
    }

    /// What it thinks then, in words.
    pub(crate) fn explain_believing(&self, view: &Observation<'_>, belief: Option<&Belief>) -> Explanation {
        explain::explain(view, &self.params.under(view.rules()), belief)
    }

    /// All it thinks of a view, in numbers.
    pub(crate) fn insight(&self, view: &Observation<'_>) -> Insight {
        Insight::of(view, &self.params.under(view.rules()))
    }
}

impl Agent for Heuristic {
    fn act(&mut self, view: &Observation<'_>, _: &mut DecisionRng) -> Choice {
        let best = Judge::new(view, &self.params.under(view.rules())).choose();
        Choice { action: best.action, report: Report { value: Some(best.value) } }
    }

    fn explain(&mut self, view: &Observation<'_>, _: &mut DecisionRng) -> Explanation {
        self.explain_believing(view, None)
    }
}
