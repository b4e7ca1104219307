//! The `mcr` command.
fn main() {}
