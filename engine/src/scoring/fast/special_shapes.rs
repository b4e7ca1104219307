//! The four shapes other than four sets and a pair (rules/mcr.md 2). Most hands are told apart by a few bits.

use super::{
    Tables,
    fixed::{BY_NATURE, WIN_MODES, win_mode_index},
    ground::{Ground, Kinds, Laid},
    sets::NO_SET,
    standard::{Complete, Sum, codes, odd_kinds, pair},
};
use crate::{
    scoring::{WinContext, WinningHand, fan::Fan, tally::Tally},
    tile_counts::TileCounts,
    tile_set::TileSet,
};

/// The best tally in these shapes, of a hand with at most one meld.
pub(super) fn best(tables: &Tables, hand: &WinningHand, context: &WinContext) -> Option<Tally> {
    if hand.melds.is_empty() {
        if odd_kinds(&hand.concealed) == 0 {
            return (hand.concealed.total() == 14).then(|| seven_pairs(hand, context));
        }
        if let Some(fans) = thirteen_orphans(&hand.concealed).or_else(|| honors_and_knitted(&hand.concealed))
        {
            return Some(fans.and(WIN_MODES[win_mode_index(context, context.last_of_kind, 0) | BY_NATURE]));
        }
    }
    knitted_straight(tables, hand, context)
}

/// 6 or 19. The first takes away 22 too; both are concealed by nature.
fn seven_pairs(hand: &WinningHand, context: &WinContext) -> Tally {
    let kinds = hand.concealed.kinds().bits();
    let no_pungs = Kinds { all: kinds, honor_pungs: 0, honor_pair: 0 };
    let ground = Ground::new(hand, context, &Laid::new(&hand.melds), &no_pungs);
    // Seven kinds in a row from rank 1, 2 or 3 of a suit.
    let shifted = kinds >> kinds.trailing_zeros() == 0b111_1111
        && kinds.trailing_zeros() % 9 <= 2
        && kinds.trailing_zeros() < 27;
    let tally = ground.tally.and(WIN_MODES[ground.win_mode_with(true)]);
    let tally = if shifted {
        tally.without(Fan::FullFlush).and(Tally::of(Fan::SevenShiftedPairs))
    } else {
        tally.and(Tally::of(Fan::SevenPairs))
    };
    Sum { tally, barred: ground.barred }.finish()
}

/// 7.
fn thirteen_orphans(concealed: &TileCounts) -> Option<Tally> {
    let fits = has_no_simples(concealed) && concealed.kinds() == TileSet::TERMINALS_AND_HONORS;
    (fits && concealed.total() == 14).then_some(Tally::of(Fan::ThirteenOrphans))
}

/// Told in a few instructions, before the kinds are gathered.
fn has_no_simples(concealed: &TileCounts) -> bool {
    let [a, b, c, _] = *concealed.groups();
    (a | b | c) & 0o077_777_770 == 0
}

/// 20, or 34 and perhaps 35.
fn honors_and_knitted(concealed: &TileCounts) -> Option<Tally> {
    let [a, b, c, d] = *concealed.groups();
    if (a | b | c | d) & 0o666_666_666 != 0 || concealed.total() != 14 {
        return None;
    }
    patterns([a, b, c].map(thirds_around)).next()?;
    Some(match d.count_ones() {
        7 => Tally::of(Fan::GreaterHonorsAndKnittedTiles),
        5 => Tally::of(Fan::LesserHonorsAndKnittedTiles).and(Tally::of(Fan::KnittedStraight)),
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
fn knitted_straight(tables: &Tables, hand: &WinningHand, context: &WinContext) -> Option<Tally> {
    let [a, b, c, d] = *hand.concealed.groups();
    let characters = thirds_inside(a);
    if characters == 0 {
        return None;
    }
    let sets = 1 - hand.melds.len();
    patterns([characters, thirds_inside(b), thirds_inside(c)])
        .filter_map(|[x, y, z]| {
            let rest = TileCounts::from_groups([a - (THIRD << x), b - (THIRD << y), c - (THIRD << z), d]);
            let complete = Complete::find(&tables.patterns, &rest, sets)?;
            Some(knitted_tally(tables, hand, context, &complete))
        })
        .max()
}

/// The tally of a knitted straight beside a complete set and pair: the fans of kinds, of the one set, and the wait.
fn knitted_tally(tables: &Tables, hand: &WinningHand, context: &WinContext, rest: &Complete<'_>) -> Tally {
    let laid = Laid::new(&hand.melds);
    let kinds =
        Kinds { all: hand.concealed.kinds().bits() | laid.kinds, ..rest.kinds(&tables.patterns, laid.kinds) };
    let ground = Ground::new(hand, context, &laid, &kinds);
    let (group, place) = hand.winning_tile.group();
    let no_sets = u32::from_le_bytes([0, NO_SET, NO_SET, NO_SET]);
    rest.best_of(&tables.patterns, |reading| {
        let codes = codes(laid.codes, 8 * hand.melds.len() as u32, reading) | no_sets;
        let (_, census) = tables.sets.look_up(codes);
        let pair = pair(rest.pair_group(), reading);
        let mut sum = Sum { tally: ground.tally, barred: ground.barred };
        sum.add(Tally::of(Fan::KnittedStraight));
        sum.add(WIN_MODES[ground.win_mode_with(false)]);
        if census.chows() == 1 && pair < 27 {
            sum.add_all_chows();
        }
        sum.add_terminal_pungs(&ground, census);
        if rest.only_wait_in_group(hand.winning_tile) {
            sum.add_wait(reading[group & 3], place);
        }
        sum.finish_with(pair)
    })
}
