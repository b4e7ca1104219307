//! Why a deal cannot be played to its end.

use mcr_agents::AgentFailure;
use mcr_engine::{IllegalAction, Seat};

/// A deal that cannot be played to its end, by the fault of an agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// It answered against the rules, and the rule set has no price for that.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
    /// It had no answer.
    #[error("{seat:?} has no answer")]
    Failed {
        /// Its seat.
        seat: Seat,
        /// What it says.
        source: AgentFailure,
    },
}

impl PlayError {
    /// The seat of the agent whose fault it is.
    #[must_use]
    pub const fn culprit(&self) -> Seat {
        match *self {
            PlayError::Illegal(
                IllegalAction::NotAsked { seat, .. }
                | IllegalAction::NotLegal { seat, .. }
                | IllegalAction::FoulRefused { seat }
                | IllegalAction::Over { seat },
            )
            | PlayError::Failed { seat, .. } => seat,
        }
    }

    /// What its agent did, in words that follow its name.
    #[must_use]
    pub const fn what(&self) -> &'static str {
        match self {
            PlayError::Illegal(_) => "broke the rules",
            PlayError::Failed { .. } => "failed",
        }
    }
}
