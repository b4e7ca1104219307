//! Examples as arrays in files, for those who train elsewhere.

use crate::dataset::{
    Batch, DataError, Dataset, Split, State,
    npy::{NpyWriter, half},
    sample::{Sample, samples},
    source::{LoggedDeal, PartId},
};
use mcr_agents::encoding::{Encoder, HIDDEN_PLANES, KINDS, VERSION};
use mcr_engine::{Action, rng::DecisionRng};
use mcr_sim::run::Watch;
use rayon::prelude::*;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Deals that are encoded at a time.
const BLOCK: usize = 64;

/// What is exported where.
#[derive(Clone, Debug)]
pub struct Export {
    /// The folder, which must not hold anything yet.
    pub out: PathBuf,
    /// Planes in half precision: half the size; nothing a network would notice is lost.
    pub half: bool,
    /// Worker threads; they change nothing but the time.
    pub threads: usize,
}

/// What an export came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Deals that were gone through.
    pub deals: u64,
    /// Examples that were written.
    pub examples: u64,
    /// Parts of the runs, each a folder.
    pub parts: u64,
    /// Whether it was not ended early.
    pub complete: bool,
}

/// Writes the examples of `data` in the order of its runs, a folder of arrays for each part, with nobody's suits
/// exchanged; both sides of the plan unless its holdout is 0, and then `holdout.npy` says which are held out.
///
/// # Errors
/// When a run cannot be read or a file not be written.
pub fn export(data: &Dataset, export: &Export, watch: &dyn Watch) -> Result<Exported, DataError> {
    let out = &export.out;
    let write_error = |source| DataError::Write { path: out.clone(), source };
    fs::create_dir_all(out).map_err(write_error)?;
    if fs::read_dir(out).map_err(write_error)?.next().is_some() {
        return Err(write_error(io::Error::other("the folder is not empty")));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(export.threads.max(1)).build();
    let pool = pool.map_err(|error| DataError::Threads(error.to_string()))?;
    let exported =
        pool.install(|| {
            let mut exported = Exported::default();
            for id in data.source().parts() {
                if watch.stop() {
                    return Ok(exported);
                }
                let folder = out.join(format!("part-{:05}", exported.parts));
                Exporter { data, export, folder: &folder, encoder: Encoder::new(data.plan().features) }
                    .part(*id, &mut exported, watch)?;
                exported.parts += 1;
            }
            exported.complete = true;
            Ok::<_, DataError>(exported)
        })?;
    let about = out.join("features.json");
    let text = format!("{:#}\n", describe(data, export, &exported));
    fs::write(&about, text).map_err(|source| DataError::Write { path: about, source })?;
    Ok(exported)
}

/// What `features.json` says.
fn describe(data: &Dataset, export: &Export, exported: &Exported) -> serde_json::Value {
    let plan = data.plan();
    let folder = |run: &PathBuf| run.display().to_string();
    serde_json::json!({
        "encoding": VERSION,
        "features": plan.features.name(),
        "planes": plan.features.planes(),
        "hidden_planes": plan.hidden.then_some(HIDDEN_PLANES),
        "kinds": KINDS,
        "actions": Action::COUNT,
        "precision": if export.half { "half" } else { "single" },
        "runs": plan.runs.iter().map(folder).collect::<Vec<_>>(),
        "per_deal": plan.per_deal,
        "holdout": plan.holdout,
        "deals": exported.deals,
        "examples": exported.examples,
        "parts": exported.parts,
        "program_version": mcr_sim::PROGRAM_VERSION,
    })
}

struct Exporter<'a> {
    data: &'a Dataset,
    export: &'a Export,
    folder: &'a Path,
    encoder: Encoder,
}

impl Exporter<'_> {
    fn part(&self, id: PartId, exported: &mut Exported, watch: &dyn Watch) -> Result<(), DataError> {
        let plan = self.data.plan();
        let mut deals = self.data.source().load(id, plan, Split::Training)?;
        deals.extend(self.data.source().load(id, plan, Split::Holdout)?);
        deals.sort_by_key(|deal| deal.row.deal);
        let wrong = |source| DataError::Write { path: self.folder.to_owned(), source };
        let mut files = Files::create(self.folder, self.data, self.export).map_err(wrong)?;
        for block in deals.chunks(BLOCK) {
            let taken: Vec<Vec<Sample>> =
                block.par_iter().map(|logged| self.samples(logged)).collect::<Result<_, _>>()?;
            let samples = taken.concat();
            let batch = Batch::encode(plan, &self.encoder, &samples, None, State::default());
            files.append(&batch, self.data).map_err(wrong)?;
            exported.examples += batch.len() as u64;
            exported.deals += block.len() as u64;
            watch.played(block.len() as u64);
        }
        files.finish().map_err(wrong)
    }

    fn samples(&self, logged: &LoggedDeal) -> Result<Vec<Sample>, DataError> {
        let folder = self.data.source().run(logged.run);
        let key = DecisionRng::new(self.data.plan().seed, logged.run as u32).next_u64();
        let mut rng = DecisionRng::new(key ^ logged.row.deal, 0);
        let mut taken = samples(self.data.plan(), &folder.manifest().rules, folder.path(), logged, &mut rng)?;
        taken.sort_by_key(|sample| sample.step);
        Ok(taken)
    }
}

/// The arrays of a part.
struct Files {
    half: bool,
    planes: NpyWriter,
    hidden: Option<NpyWriter>,
    legal: NpyWriter,
    action: NpyWriter,
    points: NpyWriter,
    outcome: NpyWriter,
    deal: NpyWriter,
    step: NpyWriter,
    seat: NpyWriter,
    holdout: NpyWriter,
}

impl Files {
    fn create(folder: &Path, data: &Dataset, export: &Export) -> io::Result<Files> {
        fs::create_dir_all(folder)?;
        let plan = data.plan();
        let array = |name: &str, descr, row: &[usize]| {
            NpyWriter::create(&folder.join(format!("{name}.npy")), descr, row)
        };
        let float = if export.half { "<f2" } else { "<f4" };
        let hidden = || array("hidden", float, &[HIDDEN_PLANES, KINDS]);
        Ok(Files {
            half: export.half,
            planes: array("planes", float, &[plan.features.planes(), KINDS])?,
            hidden: plan.hidden.then(hidden).transpose()?,
            legal: array("legal", "|b1", &[Action::COUNT])?,
            action: array("action", "<i8", &[])?,
            points: array("points", "<f4", &[])?,
            outcome: array("outcome", "|u1", &[])?,
            deal: array("deal", "<u8", &[])?,
            step: array("step", "<u2", &[])?,
            seat: array("seat", "|u1", &[])?,
            holdout: array("holdout", "|b1", &[])?,
        })
    }

    fn append(&mut self, batch: &Batch, data: &Dataset) -> io::Result<()> {
        let rows = batch.len();
        let floats = |numbers: &[f32]| match self.half {
            true => numbers.par_iter().flat_map_iter(|number| half(*number).to_le_bytes()).collect(),
            false => numbers.par_iter().flat_map_iter(|number| number.to_le_bytes()).collect::<Vec<u8>>(),
        };
        let planes = floats(&batch.planes);
        self.planes.append(rows, planes)?;
        if let (Some(file), Some(numbers)) = (&mut self.hidden, &batch.hidden) {
            let hidden = floats(numbers);
            file.append(rows, hidden)?;
        }
        self.legal.append(rows, batch.legal.iter().map(|legal| u8::from(*legal)))?;
        self.action.append(rows, batch.action.iter().flat_map(|action| action.to_le_bytes()))?;
        self.points.append(rows, batch.points.iter().flat_map(|points| points.to_le_bytes()))?;
        self.outcome.append(rows, batch.outcome.iter().copied())?;
        self.deal.append(rows, batch.deal.iter().flat_map(|deal| deal.to_le_bytes()))?;
        self.step.append(rows, batch.step.iter().flat_map(|step| step.to_le_bytes()))?;
        self.seat.append(rows, batch.seat.iter().copied())?;
        let held = |deal: &u64| u8::from(data.plan().split(*deal) == Split::Holdout);
        self.holdout.append(rows, batch.deal.iter().map(held))
    }

    fn finish(self) -> io::Result<()> {
        if let Some(hidden) = self.hidden {
            hidden.finish()?;
        }
        for file in [
            self.planes,
            self.legal,
            self.action,
            self.points,
            self.outcome,
            self.deal,
            self.step,
            self.seat,
            self.holdout,
        ] {
            file.finish()?;
        }
        Ok(())
    }
}
