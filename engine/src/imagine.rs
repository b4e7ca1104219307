//! Filling in what a seat cannot see, so that search may play a deal on: determinisation.

use crate::{
    deal::Deal,
    event::EventSink,
    hand::Hand,
    meld::Meld,
    observation::Observation,
    rng::DecisionRng,
    rules::WallLayout,
    seat::{BySeat, Seat},
    tile::Tile,
    tile_counts::TileCounts,
    tile_set::TileSet,
    wall::Wall,
};

/// One guess at everything a seat cannot see.
#[derive(Clone, Debug)]
pub struct Hidden {
    /// Concealed tiles of the other seats; the own entry is ignored.
    pub concealed: BySeat<TileCounts>,
    /// Kinds of the other seats' concealed kongs.
    pub kongs: BySeat<TileSet>,
    wall: [Tile; 144],
    wall_len: usize,
}

/// A guess that cannot be true.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HiddenError {
    /// A hand has the wrong number of tiles.
    #[error(
        "imagined hand of {seat:?}: {found} concealed tiles and {kongs} concealed kongs, the table shows {expected} and {expected_kongs}"
    )]
    HandSize {
        /// Whose hand.
        seat: Seat,
        /// Concealed tiles in the guess.
        found: usize,
        /// Concealed kongs in the guess.
        kongs: usize,
        /// Concealed tiles it has.
        expected: usize,
        /// Concealed kongs it has.
        expected_kongs: usize,
    },
    /// The guess puts another number of a kind out of sight than is missing.
    #[error("imagined tiles: {found} of {tile} out of sight, {expected} are")]
    Copies {
        /// The kind.
        tile: Tile,
        /// Copies in the guess.
        found: usize,
        /// Copies the seat cannot see.
        expected: usize,
    },
    /// The wall is too long or too short.
    #[error("imagined wall: {found} tiles, {expected} are left")]
    WallLength {
        /// Tiles in the guess.
        found: usize,
        /// Tiles left.
        expected: usize,
    },
}

impl Hidden {
    /// A guess with this wall, in drawing order (the four seats' parts one after the other where each has its own).
    /// At most 144 tiles are kept.
    #[must_use]
    pub fn new(concealed: BySeat<TileCounts>, kongs: BySeat<TileSet>, wall: &[Tile]) -> Hidden {
        let mut tiles = [Tile::EAST; 144];
        let wall_len = wall.len().min(144);
        tiles[..wall_len].copy_from_slice(&wall[..wall_len]);
        Hidden { concealed, kongs, wall: tiles, wall_len }
    }

    /// The imagined wall in drawing order.
    #[must_use]
    pub fn wall(&self) -> &[Tile] {
        &self.wall[..self.wall_len]
    }

    /// Every arrangement of the unseen tiles equally likely, except that concealed kongs take kinds of which no
    /// copy is in sight first.
    #[must_use]
    pub fn uniform(view: &Observation<'_>, rng: &mut DecisionRng) -> Hidden {
        let mut unseen = view.unseen();
        let kongs = BySeat::from_fn(|seat| guess_kongs(view, seat, &mut unseen, rng));
        let mut tiles = [Tile::EAST; 144];
        let mut len = 0;
        for tile in unseen.iter() {
            tiles[len] = tile;
            len += 1;
        }
        shuffle(&mut tiles[..len], rng);
        let mut concealed = BySeat::default();
        for seat in view.seat().others() {
            for _ in 0..view.table().concealed_tiles(seat) {
                len -= 1;
                TileCounts::add(&mut concealed[seat], tiles[len]);
            }
        }
        for flower in unseen_flowers(view) {
            tiles[len] = flower;
            len += 1;
        }
        shuffle(&mut tiles[..len], rng);
        Hidden { concealed, kongs, wall: tiles, wall_len: len }
    }
}

/// The flowers nobody has laid out, all of them in the wall.
fn unseen_flowers<'a>(view: &Observation<'a>) -> impl Iterator<Item = Tile> + use<'a> {
    let table = view.table();
    let flowers = if table.rules().flowers { 34..42 } else { 34..34 };
    flowers.map(Tile::new).filter(move |tile| Seat::ALL.iter().all(|s| table.flowers(*s).all(|f| f != *tile)))
}

/// Kinds for `seat`'s concealed kongs, taken out of `unseen`.
fn guess_kongs(
    view: &Observation<'_>,
    seat: Seat,
    unseen: &mut TileCounts,
    rng: &mut DecisionRng,
) -> TileSet {
    let mut kongs = TileSet::EMPTY;
    if seat == view.seat() {
        return kongs;
    }
    for _ in 0..view.table().concealed_kongs(seat) {
        let possible = unseen.at_least(Tile::COPIES);
        let place = rng.below(possible.len().max(1) as u64) as usize;
        if let Some(tile) = possible.into_iter().nth(place) {
            unseen.remove_copies(tile, Tile::COPIES);
            kongs.insert(tile);
        }
    }
    kongs
}

fn shuffle(tiles: &mut [Tile], rng: &mut DecisionRng) {
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, rng.below(last as u64 + 1) as usize);
    }
}

impl Observation<'_> {
    /// The deal as it would stand if `hidden` were true; whoever has to answer is asked.
    ///
    /// # Errors
    /// When `hidden` contradicts what the seat sees.
    ///
    /// ```
    /// use mcr_engine::{Deal, DecisionRng, RuleSet, Seat, Wall, Wind, imagine::Hidden};
    /// let rules = RuleSet::MCR;
    /// let deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, 0), &mut ());
    /// let view = deal.observe(Seat::East);
    /// let guess = view.imagine(&Hidden::uniform(&view, &mut DecisionRng::new(7, 0)), &mut ())?;
    /// assert_eq!(guess.legal(Seat::East), *view.legal());
    /// assert_eq!(guess.hand(Seat::East).concealed(), view.hand().concealed());
    /// # Ok::<(), mcr_engine::imagine::HiddenError>(())
    /// ```
    pub fn imagine(&self, hidden: &Hidden, sink: &mut impl EventSink) -> Result<Deal, HiddenError> {
        self.check(hidden)?;
        let table = self.table();
        let hands = BySeat::from_fn(|seat| {
            if seat == self.seat() {
                return *self.hand();
            }
            let kongs = hidden.kongs[seat].into_iter().map(Meld::concealed_kong);
            let melds = table.open_melds(seat).iter().chain(kongs).collect();
            Hand::of_shapes(table.rules().shapes(), hidden.concealed[seat], melds)
        });
        let mut rest = hidden.wall();
        let wall = match table.rules().wall {
            WallLayout::Shared => Wall::rest(table.rules(), &[rest]),
            WallLayout::PerSeat => {
                let parts = Seat::ALL.map(|seat| {
                    let (part, after) = rest.split_at(table.tiles_left_for(seat));
                    rest = after;
                    part
                });
                Wall::rest(table.rules(), &parts)
            }
        };
        Ok(Deal::resume(*table, hands, wall, sink))
    }

    /// Whether a guess agrees with what is seen.
    fn check(&self, hidden: &Hidden) -> Result<(), HiddenError> {
        let table = self.table();
        let mut guessed = [0; Tile::COUNT];
        for seat in self.seat().others() {
            let (found, kongs) = (hidden.concealed[seat].total() as usize, hidden.kongs[seat].len());
            let (expected, expected_kongs) = (table.concealed_tiles(seat), table.concealed_kongs(seat));
            if (found, kongs) != (expected, expected_kongs) {
                return Err(HiddenError::HandSize { seat, found, kongs, expected, expected_kongs });
            }
            hidden.concealed[seat].iter().for_each(|tile| guessed[tile.index()] += 1);
            hidden.kongs[seat].into_iter().for_each(|tile| guessed[tile.index()] += 4);
        }
        if hidden.wall_len != table.tiles_left() {
            return Err(HiddenError::WallLength { found: hidden.wall_len, expected: table.tiles_left() });
        }
        hidden.wall().iter().for_each(|tile| guessed[tile.index()] += 1);
        let mut missing = [0; Tile::COUNT];
        self.unseen().iter().for_each(|tile| missing[tile.index()] += 1);
        unseen_flowers(self).for_each(|tile| missing[tile.index()] += 1);
        for (index, (found, expected)) in guessed.into_iter().zip(missing).enumerate() {
            if found != expected {
                return Err(HiddenError::Copies { tile: Tile::new(index as u8), found, expected });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Wind, rules::RuleSet};

    /// Plays a random deal and at every decision compares an imagined deal with what the seat sees.
    fn check_deal(rules: &RuleSet, number: u64) -> usize {
        let mut rng = DecisionRng::new(number, 1);
        let mut deal = Deal::new(rules, Wind::East, Wall::shuffled(rules, 3, number), &mut ());
        let mut checked = 0;
        while let Some(seat) = deal.pending().iter().next() {
            let view = deal.observe(seat);
            let hidden = Hidden::uniform(&view, &mut rng);
            let imagined = view.imagine(&hidden, &mut ()).unwrap_or_else(|fault| panic!("{fault}"));
            let again = imagined.observe(seat);
            assert_eq!(again.legal(), view.legal());
            assert_eq!(again.unseen(), view.unseen());
            assert_eq!(again.moment(), view.moment());
            checked += 1;
            let place = rng.below(view.legal().len() as u64) as usize;
            let action = view.legal().nth(place).expect("a legal action");
            deal.apply(seat, action, &mut ()).expect("it is legal");
        }
        checked
    }

    #[test]
    fn an_imagined_deal_looks_the_same_to_the_seat_that_imagines() {
        for (_, rules) in RuleSet::PRESETS {
            let checked: usize = (0..30).map(|number| check_deal(&rules, number)).sum();
            assert!(checked > 1000, "{checked} decisions");
        }
    }

    #[test]
    fn guesses_that_contradict_the_view_are_refused() {
        let rules = RuleSet::MCR;
        let deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, 0), &mut ());
        let view = deal.observe(Seat::East);
        let good = Hidden::uniform(&view, &mut DecisionRng::new(7, 0));

        let short = Hidden::new(good.concealed, good.kongs, &good.wall()[1..]);
        assert!(matches!(view.imagine(&short, &mut ()), Err(HiddenError::WallLength { .. })));

        let mut swapped = good.clone();
        let own = view.hand().concealed().iter().next().expect("a tile");
        let other = swapped.concealed[Seat::South].iter().find(|tile| *tile != own).expect("another kind");
        TileCounts::remove(&mut swapped.concealed[Seat::South], other);
        TileCounts::add(&mut swapped.concealed[Seat::South], own);
        assert!(matches!(view.imagine(&swapped, &mut ()), Err(HiddenError::Copies { .. })));

        let mut kong = good;
        kong.kongs[Seat::West].insert(Tile::EAST);
        assert!(matches!(view.imagine(&kong, &mut ()), Err(HiddenError::HandSize { .. })));
    }
}
