//! From values to one action.

use super::{danger::Danger, outlook::Outlook, params::Params, value::Values};
use crate::belief::Belief;
use mcr_engine::{Action, Meld, Melds, Moment, Observation, Offer, Tile, TileCounts, TileSet, WallLayout};

/// An action with the points it is expected to bring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The action.
    pub action: Action,
    /// Points it is expected to bring; 0 for a win, which is not compared with anything.
    pub value: f32,
}

/// Who is told what a judge finds.
pub(super) trait Audience {
    /// An action and its worth; of equal ones the better comes last.
    fn action(&mut self, candidate: Candidate);

    /// What the hand is worth as it is, before any action.
    fn hand(&mut self, _values: Values) {}
}

impl<F: FnMut(Candidate)> Audience for F {
    fn action(&mut self, candidate: Candidate) {
        self(candidate);
    }
}

/// One seat's view with what is computed once a decision.
pub(super) struct Judge<'a> {
    view: &'a Observation<'a>,
    outlook: Outlook<'a>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(view: &'a Observation<'a>, params: &'a Params) -> Judge<'a> {
        Judge { view, outlook: Outlook::of(view, params) }
    }

    /// With what is believed of the others.
    pub(super) fn believing(self, belief: Option<&'a Belief>) -> Judge<'a> {
        Judge { outlook: self.outlook.believing(belief), ..self }
    }

    /// The best action.
    pub(super) fn choose(&self) -> Candidate {
        let mut best = Candidate { action: Action::Pass, value: f32::MIN };
        // The later of equals, so that honors leave first.
        self.each(&mut |candidate: Candidate| {
            if candidate.value >= best.value {
                best = candidate;
            }
        });
        best
    }

    /// Every action worth a thought, best first.
    pub(super) fn rank(&self) -> Vec<Candidate> {
        let mut all = Vec::new();
        self.each(&mut |candidate: Candidate| all.push(candidate));
        all.reverse();
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all
    }

    /// Gives every action with its value.
    pub(super) fn each(&self, take: &mut impl Audience) {
        if self.view.legal().contains(Action::Hu) {
            return take.action(Candidate { action: Action::Hu, value: 0.0 });
        }
        match self.view.moment() {
            Moment::Turn | Moment::AfterClaim => self.turn(take),
            Moment::Claim { tile, from } => self.claim(tile, from, take),
            Moment::Rob { .. } | Moment::Watch => {
                take.action(Candidate { action: Action::Pass, value: 0.0 });
            }
        }
    }

    fn turn(&self, take: &mut impl Audience) {
        let hand = self.view.hand();
        for action in self.view.legal().iter() {
            let (tile, added) = match action {
                Action::ConcealedKong(tile) => (tile, false),
                Action::AddedKong(tile) => (tile, true),
                _ => continue,
            };
            let mut concealed = *hand.concealed();
            let mut melds = *hand.melds();
            if added {
                concealed.remove(tile);
                melds.add_to_pung(tile);
            } else {
                concealed.remove_copies(tile, 4);
                melds.push(Meld::concealed_kong(tile));
            }
            // The replacement is an extra draw.
            take.action(Candidate {
                action,
                value: self.outlook.values(&concealed, &melds, self.turns(1), None).keep,
            });
        }
        let allowed = self.view.legal().discards();
        let values = self.discards(hand.concealed(), hand.melds(), allowed, None, take);
        take.hand(values);
    }

    fn claim(&self, tile: Tile, from: mcr_engine::Seat, take: &mut impl Audience) {
        let hand = self.view.hand();
        let me = self.view.seat();
        let offer = Offer::between(me, from);
        let pass = self.outlook.values(hand.concealed(), hand.melds(), self.turns(from.steps_to(me)), None);
        // A claim brings each target it serves one tile nearer.
        let like = Some(pass.nearest.saturating_sub(1));
        let keep = pass.keep;
        take.hand(pass);
        for action in self.view.legal().iter() {
            let meld = match action {
                Action::Chow { lowest, position } => Meld::chow(lowest, position),
                Action::Pung(tile) => Meld::pung(tile, offer),
                Action::MeldedKong(tile) => Meld::melded_kong(tile, offer),
                _ => continue,
            };
            let (concealed, melds) = claimed(hand.concealed(), hand.melds(), tile, meld);
            let value = if meld.is_kong() {
                self.outlook.values(&concealed, &melds, self.turns(1), None).keep
            } else {
                self.best_discard(&concealed, &melds, concealed.kinds(), like)
            };
            take.action(Candidate { action, value });
        }
        take.action(Candidate { action: Action::Pass, value: keep * self.outlook.params.claim_margin });
    }

    fn best_discard(
        &self,
        concealed: &TileCounts,
        melds: &Melds,
        allowed: TileSet,
        like: Option<u32>,
    ) -> f32 {
        let mut best = f32::MIN;
        self.discards(concealed, melds, allowed, like, &mut |candidate: Candidate| {
            best = best.max(candidate.value);
        });
        best
    }

    fn discards(
        &self,
        concealed: &TileCounts,
        melds: &Melds,
        allowed: TileSet,
        like: Option<u32>,
        take: &mut impl Audience,
    ) -> Values {
        let values = self.outlook.values(concealed, melds, self.turns(4), like);
        let danger = Danger::new(self.view.table(), self.view.seat(), &self.outlook.params.danger)
            .believing(self.outlook.belief);
        for tile in allowed {
            let kept = values.by_discard[tile.index()];
            let value = kept
                - danger.of(tile.index(), &self.outlook.unseen, 0) * (kept + self.outlook.params.danger.cost);
            take.action(Candidate { action: Action::Discard(tile), value });
        }
        values
    }

    fn turns(&self, steps: usize) -> f32 {
        turns_left(self.view, steps)
    }
}

/// Own draws left when the seat draws `steps` draws from now.
pub(crate) fn turns_left(view: &Observation<'_>, steps: usize) -> f32 {
    let left = view.table().tiles_left_for(view.seat()) as f32;
    match view.rules().wall {
        WallLayout::Shared => ((left + 4.0 - steps as f32) / 4.0).max(0.0),
        WallLayout::PerSeat => left,
    }
}

/// The hand after `tile` was claimed for `meld`.
pub(crate) fn claimed(concealed: &TileCounts, melds: &Melds, tile: Tile, meld: Meld) -> (TileCounts, Melds) {
    let (mut concealed, mut melds) = (concealed.with(tile), *melds);
    meld.tiles().for_each(|t| concealed.remove(t));
    melds.push(meld);
    (concealed, melds)
}
