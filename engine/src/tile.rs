//! Tiles: 34 kinds with four copies each, and eight flowers with one (rules/mcr.md 1.1).

/// One of the three suits, in the order of the tile indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// 万, tiles 0–8.
    Characters = 0,
    /// 条, tiles 9–17.
    Bamboo = 1,
    /// 饼, tiles 18–26.
    Dots = 2,
}

impl Suit {
    /// Every suit, in index order.
    pub const ALL: [Suit; 3] = [Suit::Characters, Suit::Bamboo, Suit::Dots];

    /// 0, 1 or 2.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A tile kind: 0–8 characters 1–9, 9–17 bamboo, 18–26 dots, 27–30 winds E S W N, 31–33 dragons 中 发 白,
/// 34–41 flowers 春 夏 秋 冬 梅 兰 竹 菊.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Tile(u8);

impl Tile {
    /// Kinds that a hand is made of (flowers excluded).
    pub const KINDS: usize = 34;
    /// Kinds with the flowers.
    pub const COUNT: usize = 42;
    /// Copies of each of the 34 kinds.
    pub const COPIES: u8 = 4;

    /// East wind 东.
    pub const EAST: Tile = Tile(27);
    /// South wind 南.
    pub const SOUTH: Tile = Tile(28);
    /// West wind 西.
    pub const WEST: Tile = Tile(29);
    /// North wind 北.
    pub const NORTH: Tile = Tile(30);
    /// Red dragon 中.
    pub const RED: Tile = Tile(31);
    /// Green dragon 发.
    pub const GREEN: Tile = Tile(32);
    /// White dragon 白.
    pub const WHITE: Tile = Tile(33);

    /// The tile with this index, `None` at 42 and above.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Tile> {
        if index < Tile::COUNT { Some(Tile(index as u8)) } else { None }
    }

    /// The tile with this index.
    ///
    /// # Panics
    /// At 42 and above; for indices that come from input use [`Tile::from_index`].
    #[must_use]
    pub const fn new(index: u8) -> Tile {
        assert!((index as usize) < Tile::COUNT, "tile index past 41");
        Tile(index)
    }

    /// The suit tile of `rank` 1–9.
    ///
    /// # Panics
    /// When the rank is not 1–9.
    #[must_use]
    pub const fn suited(suit: Suit, rank: u8) -> Tile {
        assert!(rank >= 1 && rank <= 9, "rank outside 1..=9");
        Tile(suit as u8 * 9 + rank - 1)
    }

    /// Flower `number` 0–7.
    ///
    /// # Panics
    /// At 8 and above.
    #[must_use]
    pub const fn flower(number: u8) -> Tile {
        assert!(number < 8, "flower number past 7");
        Tile(34 + number)
    }

    /// 0–41.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The 34 kinds without flowers, in index order.
    pub fn kinds() -> impl DoubleEndedIterator<Item = Tile> + Clone {
        (0..Tile::KINDS as u8).map(Tile)
    }

    /// The suit, `None` for honors and flowers.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        match self.0 {
            0..=8 => Some(Suit::Characters),
            9..=17 => Some(Suit::Bamboo),
            18..=26 => Some(Suit::Dots),
            _ => None,
        }
    }

    /// The rank 1–9, `None` for honors and flowers.
    #[must_use]
    pub const fn rank(self) -> Option<u8> {
        if self.0 < 27 { Some(self.0 % 9 + 1) } else { None }
    }

    /// One of the eight flowers.
    #[must_use]
    pub const fn is_flower(self) -> bool {
        self.0 >= 34
    }

    /// Wind or dragon.
    #[must_use]
    pub const fn is_honor(self) -> bool {
        self.0 >= 27 && self.0 < 34
    }

    /// East, south, west or north wind.
    #[must_use]
    pub const fn is_wind(self) -> bool {
        self.0 >= 27 && self.0 < 31
    }

    /// Red, green or white dragon.
    #[must_use]
    pub const fn is_dragon(self) -> bool {
        self.0 >= 31 && self.0 < 34
    }

    /// A 1 or 9 of a suit.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        self.0 < 27 && matches!(self.0 % 9, 0 | 8)
    }

    /// 幺九 in the wide sense: a 1, a 9 or an honor.
    #[must_use]
    pub const fn is_terminal_or_honor(self) -> bool {
        self.is_terminal() || self.is_honor()
    }

    /// Which of the four packed groups the kind belongs to (three suits, honors) and its place in it.
    /// Flowers have no group; callers keep them out of hands.
    #[must_use]
    pub(crate) const fn group(self) -> (usize, u32) {
        debug_assert!(self.0 < 34);
        ((self.0 / 9) as usize, (self.0 % 9) as u32)
    }
}

impl std::fmt::Debug for Tile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_is_one_byte() {
        assert_eq!(std::mem::size_of::<Tile>(), 1);
    }

    #[test]
    fn classes_split_the_34_kinds_as_the_rules_say() {
        let count = |f: fn(Tile) -> bool| Tile::kinds().filter(|t| f(*t)).count();
        assert_eq!(count(Tile::is_terminal), 6);
        assert_eq!(count(Tile::is_terminal_or_honor), 13);
        assert_eq!(count(Tile::is_wind), 4);
        assert_eq!(count(Tile::is_dragon), 3);
        assert_eq!(count(|t| t.suit().is_some()), 27);
        assert!(Tile::kinds().all(|t| t.suit().is_some() != t.is_honor()));
        assert!((34..42).all(|i| Tile::new(i).is_flower()));
        assert_eq!(Tile::from_index(42), None);
    }
}
