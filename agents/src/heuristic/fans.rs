//! Points of a hand whose sets are already known (rules/mcr.md 3–4): no search for readings, no waits.
//!
//! Routes are compared by the thousand, so this is a bit-mask twin of the scorer for one fixed reading. What
//! depends on how the last tile comes (waits, last tiles, kongs' replacements) is left to the exact scorer, which
//! judges ready hands.

use super::{
    combos::{self, END_RUNS},
    planes::{DRAGONS, HONORS, Planes, TERMINALS_AND_HONORS, WINDS, every_suit},
};

/// Sets, melds among them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Form {
    /// Lowest tiles of the runs; the first `chow_count` count.
    pub(super) chows: [u8; 4],
    pub(super) chow_count: u8,
    /// Kinds of pungs and kongs.
    pub(super) pungs: u64,
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

const UPPER: u64 = every_suit(0b1_1100_0000);
const MIDDLE: u64 = every_suit(0b0_0011_1000);
const LOWER: u64 = every_suit(0b0_0000_0111);
pub(super) const UPPER_FOUR: u64 = every_suit(0b1_1110_0000);
pub(super) const LOWER_FOUR: u64 = every_suit(0b0_0000_1111);
const EVEN: u64 = every_suit(0b0_1010_1010);
const FIVES: u64 = every_suit(0b0_0001_0000);
/// Lowest tiles of runs that contain a five.
const FIVE_RUNS: u64 = every_suit(0b0_0001_1100);
/// 1234589 of dots, 245689 of bamboo, the white dragon.
pub(super) const REVERSIBLE: u64 = 0b1_1001_1111 << 18 | 0b1_1011_1010 << 9 | 1 << 33;
/// 23468 of bamboo, the green dragon.
const GREEN: u64 = 0b0_1010_1110 << 9 | 1 << 32;

/// Ways to find targets; one belongs to the first that fits it, so that it counts once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Route {
    /// Three sets of one fan.
    Core,
    /// One suit with or without honors.
    Flush,
    /// Upper or lower four, reversible tiles.
    Ranks,
    /// Four pungs.
    AllPungs,
    /// A set or the pair from each suit, winds and dragons.
    AllTypes,
    /// Terminals or honors in every set.
    Outside,
    /// Anything else that small fans make worth enough.
    Any,
}

/// Points without concealment, wait and the way of winning, and the first route that finds the hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    pub(super) points: u32,
    pub(super) route: Route,
}

/// Four sets, judged as far as they can be without the pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sets {
    winds: Winds,
    kinds: u64,
    /// Kinds of which a pair makes four.
    two: u64,
    pungs: u64,
    pung_count: u32,
    chows: [u8; 4],
    chow_count: u8,
    /// Every set has a terminal or honor; a five.
    outside: bool,
    fives: bool,
    /// Points of runs and of suit pungs, without double pungs.
    combos: u32,
    doubles: u32,
    singles: u32,
    hogs: u32,
    /// Lowest tiles of the runs of a core, 0 when there is none.
    pub(super) core_starts: u64,
    /// Kinds of the pungs of a core, 0 when there is none.
    pub(super) core_pungs: u64,
}

impl Sets {
    pub(super) fn new(form: &Form, winds: &Winds) -> Sets {
        let chows = &form.chows[..form.chow_count as usize];
        let within = |starts: u64| chows.iter().all(|c| starts >> c & 1 == 1);
        let of_chows = combos::chow_fans(chows);
        let of_pungs = combos::pung_fans(form.pungs);
        let hogs = (form.tiles.0[3] & !form.kongs).count_ones();
        Sets {
            winds: *winds,
            kinds: form.tiles.kinds(),
            two: form.tiles.0[1],
            pungs: form.pungs,
            pung_count: form.pungs.count_ones(),
            chows: form.chows,
            chow_count: form.chow_count,
            outside: form.pungs & !TERMINALS_AND_HONORS == 0 && within(END_RUNS),
            fives: form.pungs & !FIVES == 0 && within(FIVE_RUNS),
            combos: of_chows.points + of_pungs.points,
            doubles: of_pungs.doubles,
            singles: combos::single_pungs(form.pungs, winds),
            hogs: if of_chows.quadruple { 0 } else { hogs },
            core_starts: of_chows.core,
            core_pungs: of_pungs.core,
        }
    }

    /// Whether they hold three sets of one fan.
    pub(super) fn has_core(&self) -> bool {
        self.core_starts | self.core_pungs != 0
    }

    /// The whole hand with the pair of `pair`.
    pub(super) fn with_pair(&self, pair: usize) -> Judged {
        let bit = 1u64 << pair;
        let kinds = self.kinds | bit;
        let suits = (0..3).filter(|s| kinds >> (9 * s) & 0x1ff != 0).count();
        let honors = kinds & HONORS != 0;
        let mut points = self.combos;
        // Small fans that bigger ones imply.
        let mut no_honors = !honors;
        let mut simples = kinds & TERMINALS_AND_HONORS == 0;
        let mut voided = suits == 2;
        let mut all_pungs = self.pung_count == 4;
        let mut singles = self.singles;
        let mut doubles = self.doubles;

        // Ranks: upper, middle, lower tiles 25–27, upper and lower four 36–37, all fives 31.
        if !honors {
            let by_rank = if kinds & !UPPER == 0 || kinds & !LOWER == 0 {
                24
            } else if kinds & !MIDDLE == 0 {
                simples = false;
                24
            } else if kinds & !UPPER_FOUR == 0 || kinds & !LOWER_FOUR == 0 {
                12
            } else {
                0
            };
            points += by_rank;
            no_honors &= by_rank == 0;
            if self.fives && bit & FIVES != 0 {
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
        let all_types = suits == 3 && kinds & WINDS != 0 && kinds & DRAGONS != 0;
        match (suits, honors) {
            (0, _) => {
                points += 64;
                (all_pungs, singles) = (false, 0);
            }
            (1, false) => {
                points += 24;
                no_honors = false;
            }
            (1, true) if !green => points += 6,
            _ if all_types => points += 6,
            _ => {}
        }

        // Terminals: all terminals 8, all terminals and honors 18, outside hand 55; all even pungs 21.
        let outside = self.outside && bit & TERMINALS_AND_HONORS != 0;
        if outside && self.pung_count < 4 {
            points += 4;
        } else if outside && suits > 0 {
            points += if honors { 32 } else { 64 };
            doubles = if honors { doubles } else { 0 };
            (all_pungs, singles, no_honors) = (false, 0, false);
        } else if all_pungs && kinds & !EVEN == 0 {
            points += 24;
            (all_pungs, simples, no_honors) = (false, false, false);
        }

        // All chows 63, or what takes its place.
        if self.chow_count == 4 {
            match if self.outside { combos::terminal_chows(&self.chows, pair as u8) } else { 0 } {
                0 if pair < 27 => {
                    points += 2;
                    no_honors = false;
                }
                0 => {}
                64 => {
                    // The full flush is implied, as are the fans of two runs.
                    points = points - self.combos - 24 + 64;
                    voided = false;
                }
                special => {
                    points = points - self.combos + special;
                    no_honors = false;
                }
            }
        }

        if self.pungs & HONORS != 0 {
            points += combos::honor_pungs(self.pungs, bit, &self.winds);
        }
        // Four pungs in a row and four winds absorb all pungs.
        all_pungs &= self.combos < 48 && (self.pungs & WINDS).count_ones() < 4;
        points += singles + doubles;
        points += if simples { 2 } else { u32::from(no_honors) };
        points += if all_pungs { 6 } else { 0 };
        points += u32::from(voided) + 2 * (self.hogs + (self.two >> pair & 1) as u32);

        let route = if self.has_core() {
            Route::Core
        } else if suits <= 1 {
            Route::Flush
        } else if kinds & !UPPER_FOUR == 0 || kinds & !LOWER_FOUR == 0 || kinds & !REVERSIBLE == 0 {
            Route::Ranks
        } else if self.pung_count == 4 {
            Route::AllPungs
        } else if all_types {
            Route::AllTypes
        } else if outside {
            Route::Outside
        } else {
            Route::Any
        };
        Judged { points, route }
    }
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
                let mut form = Form::default();
                for set in sets.iter() {
                    set.tiles().for_each(|tile| assert!(form.tiles.add(1 << tile.index())));
                    if set.is_pung() {
                        form.pungs |= 1 << set.tile().index();
                    } else {
                        form.chows[form.chow_count as usize] = set.tile().index() as u8;
                        form.chow_count += 1;
                    }
                }
                Sets::new(&form, winds).with_pair(pair.index()).points
                    + 4
                    + concealed_pung_points(form.pungs.count_ones())
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
