//! Everything that goes through the built `mcr` command.

mod bad_input;
mod browser;
mod common;
mod convert;
mod explain;
mod external;
mod interruption;
mod logs;
mod matches;
mod old_runs;
mod own_agent;
mod pages;
mod probability;
mod score;
mod simulate;
mod study;
mod tune;
mod write_an_agent;
