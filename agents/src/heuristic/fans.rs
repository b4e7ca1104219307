//! Points of a hand whose sets are already known (rules/mcr.md 3–4): no search for readings, no waits.
//!
//! Routes are compared by the thousand, so this is a bit-mask twin of the scorer for one fixed reading. What
//! depends on how the last tile comes (waits, last tiles, kongs' replacements) is left to the exact scorer, which
//! judges ready hands.

use super::planes::{DRAGONS, HONORS, Planes, RUN_STARTS, SUITS, TERMINALS_AND_HONORS, WINDS, every_suit};

/// Four sets and a pair.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Form {
    /// Lowest tiles of the runs; the first `chow_count` count.
    pub(super) chows: [u8; 4],
    pub(super) chow_count: u8,
    /// Kinds of pungs and kongs.
    pub(super) pungs: u64,
    /// Kind of the pair.
    pub(super) pair: u8,
    /// All tiles, a kong as four.
    pub(super) tiles: Planes,
    /// Kinds of the kongs.
    pub(super) kongs: u64,
}

/// What is fixed through the deal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Winds {
    /// Bit of the round's wind.
    pub(super) prevalent: u64,
    /// Bit of the seat's wind.
    pub(super) seat: u64,
}

const FIRST: u32 = 0x1ff;
const UPPER: u64 = every_suit(0b1_1100_0000);
const MIDDLE: u64 = every_suit(0b0_0011_1000);
const LOWER: u64 = every_suit(0b0_0000_0111);
pub(super) const UPPER_FOUR: u64 = every_suit(0b1_1110_0000);
pub(super) const LOWER_FOUR: u64 = every_suit(0b0_0000_1111);
const EVEN: u64 = every_suit(0b0_1010_1010);
const FIVES: u64 = every_suit(0b0_0001_0000);
/// Lowest tiles of runs that contain a five.
const FIVE_RUNS: u64 = every_suit(0b0_0001_1100);
/// Lowest tiles of 123 and 789.
const END_RUNS: u64 = every_suit(0b0_0100_0001);
/// 1234589 of dots, 245689 of bamboo, the white dragon.
pub(super) const REVERSIBLE: u64 = 0b1_1001_1111 << 18 | 0b1_1011_1010 << 9 | 1 << 33;
/// 23468 of bamboo, the green dragon.
pub(super) const GREEN: u64 = 0b0_1010_1110 << 9 | 1 << 32;

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

/// What the sets and tiles of a form are worth, and which of the routes it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    /// Points without concealment, wait and the way of winning.
    pub(super) points: u32,
    /// The first route that finds it.
    pub(super) route: Route,
    /// Lowest tiles of the runs of its core.
    pub(super) core_starts: u64,
    /// Kinds of the pungs of its core.
    pub(super) core_pungs: u64,
}

/// Ways to find targets; one belongs to the first that fits it, so that it counts once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Route {
    /// Three sets of one fan.
    Core,
    /// One suit with or without honors.
    Flush,
    /// Upper or lower four, reversible tiles.
    Ranks,
    AllPungs,
    AllTypes,
    Outside,
    /// Anything else that small fans make worth enough.
    Any,
}

/// Judges four sets and a pair.
pub(super) fn judge(form: &Form, winds: &Winds) -> Judged {
    let kinds = form.tiles.kinds();
    let suits = (0..3).filter(|s| kinds >> (9 * s) & 0x1ff != 0).count();
    let honors = kinds & HONORS != 0;
    let pungs = form.pungs.count_ones();
    let mut points = 0;
    // Small fans that bigger ones imply.
    let mut no_honors = !honors;
    let mut simples = kinds & TERMINALS_AND_HONORS == 0;
    let mut voided = suits == 2;
    let mut all_pungs = pungs == 4;
    let mut single_pungs = true;
    let mut hogs = (form.tiles.0[3] & !form.kongs).count_ones();

    // Ranks: upper, middle, lower tiles 25–27, upper and lower four 36–37, all fives 31.
    if !honors {
        let by_rank = match kinds {
            k if k & !UPPER == 0 || k & !LOWER == 0 => 24,
            k if k & !MIDDLE == 0 => {
                simples = false;
                24
            }
            k if k & !UPPER_FOUR == 0 || k & !LOWER_FOUR == 0 => 12,
            _ => 0,
        };
        points += by_rank;
        no_honors &= by_rank == 0;
        if form.pungs & !FIVES == 0 && 1 << form.pair & FIVES != 0 && chows_within(form, FIVE_RUNS) {
            points += 16;
            (simples, no_honors) = (false, false);
        }
    }

    // Suits: all honors 11, full flush 22, half flush 49, all types 51, all green 3, reversible tiles 40.
    let green = kinds & !GREEN == 0;
    points += if green { 88 } else { 0 };
    if kinds & !REVERSIBLE == 0 {
        points += 8;
        voided = false;
    }
    match (suits, honors) {
        (0, _) => {
            points += 64;
            (all_pungs, single_pungs) = (false, false);
        }
        (1, false) => {
            points += 24;
            no_honors = false;
        }
        (1, true) if !green => points += 6,
        (3, true) if kinds & WINDS != 0 && kinds & DRAGONS != 0 => points += 6,
        _ => {}
    }

    // Terminals: all terminals 8, all terminals and honors 18, outside hand 55; all even pungs 21.
    let outside = 1 << form.pair & TERMINALS_AND_HONORS != 0
        && form.pungs & !TERMINALS_AND_HONORS == 0
        && chows_within(form, END_RUNS);
    let mut doubles = true;
    if outside && pungs < 4 {
        points += 4;
    } else if outside && suits > 0 {
        points += if honors { 32 } else { 64 };
        doubles = honors;
        (all_pungs, single_pungs, no_honors) = (false, false, false);
    } else if all_pungs && kinds & !EVEN == 0 {
        points += 24;
        (all_pungs, simples, no_honors) = (false, false, false);
    }

    let chows = chow_fans(form);
    points += chows.points;
    match chows.whole {
        Whole::Pure => {
            points -= 24;
            voided = false;
        }
        Whole::ThreeSuited => no_honors = false,
        whole => {
            if matches!(whole, Whole::Quadruple) {
                hogs = 0;
            }
            if form.chow_count == 4 && form.pair < 27 {
                points += 2;
                no_honors = false;
            }
        }
    }
    let (pung_points, core_pungs) = if pungs < 2 { (0, 0) } else { pung_fans(form, doubles) };
    points += pung_points
        + if form.pungs & TERMINALS_AND_HONORS == 0 { 0 } else { honor_pungs(form, winds, single_pungs) };
    all_pungs &= pung_points != 48 && (form.pungs & WINDS).count_ones() < 4;

    points += if simples { 2 } else { u32::from(no_honors) };
    points += if all_pungs { 6 } else { 0 };
    points += u32::from(voided) + 2 * hogs;
    let route = if chows.core | core_pungs != 0 {
        Route::Core
    } else if suits <= 1 {
        Route::Flush
    } else if kinds & !UPPER_FOUR == 0 || kinds & !LOWER_FOUR == 0 || kinds & !REVERSIBLE == 0 {
        Route::Ranks
    } else if pungs == 4 {
        Route::AllPungs
    } else if suits == 3 && kinds & WINDS != 0 && kinds & DRAGONS != 0 {
        Route::AllTypes
    } else if outside {
        Route::Outside
    } else {
        Route::Any
    };
    Judged { points, route, core_starts: chows.core, core_pungs }
}

fn chows_within(form: &Form, starts: u64) -> bool {
    form.chows[..form.chow_count as usize].iter().all(|c| starts >> c & 1 == 1)
}

/// Fans that take all four runs (and the pair) and change what else counts.
enum Whole {
    No,
    /// Fan 13, which implies the full flush.
    Pure,
    /// Fan 29.
    ThreeSuited,
    /// Fan 14: four runs alike are no tile hog of their own.
    Quadruple,
}

/// What the runs make together.
struct ChowFans {
    points: u32,
    /// Lowest tiles of three runs with a fan of their own, 0 when there are none.
    core: u64,
    whole: Whole,
}

fn chow_fans(form: &Form) -> ChowFans {
    let chows = &form.chows[..form.chow_count as usize];
    if chows.len() < 2 {
        return ChowFans { points: 0, core: 0, whole: Whole::No };
    }
    let starts: u32 = chows.iter().fold(0, |all, c| all | 1 << c);
    if chows.len() == 4
        && let Some(found) = four_chows(starts, chows, form.pair)
    {
        return found;
    }
    if chows.len() >= 3 {
        let (points, used) = three_chows(starts, chows);
        if points > 0 {
            let points = points + fourth_chow(chows, used, points == 24);
            return ChowFans { points, core: u64::from(used), whole: Whole::No };
        }
    }
    ChowFans { points: forest(chows), core: 0, whole: Whole::No }
}

/// Fans of four runs: pure terminal chows 13, three-suited terminal chows 29, quadruple chow 14, four shifted 16.
fn four_chows(starts: u32, chows: &[u8], pair: u8) -> Option<ChowFans> {
    let first = |found: u32| u64::from(found & found.wrapping_neg());
    match starts.count_ones() {
        1 => return Some(ChowFans { points: 48, core: starts.into(), whole: Whole::Quadruple }),
        2 | 4 if starts & !(END_RUNS as u32) == 0 && pair < 27 && pair % 9 == 4 => {
            let suit = u32::from(pair / 9);
            let of_pair = 0b0_0100_0001 << (9 * suit);
            let twice = chows.iter().filter(|c| **c == chows[0]).count() == 2;
            if starts == of_pair && twice {
                return Some(ChowFans { points: 64, core: 0, whole: Whole::Pure });
            }
            if starts == END_RUNS as u32 & !(FIRST << (9 * suit)) {
                return Some(ChowFans { points: 16, core: 0, whole: Whole::ThreeSuited });
            }
        }
        4 => {
            let by_one = starts & starts >> 1 & starts >> 2 & starts >> 3 & every_suit(0b0_0000_1111) as u32;
            if by_one != 0 {
                return Some(ChowFans { points: 32, core: first(by_one) * 0b111, whole: Whole::No });
            }
            let by_two = starts & starts >> 2 & starts >> 4 & starts >> 6 & every_suit(1) as u32;
            if by_two != 0 {
                return Some(ChowFans { points: 32, core: first(by_two) * 0b1_0101, whole: Whole::No });
            }
        }
        _ => {}
    }
    None
}

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

/// Fans of suit pungs (15 24 32 42 65), and the pungs of a core.
fn pung_fans(form: &Form, doubles: bool) -> (u32, u64) {
    let pungs = form.pungs & SUITS;
    let suit = |s: u32| (pungs >> (9 * s) & 0x1ff) as u32;
    let [a, b, c] = [suit(0), suit(1), suit(2)];
    let pairs = (a & b | a & c | b & c) & !(a & b & c);
    let double_points = if doubles { 2 * pairs.count_ones() } else { 0 };
    if pungs.count_ones() < 3 {
        return (double_points, 0);
    }
    let first = |found: u64| found & found.wrapping_neg();
    // The top bits of a suit would run into the next one.
    let three = pungs & pungs >> 1 & pungs >> 2 & every_suit(0b0_0111_1111);
    if three != 0 {
        let four = three & pungs >> 3 & every_suit(0b0_0011_1111);
        // Fan 15 absorbs the double pungs.
        let points = if four != 0 { 48 } else { 24 + double_points };
        return (points, first(three) * 0b111);
    }
    let same = first(u64::from(a & b & c));
    if same != 0 {
        return (16, same * (1 | 1 << 9 | 1 << 18));
    }
    for [x, y, z] in ORDERS {
        let shifted = first(u64::from(suit(x) & suit(y) >> 1 & suit(z) >> 2));
        if shifted != 0 {
            let core = shifted << (9 * x) | shifted << (9 * y + 1) | shifted << (9 * z + 2);
            return (8 + double_points, core);
        }
    }
    (double_points, 0)
}

/// Dragons, winds, terminals (1 2 9 10 38 54 59 60 61 73).
fn honor_pungs(form: &Form, winds: &Winds, single_pungs: bool) -> u32 {
    let pair = 1u64 << form.pair;
    let of_winds = (form.pungs & WINDS).count_ones();
    let mut points = match ((form.pungs & DRAGONS).count_ones(), pair & DRAGONS != 0) {
        (3, _) => 88,
        (2, true) => 64,
        (2, false) => 6,
        (1, _) => 2,
        _ => 0,
    };
    let mut single = form.pungs & TERMINALS_AND_HONORS & !DRAGONS & !winds.prevalent & !winds.seat;
    match (of_winds, pair & WINDS != 0) {
        (4, _) => points += 88,
        (3, true) => points += 64,
        (3, false) => points += 12,
        _ => {}
    }
    if of_winds >= 3 {
        single &= !WINDS;
    }
    if of_winds < 4 {
        points += 2 * u32::from(form.pungs & winds.prevalent != 0);
        points += 2 * u32::from(form.pungs & winds.seat != 0);
    }
    points + if single_pungs { single.count_ones() } else { 0 }
}

/// Kongs (5 17 53 57 67 74 82).
pub(super) fn kong_points(open: u32, concealed: u32) -> u32 {
    match (open, concealed) {
        (0, 0) => 0,
        (1, 0) => 1,
        (0, 1) => 2,
        (2, 0) => 4,
        (0, 2) => 6,
        (1, 1) => 5,
        _ if open + concealed == 3 => 32,
        _ => 88,
    }
}

/// Concealed pungs (66 33 12).
pub(super) fn concealed_pung_points(count: u32) -> u32 {
    [0, 0, 2, 16, 64][count.min(4) as usize]
}

/// Points of the tiles of seven pairs (rules/mcr.md 3, row 15 of section 10), fan 19 included.
pub(super) fn seven_pairs_points(pairs: &Planes) -> u32 {
    let kinds = pairs.kinds();
    let suits = (0..3).filter(|s| kinds >> (9 * s) & 0x1ff != 0).count();
    let honors = kinds & HONORS != 0;
    let mut points = 24 + 2 * pairs.0[3].count_ones();
    let simples = kinds & TERMINALS_AND_HONORS == 0;
    let by_rank = match kinds {
        k if k & !UPPER == 0 || k & !LOWER == 0 || k & !MIDDLE == 0 => 24,
        k if k & !UPPER_FOUR == 0 || k & !LOWER_FOUR == 0 => 12,
        _ => 0,
    };
    points += by_rank;
    match (suits, honors) {
        (0, _) => points += 64,
        (1, false) => points += 24,
        (1, true) => points += 6,
        (3, true) if kinds & WINDS != 0 && kinds & DRAGONS != 0 => points += 6,
        (2, _) if kinds & !REVERSIBLE != 0 => points += 1,
        _ => {}
    }
    if kinds & !REVERSIBLE == 0 {
        points += 8;
    }
    points += if simples { 2 } else { u32::from(!honors && by_rank == 0 && suits > 1) };
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_engine::{
        Melds, RuleSet, Tile, TileCounts, Wind,
        rng::DecisionRng,
        scoring::{Fan, WinContext, WinningHand, score},
        shape::{self, Reading},
    };

    /// Points of the best reading of a concealed hand won by own draw.
    fn own_draw(tiles: &TileCounts, winds: &Winds) -> u32 {
        let points = |reading: Reading| match reading {
            Reading::Standard { sets, pair } => {
                let mut form = Form { pair: pair.index() as u8, tiles: Planes::of(tiles), ..Form::default() };
                for set in sets.iter() {
                    if set.is_pung() {
                        form.pungs |= 1 << set.tile().index();
                    } else {
                        form.chows[form.chow_count as usize] = set.tile().index() as u8;
                        form.chow_count += 1;
                    }
                }
                judge(&form, winds).points + 4 + concealed_pung_points(form.pungs.count_ones())
            }
            _ => 0,
        };
        shape::readings(tiles, 0).map(points).max().unwrap_or(0)
    }

    /// A hand of random sets of few kinds, so that fans are frequent.
    fn random_hand(rng: &mut DecisionRng) -> Option<TileCounts> {
        let suits = 1 + rng.below(3) as usize;
        let ranks = 3 + rng.below(7);
        let mut counts = [0u8; 34];
        for _ in 0..4 {
            let suit = 9 * rng.below(suits as u64) as usize;
            match rng.below(6) {
                0 => counts[27 + rng.below(7) as usize] += 3,
                1 | 2 => counts[suit + rng.below(ranks) as usize] += 3,
                _ => {
                    let start = suit + rng.below(ranks.min(7)) as usize;
                    counts[start..start + 3].iter_mut().for_each(|c| *c += 1);
                }
            }
        }
        counts[rng.below(34) as usize] += 2;
        let kinds = counts.iter().enumerate().flat_map(|(k, c)| vec![Tile::new(k as u8); *c as usize]);
        counts.iter().all(|c| *c <= 4).then(|| kinds.collect())
    }

    #[test]
    fn known_sets_score_as_the_scorer_says() {
        let winds = Winds { prevalent: 1 << 27, seat: 1 << 28 };
        let context = WinContext::own_draw(Wind::East, Wind::South);
        let mut compared = 0;
        for number in 0..4000 {
            let mut rng = DecisionRng::new(7, number);
            let Some(concealed) = random_hand(&mut rng) else { continue };
            let winning_tile = concealed.kinds().first().unwrap();
            let hand = WinningHand { concealed, melds: Melds::EMPTY, winning_tile };
            let score = score(&hand, &context, &RuleSet::MCR).unwrap();
            // What the form does not know, and hands for which own draw counts otherwise.
            let waits =
                [Fan::EdgeWait, Fan::ClosedWait, Fan::SingleWait].map(|fan| u32::from(score.count(fan)));
            let other = [Fan::SevenPairs, Fan::NineGates, Fan::FourConcealedPungs, Fan::SevenShiftedPairs];
            if other.iter().any(|fan| score.count(*fan) > 0) {
                continue;
            }
            compared += 1;
            let expected = u32::from(score.points()) - waits.iter().sum::<u32>();
            assert_eq!(own_draw(&concealed, &winds), expected, "{concealed:?} {score:?}");
        }
        assert!(compared > 1000, "{compared}");
    }
}
