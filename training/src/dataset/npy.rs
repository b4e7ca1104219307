//! NumPy's file format, as far as plain arrays need it (version 1.0).

use crate::dataset::columns::Kind;
use std::{
    fs::File,
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::Path,
};

/// Bytes of the header, fixed so that the number of rows can be written last.
const HEADER: usize = 128;

/// An array in a file, row by row.
pub(super) struct NpyWriter {
    file: BufWriter<File>,
    /// NumPy's name of the type, such as `<f4`.
    descr: &'static str,
    /// The shape of a row.
    row: Vec<usize>,
    rows: u64,
}

impl NpyWriter {
    pub(super) fn create(path: &Path, kind: Kind, row: &[usize]) -> io::Result<NpyWriter> {
        let descr = match kind {
            Kind::Half => "<f2",
            Kind::Single => "<f4",
            Kind::Bool => "|b1",
            Kind::U8 => "|u1",
            Kind::U16 => "<u2",
            Kind::U64 => "<u8",
            Kind::I64 => "<i8",
        };
        let mut writer = NpyWriter {
            file: BufWriter::with_capacity(1 << 20, File::create(path)?),
            descr,
            row: row.to_vec(),
            rows: 0,
        };
        writer.write_header()?;
        Ok(writer)
    }

    /// Appends whole rows as their bytes in memory order, lowest byte first.
    pub(super) fn append(&mut self, rows: usize, bytes: &[u8]) -> io::Result<()> {
        self.rows += rows as u64;
        self.file.write_all(bytes)
    }

    /// Writes how many rows there are.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        self.write_header()?;
        self.file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }

    fn write_header(&mut self) -> io::Result<()> {
        let shape: String = self.row.iter().map(|size| format!(", {size}")).collect();
        // A tuple of one needs its comma.
        let shape = if shape.is_empty() { ",".to_owned() } else { shape };
        let dictionary = format!(
            "{{'descr': '{}', 'fortran_order': False, 'shape': ({}{shape}), }}",
            self.descr, self.rows
        );
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend(((HEADER - 10) as u16).to_le_bytes());
        header.extend(dictionary.as_bytes());
        header.resize(HEADER - 1, b' ');
        header.push(b'\n');
        self.file.write_all(&header)
    }
}

/// The nearest number of half precision (IEEE 754 binary16), ties to even; infinite past 65504.
pub(super) fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let size = bits & 0x7fff_ffff;
    if size >= 0x4780_0000 {
        // Too large, or not a number.
        return sign | 0x7c00 | if size > 0x7f80_0000 { 0x200 } else { 0 };
    }
    if size < 0x3880_0000 {
        // Below the least normal number halves are multiples of 2⁻²⁴, which this addition rounds to.
        return sign | (f32::from_bits(size) + 0.5).to_bits() as u16;
    }
    let odd = size >> 13 & 1;
    sign | ((size - 0x3800_0000 + 0xfff + odd) >> 13) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a half stands for, by its definition.
    fn value(half: u16) -> f32 {
        let (exponent, fraction) = (i32::from(half >> 10 & 31), f32::from(half & 0x3ff));
        let size = match exponent {
            0 => fraction * 2f32.powi(-24),
            31 => f32::INFINITY,
            _ => (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15),
        };
        if half & 0x8000 == 0 { size } else { -size }
    }

    #[test]
    fn every_half_is_itself_and_numbers_between_go_to_the_nearer() {
        for bits in (0..0x7c00).chain(0x8000..0xfc00) {
            assert_eq!(half(value(bits)), bits);
        }
        for bits in 0..0x7bffu16 {
            let (low, high) = (value(bits), value(bits + 1));
            let middle = f32::midpoint(low, high);
            assert_eq!(half(middle), bits + (bits & 1), "ties to even");
            assert_eq!(half(f32::midpoint(low, middle)), bits);
            assert_eq!(half(f32::midpoint(middle, high)), bits + 1);
        }
        assert_eq!((half(1e6), half(-1e6)), (0x7c00, 0xfc00));
        assert!(half(f32::NAN) & 0x3ff != 0);
    }

    #[test]
    fn the_header_says_type_and_shape() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.npy");
        let mut writer = NpyWriter::create(&path, Kind::U16, &[2]).expect("a file");
        writer.append(2, &[1, 0, 2, 0, 3, 0, 4, 0]).expect("two rows");
        writer.finish().expect("a header");
        let bytes = std::fs::read(&path).expect("a file");
        assert_eq!(bytes.len(), HEADER + 8);
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
        let header = std::str::from_utf8(&bytes[10..HEADER]).expect("text");
        let expected = "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 2), }";
        assert_eq!((header.trim_end(), header.ends_with('\n')), (expected, true));
        let path = folder.path().join("b.npy");
        NpyWriter::create(&path, Kind::U8, &[]).expect("a file").finish().expect("a header");
        assert!(String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).contains("'shape': (0,), "));
    }
}
