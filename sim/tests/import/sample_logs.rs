//! Real games of an online bot league. They may not be part of the repository: the test reads them where they lie
//! beside it and is skipped where they do not.

use mcr_sim::import::validate_path;
use std::path::{Path, PathBuf};

fn logs() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/logs");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no sample logs at {}", folder.display());
    None
}

#[test]
fn every_sample_game_of_the_judge_validates() {
    let Some(folder) = logs() else { return };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder.join("botzone")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut deals = 0;
    for file in files {
        let report = validate_path(&file).unwrap();
        for fault in &report.faults {
            eprintln!("{fault}");
        }
        assert_eq!(report.fault_count, 0, "{}", file.display());
        assert!(report.summary.verdicts > 100);
        assert_eq!(report.summary.ties, 0);
        deals += report.deals;
    }
    assert_eq!(deals, 10);
}

#[test]
fn every_sample_game_in_plain_text_validates() {
    let Some(folder) = logs() else { return };
    let report = validate_path(&folder.join("text_16_games.txt")).unwrap();
    for fault in &report.faults {
        eprintln!("{fault}");
    }
    assert_eq!((report.deals, report.fault_count), (16, 0));
    assert_eq!((report.summary.wins, report.summary.exhausted), (14, 2));
}
