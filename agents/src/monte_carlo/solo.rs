//! Playing one guess on: the own hand tile by tile, the others as chances.
//!
//! Wins are not played out but weighed: each draw and discard ends the deal with some chance, for the own ready hand
//! by the tiles it waits for, for the others by [`Endings`], and what it pays or costs is added at its expectation. Only
//! the luck on the way to a ready hand is left to chance, which takes far fewer guesses than playing four hands
//! (Rao–Blackwell).

use super::{endings::Endings, future::Future};
use crate::heuristic::{Danger, Outlook, Rates, claimed, class_of};
use mcr_engine::{
    Action, Meld, Melds, Moment, Observation, Offer, Tile, TileCounts, TileSet, WallLayout,
    scoring::{self, WinContext, WinningHand},
};

/// What all guesses of one decision start from.
pub(super) struct Start<'a> {
    pub(super) view: &'a Observation<'a>,
    pub(super) outlook: Outlook<'a>,
    pub(super) danger: Danger<'a>,
    pub(super) endings: Endings,
}

/// What a step of the others means for the seat.
enum Step {
    GoesOn,
    Claimed,
    Over,
}

/// A tile that wins.
struct Pay {
    tile: Tile,
    drawn: f64,
    discarded: f64,
}

struct Solo<'a> {
    start: &'a Start<'a>,
    future: &'a Future,
    outlook: Outlook<'a>,
    concealed: TileCounts,
    melds: Melds,
    /// Tiles that win, with what they pay by own draw and by discard.
    waits: TileSet,
    pays: Vec<Pay>,
    /// Own draws and others' discards that were used up.
    drawn: usize,
    shown: usize,
    /// Tiles left to draw, for everybody or for the seat alone.
    left: usize,
    rounds: u32,
    /// What the hand is worth and how far it is, since the last discard.
    kept: f32,
    nearest: u32,
    /// Chance that nobody has ended the deal.
    alive: f64,
    value: f64,
}

/// The points the seat may expect in `future` when it does `action` now.
pub(super) fn play_on(start: &Start<'_>, future: &Future, action: Action) -> f64 {
    let mut solo = Solo::new(start, future);
    solo.act(action);
    solo.value
}

impl<'a> Solo<'a> {
    fn new(start: &'a Start<'a>, future: &'a Future) -> Solo<'a> {
        let hand = start.view.hand();
        Solo {
            start,
            future,
            outlook: start.outlook.clone(),
            concealed: *hand.concealed(),
            melds: *hand.melds(),
            waits: TileSet::EMPTY,
            pays: Vec::new(),
            drawn: 0,
            shown: 0,
            left: start.view.table().tiles_left_for(start.view.seat()),
            rounds: 0,
            kept: 0.0,
            nearest: 0,
            alive: 1.0,
            value: 0.0,
        }
    }

    fn act(&mut self, action: Action) {
        let mut next = 0;
        match action {
            Action::Discard(tile) => {
                let values = self.outlook.values(&self.concealed, &self.melds, self.turns(), None);
                (self.kept, self.nearest) = (values.by_discard[tile.index()], values.nearest);
                self.discard(tile);
            }
            Action::Pass => {
                let values = self.outlook.values(&self.concealed, &self.melds, self.turns(), None);
                (self.kept, self.nearest) = (values.keep, values.nearest);
                self.wait();
                if let Moment::Claim { from, .. } | Moment::Rob { from, .. } = self.start.view.moment() {
                    next = 4 - from.steps_to(self.start.view.seat());
                }
            }
            _ => {
                self.meld(action);
                let replaced =
                    matches!(action, Action::ConcealedKong(_) | Action::AddedKong(_) | Action::MeldedKong(_));
                if replaced {
                    self.wait();
                    if !self.draw() {
                        return;
                    }
                }
                self.choose_discard();
            }
        }
        self.play(next);
    }

    /// Makes the meld of `action`.
    fn meld(&mut self, action: Action) {
        let view = self.start.view;
        let (tile, offer) = match view.moment() {
            Moment::Claim { tile, from } => (tile, Offer::between(view.seat(), from)),
            _ => (Tile::new(0), Offer::Left),
        };
        let meld = match action {
            Action::Chow { lowest, position } => Meld::chow(lowest, position),
            Action::Pung(tile) => Meld::pung(tile, offer),
            Action::MeldedKong(tile) => Meld::melded_kong(tile, offer),
            Action::AddedKong(tile) => {
                self.concealed.remove(tile);
                self.melds.add_to_pung(tile);
                return;
            }
            Action::ConcealedKong(tile) => {
                self.concealed.remove_copies(tile, 4);
                self.melds.push(Meld::concealed_kong(tile));
                return;
            }
            _ => return,
        };
        (self.concealed, self.melds) = claimed(&self.concealed, &self.melds, tile, meld);
    }

    /// Plays from the turn of the opponent in place `next` to the end.
    fn play(&mut self, mut next: usize) {
        loop {
            match self.others(next) {
                Step::GoesOn => {
                    self.rounds += 1;
                    if !self.draw() {
                        return;
                    }
                    self.choose_discard();
                }
                Step::Claimed => self.rounds += 1,
                Step::Over => return,
            }
            next = 0;
            if self.alive < 0.01 {
                return;
            }
        }
    }

    fn others(&mut self, first: usize) -> Step {
        for place in first..3 {
            if self.start.view.rules().wall == WallLayout::Shared {
                if self.left == 0 {
                    return Step::Over;
                }
                self.left -= 1;
            }
            let endings = &self.start.endings;
            let ending = endings.of(place, self.rounds);
            let own_draw = ending.own_draw * endings.loss_by_draw();
            self.value -= self.alive * (own_draw + ending.on_discard * endings.base_loss());
            self.alive *= 1.0 - ending.own_draw - ending.on_discard;
            let Some(&tile) = self.future.discards.get(self.shown) else { return Step::Over };
            self.shown += 1;
            self.outlook.turns_passed += 0.25;
            self.win_on_discard();
            if self.waits.contains(tile) {
                // That it does not come is what the chance above says.
                continue;
            }
            self.outlook.see(tile);
            if self.left > 0 && self.claims(tile, place) {
                return Step::Claimed;
            }
        }
        Step::GoesOn
    }

    /// Draws a tile; `false` when that ends the deal.
    fn draw(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.win_by_draw();
        // Goes on with the first tile that does not win.
        let rest = self.future.draws.get(self.drawn..).unwrap_or_default();
        let Some(place) = rest.iter().position(|tile| !self.waits.contains(*tile)) else { return false };
        let tile = rest[place];
        self.drawn += place + 1;
        self.outlook.see(tile);
        self.concealed.add(tile);
        true
    }

    /// Finds out what the hand waits for and what that pays.
    fn wait(&mut self) {
        let waits = self.outlook.rules.shapes().waits(&self.concealed, self.melds.len());
        self.pays.clear();
        self.waits = TileSet::EMPTY;
        for tile in waits {
            let (drawn, discarded) = (self.pay(tile, true), self.pay(tile, false));
            if drawn > 0.0 {
                self.waits.insert(tile);
                self.pays.push(Pay { tile, drawn, discarded });
            }
        }
    }

    /// Weighs the win that one discard of an opponent may bring.
    fn win_on_discard(&mut self) {
        if self.pays.is_empty() {
            return;
        }
        let rates = Rates::at(self.outlook.turns_passed);
        let weight = |class: usize| rates.discarded[class] * rates.wait_discarded;
        self.win(weight, |pay| pay.discarded);
    }

    /// Weighs the win that one draw may bring.
    fn win_by_draw(&mut self) {
        if self.pays.is_empty() {
            return;
        }
        let rates = Rates::at(self.outlook.turns_passed);
        let weight = |class: usize| rates.drawn[class] * rates.wait_drawn;
        self.win(weight, |pay| pay.drawn);
    }

    fn win(&mut self, weight: impl Fn(usize) -> f32, paid: impl Fn(&Pay) -> f64) {
        let unseen = self.outlook.unseen_in_all().max(1) as f32;
        let (mut chance, mut value) = (0.0, 0.0);
        for pay in self.pays.iter().filter(|pay| paid(pay) > 0.0) {
            let live = self.outlook.unseen().copies(pay.tile.index()) as f32;
            let comes = f64::from(weight(class_of(pay.tile)) * live / unseen);
            chance += comes;
            value += comes * paid(pay);
        }
        self.value += self.alive * value;
        self.alive *= 1.0 - chance.min(1.0);
    }

    /// What winning on `tile` pays; nothing when the points do not suffice.
    fn pay(&self, tile: Tile, self_drawn: bool) -> f64 {
        let rules = self.outlook.rules;
        let hand =
            WinningHand { concealed: self.concealed.with(tile), melds: self.melds, winning_tile: tile };
        let context = WinContext {
            self_drawn,
            declared_ready: true,
            flowers: self.outlook.flowers,
            ..WinContext::discard(self.outlook.prevalent, self.outlook.seat)
        };
        let Some(score) = scoring::score(&hand, &context, rules) else { return 0.0 };
        if !score.is_enough(rules) {
            return 0.0;
        }
        let (base, total) = (f64::from(rules.base_points), f64::from(score.total()));
        let times = f64::from(rules.payments.discard);
        if self_drawn { 3.0 * (base + total) } else { 3.0 * base + times * total }
    }

    /// Own draws left.
    fn turns(&self) -> f32 {
        match self.start.view.rules().wall {
            WallLayout::Shared => self.left as f32 / 4.0,
            WallLayout::PerSeat => self.left as f32,
        }
    }

    fn discard(&mut self, tile: Tile) {
        let danger = f64::from(self.start.danger.of(tile.index(), self.outlook.unseen(), self.rounds));
        self.value -= self.alive * danger * self.start.endings.loss_by_discard();
        self.alive *= 1.0 - danger;
        self.concealed.remove(tile);
        self.wait();
    }

    fn choose_discard(&mut self) {
        let values = self.outlook.values(&self.concealed, &self.melds, self.turns(), None);
        self.nearest = values.nearest;
        self.discard_best(&values.by_discard);
    }

    fn discard_best(&mut self, by_discard: &[f32; 34]) {
        if let Some((tile, _)) = self.best_discard(self.concealed.kinds(), by_discard) {
            self.kept = by_discard[tile.index()];
            self.discard(tile);
        }
    }

    /// The discard of most value when its danger is counted; the later of equals.
    fn best_discard(&self, allowed: TileSet, by_discard: &[f32; 34]) -> Option<(Tile, f32)> {
        let cost = self.outlook.params.danger.cost;
        let mut best: Option<(Tile, f32)> = None;
        for tile in allowed {
            let kept = by_discard[tile.index()];
            if best.is_some_and(|(_, most)| kept < most) {
                continue;
            }
            let danger = self.start.danger.of(tile.index(), self.outlook.unseen(), self.rounds);
            let value = kept - danger * (kept + cost);
            if best.is_none_or(|(_, most)| value >= most) {
                best = Some((tile, value));
            }
        }
        best
    }

    /// Claims the opponent's discard and discards in turn, if that is worth more than going on.
    fn claims(&mut self, tile: Tile, place: usize) -> bool {
        let mut best = (self.kept * self.outlook.params.claim_margin, None);
        let like = Some(self.nearest.saturating_sub(1));
        for meld in self.offers(tile, place) {
            let (concealed, melds) = claimed(&self.concealed, &self.melds, tile, meld);
            let values = self.outlook.values(&concealed, &melds, self.turns(), like);
            let Some((_, value)) = self.best_discard(concealed.kinds(), &values.by_discard) else { continue };
            if value > best.0 {
                best = (value, Some((concealed, melds, values)));
            }
        }
        let Some((concealed, melds, values)) = best.1 else { return false };
        (self.concealed, self.melds, self.nearest) = (concealed, melds, values.nearest);
        self.discard_best(&values.by_discard);
        true
    }

    /// Melds that `tile` from the opponent in `place` could make, kongs left aside.
    fn offers(&self, tile: Tile, place: usize) -> impl Iterator<Item = Meld> + use<> {
        let held = self.concealed;
        let offer = [Offer::Right, Offer::Opposite, Offer::Left][place];
        let pung = (held.get(tile) >= 2).then(|| Meld::pung(tile, offer));
        let chows = (0..3u8).filter_map(move |position| {
            let rank = tile.rank()?;
            let low = rank.checked_sub(position).filter(|low| (1..=7).contains(low))?;
            let lowest = Tile::new(tile.index() as u8 - position);
            let others = (0..3).filter(|step| *step != position);
            let there = others.map(|step| Tile::new(lowest.index() as u8 + step)).all(|t| held.get(t) > 0);
            (place == 2 && there && low > 0).then(|| Meld::chow(lowest, position))
        });
        pung.into_iter().chain(chows)
    }
}
