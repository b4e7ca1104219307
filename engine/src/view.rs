//! One seat's side of a deal that is played elsewhere: the table and the own hand, kept by the events it is told.

use crate::{
    action::ActionSet,
    deal::legal_actions,
    event::Event,
    hand::Hand,
    meld::{Meld, MeldKind},
    observation::Observation,
    rules::RuleSet,
    seat::Seat,
    table::{EventError, Phase, Table},
    tile::Tile,
    wind::Wind,
};

/// What a player at somebody else's table knows, for bots that talk to a server.
///
/// ```
/// use mcr_engine::{Event, Moment, RuleSet, Seat, SeatView, Tile, Wind};
/// let dealt: Vec<Tile> = Tile::kinds().take(13).collect();
/// let mut view = SeatView::new(&RuleSet::BOTZONE, Wind::East, Seat::East, &dealt).unwrap();
/// view.apply(Event::Draw { seat: Seat::East, tile: Some(Tile::RED) }).unwrap();
/// assert_eq!(view.observe().moment(), Moment::Turn);
/// assert_eq!(view.observe().legal().discards().len(), 14);
/// ```
#[derive(Clone, Debug)]
pub struct SeatView {
    seat: Seat,
    table: Table,
    hand: Hand,
    /// Flowers dealt and not yet replaced.
    dealt_flowers: u8,
    legal: ActionSet,
    decisions: u32,
}

/// Why a view cannot take over what it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    /// A deal starts with thirteen tiles.
    #[error("{seat:?} was dealt {found} tiles, expected 13")]
    Dealt {
        /// Whose view.
        seat: Seat,
        /// How many tiles.
        found: usize,
    },
    /// More than four copies of a kind.
    #[error("{seat:?} would hold a fifth {tile}")]
    FifthCopy {
        /// Whose view.
        seat: Seat,
        /// The kind.
        tile: Tile,
    },
    /// The table does not allow the event.
    #[error(transparent)]
    Table(#[from] EventError),
    /// The own draw must be shown.
    #[error("{seat:?}: its own {event:?} does not say which tile")]
    Unknown {
        /// Whose view.
        seat: Seat,
        /// The event.
        event: Event,
    },
    /// The own hand does not hold what the event takes from it.
    #[error("{seat:?}: its own {event:?} needs {copies} of {tile}, the hand holds {found}")]
    NotHeld {
        /// Whose view.
        seat: Seat,
        /// The event.
        event: Event,
        /// The tile.
        tile: Tile,
        /// Copies the event needs.
        copies: u8,
        /// Copies in the hand.
        found: u8,
    },
}

impl SeatView {
    /// The view of `seat`, which was dealt these thirteen tiles, flowers among them or not.
    ///
    /// # Errors
    /// When these are not thirteen tiles that can be dealt.
    pub fn new(rules: &RuleSet, prevalent: Wind, seat: Seat, dealt: &[Tile]) -> Result<SeatView, ViewError> {
        if dealt.len() != 13 {
            return Err(ViewError::Dealt { seat, found: dealt.len() });
        }
        if let Some(&tile) = dealt.iter().find(|t| dealt.iter().filter(|u| u == t).count() > 4) {
            return Err(ViewError::FifthCopy { seat, tile });
        }
        let mut hand = Hand::unready(rules.shapes(), dealt);
        let dealt_flowers = dealt.iter().filter(|t| t.is_flower()).count() as u8;
        if dealt_flowers == 0 {
            hand.complete();
        }
        let table = Table::new(rules, prevalent);
        Ok(SeatView { seat, table, hand, dealt_flowers, legal: ActionSet::EMPTY, decisions: 0 })
    }

    /// Whose view it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What everybody sees.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The own hand.
    #[must_use]
    pub const fn hand(&self) -> &Hand {
        &self.hand
    }

    /// What the seat knows and may do now.
    #[must_use]
    pub const fn observe(&self) -> Observation<'_> {
        Observation::new(self.seat, &self.table, &self.hand, &self.legal, self.decisions)
    }

    /// Takes over the next event, as [`Event::seen_by`] shows it to this seat.
    ///
    /// # Errors
    /// When it cannot happen here; the view stays as it was.
    pub fn apply(&mut self, event: Event) -> Result<(), ViewError> {
        let mut next = self.clone();
        next.take_over(event)?;
        *self = next;
        Ok(())
    }

    fn take_over(&mut self, event: Event) -> Result<(), ViewError> {
        let before = self.table.phase();
        self.table.apply(event)?;
        if event.seat() == Some(self.seat) {
            self.act(event, before)?;
        }
        if let Some(tile) = Tile::kinds().find(|t| self.in_sight(*t) > Tile::COPIES) {
            return Err(ViewError::FifthCopy { seat: self.seat, tile });
        }
        // While the others replace the flowers they were dealt, the dealer waits with its first answer.
        let opening = matches!(before, Phase::Turn { .. })
            && matches!(event, Event::Flower { .. } | Event::Replacement { .. });
        // Neither a ruling nor a declaration asks anybody anything, nor does the tile that a discard just leaves.
        let aside =
            matches!(event, Event::Ruling { .. } | Event::Ready { .. } | Event::Hang { tile: Some(_), .. });
        if !self.legal.is_empty() && !opening && !aside {
            self.decisions += 1;
        }
        self.legal = match self.dealt_flowers {
            0 => legal_actions(&self.table, &self.hand, self.seat),
            _ => ActionSet::EMPTY,
        };
        Ok(())
    }

    /// What an own event does to the hand.
    fn act(&mut self, event: Event, before: Phase) -> Result<(), ViewError> {
        match event {
            Event::Draw { tile, .. } => self.receive(event, tile)?,
            Event::Replacement { tile, .. } => {
                if let Phase::Rob { tile: kong, .. } = before {
                    self.hand.complete_added_kong(kong);
                }
                self.receive(event, tile)?;
            }
            Event::Discard { tile, .. } => {
                self.need(event, tile, 1)?;
                self.hand.discard(tile);
            }
            Event::Chow { lowest, position, .. } => {
                let meld = Meld::chow(lowest, position);
                for tile in meld.tiles().filter(|t| Some(*t) != meld.claimed()) {
                    self.need(event, tile, 1)?;
                }
                self.hand.claim(meld);
            }
            Event::Pung { tile, .. } | Event::MeldedKong { tile, .. } => {
                let copies = if matches!(event, Event::Pung { .. }) { 2 } else { 3 };
                self.need(event, tile, copies)?;
                // The table has just laid the meld out.
                if let Some(meld) = self.table.open_melds(self.seat).as_slice().last() {
                    self.hand.claim(*meld);
                }
            }
            Event::ConcealedKong { tile, .. } => {
                let tile = tile.ok_or(ViewError::Unknown { seat: self.seat, event })?;
                self.need(event, tile, 4)?;
                self.hand.concealed_kong(tile);
            }
            Event::AddedKong { tile, .. } => {
                self.need(event, tile, 1)?;
                self.hand.announce_added_kong(tile);
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
        Ok(())
    }

    /// A drawn tile goes into the hand; a flower is laid out by the next event.
    fn receive(&mut self, event: Event, tile: Option<Tile>) -> Result<(), ViewError> {
        let tile = tile.ok_or(ViewError::Unknown { seat: self.seat, event })?;
        if tile.is_flower() {
            return Ok(());
        }
        if self.in_sight(tile) >= Tile::COPIES {
            return Err(ViewError::FifthCopy { seat: self.seat, tile });
        }
        if self.dealt_flowers > 0 && matches!(event, Event::Replacement { .. }) {
            self.hand.replace_dealt(tile);
            self.dealt_flowers -= 1;
            if self.dealt_flowers == 0 {
                self.hand.complete();
            }
        } else {
            self.hand.draw(tile);
        }
        Ok(())
    }

    fn need(&self, event: Event, tile: Tile, copies: u8) -> Result<(), ViewError> {
        let found = self.hand.concealed().get(tile);
        if found >= copies {
            return Ok(());
        }
        Err(ViewError::NotHeld { seat: self.seat, event, tile, copies, found })
    }

    /// Copies of `tile` that this seat can see, flowers aside.
    fn in_sight(&self, tile: Tile) -> u8 {
        let hidden =
            self.hand.melds().iter().any(|m| m.kind() == MeldKind::ConcealedKong && m.tile() == tile);
        self.hand.concealed().get(tile) + self.table.face_up().get(tile) + if hidden { 4 } else { 0 }
    }
}
