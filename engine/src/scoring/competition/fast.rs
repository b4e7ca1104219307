//! The score by bit tests: every reading is two masks, one of chows by their lowest tile, one of pungs.

use super::{Circumstances, CompetitionFan as Fan, CompetitionScore, Draw};
use crate::{
    meld::MeldKind,
    scoring::WinningHand,
    shape::{self, Reading, Set, competition},
    tile::Tile,
    tile_set::TileSet,
};

const SUITS: [u64; 3] = [0o777, 0o777 << 9, 0o777 << 18];
const HONORS: u64 = 0o177 << 27;
const DRAGONS: u64 = 0b111 << 31;

/// What the hand is worth in its best reading; `None` when it is not complete. Whether it may win is another question:
/// [`CompetitionScore::technical`].
#[must_use]
pub fn score(hand: &WinningHand, at: &Circumstances) -> Option<CompetitionScore> {
    let ground = Ground::of(hand, at);
    let mut best: Option<CompetitionScore> = None;
    let mut keep = |score: CompetitionScore| {
        if best.is_none_or(|known| score.rank() > known.rank()) {
            best = Some(score);
        }
    };
    for reading in shape::readings(&hand.concealed, hand.melds.len()) {
        match reading {
            Reading::Standard { sets, pair } => keep(ground.sets(&sets, pair, None)),
            Reading::KnittedStraight { pattern, set, pair } => {
                keep(ground.sets(set.as_slice(), pair, Some(pattern.tiles())));
            }
            Reading::SevenPairs => keep(ground.plain(Fan::SevenPairs)),
            // No hands of this code.
            Reading::ThirteenOrphans | Reading::HonorsAndKnitted { .. } => {}
        }
    }
    if hand.melds.is_empty() && competition::is_unconnected(&hand.concealed) {
        keep(ground.plain(Fan::Unconnected));
    }
    best
}

/// What all readings have in common.
struct Ground<'a> {
    hand: &'a WinningHand,
    at: &'a Circumstances,
    /// Flushes, flowers and the ways to win.
    common: CompetitionScore,
    /// Melds: chows by their lowest tile, how many begin at rank 1, 4 and 7, and pungs.
    chows: u64,
    thirds: [u8; 3],
    pungs: u64,
    /// Whether one kind only completes the hand.
    unique: bool,
}

impl<'a> Ground<'a> {
    fn of(hand: &'a WinningHand, at: &'a Circumstances) -> Ground<'a> {
        let mut kinds = hand.concealed.kinds().bits();
        let mut ground = Ground {
            hand,
            at,
            common: CompetitionScore::of_flowers(at.flowers),
            chows: 0,
            thirds: [0; 3],
            pungs: 0,
            unique: false,
        };
        for meld in hand.melds.iter() {
            let tile = meld.tile();
            let set = if meld.kind() == MeldKind::Chow { Set::chow(tile) } else { Set::pung(tile) };
            note(set, &mut ground.chows, &mut ground.thirds, &mut ground.pungs);
            set.tiles().for_each(|tile| kinds |= 1 << tile.index());
        }
        if SUITS.iter().filter(|suit| kinds & **suit != 0).count() == 1 {
            ground.common.insert(if kinds & HONORS == 0 { Fan::FullFlush } else { Fan::HalfFlush });
        }
        match at.draw {
            Draw::Kong if at.self_drawn => ground.common.insert(Fan::KongReplacement),
            Draw::Flower if at.self_drawn => ground.common.insert(Fan::FlowerReplacement),
            _ => {}
        }
        if at.last_tiles {
            ground.common.insert(if at.self_drawn { Fan::LastTileDraw } else { Fan::LastTileClaim });
        }
        let before = hand.concealed.without(hand.winning_tile);
        ground.unique = competition::waits(&before, hand.melds.len()).len() == 1;
        ground
    }

    /// A hand of pairs or single tiles: neither its wait nor that it is concealed counts again.
    fn plain(&self, fan: Fan) -> CompetitionScore {
        let mut score = self.common;
        score.insert(fan);
        score
    }

    /// These concealed sets and the pair, with the tiles of a knitted pattern or none.
    fn sets(&self, sets: &[Set], pair: Tile, pattern: Option<TileSet>) -> CompetitionScore {
        let (mut chows, mut thirds, mut pungs) = (self.chows, self.thirds, self.pungs);
        sets.iter().for_each(|set| note(*set, &mut chows, &mut thirds, &mut pungs));
        let mut score = self.common;
        if pattern.is_some() {
            score.insert(Fan::KnittedStraight);
        }
        if (0..3).any(|suit| chows >> (9 * suit) & 0o111 == 0o111) {
            score.insert(Fan::PureStraight);
        }
        if is_mixed_straight(chows) {
            score.insert(Fan::MixedStraight);
        }
        if pungs.count_ones() == 4 {
            score.insert(Fan::AllPungs);
        }
        if pungs & DRAGONS == DRAGONS {
            score.insert(Fan::ThreeDragonPungs);
        }
        for (count, fan) in thirds.into_iter().zip([Fan::LowerChows, Fan::MiddleChows, Fan::UpperChows]) {
            if count >= 3 {
                score.insert(fan);
            }
        }
        let melds = &self.hand.melds;
        if melds.len() == 4 && melds.iter().all(|meld| meld.is_open()) {
            score.insert(Fan::MeldedSingleWait);
        }
        if melds.all_concealed() {
            score.insert(Fan::ConcealedHand);
        }
        self.wait(&mut score, sets, pair, pattern);
        score
    }

    /// 独一听 and 夹绝张: the winning tile has no place but in a closed, edge or single wait.
    fn wait(&self, score: &mut CompetitionScore, sets: &[Set], pair: Tile, pattern: Option<TileSet>) {
        let tile = self.hand.winning_tile;
        let is_narrow = |set: &Set| narrow(*set, tile);
        let places = sets.iter().filter(|set| set.contains(tile)).all(is_narrow);
        if !self.unique || !places || pattern.is_some_and(|pattern| pattern.contains(tile)) {
            return;
        }
        if self.at.pung_lies_open && pair != tile {
            score.insert(Fan::LastTileBetween);
        } else if !score.contains(Fan::MeldedSingleWait) {
            score.insert(Fan::UniqueWait);
        }
    }
}

/// Whether `tile` fills `set` from within or at the edge.
fn narrow(set: Set, tile: Tile) -> bool {
    let (lowest, place) = (set.tile().index(), tile.index());
    let rank = lowest % 9;
    !set.is_pung()
        && (place == lowest + 1 || rank == 0 && place == lowest + 2 || rank == 6 && place == lowest)
}

/// Adds a set to the masks.
fn note(set: Set, chows: &mut u64, thirds: &mut [u8; 3], pungs: &mut u64) {
    let index = set.tile().index();
    if set.is_pung() {
        *pungs |= 1 << index;
        return;
    }
    *chows |= 1 << index;
    let rank = index % 9;
    if rank.is_multiple_of(3) {
        thirds[rank / 3] += 1;
    }
}

/// Whether 123, 456 and 789 are there in three suits.
fn is_mixed_straight(chows: u64) -> bool {
    const ORDERS: [[u32; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    ORDERS.iter().any(|order| {
        let bits = order.iter().zip([0, 3, 6]).map(|(suit, rank)| 1u64 << (9 * suit + rank)).sum::<u64>();
        chows & bits == bits
    })
}
