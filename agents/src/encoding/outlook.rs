//! The planes of what the heuristic agent thinks. Their numbers are those of the table in [`super`].

use super::{KINDS, canvas::Canvas, plain};
use crate::heuristic::Heuristic;
use mcr_engine::{Action, Observation, Tile};

const FIRST: usize = plain::PLANES;
pub(super) const DISCARDS: usize = FIRST;
const KEPT: usize = FIRST + 2;
const CHOWS: usize = FIRST + 3;
const CHOWS_AGAINST_BEST: usize = FIRST + 6;
const PUNGS: usize = FIRST + 9;
const KONGS: usize = FIRST + 11;
const PASS: usize = FIRST + 13;
const DANGER: usize = FIRST + 15;
const DANGER_OF: usize = FIRST + 16;
const WANTED: usize = FIRST + 19;
const BEST: usize = FIRST + 20;
const MISSING: usize = FIRST + 21;
pub(super) const PLANES: usize = 22;

pub(super) fn paint(view: &Observation<'_>, heuristic: &Heuristic, canvas: &mut Canvas<'_>) {
    let insight = heuristic.insight(view);
    let best = insight.candidates.iter().map(|candidate| candidate.value).fold(f32::MIN, f32::max);
    for candidate in &insight.candidates {
        if let Some((plane, against_best, tile)) = place(candidate.action, view) {
            canvas.set(plane, tile, worth(candidate.value));
            canvas.set(against_best, tile, (candidate.value - best).exp());
        }
    }
    if !insight.candidates.is_empty() {
        canvas.fill(BEST, worth(best));
    }
    for (kind, chances) in insight.dangers.into_iter().enumerate() {
        let safe: f32 = chances.iter().map(|chance| 1.0 - chance).product();
        canvas.plane(DANGER)[kind] = (8.0 * (1.0 - safe)).tanh();
        for (place, chance) in chances.into_iter().enumerate() {
            canvas.plane(DANGER_OF + place)[kind] = (8.0 * chance).tanh();
        }
    }
    if let Some(hand) = insight.hand {
        for kind in 0..KINDS {
            canvas.plane(KEPT)[kind] = worth(hand.kept[kind]);
            canvas.plane(WANTED)[kind] = hand.wanted[kind];
        }
        canvas.fill(MISSING, 1.0 / (1 + hand.missing) as f32);
    }
}

/// Points as a network likes them.
fn worth(points: f32) -> f32 {
    (points / 16.0).tanh()
}

/// The two planes of an action, and its kind.
fn place(action: Action, view: &Observation<'_>) -> Option<(usize, usize, Tile)> {
    let live = view.table().live_tile().map(|(tile, _)| tile);
    Some(match action {
        Action::Discard(tile) => (DISCARDS, DISCARDS + 1, tile),
        Action::Chow { position, .. } => {
            let position = usize::from(position);
            (CHOWS + position, CHOWS_AGAINST_BEST + position, live?)
        }
        Action::Pung(tile) => (PUNGS, PUNGS + 1, tile),
        Action::MeldedKong(tile) | Action::ConcealedKong(tile) | Action::AddedKong(tile) => {
            (KONGS, KONGS + 1, tile)
        }
        Action::Pass => (PASS, PASS + 1, live?),
        // A win is not weighed against anything.
        Action::Hu => return None,
    })
}
