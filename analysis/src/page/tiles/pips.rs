//! Dots and bamboos: circles and sticks, in the field of a tile below its mark (3 to 27 across, 13 to 38 down).

use std::fmt::Write;

type Place = (f64, f64);

/// Places of so many things, in up to three columns.
const fn places(rank: u8) -> &'static [Place] {
    match rank {
        1 => &[(15.0, 25.9)],
        2 => &[(15.0, 19.3), (15.0, 32.4)],
        3 => &[(7.5, 18.4), (15.0, 25.9), (22.5, 33.3)],
        4 => &[(9.0, 19.3), (21.0, 19.3), (9.0, 32.4), (21.0, 32.4)],
        5 => &[(8.0, 18.4), (22.0, 18.4), (15.0, 25.9), (8.0, 33.3), (22.0, 33.3)],
        6 => &[(9.5, 17.5), (20.5, 17.5), (9.5, 25.9), (20.5, 25.9), (9.5, 34.2), (20.5, 34.2)],
        7 => {
            &[(7.0, 16.2), (15.0, 18.4), (23.0, 20.6), (10.0, 27.7), (20.0, 27.7), (10.0, 34.6), (20.0, 34.6)]
        }
        8 => &[
            (10.0, 16.3),
            (20.0, 16.3),
            (10.0, 22.6),
            (20.0, 22.6),
            (10.0, 28.9),
            (20.0, 28.9),
            (10.0, 35.2),
            (20.0, 35.2),
        ],
        _ => &[
            (7.0, 17.5),
            (15.0, 17.5),
            (23.0, 17.5),
            (7.0, 25.9),
            (15.0, 25.9),
            (23.0, 25.9),
            (7.0, 34.2),
            (15.0, 34.2),
            (23.0, 34.2),
        ],
    }
}

/// The colour of the dot in each place.
const fn dot_colors(rank: u8) -> &'static [u8] {
    match rank {
        2 => b"gb",
        3 => b"brg",
        4 => b"bggb",
        5 => b"bgrgb",
        6 => b"ggrrrr",
        7 => b"gggrrrr",
        9 => b"gggrrrbbb",
        _ => b"bbbbbbbb",
    }
}

/// 饼.
pub(super) fn dots(rank: u8) -> String {
    if rank == 1 {
        return "<circle class=\"b\" cx=\"15\" cy=\"25.8\" r=\"10.8\"/><circle class=\"o\" cx=\"15\" cy=\"25.8\" r=\"8.6\"/>\
                <circle class=\"g\" cx=\"15\" cy=\"25.8\" r=\"6.6\"/><circle class=\"o\" cx=\"15\" cy=\"25.8\" r=\"4\"/>\
                <circle class=\"r\" cx=\"15\" cy=\"25.8\" r=\"2.6\"/>"
            .to_owned();
    }
    let radius = match rank {
        2 => 5.6,
        3 | 4 => 5.0,
        5 | 6 => 4.0,
        7 => 3.3,
        8 => 3.0,
        _ => 3.7,
    };
    let mut svg = String::new();
    for (&(x, y), color) in places(rank).iter().zip(dot_colors(rank)) {
        let (color, hole) = (char::from(*color), radius * 0.4);
        _ = write!(
            svg,
            "<circle class=\"{color}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/><circle class=\"o\" cx=\"{x}\" cy=\"{y}\" r=\"{hole:.1}\"/>"
        );
    }
    svg
}

/// A stick from one place to another, with a knot in its middle.
struct Stick {
    from: Place,
    to: Place,
    red: bool,
}

/// 条.
pub(super) fn bamboos(rank: u8) -> String {
    if rank == 1 {
        return BIRD.to_owned();
    }
    let (mut green, mut red, mut knots) = (String::new(), String::new(), String::new());
    for Stick { from, to, red: is_red } in sticks(rank) {
        let path = if is_red { &mut red } else { &mut green };
        _ = write!(path, "M{} {} {} {}", from.0, from.1, to.0, to.1);
        let (x, y) = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        _ = write!(knots, "M{} {y}h3.6", x - 1.8);
    }
    let mut svg = String::new();
    for (class, path) in [("gs", green), ("rs", red), ("os", knots)] {
        if !path.is_empty() {
            _ = write!(svg, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
    svg
}

fn sticks(rank: u8) -> Vec<Stick> {
    if rank == 8 {
        // An M above a W.
        let above = [
            ((7.0, 23.4), (7.0, 16.4)),
            ((13.2, 22.4), (9.2, 16.0)),
            ((16.8, 22.4), (20.8, 16.0)),
            ((23.0, 23.4), (23.0, 16.4)),
        ];
        let below = above.map(|(from, to)| ((from.0, 51.8 - from.1), (to.0, 51.8 - to.1)));
        return above.into_iter().chain(below).map(|(from, to)| Stick { from, to, red: false }).collect();
    }
    // Half of what is seen of a stick without its round ends.
    let half = match rank {
        2..=4 | 6 => 3.8,
        5 => 4.0,
        7 => 2.0,
        _ => 2.2,
    };
    let places: &[Place] = match rank {
        3 => &[(15.0, 19.3), (8.5, 32.4), (21.5, 32.4)],
        6 => &[(7.0, 19.8), (15.0, 19.8), (23.0, 19.8), (7.0, 31.9), (15.0, 31.9), (23.0, 31.9)],
        7 => {
            &[(15.0, 16.7), (7.0, 25.9), (15.0, 25.9), (23.0, 25.9), (7.0, 34.2), (15.0, 34.2), (23.0, 34.2)]
        }
        _ => places(rank),
    };
    let red = |place: usize| match rank {
        5 => place == 2,
        7 => place == 0,
        9 => place % 3 == 1,
        _ => false,
    };
    let stick =
        |(place, &(x, y)): (usize, &Place)| Stick { from: (x, y - half), to: (x, y + half), red: red(place) };
    places.iter().enumerate().map(stick).collect()
}

/// The bird of the first bamboo: tail, body, wing, head, beak, legs.
const BIRD: &str = "<g transform=\"translate(0 1)\"><path class=\"g\" d=\"M4 36Q6 27 11 23.5 10 17 15 14.5 20 12.5 22.5 16 24.5 20 22.5 25 20 31 13 31 8.5 31.5 4 36Z\"/>\
<path class=\"b\" d=\"M11 27Q13 20.5 20 22.5 18 29 11 27Z\"/><path class=\"r\" d=\"M21.5 15.5 27 18.5 22.5 20ZM16.5 13.5 16 10.5 19 13Z\"/>\
<circle class=\"o\" cx=\"19.6\" cy=\"17\" r=\"1.3\"/><path class=\"rl\" d=\"M13.5 31V36.5H16.5M18 29.5V36H21\"/></g>";
