//! Decisions on their way to the table `steps`: gathered by column, encoded at once.

use crate::log::{
    EncodedSteps, StepRow,
    chunk::{Chunks, Number},
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

/// Decisions by column. A decision takes twelve bytes here where a row would take sixty.
#[derive(Clone, Debug, Default)]
pub struct StepLog {
    deals: Vec<i64>,
    /// Where in `deals` each row's is.
    deal_places: Vec<u32>,
    steps: Vec<u16>,
    seats: Vec<u8>,
    /// The first word of the legal actions, as bytes: that of discards, hardly ever the same twice.
    first_words: Vec<u8>,
    words: [Words; 3],
    actions: Vec<u8>,
    /// 1 for each row whose agent valued its choice.
    valued: Vec<u8>,
    values: Vec<u8>,
}

/// A column of words, most of them 0.
#[derive(Clone, Debug, Default)]
struct Words {
    /// The place in the column and the place in the dictionary of every word that is not 0, which is 0's.
    places: Vec<(u32, u32)>,
    known: BTreeMap<u64, u32>,
    dictionary: Vec<u64>,
}

impl Words {
    fn add(&mut self, row: usize, word: u64) {
        let place = *self.known.entry(word).or_insert_with(|| {
            self.dictionary.push(word);
            self.dictionary.len() as u32
        });
        self.places.push((row as u32, place));
    }

    fn write(&self, rows: usize, chunks: &mut Chunks<'_>) -> Result<(), ParquetError> {
        let mut column = vec![0; rows];
        self.places.iter().for_each(|(row, place)| column[*row as usize] = *place);
        let mut bytes = vec![0; 8];
        bytes.extend(self.dictionary.iter().flat_map(|word| word.to_le_bytes()));
        chunks.indexed(self.dictionary.len() as u32 + 1, bytes, &column, None)
    }
}

impl StepSink for StepLog {
    fn step(&mut self, step: StepRow) {
        let deal = step.deal as i64;
        if self.deals.last() != Some(&deal) {
            self.deals.push(deal);
        }
        let row = self.actions.len();
        self.deal_places.push(self.deals.len() as u32 - 1);
        self.steps.push(step.step);
        self.seats.push(step.seat as u8);
        let [first, others @ ..] = *step.legal.words();
        self.first_words.extend_from_slice(&first.to_le_bytes());
        for (words, word) in self.words.iter_mut().zip(others) {
            if word != 0 {
                words.add(row, word);
            }
        }
        self.actions.push(step.action.index() as u8);
        self.valued.push(u8::from(step.value.is_some()));
        if let Some(value) = step.value {
            self.values.extend_from_slice(&value.to_le_bytes());
        }
    }
}

impl StepLog {
    /// With room for so many decisions.
    #[must_use]
    pub fn with_capacity(steps: usize) -> StepLog {
        StepLog {
            deal_places: Vec::with_capacity(steps),
            steps: Vec::with_capacity(steps),
            seats: Vec::with_capacity(steps),
            first_words: Vec::with_capacity(8 * steps),
            actions: Vec::with_capacity(steps),
            valued: Vec::with_capacity(steps),
            ..StepLog::default()
        }
    }

    /// How many decisions it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
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
        let rows = self.len();
        let mut chunks = Chunks::new(schema()?, rows);
        self.write_deals(&mut chunks)?;
        let last = self.steps.iter().max().map_or(0, |step| u32::from(*step));
        numbers(&mut chunks, last + 1, &self.steps)?;
        numbers(&mut chunks, Seat::ALL.len() as u32, &self.seats)?;
        chunks.plain(self.first_words)?;
        self.words.iter().try_for_each(|words| words.write(rows, &mut chunks))?;
        numbers(&mut chunks, Action::COUNT as u32, &self.actions)?;
        chunks.optional(&self.valued, &self.values)?;
        let (bytes, columns) = chunks.finish()?;
        Ok(Some(EncodedSteps { bytes, columns, rows: rows as u64 }))
    }

    fn write_deals(&self, chunks: &mut Chunks<'_>) -> Result<(), ParquetError> {
        let (least, most) = (self.deals.iter().min().copied(), self.deals.iter().max().copied());
        let range = Statistics::int64(least, most, None, Some(0), false);
        let bytes = self.deals.iter().flat_map(|deal| deal.to_le_bytes()).collect();
        chunks.indexed(self.deals.len() as u32, bytes, &self.deal_places, Some(range))
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
fn numbers(chunks: &mut Chunks<'_>, end: u32, column: &[impl Number]) -> Result<(), ParquetError> {
    chunks.indexed(end, (0..end).flat_map(u32::to_le_bytes).collect(), column, None)
}

/// The table's columns, parsed once.
fn schema() -> Result<&'static SchemaDescriptor, ParquetError> {
    static SCHEMA: LazyLock<Result<SchemaDescriptor, ParquetError>> =
        LazyLock::new(|| TABLE.schema().map(SchemaDescriptor::new));
    SCHEMA.as_ref().map_err(|error| ParquetError::General(error.to_string()))
}
