//! Fans that sets make with one another (rules/mcr.md 4.3, 4.4), found by bit tests.

use super::{
    fans::Winds,
    planes::{DRAGONS, RUN_STARTS, SUITS, TERMINALS_AND_HONORS, WINDS, every_suit},
};

const ORDERS: [[u32; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// For each run: the runs it makes a two-chow fan with (fans 69–72), by lowest tile.
const RELATED: [u32; 27] = related();

const fn related() -> [u32; 27] {
    let mut table = [0; 27];
    let mut a = 0usize;
    while a < 27 {
        let mut b = 0usize;
        while b < 27 {
            let (rank_a, rank_b) = (a % 9, b % 9);
            let apart = rank_a.abs_diff(rank_b);
            let same_suit = a / 9 == b / 9;
            if rank_a < 7 && rank_b < 7 && (apart == 0 || same_suit && (apart == 3 || apart == 6)) {
                table[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// What runs make together, the pair not regarded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChowFans {
    pub(super) points: u32,
    /// Lowest tiles of three runs with a fan of their own, 0 when there are none.
    pub(super) core: u64,
    /// Fan 14, which is no tile hog.
    pub(super) quadruple: bool,
}

pub(super) fn chow_fans(chows: &[u8]) -> ChowFans {
    if chows.len() < 2 {
        return ChowFans::default();
    }
    let starts: u32 = chows.iter().fold(0, |all, c| all | 1 << c);
    if chows.len() == 4
        && let Some(found) = four_chows(starts)
    {
        return found;
    }
    if chows.len() >= 3 {
        let (points, used) = three_chows(starts, chows);
        if points > 0 {
            let points = points + fourth_chow(chows, used, points == 24);
            return ChowFans { points, core: u64::from(used), quadruple: false };
        }
    }
    ChowFans { points: forest(chows), ..ChowFans::default() }
}

/// Quadruple chow 14, four pure shifted chows 16.
fn four_chows(starts: u32) -> Option<ChowFans> {
    let first = |found: u32| u64::from(found & found.wrapping_neg());
    match starts.count_ones() {
        1 => Some(ChowFans { points: 48, core: starts.into(), quadruple: true }),
        4 => {
            let by_one = starts & starts >> 1 & starts >> 2 & starts >> 3 & every_suit(0b0_0000_1111) as u32;
            let by_two = starts & starts >> 2 & starts >> 4 & starts >> 6 & every_suit(1) as u32;
            let core = (first(by_one) * 0b111) | (first(by_two) * 0b1_0101);
            (core != 0).then_some(ChowFans { points: 32, core, quadruple: false })
        }
        _ => None,
    }
}

/// Fans of four runs of terminals and a pair of fives: pure terminal chows 13, three-suited terminal chows 29;
/// points or 0.
pub(super) fn terminal_chows(chows: &[u8; 4], pair: u8) -> u32 {
    let starts: u32 = chows.iter().fold(0, |all, c| all | 1 << c);
    if pair >= 27 || pair % 9 != 4 {
        return 0;
    }
    let of_pair = 0b0_0100_0001 << (pair / 9 * 9);
    let twice = chows.iter().filter(|c| **c == chows[0]).count() == 2;
    if starts == of_pair && twice {
        64
    } else if starts == END_RUNS as u32 & !of_pair {
        16
    } else {
        0
    }
}

/// Lowest tiles of 123 and 789.
pub(super) const END_RUNS: u64 = every_suit(0b0_0100_0001);

/// The best three-chow fan (23 28 30 39 41 50) and its runs.
fn three_chows(starts: u32, chows: &[u8]) -> (u32, u32) {
    let first = |found: u32| found & found.wrapping_neg();
    for &chow in chows {
        if chows.iter().filter(|c| **c == chow).count() == 3 {
            return (24, 1 << chow);
        }
    }
    let runs = RUN_STARTS as u32;
    let straight = starts & starts >> 3 & starts >> 6 & every_suit(1) as u32;
    if straight != 0 {
        return (16, first(straight) * 0b100_1001);
    }
    let by_one = starts & starts >> 1 & starts >> 2 & every_suit(0b0_0001_1111) as u32 & runs;
    if by_one != 0 {
        return (16, first(by_one) * 0b111);
    }
    let by_two = starts & starts >> 2 & starts >> 4 & every_suit(0b0_0000_0111) as u32 & runs;
    if by_two != 0 {
        return (16, first(by_two) * 0b1_0101);
    }
    let suit = |s: u32| starts >> (9 * s) & 0x7f;
    let triple = suit(0) & suit(1) & suit(2);
    if triple != 0 {
        return (8, first(triple) * (1 | 1 << 9 | 1 << 18));
    }
    for [a, b, c] in ORDERS {
        if suit(a) & suit(b) >> 3 & suit(c) >> 6 & 1 != 0 {
            return (8, 1 << (9 * a) | 1 << (9 * b + 3) | 1 << (9 * c + 6));
        }
    }
    for [a, b, c] in ORDERS {
        let shifted = first(suit(a) & suit(b) >> 1 & suit(c) >> 2);
        if shifted != 0 {
            return (6, shifted << (9 * a) | shifted << (9 * b + 1) | shifted << (9 * c + 2));
        }
    }
    (0, 0)
}

/// A run outside the three-chow fan may be attached once (rules/mcr.md 4.3).
fn fourth_chow(chows: &[u8], used: u32, pure_triple: bool) -> u32 {
    if chows.len() < 4 {
        return 0;
    }
    let outside = chows.iter().find(|c| used >> **c & 1 == 0);
    // A second copy of one of the three is a pure double chow.
    outside.map_or(u32::from(!pure_triple), |c| u32::from(RELATED[*c as usize] & used != 0))
}

/// Two-chow fans: one point for every link of a forest over the runs (rules/mcr.md 4.3).
fn forest(chows: &[u8]) -> u32 {
    let mut links = 0;
    let mut group: [u8; 4] = [0, 1, 2, 3];
    for (i, a) in chows.iter().enumerate() {
        for (j, b) in chows.iter().enumerate().take(i) {
            let (from, to) = (group[i], group[j]);
            if RELATED[*a as usize] >> b & 1 == 1 && from != to {
                links += 1;
                group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
            }
        }
    }
    links
}

/// What suit pungs make together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PungFans {
    /// Points but for the double pungs.
    pub(super) points: u32,
    /// Points of double pungs.
    pub(super) doubles: u32,
    /// Kinds of three pungs with a fan of their own, 0 when there are none.
    pub(super) core: u64,
}

/// Fans of suit pungs (15 24 32 42 65).
pub(super) fn pung_fans(pungs: u64) -> PungFans {
    let pungs = pungs & SUITS;
    if pungs.count_ones() < 2 {
        return PungFans::default();
    }
    let suit = |s: u32| (pungs >> (9 * s) & 0x1ff) as u32;
    let [a, b, c] = [suit(0), suit(1), suit(2)];
    let pairs = (a & b | a & c | b & c) & !(a & b & c);
    let doubles = 2 * pairs.count_ones();
    if pungs.count_ones() < 3 {
        return PungFans { points: 0, doubles, core: 0 };
    }
    let first = |found: u64| found & found.wrapping_neg();
    // The top bits of a suit would run into the next one.
    let three = pungs & pungs >> 1 & pungs >> 2 & every_suit(0b0_0111_1111);
    if three != 0 {
        let four = three & pungs >> 3 & every_suit(0b0_0011_1111);
        let core = first(three) * 0b111;
        // Fan 15 absorbs the double pungs.
        return if four != 0 {
            PungFans { points: 48, doubles: 0, core }
        } else {
            PungFans { points: 24, doubles, core }
        };
    }
    let same = first(u64::from(a & b & c));
    if same != 0 {
        return PungFans { points: 16, doubles: 0, core: same * (1 | 1 << 9 | 1 << 18) };
    }
    for [x, y, z] in ORDERS {
        let shifted = first(u64::from(suit(x) & suit(y) >> 1 & suit(z) >> 2));
        if shifted != 0 {
            let core = shifted << (9 * x) | shifted << (9 * y + 1) | shifted << (9 * z + 2);
            return PungFans { points: 8, doubles, core };
        }
    }
    PungFans { points: 0, doubles, core: 0 }
}

/// Dragons, winds (1 2 9 10 38 54 59 60 61) with `pair` a bit.
pub(super) fn honor_pungs(pungs: u64, pair: u64, winds: &Winds) -> u32 {
    let mut points = match ((pungs & DRAGONS).count_ones(), pair & DRAGONS != 0) {
        (3, _) => 88,
        (2, true) => 64,
        (2, false) => 6,
        (1, _) => 2,
        _ => 0,
    };
    match ((pungs & WINDS).count_ones(), pair & WINDS != 0) {
        (4, _) => return points + 88,
        (3, true) => points += 64,
        (3, false) => points += 12,
        _ => {}
    }
    points += 2 * u32::from(pungs & winds.prevalent != 0);
    points + 2 * u32::from(pungs & winds.seat != 0)
}

/// Pungs of terminals or honors that count one point each (73).
pub(super) fn single_pungs(pungs: u64, winds: &Winds) -> u32 {
    let mut single = pungs & TERMINALS_AND_HONORS & !DRAGONS & !winds.prevalent & !winds.seat;
    if (pungs & WINDS).count_ones() >= 3 {
        single &= !WINDS;
    }
    single.count_ones()
}
