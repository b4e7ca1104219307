//! Keeps the Parquet decoder's panics on damaged files inside.

use parquet::errors::ParquetError;
use std::{
    any::Any,
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
};

thread_local! {
    static DECODING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is decoding a log file, where a panic becomes an error: a panic hook need not report it.
#[must_use]
pub fn decoding() -> bool {
    DECODING.get()
}

/// Runs `decode`, which trusts its file more than it should; a panic in it is an error about the file.
pub(super) fn guarded<T>(decode: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    DECODING.set(true);
    let result = catch_unwind(AssertUnwindSafe(decode));
    DECODING.set(false);
    result.unwrap_or_else(|panic| Err(ParquetError::General(message(panic.as_ref()))))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("damaged").to_owned()
}
