//! The charts of the report.

use super::paint::{Canvas, Ink, Scale, Side, paint};
use crate::{
    probability::ProbabilityTable,
    study::{Fit, LengthLine, PointsLine, Study, Verdict, WaitsAtWin},
};
use mcr_engine::Fan;
use mcr_sim::{
    report::grouped,
    statistics::{FanLine, PlayerLine, ShareLine},
};
use serde::Serialize;

/// A picture with its words.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Chart {
    /// Its place on the page.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) chinese: &'static str,
    pub(super) about: String,
    pub(super) svg: String,
}

/// Units of a chart that stands beside another, and of one that has the page to itself.
const WIDTH: f64 = 600.0;
const FULL_WIDTH: f64 = 800.0;

/// The room inside the axes of a picture so high.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Frame {
    fn of_height(height: f64) -> Frame {
        Frame { left: 70.0, right: WIDTH - 20.0, top: 28.0, bottom: height - 44.0 }
    }

    fn x(&self) -> (f64, f64) {
        (self.left, self.right)
    }

    fn y(&self) -> (f64, f64) {
        (self.bottom, self.top)
    }

    fn axes(&self, canvas: &Canvas<'_>, x: &Scale, y: &Scale, names: (&str, &str), write: (Write, Write)) {
        let ticks = x.ticks();
        // Labels that would touch are left out.
        let room = (self.right - self.left) / ticks.len().max(1) as f64;
        let step = if room < 52.0 { 2 } else { 1 };
        for (number, tick) in ticks.into_iter().rev().enumerate() {
            let place = x.place(tick);
            canvas.line(&[(place, self.top), (place, self.bottom)], Ink::Grid, 1);
            if number % step == 0 {
                canvas.text(&write.0(tick), (place, self.bottom + 12.0), Side::Middle, 12, Ink::Muted);
            }
        }
        for tick in y.ticks() {
            let place = y.place(tick);
            canvas.line(&[(self.left, place), (self.right, place)], Ink::Grid, 1);
            canvas.text(&write.1(tick), (self.left - 6.0, place), Side::Left, 12, Ink::Muted);
        }
        let middle = (self.left + self.right) / 2.0;
        canvas.text(names.0, (middle, self.bottom + 32.0), Side::Middle, 13, Ink::Text);
        canvas.text(names.1, (self.left - 4.0, self.top - 16.0), Side::Right, 13, Ink::Text);
    }
}

/// How the values of an axis are written.
type Write = fn(f64) -> String;

fn plain(value: f64) -> String {
    if value.abs() >= 1000.0 { grouped(value.round() as u64) } else { format!("{value}") }
}

/// Per cent; below a hundred-thousandth, of which there are ticks at powers of ten only, the power.
fn percent(value: f64) -> String {
    if value > 0.0 && value < 0.99e-5 {
        let power = format!("{}", (-value.log10()).round());
        let raised = power.chars().map(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize - 48).unwrap_or(' '));
        return format!("10⁻{}", raised.collect::<String>());
    }
    let percent = format!("{:.4}", 100.0 * value);
    let trimmed = percent.trim_end_matches('0').trim_end_matches('.');
    format!("{} %", if trimmed.is_empty() { "0" } else { trimmed })
}

/// A name beside a dot, on the side that has room.
fn label(canvas: &Canvas<'_>, name: &str, (x, y): (f64, f64), ink: Ink) {
    if x > WIDTH - 90.0 {
        canvas.text(name, (x - 5.0, y - 6.0), Side::Left, 10, ink);
    } else {
        canvas.text(name, (x + 5.0, y - 6.0), Side::Right, 10, ink);
    }
}

fn picture(height: f64, title: &str, draw: impl FnOnce(&Canvas<'_>)) -> String {
    paint((WIDTH as u32, height as u32), title, draw)
}

fn full_picture(height: f64, title: &str, draw: impl FnOnce(&Canvas<'_>)) -> String {
    paint((FULL_WIDTH as u32, height as u32), title, draw)
}

/// Every chart of the report.
pub(super) fn charts(
    study: &Study,
    exact: &ProbabilityTable,
    exact_fit: Option<&Fit>,
    waits: &WaitsAtWin,
) -> Vec<Chart> {
    let mut charts = vec![frequencies(study, exact), against(study, exact)];
    if let Some(fit) = exact_fit {
        charts.push(value(
            fit,
            "value-exact",
            "Value against probability: all hands",
            "番值与概率（全部牌型）",
        ));
    }
    if let Some(fit) = &study.value {
        charts.push(value(fit, "value-play", "Value against frequency: in play", "番值与频率（对局）"));
    }
    charts.push(points(&study.points));
    charts.push(players(study));
    charts.push(lengths(&study.lengths));
    charts.push(waits_at_win(waits));
    charts.push(together(study));
    if study.growth.len() > 1 {
        charts.push(growth(study));
    }
    charts
}

/// Fans from the dearest down, flowers left out, then by how often they occur.
fn by_tier(study: &Study) -> Vec<&FanLine> {
    let mut fans: Vec<&FanLine> =
        study.summary.fans.iter().filter(|fan| fan.id != Fan::FlowerTiles.id()).collect();
    fans.sort_by_key(|fan| (std::cmp::Reverse(fan.points), std::cmp::Reverse(fan.wins), fan.id));
    fans
}

fn frequencies(study: &Study, exact: &ProbabilityTable) -> Chart {
    const ROW: f64 = 17.0;
    let fans = by_tier(study);
    let top = 30.0;
    let height = top + ROW * fans.len() as f64 + 40.0;
    let exact_share = |fan: &FanLine| exact.share_of(fan.id);
    let bound = study.unseen.first().map_or(1.0, |line| line.wins_at_most);
    let lows = fans.iter().flat_map(|fan| [fan.share, exact_share(fan)]).filter(|share| *share > 0.0);
    let low = lows.fold(bound, f64::min).max(1e-11);
    let x = Scale::logarithmic((low, 1.0), (300.0, FULL_WIDTH - 30.0));
    let svg = full_picture(height, "How often each fan occurs", |canvas| {
        let bottom = top + ROW * fans.len() as f64;
        for (number, tick) in x.ticks().into_iter().enumerate() {
            let place = x.place(tick);
            canvas.line(&[(place, top), (place, bottom)], Ink::Grid, 1);
            // Every other label, where there are many.
            if number % 2 == (x.ticks().len() - 1) % 2 || x.ticks().len() < 9 {
                canvas.text(&percent(tick), (place, bottom + 12.0), Side::Middle, 12, Ink::Muted);
                canvas.text(&percent(tick), (place, top - 12.0), Side::Middle, 12, Ink::Muted);
            }
        }
        let mut tier = 0;
        for (row, fan) in fans.iter().enumerate() {
            let y = top + ROW * (row as f64 + 0.5);
            if tier != fan.points {
                tier = fan.points;
                canvas.line(&[(4.0, y - ROW / 2.0), (FULL_WIDTH - 8.0, y - ROW / 2.0)], Ink::Muted, 1);
                canvas.text(&tier.to_string(), (24.0, y), Side::Middle, 13, Ink::Text);
            }
            let name = format!("{} {}", fan.english, fan.chinese);
            canvas.text(&name, (292.0, y), Side::Left, 12, Ink::Text);
            if exact_share(fan) > 0.0 {
                canvas.diamond((x.place(exact_share(fan)), y), Ink::B);
            }
            if fan.wins == 0 {
                canvas.at_most((x.place(bound), y), Ink::A);
            } else {
                canvas.line(&[(x.place(fan.low), y), (x.place(fan.high), y)], Ink::A, 2);
                canvas.dot((x.place(fan.share), y), 3, Ink::A, true);
            }
        }
    });
    Chart {
        id: "frequencies",
        title: "How often each fan occurs",
        chinese: "各番种出现频率",
        about: "Share of the wins that show the fan, by point tier. <b class=\"a\">●</b> in play with its 95 % interval, \
                <b class=\"a\">◀</b> never seen: less than this (rule of three), <b class=\"b\">◇</b> share of all complete \
                hands of 14 tiles, counted exactly."
            .to_owned(),
        svg,
    }
}

fn against(study: &Study, exact: &ProbabilityTable) -> Chart {
    let frame = Frame::of_height(480.0);
    let fans: Vec<(&FanLine, f64)> = study
        .summary
        .fans
        .iter()
        .map(|fan| (fan, exact.share_of(fan.id)))
        .filter(|(fan, share)| fan.wins > 0 && *share > 0.0)
        .collect();
    let lowest = |of: fn(&(&FanLine, f64)) -> f64| fans.iter().map(of).fold(0.1, f64::min);
    let x = Scale::logarithmic((lowest(|(_, share)| *share), 1.0), frame.x());
    let y = Scale::logarithmic((lowest(|(fan, _)| fan.share), 1.0), frame.y());
    let svg = picture(480.0, "Exact share against share in play", |canvas| {
        frame.axes(
            canvas,
            &x,
            &y,
            ("of all complete hands 全部和牌", "of wins in play 对局"),
            (percent, percent),
        );
        let from = x.values_low().max(y.values_low());
        canvas.line(&[(x.place(from), y.place(from)), (x.place(1.0), y.place(1.0))], Ink::Muted, 1);
        for (fan, share) in &fans {
            let place = (x.place(*share), y.place(fan.share));
            canvas.line(&[(place.0, y.place(fan.low)), (place.0, y.place(fan.high))], Ink::A, 1);
            canvas.dot(place, 3, Ink::A, true);
            label(canvas, fan.chinese, place, Ink::Muted);
        }
    });
    Chart {
        id: "against",
        title: "Exact against simulated",
        chinese: "精确概率与对局频率",
        about: "Above the line: fans that players go for. Below: fans of luck that play has no time for."
            .to_owned(),
        svg,
    }
}

fn value(fit: &Fit, id: &'static str, title: &'static str, chinese: &'static str) -> Chart {
    let frame = Frame::of_height(440.0);
    let lowest = fit.lines.iter().map(|line| line.probability).fold(0.1, f64::min);
    let x = Scale::logarithmic((lowest, 1.0), frame.x());
    let y = Scale::logarithmic((1.0, 100.0), frame.y());
    let svg = picture(440.0, title, |canvas| {
        frame.axes(canvas, &x, &y, ("share of the hands 概率", "points 番"), (percent, plain));
        let fair = |p: f64| (fit.intercept + fit.slope * p.ln()).exp();
        let ends = [x.values_low(), 1.0];
        canvas.line(&ends.map(|p| (x.place(p), y.place(fair(p)))), Ink::Text, 1);
        for line in &fit.lines {
            let place = (x.place(line.probability), y.place(f64::from(line.points)));
            let ink = match line.verdict {
                Verdict::Underpriced => Ink::B,
                Verdict::Fair => Ink::Muted,
                Verdict::Overpriced => Ink::A,
            };
            canvas.dot(place, 3, ink, true);
            if let (false, Some(fan)) = (line.verdict == Verdict::Fair, Fan::from_id(line.id)) {
                label(canvas, fan.chinese(), place, ink);
            }
        }
    });
    let Fit { slope, slope_low, slope_high, r_squared, .. } = fit;
    let about = format!(
        "Were points inversely proportional to probability, the slope would be −1. It is <b>{slope:.3}</b> ({slope_low:.3} to \
         {slope_high:.3}, 95 %) and explains {:.0} % of the spread. <b class=\"b\">●</b> underpriced: rarer than the points \
         say; <b class=\"a\">●</b> overpriced.",
        100.0 * r_squared
    );
    Chart { id, title, chinese, about, svg }
}

/// Bars of two series on each other.
fn stacked(
    bars: &[(f64, [u64; 2])],
    title: &str,
    names: (&str, &str),
    label: impl Fn(f64) -> String,
) -> String {
    let frame = Frame::of_height(320.0);
    let all: u64 = bars.iter().map(|(_, counts)| counts[0] + counts[1]).sum();
    let share = |count: u64| count as f64 / all.max(1) as f64;
    let highest = bars.iter().map(|(_, counts)| share(counts[0] + counts[1])).fold(1e-9, f64::max);
    let ends = (bars.first().map_or(0.0, |bar| bar.0) - 0.5, bars.last().map_or(1.0, |bar| bar.0) + 0.5);
    let x = Scale::linear(ends, frame.x());
    let y = Scale::linear((0.0, 1.05 * highest), frame.y());
    picture(320.0, title, |canvas| {
        for tick in y.ticks() {
            canvas.line(&[(frame.left, y.place(tick)), (frame.right, y.place(tick))], Ink::Grid, 1);
            canvas.text(&percent(tick), (frame.left - 6.0, y.place(tick)), Side::Left, 12, Ink::Muted);
        }
        let mut written = f64::NEG_INFINITY;
        for (at, counts) in bars {
            let sides = (x.place(at - 0.42), x.place(at + 0.42));
            let first = y.place(share(counts[0]));
            canvas.bar((sides.0, first), (sides.1, y.place(0.0)), Ink::A, 1.0);
            canvas.bar((sides.0, y.place(share(counts[0] + counts[1]))), (sides.1, first), Ink::B, 1.0);
            let (place, text) = (x.place(*at), label(*at));
            if place - written > 14.0 + 7.0 * text.len() as f64 {
                written = place;
                canvas.text(&text, (place, frame.bottom + 12.0), Side::Middle, 12, Ink::Muted);
            }
        }
        let middle = (frame.left + frame.right) / 2.0;
        canvas.text(names.0, (middle, frame.bottom + 32.0), Side::Middle, 13, Ink::Text);
        canvas.text(names.1, (frame.left - 4.0, frame.top - 16.0), Side::Right, 13, Ink::Text);
    })
}

/// Points from here on are one bar.
const DEAR: usize = 65;

fn points(lines: &[PointsLine]) -> Chart {
    let mut bars: Vec<(f64, [u64; 2])> = Vec::new();
    for line in lines {
        let at = line.points.min(DEAR) as f64;
        let counts = [line.own_draw, line.discard];
        match bars.last_mut().filter(|bar| bar.0 == at) {
            Some(bar) => (bar.1[0], bar.1[1]) = (bar.1[0] + counts[0], bar.1[1] + counts[1]),
            None => bars.push((at, counts)),
        }
    }
    let label = |at: f64| if at >= DEAR as f64 { format!("{at}+") } else { format!("{at}") };
    let svg = stacked(&bars, "Points of the winning hands", ("points without flowers 番", "of wins"), label);
    Chart {
        id: "points",
        title: "Points of the winning hands",
        chinese: "和牌番数分布",
        about: "Flowers not counted. <b class=\"a\">■</b> own draw 自摸, <b class=\"b\">■</b> discard 点炮."
            .to_owned(),
        svg,
    }
}

fn lengths(lines: &[LengthLine]) -> Chart {
    let bars: Vec<(f64, [u64; 2])> =
        lines.iter().map(|line| (line.discards as f64, [line.won, line.drawn])).collect();
    let svg = stacked(&bars, "Length of the deals", ("discards in the deal 打牌数", "of deals"), |at| {
        format!("{at}")
    });
    Chart {
        id: "lengths",
        title: "Length of the deals",
        chinese: "每盘长度",
        about: "<b class=\"a\">■</b> won, <b class=\"b\">■</b> nobody won 荒牌.".to_owned(),
        svg,
    }
}

fn waits_at_win(waits: &WaitsAtWin) -> Chart {
    let last = waits.kinds.iter().rposition(|wins| wins[0] + wins[1] > 0).unwrap_or(1).max(4);
    let bars: Vec<(f64, [u64; 2])> = (1..=last).map(|kinds| (kinds as f64, waits.kinds[kinds])).collect();
    let svg =
        stacked(&bars, "Waits at the win", ("kinds waited for 听牌张数（种）", "of wins"), |at| {
            format!("{at}")
        });
    Chart {
        id: "waits",
        title: "Waits at the win",
        chinese: "和牌时的听口",
        about: format!(
            "How many kinds would have completed the winner's hand, in a sample of {} wins played again. \
             <b class=\"a\">■</b> own draw, <b class=\"b\">■</b> discard.",
            grouped(waits.wins())
        ),
        svg,
    }
}

fn players(study: &Study) -> Chart {
    const ROW: f64 = 26.0;
    let seats = &study.summary.agents;
    let agents = if study.summary.by_agent.len() > 1 { &study.summary.by_agent[..] } else { &[] };
    let lines: Vec<&PlayerLine> = seats.iter().chain(agents).collect();
    let (top, left) = (14.0, 250.0);
    let bottom = top + ROW * lines.len() as f64;
    let draw = study.summary.draw.share;
    let highest =
        lines.iter().flat_map(|line| [line.win.high, line.deal_in.high]).fold(draw.max(0.05), f64::max);
    let x = Scale::linear((0.0, (highest * 1.05).min(1.0)), (left, WIDTH - 30.0));
    let svg = picture(bottom + 44.0, "Wins and deal-ins", |canvas| {
        for tick in x.ticks() {
            canvas.line(&[(x.place(tick), top), (x.place(tick), bottom)], Ink::Grid, 1);
            canvas.text(&percent(tick), (x.place(tick), bottom + 12.0), Side::Middle, 12, Ink::Muted);
        }
        canvas.line(&[(x.place(draw), top), (x.place(draw), bottom)], Ink::C, 2);
        for (row, line) in lines.iter().enumerate() {
            let y = top + ROW * (row as f64 + 0.5);
            canvas.text(&player_name(line), (left - 8.0, y), Side::Left, 13, Ink::Text);
            let mark = |share: &ShareLine, y: f64, ink: Ink| {
                canvas.line(&[(x.place(share.low), y), (x.place(share.high), y)], ink, 2);
                canvas.dot((x.place(share.share), y), 4, ink, true);
            };
            mark(&line.win, y - 4.0, Ink::A);
            mark(&line.deal_in, y + 4.0, Ink::B);
        }
        canvas.text(
            "of the deals and seats played",
            ((left + WIDTH) / 2.0, bottom + 32.0),
            Side::Middle,
            13,
            Ink::Text,
        );
    });
    Chart {
        id: "players",
        title: "Wins and deal-ins by agent and seat",
        chinese: "和牌率与点炮率",
        about: "<b class=\"a\">●</b> won 和, <b class=\"b\">●</b> gave the winning tile 点炮, with 95 % intervals; \
                <b class=\"c\">│</b> deals that nobody won 荒牌."
            .to_owned(),
        svg,
    }
}

/// `East 东 · greedy`, or the agent over all its seats.
pub(super) fn player_name(line: &PlayerLine) -> String {
    let seats = ["East 东", "South 南", "West 西", "North 北"];
    let mut spec: String = line.spec.chars().take(24).collect();
    if spec.len() < line.spec.len() {
        spec.push('…');
    }
    match line.seat.and_then(|seat| seats.get(seat)) {
        Some(seat) => format!("{seat} · {spec}"),
        None => format!("{spec}, all {} seats", line.seats),
    }
}

/// Fans in the picture of fans that meet.
const MOST_FREQUENT: usize = 22;

fn together(study: &Study) -> Chart {
    let mut fans: Vec<&FanLine> =
        study.summary.fans.iter().filter(|fan| fan.wins > 0 && fan.id != Fan::FlowerTiles.id()).collect();
    fans.sort_by_key(|fan| (std::cmp::Reverse(fan.wins), fan.id));
    fans.truncate(MOST_FREQUENT);
    let both = |a: u8, b: u8| {
        let ids = [a.min(b), a.max(b)];
        study.together.iter().find(|pair| pair.ids == ids).map_or(0, |pair| pair.wins)
    };
    const CELL: f64 = 23.0;
    let (left, top) = (232.0, 74.0);
    let size = CELL * fans.len() as f64;
    let svg = full_picture(top + size + 10.0, "Fans that meet", |canvas| {
        for (row, fan) in fans.iter().enumerate() {
            let y = top + CELL * row as f64;
            let name = format!("{} {}", fan.english, fan.chinese);
            canvas.text(&name, (left - 6.0, y + CELL / 2.0), Side::Left, 12, Ink::Text);
            // Names over the columns, one character below the other.
            let x = left + CELL * (row as f64 + 0.5);
            let name: Vec<char> = fan.chinese.chars().collect();
            for (place, character) in name.iter().enumerate() {
                let y = top - 8.0 - 13.0 * (name.len() - 1 - place) as f64;
                canvas.text(&character.to_string(), (x, y), Side::Middle, 12, Ink::Text);
            }
            for (column, other) in fans.iter().enumerate() {
                let x = left + CELL * column as f64;
                if row == column {
                    canvas.bar((x + 1.0, y + 1.0), (x + CELL - 1.0, y + CELL - 1.0), Ink::Grid, 1.0);
                    continue;
                }
                let share = both(fan.id, other.id) as f64 / fan.wins as f64;
                canvas.bar(
                    (x + 1.0, y + 1.0),
                    (x + CELL - 1.0, y + CELL - 1.0),
                    Ink::A,
                    (0.04 + 0.96 * share).min(1.0),
                );
                if share >= 0.1 {
                    let ink = if share > 0.55 { Ink::Paper } else { Ink::Text };
                    let text = format!("{:.0}", 100.0 * share);
                    canvas.text(&text, (x + CELL / 2.0, y + CELL / 2.0), Side::Middle, 10, ink);
                }
            }
        }
    });
    Chart {
        id: "together",
        title: "Fans that meet",
        chinese: "番种同现",
        about: "Of the wins that show the fan of the row, how many per cent show that of the column; the most frequent fans."
            .to_owned(),
        svg,
    }
}

/// Fans in the picture of growing sureness.
const FOLLOWED: usize = 6;

fn growth(study: &Study) -> Chart {
    let frame = Frame::of_height(380.0);
    let (first, last) = (&study.growth[0], &study.growth[study.growth.len() - 1]);
    // From the most frequent to the rarest, evenly.
    let mut fans: Vec<&FanLine> = study.summary.fans.iter().filter(|fan| fan.wins >= 10).collect();
    fans.sort_by_key(|fan| (std::cmp::Reverse(fan.wins), fan.id));
    let step = (fans.len().saturating_sub(1) / (FOLLOWED - 1)).max(1);
    let followed: Vec<&FanLine> = fans.into_iter().step_by(step).take(FOLLOWED).collect();
    let x = Scale::logarithmic((first.deals as f64, last.deals as f64), frame.x());
    let y = Scale::logarithmic((1e-3, 1.0), frame.y());
    let svg = picture(380.0, "Width of the intervals", |canvas| {
        frame.axes(canvas, &x, &y, ("deals 盘数", "half the interval, of the share"), (plain, percent));
        for (number, fan) in followed.iter().enumerate() {
            let width = |share: &ShareLine| (share.high - share.low) / 2.0 / share.share;
            let line: Vec<(f64, f64)> = study
                .growth
                .iter()
                .filter_map(|growth| {
                    let fan = growth.fans.iter().find(|line| line.id == fan.id)?;
                    Some((x.place(growth.deals as f64), y.place(width(&fan.share))))
                })
                .collect();
            canvas.line(&line, [Ink::A, Ink::B, Ink::C][number % 3], 2);
            if let Some(&(end, height)) = line.last() {
                canvas.text(fan.chinese, (end - 4.0, height - 9.0), Side::Left, 12, Ink::Text);
            }
        }
    });
    Chart {
        id: "growth",
        title: "How sure the shares became",
        chinese: "区间随盘数收窄",
        about: "Half the width of the 95 % interval, relative to the share itself; from a frequent fan to a rare one. \
                Four times the deals halve it."
            .to_owned(),
        svg,
    }
}
