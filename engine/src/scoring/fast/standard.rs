//! Hands of four sets and a pair.

use super::{
    Tables,
    fixed::{CONCEALED_PUNGS, WIN_MODES},
    forest::{Combinations, Special, pung_combinations},
    ground::{Barred, EVEN, Ground, Kinds, Laid},
    patterns::{HONORS, PAIR, Pattern, Patterns, Split},
    sets::Census,
};
use crate::{
    scoring::{WinContext, WinningHand, fan::Fan, tally::Tally},
    tile::Tile,
    tile_counts::TileCounts,
};

/// The four groups of a complete standard hand.
pub(super) struct Complete<'t> {
    patterns: [&'t Pattern; 4],
}

/// A reading: one split of each group.
pub(super) type Reading<'t> = [&'t Split; 4];

impl<'t> Complete<'t> {
    /// The groups of concealed tiles that make `4 - melds` sets and a pair.
    pub(super) fn find(patterns: &'t Patterns, concealed: &TileCounts, sets: usize) -> Option<Complete<'t>> {
        let [characters, bamboo, dots, honors] = *concealed.groups();
        let characters = patterns.find(characters)?;
        let bamboo = patterns.find(bamboo)?;
        let dots = patterns.find(dots)?;
        let honors = patterns.find(honors | HONORS)?;
        let content = characters.content + bamboo.content + dots.content + honors.content;
        (content == PAIR + sets as u8).then_some(Complete { patterns: [characters, bamboo, dots, honors] })
    }

    /// The best reading.
    pub(super) fn best(&self, tables: &'t Tables, hand: &WinningHand, context: &WinContext) -> Tally {
        let laid = Laid::new(&hand.melds);
        let kinds = self.kinds(&tables.patterns, laid.kinds);
        let mut ground = Ground::new(hand, context, &laid, &kinds);
        if hand.melds.is_empty() && is_nine_gates(hand) {
            ground.add_nine_gates();
        }
        let standard = Standard {
            tables,
            ground,
            laid_codes: laid.codes,
            laid_width: 8 * hand.melds.len() as u32,
            kinds: kinds.all,
            winning: hand.winning_tile.group(),
            only_wait: self.is_only_wait(hand),
            self_drawn: context.self_drawn,
            pair_group: self.pair_group(),
        };
        self.best_of(&tables.patterns, |reading| standard.tally(reading))
    }

    /// The largest value over all readings.
    pub(super) fn best_of(&self, patterns: &'t Patterns, value: impl Fn(&Reading<'t>) -> Tally) -> Tally {
        let [characters, bamboo, dots, honors] = self.patterns.map(|pattern| patterns.splits(pattern));
        let mut best = Tally::EMPTY;
        for a in characters {
            for b in bamboo {
                for c in dots {
                    best = best.max(value(&[a, b, c, &honors[0]]));
                }
            }
        }
        best
    }

    /// Which of the groups has the pair.
    pub(super) fn pair_group(&self) -> usize {
        (0..3).find(|g| self.patterns[*g].content & PAIR != 0).unwrap_or(3)
    }

    /// The kinds of these groups and of the melds.
    pub(super) fn kinds(&self, patterns: &Patterns, laid: u64) -> Kinds {
        let [characters, bamboo, dots, honors] = self.patterns.map(|pattern| u64::from(pattern.places));
        // Honors have one split: what is not the pair is a pung.
        let honor_pair = match patterns.splits(self.patterns[3]) {
            [split, ..] if split.pair > 0 => 1 << (split.pair - 1),
            _ => 0,
        };
        Kinds {
            all: laid | characters | bamboo << 9 | dots << 18 | honors << 27,
            honor_pungs: (honors | laid >> 27) as u32 & !honor_pair,
            honor_pair,
        }
    }

    /// Whether only the winning tile completes the hand (rules/mcr.md 5.1): asked of its group, since the others
    /// are complete, and of seven pairs, the one other shape that 13 such tiles can wait for.
    fn is_only_wait(&self, hand: &WinningHand) -> bool {
        self.only_wait_in_group(hand.winning_tile)
            && !(hand.melds.is_empty() && waits_for_another_pair(&hand.concealed, hand.winning_tile))
    }

    pub(super) fn only_wait_in_group(&self, tile: Tile) -> bool {
        let (group, place) = tile.group();
        self.patterns[group & 3].only_wait >> place & 1 == 1
    }
}

/// Whether without `tile` the hand is six pairs and a single of another kind.
fn waits_for_another_pair(concealed: &TileCounts, tile: Tile) -> bool {
    let (group, place) = tile.group();
    let odd = odd_kinds(concealed) ^ odd_bit(group, place);
    odd.is_power_of_two() && odd != odd_bit(group, place)
}

/// The kinds with an odd number of copies, a bit each.
pub(super) fn odd_kinds(concealed: &TileCounts) -> u64 {
    let [a, b, c, d] = concealed.groups().map(|group| u64::from(group & 0o111_111_111));
    a | b << 1 | c << 2 | d << 30
}

const fn odd_bit(group: usize, place: u32) -> u64 {
    1 << (3 * place + if group == 3 { 30 } else { group as u32 })
}

/// 1112345678999 before the winning tile.
fn is_nine_gates(hand: &WinningHand) -> bool {
    let (group, place) = hand.winning_tile.group();
    group < 3 && hand.concealed.groups()[group] == 0o311_111_113 + (1 << (3 * place))
}

/// What the readings of a standard hand share.
struct Standard<'t> {
    tables: &'t Tables,
    ground: Ground,
    laid_codes: u32,
    laid_width: u32,
    kinds: u64,
    /// Group and place of the winning tile.
    winning: (usize, u32),
    only_wait: bool,
    self_drawn: bool,
    pair_group: usize,
}

impl Standard<'_> {
    fn tally(&self, reading: &Reading<'_>) -> Tally {
        let codes = codes(self.laid_codes, self.laid_width, reading);
        let (chows, census) = self.tables.sets.look_up(codes);
        let pair = pair(self.pair_group, reading);
        let completed = reading[self.winning.0 & 3];
        let concealed = concealed_pungs(reading, completed, self.winning.1, self.self_drawn);
        let concealed = (self.ground.concealed_kongs + concealed) & 15;
        let mut sum = Sum { tally: self.ground.tally.and(chows.tally), barred: self.ground.barred };

        sum.add(CONCEALED_PUNGS[concealed]);
        sum.add(WIN_MODES[self.ground.win_mode_with(concealed & 7 == 4)]);
        if chows.special != Special::No {
            sum.meet_special_chows(chows, pair);
        }
        if census.chows() == 4 && pair < 27 {
            sum.add_all_chows();
        }
        if census.suit_pungs() >= 2 {
            sum.add_pung_combinations(codes);
        }
        if census.chows() == 0 {
            sum.add_all_pungs(self.kinds, concealed & 7 == 4);
        }
        sum.add_block_fans(census, pair);
        sum.add_terminal_pungs(&self.ground, census);
        if self.only_wait {
            sum.add_wait(completed, self.winning.1);
        }
        sum.finish_with(pair)
    }
}

/// The codes of all sets, those of the melds first.
pub(super) fn codes(laid: u32, laid_width: u32, reading: &Reading<'_>) -> u32 {
    let [a, b, c, d] = *reading;
    let mut codes = u64::from(laid);
    let mut width = laid_width;
    for (split, suit) in [(a, 0), (b, 1), (c, 2), (d, 0)] {
        codes |= u64::from(split.codes + (split.ones * (16 * suit))) << (width & 63);
        width += u32::from(split.width);
    }
    codes as u32
}

/// The kind of the pair, which is in that group.
pub(super) fn pair(group: usize, reading: &Reading<'_>) -> u8 {
    9 * group as u8 + reading[group & 3].pair - 1
}

/// Concealed pungs of a reading; one that only another's tile finishes is not concealed (rules/mcr.md 5.4).
fn concealed_pungs(reading: &Reading<'_>, completed: &Split, place: u32, self_drawn: bool) -> usize {
    let all: u8 = reading.iter().map(|split| split.pungs).sum();
    let finished = !self_drawn && completed.free >> place & 1 == 0;
    usize::from(all - u8::from(finished))
}

/// The fan of the only wait: what the winning tile completes in the group.
fn wait_fan(completed: &Split, place: u32) -> Fan {
    let chow_from = |lowest: u32| completed.chows >> lowest & 1 == 1;
    if place == 2 && chow_from(0) || place == 6 && chow_from(6) {
        Fan::EdgeWait
    } else if place > 0 && chow_from(place - 1) {
        Fan::ClosedWait
    } else {
        Fan::SingleWait
    }
}

/// A tally in the making, with what is barred from it.
pub(super) struct Sum {
    pub(super) tally: Tally,
    pub(super) barred: Barred,
}

impl Sum {
    pub(super) fn add(&mut self, tally: Tally) {
        self.tally = self.tally.and(tally);
    }

    fn add_fan(&mut self, fan: Fan) {
        self.add(Tally::of(fan));
    }

    fn bar(&mut self, fans: Barred) {
        self.barred = self.barred.and(fans);
    }

    /// 13 14 29 with what they take away.
    #[cold]
    fn meet_special_chows(&mut self, chows: &Combinations, pair: u8) {
        let is_five_of = |suit: u8| pair == 9 * suit + 4;
        match chows.special {
            Special::QuadrupleChow => self.tally = self.tally.without(Fan::TileHog),
            Special::PureTerminalChows(suit) if is_five_of(suit) => {
                self.tally = self.tally.minus(chows.tally).without(Fan::FullFlush);
                self.add_fan(Fan::PureTerminalChows);
                self.bar(Barred::ALL_CHOWS);
            }
            Special::TerminalChowsWithout(suit) if is_five_of(suit) => {
                self.tally = self.tally.minus(chows.tally);
                self.add_fan(Fan::ThreeSuitedTerminalChows);
                self.bar(Barred::ALL_CHOWS.and(Barred::NO_HONORS));
            }
            _ => {}
        }
    }

    /// 63, which takes away 76.
    pub(super) fn add_all_chows(&mut self) {
        if !self.barred.bars(Barred::ALL_CHOWS) {
            self.add_fan(Fan::AllChows);
            self.bar(Barred::NO_HONORS);
        }
    }

    /// 15 24 32 42 65.
    fn add_pung_combinations(&mut self, codes: u32) {
        let mut pungs = [0; 3];
        for code in codes.to_le_bytes() {
            if code < 48 && code & 15 >= 7 {
                pungs[usize::from(code >> 4) % 3] |= 1 << ((code & 15) - 7);
            }
        }
        let mut tally = pung_combinations(pungs);
        if self.barred.bars(Barred::DOUBLE_PUNG) {
            tally = tally.without(Fan::DoublePung);
        }
        self.bar(Barred::ALL_PUNGS.when(tally.count(Fan::FourPureShiftedPungs) > 0));
        self.add(tally);
    }

    /// 21 and 48. The first, 12 and what is barred already take the second away.
    fn add_all_pungs(&mut self, kinds: u64, four_concealed: bool) {
        if kinds & !EVEN == 0 {
            self.add_fan(Fan::AllEvenPungs);
            self.tally = self.tally.without(Fan::AllSimples);
            self.bar(Barred::NO_HONORS);
        } else if !four_concealed && !self.barred.bars(Barred::ALL_PUNGS) {
            self.add_fan(Fan::AllPungs);
        }
    }

    /// 31 and 55.
    fn add_block_fans(&mut self, census: Census, pair: u8) {
        if census.all_have_five() && matches!(pair, 4 | 13 | 22) {
            self.add_fan(Fan::AllFives);
            self.tally = self.tally.without(Fan::AllSimples);
            self.bar(Barred::NO_HONORS);
        }
        if census.all_have_terminal_or_honor()
            && Tile::new(pair).is_terminal_or_honor()
            && !self.barred.bars(Barred::OUTSIDE_HAND)
        {
            self.add_fan(Fan::OutsideHand);
        }
    }

    /// 73.
    pub(super) fn add_terminal_pungs(&mut self, ground: &Ground, census: Census) {
        if !self.barred.bars(Barred::TERMINAL_PUNG) {
            let count = census.terminal_pungs() + ground.wind_pungs;
            self.add(
                Tally::of(Fan::PungOfTerminalsOrHonors).times(count.saturating_sub(ground.absorbed_pungs)),
            );
        }
    }

    /// 77 78 79, for the only wait.
    pub(super) fn add_wait(&mut self, completed: &Split, place: u32) {
        let fan = wait_fan(completed, place);
        if fan != Fan::SingleWait || !self.barred.bars(Barred::SINGLE_WAIT) {
            self.add_fan(fan);
        }
    }

    /// The tally of a reading with its pair, after 76 and 43.
    pub(super) fn finish_with(self, pair: u8) -> Tally {
        self.finish().and(Tally::of_pair(Tile::new(pair)))
    }

    /// The tally after 76 and 43.
    pub(super) fn finish(mut self) -> Tally {
        if !self.barred.bars(Barred::NO_HONORS) {
            self.add_fan(Fan::NoHonors);
        }
        if self.tally == Tally::EMPTY {
            self.add_fan(Fan::ChickenHand);
        }
        self.tally
    }
}
