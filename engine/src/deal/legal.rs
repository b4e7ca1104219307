//! What a seat may do: a function of the table and its own hand, and of nothing else.

use super::win::{self, Way};
use crate::{
    action::{Action, ActionSet},
    hand::Hand,
    meld::MeldKind,
    seat::Seat,
    table::{Phase, Table},
    tile::Tile,
};

/// The actions open to `seat`, which sees `table` and holds `hand`; empty when it owes no answer.
///
/// A seat whose only answer to a live tile would be to pass owes none. In its own turn a seat always answers,
/// even when one discard is all it can do.
#[must_use]
pub fn legal_actions(table: &Table, hand: &Hand, seat: Seat) -> ActionSet {
    if table.owes_replacement().is_some() {
        return ActionSet::EMPTY;
    }
    match table.phase() {
        Phase::Turn { seat: turn } if turn == seat && hand.drawn().is_some() => {
            turn_actions(table, hand, seat)
        }
        Phase::AfterClaim { seat: turn } if turn == seat => discards(hand),
        Phase::Claim { tile, from } if from != seat => claims(table, hand, seat, tile, from),
        Phase::Rob { tile, from } if from != seat => robbing(table, hand, seat, tile, from),
        _ => ActionSet::EMPTY,
    }
}

/// After a chow or pung only a discard is possible (rules/mcr.md 1.4).
fn discards(hand: &Hand) -> ActionSet {
    let mut legal = ActionSet::EMPTY;
    legal.insert_discards(hand.concealed().kinds());
    legal
}

fn turn_actions(table: &Table, hand: &Hand, seat: Seat) -> ActionSet {
    let mut legal = discards(hand);
    if let Some(drawn) = hand.drawn()
        && hand.waits().contains(drawn)
        && win::is_enough(table, hand, seat, drawn, Way::SelfDrawn)
    {
        legal.insert(Action::Hu);
    }
    if table.may_kong(seat) {
        for tile in hand.concealed().at_least(4) {
            legal.insert(Action::ConcealedKong(tile));
        }
        for meld in hand.melds().iter() {
            if meld.kind() == MeldKind::Pung && hand.has(meld.tile(), 1) {
                legal.insert(Action::AddedKong(meld.tile()));
            }
        }
    }
    legal
}

/// Claims of a discard, with pass when there is any (rules/mcr.md 1.5).
fn claims(table: &Table, hand: &Hand, seat: Seat, tile: Tile, from: Seat) -> ActionSet {
    let mut legal = ActionSet::EMPTY;
    if hand.waits().contains(tile) && win::is_enough(table, hand, seat, tile, Way::Discard(from)) {
        legal.insert(Action::Hu);
    }
    // The last discard can only be won (1.7). A seat with four melds holds one tile and can claim nothing else.
    if !table.last_tile(from) {
        if hand.has(tile, 2) {
            legal.insert(Action::Pung(tile));
            // Whether the claimer can draw a replacement is not asked: a shared wall has one, since this is not the
            // last tile; a claimer whose own wall is empty ends the deal (6.4).
            if hand.has(tile, 3) {
                legal.insert(Action::MeldedKong(tile));
            }
        }
        if from.next() == seat {
            insert_chows(&mut legal, hand, tile);
        }
    }
    if !legal.is_empty() {
        legal.insert(Action::Pass);
    }
    legal
}

fn insert_chows(legal: &mut ActionSet, hand: &Hand, tile: Tile) {
    let Some(rank) = tile.rank() else { return };
    // The tile's neighbours two below to two above as five octal digits, zero past the ends of the suit.
    let suit = u64::from(hand.concealed().groups()[tile.index() / 9]) << 6;
    let around = suit >> (3 * (rank - 1));
    let held = |offset: i32| around >> (3 * (offset + 2)) & 7 != 0;
    for (position, others) in [(2, [-2, -1]), (1, [-1, 1]), (0, [1, 2])] {
        if others.into_iter().all(held) {
            legal.insert(Action::Chow { lowest: Tile::new(tile.index() as u8 - position), position });
        }
    }
}

/// Only an added kong can be robbed, and only by winning (rules/mcr.md 1.6).
fn robbing(table: &Table, hand: &Hand, seat: Seat, tile: Tile, from: Seat) -> ActionSet {
    let wins = hand.waits().contains(tile) && win::is_enough(table, hand, seat, tile, Way::Robbing(from));
    if wins { [Action::Pass, Action::Hu].into_iter().collect() } else { ActionSet::EMPTY }
}
