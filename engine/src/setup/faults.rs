//! What can be wrong with a position.

use super::{Setup, SetupMoment, SetupWall};
use crate::{
    discards::Discards,
    meld::{Meld, MeldKind, Offer},
    rules::WallLayout,
    seat::{BySeat, Seat},
    tile::Tile,
    wall,
};

/// One thing that is wrong with a [`Setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// All tiles together are not those of the rule set.
    #[error("{tile}: {found} copies in the position, the rule set has {expected}")]
    Copies {
        /// The kind.
        tile: Tile,
        /// Copies in the position.
        found: usize,
        /// Copies in the rule set.
        expected: usize,
    },
    /// A seat holds too many or too few concealed tiles for its melds and the moment.
    #[error("{seat:?}: {found} concealed tiles, expected {expected}")]
    HandSize {
        /// Whose hand.
        seat: Seat,
        /// How many it holds.
        found: usize,
        /// How many it should hold.
        expected: usize,
    },
    /// More than four melds.
    #[error("{seat:?}: {found} melds, expected at most 4")]
    Melds {
        /// Whose melds.
        seat: Seat,
        /// How many there are.
        found: usize,
    },
    /// A flower where one of the 34 kinds belongs: among concealed tiles, melds, discards or as the moment's tile.
    #[error("{seat:?}: flower {tile} in a hand, meld or discard")]
    Flower {
        /// Whose tile.
        seat: Seat,
        /// The flower.
        tile: Tile,
    },
    /// A tile that is no flower among the flowers.
    #[error("{seat:?}: {tile} among the flowers")]
    NoFlower {
        /// Whose flowers.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// More discards than a deal can have.
    #[error("{found} discards, expected at most {}", Discards::CAPACITY)]
    Discards {
        /// How many there are.
        found: usize,
    },
    /// A discard is marked as claimed, but the claimer has no such meld.
    #[error("discard {place}: claimed by {claimer:?}, who has no meld with this tile from this seat")]
    ClaimWithoutMeld {
        /// Its place in the list, from 0.
        place: usize,
        /// Who is said to have claimed it.
        claimer: Seat,
    },
    /// The drawn tile is not among the concealed ones.
    #[error("{seat:?}: drawn {tile} is not among the concealed tiles")]
    DrawnTile {
        /// Whose turn.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// After a claim the seat must have an open chow or pung.
    #[error("{seat:?}: must discard after a claim, but has no chow or pung")]
    NothingClaimed {
        /// Whose turn.
        seat: Seat,
    },
    /// A claim is due, but the last discard is missing or claimed.
    #[error("a claim is due, but there is no last discard that nobody claimed")]
    NoLiveDiscard,
    /// There is no pung to which the tile could be added.
    #[error("{seat:?}: no pung of {tile} to rob")]
    NoPung {
        /// Who announced the kong.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A kong was announced without a tile left for its replacement.
    #[error("{seat:?}: announced a kong, but its replacement cannot be drawn")]
    NoReplacement {
        /// Who announced the kong.
        seat: Seat,
    },
    /// One wall is given where the rule set has four, or the reverse.
    #[error("the wall is not laid out as the rule set says: expected {expected:?}")]
    Layout {
        /// The rule set's layout.
        expected: WallLayout,
    },
}

impl Setup {
    /// Everything that is wrong; empty when [`Setup::deal`] succeeds.
    #[must_use]
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        self.check_copies(&mut faults);
        self.check_hands(&mut faults);
        self.check_discards(&mut faults);
        self.check_moment(&mut faults);
        if matches!(self.wall, SetupWall::Shared(_)) != (self.rules.wall == WallLayout::Shared) {
            faults.push(SetupFault::Layout { expected: self.rules.wall });
        }
        faults
    }

    fn check_copies(&self, faults: &mut Vec<SetupFault>) {
        let mut found = [0; Tile::COUNT];
        for (_, hand) in self.hands.iter() {
            hand.concealed.iter().chain(&hand.flowers).for_each(|t| found[t.index()] += 1);
            // A meld made from a bad tile would run past the kinds; it is reported as such.
            let melds = hand.melds.iter().filter(|m| !m.tile().is_flower());
            melds.flat_map(|m| m.tiles()).for_each(|t| found[t.index()] += 1);
        }
        let river = self.discards.iter().filter(|d| d.claimer().is_none());
        river.for_each(|d| found[d.tile().index()] += 1);
        match &self.wall {
            SetupWall::Shared(wall) => wall.iter().for_each(|t| found[t.index()] += 1),
            SetupWall::PerSeat(walls) => walls.0.iter().flatten().for_each(|t| found[t.index()] += 1),
        }
        if let SetupMoment::Rob { tile, .. } = self.moment {
            found[tile.index()] += 1;
        }
        for (index, found) in found.into_iter().enumerate() {
            let tile = Tile::new(index as u8);
            let expected = wall::copies(&self.rules, tile);
            if found != expected {
                faults.push(SetupFault::Copies { tile, found, expected });
            }
        }
    }

    fn check_hands(&self, faults: &mut Vec<SetupFault>) {
        let fourteen = match self.moment {
            SetupMoment::Turn { seat, .. } | SetupMoment::AfterClaim { seat } => Some(seat),
            SetupMoment::Claim | SetupMoment::Rob { .. } => None,
        };
        for (seat, hand) in self.hands.iter() {
            if hand.melds.len() > 4 {
                faults.push(SetupFault::Melds { seat, found: hand.melds.len() });
            }
            let expected = 13usize.saturating_sub(3 * hand.melds.len()) + usize::from(fourteen == Some(seat));
            if hand.concealed.len() != expected {
                faults.push(SetupFault::HandSize { seat, found: hand.concealed.len(), expected });
            }
            let melded = hand.melds.iter().map(|m| m.tile());
            for tile in hand.concealed.iter().copied().chain(melded).filter(|t| t.is_flower()) {
                faults.push(SetupFault::Flower { seat, tile });
            }
            for &tile in hand.flowers.iter().filter(|t| !t.is_flower()) {
                faults.push(SetupFault::NoFlower { seat, tile });
            }
        }
    }

    fn check_discards(&self, faults: &mut Vec<SetupFault>) {
        if self.discards.len() > Discards::CAPACITY {
            faults.push(SetupFault::Discards { found: self.discards.len() });
        }
        // Each claimed discard takes one meld out of those that are left.
        let mut melds = BySeat::from_fn(|seat| self.hands[seat].melds.clone());
        for (place, discard) in self.discards.iter().enumerate() {
            if discard.tile().is_flower() {
                faults.push(SetupFault::Flower { seat: discard.seat(), tile: discard.tile() });
            }
            let Some(claimer) = discard.claimer() else { continue };
            let fits = |m: &Meld| {
                let offer = (claimer != discard.seat()).then(|| Offer::between(claimer, discard.seat()));
                m.claimed() == Some(discard.tile()) && m.offer() == offer
            };
            match melds[claimer].iter().position(fits) {
                Some(meld) => drop(melds[claimer].remove(meld)),
                None => faults.push(SetupFault::ClaimWithoutMeld { place, claimer }),
            }
        }
    }

    fn check_moment(&self, faults: &mut Vec<SetupFault>) {
        match self.moment {
            SetupMoment::Turn { seat, drawn, .. } => {
                if !self.hands[seat].concealed.contains(&drawn) {
                    faults.push(SetupFault::DrawnTile { seat, tile: drawn });
                }
            }
            SetupMoment::AfterClaim { seat } => {
                let claimed = |m: &Meld| matches!(m.kind(), MeldKind::Chow | MeldKind::Pung);
                if !self.hands[seat].melds.iter().any(claimed) {
                    faults.push(SetupFault::NothingClaimed { seat });
                }
            }
            SetupMoment::Claim => {
                if self.discards.last().is_none_or(|d| d.claimer().is_some()) {
                    faults.push(SetupFault::NoLiveDiscard);
                }
            }
            SetupMoment::Rob { seat, tile } => {
                if tile.is_flower() {
                    faults.push(SetupFault::Flower { seat, tile });
                }
                let pung = |m: &Meld| m.kind() == MeldKind::Pung && m.tile() == tile;
                if !self.hands[seat].melds.iter().any(pung) {
                    faults.push(SetupFault::NoPung { seat, tile });
                }
                let own = self.left_for(seat);
                if own == 0 || self.left_for(seat.next()) == 0 {
                    faults.push(SetupFault::NoReplacement { seat });
                }
            }
        }
    }
}
