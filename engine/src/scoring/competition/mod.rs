//! The scoring of the 2012 competition code 中国竞技麻将 (rules/other_rule_sets.md 8a): technical fans, of which a win
//! needs one, and additional points.

mod fan;
mod fast;
pub mod slow;

pub use fan::CompetitionFan;
pub use fast::score;

/// Where the winning tile was drawn from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Draw {
    /// In turn, or it was not drawn by the winner.
    #[default]
    Turn,
    /// The replacement of a kong, directly.
    Kong,
    /// The replacement of a flower.
    Flower,
}

/// What decides points besides the tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Circumstances {
    /// By own draw; otherwise on a discard or a robbed kong.
    pub self_drawn: bool,
    /// Where an own draw came from.
    pub draw: Draw,
    /// One of the last four tiles of the wall, or a discard made after them: each player's last tile.
    pub last_tiles: bool,
    /// The three other copies of the winning tile lie in an open pung, no matter whose.
    pub pung_lies_open: bool,
    /// Flowers that count: those of a flower kong do not, they were paid for.
    pub flowers: u8,
}

/// What a hand is worth: some fans, each once, and flowers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CompetitionScore {
    /// Bit *i* is [`CompetitionFan::ALL`] number *i*.
    fans: u32,
    flowers: u8,
}

impl CompetitionScore {
    /// Nothing but flowers.
    const fn of_flowers(flowers: u8) -> CompetitionScore {
        CompetitionScore { fans: 0, flowers }
    }

    /// The fans without flowers as bits.
    pub(super) const fn bits(self) -> u32 {
        self.fans
    }

    /// The score with these bits.
    pub(super) const fn from_bits(fans: u32, flowers: u8) -> CompetitionScore {
        CompetitionScore { fans, flowers }
    }

    const fn insert(&mut self, fan: CompetitionFan) {
        if !matches!(fan, CompetitionFan::Flower) {
            self.fans |= 1 << fan.index();
        }
    }

    /// Whether `fan` is scored.
    #[must_use]
    pub const fn contains(&self, fan: CompetitionFan) -> bool {
        match fan {
            CompetitionFan::Flower => self.flowers > 0,
            _ => self.fans >> fan.index() & 1 == 1,
        }
    }

    /// Flowers, two points each.
    #[must_use]
    pub const fn flowers(&self) -> u8 {
        self.flowers
    }

    /// 技术番: without them there is no win.
    #[must_use]
    pub fn technical(&self) -> u16 {
        let technical = self.fans().filter(|(fan, _)| fan.is_technical());
        technical.map(|(fan, _)| fan.points()).sum()
    }

    /// All points without those of flowers.
    #[must_use]
    pub fn points(&self) -> u16 {
        let mut rest = self.fans;
        let mut points = 0;
        while rest != 0 {
            points += CompetitionFan::ALL[rest.trailing_zeros() as usize].points();
            rest &= rest - 1;
        }
        points
    }

    /// T: what is paid once, twice or three times.
    #[must_use]
    pub fn total(&self) -> u16 {
        self.points() + CompetitionFan::Flower.points() * u16::from(self.flowers)
    }

    /// Every fan with its count, in the order of the ids.
    pub fn fans(&self) -> impl Iterator<Item = (CompetitionFan, u8)> + use<> {
        let score = *self;
        CompetitionFan::ALL.into_iter().filter(move |fan| score.contains(*fan)).map(move |fan| match fan {
            CompetitionFan::Flower => (fan, score.flowers),
            _ => (fan, 1),
        })
    }

    /// The better reading is the larger: with a technical fan before without, then by points; of equals the one with
    /// lower ids, so that it is always the same.
    fn rank(&self) -> (bool, u16, u32) {
        (self.technical() > 0, self.points(), !self.fans)
    }
}

#[cfg(test)]
mod tests;
