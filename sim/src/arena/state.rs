//! The folder of a run: what was asked for, and the finished sets, so that a killed run goes on where it was.
//!
//! ```text
//! DIR/arena.toml               what is compared: enough to run it again
//! DIR/sets/part-00000.csv …    1,000 sets each: what every agent did at every lineup
//! DIR/results.json             the result, when the run is finished
//! ```
//!
//! Every file is written under another name and renamed when it is whole. Its bytes depend on the sets only, not
//! on threads, nor on where a run was killed.

use crate::{
    arena::{
        control_variates::{CLASSES, Luck},
        error::ArenaError,
        schedule::Lineup,
        tally::{Figures, SetRecord},
    },
    run::{
        RunError, check_version, differences, lock_manifest,
        part_file::{io_error, write_whole},
    },
};
use mcr_engine::RuleSet;
use serde::{Deserialize, Serialize};
use std::{
    fmt::Write as _,
    fs::{self, File},
    path::{Path, PathBuf},
};

/// What decides a set: nothing else may.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of this file's form.
    pub format: u32,
    /// The program that plays.
    pub program_version: String,
    /// The seed of the walls.
    pub seed: u64,
    /// The agents' specs.
    pub agents: Vec<String>,
    /// Their versions, which name how they play; none in runs of before there were any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
    /// Who meets whom: the agents of each lineup, by their place in `agents`.
    pub lineups: Vec<[usize; 4]>,
    /// In which seatings a wall is played.
    pub seatings: String,
    /// Whether the luck of the draws is measured.
    pub control_variates: bool,
    /// Whether the agents' randomness differs between agents.
    pub separate_randomness: bool,
    /// The rules.
    pub rules: RuleSet,
}

impl Manifest {
    /// The version of the form this program writes.
    pub const FORMAT: u32 = 1;
}

/// Sets in a part.
const SETS_PER_PART: u64 = 1000;

const HEADER: &str = "set,entry,hands,points,wins,self_draws,deal_ins,draws,fouls,hand_points,places,\
                      luck_0,luck_1,luck_2,luck_3,luck_4";

/// The folder, with the part that is being filled. No other process can write it meanwhile.
#[derive(Debug)]
pub struct StateFolder {
    path: PathBuf,
    /// Number of the part.
    part: u64,
    /// Its text so far.
    text: String,
    saved: bool,
    /// Keeps the lock; gone with the process, however it ends.
    _lock: File,
}

impl StateFolder {
    /// Opens the folder of the run, or makes it, and reads the sets that are there.
    ///
    /// # Errors
    /// When it cannot be read or written, is damaged, in use, or belongs to another run.
    pub fn open(path: &Path, manifest: &Manifest) -> Result<(StateFolder, Vec<SetRecord>), ArenaError> {
        let sets = path.join("sets");
        if !path.join(MANIFEST).exists() && holds_anything(path) {
            return Err(ArenaError::NotAnArena { path: path.to_owned() });
        }
        fs::create_dir_all(&sets).map_err(io_error(&sets, "create"))?;
        let lock = check_manifest(path, manifest)?;
        let entries = manifest.lineups.iter().map(|chairs| Lineup(*chairs).agents().count()).sum();
        let mut folder =
            StateFolder { path: path.to_owned(), part: 0, text: start(), saved: true, _lock: lock };
        let records = folder.read(entries)?;
        Ok((folder, records))
    }

    /// Reads the parts and stands at the last one, if it is not full, or after it.
    fn read(&mut self, entries: usize) -> Result<Vec<SetRecord>, ArenaError> {
        let mut records = Vec::new();
        loop {
            let file = self.part_path();
            if !file.exists() {
                return Ok(records);
            }
            let text = fs::read_to_string(&file).map_err(io_error(&file, "read"))?;
            parse(&file, &text, entries, &mut records)?;
            if (records.len() as u64) < (self.part + 1) * SETS_PER_PART {
                self.text = text;
                return Ok(records);
            }
            self.part += 1;
        }
    }

    /// Takes the next set; it is on disk after the next [`StateFolder::save`] or when its part is full.
    ///
    /// # Errors
    /// When a full part cannot be written.
    pub fn add(&mut self, record: &SetRecord) -> Result<(), ArenaError> {
        for (entry, figures) in record.figures.iter().enumerate() {
            write_line(&mut self.text, record.set, entry, figures);
        }
        self.saved = false;
        if record.set % SETS_PER_PART == SETS_PER_PART - 1 {
            self.save()?;
            self.part += 1;
            self.text = start();
        }
        Ok(())
    }

    /// Puts all sets taken on disk.
    ///
    /// # Errors
    /// When the part cannot be written.
    pub fn save(&mut self) -> Result<(), ArenaError> {
        if !self.saved {
            write_whole(self.part_path(), &self.text)?;
            self.saved = true;
        }
        Ok(())
    }

    /// Writes the result of the run.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_results(&self, json: &str) -> Result<(), ArenaError> {
        Ok(write_whole(self.path.join("results.json"), json)?)
    }

    fn part_path(&self) -> PathBuf {
        self.path.join("sets").join(format!("part-{:05}.csv", self.part))
    }
}

const MANIFEST: &str = "arena.toml";

fn start() -> String {
    format!("{HEADER}\n")
}

fn holds_anything(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// The manifest must be the same as that of the run before, or there is none yet. It is locked for this process.
fn check_manifest(folder: &Path, manifest: &Manifest) -> Result<File, ArenaError> {
    let path = folder.join(MANIFEST);
    if !path.exists() {
        // A manifest is plain values: it always prints.
        let text = toml::to_string(manifest).unwrap_or_default();
        write_whole(path.clone(), &format!("# A run of mcr arena.\n{text}"))?;
    }
    let text = fs::read_to_string(&path).map_err(io_error(&path, "read"))?;
    let found: Manifest = toml::from_str(&text).map_err(|error| RunError::Manifest {
        path: path.clone(),
        reason: error.to_string().trim().to_owned(),
    })?;
    // Versions are told by themselves, and old runs have none.
    let plain = |manifest: &Manifest| Manifest { versions: Vec::new(), ..manifest.clone() };
    let differences = differences(&plain(&found), &plain(manifest));
    if !differences.is_empty() {
        return Err(RunError::OtherRun { path: folder.to_owned(), differences }.into());
    }
    for ((found, here), agent) in found.versions.iter().zip(&manifest.versions).zip(&manifest.agents) {
        check_version(&path, found, here, agent)?;
    }
    Ok(lock_manifest(&path)?)
}

fn write_line(text: &mut String, set: u64, entry: usize, f: &Figures) {
    let Figures { hands, points, wins, self_draws, deal_ins, draws, fouls, hand_points, places, luck } = f;
    let line = format_args!(
        "{set},{entry},{hands},{points},{wins},{self_draws},{deal_ins},{draws},{fouls},{hand_points},{places}"
    );
    // Writing to a string cannot fail.
    let _ = write!(text, "{line}");
    for value in luck.0 {
        // The shortest digits that give the same number back.
        let _ = write!(text, ",{value}");
    }
    text.push('\n');
}

/// Adds the sets of a part to `records`.
fn parse(path: &Path, text: &str, entries: usize, records: &mut Vec<SetRecord>) -> Result<(), ArenaError> {
    let fault = |line: usize, found: &str, expected: String| {
        Err(ArenaError::Line { path: path.to_owned(), line: line + 1, found: found.to_owned(), expected })
    };
    for (number, line) in text.lines().enumerate() {
        if number == 0 {
            if line != HEADER {
                return fault(number, line, format!("the header {HEADER:?}"));
            }
            continue;
        }
        let entry = (number - 1) % entries;
        if entry == 0 {
            records.push(SetRecord { set: records.len() as u64, figures: Vec::with_capacity(entries) });
        }
        // The record was just pushed, or by an earlier line of the set.
        let Some(record) = records.last_mut() else { continue };
        match parse_line(line) {
            Some((set, found, figures)) if set == record.set && found == entry => {
                record.figures.push(figures);
            }
            _ => return fault(number, line, format!("the figures of set {}, entry {entry}", record.set)),
        }
    }
    let lines = text.lines().count();
    if lines == 0 || !(lines - 1).is_multiple_of(entries) || !text.ends_with('\n') {
        return fault(lines, "", format!("whole sets of {entries} lines"));
    }
    Ok(())
}

fn parse_line(line: &str) -> Option<(u64, usize, Figures)> {
    let fields: Vec<&str> = line.split(',').collect();
    let (numbers, luck) = fields.split_at_checked(11)?;
    let number = |place: usize| numbers[place].parse::<u64>().ok();
    let luck: Vec<f64> = luck.iter().map(|value| value.parse().ok()).collect::<Option<_>>()?;
    let figures = Figures {
        hands: number(2)?,
        points: numbers[3].parse().ok()?,
        wins: number(4)?,
        self_draws: number(5)?,
        deal_ins: number(6)?,
        draws: number(7)?,
        fouls: number(8)?,
        hand_points: number(9)?,
        places: number(10)?,
        luck: Luck(<[f64; CLASSES]>::try_from(luck).ok()?),
    };
    Some((number(0)?, numbers[1].parse().ok()?, figures))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        Manifest {
            format: Manifest::FORMAT,
            program_version: "0.1.0".to_owned(),
            agents: vec!["random".to_owned(), "greedy:noise=0.05".to_owned()],
            versions: vec!["1".to_owned(), "2".to_owned()],
            lineups: vec![[0, 1, 1, 1]],
            seatings: "rotations".to_owned(),
            seed: 7,
            control_variates: true,
            separate_randomness: false,
            rules: RuleSet::BOTZONE,
        }
    }

    /// A set with numbers that look like nothing else.
    fn record(set: u64) -> SetRecord {
        let figures = |entry: i64| Figures {
            hands: 4,
            points: entry * 100 - set as i64,
            wins: set % 5,
            luck: Luck([0.1 * set as f64, -1.0 / 3.0, 0.0, 1e-9, 2.0]),
            ..Figures::default()
        };
        SetRecord { set, figures: vec![figures(0), figures(1)] }
    }

    /// A run folder inside one that goes when the test ends.
    struct Folder(tempfile::TempDir);

    impl Folder {
        fn new() -> Folder {
            Folder(tempfile::tempdir().unwrap())
        }

        fn open(&self) -> Result<(StateFolder, Vec<SetRecord>), ArenaError> {
            StateFolder::open(self.0.path(), &manifest())
        }

        fn part(&self, number: u64) -> PathBuf {
            self.0.path().join(format!("sets/part-{number:05}.csv"))
        }

        /// The message of the error on opening after `edit` has changed the first part.
        fn damaged(&self, edit: impl Fn(&str) -> String) -> String {
            let text = fs::read_to_string(self.part(0)).unwrap();
            fs::write(self.part(0), edit(&text)).unwrap();
            let message = self.open().unwrap_err().to_string();
            fs::write(self.part(0), text).unwrap();
            message
        }
    }

    fn fill(folder: &Folder, until: u64) {
        let (mut state, found) = folder.open().unwrap();
        for set in found.len() as u64..until {
            state.add(&record(set)).unwrap();
        }
        state.save().unwrap();
    }

    #[test]
    fn sets_come_back_as_they_were_and_the_bytes_do_not_tell_of_stops() {
        let (whole, stopped) = (Folder::new(), Folder::new());
        fill(&whole, 2345);
        for until in [1, 999, 1000, 1001, 2345] {
            fill(&stopped, until);
        }
        let (_, found) = stopped.open().unwrap();
        assert_eq!(found, (0..2345).map(record).collect::<Vec<_>>());
        for part in 0..3 {
            assert_eq!(fs::read(whole.part(part)).unwrap(), fs::read(stopped.part(part)).unwrap());
        }
        assert!(!whole.part(3).exists());
    }

    #[test]
    fn what_a_kill_leaves_half_written_is_ignored() {
        let folder = Folder::new();
        fill(&folder, 3);
        fs::write(folder.part(0).with_extension("csv.part"), "set,ent").unwrap();
        assert_eq!(folder.open().unwrap().1.len(), 3);
    }

    #[test]
    fn another_run_is_refused_by_what_differs() {
        let folder = Folder::new();
        fill(&folder, 1);
        let open =
            |manifest: Manifest| StateFolder::open(folder.0.path(), &manifest).unwrap_err().to_string();
        assert!(open(Manifest { seed: 8, ..manifest() }).contains("its seed is 7, asked for 8"));
        let agents = vec!["random".to_owned(), "greedy".to_owned()];
        let message = open(Manifest { agents, ..manifest() });
        assert!(message.contains(r#"its agents is ["random", "greedy:noise=0.05"], asked for"#), "{message}");
        let rules = RuleSet { minimum_points: 6, ..RuleSet::BOTZONE };
        assert!(open(Manifest { rules, ..manifest() }).contains("its rules is"));
        fs::write(folder.0.path().join(MANIFEST), "agents = 3").unwrap();
        assert!(open(manifest()).contains("not a run manifest"));
    }

    #[test]
    fn another_version_of_an_agent_is_refused_and_none_is_any() {
        let folder = Folder::new();
        fill(&folder, 1);
        let versions = |versions: &[&str]| Manifest {
            versions: versions.iter().map(|version| (*version).to_owned()).collect(),
            ..manifest()
        };
        let refused = StateFolder::open(folder.0.path(), &versions(&["1", "3"])).unwrap_err().to_string();
        assert!(
            refused.contains(
                r#"agent "greedy:noise=0.05" is version "2" in this run, this program has version "3""#
            ),
            "{refused}"
        );
        // A run of before there were versions.
        let text = fs::read_to_string(folder.0.path().join(MANIFEST)).unwrap();
        let old: String = text.split_inclusive('\n').filter(|line| !line.starts_with("versions")).collect();
        assert_ne!(text, old);
        fs::write(folder.0.path().join(MANIFEST), old).unwrap();
        assert_eq!(StateFolder::open(folder.0.path(), &versions(&["1", "3"])).unwrap().1.len(), 1);
    }

    #[test]
    fn a_folder_with_something_else_or_in_use_is_left_alone() {
        let folder = Folder::new();
        let open = folder.open().unwrap();
        assert!(folder.open().unwrap_err().to_string().contains("another mcr process"));
        drop(open);
        assert!(folder.open().is_ok());
        let other = Folder::new();
        fs::write(other.0.path().join("thesis.txt"), "").unwrap();
        assert!(other.open().unwrap_err().to_string().contains("not empty"));
    }

    #[test]
    fn damaged_parts_are_named_by_line() {
        let folder = Folder::new();
        fill(&folder, 3);
        assert!(folder.damaged(|text| text.replace("hands", "hens")).contains("part-00000.csv:1: "));
        let message = folder.damaged(|text| text.replace("\n1,1,4,", "\n1,1,four,"));
        assert!(
            message.contains(":5: ") && message.contains("expected the figures of set 1, entry 1"),
            "{message}"
        );
        let message = folder.damaged(|text| text.replace("\n2,0,4,", "\n3,0,4,"));
        assert!(message.contains(":6: "), "{message}");
        // Cut off in the middle, at the end of a line, and inside the last number.
        for cut in [20, 70, 1] {
            let message = folder.damaged(|text| text[..text.len() - cut].to_owned());
            assert!(message.contains("expected"), "{message}");
        }
        assert!(folder.damaged(|_| String::new()).contains("whole sets"));
    }
}
