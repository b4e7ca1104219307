//! A recorded deal played again: the wall and the answers give the same events and the same outcome.

use crate::{
    action::Action,
    deal::{Deal, IllegalAction},
    event::Event,
    rules::RuleSet,
    seat::{Seat, SeatSet},
    settlement::Outcome,
    wall::Wall,
    wind::Wind,
};

/// What a replayed deal gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    /// Everything that happened.
    pub events: Vec<Event>,
    /// How it ended.
    pub outcome: Outcome,
}

/// Why a record cannot be replayed; steps are counted from 0.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReplayError {
    /// The wall is not one of these rules.
    #[error("the wall has {found} tiles laid out {layout:?}, not as the rule set says")]
    Wall {
        /// Its tiles.
        found: usize,
        /// Its layout.
        layout: crate::rules::WallLayout,
    },
    /// An answer is not accepted.
    #[error("step {step}: {error}")]
    Step {
        /// Which answer.
        step: usize,
        /// Why not.
        error: IllegalAction,
    },
    /// The answers end before the deal does.
    #[error("after {steps} steps the deal still waits for {waiting:?}")]
    Unfinished {
        /// How many answers there were.
        steps: usize,
        /// Who would have to answer.
        waiting: SeatSet,
    },
}

/// Plays `answers` in order from the first tile to the end of the deal.
///
/// # Errors
/// When an answer is illegal at its moment, when answers follow the end, or when they do not reach it.
///
/// ```
/// use mcr_engine::{Deal, RuleSet, Wall, Wind, replay};
/// let rules = RuleSet::MCR;
/// let wall = Wall::shuffled(&rules, 1, 0);
/// let (mut events, mut answers) = (Vec::new(), Vec::new());
/// let mut deal = Deal::new(&rules, Wind::East, wall.clone(), &mut events);
/// while let Some(seat) = deal.pending().first() {
///     let action = deal.legal(seat).nth(0).unwrap();
///     answers.push((seat, action));
///     deal.apply(seat, action, &mut events).unwrap();
/// }
/// let again = replay(&rules, Wind::East, &wall, answers.iter().copied()).unwrap();
/// assert_eq!(again.events, events);
/// assert_eq!(Some(&again.outcome), deal.outcome());
/// ```
pub fn replay(
    rules: &RuleSet,
    prevalent: Wind,
    wall: &Wall,
    answers: impl IntoIterator<Item = (Seat, Action)>,
) -> Result<Replayed, ReplayError> {
    let mut replay = Replay::new(rules, prevalent, wall)?;
    for (seat, action) in answers {
        replay.step(seat, action)?;
    }
    replay.finish()
}

/// A deal being played again step by step.
#[derive(Clone, Debug)]
pub struct Replay {
    deal: Deal,
    events: Vec<Event>,
    steps: usize,
}

impl Replay {
    /// At the first decision.
    ///
    /// # Errors
    /// When the wall is not one of these rules.
    pub fn new(rules: &RuleSet, prevalent: Wind, wall: &Wall) -> Result<Replay, ReplayError> {
        if !wall.fits(rules) {
            return Err(ReplayError::Wall { found: wall.tiles().len(), layout: wall.layout() });
        }
        let mut events = Vec::new();
        let deal = Deal::new(rules, prevalent, *wall, &mut events);
        Ok(Replay { deal, events, steps: 0 })
    }

    /// The deal as it stands.
    #[must_use]
    pub const fn deal(&self) -> &Deal {
        &self.deal
    }

    /// What has happened so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Takes the next answer.
    ///
    /// # Errors
    /// When it is not legal now.
    pub fn step(&mut self, seat: Seat, action: Action) -> Result<(), ReplayError> {
        let step = self.steps;
        self.deal.apply(seat, action, &mut self.events).map_err(|error| ReplayError::Step { step, error })?;
        self.steps += 1;
        Ok(())
    }

    /// The next answer was illegal and ended the deal.
    ///
    /// # Errors
    /// When the rule set does not end deals so, or it is over.
    pub fn foul(&mut self, seat: Seat) -> Result<(), ReplayError> {
        let step = self.steps;
        self.deal.foul(seat, &mut self.events).map_err(|error| ReplayError::Step { step, error })?;
        self.steps += 1;
        Ok(())
    }

    /// What the whole deal gave.
    ///
    /// # Errors
    /// When it is not over.
    pub fn finish(self) -> Result<Replayed, ReplayError> {
        match self.deal.outcome() {
            Some(outcome) => Ok(Replayed { outcome: *outcome, events: self.events }),
            None => Err(ReplayError::Unfinished { steps: self.steps, waiting: self.deal.pending() }),
        }
    }
}
