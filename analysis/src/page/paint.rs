//! Charts as SVG that takes its colours from the page, so that light and dark need no second picture.

use plotters::{
    backend::SVGBackend,
    coord::Shift,
    drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea},
    element::{Circle, PathElement, Polygon, Rectangle, Text},
    style::{
        Color, FontStyle, IntoFont, RGBColor, ShapeStyle, TextStyle,
        text_anchor::{HPos, Pos, VPos},
    },
};

/// A colour of the page. The library draws it as a mark that the page's variable takes the place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Text.
    Text,
    /// Secondary text.
    Muted,
    /// Lines behind the data.
    Grid,
    /// First series.
    A,
    /// Second series.
    B,
    /// Third series.
    C,
    /// The page itself, for text on dark colours.
    Paper,
}

impl Ink {
    const ALL: [(Ink, RGBColor, &'static str); 7] = [
        (Ink::Text, RGBColor(1, 2, 3), "var(--ink)"),
        (Ink::Muted, RGBColor(4, 5, 6), "var(--muted)"),
        (Ink::Grid, RGBColor(7, 8, 9), "var(--grid)"),
        (Ink::A, RGBColor(10, 11, 12), "var(--a)"),
        (Ink::B, RGBColor(13, 14, 15), "var(--b)"),
        (Ink::C, RGBColor(16, 17, 18), "var(--c)"),
        (Ink::Paper, RGBColor(19, 20, 21), "var(--paper)"),
    ];

    fn color(self) -> RGBColor {
        Ink::ALL[self as usize].1
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Where a text is put relative to its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    /// The text ends there.
    Left,
    /// The text is centred.
    Middle,
    /// The text begins there.
    Right,
}

/// A surface of so many units, drawn on in place.
pub(super) struct Canvas<'a> {
    area: Area<'a>,
}

/// Pixels from doubles; what lies outside a picture is none.
fn px(value: f64) -> i32 {
    value.round().clamp(-10_000.0, 10_000.0) as i32
}

/// Writing to a string does not fail.
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

fn done(drawn: Drawn) {
    debug_assert!(drawn.is_ok(), "{drawn:?}");
}

impl Canvas<'_> {
    pub(super) fn line(&self, points: &[(f64, f64)], ink: Ink, width: u32) {
        let points: Vec<(i32, i32)> = points.iter().map(|(x, y)| (px(*x), px(*y))).collect();
        done(self.area.draw(&PathElement::new(points, ink.color().stroke_width(width))));
    }

    pub(super) fn dot(&self, (x, y): (f64, f64), radius: u32, ink: Ink, filled: bool) {
        let style = ShapeStyle { color: ink.color().to_rgba(), filled, stroke_width: 1 };
        done(self.area.draw(&Circle::new((px(x), px(y)), radius, style)));
    }

    /// A small square on its corner.
    pub(super) fn diamond(&self, (x, y): (f64, f64), ink: Ink) {
        let (x, y) = (px(x), px(y));
        let corners = vec![(x - 4, y), (x, y - 4), (x + 4, y), (x, y + 4), (x - 4, y)];
        done(self.area.draw(&PathElement::new(corners, ink.color().stroke_width(1))));
    }

    /// A triangle that points to the left: "no more than here".
    pub(super) fn at_most(&self, (x, y): (f64, f64), ink: Ink) {
        let (x, y) = (px(x), px(y));
        done(self.area.draw(&Polygon::new(vec![(x - 7, y), (x, y - 4), (x, y + 4)], ink.color().filled())));
    }

    pub(super) fn bar(&self, from: (f64, f64), to: (f64, f64), ink: Ink, opacity: f64) {
        let corners = [(px(from.0), px(from.1)), (px(to.0), px(to.1))];
        done(self.area.draw(&Rectangle::new(corners, ink.color().mix(opacity).filled())));
    }

    pub(super) fn text(&self, text: &str, (x, y): (f64, f64), side: Side, size: u32, ink: Ink) {
        let horizontal = match side {
            Side::Left => HPos::Right,
            Side::Middle => HPos::Center,
            Side::Right => HPos::Left,
        };
        let font = ("sans-serif", size).into_font().style(FontStyle::Normal);
        let color = ink.color();
        let style = TextStyle::from(font).color(&color).pos(Pos::new(horizontal, VPos::Center));
        done(self.area.draw(&Text::new(text.to_owned(), (px(x), px(y)), style)));
    }
}

/// A picture of so many units, as SVG for inside a page.
pub(super) fn paint(size: (u32, u32), title: &str, draw: impl FnOnce(&Canvas<'_>)) -> String {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    let canvas = Canvas { area };
    draw(&canvas);
    done(canvas.area.present());
    drop(canvas);
    for (_, color, variable) in Ink::ALL {
        let RGBColor(r, g, b) = color;
        svg = svg.replace(&format!("#{r:02X}{g:02X}{b:02X}"), variable);
    }
    // The page sizes it, and says what it is to those who cannot see it.
    let title = title.replace(['<', '>', '&', '"'], " ");
    let head = format!(
        "<svg class=\"chart\" role=\"img\" aria-label=\"{title}\" viewBox=\"0 0 {} {}\" xmlns=\"http://www.w3.org/2000/svg\">",
        size.0, size.1
    );
    match svg.find("<svg").and_then(|start| svg[start..].find('>').map(|end| start + end + 1)) {
        Some(end) => head + &svg[end..].replace("\n", ""),
        None => svg,
    }
}

/// A scale from values to units of a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    values: (f64, f64),
    places: (f64, f64),
    logarithmic: bool,
}

impl Scale {
    pub(super) fn linear(values: (f64, f64), places: (f64, f64)) -> Scale {
        Scale { values, places, logarithmic: false }
    }

    /// From one power of ten to another.
    pub(super) fn logarithmic(values: (f64, f64), places: (f64, f64)) -> Scale {
        let low = values.0.max(1e-300).log10().floor();
        let high = values.1.max(1e-300).log10().ceil().max(low + 1.0);
        Scale { values: (low, high), places, logarithmic: true }
    }

    pub(super) fn place(&self, value: f64) -> f64 {
        let value = if self.logarithmic { value.max(1e-300).log10() } else { value };
        let share = (value - self.values.0) / (self.values.1 - self.values.0);
        self.places.0 + share.clamp(-0.02, 1.02) * (self.places.1 - self.places.0)
    }

    /// The lowest value of a logarithmic scale.
    pub(super) fn values_low(&self) -> f64 {
        if self.logarithmic { 10f64.powf(self.values.0) } else { self.values.0 }
    }

    /// Round values to mark.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let (low, high) = self.values;
        if self.logarithmic {
            return (low as i32..=high as i32).map(|power| 10f64.powi(power)).collect();
        }
        let rough = (high - low) / 6.0;
        let power = 10f64.powf(rough.max(1e-12).log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|step| *step >= rough).unwrap_or(rough);
        let first = (low / step).ceil() as i64;
        (first..).map(|n| n as f64 * step).take_while(|value| *value <= high + 1e-9).collect()
    }
}
