//! Hands of four sets and a pair.

use super::{
    Tables,
    fixed::{CONCEALED_PUNGS, TERMINAL_PUNGS, WIN_MODES},
    forest::{Combinations, PUNGS, Special, pung_combinations},
    ground::{Ground, Kinds, Laid},
    patterns::{HONORS, PAIR, Pattern, Patterns, Split},
    sets::Census,
    terms::Terms,
};
use crate::{
    scoring::{
        WinContext, WinningHand,
        fan::Fan,
        tally::{FanMask, Tally},
    },
    tile::Tile,
    tile_counts::TileCounts,
};

/// The four groups of a complete standard hand.
#[derive(Clone, Copy)]
pub(super) struct Complete<'t>([&'t Pattern; 4]);

/// A reading: one split of each group.
pub(super) type Reading<'t> = [&'t Split; 4];

impl<'t> Complete<'t> {
    /// The groups of concealed tiles that make four sets, with those laid out, and a pair.
    #[inline]
    pub(super) fn find(patterns: &'t Patterns, concealed: &TileCounts, laid: usize) -> Option<Complete<'t>> {
        let characters = patterns.find(concealed.groups()[0])?;
        Complete::find_beside(patterns, characters, concealed, laid)
    }

    /// The same when the characters are found already.
    #[inline]
    pub(super) fn find_beside(
        patterns: &'t Patterns,
        characters: &'t Pattern,
        concealed: &TileCounts,
        laid: usize,
    ) -> Option<Complete<'t>> {
        let [_, bamboo, dots, honors] = *concealed.groups();
        let bamboo = patterns.find(bamboo)?;
        let dots = patterns.find(dots)?;
        let honors = patterns.find(honors | HONORS)?;
        let content = characters.content + bamboo.content + dots.content + honors.content;
        (usize::from(content) + laid == usize::from(PAIR) + 4)
            .then_some(Complete([characters, bamboo, dots, honors]))
    }

    /// The best reading.
    pub(super) fn best(
        &self,
        tables: &'t Tables,
        hand: &WinningHand,
        context: &WinContext,
        terms: impl Terms,
    ) -> Tally {
        let laid = Laid::new(&hand.melds);
        let kinds = self.kinds(&laid);
        let mut ground = Ground::new(hand, context, &laid, &kinds);
        let mut only_wait = self.only_wait_in_group(hand.winning_tile);
        if hand.melds.is_empty() {
            if is_nine_gates(hand) {
                ground.add_nine_gates(terms);
            }
            // The one other shape that 13 such tiles can wait for is seven pairs.
            only_wait &= !waits_for_another_pair(&hand.concealed, hand.winning_tile);
        }
        if let Some(only) = terms.only_wait(hand) {
            only_wait = only;
        }
        let standard = Standard {
            tables,
            terms,
            ground,
            laid,
            kinds: kinds.all,
            winning: hand.winning_tile.group(),
            only_wait,
            self_drawn: context.self_drawn,
            pair_group: self.pair_group(),
        };
        if self.has_one_reading() {
            return standard.tally(&self.0.map(|pattern| &pattern.split));
        }
        // By value, so that what one reading needs can stay in registers.
        self.best_of(&tables.patterns, move |reading| standard.tally(reading))
    }

    /// Whether every group has one split.
    const fn has_one_reading(&self) -> bool {
        let [characters, bamboo, dots, _] = &self.0;
        characters.splits | bamboo.splits | dots.splits == 1
    }

    /// The largest value over all readings.
    #[inline(never)]
    pub(super) fn best_of(&self, patterns: &'t Patterns, value: impl Fn(&Reading<'t>) -> Tally) -> Tally {
        let [characters, bamboo, dots, honors] = self.0;
        let mut best = Tally::EMPTY;
        for a in patterns.splits(characters) {
            for b in patterns.splits(bamboo) {
                for c in patterns.splits(dots) {
                    best = best.max(value(&[a, b, c, &honors.split]));
                }
            }
        }
        best
    }

    /// Which of the groups has the pair.
    pub(super) fn pair_group(&self) -> usize {
        (0..3).find(|g| self.0[*g].content & PAIR != 0).unwrap_or(3)
    }

    /// The kinds of these groups and of the melds.
    #[inline]
    pub(super) fn kinds(&self, laid: &Laid) -> Kinds {
        let [characters, bamboo, dots, honors] = self.0.map(|pattern| u64::from(pattern.places));
        // Honors have one split: what is not the pair is a pung.
        let honor_pair = 1 << self.0[3].split.pair >> 1;
        Kinds {
            all: laid.kinds | characters | bamboo << 9 | dots << 18 | honors << 27,
            honor_pungs: (honors | laid.kinds >> 27) as u32 & !honor_pair,
            honor_pair,
        }
    }

    /// Copies of `tile` in these groups.
    pub(super) fn copies(&self, tile: Tile) -> u8 {
        let (group, place) = tile.group();
        self.0[group & 3].copies(place)
    }

    /// Whether only the winning tile completes its group, and the hand, whose other groups are complete
    /// (rules/mcr.md 5.1).
    #[inline]
    pub(super) fn only_wait_in_group(&self, tile: Tile) -> bool {
        let (group, place) = tile.group();
        self.0[group & 3].only_wait >> place & 1 == 1
    }
}

/// Whether without `tile` the hand is six pairs and a single of another kind.
#[inline]
fn waits_for_another_pair(concealed: &TileCounts, tile: Tile) -> bool {
    let (group, place) = tile.group();
    let odd = odd_kinds(concealed) ^ odd_bit(group, place);
    odd.is_power_of_two() && odd != odd_bit(group, place)
}

/// The kinds with an odd number of copies, a bit each.
#[inline]
fn odd_kinds(concealed: &TileCounts) -> u64 {
    let [a, b, c, d] = concealed.groups().map(|group| u64::from(group & 0o111_111_111));
    a | b << 1 | c << 2 | d << 30
}

const fn odd_bit(group: usize, place: u32) -> u64 {
    1 << (3 * place + if group == 3 { 30 } else { group as u32 })
}

/// 1112345678999 before the winning tile.
#[inline]
fn is_nine_gates(hand: &WinningHand) -> bool {
    let (group, place) = hand.winning_tile.group();
    group < 3 && hand.concealed.groups()[group] == 0o311_111_113 + (1 << (3 * place))
}

/// What the readings of a standard hand share.
#[derive(Clone, Copy)]
struct Standard<'t, T> {
    tables: &'t Tables,
    terms: T,
    ground: Ground,
    laid: Laid,
    kinds: u64,
    /// Group and place of the winning tile.
    winning: (usize, u32),
    only_wait: bool,
    self_drawn: bool,
    pair_group: usize,
}

impl<T: Terms> Standard<'_, T> {
    /// The tally of a reading. Fans that take others away come first, so that these can be left out.
    #[inline(always)]
    fn tally(&self, reading: &Reading<'_>) -> Tally {
        let codes = codes(&self.laid, reading);
        let (chows, census) = self.tables.sets.look_up(codes);
        let pair = pair(self.pair_group, reading);
        let completed = reading[self.winning.0 & 3];
        let concealed = concealed_pungs(reading, completed, self.winning.1, self.self_drawn);
        let concealed = (self.ground.concealed_kongs + concealed) & 15;

        let mut sum = Sum(self.ground.tally);
        sum.add(chows.tally);
        sum.add(CONCEALED_PUNGS[concealed]);
        sum.add(WIN_MODES[self.ground.win_mode_with(concealed & 7 == 4, self.terms)]);
        if chows.special != Special::No {
            sum.meet_special_chows(chows, pair);
        }
        if census.suit_pungs() >= 2 {
            sum.add(self.pung_combinations(codes));
        }
        if census.chows() == 0 {
            sum.add_all_pungs(self.kinds);
        }
        if census.all_have_five() && matches!(pair, 4 | 13 | 22) {
            sum.add_all_fives();
        }
        if census.all_have_terminal_or_honor() && TERMINALS_AND_HONORS >> pair & 1 == 1 {
            sum.add_unless_taken(Fan::OutsideHand, const { FanMask::takers_of(Fan::OutsideHand) });
        }
        if census.chows() == 4 && pair < 27 {
            sum.add_all_chows();
        }
        sum.add_terminal_pungs(&self.ground, census);
        if self.only_wait {
            sum.add_wait(completed, self.winning.1, self.terms);
        }
        sum.finish(&self.ground).and(self.terms.pair(pair))
    }

    /// 15 24 32 42 65.
    fn pung_combinations(&self, codes: u32) -> Tally {
        let pungs = codes.to_le_bytes().iter().fold(0, |all, code| all | PUNGS[usize::from(code & 63)]);
        let tally = pung_combinations(pungs);
        // 8, which takes 65 away, is told before.
        if self.ground.tally.has_any(const { FanMask::takers_of(Fan::DoublePung) }) {
            return tally.without(Fan::DoublePung);
        }
        tally
    }
}

/// The codes of all sets, those of the melds first.
#[inline]
pub(super) fn codes(laid: &Laid, reading: &Reading<'_>) -> u32 {
    let [a, b, c, d] = *reading;
    let mut codes = u64::from(laid.codes);
    let mut width = laid.width;
    for (split, suit) in [(a, 0), (b, 1), (c, 2), (d, 0)] {
        codes |= u64::from(split.codes + (split.ones * (16 * suit))) << (width & 63);
        width += u32::from(split.width);
    }
    codes as u32
}

/// The kind of the pair, which is in that group.
#[inline]
pub(super) fn pair(group: usize, reading: &Reading<'_>) -> u8 {
    9 * group as u8 + reading[group & 3].pair - 1
}

/// Concealed pungs of a reading; one that only another's tile finishes is not concealed (rules/mcr.md 5.4).
#[inline]
fn concealed_pungs(reading: &Reading<'_>, completed: &Split, place: u32, self_drawn: bool) -> usize {
    let [a, b, c, d] = *reading;
    let all = usize::from(a.pungs) + usize::from(b.pungs) + usize::from(c.pungs) + usize::from(d.pungs);
    let finished = !self_drawn & (completed.free >> place & 1 == 0);
    all - usize::from(finished)
}

const TERMINALS_AND_HONORS: u64 = crate::TileSet::TERMINALS_AND_HONORS.bits();

/// A tally in the making.
pub(super) struct Sum(pub(super) Tally);

impl Sum {
    #[inline]
    pub(super) fn add(&mut self, tally: Tally) {
        self.0 = self.0.and(tally);
    }

    #[inline]
    pub(super) fn add_fan(&mut self, fan: Fan) {
        self.add(Tally::of(fan));
    }

    /// Adds a fan if none of those that take it away is there.
    #[inline]
    fn add_unless_taken(&mut self, fan: Fan, takers: FanMask) {
        if !self.0.has_any(takers) {
            self.add_fan(fan);
        }
    }

    /// 13 14 29 with what they take away.
    #[cold]
    fn meet_special_chows(&mut self, chows: &Combinations, pair: u8) {
        let is_five_of = |suit: u8| pair == 9 * suit + 4;
        match chows.special {
            Special::QuadrupleChow => self.0 = self.0.without(Fan::TileHog),
            Special::PureTerminalChows(suit) if is_five_of(suit) => {
                self.0 = self.0.minus(chows.tally).without(Fan::FullFlush).plus(Fan::PureTerminalChows);
            }
            Special::TerminalChowsWithout(suit) if is_five_of(suit) => {
                self.0 = self.0.minus(chows.tally).plus(Fan::ThreeSuitedTerminalChows);
            }
            _ => {}
        }
    }

    /// 21 or 48. The first takes away 68.
    fn add_all_pungs(&mut self, kinds: u64) {
        if kinds & !EVEN == 0 {
            self.0 = self.0.plus(Fan::AllEvenPungs).without(Fan::AllSimples);
        } else {
            self.add_unless_taken(Fan::AllPungs, const { FanMask::takers_of(Fan::AllPungs) });
        }
    }

    /// 31, which takes away 68.
    #[cold]
    fn add_all_fives(&mut self) {
        self.0 = self.0.plus(Fan::AllFives).without(Fan::AllSimples);
    }

    /// 63.
    #[inline]
    pub(super) fn add_all_chows(&mut self) {
        self.add_unless_taken(Fan::AllChows, const { FanMask::takers_of(Fan::AllChows) });
    }

    /// 73.
    #[inline]
    pub(super) fn add_terminal_pungs(&mut self, ground: &Ground, census: Census) {
        let count = census.terminal_pungs() + ground.wind_pungs;
        let takers = const { FanMask::takers_of(Fan::PungOfTerminalsOrHonors) };
        if count > 0 && !self.0.has_any(takers) {
            self.add(TERMINAL_PUNGS[usize::from(count.saturating_sub(ground.absorbed_pungs)) & 7]);
        }
    }

    /// 77 78 79, for the only wait: what the winning tile completes in its group.
    #[inline]
    pub(super) fn add_wait(&mut self, completed: &Split, place: u32, terms: impl Terms) {
        let chow_from = |lowest: u32| completed.chows >> lowest & 1 == 1;
        if place == 2 && chow_from(0) || place == 6 && chow_from(6) {
            self.add_fan(Fan::EdgeWait);
        } else if place > 0 && chow_from(place - 1) {
            self.add_fan(Fan::ClosedWait);
        } else if !terms.may_complete_any_set() || u32::from(completed.pair) == place + 1 {
            self.add_unless_taken(Fan::SingleWait, const { FanMask::takers_of(Fan::SingleWait) });
        }
    }

    /// The whole tally: 76 and 43 come last.
    #[inline]
    pub(super) fn finish(mut self, ground: &Ground) -> Tally {
        if ground.no_honors {
            self.add_unless_taken(Fan::NoHonors, const { FanMask::takers_of(Fan::NoHonors) });
        }
        if self.0 == Tally::EMPTY {
            self.add_fan(Fan::ChickenHand);
        }
        self.0
    }
}

/// Even ranks.
const EVEN: u64 = 0b0_1010_1010 << 18 | 0b0_1010_1010 << 9 | 0b0_1010_1010;
