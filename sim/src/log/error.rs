//! What can be wrong with a log file.

use parquet::errors::ParquetError;
use std::{io, path::PathBuf};

/// A log file that cannot be written or read. Every message names the file.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be opened.
    #[error("{path}: cannot open", path = path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Writing failed.
    #[error("{path}: cannot write", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: ParquetError,
    },
    /// The file is not Parquet, or is cut off or damaged.
    #[error("{path}: not a whole Parquet file ({reason})", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the decoder met.
        reason: String,
    },
    /// The file is Parquet, but not one of ours.
    #[error("{path}: not a log of mcr: the metadata key {key:?} is missing", path = path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The missing key.
        key: &'static str,
    },
    /// A metadata value does not say what it should.
    #[error("{path}: metadata key {key:?} is {found:?}, expected {expected}", path = path.display())]
    Metadata {
        /// The file.
        path: PathBuf,
        /// The key.
        key: &'static str,
        /// Its value.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// The schema has another major version.
    #[error("{path}: schema version {found} of table {table}, this program reads {expected}", path = path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The table.
        table: &'static str,
        /// What the file says.
        found: String,
        /// What this program reads.
        expected: String,
    },
    /// A column is missing or has another type.
    #[error("{path}: column {column} is {found}, expected {expected}", path = path.display())]
    Column {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
        /// What is there.
        found: String,
        /// What should be.
        expected: String,
    },
    /// A value is outside its range.
    #[error("{path}: row {row}, column {column}: {found}, expected {expected}", path = path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// The row, from 0.
        row: u64,
        /// The column.
        column: &'static str,
        /// What is there.
        found: String,
        /// What may be.
        expected: &'static str,
    },
}
