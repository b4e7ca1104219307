//! The 42 tiles as SVG symbols, drawn here: circles, sticks and characters.

use mcr_engine::{Suit, Tile};

const CHARACTERS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const HONORS: [&str; 7] = ["东", "南", "西", "北", "中", "发", "白"];
const FLOWERS: [&str; 8] = ["春", "夏", "秋", "冬", "梅", "兰", "竹", "菊"];

/// Every tile as `<symbol id="t…">` by its index, and `tb`, the back of one.
pub(super) fn symbols() -> String {
    let mut svg =
        String::from("<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>");
    for tile in (0..Tile::COUNT).filter_map(Tile::from_index) {
        svg.push_str(&format!(
            "<symbol id=\"t{}\" viewBox=\"0 0 30 40\">{FACE}{}</symbol>",
            tile.index(),
            face(tile)
        ));
    }
    svg.push_str("<symbol id=\"tb\" viewBox=\"0 0 30 40\"><rect class=\"back\" x=\".5\" y=\".5\" width=\"29\" height=\"39\" rx=\"4\"/></symbol>");
    svg.push_str("</defs></svg>");
    svg
}

const FACE: &str = "<rect class=\"face\" x=\".5\" y=\".5\" width=\"29\" height=\"39\" rx=\"4\"/>";

/// English for a tile, as people say it.
pub(super) fn name(tile: Tile) -> String {
    match (tile.suit(), tile.rank()) {
        (Some(suit), Some(rank)) => format!("{rank} {}", ["万", "条", "饼"][suit.index()]),
        _ => match tile.index().checked_sub(27) {
            Some(honor @ 0..7) => HONORS[honor].to_owned(),
            Some(flower) => FLOWERS.get(flower - 7).copied().unwrap_or_default().to_owned(),
            None => String::new(),
        },
    }
}

fn face(tile: Tile) -> String {
    match (tile.suit(), tile.rank()) {
        (Some(Suit::Characters), Some(rank)) => {
            let number = text(CHARACTERS[usize::from(rank) - 1], 12.5, 14, "ink");
            number + &text("萬", 28.5, 15, "red") + &corner(rank)
        }
        (Some(Suit::Bamboo), Some(rank)) => bamboo(rank) + &corner(rank),
        (Some(Suit::Dots), Some(rank)) => dots(rank) + &corner(rank),
        _ => match tile.index().saturating_sub(27) {
            6 => "<rect class=\"frame\" x=\"6\" y=\"8\" width=\"18\" height=\"24\" rx=\"2\"/>".to_owned(),
            honor @ 0..6 => {
                text(HONORS[honor], 21.0, 22, ["blue", "blue", "blue", "blue", "red", "green"][honor])
            }
            flower => {
                text(FLOWERS[(flower - 7) % 8], 23.0, 19, "green") + &small(1 + (flower - 7) % 4, "red")
            }
        },
    }
}

fn text(text: &str, y: f64, size: u32, class: &str) -> String {
    format!("<text class=\"{class}\" x=\"15\" y=\"{y}\" font-size=\"{size}\">{text}</text>")
}

/// The rank in the corner, for those who do not read the faces.
fn corner(rank: u8) -> String {
    small(usize::from(rank), "rank")
}

fn small(number: usize, class: &str) -> String {
    format!("<text class=\"{class} small\" x=\"5\" y=\"7\" font-size=\"8\">{number}</text>")
}

/// Places of so many things on a tile, in columns 8, 15, 22.
fn places(rank: u8) -> &'static [(f64, f64)] {
    match rank {
        1 => &[(15.0, 21.0)],
        2 => &[(15.0, 13.0), (15.0, 29.0)],
        3 => &[(8.5, 12.0), (15.0, 21.0), (21.5, 30.0)],
        4 => &[(9.0, 14.0), (21.0, 14.0), (9.0, 29.0), (21.0, 29.0)],
        5 => &[(8.5, 13.0), (21.5, 13.0), (15.0, 21.5), (8.5, 30.0), (21.5, 30.0)],
        6 => &[(9.0, 12.5), (21.0, 12.5), (9.0, 21.5), (21.0, 21.5), (9.0, 30.5), (21.0, 30.5)],
        7 => &[(7.5, 11.0), (15.0, 13.5), (22.5, 16.0), (9.5, 24.5), (20.5, 24.5), (9.5, 33.0), (20.5, 33.0)],
        8 => &[
            (9.5, 11.5),
            (20.5, 11.5),
            (9.5, 18.5),
            (20.5, 18.5),
            (9.5, 25.5),
            (20.5, 25.5),
            (9.5, 32.5),
            (20.5, 32.5),
        ],
        _ => &[
            (7.5, 13.0),
            (15.0, 13.0),
            (22.5, 13.0),
            (7.5, 22.0),
            (15.0, 22.0),
            (22.5, 22.0),
            (7.5, 31.0),
            (15.0, 31.0),
            (22.5, 31.0),
        ],
    }
}

fn dots(rank: u8) -> String {
    let radius = match rank {
        1 => 9.0,
        2..=4 => 4.8,
        5 | 6 => 3.9,
        _ => 3.2,
    };
    let circle = |(place, (x, y)): (usize, &(f64, f64))| {
        let class = ["blue", "red", "green"][(place + usize::from(rank)) % 3];
        let hole = radius * 0.45;
        format!(
            "<circle class=\"dot {class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/><circle class=\"hole\" cx=\"{x}\" cy=\"{y}\" r=\"{hole:.1}\"/>"
        )
    };
    places(rank).iter().enumerate().map(circle).collect()
}

fn bamboo(rank: u8) -> String {
    if rank == 1 {
        // The bird of the first bamboo, plainly.
        return "<path class=\"dot green\" d=\"M15 9c5 0 7 5 6 10s-3 9-3 14h-6c0-5-2-9-3-14s1-10 6-10z\"/>\
                <circle class=\"dot red\" cx=\"15\" cy=\"16\" r=\"3\"/><circle class=\"hole\" cx=\"15\" cy=\"16\" r=\"1.2\"/>"
            .to_owned();
    }
    let height = match rank {
        2 | 3 => 12.0,
        4 | 5 => 11.0,
        6 | 9 => 7.6,
        _ => 6.4,
    };
    let stick = |(place, (x, y)): (usize, &(f64, f64))| {
        let middle = rank == 5 && place == 2 || rank == 7 && place == 1 || rank == 9 && place % 3 == 1;
        let class = if middle { "red" } else { "green" };
        let (left, top) = (x - 1.7, y - height / 2.0);
        format!(
            "<rect class=\"dot {class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"3.4\" height=\"{height}\" rx=\"1.7\"/>\
             <rect class=\"hole\" x=\"{left:.1}\" y=\"{:.1}\" width=\"3.4\" height=\".9\"/>",
            y - 0.4
        )
    };
    let places = if rank == 3 { &[(15.0, 13.0), (9.5, 29.0), (20.5, 29.0)] } else { places(rank) };
    places.iter().enumerate().map(stick).collect()
}
