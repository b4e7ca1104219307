//! The plain twin of the score: sets are lists of tiles, every definition is written out as rules/other_rule_sets.md
//! 8a has it.

use super::{Circumstances, CompetitionFan as Fan, CompetitionScore, Draw};
use crate::{
    scoring::WinningHand,
    shape::{Reading, Shape, slow},
    tile::{Suit, Tile},
    tile_counts::TileCounts,
};

/// A set, or the nine tiles of a knitted pattern.
struct Part {
    tiles: Vec<Tile>,
    /// Whether the winning tile may have come into it.
    concealed: bool,
}

impl Part {
    fn is_chow_from(&self, rank: u8) -> bool {
        let ranks: Vec<Option<u8>> = self.tiles.iter().map(|tile| tile.rank()).collect();
        self.tiles.len() == 3 && ranks == [Some(rank), Some(rank + 1), Some(rank + 2)]
    }

    fn is_pung(&self) -> bool {
        self.tiles.len() < 9 && self.tiles.iter().all(|tile| *tile == self.tiles[0])
    }

    fn suit(&self) -> Option<Suit> {
        self.tiles[0].suit()
    }
}

/// The worth of the best reading, `None` when the hand is not complete.
#[must_use]
pub fn score(hand: &WinningHand, at: &Circumstances) -> Option<CompetitionScore> {
    let mut all = Vec::new();
    for reading in slow::readings(&hand.concealed, hand.melds.len()) {
        let (parts, pair) = match reading {
            Reading::Standard { sets, pair } => {
                (sets.iter().map(|set| set.tiles().collect()).collect(), pair)
            }
            Reading::KnittedStraight { pattern, set, pair } => {
                let mut parts: Vec<Vec<Tile>> = vec![pattern.tiles().into_iter().collect()];
                parts.extend(set.map(|set| set.tiles().collect()));
                (parts, pair)
            }
            Reading::SevenPairs => {
                all.push(whole(hand, at, Fan::SevenPairs));
                continue;
            }
            Reading::ThirteenOrphans | Reading::HonorsAndKnitted { .. } => continue,
        };
        let concealed = parts.into_iter().map(|tiles| Part { tiles, concealed: true });
        let melds = hand.melds.iter().map(|meld| Part { tiles: meld.tiles().collect(), concealed: false });
        all.push(of_sets(hand, at, &concealed.chain(melds).collect::<Vec<_>>(), pair));
    }
    if hand.melds.is_empty() && is_unconnected(&hand.concealed) {
        all.push(whole(hand, at, Fan::Unconnected));
    }
    all.into_iter().max_by_key(CompetitionScore::rank)
}

/// Fourteen different tiles, no two of a suit nearer than three ranks.
fn is_unconnected(tiles: &TileCounts) -> bool {
    let tiles: Vec<Tile> = tiles.iter().collect();
    let apart = |a: &Tile, b: &Tile| {
        a != b && (a.suit().is_none() || a.suit() != b.suit() || a.index().abs_diff(b.index()) >= 3)
    };
    tiles.len() == 14 && tiles.iter().enumerate().all(|(i, a)| tiles[i + 1..].iter().all(|b| apart(a, b)))
}

/// Whether the tiles complete a hand of this code.
fn is_complete(tiles: &TileCounts, melds: usize) -> bool {
    let shapes = [Shape::Standard, Shape::SevenPairs, Shape::KnittedStraight];
    shapes.iter().any(|shape| slow::shanten_of(*shape, tiles, melds) == Some(-1))
        || melds == 0 && is_unconnected(tiles)
}

/// What does not depend on the reading.
fn common(hand: &WinningHand, at: &Circumstances) -> CompetitionScore {
    let mut score = CompetitionScore::of_flowers(at.flowers);
    let tiles: Vec<Tile> =
        hand.concealed.iter().chain(hand.melds.iter().flat_map(|meld| meld.tiles())).collect();
    let first_suit = tiles.iter().find_map(|tile| tile.suit());
    let one_suit = first_suit.is_some() && tiles.iter().all(|t| t.is_honor() || t.suit() == first_suit);
    let honors = tiles.iter().any(|tile| tile.is_honor());
    if one_suit {
        score.insert(if honors { Fan::HalfFlush } else { Fan::FullFlush });
    }
    if at.self_drawn && at.draw == Draw::Kong {
        score.insert(Fan::KongReplacement);
    }
    if at.self_drawn && at.draw == Draw::Flower {
        score.insert(Fan::FlowerReplacement);
    }
    if at.last_tiles && at.self_drawn {
        score.insert(Fan::LastTileDraw);
    }
    if at.last_tiles && !at.self_drawn {
        score.insert(Fan::LastTileClaim);
    }
    score
}

fn whole(hand: &WinningHand, at: &Circumstances, fan: Fan) -> CompetitionScore {
    let mut score = common(hand, at);
    score.insert(fan);
    score
}

fn of_sets(hand: &WinningHand, at: &Circumstances, parts: &[Part], pair: Tile) -> CompetitionScore {
    let mut score = common(hand, at);
    let chow = |suit: Suit, rank: u8| parts.iter().any(|p| p.suit() == Some(suit) && p.is_chow_from(rank));
    let suits = [Suit::Characters, Suit::Bamboo, Suit::Dots];
    let mut fans = Vec::new();
    for low in suits {
        if chow(low, 1) && chow(low, 4) && chow(low, 7) {
            fans.push(Fan::PureStraight);
        }
        for middle in suits.into_iter().filter(|suit| *suit != low) {
            for high in suits.into_iter().filter(|suit| *suit != low && *suit != middle) {
                if chow(low, 1) && chow(middle, 4) && chow(high, 7) {
                    fans.push(Fan::MixedStraight);
                }
            }
        }
    }
    for (rank, fan) in [(1, Fan::LowerChows), (4, Fan::MiddleChows), (7, Fan::UpperChows)] {
        if parts.iter().filter(|part| part.is_chow_from(rank)).count() >= 3 {
            fans.push(fan);
        }
    }
    if parts.iter().any(|part| part.tiles.len() == 9) {
        fans.push(Fan::KnittedStraight);
    }
    if parts.iter().filter(|part| part.is_pung()).count() == 4 {
        fans.push(Fan::AllPungs);
    }
    if parts.iter().filter(|p| p.is_pung() && p.tiles[0].is_dragon()).count() == 3 {
        fans.push(Fan::ThreeDragonPungs);
    }
    let open = hand.melds.iter().filter(|meld| meld.is_open()).count();
    if open == 4 {
        fans.push(Fan::MeldedSingleWait);
    }
    if open == 0 {
        fans.push(Fan::ConcealedHand);
    }
    if let Some(wait) = unique_wait(hand, parts, pair) {
        match wait {
            Wait::Single if open == 4 => {}
            Wait::Between if at.pung_lies_open => fans.push(Fan::LastTileBetween),
            _ => fans.push(Fan::UniqueWait),
        }
    }
    fans.into_iter().for_each(|fan| score.insert(fan));
    score
}

enum Wait {
    Single,
    Between,
}

/// The wait, when no other tile completes the hand and the winning tile can stand nowhere else.
fn unique_wait(hand: &WinningHand, parts: &[Part], pair: Tile) -> Option<Wait> {
    let won = hand.winning_tile;
    let before = hand.concealed.without(won);
    let others = Tile::kinds().filter(|tile| *tile != won);
    if others.into_iter().any(|tile| is_complete(&before.with(tile), hand.melds.len())) {
        return None;
    }
    for part in parts.iter().filter(|part| part.concealed && part.tiles.contains(&won)) {
        let place = part.tiles.iter().position(|tile| *tile == won);
        let chow = part.tiles.len() == 3 && !part.is_pung();
        let edge = (place == Some(2) && part.is_chow_from(1)) || (place == Some(0) && part.is_chow_from(7));
        if !(chow && (place == Some(1) || edge)) {
            return None;
        }
    }
    Some(if pair == won { Wait::Single } else { Wait::Between })
}
