//! Learning curves: one row of CSV a point, and the same for TensorBoard.

use crate::events::EventFile;
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// How long the files of a curve are, so that a resumed training writes on exactly there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lengths {
    csv: u64,
    events: u64,
}

/// The curve of some quantities over training steps.
#[derive(Debug)]
pub struct Curve {
    names: Vec<String>,
    csv: File,
    events: EventFile,
    paths: [PathBuf; 2],
}

impl Curve {
    /// Opens `FOLDER/NAME.csv` and its event file, cut to these lengths.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn open(folder: &Path, name: &str, names: &[&str], lengths: Lengths) -> io::Result<Curve> {
        let paths = [
            folder.join(format!("{name}.csv")),
            folder.join("events").join(name).join(format!("events.out.tfevents.0.{name}")),
        ];
        if let Some(parent) = paths[1].parent() {
            fs::create_dir_all(parent)?;
        }
        let mut csv = cut(&paths[0], lengths.csv)?;
        drop(cut(&paths[1], lengths.events)?);
        if lengths.csv == 0 {
            writeln!(csv, "step,{}", names.join(","))?;
        }
        let events = EventFile::open(&paths[1])?;
        let names = names.iter().map(|quantity| format!("{name}/{quantity}")).collect();
        Ok(Curve { names, csv, events, paths })
    }

    /// Adds a point.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, step: u64, values: &[f64]) -> io::Result<()> {
        let row: Vec<String> = values.iter().map(|value| format!("{value:.6}")).collect();
        writeln!(self.csv, "{step},{}", row.join(","))?;
        let named: Vec<(&str, f64)> =
            self.names.iter().map(String::as_str).zip(values.iter().copied()).collect();
        // Steps stand where a clock would: the files are the same whenever they are made.
        self.events.add(step, step as f64, &named)
    }

    /// How long the files are now.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn lengths(&self) -> io::Result<Lengths> {
        let [csv, events] = &self.paths;
        Ok(Lengths { csv: fs::metadata(csv)?.len(), events: fs::metadata(events)?.len() })
    }
}

/// Opens a file to write on at its first `length` bytes.
fn cut(path: &Path, length: u64) -> io::Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    file.set_len(length)?;
    Ok(file)
}
