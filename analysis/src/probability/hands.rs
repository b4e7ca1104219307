//! Every complete hand of 14 tiles, once for all ways to swap its suits.

use super::{
    groups::{Key, PairParts, SetParts, honor_pairs, honor_sets, suit_pairs, suit_sets},
    pool::Pool,
};
use mcr_engine::{
    Shape, Tile, TileCounts,
    shape::{KNITTED_PATTERNS, shanten_of},
};
use std::collections::BTreeSet;

/// A hand, and how many hands it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hand {
    /// The 14 tiles.
    pub(super) tiles: TileCounts,
    /// The hands that are this one but for the suits.
    pub(super) times: u64,
    /// Ways to draw them all.
    pub(super) ways: u64,
}

/// A piece of the work, to be done on one thread.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// Standard hands: the parts of the three suits are of these classes (pair and sets), the first is this one.
    Standard { classes: [(usize, usize); 3], first: usize },
    /// Seven pairs that are no standard hands: pairs in each suit, and the part of the first.
    SevenPairs { classes: [usize; 3], first: usize },
    /// The three other shapes, which are few.
    Others,
}

/// All hands, in pieces.
pub(super) struct Hands {
    pool: Pool,
    suits: SetParts,
    honors: SetParts,
    suit_pairs: PairParts,
    honor_pairs: PairParts,
}

impl Hands {
    /// Distinct hands of each piece together: what a progress bar counts to.
    pub(super) const DISTINCT: u64 = 11_498_658 + SEVEN_PAIRS_ONLY + 13 + 720 + 11_016;

    pub(super) fn new(pool: Pool) -> Hands {
        Hands {
            pool,
            suits: suit_sets(),
            honors: honor_sets(),
            suit_pairs: suit_pairs(),
            honor_pairs: honor_pairs(),
        }
    }

    pub(super) fn pieces(&self) -> Vec<Piece> {
        let mut pieces = vec![Piece::Others];
        let set_classes: Vec<_> = (0..2).flat_map(|pair| (0..5).map(move |sets| (pair, sets))).collect();
        for classes in ascending_triples(&set_classes) {
            let (pairs, sets) = classes.iter().fold((0, 0), |sum, class| (sum.0 + class.0, sum.1 + class.1));
            if pairs <= 1 && sets <= 4 {
                let firsts = 0..self.suits[classes[0].0][classes[0].1].len();
                pieces.extend(firsts.map(|first| Piece::Standard { classes, first }));
            }
        }
        for classes in ascending_triples(&(0..8).collect::<Vec<_>>()) {
            if classes.iter().sum::<usize>() <= 7 {
                let firsts = 0..self.suit_pairs[classes[0]].len();
                pieces.extend(firsts.map(|first| Piece::SevenPairs { classes, first }));
            }
        }
        pieces
    }

    /// Calls `take` with every hand of a piece.
    pub(super) fn each(&self, piece: Piece, take: &mut impl FnMut(Shape, Hand)) {
        match piece {
            Piece::Standard { classes, first } => {
                let pairs: usize = classes.iter().map(|class| class.0).sum();
                let sets: usize = classes.iter().map(|class| class.1).sum();
                let parts = classes.map(|(pair, sets)| &self.suits[pair][sets][..]);
                let honors = &self.honors[1 - pairs][4 - sets];
                self.each_of(parts, first, honors, &mut |hand| take(Shape::Standard, hand));
            }
            Piece::SevenPairs { classes, first } => {
                let parts = classes.map(|pairs| &self.suit_pairs[pairs][..]);
                let honors = &self.honor_pairs[7 - classes.iter().sum::<usize>()];
                self.each_of(parts, first, honors, &mut |hand| {
                    // Those that are standard too have been counted with the standard hands.
                    if shanten_of(Shape::Standard, &hand.tiles, 0) != Some(-1) {
                        take(Shape::SevenPairs, hand);
                    }
                });
            }
            Piece::Others => {
                for (shape, hands) in [
                    (Shape::ThirteenOrphans, thirteen_orphans()),
                    (Shape::HonorsAndKnitted, honors_and_knitted()),
                    (Shape::KnittedStraight, knitted_straights()),
                ] {
                    for groups in hands {
                        take(shape, self.one(groups));
                    }
                }
            }
        }
    }
}

/// Seven pairs that are no standard hands; 7,938 are both.
const SEVEN_PAIRS_ONLY: u64 = 16_417_104 - 7_938;

fn ascending_triples<T: Copy>(all: &[T]) -> Vec<[T; 3]> {
    let mut triples = Vec::new();
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate().skip(i) {
            triples.extend(all[j..].iter().map(|c| [*a, *b, *c]));
        }
    }
    triples
}

impl Hands {
    /// Every hand whose suits hold, in some order, `first` of the first list and one of each other list, where equal
    /// lists are gone through in ascending order.
    fn each_of(&self, parts: [&[Key]; 3], first: usize, honors: &[Key], take: &mut impl FnMut(Hand)) {
        let [a, b, c] = parts;
        // Lists of one class are one list; those of two classes share no part, for they differ in their tiles.
        let from = |same: bool, place: usize| if same { place } else { 0 };
        let second = from(std::ptr::eq(a, b), first);
        for (j, y) in b.iter().enumerate().skip(second) {
            for z in &c[from(std::ptr::eq(b, c), j)..] {
                self.in_all_suits([a[first], *y, *z], honors, take);
            }
        }
    }

    /// The hands of three suit parts in any order, with each of the honors: one for all orders, or each apart where it
    /// matters which suit is which.
    fn in_all_suits(&self, suits: [Key; 3], honors: &[Key], take: &mut impl FnMut(Hand)) {
        let [x, y, z] = suits;
        let orders = [[x, y, z], [x, z, y], [y, x, z], [y, z, x], [z, x, y], [z, y, x]];
        let times = if x == y && y == z { 1 } else { [6, 3][usize::from(x == y || y == z || x == z)] };
        let ways: u64 = if self.pool.is_whole() {
            times * self.suit_ways(suits)
        } else {
            // Each distinct order comes up 6 / times often.
            orders.into_iter().map(|order| self.suit_ways(order)).sum::<u64>() * times / 6
        };
        for &honors in honors {
            if knows_suits(suits, honors) {
                for [x, y, z] in BTreeSet::from(orders) {
                    take(self.one([x, y, z, honors]));
                }
            } else {
                let tiles = TileCounts::from_groups([x, y, z, honors]);
                take(Hand { tiles, times, ways: ways * self.pool.ways(3, honors) });
            }
        }
    }

    fn suit_ways(&self, suits: [Key; 3]) -> u64 {
        suits.into_iter().enumerate().map(|(suit, part)| self.pool.ways(suit, part)).product()
    }

    /// A hand that stands for itself.
    fn one(&self, groups: [Key; 4]) -> Hand {
        let [x, y, z, honors] = groups;
        let ways = self.suit_ways([x, y, z]) * self.pool.ways(3, honors);
        Hand { tiles: TileCounts::from_groups(groups), times: 1, ways }
    }
}

/// Whether the fans can depend on which suit is which: All Green and Reversible Tiles, whose suits and honors are
/// given, both of which leave out a suit (rules/mcr.md 3, fans 3 and 40).
fn knows_suits(suits: [Key; 3], honors: Key) -> bool {
    const GREEN: Key = 7 << (3 * 5);
    const WHITE: Key = 7 << (3 * 6);
    suits.contains(&0) && (honors & !GREEN == 0 || honors & !WHITE == 0)
}

type Distinct = BTreeSet<[Key; 4]>;

fn distinct(hands: impl Iterator<Item = TileCounts>) -> Distinct {
    hands.filter(|hand| Tile::kinds().all(|tile| hand.get(tile) <= 4)).map(|hand| *hand.groups()).collect()
}

fn thirteen_orphans() -> Distinct {
    let orphans: Vec<Tile> = Tile::kinds().filter(|tile| tile.is_terminal_or_honor()).collect();
    distinct(orphans.iter().map(|twice| orphans.iter().copied().chain([*twice]).collect()))
}

/// Fourteen of the sixteen honors and tiles of a pattern.
fn honors_and_knitted() -> Distinct {
    let honors = Tile::kinds().filter(|tile| tile.is_honor());
    distinct(KNITTED_PATTERNS.iter().flat_map(|pattern| {
        let tiles: Vec<Tile> = pattern.into_iter().chain(honors.clone()).collect();
        let choices = (0..1u32 << tiles.len()).filter(|chosen| chosen.count_ones() == 14);
        choices.map(move |chosen| {
            tiles
                .iter()
                .enumerate()
                .filter(|(place, _)| chosen >> place & 1 == 1)
                .map(|(_, tile)| *tile)
                .collect()
        })
    }))
}

/// A pattern with a set and a pair.
fn knitted_straights() -> Distinct {
    let chows = Tile::kinds().filter(|tile| tile.rank().is_some_and(|rank| rank <= 7));
    let chows = chows.map(|lowest| [0, 1, 2].map(|step| Tile::new(lowest.index() as u8 + step)));
    let sets: Vec<[Tile; 3]> = chows.chain(Tile::kinds().map(|tile| [tile; 3])).collect();
    distinct(KNITTED_PATTERNS.iter().flat_map(|pattern| {
        let with_pair = move |set: [Tile; 3]| {
            Tile::kinds().map(move |pair| pattern.into_iter().chain(set).chain([pair; 2]).collect())
        };
        sets.clone().into_iter().flat_map(with_pair)
    }))
}
