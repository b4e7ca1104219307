//! Examples as a Parquet table.
//!
//! The column writer of the `parquet` crate takes every number by itself, and those of half precision as allocations.
//! Here pages are the numbers' bytes in the format's own encoding (PLAIN, with the levels of lists that all have the same
//! length), compressed as they come, so that memory holds some compressed pages whatever the number of rows. Page
//! headers and metadata are the library's.

use crate::dataset::columns::{Column, Kind};
use bytes::Bytes;
use parquet::{
    basic::{Compression, Encoding, ZstdLevel},
    column::{
        page::{CompressedPage, Page, PageWriter},
        writer::ColumnCloseResult,
    },
    errors::ParquetError,
    file::{
        metadata::{ColumnChunkMetaData, KeyValue},
        properties::{EnabledStatistics, WriterProperties},
        writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite},
    },
    schema::parser::parse_message_type,
};
use rayon::prelude::*;
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Rows of a page: half a megabyte of planes.
const PAGE_ROWS: usize = 64;

/// Rows of a row group, or a few more.
const GROUP_ROWS: usize = 4096;

/// Level 1: planes are mostly zeros, and higher levels gain little.
const LEVEL: i32 = 1;

/// A table in a file, which has another name until it is whole.
pub(super) struct TableWriter {
    target: PathBuf,
    unfinished: PathBuf,
    columns: Vec<Column>,
    file: SerializedFileWriter<File>,
    /// The pages of the row group to come, by column.
    pages: Vec<Vec<Compressed>>,
    rows: usize,
}

/// A page as it will stand in the file.
struct Compressed {
    bytes: Vec<u8>,
    /// Its size before.
    size: usize,
    /// Numbers in it.
    values: usize,
}

impl TableWriter {
    /// A table of `columns`, with `about` as its metadata.
    pub(super) fn create(
        target: &Path,
        columns: Vec<Column>,
        about: &[(String, String)],
    ) -> io::Result<TableWriter> {
        let mut unfinished = target.as_os_str().to_owned();
        unfinished.push(".part");
        let unfinished = PathBuf::from(unfinished);
        let schema = parse_message_type(&message(&columns)).map_err(io::Error::other)?;
        let about = about.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
        let properties = WriterProperties::builder()
            .set_created_by(format!("mcr {}", mcr_sim::PROGRAM_VERSION))
            .set_statistics_enabled(EnabledStatistics::None)
            .set_offset_index_disabled(true)
            .set_key_value_metadata(Some(about))
            .build();
        let file = File::create(&unfinished)?;
        let file = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))
            .map_err(io::Error::other)?;
        let pages = columns.iter().map(|_| Vec::new()).collect();
        Ok(TableWriter { target: target.to_owned(), unfinished, columns, file, pages, rows: 0 })
    }

    /// Appends whole rows, whose bytes are given by column.
    pub(super) fn append(&mut self, rows: usize, bytes: &[Vec<u8>]) -> io::Result<()> {
        for ((column, bytes), pages) in self.columns.iter().zip(bytes).zip(&mut self.pages) {
            let row = column.numbers() * column.kind.size();
            let chunks: Vec<&[u8]> = bytes.chunks(PAGE_ROWS * row).collect();
            let page = |bytes: &&[u8]| compress(column, bytes.len() / row, bytes);
            pages.extend(chunks.par_iter().map(page).collect::<io::Result<Vec<_>>>()?);
        }
        self.rows += rows;
        if self.rows >= GROUP_ROWS { self.end_group().map_err(io::Error::other) } else { Ok(()) }
    }

    fn end_group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        if rows == 0 {
            return Ok(());
        }
        let schema = self.file.schema_descr().clone();
        let mut group = self.file.next_row_group()?;
        for (place, pages) in self.pages.iter_mut().enumerate() {
            let (mut size, mut values) = (0, 0);
            let mut sink = TrackedWrite::new(Vec::new());
            for page in pages.drain(..) {
                (size, values) = (size + page.size, values + page.values);
                let buf = Bytes::from(page.bytes);
                let data = Page::DataPage {
                    buf,
                    num_values: page.values as u32,
                    encoding: Encoding::PLAIN,
                    def_level_encoding: Encoding::RLE,
                    rep_level_encoding: Encoding::RLE,
                    statistics: None,
                };
                SerializedPageWriter::new(&mut sink).write_page(CompressedPage::new(data, page.size))?;
            }
            let bytes = Bytes::from(sink.into_inner()?);
            let metadata = ColumnChunkMetaData::builder(schema.column(place))
                .set_encodings(vec![Encoding::PLAIN, Encoding::RLE])
                .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
                .set_num_values(values as i64)
                .set_total_compressed_size(bytes.len() as i64)
                .set_total_uncompressed_size(size as i64)
                .set_data_page_offset(0)
                .build()?;
            let close = ColumnCloseResult {
                bytes_written: bytes.len() as u64,
                rows_written: rows as u64,
                metadata,
                bloom_filter: None,
                column_index: None,
                offset_index: None,
            };
            group.append_column(&bytes, close)?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes the rest and gives the file its name.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.end_group().map_err(io::Error::other)?;
        let file = self.file.into_inner().map_err(io::Error::other)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&self.unfinished, &self.target)
    }
}

/// The schema in the format's own words.
fn message(columns: &[Column]) -> String {
    let column = |column: &Column| {
        let list = !column.shape.is_empty();
        let name = if list { "element" } else { column.name };
        let field = match column.kind {
            Kind::Half => format!("required fixed_len_byte_array (2) {name} (FLOAT16);"),
            Kind::Single => format!("required float {name};"),
            Kind::Bool => format!("required boolean {name};"),
            Kind::U8 => format!("required int32 {name} (INTEGER(8,false));"),
            Kind::U16 => format!("required int32 {name} (INTEGER(16,false));"),
            Kind::U64 => format!("required int64 {name} (INTEGER(64,false));"),
            Kind::I64 => format!("required int64 {name};"),
        };
        match list {
            true => {
                format!("required group {} (LIST) {{ repeated group list {{ {field} }} }}\n", column.name)
            }
            false => format!("{field}\n"),
        }
    };
    format!("message examples {{\n{}}}", columns.iter().map(column).collect::<String>())
}

/// A page of rows.
fn compress(column: &Column, rows: usize, bytes: &[u8]) -> io::Result<Compressed> {
    let numbers = column.numbers();
    let mut page = Vec::with_capacity(bytes.len() + 8 * rows + 64);
    if !column.shape.is_empty() {
        // A list begins where the repetition level is 0; no number is missing.
        levels(&mut page, |runs| {
            for _ in 0..rows {
                runs.extend([(1, 0), (numbers - 1, 1)]);
            }
        });
        levels(&mut page, |runs| runs.push((rows * numbers, 1)));
    }
    match column.kind {
        Kind::Half | Kind::Single | Kind::U64 | Kind::I64 => page.extend_from_slice(bytes),
        Kind::Bool => page.extend(
            bytes
                .chunks(8)
                .map(|bits| bits.iter().enumerate().fold(0, |byte, (place, bit)| byte | (bit & 1) << place)),
        ),
        Kind::U8 => page.extend(bytes.iter().flat_map(|byte| [*byte, 0, 0, 0])),
        Kind::U16 => page.extend(bytes.chunks(2).flat_map(|pair| [pair[0], pair[1], 0, 0])),
    }
    let size = page.len();
    Ok(Compressed { bytes: zstd::bulk::compress(&page, LEVEL)?, size, values: rows * numbers })
}

/// Appends levels of one bit as runs, after their length.
fn levels(page: &mut Vec<u8>, fill: impl Fn(&mut Vec<(usize, u8)>)) {
    let mut runs = Vec::new();
    fill(&mut runs);
    let start = page.len();
    page.extend([0; 4]);
    for (length, level) in runs.into_iter().filter(|(length, _)| *length > 0) {
        let mut rest = length << 1;
        while rest >= 0x80 {
            page.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        page.extend([rest as u8, level]);
    }
    let length = (page.len() - start - 4) as u32;
    page[start..start + 4].copy_from_slice(&length.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::Plan;
    use parquet::{
        file::reader::{FileReader, SerializedFileReader},
        record::RowAccessor,
    };

    /// Row groups follow as rows come, and nothing has the file's name before all of them are there.
    #[test]
    fn rows_become_groups_and_the_file_appears_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.parquet");
        let columns = Column::all(&Plan::default(), true);
        let columns: Vec<_> = columns.into_iter().filter(|c| ["deal", "step"].contains(&c.name)).collect();
        let mut table = TableWriter::create(&path, columns, &[]).expect("a table");
        let rows = 3000u64;
        for batch in 0..5 {
            let numbers = batch * rows..(batch + 1) * rows;
            let deals = numbers.clone().flat_map(u64::to_le_bytes).collect();
            let steps = numbers.flat_map(|n| ((n % 65_536) as u16).to_le_bytes()).collect();
            table.append(rows as usize, &[deals, steps]).expect("rows");
            assert!(!path.exists());
        }
        table.finish().expect("a file");
        let file = SerializedFileReader::new(File::open(&path).expect("a file")).expect("a table");
        let groups = file.metadata().row_groups().iter().map(|group| group.num_rows());
        assert_eq!(groups.collect::<Vec<_>>(), [6000, 6000, 3000]);
        for (n, row) in (0u64..).zip(file.get_row_iter(None).expect("rows")) {
            let row = row.expect("a row");
            assert_eq!(row.get_ulong(0).expect("a deal"), n);
            assert_eq!(row.get_ushort(1).expect("a step"), n as u16);
        }
    }
}
