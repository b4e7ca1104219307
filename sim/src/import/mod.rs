//! Logs of other systems: reading them into [`GameRecord`]s, replaying them through the engine, writing them.
//!
//! A file of any size is read match by match. What a log says is taken as it is; [`validate_game`] compares it with
//! the rules.

mod botzone;
pub(crate) mod botzone_export;
mod builder;
pub(crate) mod export;
mod fault;
mod files;
mod from_run;
mod json;
mod judge;
mod lines;
mod problem;
mod record;
mod run;
mod text;
mod text_export;
mod validate;

pub use botzone::BotzoneMatches;
pub use botzone_export::{botzone_value, write_botzone};
pub use export::{ExportError, record_deal};
pub use fault::{Fault, FaultKind};
pub use files::{Format, Matches, ValidationReport, open, validate_matches, validate_path};
pub use from_run::{DealError, ExportRunError, Exported, export_run, record_of};
pub use judge::{Impossible, Judge};
pub use problem::{ImportError, Problem};
pub use record::{Answer, Ending, GameRecord, LoggedWin, Place, Said, Source, Step, Unit, Verdict};
pub use run::{IMPORTED, Imported, import_run, log_files};
pub use text::TextMatches;
pub use text_export::write_text;
pub use validate::{Summary, validate_game};
