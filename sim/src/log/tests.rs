//! The tables as files: what is written is read, and what is not ours or not whole is refused by name.

use crate::log::{
    DealReader, DealRow, DealWriter, Ending, LogError, Provenance, StepLog, StepReader, StepRow, StepWriter,
    example,
};
use mcr_engine::{Action, ActionSet, RuleSet, Seat, Tile};
use proptest::prelude::*;
use std::{fs, path::Path};

fn provenance() -> Provenance {
    Provenance { rules: RuleSet::MCR, seed: Some(7), agents: vec!["greedy".into(); 4] }
}

fn some_deals(count: u64) -> Vec<DealRow> {
    let row = |deal: u64| {
        let mut row = match deal % 4 {
            0 => example::exhausted(["greedy"; 4]),
            1 => example::discard_win(["greedy", "random", "greedy", "random"], Seat::East, Seat::West),
            2 => example::self_draw(["greedy"; 4], Seat::North),
            _ => example::foul(["random"; 4], Seat::South),
        };
        row.deal = deal;
        if deal.is_multiple_of(5) {
            (row.seed, row.wall) = (None, Some((0..42).map(Tile::new).collect()));
        }
        row
    };
    (0..count).map(row).collect()
}

fn deal_bytes(rows: &[DealRow]) -> Vec<u8> {
    let mut writer = DealWriter::new(Vec::new(), &provenance()).unwrap();
    for group in rows.chunks(100) {
        writer.write(group).unwrap();
    }
    writer.finish().unwrap()
}

fn read_deals(path: &Path) -> Result<Vec<DealRow>, LogError> {
    Ok(DealReader::open(path)?.groups().collect::<Result<Vec<_>, _>>()?.concat())
}

/// What reading these bytes as a deals file gives.
fn read_bytes(bytes: &[u8]) -> Result<Vec<DealRow>, LogError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part-00000.parquet");
    fs::write(&path, bytes).unwrap();
    read_deals(&path)
}

#[test]
fn deals_are_read_as_they_were_written() {
    let rows = some_deals(250);
    assert_eq!(read_bytes(&deal_bytes(&rows)).unwrap(), rows);
    assert_eq!(read_bytes(&deal_bytes(&[])).unwrap(), []);
}

#[test]
fn the_file_says_what_it_came_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deals.parquet");
    fs::write(&path, deal_bytes(&some_deals(3))).unwrap();
    let reader = DealReader::open(&path).unwrap();
    assert_eq!(reader.provenance(), &provenance());
    assert_eq!(reader.rows(), 3);
}

#[test]
fn another_table_or_major_version_is_refused_by_name() {
    let whole = deal_bytes(&some_deals(3));
    let swap = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let place = whole.windows(from.len()).position(|w| w == from.as_bytes()).unwrap();
        let mut bytes = whole.clone();
        bytes[place..place + to.len()].copy_from_slice(to.as_bytes());
        read_bytes(&bytes).unwrap_err().to_string()
    };
    let newer = swap("1.1", "2.1");
    assert!(newer.contains("part-00000.parquet: schema version 2.1 of table deals"), "{newer}");
    assert!(newer.ends_with("this program reads 1.x"), "{newer}");
    let foreign = swap("mcr.table", "abc.table");
    assert!(foreign.contains("not a log of mcr"), "{foreign}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deals.parquet");
    fs::write(&path, &whole).unwrap();
    let other = StepReader::open(&path).err().unwrap().to_string();
    assert!(other.contains(r#""mcr.table" is "deals", expected "steps""#), "{other}");
}

#[test]
fn a_file_cut_off_anywhere_is_refused_by_name() {
    let whole = deal_bytes(&some_deals(30));
    for length in [0, 3, 4, 100, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
        let error = read_bytes(&whole[..length]).unwrap_err().to_string();
        assert!(error.contains("part-00000.parquet: not a whole Parquet file"), "{length}: {error}");
    }
}

proptest! {
    /// Damage may be noticed or may read as other values; it must never panic.
    #[test]
    fn damaged_bytes_never_panic(place in any::<prop::sample::Index>(), mask in 1u8..) {
        let mut bytes = deal_bytes(&some_deals(12));
        let place = place.index(bytes.len());
        bytes[place] ^= mask;
        let _ = read_bytes(&bytes);
    }
}

#[test]
fn impossible_values_are_refused_with_row_and_column() {
    let mut rows = some_deals(120);
    rows[101].events = vec![1, 226];
    let error = read_bytes(&deal_bytes(&rows)).unwrap_err().to_string();
    assert!(error.ends_with("row 101, column events: byte 226, expected bytes below 226"), "{error}");
    let mut rows = some_deals(2);
    let Ending::Win(win) = &mut rows[1].ending else { unreachable!("row 1 is a win") };
    win.fans = vec![(250, 1)];
    let error = read_bytes(&deal_bytes(&rows)).unwrap_err().to_string();
    assert!(error.contains("row 1, column fans: fan 250 × 1"), "{error}");
}

fn some_steps(first: u64, count: u64) -> Vec<StepRow> {
    let action = |i: u64| Action::from_index((i * 7 % 235) as usize).unwrap();
    let step = |i: u64| StepRow {
        deal: first + i / 50,
        step: (i % 50) as u16,
        seat: Seat::ALL[i as usize % 4],
        legal: [action(i), action(i + 3), action(i * 11)].into_iter().collect::<ActionSet>(),
        action: action(i),
        value: i.is_multiple_of(3).then_some(i as f32 / 8.0),
    };
    (0..count).map(step).collect()
}

#[test]
fn steps_encoded_apart_are_read_in_the_order_they_were_appended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps.parquet");
    let groups = [some_steps(0, 2000), some_steps(40, 0), some_steps(80, 333)];
    let mut writer = StepWriter::new(fs::File::create(&path).unwrap(), &provenance()).unwrap();
    for group in &groups {
        if let Some(encoded) = group.iter().copied().collect::<StepLog>().encode().unwrap() {
            assert_eq!(encoded.rows(), group.len() as u64);
            writer.append(encoded).unwrap();
        }
    }
    writer.finish().unwrap();
    let reader = StepReader::open(&path).unwrap();
    assert_eq!(reader.rows(), 2333);
    let read = reader.groups().collect::<Result<Vec<_>, _>>().unwrap().concat();
    assert_eq!(read, groups.concat());
}
