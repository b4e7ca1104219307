//! The 42 tiles as SVG symbols, drawn here, for every page that shows tiles: they need no font.
//!
//! A page puts [`symbols`] into its body and [`STYLE`] into its styles. A tile is then
//! `<svg class="tile" viewBox="0 0 30 40"><use href="#t5"/></svg>`, with the tile's index after the `t`; `#tb` is the back of
//! a tile. Each face has a mark in its corner for people who read no Chinese: rank and suit (`5m`), `E S W N`, `C F P`,
//! `a` to `h`, as hand strings write them. What assistive technology reads out are [`english`] and [`chinese`].

mod pips;
mod strokes;

use mcr_engine::{Suit, Tile};
use std::fmt::Write;
use strokes::{characters, mark};

/// The colours of tiles, the same in light and dark.
pub const STYLE: &str = include_str!("../templates/tiles.css");

/// `mcr.tile(index, …classes)`: a tile with its name in the page's language. Needs [`names`] as JSON in an element `tile-names`.
pub(super) const SCRIPT: &str = include_str!("../templates/tiles.js");

/// Every tile as `<symbol id="t…">` by its index, and `tb`, the back of one.
#[must_use]
pub fn symbols() -> String {
    let mut svg = String::from(
        "<svg class=\"symbols\" width=\"0\" height=\"0\" aria-hidden=\"true\" focusable=\"false\"><defs>",
    );
    for tile in (0..Tile::COUNT).filter_map(Tile::from_index) {
        _ = write!(
            svg,
            "<symbol id=\"t{}\" viewBox=\"0 0 30 40\">{FACE}{}{}</symbol>",
            tile.index(),
            marks(tile),
            face(tile)
        );
    }
    svg.push_str("<symbol id=\"tb\" viewBox=\"0 0 30 40\"><rect class=\"back\" x=\".5\" y=\".5\" width=\"29\" height=\"39\" rx=\"4\"/><rect class=\"backline\" x=\"4.5\" y=\"4.5\" width=\"21\" height=\"31\" rx=\"2\"/></symbol>");
    svg.push_str("</defs></svg>");
    svg
}

const FACE: &str = "<rect class=\"face\" x=\".5\" y=\".5\" width=\"29\" height=\"39\" rx=\"4\"/>";

/// The tile in English, as people say it: `5 characters`, `East wind`, `Plum`.
///
/// ```
/// use mcr_analysis::page::tiles::{chinese, english};
/// use mcr_engine::{Suit, Tile};
/// let tile = Tile::suited(Suit::Bamboo, 3);
/// assert_eq!((english(tile), chinese(tile)), ("3 bamboos".to_owned(), "三条".to_owned()));
/// ```
#[must_use]
pub fn english(tile: Tile) -> String {
    const HONORS: [&str; 7] =
        ["East wind", "South wind", "West wind", "North wind", "Red dragon", "Green dragon", "White dragon"];
    const FLOWERS: [&str; 8] =
        ["Spring", "Summer", "Autumn", "Winter", "Plum", "Orchid", "Bamboo flower", "Chrysanthemum"];
    match (tile.suit(), tile.rank()) {
        (Some(suit), Some(rank)) => {
            let suit = match suit {
                Suit::Characters => "character",
                Suit::Bamboo => "bamboo",
                Suit::Dots => "dot",
            };
            format!("{rank} {suit}{}", if rank == 1 { "" } else { "s" })
        }
        _ => beyond_suits(tile, HONORS, FLOWERS).to_owned(),
    }
}

/// The tile in Chinese: `五万`, `东`, `梅`.
#[must_use]
pub fn chinese(tile: Tile) -> String {
    const RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    match (tile.suit(), tile.rank()) {
        (Some(suit), Some(rank)) => format!("{}{}", RANKS[usize::from(rank) - 1], suit_chinese(suit)),
        _ => beyond_suits(
            tile,
            ["东", "南", "西", "北", "中", "发", "白"],
            ["春", "夏", "秋", "冬", "梅", "兰", "竹", "菊"],
        )
        .to_owned(),
    }
}

/// 万, 条 or 饼.
pub(super) const fn suit_chinese(suit: Suit) -> &'static str {
    match suit {
        Suit::Characters => "万",
        Suit::Bamboo => "条",
        Suit::Dots => "饼",
    }
}

/// English and Chinese names of all tiles by index, for scripts.
#[must_use]
pub fn names() -> Vec<[String; 2]> {
    (0..Tile::COUNT).filter_map(Tile::from_index).map(|tile| [english(tile), chinese(tile)]).collect()
}

/// What a tile without a suit has in a table of honors and flowers.
fn beyond_suits(tile: Tile, honors: [&'static str; 7], flowers: [&'static str; 8]) -> &'static str {
    match tile.index().saturating_sub(27) {
        honor @ 0..7 => honors[honor],
        flower => flowers[(flower - 7) % 8],
    }
}

/// What stands in the corner: rank and suit, or one letter.
fn marks(tile: Tile) -> String {
    let class = color(tile);
    let strokes = |letter: char, x: f64| {
        format!(
            "<path class=\"mark {class}l\" transform=\"translate({x} 2.2) scale(.92)\" d=\"{}\"/>",
            mark(letter)
        )
    };
    let text = tile.to_string();
    [3.2, 10.4].into_iter().zip(text.chars()).map(|(x, letter)| strokes(letter, x)).collect()
}

/// The class of the colour that tells a suit or an honor: red, green, blue, ink or violet.
fn color(tile: Tile) -> &'static str {
    match tile.suit() {
        Some(Suit::Characters) => "r",
        Some(Suit::Bamboo) => "g",
        Some(Suit::Dots) => "b",
        None => beyond_suits(tile, ["k", "k", "k", "k", "r", "g", "b"], ["v"; 8]),
    }
}

/// A character of so many units across, its upper left corner in (x, y).
fn character(strokes: &str, (x, y): (f64, f64), size: f64, class: &str) -> String {
    let scale = size / 20.0;
    format!("<path class=\"{class}\" transform=\"translate({x} {y}) scale({scale})\" d=\"{strokes}\"/>")
}

fn face(tile: Tile) -> String {
    match (tile.suit(), tile.rank()) {
        (Some(Suit::Characters), Some(rank)) => {
            let number = characters::NUMBERS[usize::from(rank) - 1];
            character(number, (8.2, 12.2), 13.0, "kl small")
                + &character(characters::MYRIAD, (8.0, 24.6), 14.0, "rl small")
        }
        (Some(Suit::Bamboo), Some(rank)) => pips::bamboos(rank),
        (Some(Suit::Dots), Some(rank)) => pips::dots(rank),
        _ => beyond(tile),
    }
}

/// The face of an honor or a flower.
fn beyond(tile: Tile) -> String {
    match tile.index().saturating_sub(27) {
        6 => "<rect class=\"bl frame\" x=\"6.5\" y=\"15\" width=\"17\" height=\"20\" rx=\"1\"/><rect class=\"bl fine\" x=\"9.3\" y=\"17.8\" width=\"11.4\" height=\"14.4\"/>".to_owned(),
        wind @ 0..4 => character(characters::WINDS[wind], (4.6, 14.6), 21.0, "kl"),
        dragon @ 4..6 => {
            character(characters::DRAGONS[dragon - 4], (4.6, 14.6), 21.0, ["rl", "gl"][dragon - 4])
        }
        flower => {
            let flower = (flower - 7) % 8;
            BLOSSOM.to_owned() + &character(characters::FLOWERS[flower], (5.6, 15.8), 19.0, ["gl", "rl"][flower / 4])
        }
    }
}

/// A blossom in the other corner, which honors have not.
const BLOSSOM: &str = "<path class=\"v\" d=\"M21.5 7.4m-4.4 0a2 2 0 1 1 2.6-2.2 2.1 2.1 0 1 1 3.6 0 2 2 0 1 1 2.6 2.2 2.1 2.1 0 1 1-2.2 3 2.1 2.1 0 1 1-4.4 0 2.1 2.1 0 1 1-2.2-3Z\"/><circle class=\"o\" cx=\"21.5\" cy=\"7.6\" r=\"1.4\"/>";

#[cfg(test)]
mod tests {
    use super::*;

    fn every() -> impl Iterator<Item = Tile> {
        (0..Tile::COUNT).filter_map(Tile::from_index)
    }

    /// No tile looks like another, none needs a font, all of them fit into a page.
    #[test]
    fn every_tile_has_a_face_of_its_own_without_text() {
        let faces: std::collections::BTreeSet<String> = every().map(face).collect();
        assert_eq!(faces.len(), 42);
        let corners: std::collections::BTreeSet<String> = every().map(marks).collect();
        assert_eq!(corners.len(), 42);
        let all = symbols();
        assert!(!all.contains("<text") && all.is_ascii(), "a face needs a font");
        assert_eq!(all.matches("<symbol").count(), 43);
        assert!(all.len() < 30_000, "{} bytes", all.len());
    }

    /// The mark is the letter of hand strings, which says the same to whoever reads no Chinese.
    #[test]
    fn marks_are_those_of_hand_strings() {
        for tile in every() {
            let text = tile.to_string();
            let drawn = marks(tile);
            assert_eq!(drawn.matches("<path").count(), text.len(), "{text}");
            for letter in text.chars() {
                assert!(!mark(letter).is_empty(), "no strokes for {letter}");
                assert!(drawn.contains(&format!("d=\"{}\"", mark(letter))), "{text} has no {letter}");
            }
        }
    }

    #[test]
    fn names_are_distinct_and_those_that_people_say() {
        let names = names();
        for language in 0..2 {
            let distinct: std::collections::BTreeSet<&String> =
                names.iter().map(|name| &name[language]).collect();
            assert_eq!(distinct.len(), 42);
        }
        let name = |text: &str| every().find(|tile| tile.to_string() == text).map(english).expect("a tile");
        assert_eq!(
            ["1m", "9p", "E", "P", "a", "h"].map(name),
            ["1 character", "9 dots", "East wind", "White dragon", "Spring", "Chrysanthemum"]
        );
        assert!(names.iter().all(|name| name[0].is_ascii()));
    }
}
