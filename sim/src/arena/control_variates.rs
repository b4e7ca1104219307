//! Taking the luck of the draws out of the result, without bias.
//!
//! Before a tile is drawn every tile still in the wall is equally likely to be the one, whatever has happened. So
//! [the tile lowers the drawer's shanten] less the share of such tiles in the wall has mean zero, given everything
//! before it, and so has any sum of such terms with coefficients fixed beforehand. What an agent won less that sum
//! has the same mean as what it won, but less spread, because good draws win deals.

use crate::arena::ratings::solve;
use mcr_engine::{
    BySeat, Deal, Event, Meld, RuleSet, Seat, Tile, TileCounts, TileSet, Wall, Wind,
    shape::{self, Useful},
};

/// Terms are summed apart by shanten before the draw: 0, 1, 2, 3, 4 and more.
pub const CLASSES: usize = 5;

/// Points that a draw better than its expectation is worth, by shanten before it. Fixed here and never fitted to the
/// run they correct, so that the correction cannot bend a result: other coefficients would be as unbiased, only less
/// precise. From a [`Regression`] over deals of four `heuristic`, where they take out a third of the variance of a
/// deal; a test finds them again.
pub const COEFFICIENTS: [f64; CLASSES] = [42.0, 12.0, 5.5, 2.8, 1.9];

/// Luck by shanten: of one seat's own draws, or such a seat's less the mean of its three opponents'.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Luck(pub [f64; CLASSES]);

impl Luck {
    /// Adds other luck.
    pub fn merge(&mut self, other: &Luck) {
        for (sum, value) in self.0.iter_mut().zip(other.0) {
            *sum += value;
        }
    }

    /// What the luck is worth in points.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.0.iter().zip(COEFFICIENTS).map(|(luck, coefficient)| luck * coefficient).sum()
    }
}

/// The regression of points on luck that finds coefficients: least squares without a constant, as both have mean 0.
#[derive(Clone, Debug, Default)]
pub struct Regression {
    products: [[f64; CLASSES]; CLASSES],
    with_points: [f64; CLASSES],
    squares: f64,
}

impl Regression {
    /// Takes what a seat won in a deal, and its luck.
    pub fn add(&mut self, points: f64, luck: &Luck) {
        for (row, own) in self.products.iter_mut().zip(luck.0) {
            for (product, other) in row.iter_mut().zip(luck.0) {
                *product += own * other;
            }
        }
        for (product, own) in self.with_points.iter_mut().zip(luck.0) {
            *product += own * points;
        }
        self.squares += points * points;
    }

    /// The coefficients; `None` when the luck does not determine them.
    #[must_use]
    pub fn coefficients(&self) -> Option<[f64; CLASSES]> {
        let matrix = self.products.iter().map(|row| row.to_vec()).collect();
        let solved = solve(matrix, self.with_points.iter().map(|value| vec![*value]).collect())?;
        Some(std::array::from_fn(|class| solved[class][0]))
    }

    /// The share of the variance of the points that these coefficients take out.
    #[must_use]
    pub fn taken_out(&self, coefficients: &[f64; CLASSES]) -> f64 {
        let linear: f64 = coefficients.iter().zip(self.with_points).map(|(c, product)| c * product).sum();
        let quadratic = |(c, row): (&f64, &[f64; CLASSES])| -> f64 {
            coefficients.iter().zip(row).map(|(other, product)| c * other * product).sum()
        };
        let quadratic: f64 = coefficients.iter().zip(&self.products).map(quadratic).sum();
        (2.0 * linear - quadratic) / self.squares
    }
}

/// Each seat's luck less the mean luck of its three opponents, for a finished deal: it sums to zero over the seats,
/// as points do.
#[must_use]
pub fn relative_luck(rules: &RuleSet, prevalent: Wind, wall: &Wall, events: &[Event]) -> BySeat<Luck> {
    let own = own_luck(rules, prevalent, wall, events);
    let total: [f64; CLASSES] = std::array::from_fn(|class| own.iter().map(|(_, luck)| luck.0[class]).sum());
    BySeat::from_fn(|seat| Luck(std::array::from_fn(|class| (4.0 * own[seat].0[class] - total[class]) / 3.0)))
}

/// Each seat's own luck in a finished deal; the tiles dealt and the dealer's first draw are no part of it.
#[must_use]
pub fn own_luck(rules: &RuleSet, prevalent: Wind, wall: &Wall, events: &[Event]) -> BySeat<Luck> {
    let mut opening = Vec::new();
    let deal = Deal::new(rules, prevalent, *wall, &mut opening);
    let mut meter = LuckMeter::new(&deal);
    for event in events.iter().skip(opening.len()) {
        meter.follow(*event);
    }
    meter.luck
}

/// Follows a deal through its events with every tile in view.
struct LuckMeter {
    hands: BySeat<(TileCounts, usize)>,
    /// Copies in the wall by kind, and all tiles in it, flowers too.
    undrawn: TileCounts,
    left: u32,
    luck: BySeat<Luck>,
}

impl LuckMeter {
    fn new(deal: &Deal) -> LuckMeter {
        let mut undrawn = TileCounts::EMPTY;
        let mut left = 0;
        for tile in deal.wall().undrawn() {
            left += 1;
            if !tile.is_flower() {
                undrawn.add(tile);
            }
        }
        let hands = BySeat::from_fn(|seat| {
            let hand = deal.hand(seat);
            (*hand.concealed(), hand.melds().len())
        });
        LuckMeter { hands, undrawn, left, luck: BySeat::default() }
    }

    fn follow(&mut self, event: Event) {
        match event {
            Event::Draw { seat, tile: Some(tile) } | Event::Replacement { seat, tile: Some(tile) } => {
                self.draw(seat, tile);
            }
            Event::Discard { seat, tile, .. } | Event::AddedKong { seat, tile } => {
                self.hands[seat].0.remove(tile);
            }
            Event::Chow { seat, lowest, position } => {
                let chow = Meld::chow(lowest, position);
                self.meld(seat, chow.tiles().filter(|tile| Some(*tile) != chow.claimed()));
            }
            Event::Pung { seat, tile } => self.meld(seat, [tile; 2].into_iter()),
            Event::MeldedKong { seat, tile } => self.meld(seat, [tile; 3].into_iter()),
            Event::ConcealedKong { seat, tile: Some(tile) } => self.meld(seat, [tile; 4].into_iter()),
            _ => {}
        }
    }

    /// Lays out a meld with these tiles of the hand.
    fn meld(&mut self, seat: Seat, tiles: impl Iterator<Item = Tile>) {
        let (concealed, melds) = &mut self.hands[seat];
        tiles.for_each(|tile| concealed.remove(tile));
        *melds += 1;
    }

    fn draw(&mut self, seat: Seat, tile: Tile) {
        let expectation = self.expectation(seat);
        self.luck[seat].0[expectation.class] += expectation.luck_of(tile);
        self.left -= 1;
        if !tile.is_flower() {
            self.undrawn.remove(tile);
            self.hands[seat].0.add(tile);
        }
    }

    /// What a draw of `seat` can bring now.
    fn expectation(&self, seat: Seat) -> Expectation {
        let (concealed, melds) = &self.hands[seat];
        let Useful { shanten, tiles: good } = shape::useful_tiles(concealed, *melds);
        let copies: u32 = good.into_iter().map(|tile| u32::from(self.undrawn.get(tile))).sum();
        let class = (shanten.max(0) as usize).min(CLASSES - 1);
        Expectation { class, good, share: f64::from(copies) / f64::from(self.left) }
    }
}

/// What is known before a draw.
struct Expectation {
    class: usize,
    /// Kinds that lower the shanten.
    good: TileSet,
    /// Their share of the wall.
    share: f64,
}

impl Expectation {
    /// How much luckier than expected it is to draw `tile`.
    fn luck_of(&self, tile: Tile) -> f64 {
        let hit = !tile.is_flower() && self.good.contains(tile);
        f64::from(u8::from(hit)) - self.share
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_engine::Action;

    /// A deal in which everybody claims and declares what is first in the list of legal actions but passes; discards
    /// are taken in turn from all over the hand. It knows nothing of luck.
    fn busy_deal(rules: &RuleSet, number: u64) -> (Wall, Vec<Event>) {
        let wall = Wall::shuffled(rules, 77, number);
        let mut events = Vec::new();
        let mut deal = Deal::new(rules, Wind::East, wall, &mut events);
        let mut turn = number as usize;
        while let Some(seat) = deal.pending().first() {
            let legal = deal.legal(seat);
            let busy = legal.iter().find(|action| !matches!(action, Action::Pass | Action::Discard(_)));
            turn += 7;
            let action = busy.unwrap_or_else(|| legal.nth(turn % legal.len()).unwrap());
            deal.apply(seat, action, &mut events).unwrap();
        }
        (wall, events)
    }

    /// The meter's hands after every event are those of the deal.
    #[test]
    fn the_meter_follows_hands_and_wall_through_every_kind_of_event() {
        for rules in [RuleSet::MCR, RuleSet::BOTZONE] {
            for number in 0..20 {
                let (wall, events) = busy_deal(&rules, number);
                let mut opening = Vec::new();
                let mut meter = LuckMeter::new(&Deal::new(&rules, Wind::East, wall, &mut opening));
                for event in &events[opening.len()..] {
                    meter.follow(*event);
                }
                let concealed: u32 = meter.hands.iter().map(|(_, (tiles, _))| tiles.total()).sum();
                let melds: usize = meter.hands.iter().map(|(_, (_, melds))| melds).sum();
                assert!(concealed > 0 && melds > 0, "the deal is busy");
                let drawn =
                    events.iter().filter(|e| matches!(e, Event::Draw { .. } | Event::Replacement { .. }));
                assert_eq!(meter.left as usize, rules.tiles() - 52 - drawn.count());
            }
        }
    }

    /// Exactly, not on average: over the tiles that can come, hits and shares cancel at every draw.
    #[test]
    fn at_every_draw_the_expectation_is_nil() {
        let rules = RuleSet::MCR;
        let (wall, events) = busy_deal(&rules, 3);
        let mut opening = Vec::new();
        let mut meter = LuckMeter::new(&Deal::new(&rules, Wind::East, wall, &mut opening));
        for event in &events[opening.len()..] {
            if let Event::Draw { seat, .. } | Event::Replacement { seat, .. } = event {
                let mut sum = 0.0;
                let flowers = meter.left - meter.undrawn.total();
                let kinds = (0..Tile::KINDS).map(|kind| Tile::new(kind as u8));
                let copies = |tile: Tile, meter: &LuckMeter| u32::from(meter.undrawn.get(tile));
                let tiles = kinds.map(|tile| (tile, copies(tile, &meter))).chain([(Tile::new(34), flowers)]);
                for (tile, copies) in tiles.collect::<Vec<_>>().into_iter().filter(|(_, copies)| *copies > 0)
                {
                    sum += f64::from(copies) * meter.expectation(*seat).luck_of(tile);
                }
                assert!(sum.abs() < 1e-9, "{sum}");
            }
            meter.follow(*event);
        }
    }

    #[test]
    fn a_regression_finds_the_coefficients_that_made_the_points() {
        let mut regression = Regression::default();
        let made = [12.0, -3.0, 0.5, 0.0, 2.0];
        for deal in 0..40u32 {
            let luck = Luck(std::array::from_fn(|class| f64::from(deal * (class as u32 + 3) % 17) - 8.0));
            let points = luck.0.iter().zip(made).map(|(luck, c)| luck * c).sum();
            regression.add(points, &luck);
        }
        let found = regression.coefficients().unwrap();
        assert!(found.iter().zip(made).all(|(f, m)| (f - m).abs() < 1e-9), "{found:?}");
        assert!((regression.taken_out(&found) - 1.0).abs() < 1e-9);
        assert_eq!(regression.taken_out(&[0.0; CLASSES]), 0.0);
        assert_eq!(Regression::default().coefficients(), None);
    }

    #[test]
    fn relative_luck_sums_to_zero_as_points_do() {
        for number in 0..5 {
            let (wall, events) = busy_deal(&RuleSet::MCR, number);
            let luck = relative_luck(&RuleSet::MCR, Wind::East, &wall, &events);
            assert!(luck.iter().map(|(_, luck)| luck.points()).sum::<f64>().abs() < 1e-9);
            assert!(luck.iter().any(|(_, luck)| luck.points() != 0.0));
        }
    }
}
