//! The counts against numbers known from elsewhere, and the committed table against the counting.

use super::{exact::count_shapes, *};
use mcr_engine::{Fan, Shape, Tile};

/// A published count of the complete hands of this game, and its parts.
#[test]
fn all_complete_hands_are_counted_once() {
    let (exact, distinct) = count_shapes(Pool::whole());
    assert_eq!(distinct, DISTINCT_HANDS);
    assert_eq!(exact.complete(), 13_257_769_189_488);
    assert_eq!(exact.of_shape(Shape::Standard), 11_353_128_141_498);
    assert_eq!(exact.of_shape(Shape::SevenPairs), 1_569_298_171_584);
    assert_eq!(exact.two_shapes, 1_318_439_178);
    assert_eq!(exact.of_shape(Shape::ThirteenOrphans), 1_308_622_848);
    assert_eq!(exact.of_shape(Shape::HonorsAndKnitted), 57_982_058_496 + 135_291_469_824);
    assert_eq!(exact.of_shape(Shape::KnittedStraight), 142_079_164_416);
}

/// A hand leaves out 122 of the 136 tiles. So if each tile is taken out of the pool in turn, every hand is counted 122
/// times. Alike are the suits, the winds, the dragons.
#[test]
fn every_hand_avoids_every_tile_that_is_not_in_it() {
    let (whole, _) = count_shapes(Pool::whole());
    let mut sums = [0; 5];
    for (tile, times) in (0..9).map(|rank| (rank, 12)).chain([(27, 16), (31, 12)]) {
        let (without, _) = count_shapes(Pool::without(&[Tile::new(tile)]).unwrap());
        sums.iter_mut().zip(without.shapes).for_each(|(sum, count)| *sum += times * count);
    }
    assert_eq!(sums, whole.shapes.map(|count| 122 * count));
}

#[test]
fn the_committed_table_has_the_known_counts() {
    let table = ProbabilityTable::committed();
    assert_eq!(table.hands.parse(), Ok(ALL_HANDS));
    assert_eq!(table.complete, "13257769189488");
    let count = |fan: Fan| table.fan(fan).count.as_str();
    assert_eq!(count(Fan::ThirteenOrphans), "1308622848");
    assert_eq!(count(Fan::GreaterHonorsAndKnittedTiles), "57982058496");
    assert_eq!(count(Fan::LesserHonorsAndKnittedTiles), "135291469824");
    // Seven kinds in a row, 1–7, 2–8 or 3–9 of three suits, six ways to take each pair.
    assert_eq!(count(Fan::SevenShiftedPairs), (9 * 6u64.pow(7)).to_string());
    // 123 123 789 789 and the pair of fives of each suit.
    assert_eq!(count(Fan::PureTerminalChows), (3 * 6u64.pow(7)).to_string());
    // Four pungs of winds, and the pair: a dragon or one of 27 suit tiles.
    assert_eq!(count(Fan::BigFourWinds), (4u64.pow(4) * 6 * 30).to_string());
    let units: u128 = table.complete.parse::<u128>().unwrap() * UNITS;
    for worth in [&table.own_draw, &table.discard] {
        assert_eq!(worth.points.iter().map(|count| count.parse::<u128>().unwrap()).sum::<u128>(), units);
    }
    for (fan, line) in Fan::ALL.into_iter().zip(&table.fans) {
        assert_eq!((line.id, line.key.as_str()), (fan.id(), fan.key()));
        let exact = [&line.own_draw, &line.discard].map(|way| way.exact.parse::<u128>().unwrap());
        assert!(exact.iter().all(|count| *count <= units), "{fan:?}");
        assert_eq!(line.count, hands_of(exact[0] + exact[1], 2 * UNITS).to_string());
    }
}

/// Seconds of work in release mode, a minute with debug assertions.
#[test]
fn the_committed_table_is_what_counting_gives() {
    if std::env::var_os("MCR_SLOW_TESTS").is_none() {
        return println!("skipped: set MCR_SLOW_TESTS=1");
    }
    // Through JSON, as the committed one went: its reader is not exact in the last digit.
    let counted = serde_json::to_string(&ProbabilityTable::from(&count(|_| ()))).unwrap();
    let counted: ProbabilityTable = serde_json::from_str(&counted).unwrap();
    assert_eq!(counted, ProbabilityTable::committed());
}

#[test]
fn nine_gates_alone_wins_on_every_rank() {
    let puzzle = Puzzle::solve();
    assert_eq!(puzzle.formal, [52_854, 13_452, 14_195, 7_442, 3_012, 1_800, 638, 155, 44, 8]);
    assert_eq!(puzzle.playable, [53_530, 14_067, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]);
    let nine: Vec<Waiting> = puzzle.waiting(9).collect();
    assert_eq!(nine.len(), 8);
    let playable: Vec<&str> = nine
        .iter()
        .filter(|waiting| waiting.playable.len() == 9)
        .map(|waiting| waiting.hand.as_str())
        .collect();
    assert_eq!(playable, ["1112345678999"]);
    assert!(puzzle.waiting(7).all(|waiting| waiting.hand != "2333345677778" || waiting.formal == "1245689"));
}
