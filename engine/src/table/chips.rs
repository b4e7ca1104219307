//! Chips during a deal: instant payments 现场汇 for kongs, flower kongs and chases (rules/other_rule_sets.md 8a).

use super::{Hung, Phase, Table};
use crate::{
    seat::Seat,
    standing::{Due, from_each, to_each},
    tile::Tile,
};

/// What each of the others pays for a concealed kong, an added kong and a flower kong; what the discarder alone pays
/// for a kong claimed from him; what the first of a chase pays to each.
const CONCEALED: u16 = 6;
const ADDED: u16 = 4;
const FLOWERS: u16 = 8;
const MELDED: u16 = 12;
const CHASE: u16 = 4;

/// A kong that a player may declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KongKind {
    /// 暗杠.
    Concealed,
    /// 大明杠.
    Melded,
    /// 加杠, when nobody robs it.
    Added,
}

impl Table {
    /// What a kong of `seat` brings where the table stands.
    pub(crate) fn kong_dues(&self, seat: Seat, kong: KongKind) -> Vec<Due> {
        match (kong, self.phase) {
            (KongKind::Concealed, _) => from_each(seat, CONCEALED).into(),
            (KongKind::Added, _) => from_each(seat, ADDED).into(),
            (KongKind::Melded, Phase::Claim { from, .. }) => vec![Due { from, to: seat, amount: MELDED }],
            (KongKind::Melded, _) => Vec::new(),
        }
    }

    /// Whether `seat` may declare a kong as far as chips are concerned: not if that ended the session with it behind.
    pub(crate) fn may_be_paid_for(&self, seat: Seat, kong: KongKind) -> bool {
        self.rules.session.is_none() || !self.standing.would_end_badly(seat, self.kong_dues(seat, kong))
    }

    /// Carries out payments that `seat` caused.
    pub(super) fn pay(&mut self, seat: Seat, dues: &[Due]) {
        self.standing = self.standing.after_forced(seat, dues.iter().copied());
    }

    /// Pays for the four seasons or the four plants when `tile` makes them whole.
    pub(super) fn pay_flower_kong(&mut self, seat: Seat, tile: Tile) {
        let family = family_of(tile);
        if self.flowers[seat] & family == family {
            self.pay(seat, &from_each(seat, FLOWERS));
        }
    }

    /// How many flowers of `seat` count for a win: those of a flower kong do not.
    #[must_use]
    pub fn flowers_that_count(&self, seat: Seat) -> u8 {
        let flowers = self.flowers[seat];
        let counted = [0x0f, 0xf0].into_iter().filter(|family| flowers & family != *family);
        counted.map(|family| (flowers & family).count_ones() as u8).sum()
    }

    /// A discard may end a chase and change a hung tile.
    pub(super) fn follow_discard(&mut self, seat: Seat, tile: Tile, drawn: bool) {
        if self.hung[seat] == Hung::Tile(tile) && !drawn {
            self.hung[seat] = Hung::Changed;
        }
        if self.is_chase() {
            let first = seat.next();
            self.pay(first, &to_each(first, CHASE));
        }
    }

    /// 追牌: four players have discarded the same tile one after the other, with no claim in between. A fifth such
    /// discard cannot be.
    fn is_chase(&self) -> bool {
        let [.., first, second, third, fourth] = self.discards.as_slice() else { return false };
        let all = [first, second, third, fourth];
        all.windows(2).all(|pair| {
            pair[0].tile() == pair[1].tile()
                && pair[0].seat().next() == pair[1].seat()
                && pair[0].claimer().is_none()
        })
    }
}

/// The flowers that make a kong with `tile`.
const fn family_of(tile: Tile) -> u8 {
    if tile.index() - Tile::KINDS < 4 { 0x0f } else { 0xf0 }
}
