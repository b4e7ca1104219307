//! Files that are whole or not there: written under a temporary name, synced, renamed.

use crate::run::RunError;
use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
};

/// What a file that is being written has after its name.
pub(super) const UNFINISHED: &str = "part";

/// A file on its way to `target`.
#[derive(Debug)]
pub(super) struct PartFile {
    target: PathBuf,
}

impl PartFile {
    /// Starts a file that will be `target`; what an earlier, killed run left under the temporary name goes.
    pub(super) fn create(target: PathBuf) -> Result<(PartFile, File), RunError> {
        let part = PartFile { target };
        let temporary = part.temporary();
        let file = File::create(&temporary).map_err(io_error(&temporary, "create"))?;
        Ok((part, file))
    }

    /// Where it is until it is whole.
    pub(super) fn temporary(&self) -> PathBuf {
        let mut name = self.target.as_os_str().to_owned();
        name.push(".");
        name.push(UNFINISHED);
        name.into()
    }

    /// Makes the written file the target: on disk first, then by its name.
    pub(super) fn commit(self, file: File) -> Result<(), RunError> {
        let temporary = self.temporary();
        file.sync_all().map_err(io_error(&temporary, "write to disk"))?;
        drop(file);
        fs::rename(&temporary, &self.target).map_err(io_error(&self.target, "put in place"))?;
        sync_folder(&self.target)
    }
}

/// Syncs the folder of `path`, so that its new name survives a power cut.
fn sync_folder(path: &Path) -> Result<(), RunError> {
    // Only Unix lets a folder be opened and synced; elsewhere the rename has to do.
    if let (true, Some(folder)) = (cfg!(unix), path.parent()) {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(io_error(folder, "write to disk"))?;
    }
    Ok(())
}

/// Writes a small file whole.
pub(crate) fn write_whole(target: PathBuf, text: &str) -> Result<(), RunError> {
    let (part, mut file) = PartFile::create(target)?;
    file.write_all(text.as_bytes()).map_err(io_error(&part.temporary(), "write"))?;
    part.commit(file)
}

/// Makes an I/O error one about `path`.
pub(crate) fn io_error(path: &Path, what: &'static str) -> impl FnOnce(std::io::Error) -> RunError {
    let path = path.to_owned();
    move |source| RunError::Io { path, what, source }
}
