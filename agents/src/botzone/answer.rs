//! An agent's choice in the words of the protocol.

use crate::agent::{Agent, AgentFailure};
use mcr_engine::{
    Action, DecisionRng, Event, SeatView, ViewError,
    notation::botzone::{Reply, chow_middle},
};

/// An agent's choice that is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// The choice is not legal.
    #[error("the agent chose {0:?}, which is not legal here")]
    Illegal(Action),
    /// The agent has no choice.
    #[error("the agent failed: {0}")]
    Failed(#[from] AgentFailure),
    /// The claim it chose cannot be made.
    #[error(transparent)]
    View(#[from] ViewError),
}

/// What `agent` answers to what `view` shows; `key` is that of its randomness in this deal.
///
/// A chow or pung is answered together with the discard that follows it, so the agent is asked for that, too, with
/// the claim made as it will be if nobody comes before it.
///
/// # Errors
/// When the agent breaks the rules.
pub fn answer(view: &SeatView, agent: &mut dyn Agent, key: u64) -> Result<Reply, AnswerError> {
    if view.observe().legal().is_empty() {
        return Ok(Reply::Pass);
    }
    let action = choose(view, agent, key)?;
    Ok(match action {
        Action::Pass => Reply::Pass,
        Action::Hu => Reply::Hu,
        Action::Discard(tile) => Reply::Play(tile),
        Action::ConcealedKong(tile) => Reply::ConcealedKong(tile),
        Action::AddedKong(tile) => Reply::AddedKong(tile),
        Action::MeldedKong(_) => Reply::MeldedKong,
        Action::Pung(tile) => {
            let discard = discard_after(view, agent, key, Event::Pung { seat: view.seat(), tile })?;
            Reply::Pung { discard }
        }
        Action::Chow { lowest, position } => {
            let event = Event::Chow { seat: view.seat(), lowest, position };
            let discard = discard_after(view, agent, key, event)?;
            Reply::Chow { middle: chow_middle(lowest), discard }
        }
    })
}

fn choose(view: &SeatView, agent: &mut dyn Agent, key: u64) -> Result<Action, AnswerError> {
    let observation = view.observe();
    let mut rng = DecisionRng::new(key, observation.decision());
    let action = agent.try_act(&observation, &mut rng)?.action;
    if action.is_valid() && observation.legal().contains(action) {
        Ok(action)
    } else {
        Err(AnswerError::Illegal(action))
    }
}

fn discard_after(
    view: &SeatView,
    agent: &mut dyn Agent,
    key: u64,
    claim: Event,
) -> Result<mcr_engine::Tile, AnswerError> {
    let mut claimed = view.clone();
    claimed.apply(claim)?;
    match choose(&claimed, agent, key)? {
        Action::Discard(tile) => Ok(tile),
        other => Err(AnswerError::Illegal(other)),
    }
}
