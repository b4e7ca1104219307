//! Wins in a session: who pays, who may win, who is liable (rules/other_rule_sets.md 8a).

use super::win::Way;
use crate::{
    hand::Hand,
    meld::{Meld, MeldKind},
    scoring::{Fan, Score},
    seat::Seat,
    standing::Due,
    table::{Hung, Table},
    tile::Tile,
};

/// How often the liable player pays the hand, alone.
const ALONE: u16 = 3;

/// The payments for a win of `seat` where the table stands.
pub(super) fn dues(table: &Table, hand: &Hand, seat: Seat, way: Way, score: &Score) -> Vec<Due> {
    let due = |from, times: u16| Due { from, to: seat, amount: score.total() * times };
    if let Some(liable) = liable(table, hand, seat, way, score) {
        return vec![due(liable, ALONE)];
    }
    match way {
        Way::SelfDrawn => seat.others().map(|from| due(from, 1)).into(),
        Way::Discard(from) => vec![due(from, table.rules().payments.discard.into())],
        Way::Robbing(from) => vec![due(from, table.rules().payments.robbed.into())],
    }
}

/// Whether chips allow the win: the discarder has some, and the session would not end with the winner behind.
pub(super) fn may_win(table: &Table, hand: &Hand, seat: Seat, way: Way, score: &Score) -> bool {
    let standing = table.standing();
    way.payer().is_none_or(|payer| standing.has_chips(payer))
        && !standing.would_end_badly(seat, dues(table, hand, seat, way, score))
}

/// 包牌: the player who pays alone for the win of `seat`, in the order of the three cases.
pub(super) fn liable(table: &Table, hand: &Hand, seat: Seat, way: Way, score: &Score) -> Option<Seat> {
    by_three_melds(table, seat)
        .or_else(|| by_flush(hand, seat, way, score))
        .or_else(|| by_hung_tile(table, seat, way))
}

/// (1) The first three melds of one of the two all come from the other's discards. Who fed the winner goes before who
/// was fed by him.
fn by_three_melds(table: &Table, seat: Seat) -> Option<Seat> {
    feeder(table, seat)
        .or_else(|| seat.others().into_iter().find(|other| feeder(table, *other) == Some(seat)))
}

/// Whose discards made the first three melds that `seat` claimed, if one player's alone and no kong was claimed.
fn feeder(table: &Table, seat: Seat) -> Option<Seat> {
    let [first, second, third, ..] = table.open_melds(seat).as_slice() else { return None };
    let giver = |meld: &Meld| match meld.kind() {
        MeldKind::MeldedKong => None,
        _ => meld.offer().map(|offer| offer.giver(seat)),
    };
    let from = giver(first)?;
    (giver(second) == Some(from) && giver(third) == Some(from)).then_some(from)
}

/// (2) Against three melds of one suit: who feeds the winning tile of a full flush, or the fourth meld of the suit.
fn by_flush(hand: &Hand, seat: Seat, way: Way, score: &Score) -> Option<Seat> {
    let melds = hand.melds().as_slice();
    if score.count(Fan::CompetitionFullFlush) == 0 || melds.len() < 3 {
        return None;
    }
    match way {
        Way::Discard(from) | Way::Robbing(from) => Some(from),
        Way::SelfDrawn => {
            let fourth = melds.get(3)?;
            fourth.offer().map(|offer| offer.giver(seat))
        }
    }
}

/// (3) A discard near the tile that hangs on the wall wins: within two ranks of it, any wind, or any dragon.
fn by_hung_tile(table: &Table, seat: Seat, way: Way) -> Option<Seat> {
    let (Way::Discard(from), Hung::Tile(hung)) = (way, table.hung(seat)) else { return None };
    let (tile, _) = table.live_tile()?;
    is_near(hung, tile).then_some(from)
}

/// Whether `tile` is one of the kinds that a hung tile warns of.
fn is_near(hung: Tile, tile: Tile) -> bool {
    match (hung.suit(), tile.suit()) {
        (Some(suit), Some(other)) => suit == other && hung.index().abs_diff(tile.index()) <= 2,
        (None, None) => hung.is_dragon() == tile.is_dragon(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "a discard within +-2 ranks of it (five kinds), or any wind if it is a wind, any dragon if it is a dragon".
    #[test]
    fn hung_tiles_warn_of_their_neighbours() {
        let near = |hung: u8| Tile::kinds().filter(|tile| is_near(Tile::new(hung), *tile)).count();
        assert_eq!([near(4), near(0), near(8), near(9), near(27), near(33)], [5, 3, 3, 3, 4, 3]);
        assert!(is_near(Tile::new(4), Tile::new(6)) && !is_near(Tile::new(4), Tile::new(7)));
        assert!(!is_near(Tile::new(8), Tile::new(9)), "another suit");
    }
}
