//! What a hand is worth under the 2012 competition code: every way to a technical fan, by how many tiles it lacks, how
//! many of them are live and what it pays.

use super::{
    outlook::Outlook,
    planes::{ALL, DRAGONS, HONORS, bits},
    value::Values,
};
use mcr_engine::{
    MeldKind, Melds, Shape, Tile, TileCounts, TileSet, WinContext,
    scoring::{self, WinningHand},
    shape::{self, competition},
};
use std::sync::LazyLock;

/// Part of the turns left in which nobody has won yet.
const TURNS: f32 = 0.55;
/// A tile that wins may be discarded by any of three.
const WINS: f32 = 2.6;
/// Ways that lack so many tiles more than the nearest count.
const SLACK: u32 = 2;
/// Payments of a win of T: three times by own draw, twice on a discard.
const PAID: f32 = 2.35;
/// Additional points: of a concealed hand, and on average.
const CONCEALED: f32 = 8.0;
const BESIDES: f32 = 3.5;
/// A missing tile has no better chance than with so many live ones.
const MOST_LIVE: f32 = 5.0;
/// What the next best way counts while the better has not come about, and what all ways count beside a ready hand.
const NEXT: f32 = 0.5;
const BESIDE_READY: f32 = 0.5;

/// Three runs that make a fan: their lowest tiles.
struct Runs {
    starts: [u8; 3],
    points: f32,
}

/// Straights of one suit and of three, and three runs 123, 456 or 789.
static RUNS: LazyLock<Vec<Runs>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for suit in 0..3u8 {
        all.push(Runs { starts: [0, 3, 6].map(|rank| 9 * suit + rank), points: 10.0 });
    }
    for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        all.push(Runs { starts: [9 * a, 9 * b + 3, 9 * c + 6], points: 10.0 });
    }
    for rank in [0, 3, 6] {
        for a in 0..3 {
            for b in a..3 {
                for c in b..3 {
                    all.push(Runs { starts: [a, b, c].map(|suit| 9 * suit + rank), points: 20.0 });
                }
            }
        }
    }
    all
});

/// A way to a technical fan.
#[derive(Clone, Copy)]
struct Way {
    lacks: u32,
    useful: TileSet,
    points: f32,
}

/// The value of a hand of 14 − 3m tiles for each discard, or of 13 − 3m as it is.
pub(super) fn values(outlook: &Outlook<'_>, concealed: &TileCounts, melds: &Melds, turns: f32) -> Values {
    let hand = Hand { outlook, melds, turns: turns * TURNS };
    let mut values =
        Values { by_discard: [0.0; 34], keep: 0.0, nearest: u32::MAX, leads: Vec::new(), waits: 0 };
    if concealed.total() % 3 == 1 {
        (values.keep, values.nearest) = hand.value(concealed);
        return values;
    }
    for tile in concealed.kinds() {
        let (value, nearest) = hand.value(&concealed.without(tile));
        values.by_discard[tile.index()] = value;
        values.nearest = values.nearest.min(nearest);
    }
    values
}

struct Hand<'a> {
    outlook: &'a Outlook<'a>,
    melds: &'a Melds,
    turns: f32,
}

impl Hand<'_> {
    /// The value of 13 − 3m tiles and how many the nearest way lacks.
    fn value(&self, tiles: &TileCounts) -> (f32, u32) {
        let mut ways = self.ways(tiles);
        let nearest = ways.iter().map(|way| way.lacks).min().unwrap_or(14);
        ways.retain(|way| way.lacks <= nearest + SLACK && way.lacks > 1);
        let besides = BESIDES + 2.0 * f32::from(self.outlook.flowers);
        let mut chances: Vec<(f32, f32)> =
            ways.iter().map(|way| (self.chance(way), PAID * (way.points + besides))).collect();
        chances.sort_by(|a, b| (b.0 * b.1).total_cmp(&(a.0 * a.1)));
        // Ways overlap: the best counts, and a part of the next as long as it has not come about.
        let (mut later, mut left) = (0.0, 1.0);
        for (chance, pay) in chances.into_iter().take(4) {
            later += left * chance * pay;
            left *= NEXT * (1.0 - chance);
        }
        let (chance, ready) = self.ready(tiles);
        (ready + (1.0 - chance) * BESIDE_READY * later, nearest)
    }

    /// The chance that a way's tiles come: every missing one by itself, with its share of the live tiles.
    fn chance(&self, way: &Way) -> f32 {
        let live: f32 = way.useful.into_iter().map(|tile| self.live(tile)).sum();
        let rate = (live / way.lacks.max(1) as f32).min(MOST_LIVE) / self.unseen();
        (1.0 - (-rate * self.turns).exp()).powi(way.lacks as i32)
    }

    /// Chance and value of the win that a ready hand waits for, by the exact scorer.
    fn ready(&self, tiles: &TileCounts) -> (f32, f32) {
        let (mut rate, mut pay) = (0.0, 0.0);
        for tile in competition::waits(tiles, self.melds.len()) {
            let live = self.live(tile);
            if live <= 0.0 {
                continue;
            }
            let hand = WinningHand { concealed: tiles.with(tile), melds: *self.melds, winning_tile: tile };
            let context = WinContext {
                flowers: self.outlook.flowers,
                ..WinContext::discard(self.outlook.prevalent, self.outlook.seat)
            };
            let Some(score) = scoring::score(&hand, &context, self.outlook.rules) else { continue };
            if score.is_enough(self.outlook.rules) {
                let comes = live / self.unseen() * WINS;
                rate += comes;
                pay += comes * PAID * f32::from(score.total());
            }
        }
        if rate <= 0.0 {
            return (0.0, 0.0);
        }
        let chance = 1.0 - (-rate * self.turns).exp();
        (chance, pay / rate * chance)
    }

    fn live(&self, tile: Tile) -> f32 {
        self.outlook.unseen().copies(tile.index()) as f32
    }

    fn unseen(&self) -> f32 {
        self.outlook.unseen_in_all().max(1) as f32
    }

    /// Every way that the melds allow.
    fn ways(&self, tiles: &TileCounts) -> Vec<Way> {
        let mut ways = Vec::with_capacity(64);
        let bonus = if self.melds.all_concealed() { CONCEALED * 0.6 } else { 0.0 };
        for runs in RUNS.iter() {
            ways.extend(self.runs(tiles, runs, bonus));
        }
        if self.melds.len() <= 1 {
            ways.extend(self.knitted(tiles, bonus));
        }
        for suit in 0..3 {
            let suit = 0x1ff << (9 * suit);
            ways.extend(self.only(tiles, suit, 30.0 + bonus));
            ways.extend(self.only(tiles, suit | HONORS, 20.0 + bonus));
        }
        ways.extend(self.pungs(tiles));
        ways.extend(self.dragons(tiles));
        if self.melds.is_empty() {
            ways.push(seven_pairs(tiles));
            ways.push(unconnected(tiles));
        } else if self.melds.iter().all(|meld| meld.is_open()) && self.melds.len() >= 3 {
            // All further sets must be claimed.
            let near = shape::useful_tiles(tiles, self.melds.len());
            let lacks = (near.shanten + 1).unsigned_abs().into();
            ways.push(Way { lacks, useful: near.tiles, points: 20.0 });
        }
        ways
    }

    /// Three runs, a set and a pair.
    fn runs(&self, tiles: &TileCounts, runs: &Runs, bonus: f32) -> Option<Way> {
        let mut used = [false; 4];
        let (mut rest, mut lacks, mut useful, mut made) = (*tiles, 0, 0u64, 0);
        for start in runs.starts {
            let is_run = |(place, meld): &(usize, mcr_engine::Meld)| {
                !used[*place] && meld.kind() == MeldKind::Chow && meld.tile().index() == usize::from(start)
            };
            if let Some((place, _)) = self.melds.iter().enumerate().find(is_run) {
                used[place] = true;
                made += 1;
                continue;
            }
            for index in start..start + 3 {
                let tile = Tile::new(index);
                if rest.get(tile) > 0 {
                    rest.remove(tile);
                } else {
                    lacks += 1;
                    useful |= 1 << index;
                }
            }
        }
        let others = self.melds.len() - made;
        if others > 1 || lacks > 6 {
            return None;
        }
        Some(with_rest(&rest, 3 + others, lacks, useful, runs.points + bonus))
    }

    /// The nine tiles of a knitted pattern, a set and a pair; the nearest pattern only.
    fn knitted(&self, tiles: &TileCounts, bonus: f32) -> Option<Way> {
        let held = |pattern: &&TileSet| (tiles.kinds() & **pattern).len();
        let pattern = shape::KNITTED_PATTERNS.iter().max_by_key(held)?;
        let (mut rest, mut lacks, mut useful) = (*tiles, 0, 0u64);
        for tile in *pattern {
            if rest.get(tile) > 0 {
                rest.remove(tile);
            } else {
                lacks += 1;
                useful |= 1 << tile.index();
            }
        }
        (lacks <= 5).then(|| with_rest(&rest, 3 + self.melds.len(), lacks, useful, 10.0 + bonus))
    }

    /// Four sets and a pair of these kinds only.
    fn only(&self, tiles: &TileCounts, kinds: u64, points: f32) -> Option<Way> {
        let inside = |meld: mcr_engine::Meld| kinds >> meld.tile().index() & 1 == 1;
        if !self.melds.iter().all(inside) {
            return None;
        }
        let mut groups = *tiles.groups();
        for (group, key) in groups.iter_mut().enumerate() {
            if kinds >> (9 * group) & 1 == 0 {
                *key = 0;
            }
        }
        let rest = TileCounts::from_groups(groups);
        let lacks = (shape::shanten_of(Shape::Standard, &rest, self.melds.len())? + 1).unsigned_abs().into();
        if lacks > 7 {
            return None;
        }
        let useful = shape::useful_tiles(&rest, self.melds.len()).tiles & TileSet::from_bits(kinds);
        Some(Way { lacks, useful, points })
    }

    /// Four pungs and a pair.
    fn pungs(&self, tiles: &TileCounts) -> Option<Way> {
        if self.melds.iter().any(|meld| meld.kind() == MeldKind::Chow) {
            return None;
        }
        let sets = 4 - self.melds.len();
        let mut counts: Vec<(u8, usize)> =
            bits(tiles.kinds().bits()).map(|kind| (tiles.get(Tile::new(kind as u8)).min(3), kind)).collect();
        // Of equal counts the kind of which more are live.
        counts.sort_by_key(|(count, kind)| std::cmp::Reverse((*count, self.outlook.unseen().copies(*kind))));
        let need = |place: usize, size: u8| size - counts.get(place).map_or(0, |(count, _)| *count).min(size);
        let lacks = (0..sets).map(|place| u32::from(need(place, 3))).sum::<u32>() + u32::from(need(sets, 2));
        let useful = counts.iter().take(sets + 1).filter(|(count, _)| *count < 3);
        let useful = useful.fold(0u64, |all, (_, kind)| all | 1 << kind);
        (lacks <= 6).then_some(Way { lacks, useful: TileSet::from_bits(useful), points: 22.0 })
    }

    /// Three pungs of dragons, a set and a pair.
    fn dragons(&self, tiles: &TileCounts) -> Option<Way> {
        let (mut rest, mut lacks, mut useful, mut made) = (*tiles, 0u32, 0u64, 0);
        for kind in bits(DRAGONS) {
            let tile = Tile::new(kind as u8);
            if self.melds.iter().any(|meld| meld.tile() == tile) {
                made += 1;
                continue;
            }
            let held = rest.get(tile).min(3);
            rest.remove_copies(tile, held);
            if held < 3 {
                lacks += u32::from(3 - held);
                useful |= 1 << kind;
            }
        }
        let others = self.melds.len() - made;
        if others > 1 || lacks > 4 {
            return None;
        }
        Some(with_rest(&rest, 3 + others, lacks, useful, 30.0))
    }
}

/// The way with what the set and the pair beside the fan lack: `rest` with so many sets laid out.
fn with_rest(rest: &TileCounts, sets: usize, lacks: u32, useful: u64, points: f32) -> Way {
    let beside = shape::useful_tiles(rest, sets);
    let more: u32 = (beside.shanten + 1).unsigned_abs().into();
    let beside = if more > 0 { beside.tiles.bits() } else { 0 };
    Way { lacks: lacks + more, useful: TileSet::from_bits((useful | beside) & ALL), points }
}

fn seven_pairs(tiles: &TileCounts) -> Way {
    let pairs: u32 =
        bits(tiles.kinds().bits()).map(|kind| u32::from(tiles.get(Tile::new(kind as u8)) / 2)).sum();
    let odd = tiles.kinds() & !(tiles.at_least(2) & !tiles.at_least(3)) & !tiles.at_least(4);
    Way { lacks: 7 - pairs.min(7), useful: odd, points: 30.0 }
}

fn unconnected(tiles: &TileCounts) -> Way {
    let (lacks, useful) = competition::unconnected(tiles);
    Way { lacks: lacks.into(), useful, points: 20.0 }
}
