//! The four shapes other than four sets and a pair (rules/mcr.md 2). Most hands are told apart by a few bits.

use super::{
    Tables,
    fixed::{WIN_MODES, win_mode_index},
    ground::{Ground, Kinds, Laid},
    sets::NO_SET,
    standard::{Complete, Sum, codes, pair},
    terms::Terms,
};
use crate::{
    scoring::{WinContext, WinningHand, fan::Fan, tally::Tally},
    tile_counts::TileCounts,
    tile_set::TileSet,
};

/// Whether a hand that is not standard may be of one of these shapes: asked of a few bits.
#[inline]
pub(super) fn possible(hand: &WinningHand) -> bool {
    if hand.melds.len() > 1 {
        return false;
    }
    let [a, b, c, d] = *hand.concealed.groups();
    let (suits, all) = (a | b | c, a | b | c | d);
    // Nine knitted tiles at the most, so five honors at least.
    let is_loose = || has_no_repeats(all) && d.count_ones() >= 5;
    hand.melds.is_empty() && (is_even(all) || has_no_simples(suits) || is_loose())
        || has_all_ranks(suits) && has_all_thirds([a, b, c])
}

/// The best tally in these shapes, of a hand with at most one meld; empty when it is of none.
#[inline(never)]
pub(super) fn best(tables: &Tables, hand: &WinningHand, context: &WinContext, terms: impl Terms) -> Tally {
    let [a, b, c, d] = *hand.concealed.groups();
    if hand.melds.is_empty() && hand.concealed.total() == 14 {
        if is_even(a | b | c | d) {
            return seven_pairs(hand, context, terms);
        }
        let fans = if has_no_simples(a | b | c) {
            thirteen_orphans(&hand.concealed)
        } else if has_no_repeats(a | b | c | d) {
            honors_and_knitted(&hand.concealed)
        } else {
            None
        };
        if let Some(fans) = fans {
            let win_mode = win_mode_index(context, context.last_of_kind, 0);
            return fans.and(WIN_MODES[win_mode | terms.by_nature(win_mode)]);
        }
    }
    knitted_straight(tables, hand, context, terms)
}

/// Whether the tiles, 14 of them, are pairs.
#[inline]
pub(super) fn is_seven_pairs(concealed: &TileCounts) -> bool {
    let [a, b, c, d] = *concealed.groups();
    is_even(a | b | c | d)
}

/// Whether groups, taken together by `|`, hold every kind an even number of times.
const fn is_even(groups: u32) -> bool {
    groups & 0o111_111_111 == 0
}

/// Whether suits, taken together, have terminals only.
const fn has_no_simples(suits: u32) -> bool {
    suits & 0o077_777_770 == 0
}

/// Whether suits, taken together, have every rank.
const fn has_all_ranks(suits: u32) -> bool {
    (suits | suits >> 1 | suits >> 2) & 0o111_111_111 == 0o111_111_111
}

/// Whether there is a third in every suit, and every third in some suit.
fn has_all_thirds(suits: [u32; 3]) -> bool {
    let [a, b, c] = suits.map(thirds_inside);
    a | b | c == 0o111 && a != 0 && b != 0 && c != 0
}

/// Whether groups, taken together, hold every kind at most once.
const fn has_no_repeats(groups: u32) -> bool {
    groups & 0o666_666_666 == 0
}

/// 6 or 19. The first takes away 22 too; both are concealed by nature.
fn seven_pairs(hand: &WinningHand, context: &WinContext, terms: impl Terms) -> Tally {
    let kinds = hand.concealed.kinds().bits();
    let no_pungs = Kinds { all: kinds, honor_pungs: 0, honor_pair: 0 };
    let ground = Ground::new(hand, context, &Laid::new(&hand.melds), &no_pungs);
    // Seven kinds in a row from rank 1, 2 or 3 of a suit.
    let shifted = kinds >> kinds.trailing_zeros() == 0b111_1111
        && kinds.trailing_zeros() % 9 <= 2
        && kinds.trailing_zeros() < 27;
    let tally = ground.tally.and(WIN_MODES[ground.win_mode_with(true, terms)]);
    let tally = if shifted {
        tally.without(Fan::FullFlush).and(Tally::of(Fan::SevenShiftedPairs))
    } else {
        tally.and(Tally::of(Fan::SevenPairs))
    };
    Sum(tally).finish(&ground)
}

/// 7.
fn thirteen_orphans(concealed: &TileCounts) -> Option<Tally> {
    (concealed.kinds() == TileSet::TERMINALS_AND_HONORS).then_some(Tally::of(Fan::ThirteenOrphans))
}

/// 20, or 34 and perhaps 35, of 14 different tiles.
fn honors_and_knitted(concealed: &TileCounts) -> Option<Tally> {
    let [a, b, c, d] = *concealed.groups();
    patterns([a, b, c].map(thirds_around)).next()?;
    Some(match d.count_ones() {
        7 => Tally::of(Fan::GreaterHonorsAndKnittedTiles),
        5 => Tally::of(Fan::LesserHonorsAndKnittedTiles).plus(Fan::KnittedStraight),
        _ => Tally::of(Fan::LesserHonorsAndKnittedTiles),
    })
}

/// The lowest third of a suit, 147, in packed counts.
const THIRD: u32 = 0o001_001_001;

/// The thirds 147, 258, 369 that a suit has whole: bits 0, 3, 6.
const fn thirds_inside(group: u32) -> u32 {
    let present = group | group >> 1 | group >> 2;
    present & present >> 9 & present >> 18 & 0o111
}

/// The thirds that have all tiles of a suit, likewise.
fn thirds_around(group: u32) -> u32 {
    (0..3).filter(|third| group & !(THIRD << (3 * third)) == 0).fold(0, |all, third| all | 1 << (3 * third))
}

/// The knitted patterns that give each suit a third of its own among those offered: the shift of the third for each.
fn patterns(thirds: [u32; 3]) -> impl Iterator<Item = [u32; 3]> {
    const PATTERNS: [[u32; 3]; 6] = [[0, 3, 6], [0, 6, 3], [3, 0, 6], [3, 6, 0], [6, 0, 3], [6, 3, 0]];
    let offered =
        move |shifts: &[u32; 3]| shifts.iter().zip(thirds).all(|(shift, has)| has >> shift & 1 == 1);
    PATTERNS.into_iter().filter(offered)
}

/// 35 with a set and a pair.
fn knitted_straight(tables: &Tables, hand: &WinningHand, context: &WinContext, terms: impl Terms) -> Tally {
    let [a, b, c, d] = *hand.concealed.groups();
    patterns([a, b, c].map(thirds_inside))
        .filter_map(|[x, y, z]| {
            let rest = TileCounts::from_groups([a - (THIRD << x), b - (THIRD << y), c - (THIRD << z), d]);
            let complete = Complete::find(&tables.patterns, &rest, 3 + hand.melds.len())?;
            Some(knitted_tally(tables, hand, context, &complete, terms))
        })
        .max()
        .unwrap_or(Tally::EMPTY)
}

/// The tally of a knitted straight beside a complete set and pair: the fans of kinds, of the one set, and the wait.
fn knitted_tally(
    tables: &Tables,
    hand: &WinningHand,
    context: &WinContext,
    rest: &Complete<'_>,
    terms: impl Terms,
) -> Tally {
    let laid = Laid::new(&hand.melds);
    let all = hand.concealed.kinds().bits() | laid.kinds;
    let kinds = Kinds { all, ..rest.kinds(&laid) };
    let ground = Ground::new(hand, context, &laid, &kinds);
    let (group, place) = hand.winning_tile.group();
    let no_sets = u32::from_le_bytes([0, NO_SET, NO_SET, NO_SET]);
    // Every tile that is not in the rest is of the pattern, and of each kind of the pattern one is not.
    let of_pattern = hand.concealed.get(hand.winning_tile) > rest.copies(hand.winning_tile);
    let only_wait = (terms.knitted_waits() || !of_pattern)
        && terms.only_wait(hand).unwrap_or_else(|| rest.only_wait_in_group(hand.winning_tile));
    rest.best_of(&tables.patterns, |reading| {
        let codes = codes(&laid, reading) | no_sets;
        let (_, census) = tables.sets.look_up(codes);
        let pair = pair(rest.pair_group(), reading);
        let mut sum = Sum(ground.tally);
        sum.add_fan(Fan::KnittedStraight);
        sum.add(WIN_MODES[ground.win_mode_with(false, terms)]);
        if census.chows() == 1 && pair < 27 {
            sum.add_all_chows();
        }
        sum.add_terminal_pungs(&ground, census);
        if only_wait {
            sum.add_wait(reading[group & 3], place, terms);
        }
        sum.finish(&ground).and(terms.pair(pair))
    })
}
