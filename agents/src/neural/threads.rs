//! How many threads libtorch computes with: the one setting that a process shares.
//!
//! It holds for the thread that sets it and for those that call libtorch for the first time later; threads that have computed
//! before keep theirs. How sums are split depends on it, and so does the last bit of a result: with one thread it is the
//! same whatever else goes on in the process.

use std::cell::Cell;

/// Lets libtorch compute with so many threads, at least one, on the calling thread and on those that are new to it.
#[expect(clippy::disallowed_methods, reason = "the one place where the process is told")]
pub fn set_threads(threads: usize) {
    tch::set_num_threads(i32::try_from(threads).unwrap_or(i32::MAX).max(1));
}

/// Keeps libtorch to the calling thread: deals run in parallel already, and sums do not depend on how work was divided.
pub(super) fn one_thread() {
    thread_local!(static DONE: Cell<bool> = const { Cell::new(false) });
    if !DONE.replace(true) {
        set_threads(1);
    }
}
