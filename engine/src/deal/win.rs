//! What a win is worth where the table stands.

use super::chips;
use crate::{
    hand::Hand,
    meld::{Meld, MeldKind},
    scoring::{self, CompetitionContext, Score, WinContext, WinningHand},
    seat::Seat,
    table::Table,
    tile::Tile,
};

/// How the winning tile comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Drawn by the winner.
    SelfDrawn,
    /// Discarded by this seat.
    Discard(Seat),
    /// Added to a pung by this seat, which pays as a discarder does.
    Robbing(Seat),
}

impl Way {
    /// The seat that pays for the hand alone; `None` when all pay.
    pub(super) fn payer(self) -> Option<Seat> {
        match self {
            Way::SelfDrawn => None,
            Way::Discard(seat) | Way::Robbing(seat) => Some(seat),
        }
    }
}

/// The worth of the win; `None` when the hand is not complete.
pub(super) fn score(table: &Table, hand: &Hand, seat: Seat, tile: Tile, way: Way) -> Option<Score> {
    let concealed = match way {
        // The drawn tile is among the concealed ones.
        Way::SelfDrawn => *hand.concealed(),
        Way::Discard(_) | Way::Robbing(_) => hand.concealed().with(tile),
    };
    let winning = WinningHand { concealed, melds: *hand.melds(), winning_tile: tile };
    scoring::score(&winning, &context(table, seat, tile, way), table.rules())
}

/// Whether the win reaches the rule set's minimum, flowers not counted.
pub(super) fn is_enough(table: &Table, hand: &Hand, seat: Seat, tile: Tile, way: Way) -> bool {
    score(table, hand, seat, tile, way).is_some_and(|score| {
        score.is_enough(table.rules())
            && (table.rules().session.is_none() || chips::may_win(table, hand, seat, way, &score))
    })
}

fn context(table: &Table, seat: Seat, tile: Tile, way: Way) -> WinContext {
    // A live tile lies face up itself, and it is not one of the other three (rules/mcr.md 5.3).
    let others_face_up = table.face_up().get(tile) - u8::from(way != Way::SelfDrawn);
    WinContext {
        prevalent: table.prevalent(),
        seat: seat.wind(),
        self_drawn: way == Way::SelfDrawn,
        last_of_kind: others_face_up == 3,
        last_wall_tile: table.last_tile(way.payer().unwrap_or(seat)),
        kong: match way {
            Way::SelfDrawn => table.kong_replacement(),
            Way::Discard(_) => false,
            Way::Robbing(_) => true,
        },
        flowers: match table.rules().session {
            None => table.flower_count(seat),
            Some(_) => table.flowers_that_count(seat),
        },
        declared_ready: table.declared_ready(seat),
        competition: match table.rules().session {
            None => CompetitionContext::NONE,
            Some(_) => competition_context(table, tile, way),
        },
    }
}

/// Each of the four players' last tile: the last four of the wall (rules/other_rule_sets.md 8a).
const LAST_TILES: usize = 4;

fn competition_context(table: &Table, tile: Tile, way: Way) -> CompetitionContext {
    let is_pung = |meld: Meld| meld.kind() == MeldKind::Pung && meld.tile() == tile;
    CompetitionContext {
        flower_replacement: way == Way::SelfDrawn && table.flower_replacement(),
        // The tile was drawn when one more was left.
        last_tiles: table.tiles_left() < LAST_TILES,
        pung_lies_open: Seat::ALL.into_iter().any(|seat| table.open_melds(seat).iter().any(is_pung)),
    }
}
