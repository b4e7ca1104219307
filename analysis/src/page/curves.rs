//! Learning curves as a page.

use super::{
    Layout, escaped,
    paint::{Canvas, Ink, Scale, Side, paint},
    render,
};
use mcr_sim::report::grouped;
use serde::Serialize;

const LAYOUT: Layout = Layout { template: include_str!("templates/curves.html"), styles: &[], scripts: &[] };

/// Quantities over the steps of a training, as a CSV file holds them: `step` and a column a quantity.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name, such as `training`.
    pub name: String,
    /// The quantities.
    pub names: Vec<String>,
    /// Step and one value a quantity; values that are no numbers are gaps.
    pub points: Vec<(f64, Vec<f64>)>,
}

/// A file that is no curve.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {found:?}, expected {expected}")]
pub struct CurveError {
    /// The line, from 1.
    pub line: usize,
    /// What is there.
    pub found: String,
    /// What should be.
    pub expected: String,
}

impl Curve {
    /// Reads the text of a CSV file.
    ///
    /// # Errors
    /// When its first column is not `step` or a line has other columns than the first.
    pub fn read(name: &str, text: &str) -> Result<Curve, CurveError> {
        let wrong = |line: usize, found: &str, expected: &str| CurveError {
            line,
            found: found.to_owned(),
            expected: expected.to_owned(),
        };
        let mut lines = (1..).zip(text.lines());
        let (_, head) = lines.next().ok_or_else(|| wrong(1, "", "a line of column names"))?;
        let names =
            head.strip_prefix("step,").ok_or_else(|| wrong(1, head, "step and other column names"))?;
        let names: Vec<String> = names.split(',').map(str::to_owned).collect();
        let mut points = Vec::new();
        for (line, row) in lines.filter(|(_, row)| !row.is_empty()) {
            let numbers: Option<Vec<f64>> = row.split(',').map(|number| number.parse().ok()).collect();
            let numbers =
                numbers.filter(|numbers| numbers.len() == names.len() + 1 && numbers[0].is_finite());
            let numbers = numbers.ok_or_else(|| wrong(line, row, &format!("{} numbers", names.len() + 1)))?;
            points.push((numbers[0], numbers[1..].to_vec()));
        }
        Ok(Curve { name: name.to_owned(), names, points })
    }

    /// The points of one quantity, where it has a value.
    fn of(&self, quantity: &str) -> Vec<(f64, f64)> {
        let Some(place) = self.names.iter().position(|name| name == quantity) else { return Vec::new() };
        let points = self.points.iter().map(|(step, values)| (*step, values[place]));
        points.filter(|(_, value)| value.is_finite()).collect()
    }
}

#[derive(Serialize)]
struct Page<'a> {
    headline: &'a str,
    charts: Vec<Chart>,
    last: Vec<Last>,
    command: &'a str,
}

#[derive(Serialize)]
struct Chart {
    id: String,
    title: String,
    about: String,
    svg: String,
}

/// The end of one quantity of one curve, and its best.
#[derive(Serialize)]
struct Last {
    curve: String,
    quantity: String,
    step: String,
    value: String,
    lowest: String,
    highest: String,
}

/// The page of some curves of one training: a chart a quantity, the curves in it beside each other.
///
/// # Errors
/// Never for a template of this crate.
pub fn curves_page(headline: &str, curves: &[Curve], command: &str) -> Result<String, minijinja::Error> {
    let mut quantities: Vec<&str> = Vec::new();
    for name in curves.iter().flat_map(|curve| &curve.names) {
        if !quantities.contains(&name.as_str()) {
            quantities.push(name);
        }
    }
    let charts = quantities.iter().filter_map(|quantity| chart(quantity, curves)).collect();
    let last =
        curves.iter().flat_map(|curve| curve.names.iter().filter_map(|name| last(curve, name))).collect();
    render(&LAYOUT, Page { headline, charts, last, command })
}

fn last(curve: &Curve, quantity: &str) -> Option<Last> {
    let points = curve.of(quantity);
    let (step, value) = *points.last()?;
    let bound =
        |best: fn(f64, f64) -> f64| points.iter().map(|(_, value)| *value).reduce(best).unwrap_or(value);
    Some(Last {
        curve: curve.name.clone(),
        quantity: quantity.to_owned(),
        step: grouped(step.max(0.0) as u64),
        value: short(value),
        lowest: short(bound(f64::min)),
        highest: short(bound(f64::max)),
    })
}

fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

const INKS: [(Ink, &str); 3] = [(Ink::A, "a"), (Ink::B, "b"), (Ink::C, "c")];
const SIZE: (u32, u32) = (600, 300);

/// Points that a line is drawn through; more are averaged.
const DRAWN: usize = 300;

fn chart(quantity: &str, curves: &[Curve]) -> Option<Chart> {
    let drawn: Vec<(&str, Vec<(f64, f64)>)> =
        curves.iter().map(|curve| (curve.name.as_str(), smooth(&curve.of(quantity)))).collect();
    let all = || drawn.iter().flat_map(|(_, points)| points);
    all().next()?;
    let span = |value: fn(&(f64, f64)) -> f64| {
        let (low, high) = all().map(value).fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
        if low < high { (low, high) } else { (low - 0.5, high + 0.5) }
    };
    let x = Scale::linear(span(|point| point.0), (70.0, f64::from(SIZE.0) - 20.0));
    let y = Scale::linear(span(|point| point.1), (f64::from(SIZE.1) - 44.0, 24.0));
    let svg = paint(SIZE, quantity, |canvas| {
        axes(canvas, &x, &y);
        for ((_, points), (ink, _)) in drawn.iter().zip(INKS.iter().cycle()) {
            let places: Vec<(f64, f64)> = points.iter().map(|(s, v)| (x.place(*s), y.place(*v))).collect();
            match &places[..] {
                [] => {}
                [one] => canvas.dot(*one, 3, *ink, true),
                _ => canvas.line(&places, *ink, 2),
            }
        }
    });
    let legend = drawn.iter().zip(INKS.iter().cycle()).filter(|((_, points), _)| !points.is_empty());
    let legend: Vec<String> = legend
        .map(|((name, _), (_, class))| format!("<b class=\"{class}\">●</b> {}", escaped(name)))
        .collect();
    let id = quantity.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    Some(Chart { id, title: quantity.to_owned(), about: legend.join(", "), svg })
}

/// No more points than can be told apart: means of neighbours.
fn smooth(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mean = |part: &[(f64, f64)]| {
        let count = part.len() as f64;
        (part.iter().map(|p| p.0).sum::<f64>() / count, part.iter().map(|p| p.1).sum::<f64>() / count)
    };
    points.chunks(points.len().div_ceil(DRAWN).max(1)).map(mean).collect()
}

fn axes(canvas: &Canvas<'_>, x: &Scale, y: &Scale) {
    let (left, right, top, bottom) = (70.0, f64::from(SIZE.0) - 20.0, 24.0, f64::from(SIZE.1) - 44.0);
    for tick in x.ticks() {
        let place = x.place(tick);
        canvas.line(&[(place, top), (place, bottom)], Ink::Grid, 1);
        canvas.text(&grouped(tick.max(0.0) as u64), (place, bottom + 12.0), Side::Middle, 12, Ink::Muted);
    }
    for tick in y.ticks() {
        let place = y.place(tick);
        canvas.line(&[(left, place), (right, place)], Ink::Grid, 1);
        canvas.text(&short(tick), (left - 6.0, place), Side::Left, 12, Ink::Muted);
    }
    canvas.text("step", (f64::midpoint(left, right), bottom + 32.0), Side::Middle, 13, Ink::Text);
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRAINING: &str = "step,loss,agreement\n0,2.5,0.1\n100,1.5,0.4\n200,1,NaN\n";

    #[test]
    fn curves_are_read_and_odd_lines_named() {
        let curve = Curve::read("training", TRAINING).expect("a curve");
        assert_eq!(curve.of("loss"), [(0.0, 2.5), (100.0, 1.5), (200.0, 1.0)]);
        assert_eq!(curve.of("agreement").len(), 2, "what is no number is a gap");
        assert_eq!(curve.of("nothing"), []);
        let refused = |text| Curve::read("x", text).expect_err("no curve").to_string();
        assert_eq!(refused("a,b\n"), r#"line 1: "a,b", expected step and other column names"#);
        assert_eq!(refused("step,loss\n1,2\n3\n"), r#"line 3: "3", expected 2 numbers"#);
        assert!(refused("").contains("column names"));
        assert!(refused("step,loss\n1,two").contains("expected 2 numbers"));
    }

    #[test]
    fn the_page_has_a_chart_for_each_quantity_with_all_its_curves() {
        let many: String = (0..5000).map(|step| format!("{step},{}\n", step % 7)).collect();
        let curves = [
            Curve::read("training", TRAINING).expect("a curve"),
            Curve::read("<holdout>", "step,loss\n100,1.75\n").expect("a curve"),
            Curve::read("long", &format!("step,noise\n{many}")).expect("a curve"),
            Curve::read("empty", "step,never\n").expect("a curve"),
        ];
        let page = curves_page("a training", &curves, "mcr report x").expect("a page");
        assert_eq!(page.matches("<svg").count(), 3, "quantities without a value have no chart");
        assert!(page.contains("&lt;holdout&gt;") && !page.contains("<holdout>"));
        assert!(page.contains("1.75") && page.contains("a training"));
        assert!(page.len() < 100_000, "{} bytes: long curves are drawn through means", page.len());
    }
}
