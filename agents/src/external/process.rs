//! One running program: started clean and limited, written to, read from with a deadline, killed with its children.

use super::options::Options;
use crate::bot::{Misanswer, MisanswerKind};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, Signal, kill_process_group},
};
use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{Read, Write},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The longest line of an answer: the league lets a bot keep 100 kB of data.
const MOST_LINE: usize = 256 << 10;

/// At most this much of a strange answer is kept.
const QUOTED: usize = 200;

/// The most that is kept of what a program says beside the protocol.
const MOST_WORDS: u64 = 1 << 20;

/// The process groups alive now.
static ALIVE: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Kills every program that was started, for a process that is about to exit without unwinding.
pub(super) fn kill_all() {
    for id in std::mem::take(&mut *ALIVE.lock().unwrap_or_else(PoisonError::into_inner)) {
        kill_group(id);
    }
}

fn kill_group(id: i32) {
    if let Some(pid) = Pid::from_raw(id) {
        // Nobody left to kill is as good.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

/// Where a program's standard error goes.
pub(super) struct Words {
    path: PathBuf,
}

impl Words {
    pub(super) fn new(folder: &Path, name: &str) -> Words {
        Words { path: folder.join(format!("{name}.txt")) }
    }

    /// The file to write to; nothing where it cannot be had or is full.
    fn open(&self) -> Stdio {
        let open = || {
            fs::create_dir_all(self.path.parent()?).ok()?;
            let file = File::options().create(true).append(true).open(&self.path).ok()?;
            (file.metadata().ok()?.len() < MOST_WORDS).then_some(file)
        };
        open().map_or_else(Stdio::null, Stdio::from)
    }

    /// Cuts off what is too much.
    fn trim(&self) {
        let file = File::options().write(true).open(&self.path);
        if let Ok(file) = file
            && file.metadata().is_ok_and(|metadata| metadata.len() > MOST_WORDS)
        {
            let _ = file.set_len(MOST_WORDS);
        }
    }
}

/// A running program.
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// Read and not yet taken.
    buffer: Vec<u8>,
    words: Option<PathBuf>,
}

/// When an answer has to be there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline(Instant);

impl Deadline {
    #[expect(clippy::disallowed_methods, reason = "the time a foreign program takes is limited by the clock")]
    pub(super) fn after(time: Duration) -> Deadline {
        Deadline(Instant::now() + time)
    }

    #[expect(clippy::disallowed_methods, reason = "the time a foreign program takes is limited by the clock")]
    fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}

impl Process {
    /// Starts the program.
    pub(super) fn start(options: &Options, words: Option<&Words>) -> Result<Process, Misanswer> {
        let mut command = Command::new("/bin/sh");
        let limit = options.memory << 10;
        command
            .args(["-c", &format!("ulimit -v {limit}\n{}", options.command)])
            .env_clear()
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(words.map_or_else(Stdio::null, Words::open));
        // Programs are found and text is read as usual; nothing else of the environment is handed on.
        let usual = ["PATH", "LANG", "LC_ALL"].map(|name| (name.to_owned(), None));
        for (name, value) in usual.iter().chain(&options.environment) {
            match value {
                Some(value) => command.env(name, value),
                None => match std::env::var_os(name) {
                    Some(value) => command.env(name, value),
                    None => &mut command,
                },
            };
        }
        if let Some(folder) = &options.folder {
            command.current_dir(folder);
        }
        let gone = |said: String| Misanswer { kind: MisanswerKind::Gone, said };
        let mut child = command.spawn().map_err(|error| gone(format!("cannot start: {error}")))?;
        ALIVE.lock().unwrap_or_else(PoisonError::into_inner).insert(child.id() as i32);
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let Some(stdout) = stdout else { return Err(gone("no standard output".to_owned())) };
        Ok(Process { child, stdin, stdout, buffer: Vec::new(), words: words.map(|words| words.path.clone()) })
    }

    /// Writes to its standard input.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Misanswer> {
        let written = self.stdin.as_mut().map(|stdin| {
            stdin.write_all(text.as_bytes())?;
            stdin.flush()
        });
        match written {
            Some(Ok(())) => Ok(()),
            // It ended, or does not listen; what it said before that may still be an answer.
            _ => Err(Misanswer { kind: MisanswerKind::Gone, said: self.so_far() }),
        }
    }

    /// Ends its standard input.
    pub(super) fn close(&mut self) {
        self.stdin = None;
    }

    /// Its next line; `None` at the end of its output.
    pub(super) fn line(&mut self, deadline: Deadline) -> Result<Option<String>, Misanswer> {
        let mut searched = 0;
        loop {
            if let Some(end) = self.buffer[searched..].iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=searched + end).collect();
                return Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()));
            }
            searched = self.buffer.len();
            if searched > MOST_LINE {
                return Err(Misanswer { kind: MisanswerKind::TooMuch, said: self.so_far() });
            }
            if self.read(deadline)? == 0 {
                let rest = std::mem::take(&mut self.buffer);
                let rest = String::from_utf8_lossy(&rest).trim().to_owned();
                return Ok((!rest.is_empty()).then_some(rest));
            }
        }
    }

    fn read(&mut self, deadline: Deadline) -> Result<usize, Misanswer> {
        let left = deadline.left();
        let timeout = Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() };
        let mut waited = [PollFd::new(&self.stdout, PollFlags::IN)];
        match poll(&mut waited, Some(&timeout)) {
            Ok(0) => return Err(Misanswer { kind: MisanswerKind::Late, said: self.so_far() }),
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(usize::MAX),
            Err(error) => return Err(Misanswer { kind: MisanswerKind::Gone, said: error.to_string() }),
        }
        let mut chunk = [0; 4096];
        match self.stdout.read(&mut chunk) {
            Ok(read) => {
                self.buffer.extend(&chunk[..read]);
                Ok(read)
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => Ok(usize::MAX),
            Err(error) => Err(Misanswer { kind: MisanswerKind::Gone, said: error.to_string() }),
        }
    }

    /// What it has said and nobody has taken, cut short.
    fn so_far(&self) -> String {
        cut(&String::from_utf8_lossy(&self.buffer[..self.buffer.len().min(2 * QUOTED)]))
    }
}

/// The beginning of what a program said.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stdin = None;
        let id = self.child.id() as i32;
        // The group may outlive the program that leads it.
        kill_group(id);
        let _ = self.child.wait();
        ALIVE.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        if let Some(path) = self.words.take() {
            Words { path }.trim();
        }
    }
}
