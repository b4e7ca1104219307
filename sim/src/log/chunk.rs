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

    /// The next column, which may lack values: 1 for each row that has one, and the bytes of those there are.
    pub(super) fn optional(&mut self, present: &[u8], values: &[u8]) -> Result<(), ParquetError> {
        let mut page = vec![0; 4];
        pack(present, 1, &mut page);
        let length = u32::try_from(page.len() - 4).map_err(|_| too_long())?;
        page[..4].copy_from_slice(&length.to_le_bytes());
        page.extend_from_slice(values);
        self.chunk(None, page, Encoding::PLAIN, None)
    }

    /// The next column, by a dictionary: its `entries` as bytes, and a row's place in it.
    pub(super) fn indexed(
        &mut self,
        entries: u32,
        dictionary: Vec<u8>,
        places: &[impl Number],
        statistics: Option<Statistics>,
    ) -> Result<(), ParquetError> {
        let width = u32::BITS - entries.saturating_sub(1).leading_zeros();
        let mut page = vec![width as u8];
        pack(places, width, &mut page);
        self.chunk(Some((entries, dictionary)), page, Encoding::RLE_DICTIONARY, statistics)
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

/// What columns of small numbers are gathered in.
pub(super) trait Number: Copy + PartialEq + Into<u32> {}

impl<N: Copy + PartialEq + Into<u32>> Number for N {}

fn too_long() -> ParquetError {
    ParquetError::General("a row group of more than 2^32 rows or bytes".into())
}

/// Appends numbers of `width` bits: groups of eight that are all alike, and like their neighbours, as runs, others packed.
fn pack<N: Number>(numbers: &[N], width: u32, out: &mut Vec<u8>) {
    let mut rest = numbers;
    while !rest.is_empty() {
        let alike = run(rest);
        if alike >= 8 || alike == rest.len() {
            varint((alike as u64) << 1, out);
            out.extend_from_slice(&rest[0].into().to_le_bytes()[..width.div_ceil(8) as usize]);
            rest = &rest[alike..];
        } else {
            let groups = groups_before_a_run(rest);
            varint((groups as u64) << 1 | 1, out);
            let (packed, after) = rest.split_at((8 * groups).min(rest.len()));
            packed.chunks(8).for_each(|group| pack_group(group, width, out));
            rest = after;
        }
    }
}

/// How many numbers at the start are alike.
fn run(numbers: &[impl Number]) -> usize {
    numbers.iter().position(|number| *number != numbers[0]).unwrap_or(numbers.len())
}

/// Groups of eight, the last one perhaps not full, before one that is all alike.
fn groups_before_a_run(numbers: &[impl Number]) -> usize {
    let mut groups = numbers.chunks(8);
    groups.position(|group| group.len() == 8 && run(group) == 8).unwrap_or(numbers.len().div_ceil(8))
}

/// Eight numbers in `width` bytes; those that are missing are 0.
fn pack_group<N: Number>(group: &[N], width: u32, out: &mut Vec<u8>) {
    let mut eight = [0u32; 8];
    eight.iter_mut().zip(group).for_each(|(place, number)| *place = (*number).into());
    if width <= 8 {
        let bits = eight.iter().rev().fold(0, |bits, &number| bits << width | u64::from(number));
        out.extend_from_slice(&bits.to_le_bytes()[..width as usize]);
        return;
    }
    let (mut bits, mut filled) = (0u64, 0);
    for number in eight {
        bits |= u64::from(number) << filled;
        filled += width;
        while filled >= 8 {
            out.push(bits as u8);
            bits >>= 8;
            filled -= 8;
        }
    }
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
    fn packed_numbers_come_back() {
        let mut state = 1u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        for width in 0..=32 {
            for length in [0, 1, 7, 8, 9, 64, 65, 1000] {
                let most = 1u64 << width;
                let mut numbers: Vec<u32> = Vec::new();
                while numbers.len() < length {
                    let value = below(most) as u32;
                    let times = if below(2) == 0 { 1 } else { below(30) as usize };
                    numbers.extend(std::iter::repeat_n(value, times.min(length - numbers.len())));
                }
                let mut bytes = Vec::new();
                pack(&numbers, width, &mut bytes);
                assert_eq!(unpack(&bytes, width, length), numbers, "{length} numbers of {width} bits");
            }
        }
    }

    #[test]
    fn a_long_run_takes_three_bytes() {
        let mut bytes = Vec::new();
        pack(&[5u32; 100], 3, &mut bytes);
        // 100 times: 200 as two bytes of seven bits, then the value.
        assert_eq!(bytes, [0xc8, 0x01, 5]);
    }
}
