//! What a seat knows about one opponent, in numbers.

use mcr_engine::{MeldKind, Observation, Seat, Table, Tile};

/// Planes of one number for each kind: unseen copies; own tiles; the opponent's discards: all, its first four, its last three, its
/// last; what has passed it since; its chows by their lowest tile, its pungs and kongs, its kongs; what others discarded; others' chows,
/// and pungs; the winds of round and opponent.
pub const PLANES: usize = 14;

/// Numbers in all: after the planes, each as one of many, the opponent's discards, its melds, its place and the tiles left;
/// its concealed kongs, and the own melds.
pub const INPUTS: usize = PLANES * Tile::KINDS + TURNS + MELDS + 3 + LEFT + 2;

/// Numbers that have an input of their own; what is more counts as the last.
const TURNS: usize = 25;
const MELDS: usize = 5;
const LEFT: usize = 12;

/// Discards that count as the first, and as the last.
const FIRST: usize = 4;
const LAST: usize = 3;

/// Writes down numbers by plane and kind.
struct Planes<'a>(&'a mut [u8]);

impl Planes<'_> {
    fn add(&mut self, plane: usize, tile: Tile, count: u8) {
        self.0[plane * Tile::KINDS + tile.index()] += count;
    }
}

/// What `view` shows of `opponent`.
#[must_use]
pub fn input(view: &Observation<'_>, opponent: Seat) -> [u8; INPUTS] {
    let mut numbers = [0; INPUTS];
    let (planes, rest) = numbers.split_at_mut(PLANES * Tile::KINDS);
    let mut planes = Planes(planes);
    let table = view.table();
    let (unseen, held) = (view.unseen(), view.hand().concealed());
    for tile in Tile::kinds() {
        planes.add(0, tile, unseen.get(tile));
        planes.add(1, tile, held.get(tile));
    }
    let turns = discards(table, opponent, &mut planes);
    melds(table, opponent, &mut planes);
    for (wind, weight) in [(view.prevalent(), 1), (opponent.wind(), 2)] {
        planes.add(13, Tile::new(Tile::EAST.index() as u8 + wind as u8), weight);
    }
    let mut at = 0;
    let one_of = [
        (turns, TURNS),
        (table.melds(opponent), MELDS),
        (view.seat().steps_to(opponent) - 1, 3),
        (table.tiles_left_for(opponent) / 8, LEFT),
    ];
    for (value, many) in one_of {
        rest[at + value.min(many - 1)] = 1;
        at += many;
    }
    rest[at] = table.concealed_kongs(opponent) as u8;
    rest[at + 1] = view.hand().melds().len() as u8;
    numbers
}

/// Returns how often the opponent has discarded.
fn discards(table: &Table, opponent: Seat, planes: &mut Planes<'_>) -> usize {
    let turns = table.discards().of(opponent).count();
    let (mut number, mut passed) = (0, 0u64);
    for discard in table.discards().as_slice() {
        let tile = discard.tile();
        if discard.seat() != opponent {
            planes.add(10, tile, 1);
            passed |= 1 << tile.index();
            continue;
        }
        passed = 0;
        number += 1;
        let counts = [(2, true), (3, number <= FIRST), (4, number + LAST > turns), (5, number == turns)];
        counts.into_iter().filter(|(_, counts)| *counts).for_each(|(plane, _)| planes.add(plane, tile, 1));
    }
    Tile::kinds().filter(|tile| passed >> tile.index() & 1 == 1).for_each(|tile| planes.add(6, tile, 1));
    turns
}

fn melds(table: &Table, opponent: Seat, planes: &mut Planes<'_>) {
    for seat in Seat::ALL {
        let [chows, others] = if seat == opponent { [7, 8] } else { [11, 12] };
        for meld in table.open_melds(seat).iter() {
            planes.add(if meld.kind() == MeldKind::Chow { chows } else { others }, meld.tile(), 1);
            if seat == opponent && meld.is_kong() {
                planes.add(9, meld.tile(), 1);
            }
        }
    }
}
