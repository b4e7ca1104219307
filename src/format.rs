//! How results are printed.

/// The `--format` of every command that prints results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Aligned text for people.
    #[default]
    Table,
    /// One JSON document; its names are stable.
    Json,
    /// Comma-separated values with a header line.
    Csv,
}
