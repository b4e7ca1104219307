//! The columns of exported examples: what they are called, of which type, and their bytes.

use crate::dataset::{Batch, Plan, Split, npy::half};
use mcr_agents::encoding::{HIDDEN_PLANES, KINDS};
use mcr_engine::Action;
use rayon::prelude::*;

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// IEEE 754 binary16.
    Half,
    /// IEEE 754 binary32.
    Single,
    /// A byte that is 0 or 1.
    Bool,
    U8,
    U16,
    U64,
    I64,
}

impl Kind {
    /// Bytes of a number in memory.
    pub(super) const fn size(self) -> usize {
        match self {
            Kind::Bool | Kind::U8 => 1,
            Kind::Half | Kind::U16 => 2,
            Kind::Single => 4,
            Kind::U64 | Kind::I64 => 8,
        }
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug)]
enum Content {
    Planes,
    Hidden,
    Legal,
    Action,
    Points,
    Outcome,
    Deal,
    Step,
    Seat,
    Holdout,
}

/// A column: a number a row, or an array of them.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// The shape of a row, empty for a number.
    pub(super) shape: Vec<usize>,
    content: Content,
}

impl Column {
    /// The columns of the examples of `plan`, with planes in half or single precision.
    pub(super) fn all(plan: &Plan, half: bool) -> Vec<Column> {
        let float = if half { Kind::Half } else { Kind::Single };
        let column =
            |name, kind, shape: &[usize], content| Column { name, kind, shape: shape.to_vec(), content };
        let mut all = vec![
            column("planes", float, &[plan.features.planes(), KINDS], Content::Planes),
            column("legal", Kind::Bool, &[Action::COUNT], Content::Legal),
            column("action", Kind::I64, &[], Content::Action),
            column("points", Kind::Single, &[], Content::Points),
            column("outcome", Kind::U8, &[], Content::Outcome),
            column("deal", Kind::U64, &[], Content::Deal),
            column("step", Kind::U16, &[], Content::Step),
            column("seat", Kind::U8, &[], Content::Seat),
            column("holdout", Kind::Bool, &[], Content::Holdout),
        ];
        if plan.hidden {
            all.push(column("hidden", float, &[HIDDEN_PLANES, KINDS], Content::Hidden));
        }
        all
    }

    /// Numbers of a row.
    pub(super) fn numbers(&self) -> usize {
        self.shape.iter().product()
    }

    /// The rows of `batch` as they lie in memory, lowest byte first.
    pub(super) fn bytes(&self, batch: &Batch, plan: &Plan) -> Vec<u8> {
        match self.content {
            Content::Planes => self.floats(&batch.planes),
            Content::Hidden => self.floats(batch.hidden.as_deref().unwrap_or_default()),
            Content::Legal => batch.legal.iter().map(|legal| u8::from(*legal)).collect(),
            Content::Action => batch.action.iter().flat_map(|action| action.to_le_bytes()).collect(),
            Content::Points => batch.points.iter().flat_map(|points| points.to_le_bytes()).collect(),
            Content::Outcome => batch.outcome.clone(),
            Content::Deal => batch.deal.iter().flat_map(|deal| deal.to_le_bytes()).collect(),
            Content::Step => batch.step.iter().flat_map(|step| step.to_le_bytes()).collect(),
            Content::Seat => batch.seat.clone(),
            Content::Holdout => {
                batch.deal.iter().map(|deal| u8::from(plan.split(*deal) == Split::Holdout)).collect()
            }
        }
    }

    fn floats(&self, numbers: &[f32]) -> Vec<u8> {
        match self.kind {
            Kind::Half => numbers.par_iter().flat_map_iter(|number| half(*number).to_le_bytes()).collect(),
            _ => numbers.par_iter().flat_map_iter(|number| number.to_le_bytes()).collect(),
        }
    }
}
