//! What `heuristic` thinks, in words of the game.

use super::{
    Params,
    danger::Danger,
    decide::{Candidate, Judge, turns_left},
    outlook::Outlook,
    search::Note,
};
use crate::belief::Belief;
use crate::explanation::{Explanation, Route, Thought};
use mcr_engine::{
    Action, Moment, Observation, Tile,
    scoring::{self, Fan, Score, WinContext, WinningHand},
};
use std::collections::BTreeMap;

/// Candidates with their dangers, and the routes of the hand that the best of them leaves.
pub(super) fn explain(view: &Observation<'_>, params: &Params, belief: Option<&Belief>) -> Explanation {
    let ranked = Judge::new(view, params).believing(belief).rank();
    let danger = Danger::new(view.table(), view.seat(), &params.danger).believing(belief);
    let outlook = Outlook::of(view, params).believing(belief);
    let thought = |candidate: &Candidate| {
        let mut thought = Thought::new(candidate.action, candidate.value);
        match candidate.action {
            Action::Discard(tile) => thought.danger = Some(danger.of(tile.index(), outlook.unseen(), 0)),
            Action::Hu => thought.value = None,
            _ => {}
        }
        thought
    };
    let candidates: Vec<Thought> = ranked.iter().map(thought).collect();
    let routes = candidates.first().map_or_else(Vec::new, |best| routes(view, &outlook, best.action));
    Explanation { candidates, routes }
}

/// What may become of the hand, after the discard if `best` is one; nothing after claims and kongs, which are another hand.
fn routes(view: &Observation<'_>, outlook: &Outlook<'_>, best: Action) -> Vec<Route> {
    let hand = view.hand();
    let discard = match (best, view.moment()) {
        (Action::Discard(tile), _) => Some(tile),
        (Action::Pass, Moment::Claim { .. } | Moment::Rob { .. }) => None,
        _ => return Vec::new(),
    };
    let notes = outlook.notes(hand.concealed(), hand.melds(), turns_left(view, 4));
    let mut by_fan: BTreeMap<Fan, Route> = BTreeMap::new();
    // The best hand of a fan is its example.
    let mut kept: Vec<&Note> = notes.iter().filter(|note| keeps(note, discard)).collect();
    kept.sort_by(|a, b| b.value.total_cmp(&a.value));
    for note in kept {
        let Some((fan, points)) = main_fan(view, outlook, note) else { continue };
        let route = by_fan.entry(fan).or_insert_with(|| Route {
            fan,
            hands: 0,
            missing: note.missing,
            example: note.tiles.counts(),
            lack: note.lack.counts(),
            points,
            chance: 0.0,
            value: 0.0,
        });
        route.hands += 1;
        route.missing = route.missing.min(note.missing);
        route.chance += note.chance;
        route.value += note.value;
    }
    let mut routes: Vec<Route> = by_fan.into_values().collect();
    routes.sort_by(|a, b| b.value.total_cmp(&a.value));
    routes
}

/// Whether the target can do without the discard.
fn keeps(note: &Note, discard: Option<Tile>) -> bool {
    discard.is_none_or(|tile| note.spare.copies(tile.index()) > 0)
}

/// The most valuable fan of the hand when it is complete, and its points on a discard.
fn main_fan(view: &Observation<'_>, outlook: &Outlook<'_>, note: &Note) -> Option<(Fan, u16)> {
    let melds = *view.hand().melds();
    let mut concealed = note.tiles.counts();
    for tile in melds.iter().flat_map(|meld| meld.tiles()) {
        concealed.remove(tile);
    }
    let winning_tile = note.lack.counts().kinds().into_iter().next()?;
    let hand = WinningHand { concealed, melds, winning_tile };
    let context = WinContext::discard(outlook.prevalent, outlook.seat);
    let score: Score = scoring::score(&hand, &context, outlook.rules)?;
    let fan = score.fans().map(|(fan, _)| fan).max_by_key(|fan| (fan.points(), std::cmp::Reverse(*fan)))?;
    Some((fan, score.points()))
}
