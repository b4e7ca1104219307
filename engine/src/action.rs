//! What a seat may do, and the 235-action index that MCR learners share.

use crate::{tile::Tile, tile_set::TileSet};

/// One answer of a seat at a decision.
///
/// A claim is announced first; the discard that follows a chow or pung is a decision of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Let a claim go.
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
        let mut left = place as u32;
        for (w, &word) in self.words.iter().enumerate() {
            let ones = word.count_ones();
            if left < ones {
                let mut bits = word;
                for _ in 0..left {
                    bits &= bits - 1;
                }
                return Action::from_index(w * 64 + bits.trailing_zeros() as usize);
            }
            left -= ones;
        }
        None
    }
}

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
