//! What all readings of a hand share: melds, kinds, kongs, honors, the way to win.

use super::fixed::{BY_NATURE, CLASSES, KONGS, MELDS, RANKS, meld_index, win_mode_index};
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
    pub(super) groups: [u32; 4],
    /// The codes of the sets, one a byte.
    pub(super) codes: u32,
    /// Counters as in [`super::fixed::MeldFacts`].
    counters: u32,
}

impl Laid {
    pub(super) fn new(melds: &Melds) -> Laid {
        let mut laid = Laid { kinds: 0, groups: [0; 4], codes: 0, counters: 0 };
        for (i, meld) in melds.as_slice().iter().enumerate() {
            let facts = &MELDS[meld_index(meld.kind(), meld.tile()) & 511];
            laid.kinds |= facts.kinds;
            laid.codes |= facts.code << ((8 * i) & 31);
            laid.counters += facts.counters;
            for (sum, group) in laid.groups.iter_mut().zip(facts.groups) {
                *sum += group;
            }
        }
        laid
    }

    /// Melds that everybody sees.
    pub(super) const fn open(&self) -> u32 {
        self.counters & 0xFF
    }

    pub(super) const fn kongs(&self) -> u32 {
        self.counters >> 8 & 0xFF
    }

    pub(super) const fn concealed_kongs(&self) -> u32 {
        self.counters >> 16
    }
}

/// Fans that others take away, bit by bit, where the table of fans says so across the parts of the scorer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Barred(u32);

impl Barred {
    pub(super) const ALL_PUNGS: Barred = Barred(1);
    pub(super) const OUTSIDE_HAND: Barred = Barred(1 << 1);
    pub(super) const DOUBLE_PUNG: Barred = Barred(1 << 2);
    pub(super) const TERMINAL_PUNG: Barred = Barred(1 << 3);
    pub(super) const NO_HONORS: Barred = Barred(1 << 4);
    pub(super) const SINGLE_WAIT: Barred = Barred(1 << 5);
    pub(super) const ALL_CHOWS: Barred = Barred(1 << 6);

    pub(super) const fn and(self, other: Barred) -> Barred {
        Barred(self.0 | other.0)
    }

    pub(super) const fn bars(self, other: Barred) -> bool {
        self.0 & other.0 != 0
    }

    /// The same when `holds`, else nothing.
    pub(super) const fn when(self, holds: bool) -> Barred {
        if holds { self } else { Barred(0) }
    }
}

/// The part of a score that does not depend on the reading.
#[derive(Clone, Copy)]
pub(super) struct Ground {
    /// The fans of kongs, honors and tiles.
    pub(super) tally: Tally,
    pub(super) barred: Barred,
    /// 64, already in the tally.
    pub(super) tile_hogs: u8,
    /// Pungs of winds that score 73.
    pub(super) wind_pungs: u8,
    /// Pungs that would score 73 but for 4.
    pub(super) absorbed_pungs: u8,
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
    pub(super) fn new(hand: &WinningHand, context: &WinContext, laid: &Laid, kinds: &Kinds) -> Ground {
        let (kongs, concealed_kongs) = (laid.kongs(), laid.concealed_kongs());
        let last_of_kind = context.last_of_kind || laid.shows_three(hand.winning_tile);
        let melded_hand = laid.open() == 4 && !context.self_drawn;
        let mut ground = Ground {
            tally: KONGS[(kongs << 3 | concealed_kongs) as usize & 63],
            // 5 takes away 48 and 79, 52 takes away 79.
            barred: Barred::ALL_PUNGS
                .and(Barred::SINGLE_WAIT)
                .when(kongs == 4)
                .and(Barred::SINGLE_WAIT.when(melded_hand)),
            tile_hogs: tile_hogs(hand, laid),
            wind_pungs: 0,
            absorbed_pungs: 0,
            win_mode: win_mode_index(context, last_of_kind, laid.open()),
            concealed_kongs: concealed_kongs as usize
                + if (kongs, concealed_kongs) == (2, 2) { 8 } else { 0 },
        };
        if kinds.honor_pungs != 0 {
            ground.add_honor_pungs(context, kinds);
        }
        ground.add_tile_fans(kinds.all);
        ground
    }

    /// The index into [`super::fixed::WIN_MODES`], of a hand that is concealed by nature or not.
    pub(super) const fn win_mode_with(&self, by_nature: bool) -> usize {
        (self.win_mode | if by_nature { BY_NATURE } else { 0 }) & 127
    }

    /// Nine gates. They take away 22, and 76, which a full flush bars already; they are concealed by nature; of the
    /// pungs of terminals they absorb one.
    pub(super) fn add_nine_gates(&mut self) {
        self.tally = self.tally.and(Tally::of(Fan::NineGates)).without(Fan::FullFlush);
        self.win_mode |= BY_NATURE;
        self.absorbed_pungs = 1;
    }

    /// 1 2 9 10 38 54 59 60 61, and how many winds score 73.
    fn add_honor_pungs(&mut self, context: &WinContext, kinds: &Kinds) {
        let (winds, dragons) = (kinds.honor_pungs & 0b1111, kinds.honor_pungs >> 4);
        let own = 1 << context.prevalent.index() | 1 << context.seat.index();
        let count = winds.count_ones();
        let mut tally = Tally::EMPTY;
        if count < 4 {
            tally = tally
                .and(Tally::of(Fan::PrevalentWind).when(winds >> context.prevalent.index() & 1 == 1))
                .and(Tally::of(Fan::SeatWind).when(winds >> context.seat.index() & 1 == 1));
        }
        match count {
            4 => {
                tally = tally.and(Tally::of(Fan::BigFourWinds));
                self.barred = self.barred.and(Barred::ALL_PUNGS).and(Barred::TERMINAL_PUNG);
            }
            3 if kinds.honor_pair & 0b1111 != 0 => {
                tally = tally.and(Tally::of(Fan::LittleFourWinds));
                self.barred = self.barred.and(Barred::TERMINAL_PUNG);
            }
            3 => tally = tally.and(Tally::of(Fan::BigThreeWinds)),
            _ => self.wind_pungs = (winds & !own).count_ones() as u8,
        }
        tally = tally.and(match dragons.count_ones() {
            3 => Tally::of(Fan::BigThreeDragons),
            2 if kinds.honor_pair >> 4 != 0 => Tally::of(Fan::LittleThreeDragons),
            2 => Tally::of(Fan::TwoDragonPungs),
            1 => Tally::of(Fan::DragonPung),
            _ => Tally::EMPTY,
        });
        self.tally = self.tally.and(tally);
    }

    /// 3 8 11 18 22 25–27 36 37 40 49 51 64 68 75, and whether 76 is left.
    fn add_tile_fans(&mut self, kinds: u64) {
        let honors = kinds >> 27;
        let suits = usize::from(kinds & 0x1FF != 0)
            | usize::from(kinds >> 9 & 0x1FF != 0) << 1
            | usize::from(kinds >> 18 & 0x1FF != 0) << 2;
        let class = suits | usize::from(honors & 0b1111 != 0) << 3 | usize::from(honors >> 4 != 0) << 4;
        let mut tally = CLASSES[class & 31];
        let mut without_76 = honors != 0 || suits.is_power_of_two();
        if honors == 0 {
            let ranks = RANKS[((kinds | kinds >> 9 | kinds >> 18) & 0x1FF) as usize];
            tally = tally.and(ranks);
            without_76 |= ranks != Tally::EMPTY;
        }
        if self.tile_hogs > 0 {
            tally = tally.and(Tally::of(Fan::TileHog).times(self.tile_hogs));
        }
        self.barred = self.barred.and(Barred::NO_HONORS.when(without_76));
        self.tally = self.tally.and(tally);
        if kinds & IN_NO_CLASS == 0 {
            self.add_rare_classes(kinds, suits, honors);
        }
    }

    /// 3 8 11 18 40 with what they take away.
    fn add_rare_classes(&mut self, kinds: u64, suits: usize, honors: u64) {
        if kinds & !GREEN == 0 {
            self.tally = self.tally.and(Tally::of(Fan::AllGreen)).without(Fan::HalfFlush);
        }
        if kinds & !REVERSIBLE == 0 {
            self.tally = self.tally.and(Tally::of(Fan::ReversibleTiles)).without(Fan::OneVoidedSuit);
        }
        if kinds & !TileSet::TERMINALS_AND_HONORS.bits() == 0 {
            let pungs = Barred::ALL_PUNGS.and(Barred::OUTSIDE_HAND).and(Barred::TERMINAL_PUNG);
            self.barred = self.barred.and(pungs);
            let fan = if honors == 0 {
                self.barred = self.barred.and(Barred::DOUBLE_PUNG).and(Barred::NO_HONORS);
                Fan::AllTerminals
            } else if suits == 0 {
                Fan::AllHonors
            } else {
                Fan::AllTerminalsAndHonors
            };
            self.tally = self.tally.and(Tally::of(fan));
        }
    }
}

impl Laid {
    /// Whether the open melds show three copies of a kind. A kong shows four: then there is no further one to win on.
    fn shows_three(&self, tile: Tile) -> bool {
        let (group, place) = tile.group();
        self.groups[group & 3] >> (3 * place) & 7 == 3
    }
}

/// Kinds held four times that are no kong.
fn tile_hogs(hand: &WinningHand, laid: &Laid) -> u8 {
    const FOURS: u32 = 0o444_444_444;
    let concealed = hand.concealed.groups();
    let mut fours = 0;
    let mut count = 0;
    let sums: [u32; 4] = std::array::from_fn(|g| concealed[g] + laid.groups[g]);
    for sum in sums {
        fours |= sum;
    }
    if fours & FOURS != 0 {
        for sum in sums {
            count += (sum & FOURS).count_ones() as u8;
        }
    }
    count
}

/// 2s 3s 4s 6s 8s 发.
const GREEN: u64 = 0b0_1010_1110 << 9 | 1 << Tile::GREEN.index();
/// 1234589p, 245689s, 白.
const REVERSIBLE: u64 = 0b1_1011_1010 << 9 | 0b1_1001_1111 << 18 | 1 << Tile::WHITE.index();
/// Kinds that are neither green nor reversible nor terminals nor honors; most hands have one of them.
const IN_NO_CLASS: u64 = TileSet::ALL.bits() & !(GREEN | REVERSIBLE | TileSet::TERMINALS_AND_HONORS.bits());
/// Even ranks.
pub(super) const EVEN: u64 = 0b0_1010_1010 << 18 | 0b0_1010_1010 << 9 | 0b0_1010_1010;
