//! A run folder: `run.toml`, the parts of the tables, `summary.json`.

use crate::{
    conduct::Misconduct,
    log::{DealReader, DealRow, LogError, Provenance},
    run::{
        LogLevel, Manifest, RunError, check_version,
        part_file::{UNFINISHED, io_error, write_whole},
    },
    statistics::Tally,
};
use std::{
    collections::BTreeSet,
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
};

/// A folder with a run in it, finished or not.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
    manifest: Manifest,
}

/// Keeps other processes from writing the run; gone with the process, however it ends.
#[derive(Debug)]
pub struct RunLock {
    _manifest: File,
}

impl RunFolder {
    /// Opens the folder of a run.
    ///
    /// # Errors
    /// When there is none, or its manifest is no good.
    pub fn open(path: &Path) -> Result<RunFolder, RunError> {
        let manifest = Manifest::read(&path.join("run.toml"))?;
        Ok(RunFolder { path: path.to_owned(), manifest })
    }

    /// The folder for the run of `manifest`: a new one, or the one that holds this very run already.
    ///
    /// # Errors
    /// When the folder holds anything else, or cannot be written.
    pub fn create_or_continue(path: &Path, manifest: &Manifest) -> Result<RunFolder, RunError> {
        if path.join("run.toml").exists() {
            let folder = RunFolder::open(path)?;
            let differences = folder.manifest.differences(manifest);
            if !differences.is_empty() {
                return Err(RunError::OtherRun { path: path.to_owned(), differences });
            }
            let versions = folder.manifest.versions.iter().flatten().zip(manifest.versions.iter().flatten());
            for ((found, here), agent) in versions.zip(&manifest.agents) {
                check_version(&path.join("run.toml"), found, here, agent)?;
            }
            return Ok(folder);
        }
        fs::create_dir_all(path).map_err(io_error(path, "create the run folder"))?;
        if holds_anything(path)? {
            return Err(RunError::NotARun { path: path.to_owned() });
        }
        write_whole(path.join("run.toml"), &manifest.to_toml())?;
        Ok(RunFolder { path: path.to_owned(), manifest: manifest.clone() })
    }

    /// A new folder for a run whose size is not known yet. It is no run before [`RunFolder::seal`].
    ///
    /// # Errors
    /// When the folder holds anything, or cannot be written.
    pub(crate) fn begin(path: &Path, manifest: &Manifest) -> Result<RunFolder, RunError> {
        fs::create_dir_all(path).map_err(io_error(path, "create the run folder"))?;
        if holds_anything(path)? {
            return Err(RunError::NotARun { path: path.to_owned() });
        }
        let folder = RunFolder { path: path.to_owned(), manifest: manifest.clone() };
        for table in folder.tables() {
            let table = path.join(table);
            fs::create_dir_all(&table).map_err(io_error(&table, "create"))?;
        }
        Ok(folder)
    }

    /// Makes the folder the run of `manifest`, all of whose parts are there.
    ///
    /// # Errors
    /// When the manifest cannot be written.
    pub(crate) fn seal(&self, manifest: &Manifest) -> Result<(), RunError> {
        write_whole(self.path.join("run.toml"), &manifest.to_toml())
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What was asked for.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// What the metadata of its tables says.
    #[must_use]
    pub fn provenance(&self) -> Provenance {
        let Manifest { rules, seed, agents, rotation, source, .. } = &self.manifest;
        let seed = source.is_none().then_some(*seed);
        // In matches the players change seats from deal to deal.
        let agents = if rotation.is_some() { Vec::new() } else { agents.to_vec() };
        Provenance { rules: *rules, seed, agents }
    }

    /// Takes the run for this process and clears away what a killed one left unfinished.
    ///
    /// # Errors
    /// When another process has it, or the folder cannot be written.
    pub fn lock(&self) -> Result<RunLock, RunError> {
        let manifest = lock_manifest(&self.path.join("run.toml"))?;
        for folder in self.tables() {
            let folder = self.path.join(folder);
            fs::create_dir_all(&folder).map_err(io_error(&folder, "create"))?;
            remove_unfinished(&folder)?;
        }
        remove_unfinished(&self.path)?;
        Ok(RunLock { _manifest: manifest })
    }

    fn tables(&self) -> &'static [&'static str] {
        match self.manifest.log {
            LogLevel::None => &[],
            LogLevel::Deals => &["deals"],
            LogLevel::Steps => &["deals", "steps"],
        }
    }

    /// The file of a part of a table.
    #[must_use]
    pub fn part_path(&self, table: &str, part: u64) -> PathBuf {
        self.path.join(table).join(format!("part-{part:05}.parquet"))
    }

    /// Whether a part is there, whole. Files get their names only when they are.
    #[must_use]
    pub fn has_part(&self, part: u64) -> bool {
        let tables = self.tables();
        !tables.is_empty() && tables.iter().all(|table| self.part_path(table, part).exists())
    }

    /// The parts that are there, whole.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn parts_done(&self) -> Result<BTreeSet<u64>, RunError> {
        let folder = self.path.join("deals");
        if !folder.exists() {
            return Ok(BTreeSet::new());
        }
        let number = |path: &PathBuf| {
            path.file_name()?.to_str()?.strip_prefix("part-")?.strip_suffix(".parquet")?.parse().ok()
        };
        let numbers = entries(&folder)?.iter().filter_map(number).collect::<BTreeSet<u64>>();
        Ok(numbers.into_iter().filter(|part| *part < self.manifest.parts() && self.has_part(*part)).collect())
    }

    /// How many deals the whole parts hold.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn deals_done(&self) -> Result<u64, RunError> {
        let parts = self.parts_done()?.into_iter().map(|part| self.manifest.part(part));
        Ok(parts.map(|deals| deals.end - deals.start).sum())
    }

    /// Refuses to go on with a run of another program version, which may play differently.
    ///
    /// # Errors
    /// When the run was begun by another version.
    pub fn check_program(&self) -> Result<(), RunError> {
        let version = &self.manifest.program_version;
        if version == crate::PROGRAM_VERSION {
            return Ok(());
        }
        let differences = format!("begun by mcr {version}, this is {}", crate::PROGRAM_VERSION);
        Err(RunError::OtherRun { path: self.path.clone(), differences })
    }

    /// Reads the deals of a whole part and passes them on.
    ///
    /// # Errors
    /// When the file is damaged, or holds other deals than it should.
    pub fn read_part(&self, part: u64, take: impl FnMut(&DealRow)) -> Result<(), RunError> {
        let reader = DealReader::open(&self.part_path("deals", part))?;
        self.take_rows(part, &reader, reader.groups(), take)
    }

    /// The same without walls and events ([`DealReader::outlines`]).
    ///
    /// # Errors
    /// As [`RunFolder::read_part`].
    pub fn read_outlines(&self, part: u64, take: impl FnMut(&DealRow)) -> Result<(), RunError> {
        let reader = DealReader::open(&self.part_path("deals", part))?;
        self.take_rows(part, &reader, reader.outlines(), take)
    }

    fn take_rows(
        &self,
        part: u64,
        reader: &DealReader,
        groups: impl Iterator<Item = Result<Vec<DealRow>, LogError>>,
        mut take: impl FnMut(&DealRow),
    ) -> Result<(), RunError> {
        let expected = self.manifest.part(part);
        let mut next = expected.start;
        let mut first_found = None;
        for group in groups {
            for row in &group? {
                first_found.get_or_insert(row.deal);
                if row.deal == next {
                    next += 1;
                }
                take(row);
            }
        }
        if next != expected.end || reader.rows() != expected.end - expected.start {
            return Err(RunError::Part {
                path: self.part_path("deals", part),
                found: reader.rows(),
                first_found: first_found.unwrap_or(0),
                expected: expected.end - expected.start,
                first_expected: expected.start,
            });
        }
        Ok(())
    }

    /// Counts a whole part.
    ///
    /// # Errors
    /// As [`RunFolder::read_part`].
    pub fn tally_part(&self, part: u64) -> Result<Tally, RunError> {
        let mut tally = Tally::default();
        self.read_outlines(part, |row| tally.add(row))?;
        Ok(tally)
    }

    /// Writes what was answered against the rules in a part, one JSON object a line, in `fouls/`; nothing when all
    /// answers were good.
    pub(super) fn write_misconduct(&self, part: u64, misconduct: &[Misconduct]) -> Result<(), RunError> {
        if misconduct.is_empty() {
            return Ok(());
        }
        let folder = self.path.join("fouls");
        fs::create_dir_all(&folder).map_err(io_error(&folder, "create"))?;
        // Plain data always has a text.
        let lines = misconduct.iter().map(|fault| serde_json::to_string(fault).unwrap_or_default() + "\n");
        write_whole(folder.join(format!("part-{part:05}.jsonl")), &lines.collect::<String>())
    }

    /// Writes `summary.json`, unless it is there with the same text.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_summary(&self, json: &str) -> Result<(), RunError> {
        let path = self.path.join("summary.json");
        if fs::read_to_string(&path).is_ok_and(|text| text == json) {
            return Ok(());
        }
        write_whole(path, json)
    }

    /// The deal with this number, `None` when no whole part holds it.
    ///
    /// # Errors
    /// When its part is damaged.
    pub fn deal(&self, deal: u64) -> Result<Option<DealRow>, RunError> {
        let part = deal / self.manifest.part_deals;
        if deal >= self.manifest.deals || !self.has_part(part) {
            return Ok(None);
        }
        let mut found = None;
        self.read_part(part, |row| {
            if row.deal == deal {
                found = Some(row.clone());
            }
        })?;
        Ok(found)
    }
}

/// Takes a run for this process by locking its manifest, for as long as the file stays open.
pub(crate) fn lock_manifest(path: &Path) -> Result<File, RunError> {
    let manifest = File::open(path).map_err(io_error(path, "open"))?;
    match manifest.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(RunError::Locked { path: path.parent().unwrap_or(path).to_owned() })
        }
        // A file system without locks: nothing to be done, and the parts are still written whole.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(manifest),
    }
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, RunError> {
    let listed = fs::read_dir(folder).and_then(|entries| entries.map(|e| e.map(|e| e.path())).collect());
    listed.map_err(io_error(folder, "list"))
}

fn is_unfinished(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == UNFINISHED)
}

/// Whether a folder holds anything but the rest of a manifest that was never finished.
fn holds_anything(folder: &Path) -> Result<bool, RunError> {
    Ok(entries(folder)?.iter().any(|path| !is_unfinished(path)))
}

fn remove_unfinished(folder: &Path) -> Result<(), RunError> {
    for path in entries(folder)?.iter().filter(|path| is_unfinished(path)) {
        fs::remove_file(path).map_err(io_error(path, "remove the unfinished file"))?;
    }
    Ok(())
}
