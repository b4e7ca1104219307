//! A deal from the first tile to its outcome: the one place where the state of the game changes.

mod check;
mod chips;
mod legal;
mod opening;
mod referee;
mod resolve;
mod win;

pub use legal::legal_actions;

use crate::{
    action::{Action, ActionSet},
    event::{Event, EventSink},
    hand::Hand,
    observation::Observation,
    rules::RuleSet,
    seat::{BySeat, Seat, SeatSet},
    settlement::Outcome,
    standing::Standing,
    table::{Phase, Table},
    tile::Tile,
    wall::Wall,
    wind::Wind,
};

/// One deal. It always stands at a decision or is over; what nobody decides (draws, flowers, passes of seats with
/// nothing to claim) happens by itself.
///
/// ```
/// use mcr_engine::{Action, Deal, RuleSet, Wall, Wind};
/// let rules = RuleSet::MCR;
/// let mut events = Vec::new();
/// let mut deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, 0), &mut events);
/// while let Some(seat) = deal.pending().first() {
///     // The first legal action: pass where it can, else the lowest discard.
///     let action = deal.legal(seat).nth(0).unwrap();
///     deal.apply(seat, action, &mut events).unwrap();
/// }
/// let outcome = deal.outcome().unwrap();
/// assert_eq!(outcome.points.0.iter().sum::<i32>(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Deal {
    table: Table,
    hands: BySeat<Hand>,
    wall: Wall,
    /// Seats that still owe an answer, each with a non-empty legal set.
    pending: SeatSet,
    legal: BySeat<ActionSet>,
    /// Answers to the live tile while any is pending; `Pass` where none was due.
    answers: BySeat<Action>,
    decisions: BySeat<u16>,
    /// Seats that are asked about every live tile.
    attended: SeatSet,
    /// How the players of a session stand after a win. The events of a deal do not tell, since they leave out what a
    /// hand is worth.
    closing: Option<Standing>,
    outcome: Option<Outcome>,
}

/// Why an answer is not accepted. The deal stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// The seat is not asked now.
    #[error("{seat:?} answered {action:?}, but owes no answer in phase {phase:?}")]
    NotAsked {
        /// Who answered.
        seat: Seat,
        /// What.
        action: Action,
        /// Where the deal stands.
        phase: Phase,
    },
    /// The seat may not do this.
    #[error("{seat:?} answered {action:?} in phase {phase:?}; legal are {legal:?}")]
    NotLegal {
        /// Who answered.
        seat: Seat,
        /// What.
        action: Action,
        /// Where the deal stands.
        phase: Phase,
        /// What it may do.
        legal: ActionSet,
    },
    /// The rule set refuses illegal answers instead of punishing them.
    #[error("{seat:?} fouled, but the rule set does not end a deal for that")]
    FoulRefused {
        /// Who answered.
        seat: Seat,
    },
    /// The deal has ended.
    #[error("{seat:?} answered after the end of the deal")]
    Over {
        /// Who answered.
        seat: Seat,
    },
}

impl Deal {
    /// Deals from `wall`, replaces flowers and draws the dealer's 14th tile: east is to act.
    ///
    /// # Panics
    /// When the wall was not built for these rules.
    #[must_use]
    pub fn new(rules: &RuleSet, prevalent: Wind, wall: Wall, sink: &mut impl EventSink) -> Deal {
        Deal::on(Table::new(rules, prevalent), wall, sink)
    }

    /// The same in the middle of a session, where the players stand so.
    ///
    /// # Panics
    /// As [`Deal::new`].
    #[must_use]
    pub fn in_session(
        rules: &RuleSet,
        prevalent: Wind,
        wall: Wall,
        standing: Standing,
        sink: &mut impl EventSink,
    ) -> Deal {
        Deal::on(Table::new(rules, prevalent).with_standing(standing), wall, sink)
    }

    fn on(table: Table, mut wall: Wall, sink: &mut impl EventSink) -> Deal {
        let rules = table.rules();
        assert!(wall.fits(rules), "a wall of {} tiles for {rules:?}", wall.tiles().len());
        let dealt = wall.deal_thirteen_each();
        let hands = BySeat::from_fn(|seat| Hand::unready(rules.shapes(), &dealt[seat]));
        let mut deal = Deal::at(table, hands, wall);
        deal.open(&dealt, sink);
        deal
    }

    /// A deal that stands where `table` does, nobody asked yet.
    fn at(table: Table, hands: BySeat<Hand>, wall: Wall) -> Deal {
        Deal {
            table,
            hands,
            wall,
            pending: SeatSet::EMPTY,
            legal: BySeat::default(),
            answers: BySeat([Action::Pass; 4]),
            decisions: BySeat::default(),
            attended: SeatSet::EMPTY,
            closing: None,
            outcome: None,
        }
    }

    /// A validated position (see [`crate::Setup`]); asks whoever has to answer in it.
    pub(crate) fn resume(table: Table, hands: BySeat<Hand>, wall: Wall, sink: &mut impl EventSink) -> Deal {
        let mut deal = Deal::at(table, hands, wall);
        match deal.table.phase() {
            Phase::Turn { seat } => deal.ask_turn(seat),
            Phase::AfterClaim { seat } => deal.ask_discard(seat),
            Phase::Claim { tile, from } => deal.ask_claims(tile, from, sink),
            Phase::Rob { tile, from } => deal.ask_robbers(tile, from, sink),
            Phase::Dealing | Phase::Over => {}
        }
        deal
    }

    /// The seats that still owe an answer; empty when the deal is over.
    ///
    /// With a live tile these are the seats that could claim it; in its own turn a seat is always asked.
    #[must_use]
    pub const fn pending(&self) -> SeatSet {
        self.pending
    }

    /// What `seat` may answer, exactly; empty when it owes no answer.
    #[must_use]
    pub fn legal(&self, seat: Seat) -> ActionSet {
        self.legal[seat]
    }

    /// How the deal ended; `None` while it goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// How the players of a session stand, a win included. All zero where there are no sessions.
    #[must_use]
    pub fn standing(&self) -> &Standing {
        self.closing.as_ref().unwrap_or(self.table.standing())
    }

    /// What everybody sees.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// What `seat` holds. For those who may see everything; an agent is given [`Deal::observe`].
    #[must_use]
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat]
    }

    /// The wall, with what is left of it. For those who may see everything.
    #[must_use]
    pub const fn wall(&self) -> &Wall {
        &self.wall
    }

    /// How many decisions `seat` has taken.
    #[must_use]
    pub fn decisions(&self, seat: Seat) -> u32 {
        u32::from(self.decisions[seat])
    }

    /// What `seat` knows.
    #[must_use]
    pub fn observe(&self, seat: Seat) -> Observation<'_> {
        Observation::new(seat, &self.table, &self.hands[seat], &self.legal[seat], self.decisions(seat))
    }

    /// Takes `seat`'s answer. Answers to a live tile are collected until every pending seat has given one, then the
    /// best is carried out.
    ///
    /// # Errors
    /// When the answer is not in [`Deal::legal`]; nothing changes then.
    pub fn apply(
        &mut self,
        seat: Seat,
        action: Action,
        sink: &mut impl EventSink,
    ) -> Result<(), IllegalAction> {
        // A discard is by far the most frequent answer.
        if let Action::Discard(tile) = action {
            if !self.legal[seat].discards().contains(tile) {
                return Err(self.refusal(seat, action));
            }
            self.take_answer(seat);
            self.discard(seat, tile, sink);
            return Ok(());
        }
        if !action.is_valid() || !self.legal[seat].contains(action) {
            return Err(self.refusal(seat, action));
        }
        self.take_answer(seat);
        match self.table.phase() {
            Phase::Claim { .. } | Phase::Rob { .. } => {
                self.answers[seat] = action;
                if self.pending.is_empty() {
                    self.resolve(sink);
                }
            }
            _ => self.declare(seat, action, sink),
        }
        Ok(())
    }

    fn take_answer(&mut self, seat: Seat) {
        self.pending.remove(seat);
        self.decisions[seat] += u16::from(!self.is_formality(seat));
        self.legal[seat] = ActionSet::EMPTY;
    }

    #[cold]
    fn refusal(&self, seat: Seat, action: Action) -> IllegalAction {
        let (phase, legal) = (self.table.phase(), self.legal[seat]);
        if phase == Phase::Over {
            IllegalAction::Over { seat }
        } else if legal.is_empty() {
            IllegalAction::NotAsked { seat, action, phase }
        } else {
            IllegalAction::NotLegal { seat, action, phase, legal }
        }
    }

    /// Asks `seat`, which has drawn and can always discard.
    #[inline]
    fn ask_turn(&mut self, seat: Seat) {
        self.legal[seat] = legal::turn_actions(&self.table, &self.hands[seat], seat);
        self.pending.insert(seat);
    }

    /// Asks `seat`, which has taken a chow or pung.
    fn ask_discard(&mut self, seat: Seat) {
        self.ask(seat, legal::claim_discards(&self.table, &self.hands[seat], seat));
    }

    fn ask(&mut self, seat: Seat, legal: ActionSet) {
        if !legal.is_empty() {
            self.legal[seat] = legal;
            self.pending.insert(seat);
        }
    }

    /// Asks every seat that can do something with the discard; if none can, the next seat draws.
    fn ask_claims(&mut self, tile: Tile, from: Seat, sink: &mut impl EventSink) {
        for seat in from.others() {
            if legal::may_claim(&self.hands[seat], seat, tile, from) {
                self.ask(seat, legal::claims(&self.table, &self.hands[seat], seat, tile, from));
            }
        }
        if !self.waits_for_answers(from) {
            self.draw(from.next(), sink);
        }
    }

    /// Asks every seat that can rob the added kong; if none can, it is made.
    fn ask_robbers(&mut self, tile: Tile, from: Seat, sink: &mut impl EventSink) {
        for seat in from.others() {
            self.ask(seat, legal::robbing(&self.table, &self.hands[seat], seat, tile, from));
        }
        if !self.waits_for_answers(from) {
            self.pass_over(sink);
        }
    }

    /// Whether anybody owes an answer to the live tile of `from`.
    fn waits_for_answers(&mut self, from: Seat) -> bool {
        if !self.attended.is_empty() {
            self.ask_attended(from);
        }
        if !self.pending.is_empty() {
            self.answers = BySeat([Action::Pass; 4]);
        }
        !self.pending.is_empty()
    }

    /// Makes an event true and public. Inlined, since every caller knows which event it is.
    #[inline(always)]
    fn emit(&mut self, event: Event, sink: &mut impl EventSink) {
        self.table.update(event);
        sink.record(event);
        self.check(event);
    }

    fn end(&mut self, mut outcome: Outcome, event: Event, sink: &mut impl EventSink) {
        if self.table.rules().session.is_some() {
            outcome.points = self.standing().gained(self.table.standing_before());
        } else {
            for (seat, points) in self.table.rulings().payments().iter() {
                outcome.points[seat] += points;
            }
        }
        self.pending = SeatSet::EMPTY;
        self.legal = BySeat::default();
        self.outcome = Some(outcome);
        self.emit(event, sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_is_small_enough_to_clone_freely() {
        assert_eq!(std::mem::size_of::<Table>(), 412);
        assert_eq!(std::mem::size_of::<Hand>(), 64);
        assert!(std::mem::size_of::<Deal>() <= 1200);
    }
}
