//! Games of the engine as records, ready to be written in a foreign format.

use super::record::{Answer, Ending, GameRecord, LoggedWin, Said, Source, Step};
use mcr_engine::{
    Action, BySeat, Deal, Event, Outcome, OutcomeKind, RuleSet, Seat, Tile, Wall, WallLayout, Wind,
};

/// A game could not be written in a foreign format.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The format cannot say this.
    #[error("the format has no words for {event:?}")]
    NoWords {
        /// What happened.
        event: Event,
    },
    /// The format knows only the games of the online league.
    #[error("rules {0:?}, expected a wall for each seat and no flowers")]
    Rules(RuleSet),
    /// Writing failed.
    #[error("cannot write: {0}")]
    Write(#[from] std::io::Error),
}

/// Plays a deal on `wall` and keeps it as a record. `choose` answers for a seat that is asked; an answer that is not
/// legal is a foul.
///
/// # Errors
/// When the rules are not those of the online league.
pub fn record_deal(
    source: Source,
    rules: RuleSet,
    prevalent: Wind,
    wall: Wall,
    mut choose: impl FnMut(&Deal, Seat) -> Said,
) -> Result<GameRecord, ExportError> {
    if rules.flowers || rules.wall != WallLayout::PerSeat {
        return Err(ExportError::Rules(rules));
    }
    let tiles = wall.tiles().to_vec();
    let mut recorder = Recorder { steps: Vec::new(), answers: Vec::new(), events: Vec::new() };
    let mut deal = Deal::new(&rules, prevalent, wall, &mut recorder.events);
    recorder.keep();
    let outcome = loop {
        if let Some(outcome) = deal.outcome() {
            break *outcome;
        }
        recorder.ask(&mut deal, &mut choose)?;
        recorder.keep();
    };
    Ok(GameRecord {
        source,
        rules,
        prevalent,
        known: BySeat([34; 4]),
        dealt: dealt(&tiles),
        wall: tiles,
        dealt_at: 0,
        steps: recorder.steps,
        ending: ending(&outcome),
    })
}

/// What each seat is dealt: 13 tiles from the end of its segment (rules/mcr.md 6.4).
pub(crate) fn dealt(wall: &[Tile]) -> BySeat<[Tile; 13]> {
    BySeat::from_fn(|seat| std::array::from_fn(|i| wall[34 * (seat.index() + 1) - 1 - i]))
}

pub(crate) fn ending(outcome: &Outcome) -> Ending {
    let win = match &outcome.kind {
        OutcomeKind::Win { score, .. } => {
            Some(LoggedWin { at: 0, total: i32::from(score.total()), fans: score.fans().collect() })
        }
        OutcomeKind::Exhausted
        | OutcomeKind::Void { .. }
        | OutcomeKind::SessionOver
        | OutcomeKind::Foul { .. } => None,
    };
    Ending { at: 0, points: outcome.points, win }
}

struct Recorder {
    steps: Vec<Step>,
    /// Answers of the present moment that were no passes.
    answers: Vec<Answer>,
    events: Vec<Event>,
}

impl Recorder {
    /// Asks every seat that owes an answer.
    fn ask(
        &mut self,
        deal: &mut Deal,
        choose: &mut impl FnMut(&Deal, Seat) -> Said,
    ) -> Result<(), ExportError> {
        for seat in deal.pending().iter() {
            let said = choose(deal, seat);
            match said {
                Said::Act(action) if deal.legal(seat).contains(action) => {
                    if action != Action::Pass {
                        self.answers.push(Answer::act(seat, action));
                    }
                    deal.apply(seat, action, &mut self.events)
                        .map_err(|_| ExportError::Rules(*deal.observe(seat).rules()))?;
                }
                said => {
                    // The other answers of this moment no longer matter.
                    self.answers = vec![Answer { seat, said, discard: None }];
                    deal.foul(seat, &mut self.events)
                        .map_err(|_| ExportError::Rules(*deal.observe(seat).rules()))?;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Keeps what happened; the answers led to the first of it.
    fn keep(&mut self) {
        for event in self.events.drain(..) {
            let mut answers = std::mem::take(&mut self.answers);
            answers.sort_by_key(|answer| answer.seat);
            self.steps.push(Step { at: 0, event, answers, can_hu: None, left: None });
        }
    }
}
