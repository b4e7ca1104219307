//! A deal followed event by event, with all four hands and what the wall still holds.

use mcr_engine::{
    BySeat, Event, Meld, Melds, Offer, RuleSet, Score, Seat, Table, Tile, TileCounts, WinContext, Wind,
    WinningHand, scoring::score, shape::waits,
};
use mcr_sim::replay::Replayed;

/// One seat's tiles, and the winning tiles that may be declared, where it is ready.
#[derive(Clone)]
struct Held {
    concealed: TileCounts,
    melds: Melds,
    /// The tiles it waits for, known while it holds no drawn tile.
    waits: Vec<Tile>,
}

/// Where a deal stands.
pub(super) struct Follower {
    table: Table,
    hands: BySeat<Held>,
    /// Kinds in the wall. Flowers are counted by the table only.
    wall: TileCounts,
}

/// A tile that would win, with its chance or its copies and what it would score.
pub(super) struct Chance {
    pub(super) tile: Tile,
    /// Copies in the wall (own draw), or that the waiting seat has not seen (discard).
    pub(super) copies: u8,
    pub(super) score: Score,
}

impl Follower {
    /// A deal after its opening events, whose number is given too.
    pub(super) fn start(rules: &RuleSet, prevalent: Wind, replayed: &Replayed) -> Option<(Follower, usize)> {
        let mut table = Table::new(rules, prevalent);
        let is_opening = |event: &Event| {
            matches!(event, Event::Draw { .. } | Event::Flower { .. } | Event::Replacement { .. })
        };
        let opening = replayed.events.iter().take_while(|event| is_opening(event)).count();
        for event in &replayed.events[..opening] {
            table.apply(*event).ok()?;
        }
        let mut wall: TileCounts = Tile::kinds().flat_map(|tile| [tile; 4]).collect();
        for (_, hand) in replayed.opening.iter() {
            hand.concealed().iter().for_each(|tile| wall.remove(tile));
        }
        let held = |seat: Seat| {
            let (concealed, melds) = (*replayed.opening[seat].concealed(), Melds::EMPTY);
            let mut held = Held { concealed, melds, waits: Vec::new() };
            held.wait();
            held
        };
        Some((Follower { table, hands: BySeat::from_fn(held), wall }, opening))
    }

    /// Tiles left in the wall, flowers too.
    pub(super) fn left(&self) -> usize {
        self.table.tiles_left()
    }

    /// Takes an event; `None` when it does not fit, which replayed ones do.
    pub(super) fn apply(&mut self, event: Event) -> Option<()> {
        let live = self.table.live_tile();
        self.table.apply(event).ok()?;
        let Some(seat) = event.seat() else { return Some(()) };
        let hand = &mut self.hands[seat];
        let offer = |seat| live.map(|(_, giver)| Offer::between(seat, giver));
        match event {
            Event::Draw { tile, .. } | Event::Replacement { tile, .. } => {
                if let Some(tile) = tile.filter(|tile| !tile.is_flower()) {
                    self.wall.remove(tile);
                    hand.concealed.add(tile);
                }
            }
            Event::Discard { tile, .. } => hand.concealed.remove(tile),
            Event::Chow { lowest, position, .. } => {
                let meld = Meld::chow(lowest, position);
                let claimed = lowest.index() + usize::from(position);
                meld.tiles()
                    .filter(|tile| tile.index() != claimed)
                    .for_each(|tile| hand.concealed.remove(tile));
                hand.melds.push(meld);
            }
            Event::Pung { tile, .. } => hand.lay_out(Meld::pung(tile, offer(seat)?), 2),
            Event::MeldedKong { tile, .. } => hand.lay_out(Meld::melded_kong(tile, offer(seat)?), 3),
            Event::ConcealedKong { tile, .. } => hand.lay_out(Meld::concealed_kong(tile?), 4),
            Event::AddedKong { tile, .. } => {
                hand.concealed.remove(tile);
                hand.melds.add_to_pung(tile);
            }
            Event::Flower { .. }
            | Event::Hang { .. }
            | Event::Void
            | Event::SessionOver
            | Event::Ready { .. }
            | Event::Hu { .. }
            | Event::Exhausted
            | Event::Foul { .. }
            | Event::Ruling { .. } => {}
        }
        if !matches!(event, Event::Draw { .. } | Event::Replacement { .. } | Event::Flower { .. }) {
            hand.wait();
        }
        Some(())
    }

    /// The tiles that `seat` could have drawn and won with in the draw that was just made, as the wall was before it;
    /// `drawn` is the tile that came.
    pub(super) fn draws(&self, seat: Seat, drawn: Option<Tile>) -> Vec<Chance> {
        let hand = &self.hands[seat];
        let mut before = hand.concealed;
        let kept = drawn.filter(|tile| !tile.is_flower());
        kept.into_iter().for_each(|tile| before.remove(tile));
        let chance = |tile: &Tile| {
            let copies = self.wall.get(*tile) + u8::from(kept == Some(*tile));
            let context = WinContext {
                self_drawn: true,
                kong: self.table.kong_replacement(),
                last_wall_tile: self.table.last_tile(seat),
                ..self.context(seat, self.table.face_up().get(*tile))
            };
            self.chance(hand, &before, *tile, copies, &context)
        };
        hand.waits.iter().filter_map(chance).collect()
    }

    /// The tiles that `seat` could have won with in the discard that was just made by `from`.
    pub(super) fn discards(&self, seat: Seat, from: Seat, discard: Tile) -> Vec<Chance> {
        let hand = &self.hands[seat];
        let chance = |tile: &Tile| {
            let others = self.table.face_up().get(*tile) - u8::from(*tile == discard);
            let own: u8 = hand
                .melds
                .iter()
                .filter(|meld| meld.kind() == mcr_engine::MeldKind::ConcealedKong && meld.tile() == *tile)
                .count() as u8
                * 4;
            let copies = 4u8.saturating_sub(others + own + hand.concealed.get(*tile));
            let context =
                WinContext { last_wall_tile: self.table.last_tile(from), ..self.context(seat, others) };
            self.chance(hand, &hand.concealed, *tile, copies, &context)
        };
        hand.waits.iter().filter_map(chance).collect()
    }

    fn context(&self, seat: Seat, others_face_up: u8) -> WinContext {
        let context = WinContext::discard(self.table.prevalent(), seat.wind());
        WinContext {
            last_of_kind: others_face_up == 3,
            flowers: self.table.flower_count(seat),
            declared_ready: self.table.declared_ready(seat),
            ..context
        }
    }

    /// The tile as a winning one, if there is one and it may be declared.
    fn chance(
        &self,
        hand: &Held,
        before: &TileCounts,
        tile: Tile,
        copies: u8,
        context: &WinContext,
    ) -> Option<Chance> {
        if copies == 0 {
            return None;
        }
        let winning = WinningHand { concealed: before.with(tile), melds: hand.melds, winning_tile: tile };
        let score = score(&winning, context, self.table.rules())?;
        score.is_enough(self.table.rules()).then_some(Chance { tile, copies, score })
    }
}

impl Held {
    fn lay_out(&mut self, meld: Meld, copies: u8) {
        self.concealed.remove_copies(meld.tile(), copies);
        self.melds.push(meld);
    }

    /// Finds the waits; none while there is a tile too many.
    fn wait(&mut self) {
        let ready = self.concealed.total() as usize + 3 * self.melds.len() == 13;
        self.waits.clear();
        if ready {
            self.waits.extend(waits(&self.concealed, self.melds.len()));
        }
    }
}
