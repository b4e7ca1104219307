//! Any position, written down and then checked: the way into the middle of a deal.

mod faults;
mod written;

pub use faults::SetupFault;

use crate::{
    deal::Deal,
    discards::Discard,
    event::EventSink,
    hand::Hand,
    meld::{Meld, Melds},
    rules::{RuleSet, WallLayout},
    seat::{BySeat, Seat},
    table::{Parts, Phase, Table},
    tile::Tile,
    tile_counts::TileCounts,
    wall::Wall,
    wind::Wind,
};

/// A position as anybody may write it down; [`Setup::deal`] makes a [`Deal`] of it or tells every fault.
///
/// ```
/// use mcr_engine::{RuleSet, Setup, SetupFault, Seat, Wind};
/// // Nothing filled in: all tiles are missing and the hands are empty.
/// let faults = Setup::empty(RuleSet::MCR, Wind::East).deal(&mut ()).unwrap_err();
/// assert!(faults.contains(&SetupFault::HandSize { seat: Seat::South, found: 0, expected: 13 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rule set.
    pub rules: RuleSet,
    /// The round's wind.
    pub prevalent: Wind,
    /// What each seat holds and has laid out.
    pub hands: BySeat<SetupHand>,
    /// The discards in order. Claimed ones may be left out; those given must lie in a meld of the claimer.
    pub discards: Vec<Discard>,
    /// What is left to draw.
    pub wall: SetupWall,
    /// Where the deal stands.
    pub moment: SetupMoment,
}

/// What one seat holds and has laid out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupHand {
    /// Concealed tiles, a drawn one included.
    pub concealed: Vec<Tile>,
    /// All melds.
    pub melds: Vec<Meld>,
    /// Flowers laid out.
    pub flowers: Vec<Tile>,
    /// Whether it was declared ready, where the rule set has declarations.
    pub declared_ready: bool,
}

/// What is left to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupWall {
    /// One wall: draws take the first tile, replacements the last.
    Shared(Vec<Tile>),
    /// A wall for each seat, which takes its last tile.
    PerSeat(BySeat<Vec<Tile>>),
}

/// Where the deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupMoment {
    /// `seat` has drawn `drawn` and may win, kong or discard.
    Turn {
        /// Whose turn.
        seat: Seat,
        /// The tile just drawn, one of its concealed tiles.
        drawn: Tile,
        /// Whether it was drawn directly for a kong.
        kong: bool,
    },
    /// `seat` has taken a chow or pung and must discard.
    AfterClaim {
        /// Whose turn.
        seat: Seat,
    },
    /// The last discard is live.
    Claim,
    /// `seat` has announced to add `tile`, no longer among its concealed tiles, to its pung.
    Rob {
        /// Who announced it.
        seat: Seat,
        /// The fourth tile.
        tile: Tile,
    },
}

impl Setup {
    /// A position with nothing in it, to be filled.
    #[must_use]
    pub fn empty(rules: RuleSet, prevalent: Wind) -> Setup {
        let wall = match rules.wall {
            WallLayout::Shared => SetupWall::Shared(Vec::new()),
            WallLayout::PerSeat => SetupWall::PerSeat(BySeat::default()),
        };
        let hands = BySeat::default();
        Setup { rules, prevalent, hands, discards: Vec::new(), wall, moment: SetupMoment::Claim }
    }

    /// Goes on from this position. Seats with nothing to claim pass by themselves, which may already make events.
    ///
    /// # Errors
    /// Every fault of the position.
    pub fn deal(&self, sink: &mut impl EventSink) -> Result<Deal, Vec<SetupFault>> {
        let faults = self.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let table = Table::from_parts(Parts {
            rules: &self.rules,
            prevalent: self.prevalent,
            phase: self.phase(),
            kong_replacement: matches!(self.moment, SetupMoment::Turn { kong: true, .. }),
            left: self.left(),
            melds: BySeat::from_fn(|seat| self.melds(seat)),
            flowers: BySeat::from_fn(|seat| self.hands[seat].flowers.as_slice()),
            discards: &self.discards,
            ready: BySeat::from_fn(|seat| self.hands[seat].declared_ready),
        });
        let hands = BySeat::from_fn(|seat| self.hand(seat));
        Ok(Deal::resume(table, hands, self.rest_of_wall(), sink))
    }

    fn phase(&self) -> Phase {
        match (self.moment, self.discards.last()) {
            (SetupMoment::Turn { seat, .. }, _) => Phase::Turn { seat },
            (SetupMoment::AfterClaim { seat }, _) => Phase::AfterClaim { seat },
            (SetupMoment::Claim, Some(last)) => Phase::Claim { tile: last.tile(), from: last.seat() },
            (SetupMoment::Rob { seat, tile }, _) => Phase::Rob { tile, from: seat },
            // Refused before.
            (SetupMoment::Claim, None) => Phase::Dealing,
        }
    }

    fn left_for(&self, seat: Seat) -> usize {
        match &self.wall {
            SetupWall::Shared(wall) => wall.len(),
            SetupWall::PerSeat(walls) => walls[seat].len(),
        }
    }

    fn left(&self) -> [u8; 4] {
        match &self.wall {
            SetupWall::Shared(wall) => [wall.len() as u8, 0, 0, 0],
            SetupWall::PerSeat(walls) => std::array::from_fn(|i| walls.0[i].len() as u8),
        }
    }

    fn rest_of_wall(&self) -> Wall {
        match &self.wall {
            SetupWall::Shared(wall) => Wall::rest(&self.rules, &[wall]),
            SetupWall::PerSeat(walls) => Wall::rest(&self.rules, &walls.0.each_ref().map(Vec::as_slice)),
        }
    }

    fn melds(&self, seat: Seat) -> Melds {
        self.hands[seat].melds.iter().copied().collect()
    }

    fn hand(&self, seat: Seat) -> Hand {
        let concealed: TileCounts = self.hands[seat].concealed.iter().copied().collect();
        let shapes = self.rules.shapes();
        match self.moment {
            SetupMoment::Turn { seat: turn, drawn, .. } if turn == seat => {
                Hand::of_shapes(shapes, concealed.without(drawn), self.melds(seat)).with_drawn(drawn)
            }
            SetupMoment::AfterClaim { seat: turn } if turn == seat => {
                Hand::before_discard(shapes, concealed, self.melds(seat))
            }
            _ => Hand::of_shapes(shapes, concealed, self.melds(seat)),
        }
    }
}
