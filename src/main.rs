//! The `mcr` command.

use mcr::agents::Registry;
use std::process::ExitCode;

fn main() -> ExitCode {
    mcr::run(Registry::standard())
}
