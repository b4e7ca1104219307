//! What a seat may do: a function of the table and its own hand, and of nothing else.

use super::win::{self, Way};
use crate::{
    action::{Action, ActionSet},
    hand::Hand,
    seat::Seat,
    table::{Hung, KongKind, Phase, Table},
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
            drawn_actions(table, hand, seat)
        }
        Phase::AfterClaim { seat: turn } if turn == seat => claim_discards(table, hand, seat),
        Phase::Claim { tile, from } if from != seat => claims(table, hand, seat, tile, from),
        Phase::Rob { tile, from } if from != seat => robbing(table, hand, seat, tile, from),
        _ => ActionSet::EMPTY,
    }
}

/// [`turn_actions`] out of the way of the shorter answers.
#[inline(never)]
fn drawn_actions(table: &Table, hand: &Hand, seat: Seat) -> ActionSet {
    turn_actions(table, hand, seat)
}

/// After a chow or pung only a discard is possible (rules/mcr.md 1.4).
pub(super) fn claim_discards(table: &Table, hand: &Hand, seat: Seat) -> ActionSet {
    let mut legal = discards(hand);
    if may_hang(table, seat) {
        legal.insert(Action::Pass);
    }
    legal
}

/// Whether `seat` may hang the tile it keeps: it shows four melds and has not hung one yet.
#[inline]
fn may_hang(table: &Table, seat: Seat) -> bool {
    table.rules().session.is_some_and(|session| session.hanging)
        && table.open_melds(seat).len() == 4
        && table.hung(seat) == Hung::No
}

fn discards(hand: &Hand) -> ActionSet {
    let mut legal = ActionSet::EMPTY;
    legal.insert_discards(hand.kinds());
    legal
}

/// After a draw (rules/mcr.md 1.4).
#[inline]
pub(super) fn turn_actions(table: &Table, hand: &Hand, seat: Seat) -> ActionSet {
    let locked = table.declared_ready(seat);
    let mut legal =
        if locked { hand.drawn().map(Action::Discard).into_iter().collect() } else { discards(hand) };
    if let Some(drawn) = hand.drawn()
        && hand.waits().contains(drawn)
        && !table.rulings().stopped(seat)
        && win::is_enough(table, hand, seat, drawn, Way::SelfDrawn)
    {
        legal.insert(Action::Hu);
    }
    if (hand.has_four() || !hand.addable().is_empty()) && table.may_kong(seat) && !locked {
        insert_kongs(&mut legal, table, hand, seat);
    }
    if may_hang(table, seat) {
        legal.insert(Action::Pass);
    }
    legal
}

fn insert_kongs(legal: &mut ActionSet, table: &Table, hand: &Hand, seat: Seat) {
    if table.may_be_paid_for(seat, KongKind::Concealed) {
        for tile in hand.concealed().at_least(4) {
            legal.insert(Action::ConcealedKong(tile));
        }
    }
    if table.may_be_paid_for(seat, KongKind::Added) {
        for tile in hand.addable() {
            legal.insert(Action::AddedKong(tile));
        }
    }
}

/// Claims of a discard, with pass when there is any (rules/mcr.md 1.5).
pub(super) fn claims(table: &Table, hand: &Hand, seat: Seat, tile: Tile, from: Seat) -> ActionSet {
    let mut legal = ActionSet::EMPTY;
    if hand.waits().contains(tile)
        && !table.rulings().stopped(seat)
        && win::is_enough(table, hand, seat, tile, Way::Discard(from))
    {
        legal.insert(Action::Hu);
    }
    // The last discard can only be won (1.7), and by a hand that was declared ready any. A seat with four melds holds one tile and can claim nothing else.
    if !table.last_tile(from) && !table.declared_ready(seat) {
        let copies = hand.concealed().get(tile);
        if copies >= 2 {
            legal.insert(Action::Pung(tile));
        }
        // Whether the claimer can draw a replacement is not asked: a shared wall has one, since this is not the
        // last tile; a claimer whose own wall is empty ends the deal (6.4).
        if copies >= 3 && table.may_be_paid_for(seat, KongKind::Melded) {
            legal.insert(Action::MeldedKong(tile));
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
    let runs = runs_with(hand, tile);
    for position in 0..3 {
        if runs >> position & 1 == 1 {
            legal.insert(Action::Chow { lowest: Tile::new(tile.index() as u8 - position), position });
        }
    }
}

/// The runs that `hand` can make with `tile`: bit *i* is the run in which the tile has position *i*.
#[inline]
fn runs_with(hand: &Hand, tile: Tile) -> u64 {
    // The neighbours from two below to two above as the five lowest octal digits, zero past the suit's ends; then
    // one bit for each that is held.
    let suit = u64::from(hand.concealed().groups()[tile.index() / 9]) << 6;
    let around = suit >> (3 * (tile.index() % 9));
    let held = around | around >> 1 | around >> 2;
    let [two_below, below, above, two_above] = [held, held >> 3, held >> 9, held >> 12];
    let runs = (above & two_above & 1) | (below & above & 1) << 1 | (two_below & below & 1) << 2;
    // Honors have neighbours, but no runs. Without a branch, since nobody can foresee it.
    runs & u64::from(tile.is_honor()).wrapping_sub(1)
}

/// Whether `seat` may have anything to do with the discard, by three bit tests: nearly always not, so this is asked
/// before its actions are listed. It is never false when there is a claim.
#[inline]
pub(super) fn may_claim(hand: &Hand, seat: Seat, tile: Tile, from: Seat) -> bool {
    (hand.concealed().get(tile) >= 2)
        | hand.waits().contains(tile)
        | (from.next() == seat && runs_with(hand, tile) != 0)
}

/// Only an added kong can be robbed, and only by winning (rules/mcr.md 1.6).
pub(super) fn robbing(table: &Table, hand: &Hand, seat: Seat, tile: Tile, from: Seat) -> ActionSet {
    let wins = hand.waits().contains(tile)
        && !table.rulings().stopped(seat)
        && win::is_enough(table, hand, seat, tile, Way::Robbing(from));
    if wins { [Action::Pass, Action::Hu].into_iter().collect() } else { ActionSet::EMPTY }
}
