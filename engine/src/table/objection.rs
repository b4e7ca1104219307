//! Which events can follow where a table stands, and what was expected where one cannot.

use super::{Owed, Phase, Table};
use crate::rules::RobbedByThree;
use crate::{
    event::Event,
    meld::{Meld, Offer},
    rules::FalseHuPolicy,
    seat::Seat,
    tile::Tile,
};

impl Table {
    /// What was expected instead of `event`; `None` when it can follow.
    pub(super) fn objection(&self, event: Event) -> Option<&'static str> {
        if self.phase == Phase::Over {
            let another = self.rules.session.is_some() && matches!(event, Event::Hu { .. });
            return if another { None } else { Some("nothing, the deal is over") };
        }
        if let (Some(owing), Event::Replacement { seat, .. }) = (self.owes_replacement(), event)
            && seat != owing
        {
            return Some("a replacement for the seat that owes one");
        }
        let settled = self.owed == Owed::Nothing;
        let fits = match event {
            Event::Draw { seat, .. } => settled && self.next_to_draw() == Some(seat),
            Event::Replacement { seat, .. } => {
                self.owes_replacement().is_some()
                    || matches!(self.phase, Phase::Rob { from, .. } if from == seat)
            }
            Event::Flower { seat, tile } => return self.flower_objection(seat, tile),
            Event::Discard { seat, tile, .. } => {
                settled && self.holds_turn(seat) && !tile.is_flower() && self.face_up.get(tile) < 4
            }
            Event::Chow { .. } | Event::Pung { .. } | Event::MeldedKong { .. } => {
                return self.claim_objection(event);
            }
            Event::ConcealedKong { seat, tile } => {
                return self
                    .kong_objection(seat, tile.is_none_or(|t| !t.is_flower() && self.face_up.get(t) == 0));
            }
            Event::AddedKong { seat, tile } => {
                let pung = self.open_melds[seat]
                    .iter()
                    .any(|m| m == Meld::pung(tile, m.offer().unwrap_or(Offer::Left)));
                return self.kong_objection(seat, pung);
            }
            Event::Ready { seat } if self.rules.scoring.declares_ready() => {
                settled && self.holds_turn(seat) && !self.declared_ready(seat)
            }
            Event::Ready { .. } => return Some("no declaration under rules without any"),
            Event::Hu { seat, tile } => {
                settled
                    && match self.phase {
                        Phase::Turn { seat: turn } => turn == seat && !tile.is_flower(),
                        Phase::Claim { tile: live, from } | Phase::Rob { tile: live, from } => {
                            seat != from && tile == live
                        }
                        _ => false,
                    }
            }
            Event::Exhausted => return self.exhaustion_objection(),
            Event::Hang { seat, tile } => {
                settled
                    && self.rules.session.is_some_and(|session| session.hanging)
                    && self.holds_turn(seat)
                    && self.open_melds[seat].len() == 4
                    && tile.is_none_or(|tile| !tile.is_flower())
            }
            Event::Void => {
                self.rules.robbed_by_three == RobbedByThree::Void && matches!(self.phase, Phase::Rob { .. })
            }
            Event::SessionOver => self.rules.session.is_some() && self.standing.is_over(),
            Event::Foul { .. } => true,
            Event::Ruling { .. } if self.rules.false_hu == FalseHuPolicy::Official => true,
            Event::Ruling { .. } => return Some("no ruling under rules without a referee"),
        };
        let draws_from_nothing = match event {
            Event::Draw { seat, .. } | Event::Replacement { seat, .. } => self.tiles_left_for(seat) == 0,
            _ => false,
        };
        match (fits, draws_from_nothing) {
            (true, false) => None,
            (true, true) => Some("the end of the deal, since the wall is empty"),
            (false, _) if !settled => Some("a replacement"),
            (false, _) => Some(match self.phase {
                Phase::Dealing => "a flower or the dealer's draw",
                Phase::Turn { .. } => "hu, kong, discard or flower of the seat whose turn it is",
                Phase::AfterClaim { .. } => "a discard of the seat that claimed",
                Phase::Claim { .. } => "a claim of the live tile or the next seat's draw",
                Phase::Rob { .. } => "a hu with the kong's tile or the kong's replacement",
                Phase::Over => "nothing, the deal is over",
            }),
        }
    }

    fn next_to_draw(&self) -> Option<Seat> {
        match self.phase {
            Phase::Dealing => Some(Seat::East),
            Phase::Claim { from, .. } => Some(from.next()),
            _ => None,
        }
    }

    fn holds_turn(&self, seat: Seat) -> bool {
        matches!(self.phase, Phase::Turn { seat: s } | Phase::AfterClaim { seat: s } if s == seat)
    }

    /// Whether the tiles dealt first may still be replaced: nobody has acted yet.
    fn still_dealing(&self) -> bool {
        self.discards.is_empty() && Seat::ALL.iter().all(|s| self.melds(*s) == 0)
    }

    fn flower_objection(&self, seat: Seat, tile: Tile) -> Option<&'static str> {
        if self.owed != Owed::Nothing {
            return Some("a replacement");
        }
        if !tile.is_flower() || !self.rules.flowers {
            return Some("one of the rule set's flowers");
        }
        if self.flowers.0.iter().any(|f| f >> (tile.index() - Tile::KINDS) & 1 == 1) {
            return Some("a flower that is not laid out yet");
        }
        let may = match self.phase {
            Phase::Turn { seat: turn } => turn == seat || self.still_dealing(),
            phase => phase == Phase::Dealing,
        };
        if may { None } else { Some("a flower only while dealing or just drawn") }
    }

    fn claim_objection(&self, event: Event) -> Option<&'static str> {
        let Phase::Claim { tile: live, from } = self.phase else {
            return Some("a claim only of a live discard");
        };
        let (seat, copies, fits) = match event {
            Event::Chow { seat, lowest, position } => {
                let run = position < 3 && matches!(lowest.rank(), Some(1..=7));
                let fits = run
                    && seat == from.next()
                    && lowest.index() + position as usize == live.index()
                    && (0..3).all(|i| {
                        let tile = Tile::new(lowest.index() as u8 + i);
                        tile == live || self.face_up.get(tile) < 4
                    });
                (seat, 0, fits)
            }
            Event::Pung { seat, tile } => (seat, 2, tile == live),
            Event::MeldedKong { seat, tile } => (seat, 3, tile == live),
            _ => return Some("a chow, pung or kong"),
        };
        if seat == from || !fits {
            return Some("a claim that takes the live tile from another seat (chow: from the left)");
        }
        if self.face_up.get(live) + copies > Tile::COPIES {
            return Some("a claim with copies that do not already lie face up");
        }
        if self.last_tile(from) {
            return Some("only hu on the last tile");
        }
        if self.melds(seat) == 4 { Some("at most four melds a seat") } else { None }
    }

    fn kong_objection(&self, seat: Seat, fits: bool) -> Option<&'static str> {
        if self.owed != Owed::Nothing {
            return Some("a replacement");
        }
        if self.phase != (Phase::Turn { seat }) || !fits {
            return Some("a kong only in the own turn and of four tiles that can be there");
        }
        if self.may_kong(seat) { None } else { Some("a kong only while its replacement can be drawn") }
    }

    fn exhaustion_objection(&self) -> Option<&'static str> {
        let drawer = match self.phase {
            Phase::Rob { from, .. } => Some(from),
            _ => self.owes_replacement().or(self.next_to_draw()),
        };
        match drawer {
            Some(seat) if self.tiles_left_for(seat) == 0 => None,
            _ => Some("the end of the wall only when a draw is due and nothing is left"),
        }
    }
}
