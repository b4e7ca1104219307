//! Random winning hands of every shape with flags that can be true, made to meet the fans and their combinations
//! far more often than play does.

use mcr_engine::{
    DecisionRng, Meld, Melds, Offer, Tile, TileCounts, TileSet, WinContext, Wind,
    notation::hand_string::HandString, shape::KNITTED_PATTERNS,
};

/// Hand `number` of a seed: always the same, complete, with at most four of a kind.
pub(crate) fn random_hand(seed: u64, number: u32) -> HandString {
    let mut rng = DecisionRng::new(seed, number);
    loop {
        if let Some(hand) = try_hand(&mut rng) {
            return hand;
        }
    }
}

/// One of `n` values.
fn below(rng: &mut DecisionRng, n: u64) -> u8 {
    rng.below(n) as u8
}

fn one_in(rng: &mut DecisionRng, n: u64) -> bool {
    rng.below(n) == 0
}

fn pick(rng: &mut DecisionRng, set: TileSet) -> Option<Tile> {
    (!set.is_empty()).then(|| set.into_iter().nth(rng.below(set.len() as u64) as usize))?
}

/// `None` when the choices do not fit together.
fn try_hand(rng: &mut DecisionRng) -> Option<HandString> {
    let (concealed, melds) = match below(rng, 20) {
        0 | 1 => (seven_pairs(rng)?, Melds::EMPTY),
        2 => (thirteen_orphans(rng)?, Melds::EMPTY),
        3 => (honors_and_knitted(rng)?, Melds::EMPTY),
        4 | 5 => knitted_straight(rng)?,
        6 => (nine_gates(rng), Melds::EMPTY),
        kind => {
            let sets =
                if kind == 7 { terminal_chows(rng)? } else { sets_and_pair(rng, 4, TileCounts::EMPTY)? };
            (sets.concealed, sets.melds)
        }
    };
    let winning_tile = pick(rng, concealed.kinds())?;
    let context = context(rng, &concealed, &melds, winning_tile);
    Some(HandString { concealed, melds, winning_tile: Some(winning_tile), context })
}

/// Flags that the hand does not contradict.
fn context(rng: &mut DecisionRng, concealed: &TileCounts, melds: &Melds, winning_tile: Tile) -> WinContext {
    let mut context =
        WinContext::discard(Wind::ALL[below(rng, 4) as usize], Wind::ALL[below(rng, 4) as usize]);
    let held = concealed.get(winning_tile) > 1;
    let melded = melds.iter().any(|meld| meld.tiles().any(|tile| tile == winning_tile));
    context.self_drawn = one_in(rng, 2);
    context.last_wall_tile = one_in(rng, 8);
    context.last_of_kind = !held && one_in(rng, 4);
    context.kong = one_in(rng, 4)
        && if context.self_drawn {
            melds.iter().any(Meld::is_kong)
        } else {
            !held && !melded && !context.last_wall_tile
        };
    context.flowers = if one_in(rng, 2) { below(rng, 9) } else { 0 };
    context
}

/// The kinds a hand keeps to.
fn pool(rng: &mut DecisionRng) -> TileSet {
    let suit = |s: u8| TileSet::from_bits(0x1FF << (9 * s));
    let ranks = |low: u8, high: u8| -> TileSet {
        Tile::kinds().filter(|t| t.rank().is_some_and(|r| (low..=high).contains(&r))).collect()
    };
    let honors = TileSet::from_bits(0x7F << 27);
    let suits = ranks(1, 9);
    match below(rng, 20) {
        0 => suit(below(rng, 3)),
        1 => suit(below(rng, 3)) | honors,
        2 => suits & !suit(below(rng, 3)),
        3 => (suits & !suit(below(rng, 3))) | honors,
        4 => ranks(1, 4),
        5 => ranks(6, 9),
        6 => ranks(4, 6),
        7 => ranks(2, 8),
        8 => ranks(1, 3) | ranks(7, 9),
        9 => TileSet::TERMINALS_AND_HONORS,
        10 => {
            honors
                | (if one_in(rng, 2) {
                    TileSet::EMPTY
                } else {
                    suit(below(rng, 3)) & ranks(1, 1 + below(rng, 4))
                })
        }
        // Green; upside down the same; even.
        11 => [1, 2, 3, 5, 7].into_iter().map(|i| Tile::new(9 + i)).chain([Tile::GREEN]).collect(),
        12 => {
            let bamboo = [1, 3, 4, 5, 7, 8].into_iter().map(|i| Tile::new(9 + i));
            let dots = [0, 1, 2, 3, 4, 7, 8].into_iter().map(|i| Tile::new(18 + i));
            bamboo.chain(dots).chain([Tile::WHITE]).collect()
        }
        13 => suits & Tile::kinds().filter(|t| t.rank().is_some_and(|r| r % 2 == 0)).collect(),
        14 => ranks(1, 3) | ranks(7, 9) | honors,
        15 => suits,
        _ => TileSet::ALL,
    }
}

struct Sets {
    concealed: TileCounts,
    melds: Melds,
    /// With the melds.
    all: TileCounts,
}

impl Sets {
    /// Adds tiles to the hand, `false` when there would be more than four of a kind.
    fn take(&mut self, tiles: impl Iterator<Item = Tile>, concealed: bool) -> bool {
        for tile in tiles {
            if self.all.get(tile) == 4 {
                return false;
            }
            self.all.add(tile);
            if concealed {
                self.concealed.add(tile);
            }
        }
        true
    }
}

/// How many of ten sets are pungs, of ten are melded, of ten pungs are kongs.
struct Habits {
    pungs: u8,
    melded: u8,
    kongs: u8,
    related: u8,
}

/// Some sets and a pair beside tiles that are held already.
fn sets_and_pair(rng: &mut DecisionRng, count: usize, held: TileCounts) -> Option<Sets> {
    let pool = pool(rng);
    let habits = Habits {
        pungs: [1, 3, 6, 10][below(rng, 4) as usize],
        melded: [0, 0, 3, 6, 10][below(rng, 5) as usize],
        kongs: [0, 2, 8][below(rng, 3) as usize],
        related: [0, 5, 9][below(rng, 3) as usize],
    };
    let mut sets = Sets { concealed: held, melds: Melds::EMPTY, all: held };
    let mut last = None;
    for _ in 0..count {
        let pung = below(rng, 10) < habits.pungs;
        let related = below(rng, 10) < habits.related;
        let lowest = next_set(rng, pool, pung, last.filter(|_| related))?;
        last = Some(lowest);
        add_set(rng, &mut sets, &habits, pung, lowest)?;
    }
    let pair = pick(rng, pool)?;
    sets.take([pair; 2].into_iter(), true).then_some(sets)
}

/// Adds a set, concealed, melded or as a kong.
fn add_set(rng: &mut DecisionRng, sets: &mut Sets, habits: &Habits, pung: bool, lowest: Tile) -> Option<()> {
    let melded = below(rng, 10) < habits.melded;
    let offer = [Offer::Left, Offer::Opposite, Offer::Right][below(rng, 3) as usize];
    let kong = pung && below(rng, 10) < habits.kongs;
    let meld = match (pung, melded, kong) {
        (true, true, true) if one_in(rng, 2) => Some(Meld::added_kong(lowest, offer)),
        (true, true, true) => Some(Meld::melded_kong(lowest, offer)),
        (true, false, true) => Some(Meld::concealed_kong(lowest)),
        (true, true, false) => Some(Meld::pung(lowest, offer)),
        (false, true, _) => Some(Meld::chow(lowest, below(rng, 3))),
        (_, false, _) => None,
    };
    sets.melds = sets.melds.iter().chain(meld).collect();
    let step = u8::from(!pung);
    let tiles = (0..3).map(|i| Tile::new(lowest.index() as u8 + i * step));
    let fits = match meld {
        Some(meld) => sets.take(meld.tiles(), false),
        None => sets.take(tiles, true),
    };
    fits.then_some(())
}

/// 123 and 789 twice with a pair of fives.
fn terminal_chows(rng: &mut DecisionRng) -> Option<Sets> {
    let mut sets = Sets { concealed: TileCounts::EMPTY, melds: Melds::EMPTY, all: TileCounts::EMPTY };
    let habits = Habits { pungs: 0, melded: [0, 0, 5][below(rng, 3) as usize], kongs: 0, related: 0 };
    for suit in [below(rng, 3), below(rng, 3)] {
        add_set(rng, &mut sets, &habits, false, Tile::new(9 * suit))?;
        add_set(rng, &mut sets, &habits, false, Tile::new(9 * suit + 6))?;
    }
    let pair = Tile::new(9 * below(rng, 3) + 4);
    sets.take([pair; 2].into_iter(), true).then_some(sets)
}

/// The lowest tile of a set within the pool; near the last one where there is one: the same ranks in any suit, or
/// some ranks higher.
fn next_set(rng: &mut DecisionRng, pool: TileSet, pung: bool, last: Option<Tile>) -> Option<Tile> {
    let starts: TileSet = if pung {
        pool
    } else {
        let run = |t: &Tile| {
            matches!(t.rank(), Some(1..=7)) && (1..3).all(|i| pool.contains(Tile::new(t.index() as u8 + i)))
        };
        pool.into_iter().filter(run).collect()
    };
    let near: TileSet = match last {
        Some(last) if last.is_honor() => TileSet::from_bits(0x7F << 27),
        Some(last) => {
            let step = [0, 0, 1, 2, 3, 6][below(rng, 6) as usize];
            let rank = last.rank()?;
            let higher = |t: &Tile| t.rank().is_some_and(|r| r == rank + step || r + step == rank);
            let suit = last.suit();
            let same_suit = one_in(rng, 2);
            Tile::kinds().filter(|t| higher(t) && (!same_suit || t.suit() == suit)).collect()
        }
        None => TileSet::ALL,
    };
    pick(rng, starts & near).or_else(|| pick(rng, starts))
}

fn seven_pairs(rng: &mut DecisionRng) -> Option<TileCounts> {
    let mut counts = TileCounts::EMPTY;
    if one_in(rng, 4) {
        let lowest = 9 * below(rng, 3) + below(rng, 3);
        return Some((lowest..lowest + 7).flat_map(|i| [Tile::new(i); 2]).collect());
    }
    let pool = pool(rng);
    for _ in 0..7 {
        let tile = pick(rng, pool).filter(|tile| counts.get(*tile) < 4)?;
        counts.add(tile);
        counts.add(tile);
    }
    Some(counts)
}

fn thirteen_orphans(rng: &mut DecisionRng) -> Option<TileCounts> {
    let second = pick(rng, TileSet::TERMINALS_AND_HONORS)?;
    Some(TileSet::TERMINALS_AND_HONORS.into_iter().chain([second]).collect())
}

fn honors_and_knitted(rng: &mut DecisionRng) -> Option<TileCounts> {
    let mut kinds = KNITTED_PATTERNS[below(rng, 6) as usize] | TileSet::from_bits(0x7F << 27);
    while kinds.len() > 14 {
        kinds.remove(pick(rng, kinds)?);
    }
    Some(kinds.into_iter().collect())
}

fn knitted_straight(rng: &mut DecisionRng) -> Option<(TileCounts, Melds)> {
    let pattern: TileCounts = KNITTED_PATTERNS[below(rng, 6) as usize].into_iter().collect();
    let sets = sets_and_pair(rng, 1, pattern)?;
    Some((sets.concealed, sets.melds))
}

/// 1112345678999 and any tile of the suit.
fn nine_gates(rng: &mut DecisionRng) -> TileCounts {
    let suit = 9 * below(rng, 3);
    let extra = below(rng, 9);
    let places = (0..9).chain([0, 0, 8, 8, extra]);
    places.map(|place| Tile::new(suit + place)).collect()
}
