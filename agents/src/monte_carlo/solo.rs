//! Playing one guess on: the own hand tile by tile, the others as chances.
//!
//! Wins are not played out but weighed: each draw and discard ends the deal with some chance, for the own ready hand
//! by the tiles it waits for, for the others by [`Endings`], and what it pays or costs is added at its expectation. Only
//! the luck on the way to a ready hand is left to chance, which takes far fewer guesses than playing four hands
//! (Rao–Blackwell). With beliefs about the others a guess ends after some turns, with what the hand is worth then.

use super::{
    endings::Endings,
    future::Future,
    leaf::{self, DEPTH},
    memo::{Discarded, Memo, Moment as HandAt},
};
use crate::{
    belief::WAIT_DISCARDED,
    heuristic::{Danger, Outlook, Rates, claimed, class_of},
};
use mcr_engine::{
    Action, Meld, Melds, Moment, Observation, Offer, Tile, TileCounts, TileSet, WallLayout,
    scoring::{self, WinContext, WinningHand},
};
use std::{cell::RefCell, rc::Rc};

/// What all guesses of one decision start from.
pub(super) struct Start<'a> {
    pub(super) view: &'a Observation<'a>,
    pub(super) outlook: Outlook<'a>,
    pub(super) danger: Danger<'a>,
    pub(super) endings: Endings,
    pub(super) memo: RefCell<Memo>,
}

/// The place of the left neighbour, whose discards may be chowed.
const LEFT: usize = 2;

/// What a step of the others means for the seat.
enum Step {
    GoesOn,
    Claimed,
    Over,
}

/// A hand after a claim, with the discard that follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claimed {
    concealed: TileCounts,
    melds: Melds,
    discarded: Discarded,
}

/// Tiles that win, with what they pay by own draw and by discard.
#[derive(Clone, Debug)]
pub(super) struct Waits {
    tiles: TileSet,
    pays: Rc<[Pay]>,
}

/// A tile that wins.
#[derive(Debug)]
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
    waits: Waits,
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
            waits: Waits { tiles: TileSet::EMPTY, pays: Rc::from([]) },
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
            if self.outlook.belief.is_some() && self.rounds >= DEPTH {
                self.value += self.alive * leaf::points(self.outlook.turns_passed, self.kept);
                return;
            }
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
            self.win_on_discard(place);
            if self.waits.tiles.contains(tile) {
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
        let Some(place) = rest.iter().position(|tile| !self.waits.tiles.contains(*tile)) else {
            return false;
        };
        let tile = rest[place];
        self.drawn += place + 1;
        self.outlook.see(tile);
        self.concealed.add(tile);
        true
    }

    /// Finds out what the hand waits for and what that pays.
    fn wait(&mut self) {
        let hand = (self.concealed, self.melds);
        if let Some(waits) = self.start.memo.borrow().waits.get(&hand) {
            self.waits = waits.clone();
            return;
        }
        let waits = self.outlook.rules.shapes().waits(&self.concealed, self.melds.len());
        let pay = |tile| Pay { tile, drawn: self.pay(tile, true), discarded: self.pay(tile, false) };
        let pays: Rc<[Pay]> = waits.into_iter().map(pay).filter(|pay| pay.drawn > 0.0).collect();
        self.waits = Waits { tiles: pays.iter().map(|pay| pay.tile).collect(), pays };
        self.start.memo.borrow_mut().waits.insert(hand, self.waits.clone());
    }

    /// Weighs the win that one discard of an opponent may bring.
    fn win_on_discard(&mut self, place: usize) {
        if self.waits.pays.is_empty() {
            return;
        }
        let rounds = self.rounds as f32;
        let belief = self.outlook.belief;
        let rates = Rates::at(self.outlook.turns_passed);
        let weight = |tile: Tile| match belief {
            Some(belief) => belief.discarded(place, tile.index(), rounds) * WAIT_DISCARDED,
            None => rates.discarded[class_of(tile)] * rates.wait_discarded,
        };
        self.win(weight, |pay| pay.discarded);
    }

    /// Weighs the win that one draw may bring.
    fn win_by_draw(&mut self) {
        if self.waits.pays.is_empty() {
            return;
        }
        let belief = self.outlook.belief;
        let rates = Rates::at(self.outlook.turns_passed);
        let weight = |tile: Tile| match belief {
            Some(belief) => belief.drawn[tile.index()],
            None => rates.drawn[class_of(tile)] * rates.wait_drawn,
        };
        self.win(weight, |pay| pay.drawn);
    }

    fn win(&mut self, weight: impl Fn(Tile) -> f32, paid: impl Fn(&Pay) -> f64) {
        let unseen = self.outlook.unseen_in_all().max(1) as f32;
        let (mut chance, mut value) = (0.0, 0.0);
        for pay in self.waits.pays.iter().filter(|pay| paid(pay) > 0.0) {
            let live = self.outlook.unseen().copies(pay.tile.index()) as f32;
            let comes = f64::from(weight(pay.tile) * live / unseen);
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
        let hand = HandAt::new(self.concealed, self.melds, self.rounds);
        let thought = self.start.memo.borrow().discards.get(&hand).copied();
        let best = thought.unwrap_or_else(|| {
            let values = self.outlook.values(&self.concealed, &self.melds, self.turns(), None);
            let best = self.best_discard(self.concealed.kinds(), &values.by_discard);
            let best = best.map(|(tile, _)| Discarded {
                tile,
                kept: values.by_discard[tile.index()],
                nearest: values.nearest,
            });
            self.start.memo.borrow_mut().discards.insert(hand, best);
            best
        });
        if let Some(discarded) = best {
            self.go_on(discarded);
        }
    }

    fn go_on(&mut self, discarded: Discarded) {
        (self.kept, self.nearest) = (discarded.kept, discarded.nearest);
        self.discard(discarded.tile);
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
        if self.offers(tile, place).next().is_none() {
            return false;
        }
        let offered = (HandAt::new(self.concealed, self.melds, self.rounds), tile, place == LEFT);
        let thought = self.start.memo.borrow().claims.get(&offered).copied();
        let claim = thought.unwrap_or_else(|| {
            let claim = self.best_claim(tile, place);
            self.start.memo.borrow_mut().claims.insert(offered, claim);
            claim
        });
        let Some(claim) = claim else { return false };
        (self.concealed, self.melds) = (claim.concealed, claim.melds);
        self.go_on(claim.discarded);
        true
    }

    /// The claim that is worth more than going on.
    fn best_claim(&self, tile: Tile, place: usize) -> Option<Claimed> {
        let mut best = (self.kept * self.outlook.params.claim_margin, None);
        let like = Some(self.nearest.saturating_sub(1));
        for meld in self.offers(tile, place) {
            let (concealed, melds) = claimed(&self.concealed, &self.melds, tile, meld);
            let values = self.outlook.values(&concealed, &melds, self.turns(), like);
            let Some((tile, value)) = self.best_discard(concealed.kinds(), &values.by_discard) else {
                continue;
            };
            if value > best.0 {
                let kept = values.by_discard[tile.index()];
                let discarded = Discarded { tile, kept, nearest: values.nearest };
                best = (value, Some(Claimed { concealed, melds, discarded }));
            }
        }
        best.1
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
            (place == LEFT && there && low > 0).then(|| Meld::chow(lowest, position))
        });
        pung.into_iter().chain(chows)
    }
}
