//! From values to one action.

use super::{
    chances::Chances,
    danger::Danger,
    fans::Winds,
    params::Params,
    planes::Planes,
    search::Position,
    value::{Exact, Values, evaluate},
};
use mcr_engine::{Action, Meld, Melds, Moment, Observation, Offer, Tile, TileCounts, TileSet, WallLayout};

/// An action with the points it is expected to bring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The action.
    pub action: Action,
    /// Points it is expected to bring; 0 for a win, which is not compared with anything.
    pub value: f32,
}

/// One seat's view with what is computed once a decision.
pub(super) struct Judge<'a> {
    view: &'a Observation<'a>,
    params: &'a Params,
    unseen: Planes,
    winds: Winds,
}

impl<'a> Judge<'a> {
    pub(super) fn new(view: &'a Observation<'a>, params: &'a Params) -> Judge<'a> {
        let wind = |wind: mcr_engine::Wind| 1u64 << (27 + wind as usize);
        Judge {
            view,
            params,
            unseen: Planes::of(&view.unseen()),
            winds: Winds { prevalent: wind(view.prevalent()), seat: wind(view.seat().wind()) },
        }
    }

    /// The best action.
    pub(super) fn choose(&self) -> Candidate {
        let mut best = Candidate { action: Action::Pass, value: f32::MIN };
        // The later of equals, so that honors leave first.
        self.each(&mut |candidate| {
            if candidate.value >= best.value {
                best = candidate;
            }
        });
        best
    }

    /// Every action worth a thought, best first.
    pub(super) fn rank(&self) -> Vec<Candidate> {
        let mut all = Vec::new();
        self.each(&mut |candidate| all.push(candidate));
        all.reverse();
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all
    }

    /// Gives every action with its value; of equal ones the better comes last.
    fn each(&self, take: &mut impl FnMut(Candidate)) {
        if self.view.legal().contains(Action::Hu) {
            return take(Candidate { action: Action::Hu, value: 0.0 });
        }
        match self.view.moment() {
            Moment::Turn | Moment::AfterClaim => self.turn(take),
            Moment::Claim { tile, from } => self.claim(tile, from, take),
            Moment::Rob { .. } | Moment::Watch => take(Candidate { action: Action::Pass, value: 0.0 }),
        }
    }

    fn turn(&self, take: &mut impl FnMut(Candidate)) {
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
            take(Candidate { action, value: self.values(&concealed, &melds, self.turns(1), None).keep });
        }
        self.discards(hand.concealed(), hand.melds(), self.view.legal().discards(), None, take);
    }

    fn claim(&self, tile: Tile, from: mcr_engine::Seat, take: &mut impl FnMut(Candidate)) {
        let hand = self.view.hand();
        let me = self.view.seat();
        let offer = Offer::between(me, from);
        let pass = self.values(hand.concealed(), hand.melds(), self.turns(from.steps_to(me)), None);
        // A claim brings each target it serves one tile nearer.
        let like = Some(pass.nearest.saturating_sub(1));
        let pass = pass.keep;
        for action in self.view.legal().iter() {
            let meld = match action {
                Action::Chow { lowest, position } => Meld::chow(lowest, position),
                Action::Pung(tile) => Meld::pung(tile, offer),
                Action::MeldedKong(tile) => Meld::melded_kong(tile, offer),
                _ => continue,
            };
            let mut concealed = hand.concealed().with(tile);
            meld.tiles().for_each(|t| concealed.remove(t));
            let mut melds = *hand.melds();
            melds.push(meld);
            let value = if meld.is_kong() {
                self.values(&concealed, &melds, self.turns(1), None).keep
            } else {
                self.best_discard(&concealed, &melds, concealed.kinds(), like)
            };
            take(Candidate { action, value });
        }
        take(Candidate { action: Action::Pass, value: pass * self.params.claim_margin });
    }

    fn best_discard(
        &self,
        concealed: &TileCounts,
        melds: &Melds,
        allowed: TileSet,
        like: Option<u32>,
    ) -> f32 {
        let mut best = f32::MIN;
        self.discards(concealed, melds, allowed, like, &mut |candidate| best = best.max(candidate.value));
        best
    }

    fn discards(
        &self,
        concealed: &TileCounts,
        melds: &Melds,
        allowed: TileSet,
        like: Option<u32>,
        take: &mut impl FnMut(Candidate),
    ) {
        let values = self.values(concealed, melds, self.turns(4), like);
        let danger = Danger::new(self.view.table(), self.view.seat(), &self.unseen, &self.params.danger);
        for tile in allowed {
            let kept = values.by_discard[tile.index()];
            let value = kept - danger.of(tile.index()) * (kept + self.params.danger.cost);
            take(Candidate { action: Action::Discard(tile), value });
        }
    }

    /// Own draws left when the seat draws `steps` draws from now.
    fn turns(&self, steps: usize) -> f32 {
        let table = self.view.table();
        let left = table.tiles_left_for(self.view.seat()) as f32;
        match self.view.rules().wall {
            WallLayout::Shared => ((left + 4.0 - steps as f32) / 4.0).max(0.0),
            WallLayout::PerSeat => left,
        }
    }

    /// Discards a seat has made on average.
    fn turns_passed(&self) -> f32 {
        self.view.table().discards().as_slice().len() as f32 / 4.0
    }

    fn values(&self, concealed: &TileCounts, melds: &Melds, turns: f32, like: Option<u32>) -> Values {
        let rules = self.view.rules();
        let chances = Chances::new(&self.unseen, self.turns_passed(), turns, self.params);
        let position = Position {
            hand: Planes::of(concealed),
            melds,
            unseen: &self.unseen,
            chances: &chances,
            winds: self.winds,
            minimum: u32::from(rules.minimum_points),
            base_points: f32::from(rules.base_points),
            flowers: f32::from(self.view.table().flower_count(self.view.seat())),
            params: self.params,
        };
        let exact =
            Exact { concealed, prevalent: self.view.prevalent(), seat: self.view.seat().wind(), rules };
        evaluate(&position, &exact, like)
    }
}
