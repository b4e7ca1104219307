//! Decisions on their way to the table `steps`: gathered in rows of sixteen bytes, encoded at once.

use crate::log::{
    EncodedSteps, StepRow,
    chunk::{Chunks, Places},
    steps::TABLE,
};
use mcr_engine::{Action, Seat};
use parquet::{errors::ParquetError, file::statistics::Statistics, schema::types::SchemaDescriptor};
use std::{collections::BTreeMap, sync::LazyLock};

/// Who wants the decisions of a deal, one by one.
pub trait StepSink {
    /// The next decision.
    fn step(&mut self, step: StepRow);
}

impl StepSink for Vec<StepRow> {
    fn step(&mut self, step: StepRow) {
        self.push(step);
    }
}

/// Decisions as they come. One takes sixteen bytes here where a row would take sixty.
#[derive(Clone, Debug, Default)]
pub struct StepLog {
    rows: Vec<Row>,
    /// Each deal, and the row it begins with.
    deals: Vec<(i64, u32)>,
    words: [Words; 3],
    /// The rows whose agent valued its choice, and the values' bytes.
    valued: Vec<u32>,
    values: Vec<u8>,
}

/// What every decision has.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The first word of the legal actions: that of discards, hardly ever the same twice.
    first: u64,
    step: u16,
    seat: u8,
    action: u8,
}

/// A column of words, most of them 0.
#[derive(Clone, Debug)]
struct Words {
    /// The place in the column and the place in the dictionary of every word that is not 0, which is 0's.
    places: Vec<(u32, u32)>,
    known: BTreeMap<u64, u32>,
    dictionary: Vec<u64>,
    /// Words seen lately with their places, each where its bits send it: most come again soon.
    lately: [(u64, u32); LATELY],
}

/// Words that are remembered apart.
const LATELY: usize = 64;

impl Default for Words {
    fn default() -> Words {
        Words { places: Vec::new(), known: BTreeMap::new(), dictionary: Vec::new(), lately: [(0, 0); LATELY] }
    }
}

impl Words {
    fn add(&mut self, row: usize, word: u64) {
        let slot = (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - LATELY.ilog2())) as usize;
        if self.lately[slot].0 != word {
            let place = *self.known.entry(word).or_insert_with(|| {
                self.dictionary.push(word);
                self.dictionary.len() as u32
            });
            self.lately[slot] = (word, place);
        }
        self.places.push((row as u32, self.lately[slot].1));
    }

    fn write(&self, rows: usize, chunks: &mut Chunks<'_>) -> Result<(), ParquetError> {
        let mut bytes = vec![0; 8];
        bytes.extend(self.dictionary.iter().flat_map(|word| word.to_le_bytes()));
        let entries = self.dictionary.len() as u32 + 1;
        let mut next = 0;
        let words = self.places.iter().flat_map(|&(row, place)| {
            let zeros = row as usize - next;
            next = row as usize + 1;
            [(zeros, 0), (1, place)]
        });
        let last = self.places.last().map_or(0, |(row, _)| *row as usize + 1);
        let places = Places::runs(entries, words.chain([(rows - last, 0)]));
        chunks.indexed(entries, bytes, places, None)
    }
}

impl StepSink for StepLog {
    fn step(&mut self, step: StepRow) {
        let deal = step.deal as i64;
        let row = self.rows.len();
        if self.deals.last().is_none_or(|last| last.0 != deal) {
            self.deals.push((deal, row as u32));
        }
        let [first, others @ ..] = *step.legal.words();
        let (seat, action) = (step.seat as u8, step.action.index() as u8);
        self.rows.push(Row { first, step: step.step, seat, action });
        if others != [0; 3] {
            for (words, word) in self.words.iter_mut().zip(others) {
                if word != 0 {
                    words.add(row, word);
                }
            }
        }
        if let Some(value) = step.value {
            self.valued.push(row as u32);
            self.values.extend_from_slice(&value.to_le_bytes());
        }
    }
}

impl StepLog {
    /// With room for so many decisions.
    #[must_use]
    pub fn with_capacity(steps: usize) -> StepLog {
        StepLog { rows: Vec::with_capacity(steps), ..StepLog::default() }
    }

    /// How many decisions it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Encodes all of it as one row group; `None` without a decision. Threads can do it side by side, away from the
    /// file.
    ///
    /// # Errors
    /// When the encoder fails, which needs a row that does not fit the table.
    pub fn encode(self) -> Result<Option<EncodedSteps>, ParquetError> {
        if self.is_empty() {
            return Ok(None);
        }
        let rows = &self.rows[..];
        let mut chunks = Chunks::new(schema()?, rows.len());
        self.write_deals(&mut chunks)?;
        let last = rows.iter().map(|row| row.step).max().unwrap_or(0);
        let steps = match u8::try_from(last) {
            Ok(_) => Places::bytes(rows.iter().map(|row| row.step as u8)),
            Err(_) => Places::pairs(rows.iter().map(|row| row.step)),
        };
        numbers(&mut chunks, u32::from(last) + 1, steps)?;
        let seats =
            rows.chunks(4).map(|four| four.iter().rev().fold(0, |byte, row| byte << 2 | row.seat & 3));
        numbers(&mut chunks, Seat::ALL.len() as u32, Places::quarters(rows.len(), seats))?;
        let mut first_words = Vec::with_capacity(8 * rows.len());
        rows.iter().for_each(|row| first_words.extend_from_slice(&row.first.to_le_bytes()));
        chunks.plain(first_words)?;
        self.words.iter().try_for_each(|words| words.write(rows.len(), &mut chunks))?;
        numbers(&mut chunks, Action::COUNT as u32, Places::bytes(rows.iter().map(|row| row.action)))?;
        chunks.optional(&self.valued, &self.values)?;
        let (bytes, columns) = chunks.finish()?;
        Ok(Some(EncodedSteps { bytes, columns, rows: rows.len() as u64 }))
    }

    fn write_deals(&self, chunks: &mut Chunks<'_>) -> Result<(), ParquetError> {
        let deals = || self.deals.iter().map(|(deal, _)| *deal);
        let range = Statistics::int64(deals().min(), deals().max(), None, Some(0), false);
        let ends = self.deals.iter().skip(1).map(|(_, start)| *start as usize).chain([self.rows.len()]);
        let runs = self.deals.iter().zip(ends).zip(0..);
        let runs = runs.map(|((&(_, start), end), place)| (end - start as usize, place));
        let entries = self.deals.len() as u32;
        let bytes = deals().flat_map(i64::to_le_bytes).collect();
        chunks.indexed(entries, bytes, Places::runs(entries, runs), Some(range))
    }
}

impl FromIterator<StepRow> for StepLog {
    fn from_iter<I: IntoIterator<Item = StepRow>>(rows: I) -> StepLog {
        let mut log = StepLog::default();
        rows.into_iter().for_each(|row| log.step(row));
        log
    }
}

/// A column of numbers below `end`: they are their own places in the dictionary.
fn numbers(chunks: &mut Chunks<'_>, end: u32, places: Places) -> Result<(), ParquetError> {
    chunks.indexed(end, (0..end).flat_map(u32::to_le_bytes).collect(), places, None)
}

/// The table's columns, parsed once.
fn schema() -> Result<&'static SchemaDescriptor, ParquetError> {
    static SCHEMA: LazyLock<Result<SchemaDescriptor, ParquetError>> =
        LazyLock::new(|| TABLE.schema().map(SchemaDescriptor::new));
    SCHEMA.as_ref().map_err(|error| ParquetError::General(error.to_string()))
}
