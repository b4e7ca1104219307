//! Looking ahead to the seat's next decision in an imagined deal, for a [`Mind`](super::Mind) to judge it.
//!
//! A mind values what it has learned to value: views in which the seat is asked. So the deal is played on until it is asked
//! again, the others by [`Heuristic`]. Imagined hands are hardly ever ready, so that what others win until then is not left to
//! them: they never win, and the chances that they would have are weighed as they are when `mc` has no network, by `Danger` for
//! the own discard and by [`Endings`](super::endings::Endings) for their turns.

use super::solo::Start;
use crate::{agent::Agent, heuristic::Heuristic};
use mcr_engine::{Action, Deal, DecisionRng, Moment, Observation, Seat};

/// What looking ahead from one decision starts from.
pub(super) struct Ahead<'a> {
    start: &'a Start<'a>,
    others: Heuristic,
}

/// An imagined deal in which the seat is asked, or which is over.
pub(super) struct Leaf {
    deal: Deal,
    /// Points that others' wins on the way are expected to cost.
    lost: f64,
    /// Chance that there were none.
    alive: f64,
}

impl<'a> Ahead<'a> {
    pub(super) fn new(start: &'a Start<'a>, others: Heuristic) -> Ahead<'a> {
        Ahead { start, others }
    }

    fn me(&self) -> Seat {
        self.start.view.seat()
    }

    /// `world` after the seat's `action`.
    pub(super) fn leaf(&mut self, world: &Deal, action: Action) -> Leaf {
        let mut leaf = Leaf { deal: world.clone(), lost: 0.0, alive: 1.0 };
        if let Action::Discard(tile) = action {
            let danger = f64::from(self.start.danger.of(tile.index(), self.start.outlook.unseen(), 0));
            leaf.lost += danger * self.start.endings.loss_by_discard();
            leaf.alive -= danger;
        }
        let mut answer = (self.me(), action);
        // Everything answered is legal in this deal, so that it goes on or ends.
        while leaf.deal.apply(answer.0, answer.1, &mut ()).is_ok() {
            let pending = leaf.deal.pending();
            let Some(seat) = pending.first().filter(|_| !pending.contains(self.me())) else { break };
            answer = (seat, self.answer(&mut leaf, seat));
        }
        leaf
    }

    /// What `seat` does if it does not win.
    fn answer(&mut self, leaf: &mut Leaf, seat: Seat) -> Action {
        let view = leaf.deal.observe(seat);
        let action = if view.legal().contains(Action::Hu) {
            instead_of_a_win(&view)
        } else {
            // The heuristic draws no random numbers.
            self.others.act(&view, &mut DecisionRng::new(0, 0)).action
        };
        if matches!(action, Action::Discard(_)) {
            let ending = self.start.endings.of(self.me().steps_to(seat) - 1, 0);
            let by_draw = ending.own_draw * self.start.endings.loss_by_draw();
            leaf.lost += leaf.alive * (by_draw + ending.on_discard * self.start.endings.base_loss());
            leaf.alive *= 1.0 - ending.own_draw - ending.on_discard;
        }
        action
    }
}

impl Leaf {
    /// The view that is to be valued, when the deal is not over.
    pub(super) fn view(&self, seat: Seat) -> Option<Observation<'_>> {
        self.deal.pending().contains(seat).then(|| self.deal.observe(seat))
    }

    /// Points that `seat` may expect, when its view, if there is one, is worth `value`.
    pub(super) fn points(&self, seat: Seat, value: Option<f32>) -> f64 {
        let over = || self.deal.outcome().map_or(0.0, |outcome| f64::from(outcome.points[seat]));
        self.alive * value.map_or_else(over, f64::from) - self.lost
    }
}

/// Passing, or discarding the tile that would have won.
fn instead_of_a_win(view: &Observation<'_>) -> Action {
    let drawn = view.hand().drawn().map(Action::Discard);
    let other = match view.moment() {
        Moment::Turn | Moment::AfterClaim => drawn,
        _ => Some(Action::Pass),
    };
    let legal = view.legal();
    let first = || legal.iter().find(|action| *action != Action::Hu);
    other.filter(|action| legal.contains(*action)).or_else(first).unwrap_or(Action::Hu)
}
