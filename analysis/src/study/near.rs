//! Near misses: rare fans estimated from every tile that would have won, not only from the one that came.
//!
//! **Own draws.** Before a draw, given all that has happened and all four hands, the tile that comes is any of those
//! left in the wall, each as likely. So instead of a win that shows the fan or not, each draw of a ready seat counts
//! the share of the tiles left that would have shown it. Both sums have the same expectation, as long as agents take
//! every win: the difference is a sum of terms that are zero on average given the past, which the check tests.
//!
//! **Discards.** What others discard is theirs to choose, so its chance is taken from the runs: of all moments in which
//! a seat could have won on a kind, by kind (honor, terminal, 2 or 8, middle), copies the seat has not seen, and tiles
//! left, how often that kind was discarded and won. Each moment then counts that chance for the fans it would have shown.
//! This is exact in sum over all fans and an approximation for each: the check tells how good.
//!
//! The dealer's opening tile and robbed kongs are left out on both sides.

use super::{
    StudyError,
    follow::{Chance, Follower},
};
use mcr_engine::{Event, Fan, RuleSet, Seat, Tile, WallLayout};
use mcr_sim::{
    log::{DealRow, Ending, Win},
    replay::{Replayed, replay_moves},
    run::RunFolder,
    statistics::Interval,
};
use rayon::prelude::*;
use serde::Serialize;

/// Batches whose spread gives the errors.
const BATCHES: usize = 100;

/// Kinds × copies × stretches of the wall.
const CELLS: usize = 4 * 4 * 6;

const FANS: usize = Fan::EVERY_COUNT;

/// Deals that one thread takes at a time.
const PIECE: usize = 250;

/// Every fan estimated from near misses, beside the plain count.
#[derive(Clone, Debug, Serialize)]
pub struct NearMisses {
    /// Deals played again.
    pub deals: u64,
    /// By id.
    pub fans: Vec<NearLine>,
}

/// One fan.
#[derive(Clone, Debug, Serialize)]
pub struct NearLine {
    /// Its id.
    pub id: u8,
    /// Wins by own draw.
    pub own_draw: Compared,
    /// Wins on a discard.
    pub discard: Compared,
    /// Both, a million deals.
    pub both: Compared,
}

/// A frequency counted and estimated, a million deals.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Compared {
    /// Wins counted.
    pub wins: u64,
    /// Wins counted, a million deals.
    pub plain: f64,
    /// Its standard error.
    pub plain_error: f64,
    /// Estimated from near misses.
    pub near: f64,
    /// Its standard error.
    pub near_error: f64,
    /// Standard errors by which the two differ, of their difference.
    pub z: f64,
}

impl Compared {
    /// The normal 95 % interval of the estimate, which is not below nothing.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let around = Interval::around(self.near, 1.96 * self.near_error);
        Interval { low: around.low.max(0.0), high: around.high }
    }

    /// How many times the deals a plain count would need for the same error.
    #[must_use]
    pub fn gain(&self) -> f64 {
        (self.plain_error / self.near_error).powi(2)
    }
}

/// What a batch of deals gave.
#[derive(Clone)]
struct Batch {
    deals: u64,
    own_plain: Vec<u64>,
    own_near: Vec<f64>,
    discard_plain: Vec<u64>,
    /// By fan and cell: moments in which the fan would have been shown.
    moments: Vec<u32>,
    /// By cell: all such moments, and those that were won.
    all_moments: Vec<u64>,
    won: Vec<u64>,
}

impl Batch {
    fn new() -> Batch {
        Batch {
            deals: 0,
            own_plain: vec![0; FANS],
            own_near: vec![0.0; FANS],
            discard_plain: vec![0; FANS],
            moments: vec![0; FANS * CELLS],
            all_moments: vec![0; CELLS],
            won: vec![0; CELLS],
        }
    }

    fn add(&mut self, rules: &RuleSet, row: &DealRow, replayed: &Replayed) -> Option<()> {
        self.deals += 1;
        let (mut follower, opening) = Follower::start(rules, row.prevalent, replayed)?;
        let win = match &row.ending {
            Ending::Win(win) => Some(win),
            _ => None,
        };
        let mut live: Vec<(Seat, Tile, usize)> = Vec::new();
        let mut last = None;
        for event in &replayed.events[opening..] {
            let left = follower.left();
            follower.apply(*event)?;
            match *event {
                Event::Draw { seat, tile } | Event::Replacement { seat, tile } => {
                    for Chance { copies, score, .. } in follower.draws(seat, tile) {
                        for (fan, _) in score.fans() {
                            self.own_near[fan.index()] += f64::from(copies) / left as f64;
                        }
                    }
                    last = Some(*event);
                }
                Event::Discard { seat: from, tile: discard, .. } => {
                    live.clear();
                    for seat in Seat::ALL.into_iter().filter(|seat| *seat != from) {
                        for Chance { tile, copies, score } in follower.discards(seat, from, discard) {
                            let cell = cell(tile, copies, left);
                            self.all_moments[cell] += 1;
                            score.fans().for_each(|(fan, _)| self.moments[fan.index() * CELLS + cell] += 1);
                            if tile == discard {
                                live.push((seat, tile, cell));
                            }
                        }
                    }
                    last = Some(*event);
                }
                Event::Hu { seat, .. } => self.add_win(win?, seat, last, &live),
                other => last = Some(other),
            }
        }
        Some(())
    }

    /// Counts a win plainly; the opening tile's and robbed kongs' have no last event that counts.
    fn add_win(&mut self, win: &Win, winner: Seat, last: Option<Event>, live: &[(Seat, Tile, usize)]) {
        let counted = match last {
            Some(Event::Draw { .. } | Event::Replacement { .. }) => &mut self.own_plain,
            Some(Event::Discard { .. }) => {
                if let Some((_, _, cell)) = live.iter().find(|(seat, _, _)| *seat == winner) {
                    self.won[*cell] += 1;
                }
                &mut self.discard_plain
            }
            _ => return,
        };
        for fan in win.fans.iter().filter_map(|(id, _)| Fan::from_id(*id)) {
            counted[fan.index()] += 1;
        }
    }

    fn merge(&mut self, other: &Batch) {
        self.deals += other.deals;
        fn add<T: Copy + std::ops::AddAssign>(sums: &mut [T], more: &[T]) {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += *more);
        }
        add(&mut self.own_plain, &other.own_plain);
        add(&mut self.own_near, &other.own_near);
        add(&mut self.discard_plain, &other.discard_plain);
        add(&mut self.moments, &other.moments);
        add(&mut self.all_moments, &other.all_moments);
        add(&mut self.won, &other.won);
    }
}

/// What makes the discard of a kind likely.
fn cell(tile: Tile, copies: u8, left: usize) -> usize {
    let class = match tile.rank() {
        None => 0,
        Some(1 | 9) => 1,
        Some(2 | 8) => 2,
        Some(_) => 3,
    };
    let stretch = (left / 15).min(5);
    (class * 4 + usize::from(copies.clamp(1, 4) - 1)) * 6 + stretch
}

/// Plays the deals of run folders again, `most` at most, on the threads of the current rayon pool.
///
/// # Errors
/// When a folder cannot be read, or is of rules with a wall for each seat, whose draws are not alike.
pub fn near_misses(
    folders: &[RunFolder],
    most: u64,
    progress: impl Fn(u64) + Sync,
) -> Result<NearMisses, StudyError> {
    let mut batches = Batches::default();
    let mut deals = 0;
    for folder in folders {
        let rules = folder.manifest().rules;
        if rules.wall != WallLayout::Shared {
            return Err(StudyError::Walls { path: folder.path().display().to_string() });
        }
        for part in folder.parts_done()? {
            if deals >= most {
                break;
            }
            let mut rows = Vec::new();
            folder.read_part(part, |row| rows.push(row.clone()))?;
            rows.truncate(usize::try_from(most - deals).unwrap_or(usize::MAX));
            deals += rows.len() as u64;
            // Pieces of a fixed size, whatever the threads.
            let piece = |rows: &[DealRow]| {
                let mut batch = Batch::new();
                for row in rows {
                    // Deals that do not replay are left out; `mcr validate` names them.
                    if let Ok(replayed) = replay_moves(&rules, row) {
                        let _ = batch.add(&rules, row, &replayed);
                    }
                    progress(1);
                }
                batch
            };
            rows.par_chunks(PIECE)
                .map(piece)
                .collect::<Vec<Batch>>()
                .into_iter()
                .for_each(|more| batches.push(more));
        }
    }
    Ok(summarised(&batches.all))
}

/// Batches of equally many pieces, whose number stays between [`BATCHES`] and twice that however many pieces come:
/// with unequal ones a few would give all of the spread.
#[derive(Default)]
struct Batches {
    all: Vec<Batch>,
    /// Pieces a batch has; 0 before the first.
    unit: usize,
    /// Pieces in the last one.
    filled: usize,
}

impl Batches {
    fn push(&mut self, piece: Batch) {
        match self.all.last_mut().filter(|_| self.filled < self.unit) {
            Some(last) => {
                last.merge(&piece);
                self.filled += 1;
            }
            None => {
                self.all.push(piece);
                self.unit = self.unit.max(1);
                self.filled = 1;
            }
        }
        if self.all.len() == 2 * BATCHES && self.filled == self.unit {
            self.halve();
        }
    }

    /// Puts neighbours together.
    fn halve(&mut self) {
        let pairs = self.all.chunks(2).map(|pair| {
            let mut both = pair[0].clone();
            pair[1..].iter().for_each(|more| both.merge(more));
            both
        });
        self.all = pairs.collect();
        self.unit *= 2;
        self.filled = self.unit;
    }
}

fn summarised(batches: &[Batch]) -> NearMisses {
    let mut all = Batch::new();
    batches.iter().for_each(|batch| all.merge(batch));
    let chances: Vec<f64> =
        all.won.iter().zip(&all.all_moments).map(|(won, all)| *won as f64 / (*all).max(1) as f64).collect();
    let line = |fan: Fan| {
        let place = fan.index();
        let discard_near = |batch: &Batch| {
            let moments = &batch.moments[place * CELLS..(place + 1) * CELLS];
            moments.iter().zip(&chances).map(|(moments, chance)| f64::from(*moments) * chance).sum::<f64>()
        };
        let own: Vec<Pair> =
            batches.iter().map(|b| Pair::new(b, b.own_plain[place] as f64, b.own_near[place])).collect();
        let discard: Vec<Pair> =
            batches.iter().map(|b| Pair::new(b, b.discard_plain[place] as f64, discard_near(b))).collect();
        let both: Vec<Pair> = own
            .iter()
            .zip(&discard)
            .map(|(a, b)| Pair { deals: a.deals, plain: a.plain + b.plain, near: a.near + b.near })
            .collect();
        NearLine {
            id: fan.id(),
            own_draw: compared(&own),
            discard: compared(&discard),
            both: compared(&both),
        }
    };
    let fans = Fan::ALL.into_iter().filter(|fan| *fan != Fan::FlowerTiles).map(line).collect();
    NearMisses { deals: all.deals, fans }
}

/// A batch's wins, counted and estimated.
struct Pair {
    deals: f64,
    plain: f64,
    near: f64,
}

impl Pair {
    fn new(batch: &Batch, plain: f64, near: f64) -> Pair {
        Pair { deals: batch.deals as f64, plain, near }
    }
}

/// Rates a million deals with errors from the spread of the batches around the common rate.
fn compared(batches: &[Pair]) -> Compared {
    let deals: f64 = batches.iter().map(|pair| pair.deals).sum();
    let rate = |of: &dyn Fn(&Pair) -> f64| {
        let rate = batches.iter().map(of).sum::<f64>() / deals.max(1.0);
        let spread: f64 = batches.iter().map(|pair| (of(pair) - rate * pair.deals).powi(2)).sum();
        let n = batches.len() as f64;
        let error = (spread * n / (n - 1.0).max(1.0)).sqrt() / deals.max(1.0);
        (1e6 * rate, 1e6 * error)
    };
    let (plain, plain_error) = rate(&|pair| pair.plain);
    let (near, near_error) = rate(&|pair| pair.near);
    let (difference, error) = rate(&|pair| pair.near - pair.plain);
    let wins = batches.iter().map(|pair| pair.plain).sum::<f64>() as u64;
    Compared {
        wins,
        plain,
        plain_error,
        near,
        near_error,
        z: if error > 0.0 { difference / error } else { 0.0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_stay_equal_however_many_pieces_come() {
        let mut batches = Batches::default();
        for pieces in 1..=3000u64 {
            let mut piece = Batch::new();
            piece.deals = PIECE as u64;
            batches.push(piece);
            let (last, full) = batches.all.split_last().unwrap();
            assert!(full.iter().all(|batch| batch.deals == (batches.unit * PIECE) as u64), "{pieces} pieces");
            assert!(last.deals <= (batches.unit * PIECE) as u64);
            assert_eq!(batches.all.iter().map(|batch| batch.deals).sum::<u64>(), pieces * PIECE as u64);
            assert!(batches.all.len() <= 2 * BATCHES && (pieces < 200 || batches.all.len() >= BATCHES));
        }
    }

    /// Two batches with 1 and 3 wins of 100 deals each: 20,000 a million deals, and the error of a mean of two.
    #[test]
    fn errors_are_those_of_the_mean_of_batches() {
        let batches = [1.0, 3.0].map(|plain| Pair { deals: 100.0, plain, near: 2.0 });
        let found = compared(&batches);
        assert_eq!((found.wins, found.near_error), (4, 0.0));
        assert!(
            (found.plain - 20_000.0).abs() < 1e-6 && (found.plain_error - 10_000.0).abs() < 1e-6,
            "{found:?}"
        );
        assert!(found.z.abs() < 1e-9);
    }
}
