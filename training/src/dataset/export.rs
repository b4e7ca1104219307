//! Examples in files, for those who train elsewhere.

use crate::dataset::{
    Batch, DataError, Dataset, Split, State,
    batch::Drawn,
    columns::Column,
    npy::NpyWriter,
    parquet_table::TableWriter,
    sample::{Sample, samples},
    source::{LoggedDeal, PartId},
};
use mcr_agents::encoding::{Encoder, HIDDEN_PLANES, KINDS, VERSION};
use mcr_engine::{Action, Stream};
use mcr_sim::run::Watch;
use rayon::prelude::*;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Deals that are encoded at a time.
const BLOCK: usize = 64;

/// What kind of files examples become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Table {
    /// NumPy arrays, one a column, in a folder for each part.
    #[default]
    Npy,
    /// A Parquet file for each part.
    Parquet,
}

impl Table {
    /// Its name in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Table::Npy => "npy",
            Table::Parquet => "parquet",
        }
    }
}

/// What is exported where.
#[derive(Clone, Debug)]
pub struct Export {
    /// The folder, which must not hold anything yet.
    pub out: PathBuf,
    /// Planes in half precision: half the size; nothing a network would notice is lost.
    pub half: bool,
    /// What kind of files.
    pub table: Table,
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
    /// Parts of the runs, each a folder of arrays or a table.
    pub parts: u64,
    /// Whether it was not ended early.
    pub complete: bool,
}

/// Writes the examples of `data` in the order of its runs, a folder of arrays or a table for each part, with nobody's suits
/// exchanged; both sides of the plan unless its holdout is 0, and then the column `holdout` says which are held out.
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
    let exported = pool.install(|| {
        let mut exported = Exported::default();
        for id in data.source().parts() {
            if watch.stop() {
                return Ok(exported);
            }
            let path = out.join(format!("part-{:05}", exported.parts));
            Exporter { data, export, path: &path, encoder: Encoder::new(data.plan().features) }.part(
                *id,
                &mut exported,
                watch,
            )?;
            exported.parts += 1;
        }
        exported.complete = true;
        Ok::<_, DataError>(exported)
    })?;
    let about = out.join("features.json");
    let mut text = describe(data, export);
    text["deals"] = exported.deals.into();
    text["examples"] = exported.examples.into();
    text["parts"] = exported.parts.into();
    let text = format!("{text:#}\n");
    fs::write(&about, text).map_err(|source| DataError::Write { path: about, source })?;
    Ok(exported)
}

/// What the examples are, for `features.json` and the metadata of tables.
fn describe(data: &Dataset, export: &Export) -> serde_json::Value {
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
        "table": export.table.name(),
        "program_version": mcr_sim::PROGRAM_VERSION,
    })
}

struct Exporter<'a> {
    data: &'a Dataset,
    export: &'a Export,
    /// Of the part's folder or table, without an extension.
    path: &'a Path,
    encoder: Encoder,
}

impl Exporter<'_> {
    fn part(&self, id: PartId, exported: &mut Exported, watch: &dyn Watch) -> Result<(), DataError> {
        let plan = self.data.plan();
        let mut deals = self.data.source().load(id, plan, Split::Training)?;
        deals.extend(self.data.source().load(id, plan, Split::Holdout)?);
        deals.sort_by_key(|deal| deal.row.deal);
        let wrong = |source| DataError::Write { path: self.path.to_owned(), source };
        let columns = Column::all(plan, self.export.half);
        let about = describe(self.data, self.export);
        let mut files = Files::create(self.path, &columns, self.export.table, &about).map_err(wrong)?;
        for block in deals.chunks(BLOCK) {
            let taken: Vec<Vec<Sample>> =
                block.par_iter().map(|logged| self.samples(logged)).collect::<Result<_, _>>()?;
            let samples = taken.concat();
            let drawn = Drawn { samples: &samples, next: State::default(), key: None };
            let batch = Batch::encode(plan, &self.encoder, &drawn);
            let bytes: Vec<_> = columns.iter().map(|column| column.bytes(&batch, plan)).collect();
            files.append(batch.len(), &bytes).map_err(wrong)?;
            exported.examples += batch.len() as u64;
            exported.deals += block.len() as u64;
            watch.played(block.len() as u64);
        }
        files.finish().map_err(wrong)
    }

    fn samples(&self, logged: &LoggedDeal) -> Result<Vec<Sample>, DataError> {
        let folder = self.data.source().run(logged.run);
        let place = format!("{}/{}", logged.run, logged.row.deal);
        let mut rng = Stream::named(self.data.plan().seed, "exported decisions", &place);
        let mut taken = samples(self.data.plan(), &folder.manifest().rules, folder.path(), logged, &mut rng)?;
        taken.sort_by_key(|sample| sample.step);
        Ok(taken)
    }
}

/// The files of a part.
enum Files {
    Npy(Vec<NpyWriter>),
    Parquet(Box<TableWriter>),
}

impl Files {
    fn create(path: &Path, columns: &[Column], table: Table, about: &serde_json::Value) -> io::Result<Files> {
        match table {
            Table::Npy => {
                fs::create_dir_all(path)?;
                let array = |column: &Column| {
                    NpyWriter::create(&path.join(format!("{}.npy", column.name)), column.kind, &column.shape)
                };
                Ok(Files::Npy(columns.iter().map(array).collect::<io::Result<_>>()?))
            }
            Table::Parquet => {
                let pairs = about.as_object().into_iter().flatten();
                let text = |value: &serde_json::Value| {
                    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
                };
                let about: Vec<_> = pairs.map(|(key, value)| (format!("mcr.{key}"), text(value))).collect();
                TableWriter::create(&path.with_extension("parquet"), columns.to_vec(), &about)
                    .map(|table| Files::Parquet(Box::new(table)))
            }
        }
    }

    fn append(&mut self, rows: usize, bytes: &[Vec<u8>]) -> io::Result<()> {
        match self {
            Files::Npy(arrays) => {
                arrays.iter_mut().zip(bytes).try_for_each(|(array, bytes)| array.append(rows, bytes))
            }
            Files::Parquet(table) => table.append(rows, bytes),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Files::Npy(arrays) => arrays.into_iter().try_for_each(NpyWriter::finish),
            Files::Parquet(table) => table.finish(),
        }
    }
}
