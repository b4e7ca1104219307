//! Decisions of a deal, as positions.

use crate::dataset::{DataError, Outcome, Plan, source::LoggedDeal};
use mcr_engine::{Action, BySeat, Deal, RuleSet, Seat, Stream};
use mcr_sim::{
    log::{DealRow, Ending},
    replay::watch_deal,
};
use std::path::Path;

/// A decision, not encoded yet: a kilobyte.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The deal as it stood; [`Deal::observe`] shows what the seat saw.
    pub deal: Deal,
    /// Who decided.
    pub seat: Seat,
    /// What it did.
    pub action: Action,
    /// Its points in the deal.
    pub points: i32,
    /// What the deal came to for it.
    pub outcome: Outcome,
    /// Number of the deal.
    pub number: u64,
    /// Number of the decision among those of the deal, forced ones not counted.
    pub step: u16,
}

/// Decisions of `logged` as the plan wants them, in order; `rng` chooses where only some of them are wanted.
pub(super) fn samples(
    plan: &Plan,
    rules: &RuleSet,
    path: &Path,
    logged: &LoggedDeal,
    rng: &mut Stream,
) -> Result<Vec<Sample>, DataError> {
    let row = &logged.row;
    let wanted = BySeat::from_fn(|seat| wants(plan, row, seat));
    if wanted.iter().all(|(_, wanted)| !wanted) {
        return Ok(Vec::new());
    }
    let mut samples: Vec<Sample> = Vec::new();
    let (mut step, mut met) = (0, 0);
    let watched = watch_deal(rules, row, logged.steps.as_deref(), |deal, seat, action| {
        let number = step;
        step += 1;
        let Some(action) = action.filter(|_| wanted[seat]) else { return };
        met += 1;
        let sample = || Sample {
            deal: deal.clone(),
            seat,
            action,
            points: row.points[seat],
            outcome: outcome(&row.ending, seat),
            number: row.deal,
            step: number,
        };
        // Each with the same chance, without knowing how many there will be.
        if plan.per_deal == 0 || samples.len() < plan.per_deal {
            samples.push(sample());
        } else if let Some(place) = samples.get_mut(rng.below(met) as usize) {
            *place = sample();
        }
    });
    watched.map_err(|source| DataError::Deal { path: path.to_owned(), deal: row.deal, source })?;
    Ok(samples)
}

fn wants(plan: &Plan, row: &DealRow, seat: Seat) -> bool {
    (plan.agents.is_empty() || plan.agents.contains(&row.agents[seat]))
        && (plan.outcomes.is_empty() || plan.outcomes.contains(&outcome(&row.ending, seat)))
        && plan.minimum_points.is_none_or(|least| row.points[seat] >= least)
}

/// What the ending is for `seat`.
pub(super) fn outcome(ending: &Ending, seat: Seat) -> Outcome {
    match ending {
        Ending::Win(win) if win.winner == seat => Outcome::Win,
        Ending::Win(win) if win.also.iter().any(|also| also.winner == seat) => Outcome::Win,
        Ending::Win(win) if win.by.payer() == Some(seat) => Outcome::DealIn,
        Ending::Win(_) | Ending::Foul { .. } => Outcome::Other,
        Ending::Exhausted | Ending::Void | Ending::SessionOver => Outcome::Draw,
    }
}
