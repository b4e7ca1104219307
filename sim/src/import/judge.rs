//! What the online judge says of every seat after each event: whether it could win now, and what for.
//!
//! A plain twin of the engine's own bookkeeping: it follows the events of a game and shares only the scoring with it.

use super::{builder::SEGMENT, record::Verdict};
use mcr_engine::{
    BySeat, Event, Meld, Melds, Offer, RuleSet, Seat, Tile, TileCounts, Wind,
    scoring::{Score, WinContext, WinningHand, score},
    shape::is_complete,
};

/// The judge's view of the table: all hands and what lies open.
#[derive(Clone, Debug)]
pub struct Judge {
    rules: RuleSet,
    prevalent: Wind,
    concealed: BySeat<TileCounts>,
    melds: BySeat<Melds>,
    left: BySeat<u8>,
    /// Face-up copies by kind: claimed tiles and unclaimed discards, without the live one.
    shown: [u8; Tile::KINDS],
    /// The discard that may still be claimed; it is not shown yet.
    live: Option<(Seat, Tile)>,
}

/// An event that cannot happen where the judge stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} does not go with the hands")]
pub struct Impossible(pub Event);

impl Judge {
    /// The table after the deal.
    #[must_use]
    pub fn new(rules: RuleSet, prevalent: Wind, dealt: &BySeat<[Tile; 13]>) -> Judge {
        let count = |seat: Seat| dealt[seat].iter().fold(TileCounts::EMPTY, |hand, tile| hand.with(*tile));
        Judge {
            rules,
            prevalent,
            concealed: BySeat::from_fn(count),
            melds: BySeat([Melds::EMPTY; 4]),
            left: BySeat([SEGMENT as u8 - 13; 4]),
            shown: [0; Tile::KINDS],
            live: None,
        }
    }

    /// Tiles left in each seat's wall.
    #[must_use]
    pub const fn left(&self) -> BySeat<u8> {
        self.left
    }

    /// The concealed tiles of `seat`.
    #[must_use]
    pub fn concealed(&self, seat: Seat) -> &TileCounts {
        &self.concealed[seat]
    }

    /// Follows one event and says what it means for each seat.
    ///
    /// # Errors
    /// When a seat does not hold the tiles of the event.
    pub fn follow(&mut self, event: Event) -> Result<BySeat<Verdict>, Impossible> {
        self.apply(event).ok_or(Impossible(event))?;
        Ok(BySeat::from_fn(|seat| self.verdict(event, seat)))
    }

    fn apply(&mut self, event: Event) -> Option<()> {
        match event {
            Event::Draw { seat, tile } | Event::Replacement { seat, tile } => {
                self.settle_live();
                self.left[seat] = self.left[seat].checked_sub(1)?;
                self.concealed[seat].add(tile?);
            }
            Event::Discard { seat, tile, .. } => {
                self.remove(seat, tile, 1)?;
                self.live = Some((seat, tile));
            }
            Event::Chow { seat, lowest, position } => {
                let (_, claimed) = self.live.take()?;
                let meld = Meld::chow(lowest, position);
                for tile in meld.tiles() {
                    self.show(tile, 1);
                    if tile != claimed {
                        self.remove(seat, tile, 1)?;
                    }
                }
                self.lay_out(seat, meld)?;
            }
            Event::Pung { seat, tile } => {
                let (giver, _) = self.live.take()?;
                self.remove(seat, tile, 2)?;
                self.show(tile, 3);
                self.lay_out(seat, Meld::pung(tile, offer(seat, giver)?))?;
            }
            Event::MeldedKong { seat, tile } => {
                let (giver, _) = self.live.take()?;
                self.remove(seat, tile, 3)?;
                self.show(tile, 4);
                self.lay_out(seat, Meld::melded_kong(tile, offer(seat, giver)?))?;
            }
            Event::ConcealedKong { seat, tile } => {
                self.remove(seat, tile?, 4)?;
                self.lay_out(seat, Meld::concealed_kong(tile?))?;
            }
            Event::AddedKong { seat, tile } => {
                self.remove(seat, tile, 1)?;
                self.melds[seat].add_to_pung(tile).then_some(())?;
                self.show(tile, 1);
            }
            Event::Flower { .. } | Event::Ready { .. } | Event::Ruling { .. } => return None,
            Event::Hu { .. }
            | Event::Exhausted
            | Event::Hang { .. }
            | Event::Void
            | Event::SessionOver
            | Event::Foul { .. } => {}
        }
        Some(())
    }

    /// A discard that nobody claimed lies in the river for good.
    fn settle_live(&mut self) {
        if let Some((_, tile)) = self.live.take() {
            self.show(tile, 1);
        }
    }

    fn show(&mut self, tile: Tile, copies: u8) {
        self.shown[tile.index()] += copies;
    }

    fn remove(&mut self, seat: Seat, tile: Tile, copies: u8) -> Option<()> {
        let hand = &mut self.concealed[seat];
        (hand.get(tile) >= copies).then(|| hand.remove_copies(tile, copies))
    }

    fn lay_out(&mut self, seat: Seat, meld: Meld) -> Option<()> {
        (self.melds[seat].len() < 4).then(|| self.melds[seat].push(meld))
    }

    fn verdict(&self, event: Event, seat: Seat) -> Verdict {
        let score = match event {
            Event::Draw { seat: by, tile: Some(tile) } if by == seat => self.own_draw(seat, tile, false),
            Event::Replacement { seat: by, tile: Some(tile) } if by == seat => {
                self.own_draw(seat, tile, true)
            }
            Event::Discard { seat: by, tile, .. } if by != seat => self.claim(seat, by, tile, false),
            Event::AddedKong { seat: by, tile } if by != seat => self.claim(seat, by, tile, true),
            _ => return Verdict::Unasked,
        };
        score.map_or(Verdict::Incomplete, |score| Verdict::Points(score.total()))
    }

    fn own_draw(&self, seat: Seat, tile: Tile, kong: bool) -> Option<Score> {
        let context = WinContext { self_drawn: true, kong, ..self.context(seat, seat, tile) };
        self.score(seat, self.concealed[seat], tile, &context)
    }

    fn claim(&self, seat: Seat, from: Seat, tile: Tile, kong: bool) -> Option<Score> {
        let context = WinContext { kong, ..self.context(seat, from, tile) };
        self.score(seat, self.concealed[seat].with(tile), tile, &context)
    }

    /// The flags of a win by `seat` on a tile drawn or put out by `from` (protocol of the judge, flags of its fan count).
    fn context(&self, seat: Seat, from: Seat, tile: Tile) -> WinContext {
        WinContext {
            prevalent: self.prevalent,
            seat: seat.wind(),
            self_drawn: false,
            last_of_kind: self.shown[tile.index()] == 3,
            last_wall_tile: self.left[from.next()] == 0,
            kong: false,
            flowers: 0,
            declared_ready: false,
            competition: mcr_engine::scoring::CompetitionContext::NONE,
        }
    }

    fn score(&self, seat: Seat, concealed: TileCounts, tile: Tile, context: &WinContext) -> Option<Score> {
        if !is_complete(&concealed, self.melds[seat].len()) {
            return None;
        }
        let hand = WinningHand { concealed, melds: self.melds[seat], winning_tile: tile };
        score(&hand, context, &self.rules)
    }
}

fn offer(claimer: Seat, giver: Seat) -> Option<Offer> {
    (claimer != giver).then(|| Offer::between(claimer, giver))
}
