//! One step ahead within the targets that were found.
//!
//! A hand cannot keep every target: after the next useful tile one more tile must go, and with it the targets that
//! use it. Each target's value is split among its missing kinds, as the one that comes first; for each such kind
//! the best of the following discards counts.

use super::{planes::bits, search::Lead};

/// Kinds a hand can hold.
const HELD: usize = 14;

/// The value of targets that remain after the discard of `first` (a bit, or 0 when none is due), when the best
/// discard follows each useful tile. `held` are the kinds of the hand.
pub(super) fn follow(leads: &[Lead], first: u64, held: u64) -> f32 {
    let mut places = [0u8; 34];
    bits(held).enumerate().for_each(|(place, kind)| places[kind] = place as u8);
    // By the kind that comes first, and the discard that follows.
    let mut sums = [[0.0f32; HELD]; 34];
    let mut useful = 0;
    for lead in leads.iter().filter(|lead| lead.free & first == first) {
        useful |= lead.lack;
        let share = lead.value / lead.lack.count_ones() as f32;
        let free = lead.free & !first | lead.twice & first;
        for kind in bits(lead.lack) {
            for discard in bits(free) {
                sums[kind][places[discard] as usize] += share;
            }
        }
    }
    bits(useful).map(|kind| sums[kind].iter().fold(0.0f32, |best, sum| best.max(*sum))).sum()
}
