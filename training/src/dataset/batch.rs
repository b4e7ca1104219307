//! Examples as numbers.

use crate::dataset::{Plan, Sample, loader::State};
use mcr_agents::encoding::{Encoder, Features, HIDDEN_PLANES, KINDS, SuitPermutation, encode_hidden};
use mcr_engine::{Action, ActionSet, rng::DecisionRng};
use rayon::prelude::*;

/// Some examples, each field one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// What the planes tell.
    pub features: Features,
    /// Views: examples × planes × 34.
    pub planes: Vec<f32>,
    /// What is legal: examples × 235.
    pub legal: Vec<bool>,
    /// Index of the action that was taken.
    pub action: Vec<i64>,
    /// Points of the seat in the deal.
    pub points: Vec<f32>,
    /// What the deal came to for the seat, as numbers of [`Outcome`](crate::dataset::Outcome).
    pub outcome: Vec<u8>,
    /// How much the example counts.
    pub weight: Vec<f32>,
    /// What the seat did not know: examples × planes × 34.
    pub hidden: Option<Vec<f32>>,
    /// Number of the deal.
    pub deal: Vec<u64>,
    /// Number of the decision in its deal, forced ones not counted.
    pub step: Vec<u16>,
    /// Number of the seat, 0 east.
    pub seat: Vec<u8>,
    /// Where the next batch begins.
    pub next: State,
}

/// Decisions for one batch, as positions.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    /// The decisions.
    pub samples: &'a [Sample],
    /// Where the next batch begins.
    pub next: State,
    /// Decides whose suits are exchanged; nobody's without one.
    pub(super) key: Option<u64>,
}

impl Drawn<'_> {
    /// How the plan wants the suits of the decision at this place exchanged.
    ///
    /// # Panics
    /// When there are no so many decisions.
    #[must_use]
    pub fn suits(&self, place: usize) -> SuitPermutation {
        self.key.map_or(SuitPermutation::IDENTITY, |key| exchange(&self.samples[place], key, place))
    }
}

impl Batch {
    /// How many examples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.action.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.action.is_empty()
    }

    /// Encodes decisions on the threads at hand.
    pub(super) fn encode(plan: &Plan, encoder: &Encoder, drawn: &Drawn<'_>) -> Batch {
        let (samples, next) = (drawn.samples, drawn.next);
        let places = plan.features.len();
        let hidden_places = HIDDEN_PLANES * KINDS;
        let exchanged: Vec<SuitPermutation> =
            (0..samples.len()).into_par_iter().map(|place| drawn.suits(place)).collect();
        let mut planes = vec![0.0; samples.len() * places];
        planes.par_chunks_mut(places).zip(samples).zip(&exchanged).for_each(|((out, sample), exchanged)| {
            encoder.encode(&sample.deal.observe(sample.seat), out);
            exchanged.planes(out);
        });
        let hidden = plan.hidden.then(|| {
            let mut hidden = vec![0.0; samples.len() * hidden_places];
            hidden.par_chunks_mut(hidden_places).zip(samples).zip(&exchanged).for_each(
                |((out, sample), exchanged)| {
                    encode_hidden(&sample.deal, sample.seat, out);
                    exchanged.planes(out);
                },
            );
            hidden
        });
        let both = || samples.iter().zip(&exchanged);
        Batch {
            features: plan.features,
            planes,
            legal: both()
                .flat_map(|(sample, exchanged)| {
                    let mut legal = mask(&sample.deal.legal(sample.seat));
                    exchanged.actions(&mut legal);
                    legal
                })
                .collect(),
            action: both()
                .map(|(sample, exchanged)| exchanged.action(sample.action).index() as i64)
                .collect(),
            points: samples.iter().map(|sample| sample.points as f32).collect(),
            outcome: samples.iter().map(|sample| sample.outcome as u8).collect(),
            weight: samples.iter().map(|sample| plan.weight(sample.points)).collect(),
            hidden,
            deal: samples.iter().map(|sample| sample.number).collect(),
            step: samples.iter().map(|sample| sample.step).collect(),
            seat: samples.iter().map(|sample| sample.seat as u8).collect(),
            next,
        }
    }
}

/// The suits of one of a batch's examples.
fn exchange(sample: &Sample, key: u64, place: usize) -> SuitPermutation {
    let drawn = DecisionRng::new(key, place as u32).below(6) as usize;
    let exchanged = SuitPermutation::ALL[drawn];
    let fits = exchanged.fits(&sample.deal.observe(sample.seat));
    if fits { exchanged } else { SuitPermutation::IDENTITY }
}

fn mask(legal: &ActionSet) -> [bool; Action::COUNT] {
    std::array::from_fn(|index| legal.words()[index / 64] >> (index % 64) & 1 == 1)
}
