//! The table `steps`: one row a decision.

use crate::log::{
    LogError, Provenance, StepRow,
    columns::{Table, TableReader},
};
use bytes::Bytes;
use mcr_engine::{Action, ActionSet, Seat};
use parquet::{
    column::writer::ColumnCloseResult,
    data_type::{FloatType, Int32Type, Int64Type},
    errors::ParquetError,
    file::{metadata::ColumnChunkMetaData, writer::SerializedFileWriter},
};
use std::{io::Write, path::Path};

/// Only real choices are rows. Bit `i % 64` of `legal_0` … `legal_3`, whichever is number `i / 64`, says whether the
/// action with index `i` of the 235 was legal; `action` is the index of the one that was chosen; `value` is what the
/// agent thought its choice worth in points, when it said so. (Four words rather than one binary column: half the
/// bytes and a third of the time, since the last three are nearly always zero.)
pub(super) const TABLE: Table = Table {
    name: "steps",
    message: "
        message steps {
            required int64 deal;
            required int32 step (INTEGER(16,false));
            required int32 seat (INTEGER(8,false));
            required int64 legal_0 (INTEGER(64,false));
            required int64 legal_1 (INTEGER(64,false));
            required int64 legal_2 (INTEGER(64,false));
            required int64 legal_3 (INTEGER(64,false));
            required int32 action (INTEGER(8,false));
            optional float value;
        }",
    later: 0,
    // Its chunks are encoded here, not by the library's settings.
    ascending: &[],
    plain: &[],
    measured: &[],
};

/// A row group, encoded.
pub struct EncodedSteps {
    pub(super) bytes: Bytes,
    pub(super) columns: Vec<ColumnChunkMetaData>,
    pub(super) rows: u64,
}

impl EncodedSteps {
    /// How many steps.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }
}

/// Writes a file of the table `steps`.
pub struct StepWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
}

impl<W: Write + Send> StepWriter<W> {
    /// A file that goes to `sink`.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn new(sink: W, provenance: &Provenance) -> Result<StepWriter<W>, ParquetError> {
        Ok(StepWriter { file: TABLE.writer(sink, provenance)? })
    }

    /// Appends a row group.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn append(&mut self, steps: EncodedSteps) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        for metadata in steps.columns {
            let bytes_written = metadata.compressed_size() as u64;
            let (bloom_filter, column_index, offset_index) = (None, None, None);
            let rows_written = steps.rows;
            let close = ColumnCloseResult {
                bytes_written,
                rows_written,
                metadata,
                bloom_filter,
                column_index,
                offset_index,
            };
            group.append_column(&steps.bytes, close)?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes the end of the file and gives the sink back.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn finish(self) -> Result<W, ParquetError> {
        self.file.into_inner()
    }
}

/// Reads a file of the table `steps`.
pub struct StepReader {
    table: TableReader,
}

impl StepReader {
    /// Opens the file and checks that it is one of this table in a version this program reads.
    ///
    /// # Errors
    /// When it is not.
    pub fn open(path: &Path) -> Result<StepReader, LogError> {
        Ok(StepReader { table: TableReader::open(path, &TABLE)? })
    }

    /// What the rows came from.
    #[must_use]
    pub fn provenance(&self) -> &Provenance {
        &self.table.provenance
    }

    /// How many rows the file says it has.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.table.rows()
    }

    /// The rows, a row group at a time.
    pub fn groups(&self) -> impl Iterator<Item = Result<Vec<StepRow>, LogError>> + '_ {
        let mut first = 0;
        (0..self.table.groups()).map(move |group| {
            let rows = self.group(group, first);
            first += self.table.group_rows(group) as u64;
            rows
        })
    }

    fn group(&self, group: usize, first: u64) -> Result<Vec<StepRow>, LogError> {
        let deals = self.table.column::<Int64Type>(group, 0)?.values;
        let steps = self.table.column::<Int32Type>(group, 1)?.values;
        let seats = self.table.column::<Int32Type>(group, 2)?.values;
        let [a, b, c, d] = [3, 4, 5, 6].map(|place| self.table.column::<Int64Type>(group, place));
        let legal = [a?.values, b?.values, c?.values, d?.values];
        let actions = self.table.column::<Int32Type>(group, 7)?.values;
        let values = self.table.column::<FloatType>(group, 8)?.into_options();
        let mut rows = Vec::with_capacity(deals.len());
        for (place, value) in (0..deals.len()).zip(values) {
            let bad = |column, found: String, expected| {
                let (path, row) = (self.table.path().to_owned(), first + place as u64);
                LogError::Value { path, row, column, found, expected }
            };
            let index = |value: i32| usize::try_from(value).unwrap_or(usize::MAX);
            rows.push(StepRow {
                deal: u64::try_from(deals[place])
                    .map_err(|_| bad("deal", deals[place].to_string(), "0 or more"))?,
                step: u16::try_from(steps[place])
                    .map_err(|_| bad("step", steps[place].to_string(), "0 to 65535"))?,
                seat: Seat::from_index(index(seats[place]))
                    .ok_or_else(|| bad("seat", seats[place].to_string(), "0 to 3"))?,
                legal: ActionSet::from_words([0, 1, 2, 3].map(|word| legal[word][place] as u64))
                    .ok_or_else(|| bad("legal_3", format!("{:#x}", legal[3][place]), "bits below 43"))?,
                action: Action::from_index(index(actions[place]))
                    .ok_or_else(|| bad("action", actions[place].to_string(), "0 to 234"))?,
                value,
            });
        }
        Ok(rows)
    }
}
