//! Answers against the rules: what they are ruled, and carrying rulings out (rules/mcr.md 7).

use super::{
    Deal,
    win::{self, Way},
};
use crate::{
    action::{Action, ActionSet},
    deal::IllegalAction,
    event::{Event, EventSink},
    meld::{Meld, MeldKind},
    rules::FalseHuPolicy,
    ruling::Ruling,
    scoring::Score,
    seat::{Seat, SeatSet},
    settlement::{Outcome, OutcomeKind, foul_payments},
    shape,
    standing::Due,
    table::Phase,
};

impl Deal {
    /// From now on these seats are asked about every live tile, even when passing is all they can do: so that what
    /// they say against the rules is heard at its moment. It changes nothing else.
    pub fn attend(&mut self, seats: SeatSet) {
        self.attended = seats;
    }

    /// Asks the attended seats that have no choice.
    pub(super) fn ask_attended(&mut self, from: Seat) {
        for seat in self.attended.iter().filter(|seat| *seat != from) {
            if !self.pending.contains(seat) {
                self.ask(seat, [Action::Pass].into_iter().collect());
            }
        }
    }

    /// Whether `seat` is asked for nothing but to be heard.
    pub(super) fn is_formality(&self, seat: Seat) -> bool {
        self.attended.contains(seat) && self.legal[seat] == ONLY_PASS
    }

    /// Ends the deal for an illegal answer of `seat`, which pays 10 to each of the others.
    ///
    /// # Errors
    /// When the rule set does not end deals so, or the deal is over.
    pub fn foul(&mut self, seat: Seat, sink: &mut impl EventSink) -> Result<(), IllegalAction> {
        self.check_policy(seat, FalseHuPolicy::Botzone)?;
        let outcome = Outcome { kind: OutcomeKind::Foul { seat }, points: foul_payments(seat) };
        self.end(outcome, Event::Foul { seat }, sink);
        Ok(())
    }

    /// Carries out a ruling on `seat`. The deal goes on: whatever the seat owes, it still has to answer, now perhaps
    /// without the right to win.
    ///
    /// # Errors
    /// When the rule set has no referee, or the deal is over.
    pub fn rule(
        &mut self,
        seat: Seat,
        ruling: Ruling,
        sink: &mut impl EventSink,
    ) -> Result<(), IllegalAction> {
        self.check_policy(seat, FalseHuPolicy::Official)?;
        if ruling.stops_win() {
            self.legal[seat].remove(Action::Hu);
        }
        // The worth of a hand that was shown is paid too; the event alone does not tell it.
        let shown = (ruling == Ruling::HuOnNothing).then(|| self.win_on_live_tile(seat)).flatten();
        self.emit(Event::Ruling { seat, ruling }, sink);
        if let Some((from, score)) = shown {
            let due = Due { from: seat, to: from, amount: score.total() };
            self.table.settle(self.table.standing().after_forced(seat, [due]));
        }
        self.ends_session(sink);
        Ok(())
    }

    fn check_policy(&self, seat: Seat, policy: FalseHuPolicy) -> Result<(), IllegalAction> {
        if self.outcome.is_some() {
            Err(IllegalAction::Over { seat })
        } else if self.table.rules().false_hu != policy {
            Err(IllegalAction::FoulRefused { seat })
        } else {
            Ok(())
        }
    }

    /// What an answer of `seat` that is not legal now is ruled; `None` stands for one that is no action at all.
    ///
    /// A set that the hand does not make is an invalid one; a set that it makes but may not lay out now is an empty
    /// announcement. A hu is judged by how far the hand is from being ready, and without the right to win it is an
    /// empty announcement.
    #[must_use]
    pub fn ruling_on(&self, seat: Seat, answer: Option<Action>) -> Ruling {
        let held = |tile| self.hands[seat].concealed().get(tile);
        let set = |valid: bool| if valid { Ruling::EmptyClaim } else { Ruling::InvalidMeld };
        match answer {
            None | Some(Action::Pass | Action::Discard(_)) => Ruling::Violation,
            Some(Action::Hu) if self.table.rulings().stopped(seat) => Ruling::EmptyClaim,
            Some(Action::Hu) => self.ruling_on_hu(seat),
            Some(action) if !action.is_valid() => Ruling::InvalidMeld,
            Some(Action::Chow { lowest, position }) => {
                let meld = Meld::chow(lowest, position);
                set(meld.tiles().all(|tile| Some(tile) == meld.claimed() || held(tile) > 0))
            }
            Some(Action::Pung(tile)) => set(held(tile) >= 2),
            Some(Action::MeldedKong(tile)) => set(held(tile) >= 3),
            Some(Action::ConcealedKong(tile)) => set(held(tile) == 4),
            Some(Action::AddedKong(tile)) => {
                let mut melds = self.hands[seat].melds().iter();
                set(held(tile) > 0 && melds.any(|m| m.kind() == MeldKind::Pung && m.tile() == tile))
            }
        }
    }

    /// What `seat` would win on the live tile, and whose that is, whether it may or not.
    fn win_on_live_tile(&self, seat: Seat) -> Option<(Seat, Score)> {
        let (tile, from) = self.table.live_tile().filter(|(_, from)| *from != seat)?;
        let robbing = matches!(self.table.phase(), Phase::Rob { .. });
        let way = if robbing { Way::Robbing(from) } else { Way::Discard(from) };
        win::score(&self.table, &self.hands[seat], seat, tile, way).map(|score| (from, score))
    }

    /// The same by the 2012 competition code: what does not fit is 诈和, what has no technical fan 错和; a win that is
    /// refused for the sake of chips is an empty announcement, unless the discarder has none.
    fn session_ruling_on_hu(&self, seat: Seat) -> Ruling {
        let own = self.hands[seat].drawn().filter(|tile| self.hands[seat].waits().contains(*tile));
        let won = match (self.win_on_live_tile(seat), own) {
            (Some((from, score)), _) => Some((Some(from), score)),
            (None, Some(tile)) => win::score(&self.table, &self.hands[seat], seat, tile, Way::SelfDrawn)
                .map(|score| (None, score)),
            (None, None) => None,
        };
        match won {
            None => Ruling::FraudulentHu,
            Some((_, score)) if !score.is_enough(self.table.rules()) => Ruling::FalseHu,
            Some((Some(from), _)) if !self.table.standing().has_chips(from) => Ruling::HuOnNothing,
            Some(_) => Ruling::EmptyClaim,
        }
    }

    fn ruling_on_hu(&self, seat: Seat) -> Ruling {
        if self.table.rules().session.is_some() {
            return self.session_ruling_on_hu(seat);
        }
        let hand = &self.hands[seat];
        match shape::shanten(hand.concealed(), hand.melds().len()) {
            ..=0 => Ruling::FalseHu,
            1 => Ruling::FraudulentHu,
            2.. => Ruling::Disqualified,
        }
    }
}

const ONLY_PASS: ActionSet = {
    let mut only = ActionSet::EMPTY;
    only.insert(Action::Pass);
    only
};
