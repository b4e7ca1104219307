//! Carrying out answers: discards, kongs, claims by priority, wins, draws and the end of the wall.

use super::{
    Deal, chips, legal,
    win::{self, Way},
};
use crate::{
    action::Action,
    event::{Event, EventSink},
    meld::Meld,
    rules::RobbedByThree,
    seat::{BySeat, Seat},
    settlement::{Outcome, OutcomeKind, win_payments},
    table::{Hung, Phase},
    tile::Tile,
};

impl Deal {
    /// Carries out a discard of the seat whose turn it is.
    pub(super) fn discard(&mut self, seat: Seat, tile: Tile, sink: &mut impl EventSink) {
        if self.table.rules().session.is_some() && self.table.hung(seat) == Hung::Announced {
            self.hang(seat, tile, sink);
        }
        if self.table.rules().scoring.declares_ready() && !self.table.declared_ready(seat) {
            self.declare_ready(seat, tile, sink);
        }
        let drawn = self.hands[seat].discard(tile);
        self.emit(Event::Discard { seat, tile, drawn }, sink);
        if self.ends_session(sink) {
            return;
        }
        self.ask_claims(tile, seat, sink);
    }

    /// The first discard that leaves a hand ready declares it.
    #[cold]
    fn declare_ready(&mut self, seat: Seat, tile: Tile, sink: &mut impl EventSink) {
        let mut after = self.hands[seat];
        after.discard(tile);
        if !after.waits().is_empty() {
            self.emit(Event::Ready { seat }, sink);
        }
    }

    /// Carries out a win or kong of the seat whose turn it is.
    pub(super) fn declare(&mut self, seat: Seat, action: Action, sink: &mut impl EventSink) {
        match action {
            Action::Hu => {
                if let Some(tile) = self.hands[seat].drawn() {
                    self.win(seat, tile, Way::SelfDrawn, sink);
                }
            }
            Action::ConcealedKong(tile) => {
                self.hands[seat].concealed_kong(tile);
                self.emit(Event::ConcealedKong { seat, tile: Some(tile) }, sink);
                self.draw_replacement(seat, sink);
            }
            Action::AddedKong(tile) => {
                self.hands[seat].announce_added_kong(tile);
                self.emit(Event::AddedKong { seat, tile }, sink);
                self.ask_robbers(tile, seat, sink);
            }
            // Hang the tile that the discard keeps: which discard is asked next.
            Action::Pass => {
                self.emit(Event::Hang { seat, tile: None }, sink);
                self.ask(seat, legal::legal_actions(&self.table, &self.hands[seat], seat));
            }
            // Never legal in the own turn; discards come by `discard`.
            Action::Discard(_) | Action::Chow { .. } | Action::Pung(_) | Action::MeldedKong(_) => {}
        }
    }

    /// Carries out the best answer to the live tile: hu before pung and kong before chow, of several hu the one
    /// nearest in turn order (rules/mcr.md 1.5).
    pub(super) fn resolve(&mut self, sink: &mut impl EventSink) {
        let Some((tile, from)) = self.table.live_tile() else { return };
        match best_claim(&self.answers, from) {
            None => self.pass_over(sink),
            Some((seat, Action::Hu)) => {
                let robbing = matches!(self.table.phase(), Phase::Rob { .. });
                let way = if robbing { Way::Robbing(from) } else { Way::Discard(from) };
                if robbing && self.voids_robbing(from) {
                    self.void(tile, sink);
                } else if self.table.rules().session.is_some() {
                    let won = |seat: &Seat| self.answers[*seat] == Action::Hu;
                    let winners: Vec<Seat> = from.others().into_iter().filter(won).collect();
                    self.win_chips(&winners, tile, way, sink);
                } else {
                    self.win(seat, tile, way, sink);
                }
            }
            Some((seat, action)) => self.claim(seat, action, sink),
        }
    }

    /// Whether the rule set has no winner when all three others rob the kong of `from`, and they do.
    fn voids_robbing(&self, from: Seat) -> bool {
        self.table.rules().robbed_by_three == RobbedByThree::Void
            && from.others().into_iter().all(|seat| self.answers[seat] == Action::Hu)
    }

    /// Nobody takes the live tile: the next seat draws, or the added kong is made.
    pub(super) fn pass_over(&mut self, sink: &mut impl EventSink) {
        match self.table.phase() {
            Phase::Claim { from, .. } => self.draw(from.next(), sink),
            Phase::Rob { tile, from } => {
                // The table takes the kong for made when it sees the replacement.
                self.hands[from].complete_added_kong(tile);
                self.draw_replacement(from, sink);
            }
            _ => {}
        }
    }

    fn claim(&mut self, seat: Seat, action: Action, sink: &mut impl EventSink) {
        let offer = self.table.offer_to(seat);
        let (meld, event) = match action {
            Action::Chow { lowest, position } => {
                (Meld::chow(lowest, position), Event::Chow { seat, lowest, position })
            }
            Action::Pung(tile) => (Meld::pung(tile, offer), Event::Pung { seat, tile }),
            Action::MeldedKong(tile) => (Meld::melded_kong(tile, offer), Event::MeldedKong { seat, tile }),
            _ => return,
        };
        self.hands[seat].claim(meld);
        self.emit(event, sink);
        if meld.is_kong() {
            self.draw_replacement(seat, sink);
        } else {
            self.ask_discard(seat);
        }
    }

    /// The next draw in turn, flowers replaced.
    pub(super) fn draw(&mut self, seat: Seat, sink: &mut impl EventSink) {
        let Some(tile) = self.wall.draw(seat) else { return self.exhaust(sink) };
        self.emit(Event::Draw { seat, tile: Some(tile) }, sink);
        if self.receive(seat, tile, sink) {
            self.ask_turn(seat);
        }
    }

    /// The replacement for a kong, flowers replaced.
    fn draw_replacement(&mut self, seat: Seat, sink: &mut impl EventSink) {
        if self.ends_session(sink) {
            return;
        }
        let Some(tile) = self.wall.replace(seat) else { return self.exhaust(sink) };
        self.emit(Event::Replacement { seat, tile: Some(tile) }, sink);
        // An added kong is paid for when it is made, which is now: the tile is drawn, and nothing follows it.
        if self.session_is_over() {
            if tile.is_flower() {
                self.emit(Event::Flower { seat, tile }, sink);
            } else {
                self.hands[seat].draw(tile);
            }
            self.ends_session(sink);
            return;
        }
        if self.receive(seat, tile, sink) {
            self.ask_turn(seat);
        }
    }

    /// Puts a drawn tile, or what replaces it when it is a flower, into the hand; `false` when the wall ends the deal.
    #[inline]
    pub(super) fn receive(&mut self, seat: Seat, tile: Tile, sink: &mut impl EventSink) -> bool {
        let tile = if tile.is_flower() { self.replace_flower(seat, tile, sink) } else { Some(tile) };
        if let Some(tile) = tile {
            self.hands[seat].draw(tile);
        }
        tile.is_some()
    }

    /// Lays out `flower` and draws until no flower comes; `None` when the wall runs out, which ends the deal
    /// (rules/mcr.md 1.7).
    pub(super) fn replace_flower(
        &mut self,
        seat: Seat,
        mut flower: Tile,
        sink: &mut impl EventSink,
    ) -> Option<Tile> {
        loop {
            self.emit(Event::Flower { seat, tile: flower }, sink);
            // Dealing is finished first: until the first decision nothing ends.
            if self.decisions.0 != [0; 4] && self.ends_session(sink) {
                return None;
            }
            let Some(tile) = self.wall.replace(seat) else {
                self.exhaust(sink);
                return None;
            };
            self.emit(Event::Replacement { seat, tile: Some(tile) }, sink);
            if !tile.is_flower() {
                return Some(tile);
            }
            flower = tile;
        }
    }

    fn win(&mut self, winner: Seat, tile: Tile, way: Way, sink: &mut impl EventSink) {
        if self.table.rules().session.is_some() {
            return self.win_chips(&[winner], tile, way, sink);
        }
        let Some(score) = win::score(&self.table, &self.hands[winner], winner, tile, way) else { return };
        let payer = way.payer();
        let robbed = matches!(way, Way::Robbing(_));
        let points = win_payments(self.table.rules(), winner, payer, robbed, score.total());
        let kind = OutcomeKind::Win { winner, payer, tile, robbed, score, also: [None; 2] };
        self.end(Outcome { kind, points }, Event::Hu { seat: winner, tile }, sink);
    }

    /// One or more wins that are paid in chips, in turn order after who gives the tile.
    fn win_chips(&mut self, winners: &[Seat], tile: Tile, way: Way, sink: &mut impl EventSink) {
        let mut standing = *self.table.standing();
        let mut wins = winners.iter().filter_map(|seat| {
            let hand = &self.hands[*seat];
            let score = win::score(&self.table, hand, *seat, tile, way)?;
            standing = standing.after(chips::dues(&self.table, hand, *seat, way, &score));
            Some((*seat, score))
        });
        let Some((winner, score)) = wins.next() else { return };
        let also = [wins.next(), wins.next()];
        self.closing = Some(standing);
        let (payer, robbed) = (way.payer(), matches!(way, Way::Robbing(_)));
        let kind = OutcomeKind::Win { winner, payer, tile, robbed, score, also };
        let outcome = Outcome { kind, points: BySeat::default() };
        self.end(outcome, Event::Hu { seat: winner, tile }, sink);
        for (seat, _) in also.into_iter().flatten() {
            self.emit(Event::Hu { seat, tile }, sink);
        }
    }

    /// Whether an instant payment has left two players without chips.
    #[inline]
    fn session_is_over(&self) -> bool {
        self.table.rules().session.is_some() && self.table.standing().is_over()
    }

    /// Ends the deal when the session is over.
    #[inline]
    pub(super) fn ends_session(&mut self, sink: &mut impl EventSink) -> bool {
        let over = self.session_is_over();
        if over {
            let outcome = Outcome { kind: OutcomeKind::SessionOver, points: BySeat::default() };
            self.end(outcome, Event::SessionOver, sink);
        }
        over
    }

    /// Shows the tile that `discard` leaves.
    #[cold]
    fn hang(&mut self, seat: Seat, discard: Tile, sink: &mut impl EventSink) {
        let kept = self.hands[seat].concealed().without(discard).iter().next();
        self.emit(Event::Hang { seat, tile: kept }, sink);
    }

    #[cold]
    fn void(&mut self, tile: Tile, sink: &mut impl EventSink) {
        let outcome = Outcome { kind: OutcomeKind::Void { tile }, points: BySeat::default() };
        self.end(outcome, Event::Void, sink);
    }

    fn exhaust(&mut self, sink: &mut impl EventSink) {
        let outcome = Outcome { kind: OutcomeKind::Exhausted, points: BySeat::default() };
        self.end(outcome, Event::Exhausted, sink);
    }
}

/// The answer that is carried out, `None` when all pass.
fn best_claim(answers: &BySeat<Action>, from: Seat) -> Option<(Seat, Action)> {
    let mut best = None;
    let mut best_rank = 0;
    for seat in from.others() {
        let action = answers[seat];
        let rank = match action {
            Action::Hu => 3,
            Action::Pung(_) | Action::MeldedKong(_) => 2,
            Action::Chow { .. } => 1,
            _ => 0,
        };
        // Of equals the nearest stays.
        if rank > best_rank {
            (best, best_rank) = (Some((seat, action)), rank);
        }
    }
    best
}
