//! Writing one part of a run's tables.

use crate::{
    conduct::Misconduct,
    log::{DealRow, DealWriter, EncodedSteps, LogError, StepWriter},
    run::{LogLevel, RunError, RunFolder, part_file::PartFile},
};
use parquet::errors::ParquetError;
use std::fs::File;

/// A part on its way to the folder. The rows of the deals are gathered and encoded once, as one row group; the
/// steps go to disk as they come.
pub(crate) struct PartWriter<'a> {
    folder: &'a RunFolder,
    part: u64,
    rows: Vec<DealRow>,
    steps: Option<(PartFile, StepWriter<File>)>,
    misconduct: Vec<Misconduct>,
}

impl<'a> PartWriter<'a> {
    pub(crate) fn create(folder: &'a RunFolder, part: u64) -> Result<PartWriter<'a>, RunError> {
        let (rows, misconduct) = (Vec::new(), Vec::new());
        let mut writer = PartWriter { folder, part, rows, steps: None, misconduct };
        if folder.manifest().log == LogLevel::Steps {
            let (target, file) = PartFile::create(folder.part_path("steps", part))?;
            let steps = StepWriter::new(file, &folder.provenance()).map_err(write_error(&target))?;
            writer.steps = Some((target, steps));
        }
        Ok(writer)
    }

    /// Takes the next deals of the part, with their steps.
    pub(crate) fn append(
        &mut self,
        rows: Vec<DealRow>,
        steps: Option<EncodedSteps>,
        misconduct: Vec<Misconduct>,
    ) -> Result<(), RunError> {
        self.rows.extend(rows);
        self.misconduct.extend(misconduct);
        match (&mut self.steps, steps) {
            (Some((target, writer)), Some(steps)) => writer.append(steps).map_err(write_error(target)),
            _ => Ok(()),
        }
    }

    /// Whether all deals of the part are there.
    pub(crate) fn is_full(&self) -> bool {
        let deals = self.folder.manifest().part(self.part);
        self.rows.len() as u64 == deals.end - deals.start
    }

    /// Puts the part in place. The deals come last: with them the part is there.
    pub(crate) fn finish(self) -> Result<(), RunError> {
        if let Some((target, writer)) = self.steps {
            let file = writer.finish().map_err(write_error(&target))?;
            target.commit(file)?;
        }
        self.folder.write_misconduct(self.part, &self.misconduct)?;
        let (target, file) = PartFile::create(self.folder.part_path("deals", self.part))?;
        let write = || {
            let mut writer = DealWriter::new(file, &self.folder.provenance())?;
            writer.write(&self.rows)?;
            writer.finish()
        };
        let file = write().map_err(write_error(&target))?;
        target.commit(file)
    }
}

fn write_error(target: &PartFile) -> impl FnOnce(ParquetError) -> RunError {
    let path = target.temporary();
    move |source| RunError::Log(LogError::Write { path, source })
}
