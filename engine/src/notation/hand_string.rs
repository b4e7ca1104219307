//! The hand string `[EEEE][CCCC,1]123m45s55p6s|EE0000|ab` that Chinese Official Mahjong tools share.
//!
//! Melds in brackets, concealed tiles with the winning tile last, then prevalent wind, seat wind and four flags
//! (own draw, last of its kind, last tile of the wall, kong), then the flowers as letters or as a number. `,1 ,2
//! ,3` say who offered a pung or kong (left, opposite, right) or which tile of a chow was claimed, `,5 ,6 ,7` an
//! added kong, nothing a concealed kong. Thirteen tiles are a hand that waits; it carries no flags.

use crate::{
    meld::{Meld, Melds, Offer},
    scoring::{WinContext, WinningHand},
    tile::{Suit, Tile},
    tile_counts::TileCounts,
    wind::Wind,
};
use std::{fmt, str::FromStr};

/// A hand as the string tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HandString {
    /// The concealed tiles, the winning tile among them.
    pub concealed: TileCounts,
    /// The melds.
    pub melds: Melds,
    /// The tile that completes the hand; `None` in a hand of 13 tiles, which waits for it.
    pub winning_tile: Option<Tile>,
    /// Winds, flags and flowers.
    pub context: WinContext,
}

impl HandString {
    /// The hand with its winning tile, when it has 14 tiles.
    #[must_use]
    pub fn winning_hand(&self) -> Option<WinningHand> {
        let winning_tile = self.winning_tile?;
        Some(WinningHand { concealed: self.concealed, melds: self.melds, winning_tile })
    }
}

/// What is wrong with a hand string. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandStringError {
    /// A character that cannot stand there.
    #[error("column {column}: found `{found}`, expected {expected}")]
    Unexpected {
        /// Where.
        column: usize,
        /// The character.
        found: char,
        /// What could stand there.
        expected: &'static str,
    },
    /// The string stops too early.
    #[error("column {column}: the string ends, expected {expected}")]
    Ends {
        /// Where.
        column: usize,
        /// What should follow.
        expected: &'static str,
    },
    /// Brackets that hold no meld.
    #[error("column {column}: `{tiles}` is no meld, expected three tiles in a row or three or four alike")]
    NoMeld {
        /// Where the bracket opens.
        column: usize,
        /// What it holds.
        tiles: String,
    },
    /// A fifth meld.
    #[error("column {column}: a fifth meld, expected at most four")]
    FifthMeld {
        /// Where the bracket opens.
        column: usize,
    },
    /// More copies of a kind than the set of tiles has.
    #[error("column {column}: a fifth {tile}, expected at most four of a kind")]
    FifthCopy {
        /// Where.
        column: usize,
        /// The kind.
        tile: Tile,
    },
    /// A flower named twice.
    #[error("column {column}: flower {flower} twice, expected each at most once")]
    FlowerTwice {
        /// Where.
        column: usize,
        /// The flower.
        flower: Tile,
    },
    /// A hand that is neither waiting nor won.
    #[error(
        "{concealed} concealed tiles and {melds} melds, expected {won} with the winning tile or {waiting} without",
        won = 14 - 3 * melds,
        waiting = 13 - 3 * melds
    )]
    TileCount {
        /// How many tiles stand outside brackets.
        concealed: usize,
        /// How many melds.
        melds: usize,
    },
    /// Tiles and flags that cannot be true together.
    #[error("column {column}: {reason}")]
    Contradiction {
        /// The flag, or the tile that cannot be the winning tile.
        column: usize,
        /// Why not.
        reason: Contradiction,
    },
}

/// Why flags and tiles contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Contradiction {
    /// The last tile stands in a meld.
    #[error(
        "the hand ends in a meld, but a claimed tile cannot be drawn or won on: expected the winning tile last"
    )]
    WinningTileMelded,
    /// A flag other than 0 with 13 tiles.
    #[error("a flag of a win on a hand of 13 tiles, expected 0000 or no flags at all")]
    FlagWithoutWin,
    /// Last of its kind, but another copy is concealed in the hand (rules/mcr.md 5.3).
    #[error(
        "{0} is flagged as the last of its kind, but the hand conceals another one: three must lie face up"
    )]
    LastOfKindHeld(Tile),
    /// A robbed kong of a tile that the hand holds (rules/mcr.md 5.5).
    #[error("a robbed kong of {0}, but the hand holds {0}: the other three lie in the robbed pung")]
    RobbedTileHeld(Tile),
    /// A robbed kong on the last discard (rules/mcr.md 5.5).
    #[error("a robbed kong on the last tile of the wall: no kong is made when the wall is empty")]
    RobbedOnLastTile,
    /// A win on a kong's replacement by a hand without a kong.
    #[error("won by own draw after a kong, but the hand has no kong")]
    ReplacementWithoutKong,
}

impl FromStr for HandString {
    type Err = HandStringError;

    fn from_str(text: &str) -> Result<HandString, HandStringError> {
        let mut parser = Parser::new(text.trim_end());
        let tiles = parser.tiles()?;
        let table = parser.table()?;
        let hand = HandString {
            concealed: tiles.concealed.iter().map(|(_, tile)| *tile).collect(),
            melds: tiles.melds,
            winning_tile: tiles.winning_tile()?,
            context: table.context,
        };
        if let Some((flag, reason)) = contradiction(&hand) {
            return Err(HandStringError::Contradiction { column: table.flags_column + flag, reason });
        }
        Ok(hand)
    }
}

/// The first flag (0–3) that cannot be true, with the reason.
fn contradiction(hand: &HandString) -> Option<(usize, Contradiction)> {
    let context = &hand.context;
    let Some(tile) = hand.winning_tile else {
        let flags = [context.self_drawn, context.last_of_kind, context.last_wall_tile, context.kong];
        return flags.iter().position(|flag| *flag).map(|flag| (flag, Contradiction::FlagWithoutWin));
    };
    let held = hand.concealed.get(tile) > 1;
    if context.last_of_kind && held {
        return Some((1, Contradiction::LastOfKindHeld(tile)));
    }
    if context.kong && context.self_drawn {
        let kong = hand.melds.iter().any(Meld::is_kong);
        return (!kong).then_some((3, Contradiction::ReplacementWithoutKong));
    }
    if context.kong && context.last_wall_tile {
        return Some((3, Contradiction::RobbedOnLastTile));
    }
    let melded = || hand.melds.iter().any(|meld| meld.tiles().any(|t| t == tile));
    (context.kong && (held || melded())).then_some((3, Contradiction::RobbedTileHeld(tile)))
}

/// The part before the first bar.
struct Tiles {
    /// With their columns, in the order of the string.
    concealed: Vec<(usize, Tile)>,
    melds: Melds,
    /// Where a meld that ends the part opens.
    ends_in_meld: Option<usize>,
}

impl Tiles {
    /// The last tile of 14, `None` of 13.
    fn winning_tile(&self) -> Result<Option<Tile>, HandStringError> {
        let (concealed, melds) = (self.concealed.len(), self.melds.len());
        if concealed + 3 * melds == 13 {
            return Ok(None);
        }
        if concealed + 3 * melds != 14 {
            return Err(HandStringError::TileCount { concealed, melds });
        }
        match self.ends_in_meld {
            Some(column) => {
                Err(HandStringError::Contradiction { column, reason: Contradiction::WinningTileMelded })
            }
            None => Ok(self.concealed.last().map(|(_, tile)| *tile)),
        }
    }
}

/// The part after the first bar.
struct Table {
    context: WinContext,
    /// Where the flags stand.
    flags_column: usize,
}

/// A reader over the characters.
struct Parser {
    characters: Vec<char>,
    place: usize,
}

const TILE: &str = "a tile: digits and `m`, `s` or `p`, or one of `ESWNCFP`";

impl Parser {
    fn new(text: &str) -> Parser {
        Parser { characters: text.chars().collect(), place: 0 }
    }

    fn peek(&self) -> Option<char> {
        self.characters.get(self.place).copied()
    }

    fn column(&self) -> usize {
        self.place + 1
    }

    /// The error at the present place.
    fn unexpected(&self, expected: &'static str) -> HandStringError {
        let column = self.column();
        match self.peek() {
            Some(found) => HandStringError::Unexpected { column, found, expected },
            None => HandStringError::Ends { column, expected },
        }
    }

    /// Takes the next character if `read` makes something of it.
    fn take<T>(
        &mut self,
        expected: &'static str,
        read: impl Fn(char) -> Option<T>,
    ) -> Result<T, HandStringError> {
        let value = self.peek().and_then(read).ok_or_else(|| self.unexpected(expected))?;
        self.place += 1;
        Ok(value)
    }

    /// Takes the next character if it is this one.
    fn eat(&mut self, character: char) -> bool {
        let found = self.peek() == Some(character);
        self.place += usize::from(found);
        found
    }

    fn tiles(&mut self) -> Result<Tiles, HandStringError> {
        let mut tiles = Tiles { concealed: Vec::new(), melds: Melds::EMPTY, ends_in_meld: None };
        let mut copies = TileCounts::EMPTY;
        while self.peek().is_some_and(|c| c != '|') {
            let column = self.column();
            if self.eat('[') {
                let meld = self.meld(column)?;
                count(&mut copies, meld.tiles().map(|tile| (column, tile)))?;
                if tiles.melds.len() == 4 {
                    return Err(HandStringError::FifthMeld { column });
                }
                tiles.melds.push(meld);
                tiles.ends_in_meld = Some(column);
            } else {
                let run = self.run()?;
                count(&mut copies, run.iter().copied())?;
                tiles.concealed.extend(run);
                tiles.ends_in_meld = None;
            }
        }
        Ok(tiles)
    }

    /// One honor, or digits with their suit; each tile with its column.
    fn run(&mut self) -> Result<Vec<(usize, Tile)>, HandStringError> {
        let column = self.column();
        if let Some(honor) = self.peek().and_then(Tile::from_honor_letter) {
            self.place += 1;
            return Ok(vec![(column, honor)]);
        }
        let mut ranks = Vec::new();
        while let Some(rank) = self.peek().and_then(|c| c.to_digit(10)).filter(|rank| *rank > 0) {
            ranks.push((self.column(), rank as u8));
            self.place += 1;
        }
        if ranks.is_empty() {
            return Err(self.unexpected(TILE));
        }
        let suit = self.take("a digit 1-9 or the suit: `m`, `s` or `p`", Suit::from_letter)?;
        Ok(ranks.into_iter().map(|(column, rank)| (column, Tile::suited(suit, rank))).collect())
    }

    /// A meld whose bracket has been read.
    fn meld(&mut self, column: usize) -> Result<Meld, HandStringError> {
        let start = self.place;
        let mut tiles = Vec::new();
        while self.peek().is_some_and(|c| c != ',' && c != ']') {
            tiles.extend(self.run()?.into_iter().map(|(_, tile)| tile));
        }
        let no_meld =
            HandStringError::NoMeld { column, tiles: self.characters[start..self.place].iter().collect() };
        tiles.sort();
        let meld = match tiles.as_slice() {
            [a, b, c] if a == b && b == c => {
                let digit = self.offer("`,` and who offered the pung: 1 left, 2 opposite, 3 right", 1..=3)?;
                Meld::pung(*a, offer(digit))
            }
            [a, b, c, d] if a == b && b == c && c == d => {
                if self.peek() == Some(',') {
                    let digit =
                        self.offer("1, 2, 3 for a claimed kong or 5, 6, 7 for an added one", 1..=7)?;
                    if digit > 4 {
                        Meld::added_kong(*a, offer(digit - 4))
                    } else {
                        Meld::melded_kong(*a, offer(digit))
                    }
                } else {
                    Meld::concealed_kong(*a)
                }
            }
            [a, b, c] if is_run(*a, *b, *c) => {
                let digit = self.offer("`,` and which tile of the chow was claimed: 1, 2 or 3", 1..=3)?;
                Meld::chow(*a, digit - 1)
            }
            _ => return Err(no_meld),
        };
        self.take("`]`", |c| (c == ']').then_some(()))?;
        Ok(meld)
    }

    /// `,` and a digit within the range, never 4.
    fn offer(
        &mut self,
        expected: &'static str,
        range: std::ops::RangeInclusive<u8>,
    ) -> Result<u8, HandStringError> {
        self.take(expected, |c| (c == ',').then_some(()))?;
        self.take(expected, |c| {
            c.to_digit(10).map(|d| d as u8).filter(|digit| range.contains(digit) && *digit != 4)
        })
    }

    /// Winds, flags and flowers; without them east, east and a plain discard.
    fn table(&mut self) -> Result<Table, HandStringError> {
        let mut context = WinContext::discard(Wind::East, Wind::East);
        let mut flags_column = self.column();
        if self.eat('|') {
            context.prevalent = self.take("the prevalent wind: `E`, `S`, `W` or `N`", wind)?;
            context.seat = self.take("the seat wind: `E`, `S`, `W` or `N`", wind)?;
            flags_column = self.column();
            context.self_drawn = self.take("the own-draw flag: 0 or 1", flag)?;
            context.last_of_kind = self.take("the last-of-its-kind flag: 0 or 1", flag)?;
            context.last_wall_tile = self.take("the last-tile-of-the-wall flag: 0 or 1", flag)?;
            context.kong = self.take("the kong flag: 0 or 1", flag)?;
            if self.eat('|') {
                context.flowers = self.flowers()?;
            }
        }
        match self.peek() {
            None => Ok(Table { context, flags_column }),
            Some(_) => Err(self.unexpected("`|` or the end")),
        }
    }

    /// A number 0–8, or letters `a`–`h`.
    fn flowers(&mut self) -> Result<u8, HandStringError> {
        const EXPECTED: &str = "flowers: letters `a`-`h`, or their number 0-8";
        if let Some(number) = self.peek().and_then(|c| c.to_digit(9)) {
            self.place += 1;
            return Ok(number as u8);
        }
        let mut seen = 0_u8;
        while self.peek().is_some() {
            let column = self.column();
            let number = self.take(EXPECTED, |c| ('a'..='h').contains(&c).then(|| c as u8 - b'a'))?;
            if seen >> number & 1 == 1 {
                return Err(HandStringError::FlowerTwice { column, flower: Tile::flower(number) });
            }
            seen |= 1 << number;
        }
        Ok(seen.count_ones() as u8)
    }
}

fn count(
    copies: &mut TileCounts,
    tiles: impl IntoIterator<Item = (usize, Tile)>,
) -> Result<(), HandStringError> {
    for (column, tile) in tiles {
        if copies.get(tile) == Tile::COPIES {
            return Err(HandStringError::FifthCopy { column, tile });
        }
        copies.add(tile);
    }
    Ok(())
}

fn is_run(a: Tile, b: Tile, c: Tile) -> bool {
    a.suit().is_some() && a.suit() == c.suit() && b.index() == a.index() + 1 && c.index() == a.index() + 2
}

fn offer(digit: u8) -> Offer {
    match digit {
        1 => Offer::Left,
        2 => Offer::Opposite,
        _ => Offer::Right,
    }
}

fn wind(letter: char) -> Option<Wind> {
    Wind::ALL.into_iter().find(|wind| Tile::from_honor_letter(letter) == Some(wind.tile()))
}

fn flag(digit: char) -> Option<bool> {
    match digit {
        '0' => Some(false),
        '1' => Some(true),
        _ => None,
    }
}

/// The string in its plain form: melds in their order, concealed tiles sorted, the winning tile last, winds and
/// flags, and the number of flowers if there are any.
impl fmt::Display for HandString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for meld in self.melds.iter() {
            f.write_str("[")?;
            write_tiles(f, meld.tiles())?;
            match (meld.offer(), meld.kind()) {
                (Some(_), crate::MeldKind::Chow) => write!(f, ",{}", meld.position() + 1)?,
                (Some(offer), crate::MeldKind::AddedKong) => write!(f, ",{}", offer as u8 + 4)?,
                (Some(offer), _) => write!(f, ",{}", offer as u8)?,
                (None, _) => {}
            }
            f.write_str("]")?;
        }
        match self.winning_tile {
            Some(tile) => {
                write_tiles(f, self.concealed.without(tile).iter())?;
                write!(f, "{tile}")?;
            }
            None => write_tiles(f, self.concealed.iter())?,
        }
        let c = &self.context;
        write!(f, "|{}{}", c.prevalent.tile(), c.seat.tile())?;
        for flag in [c.self_drawn, c.last_of_kind, c.last_wall_tile, c.kong] {
            write!(f, "{}", u8::from(flag))?;
        }
        if c.flowers > 0 {
            write!(f, "|{}", c.flowers)?;
        }
        Ok(())
    }
}

/// `123m45s`: the suit after the last digit of each suit.
fn write_tiles(f: &mut fmt::Formatter<'_>, tiles: impl Iterator<Item = Tile>) -> fmt::Result {
    let mut suit = None;
    for tile in tiles {
        if suit != tile.suit()
            && let Some(suit) = suit
        {
            write!(f, "{}", Suit::letter(suit))?;
        }
        suit = tile.suit();
        match tile.rank() {
            Some(rank) => write!(f, "{rank}")?,
            None => write!(f, "{tile}")?,
        }
    }
    match suit {
        Some(suit) => write!(f, "{}", suit.letter()),
        None => Ok(()),
    }
}
