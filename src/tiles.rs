//! Tiles as options take them.

use anyhow::bail;
use mcr_engine::{Suit, Tile};

/// Tiles written like `19m25pEE`.
pub(crate) fn tiles(text: &str, option: &str) -> anyhow::Result<Vec<Tile>> {
    let mut tiles = Vec::new();
    let mut ranks: Vec<u8> = Vec::new();
    for letter in text.chars() {
        let suit = Suit::ALL.into_iter().find(|suit| suit.letter() == letter);
        match (letter.to_digit(10), suit, Tile::from_honor_letter(letter)) {
            (Some(rank @ 1..=9), _, _) => ranks.push(rank as u8),
            (_, Some(suit), _) if !ranks.is_empty() => {
                tiles.extend(ranks.drain(..).map(|rank| Tile::suited(suit, rank)));
            }
            (_, _, Some(honor)) if ranks.is_empty() => tiles.push(honor),
            _ => bail!("{option} {text:?}: {letter:?} is out of place, expected tiles like 19m25pEE"),
        }
    }
    if ranks.is_empty() { Ok(tiles) } else { bail!("{option} {text:?}: ranks at the end without a suit") }
}
