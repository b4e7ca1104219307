//! The same examples whatever the threads and stops, each of them what the log says.

use super::{
    Batch, DataError, Dataset, Drawn, Export, Outcome, Plan, Split, State, Table, columns::Column, export,
};
use mcr_agents::{
    Registry,
    encoding::{Encoder, Features, HIDDEN_PLANES, KINDS, VERSION},
};
use mcr_engine::{Action, BySeat, RuleSet, Seat, Tile};
use mcr_sim::{
    log::DealRow,
    replay::watch_deal,
    run::{LogLevel, Manifest, RunFolder, Watch, simulate},
};
use parquet::{
    basic::{LogicalType, Type},
    column::reader::get_typed_column_reader,
    data_type::{BoolType, DataType, FixedLenByteArrayType, FloatType, Int32Type, Int64Type},
    file::reader::{FileReader, RowGroupReader, SerializedFileReader},
};
use std::{collections::BTreeMap, fs::File, path::Path, sync::Arc};

struct Nobody;

impl Watch for Nobody {
    fn played(&self, _: u64) {}
    fn stop(&self) -> bool {
        false
    }
}

/// A run of these agents in parts of 50 deals.
fn run(path: &Path, agents: [&str; 4], deals: u64, log: LogLevel) {
    let specs = BySeat(agents.map(|agent| Registry::standard().parse(agent).expect("an agent")));
    let manifest = Manifest::new(RuleSet::MCR, 3, deals, 50, log, &specs).expect("a run");
    let folder = RunFolder::create_or_continue(path, &manifest).expect("a folder");
    simulate(&Registry::standard(), &manifest, Some(&folder), 2, &Nobody).expect("a run");
}

fn small(runs: &[&Path]) -> Plan {
    Plan {
        runs: runs.iter().map(|path| path.to_path_buf()).collect(),
        batch: 96,
        per_deal: 5,
        seed: 9,
        holdout: 5,
        ..Plan::default()
    }
}

fn open(plan: Plan) -> Arc<Dataset> {
    Arc::new(Dataset::open(plan).expect("a data set"))
}

fn all(data: &Arc<Dataset>, split: Split, from: State, threads: usize) -> Vec<Batch> {
    let batches = data.batches(split, from, threads).expect("threads");
    batches.collect::<Result<_, _>>().expect("examples")
}

fn rows(path: &Path) -> BTreeMap<u64, DealRow> {
    let folder = RunFolder::open(path).expect("a run");
    let mut rows = BTreeMap::new();
    for part in folder.parts_done().expect("parts") {
        folder.read_part(part, |row| _ = rows.insert(row.deal, row.clone())).expect("a part");
    }
    rows
}

#[test]
fn one_thread_and_many_make_the_same_batches() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), ["greedy", "random", "greedy", "random"], 320, LogLevel::Deals);
    let data = open(Plan { hidden: true, ..small(&[folder.path()]) });
    let one = all(&data, Split::Training, State::default(), 1);
    assert!(one == all(&data, Split::Training, State::default(), 4));
    assert!(one.len() > 10);
    assert!(one != all(&data, Split::Training, State::epoch(1), 2), "another epoch is another order");
    let other = open(Plan { seed: 10, hidden: true, ..small(&[folder.path()]) });
    assert!(one != all(&other, Split::Training, State::default(), 2), "another seed is another order");
    let held = all(&data, Split::Holdout, State::default(), 2);
    let later = all(&data, Split::Holdout, State::epoch(3), 2);
    assert!(held.iter().map(|batch| &batch.planes).eq(later.iter().map(|batch| &batch.planes)));
}

#[test]
fn any_batch_can_be_gone_on_from() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), ["greedy"; 4], 500, LogLevel::Deals);
    let data = open(Plan { batch: 70, ..small(&[folder.path()]) });
    let whole = all(&data, Split::Training, State::epoch(2), 2);
    for stop in [0, 3, whole.len() / 2, whole.len() - 2] {
        let rest = all(&data, Split::Training, whole[stop].next, 2);
        assert!(whole[stop + 1..] == rest, "after batch {stop}");
    }
    let last = whole.last().expect("batches");
    assert_eq!((last.next, last.len() < 70), (State::epoch(3), true));
}

/// An encoding of one's own gets the decisions that ours gets, in the same batches, from any place on.
#[test]
fn positions_can_be_encoded_by_anybody() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), ["greedy"; 4], 300, LogLevel::Deals);
    let data = open(Plan { batch: 60, permute: true, ..small(&[folder.path()]) });
    let ours = all(&data, Split::Training, State::epoch(1), 2);
    let hands = |from: State| -> Vec<Vec<f32>> {
        let encode = |drawn: &Drawn<'_>| {
            let mut copies = Vec::new();
            for (place, sample) in drawn.samples.iter().enumerate() {
                let mut hand = vec![0.0; Tile::KINDS];
                let view = sample.deal.observe(sample.seat);
                for tile in (0..Tile::KINDS as u8).map(Tile::new) {
                    hand[tile.index()] = f32::from(view.hand().concealed().get(tile));
                }
                drawn.suits(place).planes(&mut hand);
                copies.extend(hand);
            }
            copies
        };
        let batches = data.batches_with(Split::Training, from, 2, encode).expect("threads");
        batches.collect::<Result<_, _>>().expect("positions")
    };
    let theirs = hands(State::epoch(1));
    assert_eq!(theirs.len(), ours.len());
    for (ours, theirs) in ours.iter().zip(&theirs) {
        let planes = ours.planes.chunks_exact(ours.features.len());
        for (planes, hand) in planes.zip(theirs.chunks_exact(Tile::KINDS)) {
            // The first four planes count the copies of the own hand.
            for (kind, copies) in hand.iter().enumerate() {
                let counted: f32 = (0..4).map(|plane| planes[plane * Tile::KINDS + kind]).sum();
                assert_eq!(counted, *copies);
            }
        }
    }
    assert!(hands(ours[1].next) == theirs[2..]);
}

#[test]
fn sides_are_apart_and_every_deal_gives_its_share() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), ["greedy"; 4], 400, LogLevel::Deals);
    let data = open(small(&[folder.path()]));
    let deals = |split| {
        let mut deals = BTreeMap::new();
        for batch in all(&data, split, State::default(), 2) {
            batch.deal.iter().for_each(|deal| *deals.entry(*deal).or_insert(0) += 1);
        }
        deals
    };
    let (training, held) = (deals(Split::Training), deals(Split::Holdout));
    assert!(held.keys().all(|deal| !training.contains_key(deal)));
    assert_eq!(training.len() + held.len(), 400);
    assert!((40..130).contains(&held.len()), "{} of 400 held out", held.len());
    assert!(training.values().all(|count| *count == 5), "five decisions of each");
}

/// Every example is a decision of the log: the view, what was legal, what was done, how it ended.
#[test]
fn examples_are_what_the_log_says() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), ["greedy", "random", "greedy", "greedy"], 60, LogLevel::Steps);
    let plan = Plan { permute: false, per_deal: 0, holdout: 0, hidden: true, ..small(&[folder.path()]) };
    let data = open(plan);
    let mut found = BTreeMap::new();
    for batch in all(&data, Split::Training, State::default(), 2) {
        let (places, hidden) = (Features::Plain.len(), batch.hidden.as_ref().expect("hidden planes"));
        for i in 0..batch.len() {
            let view = batch.planes[i * places..(i + 1) * places].to_vec();
            let legal = batch.legal[i * Action::COUNT..(i + 1) * Action::COUNT].to_vec();
            let hidden = hidden[i * HIDDEN_PLANES * KINDS..(i + 1) * HIDDEN_PLANES * KINDS].to_vec();
            let rest = (batch.seat[i], batch.action[i], batch.points[i], batch.outcome[i], batch.weight[i]);
            let before = found.insert((batch.deal[i], batch.step[i]), (view, legal, hidden, rest));
            assert!(before.is_none(), "each decision once");
        }
    }
    let encoder = Encoder::new(Features::Plain);
    let steps = mcr_sim::log::StepReader::open(&folder.path().join("steps/part-00000.parquet"))
        .and_then(|reader| reader.groups().collect::<Result<Vec<_>, _>>())
        .expect("steps")
        .concat();
    let mut seen = 0;
    for row in rows(folder.path()).values().take_while(|row| row.deal < 50) {
        let steps: Vec<_> = steps.iter().filter(|step| step.deal == row.deal).copied().collect();
        let mut step = 0;
        watch_deal(&RuleSet::MCR, row, Some(&steps), |deal, seat, action| {
            let (view, legal, _, rest) = &found[&(row.deal, step)];
            let mut numbers = vec![0.0; Features::Plain.len()];
            encoder.encode(&deal.observe(seat), &mut numbers);
            assert!(*view == numbers);
            let indices = deal.legal(seat).iter().map(Action::index);
            assert!(indices.eq((0..Action::COUNT).filter(|index| legal[*index])));
            let outcome = super::sample::outcome(&row.ending, seat) as u8;
            let action = action.map_or(-1, |action| action.index() as i64);
            assert_eq!(*rest, (seat as u8, action, row.points[seat] as f32, outcome, 1.0));
            assert!(legal[action as usize]);
            step += 1;
            seen += 1;
        })
        .expect("a deal");
    }
    assert!(seen > 1000 && found.len() > seen);
}

#[test]
fn exchanged_suits_leave_the_action_legal_and_the_honors_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), ["greedy"; 4], 60, LogLevel::Deals);
    let plan = Plan { per_deal: 0, ..small(&[folder.path()]) };
    let plain = open(Plan { permute: false, ..plan.clone() });
    let (plain, exchanged) = (
        all(&plain, Split::Training, State::default(), 2),
        all(&open(plan), Split::Training, State::default(), 2),
    );
    let mut different = 0;
    for (plain, exchanged) in plain.iter().zip(&exchanged) {
        assert_eq!((&plain.deal, &plain.step), (&exchanged.deal, &exchanged.step));
        for i in 0..plain.len() {
            assert!(exchanged.legal[i * Action::COUNT + exchanged.action[i] as usize]);
            different += usize::from(plain.action[i] != exchanged.action[i]);
            for plane in 0..Features::Plain.planes() {
                let honors = |batch: &Batch| {
                    let start = (i * Features::Plain.planes() + plane) * KINDS;
                    batch.planes[start + 27..start + 34].to_vec()
                };
                assert_eq!(honors(plain), honors(exchanged));
            }
        }
    }
    assert!(different > 500);
}

#[test]
fn filters_keep_only_what_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), ["greedy", "random", "greedy", "random"], 200, LogLevel::Deals);
    let rows = rows(folder.path());
    let plan = Plan { per_deal: 0, holdout: 0, ..small(&[folder.path()]) };
    let taken = |plan: Plan| {
        let batches = all(&open(plan), Split::Training, State::default(), 2);
        batches
            .iter()
            .flat_map(|batch| (0..batch.len()).map(move |i| (batch.deal[i], batch.seat[i], batch.weight[i])))
            .collect::<Vec<_>>()
    };
    let seat = |number: u8| Seat::ALL[usize::from(number)];
    let greedy = taken(Plan { agents: vec!["greedy".into()], ..plan.clone() });
    assert!(!greedy.is_empty() && greedy.iter().all(|(_, seat, _)| seat % 2 == 0));
    let winners = taken(Plan { outcomes: vec![Outcome::Win], ..plan.clone() });
    assert!(!winners.is_empty() && winners.iter().all(|(deal, s, _)| rows[deal].points[seat(*s)] > 0));
    let rich = taken(Plan { minimum_points: Some(40), weight_scale: Some(32.0), ..plan.clone() });
    assert!(rich.iter().all(|(deal, s, _)| rows[deal].points[seat(*s)] >= 40));
    assert!(rich.iter().all(|(_, _, weight)| *weight > 1.0));
    assert!(taken(Plan { agents: vec!["heuristic".into()], ..plan }).is_empty());
}

#[test]
fn runs_mix_and_odd_plans_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two, none) = (folder.path().join("one"), folder.path().join("two"), folder.path().join("none"));
    run(&one, ["greedy"; 4], 100, LogLevel::Deals);
    run(&two, ["random"; 4], 100, LogLevel::Steps);
    run(&none, ["random"; 4], 10, LogLevel::None);
    let data = open(Plan { holdout: 0, ..small(&[&one, &two]) });
    assert_eq!(data.deals(), 200);
    let batches = all(&data, Split::Training, State::default(), 2);
    assert_eq!(batches.iter().map(Batch::len).sum::<usize>(), 5 * 200);
    let refused = |plan: Plan| Dataset::open(plan).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused(Plan::default()).contains("runs is none"));
    assert!(refused(Plan { batch: 0, ..small(&[&one]) }).contains("batch is 0"));
    assert!(refused(Plan { holdout: 1, ..small(&[&one]) }).contains("holdout is 1"));
    assert!(refused(Plan { weight_scale: Some(0.0), ..small(&[&one]) }).contains("weight_scale is 0"));
    assert!(refused(small(&[&none])).contains("no finished part"));
    assert!(refused(small(&[&folder.path().join("nowhere")])).contains("run.toml"));
    let read: Plan =
        toml::from_str("runs = ['a']\nfeatures = 'outlook'\noutcomes = ['deal_in']").expect("a plan");
    assert_eq!((read.features, read.outcomes, read.batch), (Features::Outlook, vec![Outcome::DealIn], 512));
    assert!(
        toml::from_str::<Plan>("features = 'planes'").unwrap_err().to_string().contains("plain or outlook")
    );
    assert!(toml::from_str::<Plan>("batches = 3").is_err());
}

/// A part that does not hold what it should ends the batches with an error, and dropped batches end their maker.
#[test]
fn damage_is_told_and_dropped_batches_end() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), ["greedy"; 4], 200, LogLevel::Deals);
    let data = open(small(&[folder.path()]));
    drop(data.batches(Split::Training, State::default(), 2).expect("threads").next());
    std::fs::write(folder.path().join("deals/part-00002.parquet"), b"PAR1").expect("a file");
    let last = data.batches(Split::Training, State::default(), 2).expect("threads").last();
    let error = last.expect("an answer").expect_err("a damaged part");
    assert!(matches!(error, DataError::Run(_) | DataError::Log(_)), "{error}");
    assert!(error.to_string().contains("part-00002"), "{error}");
}

/// The arrays hold what the batches hold, in the order of the deals.
#[test]
fn exported_arrays_hold_the_examples_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let (runs, out) = (folder.path().join("run"), folder.path().join("out"));
    run(&runs, ["greedy"; 4], 100, LogLevel::Deals);
    let plan = Plan { per_deal: 0, permute: false, hidden: true, ..small(&[&runs]) };
    let data = open(plan.clone());
    let asked = Export { out: out.clone(), half: false, table: Table::Npy, threads: 2 };
    let exported = export(&data, &asked, &Nobody).expect("arrays");
    assert_eq!((exported.deals, exported.parts, exported.complete), (100, 2, true));
    let bytes = |part: u32, name: &str| {
        let file = std::fs::read(out.join(format!("part-{part:05}/{name}.npy"))).expect("an array");
        file[128..].to_vec()
    };
    let mut expected = BTreeMap::new();
    for batch in all(&open(Plan { holdout: 0, ..plan }), Split::Training, State::default(), 2) {
        let places = Features::Plain.len();
        for i in 0..batch.len() {
            let planes = &batch.planes[i * places..(i + 1) * places];
            let planes: Vec<u8> = planes.iter().flat_map(|number| number.to_le_bytes()).collect();
            expected.insert((batch.deal[i], batch.step[i]), (planes, batch.action[i]));
        }
    }
    assert_eq!(exported.examples, expected.len() as u64);
    let planes: Vec<u8> = expected.values().flat_map(|(planes, _)| planes.clone()).collect();
    assert!([bytes(0, "planes"), bytes(1, "planes")].concat() == planes);
    let actions: Vec<u8> = expected.values().flat_map(|(_, action)| action.to_le_bytes()).collect();
    assert!([bytes(0, "action"), bytes(1, "action")].concat() == actions);
    let held = [bytes(0, "holdout"), bytes(1, "holdout")].concat();
    assert_eq!(held.len(), expected.len());
    assert!(
        held.iter()
            .zip(expected.keys())
            .all(|(held, (deal, _))| { (*held == 1) == (data.plan().split(*deal) == Split::Holdout) })
    );
    assert!(std::fs::read_to_string(out.join("features.json")).expect("a text").contains("\"encoding\": 1"));
    let again = export(&data, &asked, &Nobody).expect_err("a folder that holds something");
    assert!(again.to_string().contains("out"), "{again}");
}

/// The numbers of a table's column as they lie in a NumPy array, and how many each row has.
fn table_column(file: &SerializedFileReader<File>, place: usize) -> (Vec<u8>, Vec<usize>) {
    fn typed<T: DataType>(group: &dyn RowGroupReader, place: usize, rows: usize) -> (Vec<T::T>, Vec<i16>) {
        let mut reader = get_typed_column_reader::<T>(group.get_column_reader(place).expect("a column"));
        let (mut values, mut definition, mut repetition) = (Vec::new(), Vec::new(), Vec::new());
        let read = reader.read_records(rows, Some(&mut definition), Some(&mut repetition), &mut values);
        assert_eq!(read.expect("pages").0, rows);
        assert!(definition.iter().all(|level| *level == 1), "no number is missing");
        (values, repetition)
    }
    let column = file.metadata().file_metadata().schema_descr().column(place);
    let unsigned = |bits| Some(LogicalType::integer(bits, false));
    let (mut bytes, mut lengths) = (Vec::new(), Vec::new());
    for group in 0..file.num_row_groups() {
        let group = file.get_row_group(group).expect("a row group");
        let rows = group.metadata().num_rows() as usize;
        let (numbers, repetition): (Vec<Vec<u8>>, _) = match column.physical_type() {
            Type::FIXED_LEN_BYTE_ARRAY => {
                assert_eq!(column.logical_type_ref(), Some(&LogicalType::Float16));
                let (values, repetition) = typed::<FixedLenByteArrayType>(&*group, place, rows);
                (values.iter().map(|value| value.data().to_vec()).collect(), repetition)
            }
            Type::FLOAT => {
                let (values, repetition) = typed::<FloatType>(&*group, place, rows);
                (values.iter().map(|value| value.to_le_bytes().to_vec()).collect(), repetition)
            }
            Type::BOOLEAN => {
                let (values, repetition) = typed::<BoolType>(&*group, place, rows);
                (values.iter().map(|value| vec![u8::from(*value)]).collect(), repetition)
            }
            Type::INT64 => {
                let (values, repetition) = typed::<Int64Type>(&*group, place, rows);
                (values.iter().map(|value| value.to_le_bytes().to_vec()).collect(), repetition)
            }
            Type::INT32 => {
                let size = if column.logical_type_ref() == unsigned(8).as_ref() { 1 } else { 2 };
                assert!(size == 1 || column.logical_type_ref() == unsigned(16).as_ref());
                let (values, repetition) = typed::<Int32Type>(&*group, place, rows);
                (values.iter().map(|value| value.to_le_bytes()[..size].to_vec()).collect(), repetition)
            }
            other => panic!("a column of {other}"),
        };
        for (place, number) in numbers.iter().enumerate() {
            match repetition.get(place) {
                Some(1) => *lengths.last_mut().expect("a row") += 1,
                _ => lengths.push(1),
            }
            bytes.extend(number);
        }
    }
    (bytes, lengths)
}

/// A table holds, number by number, what the arrays hold, and says what its planes are.
#[test]
fn exported_tables_hold_what_the_arrays_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = folder.path().join("run");
    run(&runs, ["greedy"; 4], 60, LogLevel::Deals);
    for (half, hidden, per_deal) in [(true, true, 0), (false, false, 9)] {
        let plan = Plan { per_deal, hidden, ..small(&[&runs]) };
        let data = open(plan.clone());
        let out = |table: Table| folder.path().join(format!("{}-{half}", table.name()));
        let exported = [Table::Npy, Table::Parquet].map(|table| {
            export(&data, &Export { out: out(table), half, table, threads: 2 }, &Nobody).expect("files")
        });
        assert_eq!(exported[0], exported[1]);
        let mut rows = 0;
        for part in 0..exported[0].parts {
            let path = out(Table::Parquet).join(format!("part-{part:05}.parquet"));
            let file = SerializedFileReader::new(File::open(path).expect("a file")).expect("a table");
            rows += file.metadata().file_metadata().num_rows() as u64;
            let pairs = file.metadata().file_metadata().key_value_metadata().expect("metadata");
            let said = |key: &str| pairs.iter().find(|pair| pair.key == key).and_then(|p| p.value.clone());
            assert_eq!(said("mcr.encoding"), Some(VERSION.to_string()));
            assert_eq!(said("mcr.planes"), Some(Features::Plain.planes().to_string()));
            assert_eq!(said("mcr.features").as_deref(), Some("plain"));
            for (place, column) in Column::all(&plan, half).iter().enumerate() {
                let name = format!("part-{part:05}/{}.npy", column.name);
                let array = std::fs::read(out(Table::Npy).join(&name)).expect("an array");
                let (bytes, lengths) = table_column(&file, place);
                assert!(bytes == array[128..], "{name}");
                assert!(lengths.iter().all(|length| *length == column.numbers()), "{name}");
            }
        }
        assert_eq!(rows, exported[1].examples);
        let left = std::fs::read_dir(out(Table::Parquet)).expect("a folder");
        let names: Vec<_> = left.map(|file| file.expect("a file").file_name()).collect();
        assert_eq!(names.len() as u64, exported[1].parts + 1, "nothing unfinished is left: {names:?}");
    }
}
