//! What all readings of a hand share: melds, kinds, kongs, honors, the way to win.

use super::{
    fixed::{CLASSES, KONGS, MELDS, RANKS, class_of, meld_index, win_mode_index},
    terms::Terms,
};
use crate::{
    meld::Melds,
    scoring::{WinContext, WinningHand, fan::Fan, tally::Tally},
    tile::Tile,
    tile_set::TileSet,
};

/// The melds of a hand, summed up.
#[derive(Clone, Copy)]
pub(super) struct Laid {
    /// Their kinds, bit by bit.
    pub(super) kinds: u64,
    /// Their copies as in [`crate::TileCounts`], kongs left out.
    groups: [u32; 4],
    /// The codes of the sets, one a byte.
    pub(super) codes: u32,
    /// Bits that the codes take.
    pub(super) width: u32,
    /// Counters as in [`super::fixed::MeldFacts`].
    counters: u32,
}

impl Laid {
    #[inline]
    pub(super) fn new(melds: &Melds) -> Laid {
        let mut laid = Laid { kinds: 0, groups: [0; 4], codes: 0, width: 0, counters: 0 };
        for meld in melds.as_slice() {
            let facts = &MELDS[meld_index(meld.kind(), meld.tile()) & 511];
            laid.kinds |= facts.kinds;
            laid.codes |= facts.code << (laid.width & 31);
            laid.width += 8;
            laid.counters += u32::from(facts.counters);
            for (sum, group) in laid.groups.iter_mut().zip(facts.groups) {
                *sum += group;
            }
        }
        laid
    }

    /// Melds that everybody sees.
    const fn open(&self) -> u32 {
        self.counters >> 6
    }

    /// Index into [`KONGS`].
    const fn kongs(&self) -> usize {
        (self.counters & 63) as usize
    }

    /// Whether the open melds show three copies of a kind. A kong shows four: then there is no further one to win on.
    #[inline]
    fn shows_three(&self, tile: Tile) -> bool {
        let (group, place) = tile.group();
        self.kinds >> tile.index() & 1 == 1 && self.groups[group & 3] >> (3 * place) & 7 == 3
    }
}

/// The part of a score that does not depend on the reading.
#[derive(Clone, Copy)]
pub(super) struct Ground {
    /// The fans of kongs, honors and tiles.
    pub(super) tally: Tally,
    /// Pungs of winds that score 73.
    pub(super) wind_pungs: u8,
    /// Pungs that would score 73 but for 4.
    pub(super) absorbed_pungs: u8,
    /// No honors among the kinds.
    pub(super) no_honors: bool,
    /// Index into [`super::fixed::WIN_MODES`].
    win_mode: usize,
    /// Concealed kongs, and 8 when they are the only two kongs: the start of an index into
    /// [`super::fixed::CONCEALED_PUNGS`].
    pub(super) concealed_kongs: usize,
}

/// The kinds of the hand with their facts.
pub(super) struct Kinds {
    /// All kinds, bit by bit.
    pub(super) all: u64,
    /// Honors that are pungs or kongs, bit by bit from the east wind.
    pub(super) honor_pungs: u32,
    /// The pair, if it is one of honors, likewise.
    pub(super) honor_pair: u32,
}

impl Ground {
    #[inline(always)]
    pub(super) fn new(hand: &WinningHand, context: &WinContext, laid: &Laid, kinds: &Kinds) -> Ground {
        let last_of_kind = context.last_of_kind || laid.shows_three(hand.winning_tile);
        let mut ground = Ground {
            tally: CLASSES[class_of(kinds.all) & 31],
            wind_pungs: 0,
            absorbed_pungs: 0,
            no_honors: kinds.all >> 27 == 0,
            win_mode: win_mode_index(context, last_of_kind, laid.open()),
            concealed_kongs: 0,
        };
        if laid.kongs() != 0 {
            ground.tally = ground.tally.and(KONGS[laid.kongs()]);
            let only_two = if laid.kongs() == 2 | 2 << 3 { 8 } else { 0 };
            ground.concealed_kongs = (laid.kongs() >> 3) + only_two;
        }
        if kinds.honor_pungs != 0 {
            ground.add_honor_pungs(context, kinds);
        }
        if ground.no_honors {
            let ranks = kinds.all | kinds.all >> 9 | kinds.all >> 18;
            ground.tally = ground.tally.and(RANKS[(ranks & 0x1FF) as usize]);
        }
        ground.add_tile_hogs(hand, laid);
        if kinds.all & IN_NO_CLASS == 0 {
            ground.add_rare_classes(kinds);
        }
        ground
    }

    /// The index into [`super::fixed::WIN_MODES`], of a hand that is concealed by nature or not.
    #[inline(always)]
    pub(super) fn win_mode_with(&self, by_nature: bool, terms: impl Terms) -> usize {
        (self.win_mode | if by_nature { terms.by_nature(self.win_mode) } else { 0 }) & 255
    }

    /// Nine gates. They take away 22 and are concealed by nature; of the pungs of terminals they absorb one.
    #[cold]
    pub(super) fn add_nine_gates(&mut self, terms: impl Terms) {
        self.tally = self.tally.plus(Fan::NineGates).without(Fan::FullFlush);
        self.win_mode |= terms.by_nature(self.win_mode);
        self.absorbed_pungs = 1;
    }

    /// 1 2 9 10 38 54 59 60 61, and how many winds score 73.
    fn add_honor_pungs(&mut self, context: &WinContext, kinds: &Kinds) {
        let (winds, dragons) = (kinds.honor_pungs & 0b1111, kinds.honor_pungs >> 4);
        let (prevalent, seat) = (1 << context.prevalent.index(), 1 << context.seat.index());
        let mut tally = self.tally;
        if winds & prevalent != 0 {
            tally = tally.plus(Fan::PrevalentWind);
        }
        if winds & seat != 0 {
            tally = tally.plus(Fan::SeatWind);
        }
        self.wind_pungs = WIND_PUNGS[(winds & !(prevalent | seat)) as usize & 15];
        if winds.count_ones() >= 3 {
            tally = self.big_winds(tally, winds, kinds.honor_pair);
        }
        self.tally = match dragons.count_ones() {
            0 => tally,
            1 => tally.plus(Fan::DragonPung),
            2 if kinds.honor_pair >> 4 != 0 => tally.plus(Fan::LittleThreeDragons),
            2 => tally.plus(Fan::TwoDragonPungs),
            _ => tally.plus(Fan::BigThreeDragons),
        };
    }

    /// 1 9 38. They absorb the 73s of their winds, the first 60 and 61 too.
    #[cold]
    fn big_winds(&mut self, tally: Tally, winds: u32, honor_pair: u32) -> Tally {
        self.wind_pungs = 0;
        if winds == 0b1111 {
            tally.without(Fan::PrevalentWind).without(Fan::SeatWind).plus(Fan::BigFourWinds)
        } else if honor_pair & 0b1111 != 0 {
            tally.plus(Fan::LittleFourWinds)
        } else {
            tally.plus(Fan::BigThreeWinds)
        }
    }

    /// 64: kinds held four times that are no kong.
    #[inline]
    fn add_tile_hogs(&mut self, hand: &WinningHand, laid: &Laid) {
        const FOURS: u32 = 0o444_444_444;
        let concealed = hand.concealed.groups();
        let sums: [u32; 4] = std::array::from_fn(|g| concealed[g] + laid.groups[g]);
        if (sums[0] | sums[1] | sums[2] | sums[3]) & FOURS != 0 {
            let count: u32 = sums.iter().map(|sum| (sum & FOURS).count_ones()).sum();
            self.tally = self.tally.and(Tally::of(Fan::TileHog).times(count as u8));
        }
    }

    /// 3 8 11 18 40 with what they take away of the classes.
    #[cold]
    fn add_rare_classes(&mut self, kinds: &Kinds) {
        if kinds.all & !GREEN == 0 {
            self.tally = self.tally.plus(Fan::AllGreen).without(Fan::HalfFlush);
        }
        if kinds.all & !REVERSIBLE == 0 {
            self.tally = self.tally.plus(Fan::ReversibleTiles).without(Fan::OneVoidedSuit);
        }
        if kinds.all & !TileSet::TERMINALS_AND_HONORS.bits() == 0 {
            let suits = kinds.all & ((1 << 27) - 1);
            self.tally = self.tally.plus(match suits {
                _ if self.no_honors => Fan::AllTerminals,
                0 => Fan::AllHonors,
                _ => Fan::AllTerminalsAndHonors,
            });
        }
    }
}

/// How many winds, of four bits.
const WIND_PUNGS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// 2s 3s 4s 6s 8s 发.
const GREEN: u64 = 0b0_1010_1110 << 9 | 1 << Tile::GREEN.index();
/// 1234589p, 245689s, 白.
const REVERSIBLE: u64 = 0b1_1011_1010 << 9 | 0b1_1001_1111 << 18 | 1 << Tile::WHITE.index();
/// Kinds that are neither green nor reversible nor terminals nor honors; most hands have one of them.
const IN_NO_CLASS: u64 = TileSet::ALL.bits() & !(GREEN | REVERSIBLE | TileSet::TERMINALS_AND_HONORS.bits());
