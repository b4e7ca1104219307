//! The exact counts against complete hands drawn at random, by another way than they were counted.
//!
//! A shape's blocks are drawn blindly. A hand comes out as often as there are ways to put it together, and counts
//! as many hands as its copies can be taken: so each estimate is unbiased, and its error known from the draws.

use mcr_analysis::probability::ProbabilityTable;
use mcr_engine::{
    DecisionRng, Fan, Melds, RuleSet, Shape, Tile, TileCounts, WinContext, Wind, WinningHand,
    scoring::score,
    shape::{KNITTED_PATTERNS, Reading, readings, shanten_of},
};

/// Draws of each shape.
const DRAWS: u64 = 400_000;

/// Sums over the draws of a shape, by fan, and at the end over all hands.
#[derive(Clone)]
struct Sums {
    hits: [u64; Fan::COUNT + 1],
    sums: [f64; Fan::COUNT + 1],
    squares: [f64; Fan::COUNT + 1],
}

impl Sums {
    fn new() -> Sums {
        Sums { hits: [0; 83], sums: [0.0; 83], squares: [0.0; 83] }
    }

    fn add(&mut self, place: usize, value: f64) {
        self.hits[place] += 1;
        self.sums[place] += value;
        self.squares[place] += value * value;
    }
}

struct Estimate {
    hits: u64,
    value: f64,
    variance: f64,
}

/// Draws hands of one shape: each with the number of hands that one draw stands for, nothing for a draw that is none.
type Draw = fn(&mut DecisionRng) -> Option<(TileCounts, f64)>;

fn estimates(draw: Draw, key: u64, self_drawn: bool) -> Vec<Estimate> {
    let mut rng = DecisionRng::new(key, 0);
    let mut sums = Sums::new();
    for _ in 0..DRAWS {
        let Some((tiles, weight)) = draw(&mut rng) else { continue };
        let winning_tile = tiles.iter().nth(rng.below(14) as usize).expect("14 tiles");
        let wind = |rng: &mut DecisionRng| Wind::ALL[rng.below(4) as usize];
        let (prevalent, seat) = (wind(&mut rng), wind(&mut rng));
        let context = WinContext { self_drawn, ..WinContext::discard(prevalent, seat) };
        let hand = WinningHand { concealed: tiles, melds: Melds::EMPTY, winning_tile };
        let score = score(&hand, &context, &RuleSet::MCR).expect("a complete hand");
        score.fans().for_each(|(fan, _)| sums.add(fan.index(), weight));
        sums.add(Fan::COUNT, weight);
    }
    let n = DRAWS as f64;
    (0..=Fan::COUNT)
        .map(|place| {
            let value = sums.sums[place] / n;
            Estimate {
                hits: sums.hits[place],
                value,
                variance: (sums.squares[place] / n - value * value) / n,
            }
        })
        .collect()
}

fn copies(tiles: &TileCounts) -> f64 {
    tiles.kinds().into_iter().map(|tile| [1.0, 4.0, 6.0, 4.0, 1.0][usize::from(tiles.get(tile))]).product()
}

fn is_possible(tiles: &TileCounts) -> bool {
    tiles.at_least(4).into_iter().all(|tile| tiles.get(tile) == 4)
}

fn kind(rng: &mut DecisionRng) -> Tile {
    Tile::new(rng.below(34) as u8)
}

/// One of 34 pungs and 21 chows.
fn set(rng: &mut DecisionRng) -> [Tile; 3] {
    let number = rng.below(55) as u8;
    match number.checked_sub(34) {
        None => [Tile::new(number); 3],
        Some(chow) => [0, 1, 2].map(|step| Tile::new(9 * (chow / 7) + chow % 7 + step)),
    }
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|k| k as f64).product()
}

fn standard(rng: &mut DecisionRng) -> Option<(TileCounts, f64)> {
    let mut tiles = TileCounts::EMPTY;
    let blocks = [set(rng), set(rng), set(rng), set(rng)];
    let pair = kind(rng);
    for tile in blocks.into_iter().flatten().chain([pair; 2]) {
        // Seven copies are the most that fit.
        if tiles.get(tile) == 4 {
            return None;
        }
        tiles.add(tile);
    }
    let mut ways = 0.0;
    for reading in readings(&tiles, 0) {
        if let Reading::Standard { sets, .. } = reading {
            let mut orders = factorial(4);
            for (place, set) in sets.iter().enumerate() {
                let before = sets.iter().take(place).filter(|other| *other == set).count();
                orders /= (before + 1) as f64;
            }
            ways += orders;
        }
    }
    Some((tiles, copies(&tiles) / ways * 55f64.powi(4) * 34.0))
}

/// Those that are no standard hands.
fn seven_pairs(rng: &mut DecisionRng) -> Option<(TileCounts, f64)> {
    let mut tiles = TileCounts::EMPTY;
    for _ in 0..7 {
        let kind = kind(rng);
        if tiles.get(kind) == 4 {
            return None;
        }
        tiles.add(kind);
        tiles.add(kind);
    }
    if shanten_of(Shape::Standard, &tiles, 0) == Some(-1) {
        return None;
    }
    let orders = factorial(7) / 2f64.powi(tiles.at_least(4).len() as i32);
    Some((tiles, copies(&tiles) / orders * 34f64.powi(7)))
}

fn thirteen_orphans(rng: &mut DecisionRng) -> Option<(TileCounts, f64)> {
    let orphans: Vec<Tile> = Tile::kinds().filter(|tile| tile.is_terminal_or_honor()).collect();
    let twice = orphans[rng.below(13) as usize];
    let tiles: TileCounts = orphans.into_iter().chain([twice]).collect();
    Some((tiles, copies(&tiles) * 13.0))
}

fn honors_and_knitted(rng: &mut DecisionRng) -> Option<(TileCounts, f64)> {
    let pattern = KNITTED_PATTERNS[rng.below(6) as usize];
    let mut tiles: Vec<Tile> =
        pattern.into_iter().chain(Tile::kinds().filter(|tile| tile.is_honor())).collect();
    for _ in 0..2 {
        tiles.remove(rng.below(tiles.len() as u64) as usize);
    }
    let tiles: TileCounts = tiles.into_iter().collect();
    Some((tiles, copies(&tiles) * 720.0))
}

fn knitted_straight(rng: &mut DecisionRng) -> Option<(TileCounts, f64)> {
    let pattern = KNITTED_PATTERNS[rng.below(6) as usize];
    let (set, pair) = (set(rng), kind(rng));
    let tiles: TileCounts = pattern.into_iter().chain(set).chain([pair; 2]).collect();
    let ways =
        readings(&tiles, 0).filter(|reading| matches!(reading, Reading::KnittedStraight { .. })).count();
    is_possible(&tiles).then(|| (tiles, copies(&tiles) / ways as f64 * 6.0 * 55.0 * 34.0))
}

#[test]
fn fans_of_drawn_hands_are_as_frequent_as_counted() {
    let table = ProbabilityTable::committed();
    let shapes: [Draw; 5] = [standard, seven_pairs, thirteen_orphans, honors_and_knitted, knitted_straight];
    let units: f64 = table.units.parse().unwrap();
    let mut compared = 0;
    for (self_drawn, key) in [(true, 1), (false, 2)] {
        let all: Vec<Vec<Estimate>> =
            (10 * key..).zip(shapes).map(|(key, draw)| estimates(draw, key, self_drawn)).collect();
        for place in 0..=Fan::COUNT {
            let (name, exact) = match table.fans.get(place) {
                Some(fan) => {
                    let way = if self_drawn { &fan.own_draw } else { &fan.discard };
                    (fan.english.as_str(), way.exact.parse::<f64>().unwrap() / units)
                }
                None => ("complete hands", table.complete.parse().unwrap()),
            };
            let hits: u64 = all.iter().map(|shape| shape[place].hits).sum();
            let value: f64 = all.iter().map(|shape| shape[place].value).sum();
            let error = all.iter().map(|shape| shape[place].variance).sum::<f64>().sqrt();
            // Five standard errors; with few hits the error itself is a guess.
            if hits >= 100 {
                compared += 1;
                assert!(
                    (value - exact).abs() <= 5.0 * error + 1e-9 * exact,
                    "{name}: {value} ± {error}, counted {exact}"
                );
            } else {
                assert!(hits > 0 || exact < 2e9, "{name}: never drawn, counted {exact}");
            }
        }
    }
    assert!(compared > 75, "only {compared} numbers could be compared");
}
