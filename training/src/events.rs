//! Curves in the files that TensorBoard reads.
//!
//! A file is a row of records, each a protobuf message `Event { wall_time = 1, step = 2, summary = 5 }` between its length and
//! checksums. Only scalars are written, so the message is put together here instead of by a protobuf compiler.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
};

/// A file of scalars, written on at its end.
#[derive(Debug)]
pub struct EventFile {
    file: File,
}

impl EventFile {
    /// Opens or begins a file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn open(path: &Path) -> io::Result<EventFile> {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if file.metadata()?.len() == 0 {
            let mut event = clock(0.0);
            bytes(&mut event, 3, b"brain.Event:2");
            file.write_all(&record(&event))?;
        }
        Ok(EventFile { file })
    }

    /// Adds values at a step; `seconds` is shown as time.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add(&mut self, step: u64, seconds: f64, values: &[(&str, f64)]) -> io::Result<()> {
        let mut summary = Vec::new();
        for (name, value) in values {
            let mut scalar = Vec::new();
            bytes(&mut scalar, 1, name.as_bytes());
            scalar.push(2 << 3 | 5);
            scalar.extend((*value as f32).to_le_bytes());
            bytes(&mut summary, 1, &scalar);
        }
        let mut event = clock(seconds);
        event.push(2 << 3);
        varint(&mut event, step);
        bytes(&mut event, 5, &summary);
        self.file.write_all(&record(&event))
    }
}

fn clock(seconds: f64) -> Vec<u8> {
    let mut event = vec![1 << 3 | 1];
    event.extend(seconds.to_le_bytes());
    event
}

fn bytes(out: &mut Vec<u8>, field: u8, content: &[u8]) {
    out.push(field << 3 | 2);
    varint(out, content.len() as u64);
    out.extend(content);
}

fn varint(out: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        out.push(number as u8 & 127 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn record(event: &[u8]) -> Vec<u8> {
    let length = (event.len() as u64).to_le_bytes();
    let mut record = Vec::with_capacity(event.len() + 16);
    record.extend(length);
    record.extend(masked(&length).to_le_bytes());
    record.extend(event);
    record.extend(masked(event).to_le_bytes());
    record
}

/// The checksum of a record: CRC-32C, turned and moved.
fn masked(content: &[u8]) -> u32 {
    crc32c(content).rotate_right(15).wrapping_add(0xa282_ead8)
}

fn crc32c(content: &[u8]) -> u32 {
    !content.iter().fold(!0, |crc, byte| {
        (0..8).fold(
            crc ^ u32::from(*byte),
            |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0x82f6_3b78 } else { crc >> 1 },
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_known_one() {
        // RFC 3720, B.4: 32 bytes of zeros, of ones, and the classic check string.
        assert_eq!(crc32c(&[0; 32]), 0x8a91_36aa);
        assert_eq!(crc32c(&[0xff; 32]), 0x62a8_ab43);
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
    }

    #[test]
    fn a_scalar_is_the_message_that_readers_expect() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("events.out.tfevents.test");
        EventFile::open(&path).unwrap().add(300, 2.0, &[("loss", 0.5)]).unwrap();
        let file = std::fs::read(&path).unwrap();
        // Behind the record with the version: length, checksum, then time 2.0, step 300, and the value under its name.
        let first = 12 + u64::from_le_bytes(file[..8].try_into().unwrap()) as usize + 4;
        let event = &file[first + 12..file.len() - 4];
        let expected = [
            &[0x09][..],
            &2.0f64.to_le_bytes(),
            &[0x10, 0xac, 0x02],
            &[0x2a, 13],
            &[0x0a, 11],
            &[0x0a, 4],
            b"loss",
            &[0x15],
            &0.5f32.to_le_bytes(),
        ]
        .concat();
        assert_eq!(event, expected);
    }
}
