//! Explanations as text and JSON.

use super::{action_text, seat_name};
use crate::{failure::Failure, format::Format};
use anyhow::anyhow;
use mcr_agents::{
    Explanation,
    explanation::{Route, Thought},
};
use mcr_engine::{Action, Moment, Observation, shape::shanten};
use mcr_sim::report::{Align, Grid, hand_text, percent, tiles_text};
use serde_json::json;
use std::io::Write;

/// Actions and routes that are shown at most.
const SHOWN: usize = 12;

/// One decision in full; `taken` is what was done in the game.
pub(super) fn decision(
    view: &Observation<'_>,
    explanation: &Explanation,
    taken: Option<Action>,
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match format {
        Format::Json => Ok(serde_json::to_writer_pretty(&mut *out, &as_json(view, explanation, taken))
            .map_err(std::io::Error::from)?),
        Format::Csv => Err(Failure::Input(anyhow!("--format csv: expected table or json"))),
        Format::Table => {
            writeln!(out, "{}\n", situation(view))?;
            write!(out, "{}", candidates(explanation, taken))?;
            if !explanation.routes.is_empty() {
                let best = explanation.candidates.first().map(|c| action_text(c.action));
                writeln!(out, "\nWhat the hand may become after {}:\n", best.unwrap_or_default())?;
                write!(out, "{}", routes(&explanation.routes))?;
                writeln!(
                    out,
                    "\nChances and values of hands that overlap, added up: good for comparing, not odds."
                )?;
            }
            Ok(())
        }
    }
}

fn situation(view: &Observation<'_>) -> String {
    let hand = view.hand();
    let table = view.table();
    let melds = hand.melds().len();
    let moment = match view.moment() {
        Moment::Turn | Moment::AfterClaim => "to discard".to_owned(),
        Moment::Claim { tile, from } => format!("offered {tile} by {}", seat_name(from)),
        Moment::Rob { tile, from } => format!("may rob {tile} of {}", seat_name(from)),
        Moment::Watch => "not asked".to_owned(),
    };
    format!(
        "{} holds {}, {moment}; shanten {}, {} tiles left in the wall, {} discards",
        seat_name(view.seat()),
        hand_text(hand),
        shanten(hand.concealed(), melds),
        table.tiles_left(),
        table.discards().len(),
    )
}

fn candidates(explanation: &Explanation, taken: Option<Action>) -> Grid {
    let tried = explanation.candidates.iter().any(|c| c.trials.is_some());
    let mut header =
        vec![("", Align::Left), ("Action", Align::Left), ("Value", Align::Right), ("Danger %", Align::Right)];
    if tried {
        header.extend([("Tried", Align::Right), ("± lead", Align::Right)]);
    }
    let mut grid = Grid::with_header(&header);
    for thought in explanation.candidates.iter().take(SHOWN) {
        let mark = if taken == Some(thought.action) { "→" } else { "" };
        let mut cells = vec![
            mark.to_owned(),
            action_text(thought.action),
            thought.value.map_or_else(String::new, |value| format!("{value:.2}")),
            thought.danger.map_or_else(String::new, |danger| percent(f64::from(danger), 1)),
        ];
        if tried {
            let trials = thought.trials;
            cells.push(trials.map_or_else(String::new, |(n, _)| n.to_string()));
            cells.push(trials.map_or_else(String::new, |(_, error)| format!("{error:.2}")));
        }
        grid.row(cells);
    }
    grid
}

fn routes(routes: &[Route]) -> Grid {
    let mut grid = Grid::with_header(&[
        ("For", Align::Left),
        ("", Align::Left),
        ("Missing", Align::Right),
        ("Hands", Align::Right),
        ("Chance %", Align::Right),
        ("Value", Align::Right),
        ("Points", Align::Right),
        ("Example", Align::Left),
        ("lacks", Align::Left),
    ]);
    for route in routes.iter().take(SHOWN) {
        grid.row([
            route.fan.english().to_owned(),
            route.fan.chinese().to_owned(),
            route.missing.to_string(),
            route.hands.to_string(),
            percent(f64::from(route.chance), 2),
            format!("{:.3}", route.value),
            route.points.to_string(),
            tiles_text(&route.example),
            tiles_text(&route.lack),
        ]);
    }
    grid
}

fn as_json(view: &Observation<'_>, explanation: &Explanation, taken: Option<Action>) -> serde_json::Value {
    let thought = |thought: &Thought| {
        json!({
            "action": action_text(thought.action),
            "index": thought.action.index(),
            "value": thought.value,
            "danger": thought.danger,
            "trials": thought.trials.map(|(n, _)| n),
            "lead_error": thought.trials.map(|(_, error)| error),
        })
    };
    let route = |route: &Route| {
        json!({
            "fan": route.fan.key(),
            "missing": route.missing,
            "hands": route.hands,
            "chance": route.chance,
            "value": route.value,
            "points": route.points,
            "example": tiles_text(&route.example),
            "lacks": tiles_text(&route.lack),
        })
    };
    json!({
        "seat": seat_name(view.seat()),
        "hand": hand_text(view.hand()),
        "taken": taken.map(action_text),
        "candidates": explanation.candidates.iter().map(thought).collect::<Vec<_>>(),
        "routes": explanation.routes.iter().map(route).collect::<Vec<_>>(),
    })
}

/// A line for every decision of a deal.
pub(super) struct Lines {
    grid: Grid,
    records: Vec<serde_json::Value>,
}

impl Lines {
    pub(super) fn new() -> Lines {
        let grid = Grid::with_header(&[
            ("Step", Align::Right),
            ("Seat", Align::Left),
            ("Hand", Align::Left),
            ("Did", Align::Left),
            ("Agent would", Align::Left),
            ("Value", Align::Right),
            ("Plays for", Align::Left),
        ]);
        Lines { grid, records: Vec::new() }
    }

    pub(super) fn add(
        &mut self,
        step: usize,
        view: &Observation<'_>,
        did: Action,
        explanation: &Explanation,
    ) {
        let best = explanation.candidates.first();
        let would = best.map_or_else(String::new, |c| action_text(c.action));
        let same = best.is_some_and(|c| c.action == did);
        let value = best.and_then(|c| c.value).map_or_else(String::new, |value| format!("{value:.2}"));
        let fan = explanation.routes.first().map_or("", |route| route.fan.english());
        self.grid.row([
            step.to_string(),
            seat_name(view.seat()).to_owned(),
            hand_text(view.hand()),
            action_text(did),
            if same { "the same".to_owned() } else { would },
            value,
            fan.to_owned(),
        ]);
        let mut record = as_json(view, explanation, Some(did));
        record["step"] = json!(step);
        self.records.push(record);
    }

    pub(super) fn print(self, format: Format, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Table => write!(out, "{}", self.grid)?,
            Format::Json => {
                serde_json::to_writer_pretty(&mut *out, &self.records).map_err(std::io::Error::from)?;
            }
            Format::Csv => return Err(Failure::Input(anyhow!("--format csv: expected table or json"))),
        }
        Ok(())
    }
}
