//! What one seat knows at one moment.

use crate::{
    action::ActionSet,
    hand::Hand,
    meld::MeldKind,
    rules::RuleSet,
    seat::Seat,
    table::{Phase, Table},
    tile::Tile,
    tile_counts::TileCounts,
    wind::Wind,
};

/// What a seat is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// Its turn after a draw: hu, kong or discard.
    Turn,
    /// Its discard after a chow or pung.
    AfterClaim,
    /// To claim a discard or pass.
    Claim {
        /// The discard.
        tile: Tile,
        /// Who discarded it.
        from: Seat,
    },
    /// To rob an added kong or pass.
    Rob {
        /// The kong's tile.
        tile: Tile,
        /// Who announced it.
        from: Seat,
    },
    /// Nothing: it only watches.
    Watch,
}

/// A deal through the eyes of one seat: the public table and its own hand.
///
/// It holds nothing else, so the other hands, the wall and the kinds of others' concealed kongs cannot be reached.
///
/// ```
/// use mcr_engine::{Deal, Moment, RuleSet, Seat, Wall, Wind};
/// let rules = RuleSet::MCR;
/// let deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, 0), &mut ());
/// let view = deal.observe(Seat::East);
/// assert_eq!(view.moment(), Moment::Turn);
/// assert_eq!(view.hand().concealed().total(), 14);
/// assert_eq!(view.unseen().total(), 136 - 14);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    seat: Seat,
    table: &'a Table,
    hand: &'a Hand,
    legal: &'a ActionSet,
    decision: u32,
}

impl<'a> Observation<'a> {
    /// What `seat` knows when it sees `table`, holds `hand` and is asked to choose from `legal` as its decision
    /// number `decision`.
    #[must_use]
    pub const fn new(
        seat: Seat,
        table: &'a Table,
        hand: &'a Hand,
        legal: &'a ActionSet,
        decision: u32,
    ) -> Observation<'a> {
        Observation { seat, table, hand, legal, decision }
    }

    /// Whose view it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The rule set.
    #[must_use]
    pub const fn rules(&self) -> &'a RuleSet {
        self.table.rules()
    }

    /// The round's wind.
    #[must_use]
    pub const fn prevalent(&self) -> Wind {
        self.table.prevalent()
    }

    /// What all seats see.
    #[must_use]
    pub const fn table(&self) -> &'a Table {
        self.table
    }

    /// The own hand.
    #[must_use]
    pub const fn hand(&self) -> &'a Hand {
        self.hand
    }

    /// What may be answered; empty when nothing is asked.
    #[must_use]
    pub const fn legal(&self) -> &'a ActionSet {
        self.legal
    }

    /// What is asked.
    #[must_use]
    pub const fn moment(&self) -> Moment {
        if self.legal.is_empty() {
            return Moment::Watch;
        }
        match self.table.phase() {
            Phase::Turn { .. } => Moment::Turn,
            Phase::AfterClaim { .. } => Moment::AfterClaim,
            Phase::Claim { tile, from } => Moment::Claim { tile, from },
            Phase::Rob { tile, from } => Moment::Rob { tile, from },
            Phase::Dealing | Phase::Over => Moment::Watch,
        }
    }

    /// How many decisions the seat took before in this deal.
    #[must_use]
    pub const fn decision(&self) -> u32 {
        self.decision
    }

    /// Copies of each kind that the seat cannot see: four less its own tiles and those lying face up. They are in
    /// the wall, in the other hands and in others' concealed kongs.
    #[must_use]
    pub fn unseen(&self) -> TileCounts {
        let concealed = self.hand.concealed().groups();
        let face_up = self.table.face_up().groups();
        let mut groups = [0o444_444_444, 0o444_444_444, 0o444_444_444, 0o4_444_444];
        for (group, left) in groups.iter_mut().enumerate() {
            *left -= concealed[group] + face_up[group];
        }
        let mut unseen = TileCounts::from_groups(groups);
        for meld in self.hand.melds().iter() {
            if meld.kind() == MeldKind::ConcealedKong {
                unseen.remove_copies(meld.tile(), Tile::COPIES);
            }
        }
        unseen
    }
}
