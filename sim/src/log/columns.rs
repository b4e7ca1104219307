//! Whole columns in and out of Parquet row groups, and files that are either whole or absent.

use crate::log::{LogError, Provenance, guard::guarded};
use parquet::{
    basic::{Compression, ZstdLevel},
    column::reader::{ColumnReaderImpl, get_typed_column_reader},
    data_type::DataType,
    errors::ParquetError,
    file::{
        properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder},
        reader::{FileReader, SerializedFileReader},
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    schema::{
        parser::parse_message_type,
        types::{ColumnPath, SchemaDescriptor, TypePtr},
    },
};
use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

/// A table: its name and columns.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) message: &'static str,
    /// How many of the last columns came later: files without them are read too.
    pub(super) later: usize,
    /// Columns that hold ascending numbers, kept as differences.
    pub(super) ascending: &'static [&'static str],
    /// Columns without a dictionary.
    pub(super) plain: &'static [&'static str],
    /// Columns whose range the metadata tell, so that readers can skip row groups.
    pub(super) measured: &'static [&'static str],
}

impl Table {
    pub(super) fn schema(&self) -> Result<TypePtr, ParquetError> {
        parse_message_type(self.message).map(Arc::new)
    }

    /// Writer settings: small files first, then speed; nothing in them that differs between runs.
    pub(super) fn properties(&self) -> WriterPropertiesBuilder {
        let mut builder = WriterProperties::builder()
            .set_created_by(format!("mcr {}", crate::PROGRAM_VERSION))
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_statistics_enabled(EnabledStatistics::None)
            .set_offset_index_disabled(true);
        for name in self.ascending {
            let column = ColumnPath::from(*name);
            builder = builder
                .set_column_dictionary_enabled(column.clone(), false)
                .set_column_encoding(column, parquet::basic::Encoding::DELTA_BINARY_PACKED);
        }
        for name in self.measured {
            builder =
                builder.set_column_statistics_enabled(ColumnPath::from(*name), EnabledStatistics::Chunk);
        }
        for name in self.plain {
            builder = builder.set_column_dictionary_enabled(ColumnPath::from(*name), false);
        }
        builder
    }

    /// A writer of a file of this table.
    pub(super) fn writer<W: Write + Send>(
        &self,
        sink: W,
        provenance: &Provenance,
    ) -> Result<SerializedFileWriter<W>, ParquetError> {
        let metadata = provenance.to_metadata(self.name);
        let properties = self.properties().set_key_value_metadata(Some(metadata)).build();
        SerializedFileWriter::new(sink, self.schema()?, Arc::new(properties))
    }
}

/// Writes the next column, whose values are all there.
pub(super) fn write<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
) -> Result<(), ParquetError> {
    write_levels::<T, W>(group, values, None, None)
}

/// Writes the next column, some of whose values may be absent.
pub(super) fn write_optional<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let mut levels = Vec::new();
    let mut present = Vec::new();
    for value in values {
        levels.push(i16::from(value.is_some()));
        present.extend(value);
    }
    write_levels::<T, W>(group, &present, Some(&levels), None)
}

/// Writes the next column with its definition and repetition levels.
pub(super) fn write_levels<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    definition: Option<&[i16]>,
    repetition: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let more = || ParquetError::General("more columns written than the schema has".into());
    let mut column = group.next_column()?.ok_or_else(more)?;
    column.typed::<T>().write_batch(values, definition, repetition)?;
    column.close()
}

/// An open file of a table.
pub(super) struct TableReader {
    path: PathBuf,
    file: SerializedFileReader<File>,
    expected: SchemaDescriptor,
    later: usize,
    pub(super) provenance: Provenance,
}

/// A column of one row group: the values that are present, and the levels that say where.
pub(super) struct Column<T> {
    pub(super) values: Vec<T>,
    pub(super) definition: Vec<i16>,
    pub(super) repetition: Vec<i16>,
}

impl TableReader {
    pub(super) fn open(path: &Path, table: &Table) -> Result<TableReader, LogError> {
        let file = File::open(path).map_err(|source| LogError::Open { path: path.to_owned(), source })?;
        let damaged =
            |error: ParquetError| LogError::Damaged { path: path.to_owned(), reason: reason(&error) };
        let length =
            file.metadata().map_err(|source| LogError::Open { path: path.to_owned(), source })?.len();
        let file = guarded(|| SerializedFileReader::new(file)).map_err(damaged)?;
        let expected = SchemaDescriptor::new(table.schema().map_err(damaged)?);
        let pairs = file.metadata().file_metadata().key_value_metadata().map_or(&[][..], Vec::as_slice);
        let provenance = Provenance::from_metadata(pairs, table.name, path)?;
        let reader = TableReader { path: path.to_owned(), file, expected, later: table.later, provenance };
        reader.check_columns()?;
        reader.check_places(length)?;
        Ok(reader)
    }

    /// Every column chunk must lie inside the file: the decoder trusts these numbers.
    fn check_places(&self, length: u64) -> Result<(), LogError> {
        let inside = |start: i64, size: i64| {
            let end = u64::try_from(start).ok().zip(u64::try_from(size).ok());
            end.and_then(|(start, size)| start.checked_add(size)).is_some_and(|end| end <= length)
        };
        for group in self.file.metadata().row_groups() {
            for column in group.columns() {
                let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
                let places = inside(start, column.compressed_size()) && inside(column.data_page_offset(), 0);
                // Every row is a value or a level, so a chunk cannot hold more rows than entries.
                if !places || group.num_rows() < 0 || column.num_values() < group.num_rows() {
                    return Err(
                        self.damaged(&format!("column {}: impossible place or size", column.column_path()))
                    );
                }
            }
        }
        Ok(())
    }

    /// Every column this program knows must be there with its type; others are ignored.
    fn check_columns(&self) -> Result<(), LogError> {
        let schema = self.file.metadata().file_metadata().schema_descr();
        let known = self.expected.num_columns() - self.later;
        for (place, expected) in self.expected.columns().iter().enumerate() {
            if place >= known && !self.has_column(place) {
                continue;
            }
            let describe = |column: &parquet::schema::types::ColumnDescriptor| {
                let (d, r) = (column.max_def_level(), column.max_rep_level());
                format!("{:?} with levels {d} and {r}", column.physical_type())
            };
            let found = schema.columns().iter().find(|c| c.path() == expected.path());
            let found = found.map_or_else(|| "missing".to_owned(), |c| describe(c));
            if found != describe(expected) {
                let (path, column) = (self.path.clone(), expected.path().string());
                return Err(LogError::Column { path, column, found, expected: describe(expected) });
            }
        }
        Ok(())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn groups(&self) -> usize {
        self.file.num_row_groups()
    }

    pub(super) fn rows(&self) -> u64 {
        self.file.metadata().file_metadata().num_rows().unsigned_abs()
    }

    pub(super) fn group_rows(&self, group: usize) -> usize {
        usize::try_from(self.file.metadata().row_group(group).num_rows()).unwrap_or(0)
    }

    /// Whether the file has the column at `place` of this program's schema.
    pub(super) fn has_column(&self, place: usize) -> bool {
        let path = self.expected.column(place).path().clone();
        let schema = self.file.metadata().file_metadata().schema_descr();
        schema.columns().iter().any(|column| *column.path() == path)
    }

    /// The column at `place` of this program's schema, in row group `group`.
    pub(super) fn column<T: DataType>(&self, group: usize, place: usize) -> Result<Column<T::T>, LogError> {
        let column = self.expected.column(place);
        let rows = self.group_rows(group);
        let read = || -> Result<Column<T::T>, ParquetError> {
            let place = self
                .file
                .metadata()
                .file_metadata()
                .schema_descr()
                .columns()
                .iter()
                .position(|c| c.path() == column.path())
                .ok_or_else(|| ParquetError::General(format!("column {} is missing", column.path())))?;
            let reader = self.file.get_row_group(group)?.get_column_reader(place)?;
            read_all(get_typed_column_reader::<T>(reader), rows)
        };
        guarded(read).map_err(|error| self.damaged(&format!("column {}: {}", column.path(), reason(&error))))
    }

    pub(super) fn damaged(&self, reason: &str) -> LogError {
        LogError::Damaged { path: self.path.clone(), reason: reason.to_owned() }
    }
}

fn read_all<T: DataType>(mut reader: ColumnReaderImpl<T>, rows: usize) -> Result<Column<T::T>, ParquetError> {
    let mut column = Column { values: Vec::new(), definition: Vec::new(), repetition: Vec::new() };
    let mut read = 0;
    while read < rows {
        let (records, _, _) = reader.read_records(
            rows - read,
            Some(&mut column.definition),
            Some(&mut column.repetition),
            &mut column.values,
        )?;
        if records == 0 {
            return Err(ParquetError::EOF(format!("{read} rows of {rows}")));
        }
        read += records;
    }
    Ok(column)
}

impl<T> Column<T> {
    /// One entry a row of an optional column.
    pub(super) fn into_options(self) -> impl Iterator<Item = Option<T>> {
        let mut values = self.values.into_iter();
        self.definition.into_iter().map(move |level| if level > 0 { values.next() } else { None })
    }
}

/// The decoder's message without its prefix, which would say "Parquet error" twice.
fn reason(error: &ParquetError) -> String {
    match error {
        ParquetError::General(message) | ParquetError::EOF(message) => message.clone(),
        other => other.to_string(),
    }
}
