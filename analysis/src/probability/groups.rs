//! The parts of a hand in one suit or in the honors, as packed counts ([`mcr_engine::TileCounts::groups`]).

use std::collections::BTreeSet;

/// Packed counts of a suit or of the honors.
pub(super) type Key = u32;

/// Kinds of a suit and of the honors.
const KINDS: [u32; 2] = [9, 7];

/// Parts of standard hands: `[pair][sets]`, in ascending order.
pub(super) type SetParts = [[Vec<Key>; 5]; 2];

/// Parts of seven pairs: by the number of pairs, four alike being two.
pub(super) type PairParts = [Vec<Key>; 8];

/// The parts that a standard hand can have in a suit.
pub(super) fn suit_sets() -> SetParts {
    let chows = (0..7).map(|place| 0o111 << (3 * place));
    set_parts(KINDS[0], &pungs(KINDS[0]).chain(chows).collect::<Vec<_>>())
}

/// The parts that a standard hand can have in the honors.
pub(super) fn honor_sets() -> SetParts {
    set_parts(KINDS[1], &pungs(KINDS[1]).collect::<Vec<_>>())
}

fn pungs(kinds: u32) -> impl Iterator<Item = Key> {
    (0..kinds).map(|place| 3 << (3 * place))
}

fn set_parts(kinds: u32, sets: &[Key]) -> SetParts {
    let pairs: Vec<Key> = (0..kinds).map(|place| 2 << (3 * place)).collect();
    let nothing = BTreeSet::from([0]);
    [nothing.clone(), grown(&nothing, &pairs)].map(|mut parts| {
        std::array::from_fn(|_| {
            let here = parts.iter().copied().collect();
            parts = grown(&parts, sets);
            here
        })
    })
}

/// Every part with one of `more` added, as far as four copies go.
fn grown(parts: &BTreeSet<Key>, more: &[Key]) -> BTreeSet<Key> {
    let sums = parts.iter().flat_map(|part| more.iter().map(move |add| part + add));
    sums.filter(|key| most_copies(*key) <= 4).collect()
}

/// The most copies of a kind. A digit holds seven, and no step adds more than three to four.
fn most_copies(key: Key) -> u32 {
    (0..9).map(|place| key >> (3 * place) & 7).max().unwrap_or(0)
}

/// The parts that seven pairs can have in a suit.
pub(super) fn suit_pairs() -> PairParts {
    pair_parts(KINDS[0])
}

/// The parts that seven pairs can have in the honors.
pub(super) fn honor_pairs() -> PairParts {
    pair_parts(KINDS[1])
}

fn pair_parts(kinds: u32) -> PairParts {
    let mut parts = PairParts::default();
    for number in 0..3u32.pow(kinds) {
        let digits = (0..kinds).map(|place| number / 3u32.pow(place) % 3);
        let pairs: u32 = digits.clone().sum();
        if let Some(part) = parts.get_mut(pairs as usize) {
            part.push(digits.zip(0..).map(|(pairs, place)| (2 * pairs) << (3 * place)).sum());
        }
    }
    parts
}
