//! Text forms of tiles and hands. Letters of any notation live only here.

pub mod botzone;
pub mod corpus;
pub mod hand_string;

use crate::tile::{Suit, Tile};
use std::fmt;

/// The shared hand-string letter of an honor or flower: `E S W N`, `C F P`, `a`–`h`.
const LETTERS: [char; 15] = ['E', 'S', 'W', 'N', 'C', 'F', 'P', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

impl Suit {
    /// `m`, `s` or `p`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Suit::Characters => 'm',
            Suit::Bamboo => 's',
            Suit::Dots => 'p',
        }
    }

    /// The suit of a letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Suit> {
        match letter {
            'm' => Some(Suit::Characters),
            's' => Some(Suit::Bamboo),
            'p' => Some(Suit::Dots),
            _ => None,
        }
    }
}

impl Tile {
    /// The wind or dragon of a letter: `E S W N C F P`.
    #[must_use]
    pub fn from_honor_letter(letter: char) -> Option<Tile> {
        LETTERS[..7].iter().position(|l| *l == letter).map(|i| Tile::new(27 + i as u8))
    }
}

/// `5m`, `E`, `C`, `a`: the hand-string form.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.suit(), self.rank()) {
            (Some(suit), Some(rank)) => write!(f, "{rank}{}", suit.letter()),
            _ => write!(f, "{}", LETTERS[self.index() - 27]),
        }
    }
}
