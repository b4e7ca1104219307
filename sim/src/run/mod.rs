//! A run: its parameters, its folder, and the playing of what is missing in it.

mod error;
mod folder;
mod manifest;
pub(crate) mod part_file;
pub(crate) mod part_writer;
mod simulate;

pub(crate) use folder::lock_manifest;
pub(crate) use manifest::{check_version, differences};

pub use error::RunError;
pub use folder::{RunFolder, RunLock};
pub use manifest::{LogLevel, Manifest};
pub(crate) use simulate::summary_json;
pub use simulate::{Finished, Watch, count, count_with, simulate};
