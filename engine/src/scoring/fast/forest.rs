//! The combination fans of up to four chows, for the table; the pungs', by bits (rules/mcr.md 4.3).

use crate::scoring::{fan::Fan, tally::Tally};

/// What the chows of a hand make together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Combinations {
    /// The fans.
    pub(super) tally: Tally,
    /// Whether they need a closer look, for they meet other fans.
    pub(super) special: Special,
}

/// Combinations that meet fans outside the chows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    /// None.
    No,
    /// 14, which takes away 64.
    QuadrupleChow,
    /// 123 and 789 twice in this suit: 13 with a pair of its fives.
    PureTerminalChows(u8),
    /// 123 and 789 in the two other suits: 29 with a pair of this suit's fives.
    TerminalChowsWithout(u8),
}

/// The best legal selection for chows 0–20, 7 a suit.
///
/// Fans of four chows leave nothing, fans of three leave one chow that joins once. Two-chow fans are all worth 1, so
/// taking whatever joins two parts not yet joined, the preferred kinds first, is best.
pub(super) fn best_forest(chows: &[u8]) -> Combinations {
    let mut chows = chows.to_vec();
    chows.sort_unstable();
    let tally = if let Some(fan) = four_chows(&chows) { Tally::of(fan) } else { three_and_two_chows(&chows) };
    Combinations { tally, special: special(&chows) }
}

const TWO_CHOW_FANS: [Fan; 4] =
    [Fan::PureDoubleChow, Fan::MixedDoubleChow, Fan::ShortStraight, Fan::TwoTerminalChows];

fn suit(chow: u8) -> u8 {
    chow / 7
}

fn start(chow: u8) -> u8 {
    chow % 7
}

fn special(chows: &[u8]) -> Special {
    let [a, b, c, d] = *chows else {
        return Special::No;
    };
    if a == d {
        return Special::QuadrupleChow;
    }
    let runs = [start(a), start(b), start(c), start(d)];
    if suit(a) == suit(d) && runs == [0, 0, 6, 6] {
        return Special::PureTerminalChows(suit(a));
    }
    if suit(a) == suit(b) && suit(c) == suit(d) && suit(a) != suit(c) && runs == [0, 6, 0, 6] {
        return Special::TerminalChowsWithout(3 - suit(a) - suit(c));
    }
    Special::No
}

fn four_chows(chows: &[u8]) -> Option<Fan> {
    let [a, b, c, d] = *chows else {
        return None;
    };
    if suit(a) != suit(d) {
        return None;
    }
    match (b - a, c - b, d - c) {
        (0, 0, 0) => Some(Fan::QuadrupleChow),
        (1, 1, 1) | (2, 2, 2) => Some(Fan::FourPureShiftedChows),
        _ => None,
    }
}

/// Three chows, sorted.
fn three_chows(a: u8, b: u8, c: u8) -> Option<Fan> {
    if suit(a) == suit(c) {
        return match (b - a, c - b) {
            (0, 0) => Some(Fan::PureTripleChow),
            (1, 1) | (2, 2) => Some(Fan::PureShiftedChows),
            (3, 3) => Some(Fan::PureStraight),
            _ => None,
        };
    }
    if suit(a) == suit(b) || suit(b) == suit(c) {
        return None;
    }
    let mut starts = [start(a), start(b), start(c)];
    starts.sort_unstable();
    match (starts[1] - starts[0], starts[2] - starts[1]) {
        (0, 0) => Some(Fan::MixedTripleChow),
        (1, 1) => Some(Fan::MixedShiftedChows),
        (3, 3) => Some(Fan::MixedStraight),
        _ => None,
    }
}

/// Two chows.
fn two_chows(a: u8, b: u8) -> Option<Fan> {
    let (low, high) = (start(a).min(start(b)), start(a).max(start(b)));
    match (suit(a) == suit(b), high - low) {
        (true, 0) => Some(Fan::PureDoubleChow),
        (false, 0) => Some(Fan::MixedDoubleChow),
        (true, 3) => Some(Fan::ShortStraight),
        (true, 6) => Some(Fan::TwoTerminalChows),
        _ => None,
    }
}

fn three_and_two_chows(chows: &[u8]) -> Tally {
    let mut best: Option<(u16, [u8; 4], Tally)> = None;
    let n = chows.len();
    for i in 0..n {
        for j in i + 1..n {
            for k in j + 1..n {
                if let Some(fan) = three_chows(chows[i], chows[j], chows[k]) {
                    let joined = 1 << i | 1 << j | 1 << k;
                    consider(&mut best, Tally::of(fan), spanning(chows, joined));
                }
            }
        }
    }
    if best.is_none() {
        consider(&mut best, Tally::EMPTY, spanning(chows, 0));
    }
    best.map_or(Tally::EMPTY, |(_, _, tally)| tally)
}

/// Keeps the selection if it is worth more, or as much with preferred two-chow fans.
fn consider(best: &mut Option<(u16, [u8; 4], Tally)>, three: Tally, two: [u8; 4]) {
    let tally = TWO_CHOW_FANS
        .into_iter()
        .zip(two)
        .fold(three, |tally, (fan, count)| tally.and(Tally::of(fan).times(count)));
    let found = (tally.points(), two, tally);
    if best.is_none_or(|best| (found.0, found.1) > (best.0, best.1)) {
        *best = Some(found);
    }
}

/// How many of each two-chow fan join all that can be joined, when the chows in `joined` are one part already.
fn spanning(chows: &[u8], joined: u8) -> [u8; 4] {
    let mut parts: Vec<u8> = (0..chows.len()).map(|i| 1 << i).map(|bit| bit_or_part(bit, joined)).collect();
    let mut counts = [0; 4];
    for (kind, fan) in TWO_CHOW_FANS.into_iter().enumerate() {
        for i in 0..chows.len() {
            for j in i + 1..chows.len() {
                if two_chows(chows[i], chows[j]) == Some(fan) && parts[i] != parts[j] {
                    let merged = parts[i] | parts[j];
                    parts.iter_mut().filter(|part| **part & merged != 0).for_each(|part| *part = merged);
                    counts[kind] += 1;
                }
            }
        }
    }
    counts
}

/// The part that one chow belongs to.
fn bit_or_part(bit: u8, joined: u8) -> u8 {
    if bit & joined == 0 { bit } else { joined }
}

/// The suit pung of a code (see [`super::sets`]) as a bit: [`LANE`] bits a suit, the lowest rank lowest.
pub(super) static PUNGS: [u64; 64] = {
    let mut all = [0; 64];
    let mut code = 0;
    while code < 48 {
        if code & 15 >= 7 {
            all[code] = 1 << ((code >> 4) as u32 * LANE + (code & 15) as u32 - 7);
        }
        code += 1;
    }
    all
};

/// From one suit to the next.
const LANE: u32 = 16;

/// The combination fans of suit pungs, given as [`PUNGS`] (15 24 32 42 65).
///
/// Three or four pungs of one fan are of different ranks or all suits of one rank, so a rank in two suits joins a
/// further pung to them or two pungs apart, and always counts.
pub(super) fn pung_combinations(pungs: u64) -> Tally {
    let [a, b, c] = [pungs, pungs >> LANE, pungs >> (2 * LANE)].map(|suit| suit & 0x1FF);
    let twice = a & b | a & c | b & c;
    let thrice = a & b & c;
    let mut tally = Tally::EMPTY;
    if twice & !thrice != 0 {
        tally = Tally::of(Fan::DoublePung).times((twice & !thrice).count_ones() as u8);
    }
    // Three ranks in a row, of one suit or of three, in any of them.
    let rows = pungs & pungs >> 1 & pungs >> 2;
    let ranks = a | b | c;
    if rows != 0 {
        let four = rows & pungs >> 3 != 0;
        tally.plus(if four { Fan::FourPureShiftedPungs } else { Fan::PureShiftedPungs })
    } else if thrice != 0 {
        tally.plus(Fan::TriplePung)
    } else if ranks & ranks >> 1 & ranks >> 2 != 0 && is_mixed_row(a, b, c) {
        tally.plus(Fan::MixedShiftedPungs)
    } else {
        tally
    }
}

/// Whether three ranks in a row lie in three suits.
fn is_mixed_row(a: u64, b: u64, c: u64) -> bool {
    let row_over = |x: u64, y: u64, z: u64| x & y >> 1 & z >> 2;
    let rows = row_over(a, b, c) | row_over(a, c, b) | row_over(b, a, c);
    rows | row_over(b, c, a) | row_over(c, a, b) | row_over(c, b, a) != 0
}
