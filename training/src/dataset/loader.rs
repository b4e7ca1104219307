//! Batches, made beside those who use them.

use crate::{
    dataset::{
        Batch, DataError, Drawn, Plan, Sample, Split,
        sample::samples,
        source::{LoggedDeal, PartId, Source},
    },
    shuffle::shuffle,
};
use mcr_agents::encoding::Encoder;
use mcr_engine::Stream;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::{
    sync::{Arc, mpsc},
    thread::JoinHandle,
};

/// Parts that are read at a time, so that runs mix.
const PARTS: usize = 4;

/// Decisions of a pool, about: each is a kilobyte.
const POOL: usize = 40_000;

/// Decisions of a deal, about.
const DECISIONS: usize = 80;

/// Batches that may wait to be used.
const WAITING: usize = 4;

/// A place between two batches: enough to go on from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Which time the deals are gone through, from 0.
    pub epoch: u32,
    /// Which group of parts.
    pub chunk: u32,
    /// Which pool of its deals.
    pub pool: u32,
    /// How many of the pool's decisions were used.
    pub offset: u32,
}

impl State {
    /// The beginning of an epoch.
    #[must_use]
    pub const fn epoch(epoch: u32) -> State {
        State { epoch, chunk: 0, pool: 0, offset: 0 }
    }
}

/// Runs, and what is taken of them.
#[derive(Debug)]
pub struct Dataset {
    plan: Plan,
    source: Source,
}

impl Dataset {
    /// Opens the runs of `plan`; reads no deal yet.
    ///
    /// # Errors
    /// When the plan makes no sense, or a run is not there or has no deals.
    pub fn open(plan: Plan) -> Result<Dataset, DataError> {
        plan.check()?;
        let source = Source::open(&plan.runs)?;
        Ok(Dataset { plan, source })
    }

    /// What is taken.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many deals there are, those held out included.
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.source.deals()
    }

    pub(super) const fn source(&self) -> &Source {
        &self.source
    }

    /// The batches of one side from `from` to the end of its epoch, made by so many threads. The last may be smaller.
    /// Those held out are the same in every epoch and keep their suits.
    ///
    /// # Errors
    /// When there are no threads to be had.
    pub fn batches(
        self: &Arc<Self>,
        split: Split,
        from: State,
        threads: usize,
    ) -> Result<Batches, DataError> {
        let (dataset, encoder) = (Arc::clone(self), Encoder::new(self.plan.features));
        self.batches_with(split, from, threads, move |drawn| Batch::encode(dataset.plan(), &encoder, drawn))
    }

    /// The same with an encoding of one's own: `make` gets the decisions of each batch as positions, on one of the threads, which
    /// `rayon` may use. What it gets depends on the plan, the runs and `from` only.
    ///
    /// # Errors
    /// When there are no threads to be had.
    pub fn batches_with<T: Send + 'static>(
        self: &Arc<Self>,
        split: Split,
        from: State,
        threads: usize,
        make: impl Fn(&Drawn<'_>) -> T + Send + Sync + 'static,
    ) -> Result<Batches<T>, DataError> {
        let no_threads = |error: &dyn std::error::Error| DataError::Threads(error.to_string());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
        let pool = pool.map_err(|error| no_threads(&error))?;
        let (send, receive) = mpsc::sync_channel(WAITING);
        let dataset = Arc::clone(self);
        let maker = std::thread::Builder::new().name("examples".into()).spawn(move || {
            pool.install(|| {
                let maker = Maker { dataset: &dataset, split, epoch: from.epoch, send: &send, make: &make };
                let made = maker.run(from);
                if let Err(error) = made {
                    // Nobody listens any more when the batches were dropped.
                    let _ = send.send(Err(error));
                }
            });
        });
        let maker = maker.map_err(|error| no_threads(&error))?;
        Ok(Batches { receive: Some(receive), maker: Some(maker) })
    }
}

/// Batches as they are made. They end with the epoch, or with an error.
#[derive(Debug)]
pub struct Batches<T = Batch> {
    receive: Option<mpsc::Receiver<Result<T, DataError>>>,
    maker: Option<JoinHandle<()>>,
}

impl<T> Iterator for Batches<T> {
    type Item = Result<T, DataError>;

    fn next(&mut self) -> Option<Result<T, DataError>> {
        self.receive.as_ref()?.recv().ok()
    }
}

impl<T> Drop for Batches<T> {
    fn drop(&mut self) {
        // The maker stops when nobody listens.
        drop(self.receive.take());
        if let Some(maker) = self.maker.take() {
            let _ = maker.join();
        }
    }
}

/// Makes the batches of an epoch.
struct Maker<'a, T> {
    dataset: &'a Dataset,
    split: Split,
    epoch: u32,
    send: &'a mpsc::SyncSender<Result<T, DataError>>,
    make: &'a (dyn Fn(&Drawn<'_>) -> T + Send + Sync),
}

impl<T: Send> Maker<'_, T> {
    fn plan(&self) -> &Plan {
        &self.dataset.plan
    }

    /// The numbers for a purpose at a place of the epoch.
    fn rng(&self, purpose: &str, place: [u64; 3]) -> Stream {
        let epoch = if self.split == Split::Holdout { 0 } else { self.epoch };
        let [a, b, c] = place;
        Stream::named(self.plan().seed, purpose, &format!("{epoch}/{a}/{b}/{c}"))
    }

    fn run(&self, from: State) -> Result<(), DataError> {
        let mut parts = self.dataset.source.parts().to_vec();
        shuffle(&mut parts, &mut self.rng("parts", [0, 0, 0]));
        let mut waiting: Vec<Sample> = Vec::new();
        for (chunk, parts) in (0u32..).zip(parts.chunks(PARTS)).skip(from.chunk as usize) {
            let deals = self.load(chunk, parts)?;
            let per_deal = if self.plan().per_deal == 0 { DECISIONS } else { self.plan().per_deal };
            let pools = (0u32..).zip(deals.chunks((POOL / per_deal).max(1)));
            let skipped = if chunk == from.chunk { from.pool } else { 0 };
            for (pool, deals) in pools.skip(skipped as usize) {
                let samples = self.pool(chunk, pool, deals)?;
                let here = State { epoch: self.epoch, chunk, pool, offset: 0 };
                let begin = if here == (State { offset: 0, ..from }) { from.offset } else { 0 };
                let mut used = (begin as usize).min(samples.len());
                while waiting.len() + samples.len() - used >= self.plan().batch {
                    let missing = self.plan().batch - waiting.len();
                    waiting.extend_from_slice(&samples[used..used + missing]);
                    used += missing;
                    if !self.give(&mut waiting, State { offset: used as u32, ..here }) {
                        return Ok(());
                    }
                }
                waiting.extend_from_slice(&samples[used..]);
            }
        }
        if !waiting.is_empty() {
            self.give(&mut waiting, State::epoch(self.epoch + 1));
        }
        Ok(())
    }

    /// The deals of some parts, shuffled.
    fn load(&self, chunk: u32, parts: &[PartId]) -> Result<Vec<LoggedDeal>, DataError> {
        let load = |id: &PartId| self.dataset.source.load(*id, self.plan(), self.split);
        let loaded: Vec<Vec<LoggedDeal>> = parts.par_iter().map(load).collect::<Result<_, _>>()?;
        let mut deals: Vec<LoggedDeal> = loaded.into_iter().flatten().collect();
        shuffle(&mut deals, &mut self.rng("deals", [chunk.into(), 0, 0]));
        Ok(deals)
    }

    /// Decisions of some deals, shuffled.
    fn pool(&self, chunk: u32, pool: u32, deals: &[LoggedDeal]) -> Result<Vec<Sample>, DataError> {
        let source = &self.dataset.source;
        let taken = |logged: &LoggedDeal| {
            let folder = source.run(logged.run);
            let mut rng = self.rng("decisions", [logged.run as u64, logged.row.deal, 0]);
            samples(self.plan(), &folder.manifest().rules, folder.path(), logged, &mut rng)
        };
        let taken: Vec<Vec<Sample>> = deals.par_iter().map(taken).collect::<Result<_, _>>()?;
        let mut samples: Vec<Sample> = taken.into_iter().flatten().collect();
        shuffle(&mut samples, &mut self.rng("pools", [chunk.into(), pool.into(), 0]));
        Ok(samples)
    }

    /// Makes a batch of what waits and gives it away; whether anybody wants more.
    fn give(&self, waiting: &mut Vec<Sample>, next: State) -> bool {
        let permute = self.plan().permute && self.split == Split::Training;
        let place = [next.chunk, next.pool, next.offset].map(u64::from);
        let key = permute.then(|| self.rng("suits", place).next_u64());
        let batch = (self.make)(&Drawn { samples: waiting, key, next });
        waiting.clear();
        self.send.send(Ok(batch)).is_ok()
    }
}
