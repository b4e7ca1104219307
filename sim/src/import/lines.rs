//! Lines of a file of any size, with their numbers, in bounded memory.

use super::{
    problem::{ImportError, Problem},
    record::{Place, Unit},
};
use std::io::{BufRead, Read};

/// The longest line that is read; real ones have under 200 bytes.
const MOST_BYTES: u64 = 4096;

/// A reader of numbered lines.
pub(crate) struct Lines<R> {
    reader: R,
    file: String,
    number: u64,
    bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Reads on after so many lines that are gone already.
    pub(crate) fn new(reader: R, file: &str, gone: u64) -> Lines<R> {
        Lines { reader, file: file.to_owned(), number: gone, bytes: Vec::new() }
    }

    /// The number of the line read last, from 1.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// The next line without its end, `None` after the last.
    pub(crate) fn next_line(&mut self) -> Result<Option<&str>, Problem> {
        self.bytes.clear();
        self.number += 1;
        (&mut self.reader).take(MOST_BYTES).read_until(b'\n', &mut self.bytes)?;
        if self.bytes.is_empty() {
            return Ok(None);
        }
        if !self.bytes.ends_with(b"\n") && self.bytes.len() as u64 == MOST_BYTES {
            self.skip_rest_of_line()?;
            return Err(Problem::TooLong { limit: MOST_BYTES as usize, unit: "bytes in a line" });
        }
        let text = std::str::from_utf8(&self.bytes).map_err(|_| Problem::NotText)?;
        let text = if self.number == 1 { text.trim_start_matches('\u{feff}') } else { text };
        Ok(Some(text.trim_end()))
    }

    fn skip_rest_of_line(&mut self) -> Result<(), Problem> {
        loop {
            self.bytes.clear();
            (&mut self.reader).take(MOST_BYTES).read_until(b'\n', &mut self.bytes)?;
            if self.bytes.is_empty() || self.bytes.ends_with(b"\n") {
                return Ok(());
            }
        }
    }

    /// An error at the line read last, outside or inside the game `id`.
    pub(crate) fn error(&self, id: &str, problem: Problem) -> ImportError {
        let place = Place { file: self.file.clone(), id: id.to_owned(), unit: Unit::Line, at: self.number };
        ImportError::new(place, problem)
    }
}
