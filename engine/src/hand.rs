//! One seat's private part of a deal.

use crate::{
    meld::{Meld, MeldKind, Melds},
    shape::Shapes,
    tile::Tile,
    tile_counts::TileCounts,
    tile_set::TileSet,
};

/// What one seat holds: its concealed tiles (a drawn one among them), all its melds, and its waits.
///
/// ```
/// use mcr_engine::{Hand, Melds, Tile, TileCounts};
/// let tiles: TileCounts = Tile::kinds().filter(|t| t.is_terminal_or_honor()).collect();
/// let hand = Hand::new(tiles, Melds::EMPTY);
/// assert_eq!(hand.concealed().total(), 13);
/// assert_eq!(hand.drawn(), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hand {
    concealed: TileCounts,
    /// The kinds among the concealed tiles.
    kinds: TileSet,
    melds: Melds,
    /// The kinds of the pungs among the melds.
    pungs: TileSet,
    drawn: Option<Tile>,
    /// No wait is possible before this many more exchanges of a tile; 0 only when the hand was ready before the last.
    distance: u8,
    shapes: Shapes,
    waits: TileSet,
}

impl Hand {
    /// The hand of these tiles, none of them just drawn, in the official game.
    #[must_use]
    pub fn new(concealed: TileCounts, melds: Melds) -> Hand {
        Hand::of_shapes(Shapes::Official, concealed, melds)
    }

    /// The same in a game with these shapes.
    #[must_use]
    pub fn of_shapes(shapes: Shapes, concealed: TileCounts, melds: Melds) -> Hand {
        let mut hand = Hand::before_discard(shapes, concealed, melds);
        hand.find_waits();
        hand
    }

    /// The tiles as dealt, without flowers and without waits: [`Hand::complete`] follows.
    pub(crate) fn unready(shapes: Shapes, dealt: &[Tile]) -> Hand {
        let concealed = dealt.iter().copied().filter(|t| !t.is_flower()).collect();
        Hand::before_discard(shapes, concealed, Melds::EMPTY)
    }

    /// The hand with one more tile, just drawn.
    pub(crate) fn with_drawn(mut self, tile: Tile) -> Hand {
        self.draw(tile);
        self
    }

    /// A hand between its claim and its discard.
    pub(crate) fn before_discard(shapes: Shapes, concealed: TileCounts, melds: Melds) -> Hand {
        Hand {
            concealed,
            kinds: concealed.kinds(),
            melds,
            pungs: pungs(&melds),
            drawn: None,
            distance: 0,
            shapes,
            waits: TileSet::EMPTY,
        }
    }

    /// Adds the replacement of a flower that was dealt.
    pub(crate) fn replace_dealt(&mut self, tile: Tile) {
        self.add(tile);
    }

    /// All thirteen tiles are there.
    pub(crate) fn complete(&mut self) {
        self.find_waits();
    }

    /// The concealed tiles, the drawn one included.
    #[must_use]
    pub const fn concealed(&self) -> &TileCounts {
        &self.concealed
    }

    /// All melds, concealed kongs with their kinds.
    #[must_use]
    pub const fn melds(&self) -> &Melds {
        &self.melds
    }

    /// The tile drawn in this turn.
    #[must_use]
    pub const fn drawn(&self) -> Option<Tile> {
        self.drawn
    }

    /// The formal waits (rules/mcr.md 5.1) of the tiles without the drawn one; empty between a chow or pung and
    /// its discard.
    #[must_use]
    pub const fn waits(&self) -> TileSet {
        self.waits
    }

    /// The kinds among the concealed tiles.
    #[must_use]
    pub const fn kinds(&self) -> TileSet {
        self.kinds
    }

    /// The kinds that can be added to a pung.
    pub(crate) fn addable(&self) -> TileSet {
        self.pungs & self.kinds
    }

    /// Whether four copies of any kind are concealed.
    pub(crate) const fn has_four(&self) -> bool {
        let [a, b, c, d] = *self.concealed.groups();
        (a | b | c | d) & 0o444_444_444 != 0
    }

    const fn add(&mut self, tile: Tile) {
        self.concealed.add(tile);
        self.kinds.insert(tile);
    }

    fn remove(&mut self, tile: Tile) {
        self.concealed.remove(tile);
        // Without a branch, since nobody can foresee it.
        let gone = u64::from(self.concealed.get(tile) == 0) << tile.index();
        self.kinds = TileSet::from_bits(self.kinds.bits() & !gone);
    }

    #[inline]
    pub(crate) fn draw(&mut self, tile: Tile) {
        self.add(tile);
        self.drawn = Some(tile);
    }

    /// Takes a discard out; tells whether it is the drawn tile.
    #[inline]
    pub(crate) fn discard(&mut self, tile: Tile) -> bool {
        self.remove(tile);
        let drawn = self.drawn.take() == Some(tile);
        // A hand that discards what it drew has not changed.
        if !drawn {
            self.exchange();
        }
        drawn
    }

    /// Lays out a claimed meld. A kong leaves a hand that waits for its replacement; after a chow or pung the waits
    /// are found when the discard is made.
    pub(crate) fn claim(&mut self, meld: Meld) {
        if let Some(claimed) = meld.claimed() {
            self.add(claimed);
        }
        self.lay_out(meld);
        if !meld.is_kong() {
            self.waits = TileSet::EMPTY;
        } else if self.distance == 0 {
            self.find_waits();
        }
    }

    /// Lays out four concealed tiles.
    pub(crate) fn concealed_kong(&mut self, tile: Tile) {
        self.drawn = None;
        self.lay_out(Meld::concealed_kong(tile));
        self.exchange();
    }

    /// Takes out the tile that is to be added to the pung; see [`Hand::complete_added_kong`].
    pub(crate) fn announce_added_kong(&mut self, tile: Tile) {
        self.remove(tile);
        self.drawn = None;
        self.exchange();
    }

    /// Makes the kong that nobody robbed.
    pub(crate) fn complete_added_kong(&mut self, tile: Tile) {
        self.melds.add_to_pung(tile);
        self.pungs.remove(tile);
    }

    fn lay_out(&mut self, meld: Meld) {
        meld.tiles().for_each(|tile| self.remove(tile));
        self.melds.push(meld);
        if meld.kind() == MeldKind::Pung {
            self.pungs.insert(meld.tile());
        }
    }

    /// One tile was changed for another. Only when the last known distance is used up is it measured again.
    ///
    /// Why no hand is ready before: let it be ready after k exchanges, waiting for t. Its tiles, the melds laid out on
    /// the way (a kong taken as three) and t form a complete hand for the melds there were before. Real tiles are at
    /// most four of a kind, so with t at most five, as formal targets have. Each exchange brings in at most one tile
    /// that was not in the hand, so at most k + 1 tiles of the target were missing: the distance was at most k.
    #[inline]
    fn exchange(&mut self) {
        if self.distance > 1 {
            self.distance -= 1;
        } else {
            self.find_waits();
        }
    }

    fn find_waits(&mut self) {
        (self.distance, self.waits) =
            distance_and_waits(self.shapes, &self.without_drawn(), self.melds.len());
    }

    fn without_drawn(&self) -> TileCounts {
        self.drawn.map_or(self.concealed, |tile| self.concealed.without(tile))
    }

    /// Compares the kept waits with those found from scratch.
    #[cfg(debug_assertions)]
    pub(crate) fn check_waits(&self) {
        let without_drawn = self.without_drawn();
        if without_drawn.total() as usize + 3 * self.melds.len() == 13 {
            let (distance, waits) = distance_and_waits(self.shapes, &without_drawn, self.melds.len());
            assert_eq!(self.waits, waits, "kept waits of {self:?}");
            assert_eq!(self.pungs, pungs(&self.melds), "kept pungs of {self:?}");
            assert_eq!(self.kinds, self.concealed.kinds(), "kept kinds of {self:?}");
            assert!(self.distance <= distance, "kept distance of {self:?} against {distance}");
        }
    }
}

fn pungs(melds: &Melds) -> TileSet {
    melds.iter().filter(|m| m.kind() == MeldKind::Pung).map(Meld::tile).collect()
}

/// How many exchanges of a tile a hand of 13 - 3m tiles is away from being ready, and its waits.
fn distance_and_waits(shapes: Shapes, concealed: &TileCounts, melds: usize) -> (u8, TileSet) {
    match shapes.shanten(concealed, melds) {
        ..=0 => (0, shapes.waits(concealed, melds)),
        distance => (distance as u8, TileSet::EMPTY),
    }
}
