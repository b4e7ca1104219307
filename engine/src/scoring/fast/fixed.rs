//! Small tables that are constants: the fans of the way to win, of the ranks and suits present, of kongs and
//! concealed pungs, and what each meld brings.

use super::sets::NO_SET;
use crate::{
    meld::MeldKind,
    scoring::{WinContext, fan::Fan, tally::Tally},
    tile::Tile,
};

/// Index into [`WIN_MODES`] of the flags of a win and the number of open melds.
pub(super) const fn win_mode_index(context: &WinContext, last_of_kind: bool, open_melds: u32) -> usize {
    context.self_drawn as usize
        | (last_of_kind as usize) << 1
        | (context.last_wall_tile as usize) << 2
        | (context.kong as usize) << 3
        | (open_melds as usize & 7) << 4
}

/// Whether the index is of an own draw.
pub(super) const fn is_self_drawn(win_mode: usize) -> bool {
    win_mode & 1 == 1
}

/// Added to the index for hands that are concealed by nature: 4 6 7 12 19 20 34 (rules/mcr.md 5.2).
pub(super) const BY_NATURE: usize = 1 << 7;

/// 44–47 52 56 58 62 80 by flags, those taken away by one another left out.
pub(super) static WIN_MODES: [Tally; 256] = {
    let mut modes = [Tally::EMPTY; 256];
    let mut index = 0;
    while index < 256 {
        modes[index] = win_mode(index);
        index += 1;
    }
    modes
};

const fn win_mode(index: usize) -> Tally {
    const fn flag(index: usize, bit: u32) -> bool {
        index >> bit & 1 == 1
    }
    let (self_drawn, last_of_kind) = (flag(index, 0), flag(index, 1));
    let (last_wall_tile, kong) = (flag(index, 2), flag(index, 3));
    let (open, by_nature) = (index >> 4 & 7, flag(index, 7));
    let mut tally = Tally::EMPTY;
    if self_drawn {
        if last_wall_tile {
            tally = tally.and(Tally::of(Fan::LastTileDraw));
        }
        if kong {
            tally = tally.and(Tally::of(Fan::OutWithReplacementTile));
        }
        if open == 0 && !by_nature {
            tally = tally.and(Tally::of(Fan::FullyConcealedHand));
        } else if !last_wall_tile && !kong {
            tally = tally.and(Tally::of(Fan::SelfDrawn));
        }
    } else {
        if last_wall_tile {
            tally = tally.and(Tally::of(Fan::LastTileClaim));
        }
        if kong {
            tally = tally.and(Tally::of(Fan::RobbingTheKong));
        }
        if open == 0 && !by_nature {
            tally = tally.and(Tally::of(Fan::ConcealedHand));
        }
        if open == 4 {
            tally = tally.and(Tally::of(Fan::MeldedHand));
        }
    }
    if last_of_kind && (self_drawn || !kong) {
        tally = tally.and(Tally::of(Fan::LastTile));
    }
    tally
}

/// 25 26 27 36 37 68 by the ranks present, for hands without honors. Every one of them takes away 76.
pub(super) static RANKS: [Tally; 512] = {
    let mut all = [Tally::EMPTY; 512];
    let mut ranks = 1;
    while ranks < 512 {
        all[ranks] = rank_fans(ranks);
        ranks += 1;
    }
    all
};

const fn rank_fans(ranks: usize) -> Tally {
    const fn within(ranks: usize, low: u32, high: u32) -> bool {
        ranks & !((1 << high) - (1 << (low - 1))) == 0
    }
    let simple = within(ranks, 2, 8);
    let mut tally = Tally::EMPTY;
    if within(ranks, 7, 9) {
        tally = tally.and(Tally::of(Fan::UpperTiles));
    } else if within(ranks, 6, 9) {
        tally = tally.and(Tally::of(Fan::UpperFour));
    }
    if within(ranks, 1, 3) {
        tally = tally.and(Tally::of(Fan::LowerTiles));
    } else if within(ranks, 1, 4) {
        tally = tally.and(Tally::of(Fan::LowerFour));
    }
    if within(ranks, 4, 6) {
        tally = tally.and(Tally::of(Fan::MiddleTiles));
    } else if simple {
        tally = tally.and(Tally::of(Fan::AllSimples));
    }
    tally
}

/// 22 49 51 75 by the suits, winds and dragons present ([`class_of`]).
pub(super) static CLASSES: [Tally; 32] = {
    let mut all = [Tally::EMPTY; 32];
    let mut present = 1_u32;
    while present < 32 {
        // The first three are the suits here.
        const LANES: [u64; 5] = [1, 1 << 9, 1 << 18, 1 << 27, 1 << 31];
        let mut kinds = 0;
        let mut lane = 0;
        while lane < 5 {
            kinds |= if present >> lane & 1 == 1 { LANES[lane] } else { 0 };
            lane += 1;
        }
        let honors = present >> 3;
        all[class_of(kinds)] = match (present & 7).count_ones() {
            1 if honors == 0 => Tally::of(Fan::FullFlush),
            1 => Tally::of(Fan::HalfFlush),
            2 => Tally::of(Fan::OneVoidedSuit),
            3 if honors == 3 => Tally::of(Fan::AllTypes),
            _ => Tally::EMPTY,
        };
        present += 1;
    }
    all
};

/// 5 17 53 57 67 74 82 by the numbers of kongs and of concealed ones, `kongs | concealed << 3`.
pub(super) static KONGS: [Tally; 64] = {
    let mut all = [Tally::EMPTY; 64];
    let mut index = 1;
    while index < 64 {
        all[index] = match (index & 7, index >> 3) {
            (1, 0) => Tally::of(Fan::MeldedKong),
            (1, 1) => Tally::of(Fan::ConcealedKong),
            (2, 0) => Tally::of(Fan::TwoMeldedKongs),
            (2, 1) => Tally::of(Fan::ConcealedKongAndMeldedKong),
            (2, 2) => Tally::of(Fan::TwoConcealedKongs),
            (3, 0..=3) => Tally::of(Fan::ThreeKongs),
            (4, 0..=4) => Tally::of(Fan::FourKongs),
            _ => Tally::EMPTY,
        };
        index += 1;
    }
    all
};

/// 73 by the number of pungs.
pub(super) static TERMINAL_PUNGS: [Tally; 8] = {
    let mut all = [Tally::EMPTY; 8];
    let mut pungs = 1;
    while pungs < 8 {
        all[pungs] = Tally::of(Fan::PungOfTerminalsOrHonors).times(if pungs < 4 { pungs as u8 } else { 4 });
        pungs += 1;
    }
    all
};

/// The suits, winds and dragons among kinds: an index into [`CLASSES`].
///
/// In each of the five lanes the lower bits are carried into the highest when one is set, and a multiplication gathers
/// the five highest bits.
#[inline]
pub(super) const fn class_of(kinds: u64) -> usize {
    const LOWER: u64 = 0xFF | 0xFF << 9 | 0xFF << 18 | 0b111 << 27 | 0b11 << 31;
    const HIGHEST: u64 = 1 << 8 | 1 << 17 | 1 << 26 | 1 << 30 | 1 << 33;
    const GATHER: u64 = 1 << (59 - 33) | 1 << (60 - 26) | 1 << (61 - 30) | 1 << (62 - 8) | 1 << (63 - 17);
    let present = (((kinds & LOWER) + LOWER) | kinds) & HIGHEST;
    (present.wrapping_mul(GATHER) >> 59) as usize
}

/// 12 33 66 by the number of concealed pungs and kongs; 8 is added for exactly two concealed kongs in all, which
/// take away 66.
pub(super) static CONCEALED_PUNGS: [Tally; 16] = {
    let mut all = [Tally::EMPTY; 16];
    let mut index = 0;
    while index < 16 {
        all[index] = match index {
            2 => Tally::of(Fan::TwoConcealedPungs),
            3 | 11 => Tally::of(Fan::ThreeConcealedPungs),
            4 | 12 => Tally::of(Fan::FourConcealedPungs),
            _ => Tally::EMPTY,
        };
        index += 1;
    }
    all
};

/// What a meld brings to a hand.
#[derive(Clone, Copy)]
pub(super) struct MeldFacts {
    /// Its kinds, bit by bit.
    pub(super) kinds: u64,
    /// Its copies as in [`crate::TileCounts`]; none for a kong, whose tiles neither hog nor combine.
    pub(super) groups: [u32; 4],
    /// The code of the set.
    pub(super) code: u32,
    /// Counters, three bits each: kongs, concealed kongs, open melds.
    pub(super) counters: u16,
}

/// By the kind of meld (times 64) and its tile.
pub(super) static MELDS: [MeldFacts; 512] = {
    const KINDS: [MeldKind; 5] =
        [MeldKind::Chow, MeldKind::Pung, MeldKind::MeldedKong, MeldKind::AddedKong, MeldKind::ConcealedKong];
    let mut all = [MeldFacts { kinds: 0, groups: [0; 4], code: NO_SET as u32, counters: 0 }; 512];
    let mut kind = 0;
    while kind < 5 {
        let mut tile = 0;
        while tile < 34 {
            all[meld_index(KINDS[kind], Tile::new(tile as u8))] = meld_facts(KINDS[kind], tile);
            tile += 1;
        }
        kind += 1;
    }
    all
};

/// Index into [`MELDS`].
pub(super) const fn meld_index(kind: MeldKind, tile: Tile) -> usize {
    (kind as usize) << 6 | tile.index()
}

const fn meld_facts(kind: MeldKind, tile: usize) -> MeldFacts {
    let (group, place) = (tile / 9, tile % 9);
    let chow = matches!(kind, MeldKind::Chow);
    let mut groups = [0; 4];
    if chow {
        groups[group] = 0o111 << (3 * place);
    } else if !kind.is_kong() {
        groups[group] = 3 << (3 * place);
    }
    MeldFacts {
        kinds: (if chow { 0b111 } else { 1 }) << tile,
        groups,
        code: (if group == 3 || chow { 16 * group + place } else { 16 * group + place + 7 }) as u32,
        counters: kind.is_kong() as u16
            | (matches!(kind, MeldKind::ConcealedKong) as u16) << 3
            | (!matches!(kind, MeldKind::ConcealedKong) as u16) << 6,
    }
}
