//! Every complete suit and every complete group of honors with its splits into sets and a pair, by hash.

/// One way to take the tiles of one group apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Split {
    /// The codes of the sets (see [`super::sets`]), one a byte, as those of the first suit or of the honors.
    pub(super) codes: u32,
    /// 1 in the byte of each set.
    pub(super) ones: u32,
    /// The places that lie in a chow or in the pair, bit by bit: where the winning tile can go without
    /// finishing a pung.
    pub(super) free: u16,
    /// The chows by their lowest place, bit by bit.
    pub(super) chows: u8,
    /// Place of the pair + 1, 0 without a pair.
    pub(super) pair: u8,
    /// Bits that the codes take: eight a set.
    pub(super) width: u8,
    /// How many of the sets are pungs.
    pub(super) pungs: u8,
}

/// A complete group: so many sets, perhaps a pair, nothing else.
///
/// As aligned, one is reached by a shift and lies in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Pattern {
    /// The packed counts, [`HONORS`] added for honors.
    key: u32,
    /// The first split, for most patterns the only one.
    pub(super) split: Split,
    /// The places that are present, bit by bit.
    pub(super) places: u16,
    /// Bit by bit, the places whose tile is the only one that completes the group without it, and with
    /// the group the hand (rules/mcr.md 5.1).
    pub(super) only_wait: u16,
    /// Where its splits start.
    first: u16,
    /// How many there are.
    pub(super) splits: u8,
    /// The sets, plus [`PAIR`] when there is a pair.
    pub(super) content: u8,
}

impl Pattern {
    /// Copies in a place.
    pub(super) const fn copies(&self, place: u32) -> u8 {
        (self.key >> (3 * place) & 7) as u8
    }
}

/// Told apart from suits in a key.
pub(super) const HONORS: u32 = 1 << 31;
/// A pair, in [`Pattern::content`].
pub(super) const PAIR: u8 = 8;

const SLOT_BITS: u32 = 16;
const SLOTS: usize = 1 << SLOT_BITS;

/// The patterns by hash of their counts, and their splits.
pub(super) struct Patterns {
    slots: Box<[Pattern; SLOTS]>,
    splits: Box<[Split]>,
}

/// An odd number under which the patterns of real hands hardly ever meet: 1.06 slots are looked at for one of them.
const MULTIPLIER: u32 = 0x2FCC_976D;

/// Where the search for a key starts.
const fn slot(key: u32) -> usize {
    (key.wrapping_mul(MULTIPLIER) >> (32 - SLOT_BITS)) as usize
}

impl Patterns {
    /// The pattern of packed counts, `None` when they are not complete.
    pub(super) fn find(&self, key: u32) -> Option<&Pattern> {
        let mut at = slot(key);
        loop {
            let pattern = &self.slots[at & (SLOTS - 1)];
            if pattern.key == key {
                return Some(pattern);
            }
            if pattern.key == FREE.key {
                return None;
            }
            at += 1;
        }
    }

    /// The splits of a pattern, at least one.
    pub(super) fn splits(&self, pattern: &Pattern) -> &[Split] {
        &self.splits[pattern.first as usize..][..pattern.splits as usize]
    }

    pub(super) fn build() -> Patterns {
        let slots: Box<[Pattern; SLOTS]> = vec![FREE; SLOTS].try_into().expect("as many as asked for");
        let mut all = Patterns { slots, splits: Box::default() };
        // Count the splits of each pattern, give each its room, fill it.
        let mut count = 0;
        all_splits(&mut |key, split| {
            let pattern = all.slot_for(key, split);
            pattern.splits += 1;
            count += 1;
        });
        let mut first = 0;
        for pattern in all.slots.iter_mut().filter(|pattern| pattern.key != FREE.key) {
            pattern.first = first;
            first += u16::from(pattern.splits);
            pattern.splits = 0;
        }
        let mut splits = vec![Split::default(); count];
        all_splits(&mut |key, split| {
            let pattern = all.slot_for(key, split);
            splits[usize::from(pattern.first) + usize::from(pattern.splits)] = split;
            if pattern.splits == 0 {
                pattern.split = split;
            }
            pattern.splits += 1;
        });
        all.splits = splits.into();
        for at in 0..SLOTS {
            all.slots[at].only_wait = all.only_waits(&all.slots[at]);
        }
        all
    }

    /// The slot of a key, taken for it if it has none yet.
    fn slot_for(&mut self, key: u32, split: Split) -> &mut Pattern {
        let mut at = slot(key);
        while self.slots[at & (SLOTS - 1)].key != key && self.slots[at & (SLOTS - 1)].key != FREE.key {
            at += 1;
        }
        let pattern = &mut self.slots[at & (SLOTS - 1)];
        if pattern.key == FREE.key {
            *pattern = Pattern { key, places: places(key), content: content(split), ..FREE };
        }
        pattern
    }

    /// See [`Pattern::only_wait`].
    fn only_waits(&self, pattern: &Pattern) -> u16 {
        if pattern.key == FREE.key {
            return 0;
        }
        let places = if pattern.key & HONORS == 0 { 9 } else { 7 };
        let is_only = |place: &u32| {
            let before = pattern.key - (1 << (3 * place));
            // Sets and a pair already: the tile made the pair a pung, and the pair of another group would do as well.
            self.find(before).is_none()
                && (0..places).all(|other| other == *place || !self.completes(before, other))
        };
        (0..places)
            .filter(|place| pattern.places >> place & 1 == 1 && is_only(place))
            .fold(0, |all, place| all | 1 << place)
    }

    /// Whether one more tile of that place completes a group. It may be the fifth, which no pattern holds: then three
    /// of the five are a pung, or two are the pair beside three chows.
    fn completes(&self, before: u32, place: u32) -> bool {
        let is_pattern = |key| self.find(key).is_some();
        match before >> (3 * place) & 7 {
            4 => is_pattern(before - (2 << (3 * place))) || self.is_sets(before - (1 << (3 * place))),
            _ => is_pattern(before + (1 << (3 * place))),
        }
    }

    fn is_sets(&self, key: u32) -> bool {
        self.find(key).is_some_and(|pattern| pattern.content & PAIR == 0)
    }
}

/// A slot without a pattern; no group packs to its key.
const FREE: Pattern = Pattern {
    key: u32::MAX,
    split: Split { codes: 0, ones: 0, free: 0, chows: 0, pair: 0, width: 0, pungs: 0 },
    places: 0,
    only_wait: 0,
    first: 0,
    splits: 0,
    content: 0,
};

/// The places that a key has tiles of.
fn places(key: u32) -> u16 {
    (0..9).filter(|place| key >> (3 * place) & 7 != 0).fold(0, |all, place| all | 1 << place)
}

/// See [`Pattern::content`].
fn content(split: Split) -> u8 {
    split.width / 8 + if split.pair == 0 { 0 } else { PAIR }
}

/// The chows and pungs of a suit as packed counts and code.
const SUIT_SETS: [(u32, u8); 16] = {
    let mut sets = [(0, 0); 16];
    let mut code = 0;
    while code < 16 {
        sets[code] = (if code < 7 { 0o111 << (3 * code) } else { 3 << (3 * (code - 7)) }, code as u8);
        code += 1;
    }
    sets
};

/// The pungs of honors as packed counts and code.
const HONOR_SETS: [(u32, u8); 7] = {
    let mut sets = [(0, 0); 7];
    let mut place = 0;
    while place < 7 {
        sets[place] = (3 << (3 * place), 48 + place as u8);
        place += 1;
    }
    sets
};

/// Calls `take` with every multiset of up to four sets, with and without a pair, that takes at most four copies of
/// a kind, of suits and of honors.
fn all_splits(take: &mut impl FnMut(u32, Split)) {
    for (sets, places, mark) in [(&SUIT_SETS[..], 9, 0), (&HONOR_SETS[..], 7, HONORS)] {
        extend(sets, 0, Split::default(), &mut |counts, split| {
            take(counts | mark, split);
            for place in (0..places).filter(|place| counts >> (3 * place) & 7 <= 2) {
                let free = split.free | 1 << place;
                take((counts + (2 << (3 * place))) | mark, Split { pair: place as u8 + 1, free, ..split });
            }
        });
    }
}

/// Calls `take` with every extension of a split by sets in ascending order, itself first.
fn extend(sets: &[(u32, u8)], counts: u32, split: Split, take: &mut impl FnMut(u32, Split)) {
    take(counts, split);
    if split.width == 32 {
        return;
    }
    for (i, (tiles, code)) in sets.iter().enumerate() {
        let more = counts + tiles;
        // Five to seven copies have the bit of four and another one.
        let too_many = more >> 2 & (more | more >> 1) & 0o111_111_111 != 0;
        if !too_many {
            extend(&sets[i..], more, split.with(*code), take);
        }
    }
}

impl Split {
    fn with(self, code: u8) -> Split {
        let chow = code < 7;
        Split {
            codes: self.codes | u32::from(code) << self.width,
            ones: self.ones | 1 << self.width,
            free: self.free | if chow { 0b111 << code } else { 0 },
            chows: self.chows | if chow { 1 << code } else { 0 },
            pair: self.pair,
            width: self.width + 8,
            pungs: self.pungs + u8::from(!chow),
        }
    }
}
