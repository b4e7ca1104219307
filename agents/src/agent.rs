//! What a player is: one seat's view in, one action out.

use crate::{
    bot::Bot,
    explanation::{Explanation, Thought},
};
use mcr_engine::{Action, Observation, rng::DecisionRng};

/// What an agent may say about a decision, for logs and for people who look over its shoulder.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// The value the agent gives its choice, in points of the deal, when it estimates one.
    pub value: Option<f32>,
}

/// An agent's answer at a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// What it does; must be legal.
    pub action: Action,
    /// What it says about it.
    pub report: Report,
}

impl From<Action> for Choice {
    fn from(action: Action) -> Choice {
        Choice { action, report: Report::default() }
    }
}

/// An agent that has no answer: its own program, its device or its memory failed it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct AgentFailure {
    /// What went wrong, in a sentence.
    pub reason: String,
    /// Which of several views it was about, where it was asked about many.
    pub view: Option<usize>,
}

impl AgentFailure {
    /// A failure to answer, whatever was asked.
    #[must_use]
    pub fn new(reason: impl ToString) -> AgentFailure {
        AgentFailure { reason: reason.to_string(), view: None }
    }

    /// A failure to answer the question at this place.
    #[must_use]
    pub fn at(view: usize, reason: impl ToString) -> AgentFailure {
        AgentFailure { view: Some(view), ..AgentFailure::new(reason) }
    }
}

/// A player that answers one decision at a time.
///
/// The answer may depend on the view and on `rng` only, never on earlier calls, a clock or an address: a deal
/// is a function of rules, seed, number and agents. `rng` is keyed by seed, wall, seat and decision number, so
/// that unchanged play on the same wall cancels exactly in paired comparisons.
pub trait Agent: Send {
    /// Chooses among the legal actions of `view`.
    fn act(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Choice;

    /// The same for agents that may fail, which then end the run with what they say. Whoever plays deals asks here; the answer of
    /// [`Agent::act`] is the one unless an agent has its own.
    ///
    /// # Errors
    /// When the agent has no answer.
    fn try_act(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Result<Choice, AgentFailure> {
        Ok(self.act(view, rng))
    }

    /// What it thinks of the actions it would choose from; the first is what [`Agent::act`] would do.
    fn explain(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Explanation {
        let choice = self.act(view, rng);
        let thought = Thought { value: choice.report.value, ..Thought::new(choice.action, 0.0) };
        Explanation { candidates: vec![thought], routes: Vec::new() }
    }

    /// The same for agents that may fail.
    ///
    /// # Errors
    /// When the agent has no answer.
    fn try_explain(
        &mut self,
        view: &Observation<'_>,
        rng: &mut DecisionRng,
    ) -> Result<Explanation, AgentFailure> {
        Ok(self.explain(view, rng))
    }

    /// The player as one that is told everything, when it is of that kind: then it is asked by requests, not by `act`.
    fn bot(&mut self) -> Option<&mut dyn Bot> {
        None
    }
}

/// A player that answers many decisions at once, as networks like it.
pub trait BatchAgent: Send {
    /// Appends one choice for each view to `out`, in order; `rngs[i]` belongs to `views[i]`.
    fn act_batch(&mut self, views: &[Observation<'_>], rngs: &mut [DecisionRng], out: &mut Vec<Choice>);

    /// The same for agents that may fail.
    ///
    /// # Errors
    /// When the agent has no answer to one of the views.
    fn try_act_batch(
        &mut self,
        views: &[Observation<'_>],
        rngs: &mut [DecisionRng],
        out: &mut Vec<Choice>,
    ) -> Result<(), AgentFailure> {
        self.act_batch(views, rngs, out);
        Ok(())
    }
}

/// Lets an [`Agent`] stand where a [`BatchAgent`] is wanted.
#[derive(Debug)]
pub struct Each<A>(pub A);

impl<A: Agent> BatchAgent for Each<A> {
    fn act_batch(&mut self, views: &[Observation<'_>], rngs: &mut [DecisionRng], out: &mut Vec<Choice>) {
        out.extend(views.iter().zip(rngs).map(|(view, rng)| self.0.act(view, rng)));
    }

    fn try_act_batch(
        &mut self,
        views: &[Observation<'_>],
        rngs: &mut [DecisionRng],
        out: &mut Vec<Choice>,
    ) -> Result<(), AgentFailure> {
        for (place, (view, rng)) in views.iter().zip(rngs).enumerate() {
            let choice = self.0.try_act(view, rng);
            out.push(choice.map_err(|failure| AgentFailure { view: Some(place), ..failure })?);
        }
        Ok(())
    }
}

impl<A: Agent + ?Sized> Agent for Box<A> {
    fn act(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Choice {
        (**self).act(view, rng)
    }

    fn try_act(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Result<Choice, AgentFailure> {
        (**self).try_act(view, rng)
    }

    fn explain(&mut self, view: &Observation<'_>, rng: &mut DecisionRng) -> Explanation {
        (**self).explain(view, rng)
    }

    fn try_explain(
        &mut self,
        view: &Observation<'_>,
        rng: &mut DecisionRng,
    ) -> Result<Explanation, AgentFailure> {
        (**self).try_explain(view, rng)
    }

    fn bot(&mut self) -> Option<&mut dyn Bot> {
        (**self).bot()
    }
}
