//! Column chunks of the table that is written as fast as deals are played.
//!
//! The library's column writer takes some hundred instructions a value, whatever the encoding and the compression: half
//! the time of a `greedy` deal for its decisions. Here every dictionary is known beforehand or found on the way, so that
//! a value costs a few. The encodings are the format's own (PLAIN, RLE_DICTIONARY with the hybrid of runs and packed
//! bits: Encodings.md of parquet-format), page headers and metadata are the library's, and every reader reads them.

use bytes::Bytes;
use parquet::{
    basic::{Compression, Encoding},
    column::page::{CompressedPage, Page, PageWriter},
    errors::ParquetError,
    file::{
        metadata::ColumnChunkMetaData,
        statistics::Statistics,
        writer::{SerializedPageWriter, TrackedWrite},
    },
    schema::types::SchemaDescriptor,
};

/// The column chunks of a row group, one after the other.
pub(super) struct Chunks<'a> {
    schema: &'a SchemaDescriptor,
    sink: TrackedWrite<Vec<u8>>,
    columns: Vec<ColumnChunkMetaData>,
    rows: usize,
}

impl<'a> Chunks<'a> {
    /// For `rows` rows of a table of this schema.
    pub(super) fn new(schema: &'a SchemaDescriptor, rows: usize) -> Chunks<'a> {
        let columns = Vec::with_capacity(schema.num_columns());
        Chunks { schema, sink: TrackedWrite::new(Vec::new()), columns, rows }
    }

    /// The next column, as it is: the values' bytes, little endian.
    pub(super) fn plain(&mut self, values: Vec<u8>) -> Result<(), ParquetError> {
        self.chunk(None, values, Encoding::PLAIN, None)
    }

    /// The next column, which may lack values: the rows that have one, in order, and the bytes of those there are.
    pub(super) fn optional(&mut self, valued: &[u32], values: &[u8]) -> Result<(), ParquetError> {
        let mut page = vec![0; 4];
        if valued.is_empty() || valued.len() == self.rows {
            run(self.rows, u32::from(!valued.is_empty()), 1, &mut page);
        } else {
            let mut bits = vec![0u8; self.rows.div_ceil(8)];
            valued.iter().for_each(|row| bits[*row as usize / 8] |= 1 << (row % 8));
            packed_run(1, self.rows, bits.into_iter(), &mut page);
        }
        let length = u32::try_from(page.len() - 4).map_err(|_| too_long())?;
        page[..4].copy_from_slice(&length.to_le_bytes());
        page.extend_from_slice(values);
        self.chunk(None, page, Encoding::PLAIN, None)
    }

    /// The next column, by a dictionary: its `entries` as bytes, and the rows' places in it.
    pub(super) fn indexed(
        &mut self,
        entries: u32,
        dictionary: Vec<u8>,
        places: Places,
        statistics: Option<Statistics>,
    ) -> Result<(), ParquetError> {
        self.chunk(Some((entries, dictionary)), places.0, Encoding::RLE_DICTIONARY, statistics)
    }

    fn chunk(
        &mut self,
        dictionary: Option<(u32, Vec<u8>)>,
        values: Vec<u8>,
        encoding: Encoding,
        statistics: Option<Statistics>,
    ) -> Result<(), ParquetError> {
        let start = self.sink.bytes_written();
        let indexed = dictionary.is_some();
        let mut pages = SerializedPageWriter::new(&mut self.sink);
        if let Some((entries, bytes)) = dictionary {
            let (size, buf) = (bytes.len(), Bytes::from(bytes));
            let page = Page::DictionaryPage {
                buf,
                num_values: entries,
                encoding: Encoding::PLAIN,
                is_sorted: false,
            };
            pages.write_page(CompressedPage::new(page, size))?;
        }
        let (size, buf) = (values.len(), Bytes::from(values));
        let page = Page::DataPage {
            buf,
            num_values: u32::try_from(self.rows).map_err(|_| too_long())?,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let data = pages.write_page(CompressedPage::new(page, size))?;
        let length = (self.sink.bytes_written() - start) as i64;
        let mut metadata = ColumnChunkMetaData::builder(self.schema.column(self.columns.len()))
            .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, encoding])
            .set_num_values(self.rows as i64)
            .set_compression(Compression::UNCOMPRESSED)
            .set_total_compressed_size(length)
            .set_total_uncompressed_size(length)
            .set_data_page_offset(data.offset as i64)
            .set_dictionary_page_offset(indexed.then_some(start as i64));
        if let Some(statistics) = statistics {
            metadata = metadata.set_statistics(statistics);
        }
        self.columns.push(metadata.build()?);
        Ok(())
    }

    /// The bytes of all chunks, and where in them each column is.
    pub(super) fn finish(self) -> Result<(Bytes, Vec<ColumnChunkMetaData>), ParquetError> {
        if self.columns.len() != self.schema.num_columns() {
            let (found, expected) = (self.columns.len(), self.schema.num_columns());
            return Err(ParquetError::General(format!("{found} columns written of {expected}")));
        }
        Ok((Bytes::from(self.sink.into_inner()?), self.columns))
    }
}

fn too_long() -> ParquetError {
    ParquetError::General("a row group of more than 2^32 rows or bytes".into())
}

/// Places in a dictionary as a page has them.
#[derive(Debug)]
pub(super) struct Places(Vec<u8>);

impl Places {
    /// Places below 256, one a row.
    pub(super) fn bytes(places: impl ExactSizeIterator<Item = u8>) -> Places {
        let rows = places.len();
        Places::packed(8, rows, places)
    }

    /// Places below 65,536.
    pub(super) fn pairs(places: impl ExactSizeIterator<Item = u16>) -> Places {
        let rows = places.len();
        Places::packed(16, rows, places.flat_map(u16::to_le_bytes))
    }

    /// Places below 4, packed: four of the `rows` a byte, the first in the lowest bits.
    pub(super) fn quarters(rows: usize, packed: impl Iterator<Item = u8>) -> Places {
        Places::packed(2, rows, packed)
    }

    /// Runs of the same place among `entries`: how long, and which.
    pub(super) fn runs(entries: u32, runs: impl Iterator<Item = (usize, u32)>) -> Places {
        let width = u32::BITS - entries.saturating_sub(1).leading_zeros();
        let mut page = vec![width as u8];
        runs.filter(|(length, _)| *length > 0)
            .for_each(|(length, place)| run(length, place, width, &mut page));
        Places(page)
    }

    fn packed(width: u32, rows: usize, packed: impl Iterator<Item = u8>) -> Places {
        let mut page = Vec::with_capacity(8 + rows.div_ceil(8) * width as usize);
        page.push(width as u8);
        packed_run(width, rows, packed, &mut page);
        Places(page)
    }
}

/// Appends `length` times the same number of `width` bits.
fn run(length: usize, number: u32, width: u32, out: &mut Vec<u8>) {
    varint((length as u64) << 1, out);
    out.extend_from_slice(&number.to_le_bytes()[..width.div_ceil(8) as usize]);
}

/// Appends `rows` numbers of `width` bits that are packed already, filled up to a whole group of eight.
fn packed_run(width: u32, rows: usize, packed: impl Iterator<Item = u8>, out: &mut Vec<u8>) {
    let groups = rows.div_ceil(8);
    varint((groups as u64) << 1 | 1, out);
    let end = out.len() + groups * width as usize;
    out.extend(packed);
    out.resize(end, 0);
}

fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads numbers back, run by run, as Encodings.md describes them.
    fn unpack(mut bytes: &[u8], width: u32, count: usize) -> Vec<u32> {
        let mut numbers = Vec::new();
        while numbers.len() < count {
            let mut header = 0u64;
            for shift in (0..).step_by(7) {
                let byte = bytes[0];
                bytes = &bytes[1..];
                header |= u64::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    break;
                }
            }
            if header & 1 == 0 {
                let size = width.div_ceil(8) as usize;
                let value = bytes[..size].iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte));
                bytes = &bytes[size..];
                numbers.extend(std::iter::repeat_n(value, (header >> 1) as usize));
            } else {
                let count = 8 * (header >> 1) as usize;
                let bit = |place: usize| u32::from(bytes[place / 8] >> (place % 8) & 1);
                let value = |n: usize| {
                    (0..width as usize).fold(0, |value, b| value | bit(n * width as usize + b) << b)
                };
                numbers.extend((0..count).map(value));
                bytes = &bytes[count / 8 * width as usize..];
            }
        }
        assert!(bytes.is_empty(), "{} bytes too many", bytes.len());
        numbers.truncate(count);
        numbers
    }

    #[test]
    fn places_come_back_however_they_are_written() {
        for rows in [1usize, 7, 8, 9, 64, 65, 1000] {
            let number = |row: usize, below: u64| {
                let mixed = (row as u64 + 1).wrapping_mul(6_364_136_223_846_793_005);
                ((mixed >> 33) % below) as u32
            };
            let all = |below| (0..rows).map(|row| number(row, below)).collect::<Vec<_>>();
            let read = |places: Places, width| {
                assert_eq!(u32::from(places.0[0]), width);
                unpack(&places.0[1..], width, rows)
            };
            assert_eq!(read(Places::bytes(all(256).iter().map(|n| *n as u8)), 8), all(256));
            assert_eq!(read(Places::pairs(all(65_536).iter().map(|n| *n as u16)), 16), all(65_536));
            let four = all(4);
            let bytes = four.chunks(4).map(|four| four.iter().rev().fold(0, |byte, n| byte << 2 | *n as u8));
            assert_eq!(read(Places::quarters(rows, bytes), 2), four);
            for entries in [1, 2, 300, 70_000] {
                let runs: Vec<(usize, u32)> = (0..rows).map(|row| (row % 5, number(row, entries))).collect();
                let expanded: Vec<u32> =
                    runs.iter().flat_map(|(length, place)| std::iter::repeat_n(*place, *length)).collect();
                let places = Places::runs(entries as u32, runs.into_iter());
                let width = u32::from(places.0[0]);
                assert!(1u64 << width >= entries && (width == 0 || 1 << (width - 1) < entries));
                assert_eq!(unpack(&places.0[1..], width, expanded.len()), expanded);
            }
        }
    }

    #[test]
    fn a_long_run_takes_three_bytes() {
        // 100 times: 200 as two bytes of seven bits, then the value.
        assert_eq!(Places::runs(6, [(100, 5)].into_iter()).0, [3, 0xc8, 0x01, 5]);
    }
}
