//! Log files: which format they have, and validating all their matches.

use super::{
    botzone::BotzoneMatches,
    fault::{Fault, FaultKind},
    problem::{ImportError, Problem, quoted},
    record::{GameRecord, Place, Unit},
    text::TextMatches,
    validate::{Summary, validate_game},
};
use std::{
    fs::File,
    io::{BufRead, BufReader, ErrorKind},
    path::Path,
};

/// The format of a log file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Match JSON of the online judge.
    Botzone,
    /// The plain-text format of the public training set.
    Text,
}

/// The matches of a log file, read one by one.
pub enum Matches<R: BufRead> {
    /// Of a JSON file.
    Botzone(BotzoneMatches<R>),
    /// Of a text file.
    Text(TextMatches<R>),
}

impl<R: BufRead> Matches<R> {
    /// Tells the format by the first bytes and reads from there; `file` is the name that places use.
    ///
    /// # Errors
    /// When the input is empty, of neither format, or cannot be read.
    pub fn new(mut reader: R, file: &str) -> Result<Matches<R>, ImportError> {
        match detect(&mut reader) {
            Ok((Format::Botzone, _)) => Ok(Matches::Botzone(BotzoneMatches::new(reader, file))),
            Ok((Format::Text, skipped)) => {
                Ok(Matches::Text(TextMatches::after_blank_lines(reader, file, skipped)))
            }
            Err(problem) => Err(at_start(file, problem)),
        }
    }

    /// The format.
    #[must_use]
    pub const fn format(&self) -> Format {
        match self {
            Matches::Botzone(_) => Format::Botzone,
            Matches::Text(_) => Format::Text,
        }
    }
}

impl<R: BufRead> Iterator for Matches<R> {
    type Item = Result<GameRecord, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Matches::Botzone(matches) => matches.next(),
            Matches::Text(matches) => matches.next(),
        }
    }
}

/// Tells the format and leaves the reader at the first byte that is no white space, after so many line ends.
fn detect(reader: &mut impl BufRead) -> Result<(Format, u64), Problem> {
    let mut lines = 0;
    loop {
        let buffer = match reader.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        if buffer.is_empty() {
            return Err(Problem::Format { found: String::new() });
        }
        let text = buffer.strip_prefix(b"\xef\xbb\xbf").unwrap_or(buffer);
        if text.first() == Some(&b'{') {
            // The mark is in the way of JSON readers.
            let mark = buffer.len() - text.len();
            reader.consume(mark);
            return Ok((Format::Botzone, lines));
        }
        if text.starts_with(b"Match") {
            return Ok((Format::Text, lines));
        }
        // Blank lines may come first.
        let blank = buffer.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if blank == 0 {
            let start = &buffer[..buffer.len().min(80)];
            return Err(Problem::Format { found: quoted(&String::from_utf8_lossy(start)) });
        }
        lines += buffer[..blank].iter().filter(|byte| **byte == b'\n').count() as u64;
        reader.consume(blank);
    }
}

fn at_start(file: &str, problem: Problem) -> ImportError {
    let place = Place { file: file.to_owned(), id: String::new(), unit: Unit::Line, at: 1 };
    ImportError::new(place, problem)
}

/// Opens a log file.
///
/// # Errors
/// When it cannot be read or has neither format.
pub fn open(path: &Path) -> Result<Matches<BufReader<File>>, ImportError> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| at_start(&name, Problem::Read(error)))?;
    Matches::new(BufReader::with_capacity(1 << 16, file), &name)
}

/// At most this many faults of a file are kept; all are counted.
const MOST_KEPT: usize = 1000;

/// What validating the matches of a log file gave.
#[derive(Clone, Debug)]
pub struct ValidationReport {
    /// The format of the file.
    pub format: Format,
    /// Matches found, broken ones included.
    pub deals: u64,
    /// How many faults there are.
    pub fault_count: u64,
    /// The faults, the first thousand of them.
    pub faults: Vec<Fault>,
    /// What was compared in the matches without fault.
    pub summary: Summary,
}

impl ValidationReport {
    fn add(&mut self, game: Result<GameRecord, ImportError>) {
        self.deals += 1;
        match game.map(|game| validate_game(&game)) {
            Ok(Ok(summary)) => self.summary += summary,
            Ok(Err(faults)) => faults.into_iter().for_each(|fault| self.add_fault(fault)),
            Err(ImportError { place, problem }) => {
                self.add_fault(Fault { place, kind: FaultKind::Unreadable(problem.to_string()) });
            }
        }
    }

    fn add_fault(&mut self, fault: Fault) {
        self.fault_count += 1;
        if self.faults.len() < MOST_KEPT {
            self.faults.push(fault);
        }
    }
}

/// Reads and replays every match. Broken ones are faults of the report.
pub fn validate_matches<R: BufRead>(matches: Matches<R>) -> ValidationReport {
    let mut report = ValidationReport {
        format: matches.format(),
        deals: 0,
        fault_count: 0,
        faults: Vec::new(),
        summary: Summary::NOTHING,
    };
    for game in matches {
        report.add(game);
    }
    report
}

/// Reads and replays every match of a log file.
///
/// # Errors
/// When the file cannot be read or has neither format. Broken matches in it are faults of the report.
pub fn validate_path(path: &Path) -> Result<ValidationReport, ImportError> {
    Ok(validate_matches(open(path)?))
}
