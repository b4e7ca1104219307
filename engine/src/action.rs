//! What a seat may do, and the 235-action index that MCR learners share.

use crate::{tile::Tile, tile_set::TileSet};

/// One answer of a seat at a decision.
///
/// A claim is announced first; the discard that follows a chow or pung is a decision of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Let a claim go. In the own turn, where a rule set has it: hang the tile that the next discard keeps.
    Pass,
    /// 和: win with the drawn tile, the discard or the tile of an added kong.
    Hu,
    /// Discard a concealed tile.
    Discard(Tile),
    /// 吃: chow from `lowest` up, taking the discard as its tile at `position` 0–2.
    Chow {
        /// The run's lowest tile.
        lowest: Tile,
        /// Which of the three tiles is the discard.
        position: u8,
    },
    /// 碰.
    Pung(Tile),
    /// 大明杠: kong with a discard.
    MeldedKong(Tile),
    /// 暗杠.
    ConcealedKong(Tile),
    /// 加杠.
    AddedKong(Tile),
}

const DISCARD: usize = 2;
const CHOW: usize = DISCARD + 34;
const PUNG: usize = CHOW + 63;
const MELDED_KONG: usize = PUNG + 34;
const CONCEALED_KONG: usize = MELDED_KONG + 34;
const ADDED_KONG: usize = CONCEALED_KONG + 34;

impl Action {
    /// Size of the action index: pass 1, hu 1, discard 34, chow 63 (3 suits × 7 runs × 3 claimed positions),
    /// pung 34, melded kong 34, concealed kong 34, added kong 34.
    pub const COUNT: usize = ADDED_KONG + 34;

    /// Whether its tiles are of the 34 kinds and its run exists, so that it has a place in the shared index. Actions
    /// that come from input are checked with this.
    #[must_use]
    pub const fn is_valid(self) -> bool {
        match self {
            Action::Pass | Action::Hu => true,
            Action::Chow { lowest, position } => matches!(lowest.rank(), Some(1..=7)) && position < 3,
            Action::Discard(tile)
            | Action::Pung(tile)
            | Action::MeldedKong(tile)
            | Action::ConcealedKong(tile)
            | Action::AddedKong(tile) => !tile.is_flower(),
        }
    }

    /// The place in the shared index, 0–234, of a valid action.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Action::Pass => 0,
            Action::Hu => 1,
            Action::Discard(tile) => DISCARD + tile.index(),
            Action::Chow { lowest, position } => {
                let (suit, start) = (lowest.index() / 9, lowest.index() % 9);
                CHOW + suit * 21 + start * 3 + position as usize
            }
            Action::Pung(tile) => PUNG + tile.index(),
            Action::MeldedKong(tile) => MELDED_KONG + tile.index(),
            Action::ConcealedKong(tile) => CONCEALED_KONG + tile.index(),
            Action::AddedKong(tile) => ADDED_KONG + tile.index(),
        }
    }

    /// The action at this place of the index, `None` at 235 and above.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Action> {
        Some(match index {
            0 => Action::Pass,
            1 => Action::Hu,
            DISCARD..CHOW => Action::Discard(Tile::new((index - DISCARD) as u8)),
            CHOW..PUNG => {
                let run = (index - CHOW) / 3;
                let lowest = Tile::new((run / 7 * 9 + run % 7) as u8);
                Action::Chow { lowest, position: ((index - CHOW) % 3) as u8 }
            }
            PUNG..MELDED_KONG => Action::Pung(Tile::new((index - PUNG) as u8)),
            MELDED_KONG..CONCEALED_KONG => Action::MeldedKong(Tile::new((index - MELDED_KONG) as u8)),
            CONCEALED_KONG..ADDED_KONG => Action::ConcealedKong(Tile::new((index - CONCEALED_KONG) as u8)),
            ADDED_KONG..Action::COUNT => Action::AddedKong(Tile::new((index - ADDED_KONG) as u8)),
            _ => return None,
        })
    }
}

/// A set of actions: bit *i* of the 235 is the action with index *i*.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ActionSet {
    words: [u64; 4],
}

impl ActionSet {
    /// No action.
    pub const EMPTY: ActionSet = ActionSet { words: [0; 4] };

    /// The bits, lowest index in the lowest bit of the first word.
    #[must_use]
    pub const fn words(&self) -> &[u64; 4] {
        &self.words
    }

    /// The set with these bits; `None` when a bit past 234 is set.
    #[must_use]
    pub const fn from_words(words: [u64; 4]) -> Option<ActionSet> {
        if words[3] >> (Action::COUNT - 192) == 0 { Some(ActionSet { words }) } else { None }
    }

    /// Adds `action`.
    pub const fn insert(&mut self, action: Action) {
        let index = action.index();
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Takes `action` out.
    pub const fn remove(&mut self, action: Action) {
        let index = action.index();
        self.words[index / 64] &= !(1 << (index % 64));
    }

    /// Adds a discard of every kind in `tiles`.
    pub const fn insert_discards(&mut self, tiles: TileSet) {
        // Discards are bits 2..36 of the first word.
        self.words[0] |= tiles.bits() << DISCARD;
    }

    /// The kinds that may be discarded.
    #[must_use]
    pub const fn discards(&self) -> TileSet {
        TileSet::from_bits(self.words[0] >> DISCARD)
    }

    /// Whether `action` belongs.
    #[must_use]
    pub const fn contains(&self, action: Action) -> bool {
        let index = action.index();
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// How many actions belong.
    #[must_use]
    pub const fn len(&self) -> usize {
        let [a, b, c, d] = self.words;
        // Nearly always only discards and chows are there, and counting bits is not free on every machine.
        let rest = if c | d == 0 { 0 } else { c.count_ones() + d.count_ones() };
        let chows = if b == 0 { 0 } else { b.count_ones() };
        (a.count_ones() + chows + rest) as usize
    }

    /// Whether none belongs.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.words;
        a | b | c | d == 0
    }

    /// The actions that belong, in index order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + use<> {
        let words = self.words;
        (0..4).flat_map(move |w| {
            std::iter::successors(Some(words[w]), |bits| Some(bits & bits.wrapping_sub(1)))
                .take_while(|bits| *bits != 0)
                .filter_map(move |bits| Action::from_index(w * 64 + bits.trailing_zeros() as usize))
        })
    }

    /// The action at `place` in index order, `None` past the end.
    #[must_use]
    pub fn nth(&self, place: usize) -> Option<Action> {
        let mut left = place as u64;
        for (w, &word) in self.words.iter().enumerate() {
            match select(word, left) {
                Ok(bit) => return Action::from_index(w * 64 + bit as usize),
                Err(ones) => left -= ones,
            }
        }
        None
    }
}

/// Every byte 1.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// The place of the set bit number `rank` of `word`, or how many are set when there are not so many. All bytes at
/// once and without branches: which of its actions a random player takes cannot be foreseen.
#[inline]
const fn select(word: u64, rank: u64) -> Result<u32, u64> {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    // Byte i: how many bits are set in bytes 0 to i.
    let sums = ((nibbles + (nibbles >> 4)) & (15 * BYTES)).wrapping_mul(BYTES);
    let ones = sums >> 56;
    if rank >= ones {
        return Err(ones);
    }
    // The top bit of each byte up to which no more than `rank` are set.
    let passed = (((rank * BYTES) | (128 * BYTES)) - sums) & (128 * BYTES);
    let start = ((passed >> 7).wrapping_mul(BYTES) >> 56) * 8;
    let before = (sums << 8) >> start & 255;
    let byte = (word >> start & 255) as usize;
    Ok(start as u32 + SELECT_IN_BYTE[byte][(rank - before) as usize & 7] as u32)
}

/// The place of each set bit of a byte.
const SELECT_IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut rank) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][rank] = place;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

impl FromIterator<Action> for ActionSet {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        for action in actions {
            set.insert(action);
        }
        set
    }
}

impl std::fmt::Debug for ActionSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_goes_both_ways() {
        assert_eq!(Action::COUNT, 235);
        assert!(std::mem::size_of::<Action>() <= 3);
        for index in 0..Action::COUNT {
            assert_eq!(Action::from_index(index).map(Action::index), Some(index));
        }
        assert_eq!(Action::from_index(235), None);
    }

    #[test]
    fn selecting_a_bit_is_skipping_the_bits_before() {
        let mut word: u64 = 1;
        for step in 0..2000u32 {
            word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(step) ^ u64::from(step);
            let word = if step % 3 == 0 { word & word.rotate_left(17) & word.rotate_left(40) } else { word };
            let mut rest = word;
            for rank in 0..u64::from(word.count_ones()) {
                assert_eq!(select(word, rank), Ok(rest.trailing_zeros()), "{word:x} {rank}");
                rest &= rest - 1;
            }
            for rank in u64::from(word.count_ones())..70 {
                assert_eq!(select(word, rank), Err(u64::from(word.count_ones())), "{word:x} {rank}");
            }
        }
        assert_eq!(select(u64::MAX, 63), Ok(63));
        assert_eq!(select(0, 0), Err(0));
    }

    #[test]
    fn a_set_lists_what_was_put_in() {
        let picked: Vec<Action> = (0..Action::COUNT).step_by(7).filter_map(Action::from_index).collect();
        let set: ActionSet = picked.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), picked);
        assert_eq!(set.len(), picked.len());
        for (place, action) in picked.iter().enumerate() {
            assert_eq!(set.nth(place), Some(*action));
        }
        assert_eq!(set.nth(picked.len()), None);
        assert_eq!(ActionSet::from_words(*set.words()), Some(set));
        assert_eq!(ActionSet::from_words([0, 0, 0, 1 << 43]), None);
    }
}
