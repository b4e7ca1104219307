//! Sets as codes: four of them are one word, and what pairs of them make is looked up.
//!
//! A code is 16 times the suit plus 0–6 for the chow from that place up or 7–15 for the pung 0–8; 48–54 for the pungs
//! of honors; [`NO_SET`]. Four codes lie in the bytes of a word, in any order.

use super::forest::{Combinations, best_forest};

/// The place of a set that is not there.
pub(super) const NO_SET: u8 = 63;

/// What 16 bits of codes are masked with: six bits a byte.
const PAIR_CODES: usize = 0x4000;

/// Counters over the sets of a hand, four bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Census(pub(super) u32);

impl Census {
    const CHOW: u32 = 1;
    const SUIT_PUNG: u32 = 1 << 4;
    const TERMINAL_PUNG: u32 = 1 << 8;
    const WITHOUT_FIVE: u32 = 1 << 12;
    const WITHOUT_TERMINAL_OR_HONOR: u32 = 1 << 16;

    /// Chows.
    pub(super) const fn chows(self) -> u32 {
        self.0 & 7
    }

    /// Pungs and kongs of suit tiles.
    pub(super) const fn suit_pungs(self) -> u32 {
        self.0 >> 4 & 7
    }

    /// Pungs and kongs of ones and nines.
    pub(super) const fn terminal_pungs(self) -> u8 {
        (self.0 >> 8 & 7) as u8
    }

    /// Whether every set has a five.
    pub(super) const fn all_have_five(self) -> bool {
        self.0 >> 12 & 7 == 0
    }

    /// Whether every set has a one, a nine or honors.
    pub(super) const fn all_have_terminal_or_honor(self) -> bool {
        self.0 >> 16 & 7 == 0
    }

    const fn of(code: u8) -> u32 {
        let place = code & 15;
        match code {
            NO_SET => 0,
            48.. => Census::WITHOUT_FIVE,
            _ if place < 7 => {
                let five = place >= 2 && place <= 4;
                let terminal = place == 0 || place == 6;
                Census::CHOW
                    + if five { 0 } else { Census::WITHOUT_FIVE }
                    + if terminal { 0 } else { Census::WITHOUT_TERMINAL_OR_HONOR }
            }
            _ => {
                let five = place == 7 + 4;
                let terminal = place == 7 || place == 15;
                Census::SUIT_PUNG
                    + if five { 0 } else { Census::WITHOUT_FIVE }
                    + if terminal { Census::TERMINAL_PUNG } else { Census::WITHOUT_TERMINAL_OR_HONOR }
            }
        }
    }
}

/// The chow of a code as 0–20, `None` for other sets.
const fn chow_of(code: u8) -> Option<u8> {
    if code < 48 && code & 15 < 7 { Some((code >> 4) * 7 + (code & 15)) } else { None }
}

/// The number of a class of at most two chows, sorted.
fn class_of(chows: &[u8]) -> usize {
    match *chows {
        [] => 0,
        [a] => 1 + usize::from(a),
        [a, b, ..] => 22 + usize::from(b) * (usize::from(b) + 1) / 2 + usize::from(a),
    }
}

/// The place of a value in a list, to which it is added when it is new.
fn number(list: &mut Vec<Combinations>, value: Combinations) -> u8 {
    let known = list.iter().position(|other| *other == value);
    known.unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    }) as u8
}

/// The tables.
pub(super) struct SetTables {
    /// For two codes: the class of their chows in the low byte, above it the sum of their census.
    pairs: Box<[u32; PAIR_CODES]>,
    /// For two classes: which of the combinations.
    forests: Box<[u8; 1 << 16]>,
    combinations: Box<[Combinations; 256]>,
}

impl SetTables {
    /// The best combination fans of the chows among four sets, and the census of the sets.
    pub(super) fn look_up(&self, codes: u32) -> (&Combinations, Census) {
        let low = self.pairs[codes as usize & (PAIR_CODES - 1)];
        let high = self.pairs[(codes >> 16) as usize & (PAIR_CODES - 1)];
        let forest = self.forests[((low & 0xFF) << 8 | high & 0xFF) as usize];
        (&self.combinations[forest as usize], Census((low >> 8) + (high >> 8)))
    }

    pub(super) fn build() -> SetTables {
        let mut pairs: Box<[u32; PAIR_CODES]> = vec![0; PAIR_CODES].try_into().expect("as many as asked for");
        let codes = || (0..=54_u8).chain([NO_SET]);
        for (a, b) in codes().flat_map(|a| codes().map(move |b| (a, b))) {
            let mut chows: Vec<u8> = [a, b].into_iter().filter_map(chow_of).collect();
            chows.sort_unstable();
            let census = Census::of(a) + Census::of(b);
            pairs[usize::from(a) | usize::from(b) << 8] = class_of(&chows) as u32 | census << 8;
        }

        // The classes in the order of their numbers.
        let mut classes: Vec<Vec<u8>> = vec![Vec::new()];
        classes.extend((0..21).map(|chow| vec![chow]));
        classes.extend((0..21).flat_map(|b| (0..=b).map(move |a| vec![a, b])));
        let mut forests: Box<[u8; 1 << 16]> = vec![0; 1 << 16].try_into().expect("as many as asked for");
        let mut combinations: Vec<Combinations> = Vec::new();
        for (i, low) in classes.iter().enumerate() {
            for (j, high) in classes.iter().enumerate().skip(i) {
                let mut chows: Vec<u8> = low.iter().chain(high).copied().collect();
                let forest = if chows.is_sorted() {
                    number(&mut combinations, best_forest(&chows))
                } else {
                    // Met before, with the lowest chows in the first class.
                    chows.sort_unstable();
                    let (low, high) = chows.split_at(chows.len() - 2);
                    forests[class_of(low) << 8 | class_of(high)]
                };
                forests[i << 8 | j] = forest;
                forests[j << 8 | i] = forest;
            }
        }
        combinations.resize(256, best_forest(&[]));
        SetTables { pairs, forests, combinations: combinations.try_into().expect("fewer than 256 before") }
    }
}
