//! What an agent thinks of a decision, for people who learn or debug with it.

use mcr_engine::{Action, TileCounts, scoring::Fan};

/// An agent's view of one decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// The actions it compared, best first.
    pub candidates: Vec<Thought>,
    /// What it plays for if it takes the first of them, most valuable first.
    pub routes: Vec<Route>,
}

/// One action as the agent sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The action.
    pub action: Action,
    /// Points it is expected to bring, by the agent's own measure; nothing for actions it does not compare.
    pub value: Option<f32>,
    /// Chance that the discard is somebody's winning tile, 0 to 1.
    pub danger: Option<f32>,
    /// Guesses at the future it was tried in, and the standard error of its lead over the favourite in them.
    pub trials: Option<(u32, f32)>,
}

impl Thought {
    /// An action with its value and nothing else.
    #[must_use]
    pub const fn new(action: Action, value: f32) -> Thought {
        Thought { action, value: Some(value), danger: None, trials: None }
    }
}

/// Hands with the same main fan that a seat may reach.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The most valuable fan.
    pub fan: Fan,
    /// How many different hands.
    pub hands: usize,
    /// Fewest missing tiles among them.
    pub missing: u32,
    /// The most valuable one, melds included.
    pub example: TileCounts,
    /// What it lacks.
    pub lack: TileCounts,
    /// What it scores on a discard, as far as is known before the last tile comes.
    pub points: u16,
    /// The sum of the hands' chances, as rough as the agent makes them; hands overlap, so it may pass 1.
    pub chance: f32,
    /// The sum of the hands' values, in points.
    pub value: f32,
}
