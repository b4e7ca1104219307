//! All that `heuristic` thinks of a view, for those who go on from there.

use super::{
    danger::Danger,
    decide::{Audience, Candidate, Judge},
    outlook::Outlook,
    params::Params,
    planes::bits,
    value::Values,
};
use mcr_engine::{Observation, Tile};

/// What it thinks.
#[derive(Clone, Debug)]
pub(crate) struct Insight {
    /// Every action worth a thought; of equal ones the better comes last.
    pub(crate) candidates: Vec<Candidate>,
    /// Chance of each of the three others, in turn order, to win on a discard of a kind.
    pub(crate) dangers: [[f32; 3]; Tile::KINDS],
    /// What it thinks of the hand; nothing where no action was weighed.
    pub(crate) hand: Option<Prospects>,
}

/// What may become of a hand.
#[derive(Clone, Debug)]
pub(crate) struct Prospects {
    /// Its worth after a discard of each kind, dangers not counted; 0 when none is due.
    pub(crate) kept: [f32; Tile::KINDS],
    /// The share of its worth that needs a kind to come.
    pub(crate) wanted: [f32; Tile::KINDS],
    /// Missing tiles of the nearest hand that may win.
    pub(crate) missing: u32,
}

impl Insight {
    pub(super) fn of(view: &Observation<'_>, params: &Params) -> Insight {
        let mut listener = Listener::default();
        Judge::new(view, params).each(&mut listener);
        let outlook = Outlook::of(view, params);
        let danger = Danger::new(view.table(), view.seat(), &params.danger);
        Insight {
            candidates: listener.candidates,
            dangers: std::array::from_fn(|kind| danger.by_opponent(kind, outlook.unseen())),
            hand: listener.hand,
        }
    }
}

#[derive(Default)]
struct Listener {
    candidates: Vec<Candidate>,
    hand: Option<Prospects>,
}

impl Audience for Listener {
    fn action(&mut self, candidate: Candidate) {
        self.candidates.push(candidate);
    }

    fn hand(&mut self, values: Values) {
        let missing = if values.waits == 0 { values.nearest } else { 1 };
        self.hand = Some(Prospects { kept: values.by_discard, wanted: wanted(&values), missing });
    }
}

/// By what share of all targets, weighed by value, each kind is lacked. A hand that waits wants what it waits for.
fn wanted(values: &Values) -> [f32; Tile::KINDS] {
    let mut wanted = [0.0; Tile::KINDS];
    let total: f32 = values.leads.iter().map(|lead| lead.value).sum();
    if total > 0.0 {
        for lead in &values.leads {
            bits(lead.lack).for_each(|kind| wanted[kind] += lead.value / total);
        }
    }
    bits(values.waits).for_each(|kind| wanted[kind] = 1.0);
    // Sums of shares may pass 1 by a rounding.
    wanted.map(|share| share.min(1.0))
}
