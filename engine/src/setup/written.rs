//! Positions written down from a deal.

use super::{Setup, SetupHand, SetupMoment, SetupWall};
use crate::{
    deal::Deal,
    hand::Hand,
    rules::WallLayout,
    seat::{BySeat, Seat},
    table::{Phase, Table},
};

impl Setup {
    /// The position where `deal` stands; `None` when it is over. Answers already given to a live tile and the numbers
    /// of decisions are not part of a position.
    ///
    /// ```
    /// use mcr_engine::{Deal, RuleSet, Seat, Setup, Wall, Wind};
    /// let rules = RuleSet::MCR;
    /// let deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, 0), &mut ());
    /// let again = Setup::of(&deal).unwrap().deal(&mut ()).unwrap();
    /// assert_eq!(again.legal(Seat::East), deal.legal(Seat::East));
    /// ```
    #[must_use]
    pub fn of(deal: &Deal) -> Option<Setup> {
        let table = deal.table();
        let turn = table.turn().and_then(|seat| deal.hand(seat).drawn());
        let mut setup = Setup { moment: moment(table, turn)?, ..known(table) };
        for seat in Seat::ALL {
            write_hand(&mut setup.hands[seat], deal.hand(seat));
        }
        setup.wall = match deal.wall().layout() {
            WallLayout::Shared => SetupWall::Shared(deal.wall().undrawn().collect()),
            WallLayout::PerSeat => SetupWall::PerSeat(BySeat::from_fn(|s| deal.wall().own(s).to_vec())),
        };
        Some(setup)
    }
}

/// What everybody knows.
fn known(table: &Table) -> Setup {
    let mut setup = Setup::empty(*table.rules(), table.prevalent());
    setup.discards = table.discards().as_slice().to_vec();
    for seat in Seat::ALL {
        setup.hands[seat].melds = table.open_melds(seat).as_slice().to_vec();
        setup.hands[seat].flowers = table.flowers(seat).collect();
        setup.hands[seat].declared_ready = table.declared_ready(seat);
    }
    setup
}

fn moment(table: &Table, drawn: Option<crate::tile::Tile>) -> Option<SetupMoment> {
    match table.phase() {
        Phase::Turn { seat } => {
            Some(SetupMoment::Turn { seat, drawn: drawn?, kong: table.kong_replacement() })
        }
        Phase::AfterClaim { seat } => Some(SetupMoment::AfterClaim { seat }),
        Phase::Claim { .. } => Some(SetupMoment::Claim),
        Phase::Rob { tile, from } => Some(SetupMoment::Rob { seat: from, tile }),
        Phase::Dealing | Phase::Over => None,
    }
}

fn write_hand(written: &mut SetupHand, hand: &Hand) {
    written.concealed = hand.concealed().iter().collect();
    written.melds = hand.melds().as_slice().to_vec();
}
