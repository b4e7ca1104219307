//! Labelled decisions as batches for a network.

use crate::{
    dataset::{DataError, Plan, Split},
    labels::{Label, LabelError, LabelPlan, read},
    shuffle::shuffle,
};
use mcr_agents::encoding::{Encoder, Features};
use mcr_engine::{Action, Deal, Seat, Stream};
use mcr_sim::{replay::watch_deal, run::RunFolder};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::Path, sync::mpsc, thread::JoinHandle};

/// Actions of a decision at most.
pub const TRIED: usize = 8;

/// Batches that may wait to be used.
const WAITING: usize = 3;

/// Some labelled decisions, each field one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelBatch {
    /// Views: decisions × planes × 34.
    pub planes: Vec<f32>,
    /// What is legal: decisions × 235.
    pub legal: Vec<bool>,
    /// Indices of the actions tried: decisions × [`TRIED`], the first one repeated where there are fewer.
    pub tried: Vec<i64>,
    /// Whether there is one.
    pub there: Vec<bool>,
    /// What they brought.
    pub points: Vec<f32>,
    /// Where the next batch begins.
    pub next: Place,
}

impl LabelBatch {
    /// How many decisions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.tried.len() / TRIED
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.tried.is_empty()
    }
}

/// A place between two batches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Which time the labels are gone through.
    pub epoch: u32,
    /// Which part, in the epoch's order.
    pub part: u32,
    /// How many of its decisions were used.
    pub used: u32,
}

/// The labels of a folder.
#[derive(Debug)]
pub struct Positions {
    plan: LabelPlan,
    run: RunFolder,
    parts: Vec<Vec<Label>>,
    features: Features,
    batch: usize,
    seed: u64,
    holdout: u64,
}

struct Position {
    deal: Deal,
    seat: Seat,
    tried: Vec<(Action, i32)>,
}

impl Positions {
    /// Opens the labels of `folder`. One deal in `holdout` is held out, the same ones as of data sets.
    ///
    /// # Errors
    /// When they or their run cannot be read.
    pub fn open(
        folder: &Path,
        features: Features,
        batch: usize,
        seed: u64,
        holdout: u64,
    ) -> Result<Positions, LabelError> {
        let (plan, parts) = read(folder)?;
        if batch == 0 || holdout == 1 {
            return Err(LabelError::Plan("a batch of 1 or more, one deal held out in 2 or more or 0".into()));
        }
        if let Some(label) = parts.iter().flatten().find(|label| label.tried.len() > TRIED) {
            let (deal, tried) = (label.deal, label.tried.len());
            return Err(LabelError::Plan(format!("deal {deal}: {tried} actions, expected at most {TRIED}")));
        }
        let run = RunFolder::open(&plan.run).map_err(DataError::from)?;
        Ok(Positions { plan, run, parts, features, batch, seed, holdout })
    }

    /// How many decisions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What was labelled.
    #[must_use]
    pub const fn plan(&self) -> &LabelPlan {
        &self.plan
    }

    /// The batches from a place to the end of its epoch, made beside those who use them.
    ///
    /// # Errors
    /// When there is no thread to be had.
    pub fn batches(
        self: &std::sync::Arc<Self>,
        split: Split,
        from: Place,
    ) -> Result<LabelBatches, DataError> {
        let (send, receive) = mpsc::sync_channel(WAITING);
        let positions = std::sync::Arc::clone(self);
        let maker = std::thread::Builder::new()
            .name("labels".into())
            .spawn(move || positions.make(split, from, &send))
            .map_err(|error| DataError::Threads(error.to_string()))?;
        Ok(LabelBatches { receive: Some(receive), maker: Some(maker) })
    }

    fn make(&self, split: Split, from: Place, send: &mpsc::SyncSender<Result<LabelBatch, DataError>>) {
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        shuffle(&mut order, &mut Stream::new(self.seed, "parts of labels", from.epoch.into()));
        for (number, part) in (0u32..).zip(order).skip(from.part as usize) {
            let mut positions = match self.load(part, split) {
                Ok(positions) => positions,
                Err(error) => {
                    // Nobody listens any more when the batches were dropped.
                    let _ = send.send(Err(error));
                    return;
                }
            };
            let place = u64::from(from.epoch) << 32 | part as u64;
            shuffle(&mut positions, &mut Stream::new(self.seed, "labels", place));
            let skipped = if number == from.part { from.used as usize } else { 0 };
            let mut used = skipped.min(positions.len());
            while used < positions.len() {
                let end = (used + self.batch).min(positions.len());
                let next = if end < positions.len() {
                    Place { part: number, used: end as u32, ..from }
                } else if (number as usize) + 1 < self.parts.len() {
                    Place { part: number + 1, used: 0, ..from }
                } else {
                    Place { epoch: from.epoch + 1, part: 0, used: 0 }
                };
                if send.send(Ok(self.encode(&positions[used..end], next))).is_err() {
                    return;
                }
                used = end;
            }
        }
    }

    fn load(&self, part: usize, split: Split) -> Result<Vec<Position>, DataError> {
        let side = Plan { holdout: self.holdout, ..Plan::default() };
        let mut labels: BTreeMap<u64, Vec<&Label>> = BTreeMap::new();
        for label in self.parts[part].iter().filter(|label| side.split(label.deal) == split) {
            labels.entry(label.deal).or_default().push(label);
        }
        let mut rows = Vec::new();
        self.run.read_part(part as u64, |row| {
            if labels.contains_key(&row.deal) {
                rows.push(row.clone());
            }
        })?;
        let replayed: Vec<Vec<Position>> = rows
            .par_iter()
            .map(|row| {
                let mut positions = Vec::new();
                let wanted = &labels[&row.deal];
                let mut step = 0;
                watch_deal(&self.run.manifest().rules, row, None, |deal, seat, _| {
                    let found = wanted.iter().find(|label| label.step == step && label.seat == seat);
                    step += 1;
                    if let Some(label) = found {
                        positions.push(Position { deal: deal.clone(), seat, tried: label.tried.clone() });
                    }
                })
                .map_err(|source| DataError::Deal {
                    path: self.plan.run.clone(),
                    deal: row.deal,
                    source,
                })?;
                Ok(positions)
            })
            .collect::<Result<_, DataError>>()?;
        Ok(replayed.into_iter().flatten().collect())
    }

    fn encode(&self, positions: &[Position], next: Place) -> LabelBatch {
        let encoder = Encoder::new(self.features);
        let places = self.features.len();
        let mut planes = vec![0.0; positions.len() * places];
        planes.par_chunks_mut(places).zip(positions).for_each(|(out, position)| {
            encoder.encode(&position.deal.observe(position.seat), out);
        });
        let mut batch = LabelBatch {
            planes,
            legal: Vec::new(),
            tried: Vec::new(),
            there: Vec::new(),
            points: Vec::new(),
            next,
        };
        for position in positions {
            let legal = position.deal.legal(position.seat);
            let words = legal.words();
            batch.legal.extend((0..Action::COUNT).map(|index| words[index / 64] >> (index % 64) & 1 == 1));
            for place in 0..TRIED {
                let (action, points) = position.tried.get(place).unwrap_or(&position.tried[0]);
                batch.tried.push(action.index() as i64);
                batch.points.push(*points as f32);
                batch.there.push(place < position.tried.len());
            }
        }
        batch
    }
}

/// Batches as they are made; they end with the epoch, or with an error.
#[derive(Debug)]
pub struct LabelBatches {
    receive: Option<mpsc::Receiver<Result<LabelBatch, DataError>>>,
    maker: Option<JoinHandle<()>>,
}

impl Iterator for LabelBatches {
    type Item = Result<LabelBatch, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.receive.as_ref()?.recv().ok()
    }
}

impl Drop for LabelBatches {
    fn drop(&mut self) {
        // The maker stops when nobody listens.
        drop(self.receive.take());
        if let Some(maker) = self.maker.take() {
            let _ = maker.join();
        }
    }
}
