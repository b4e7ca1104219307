//! The random order of examples.

use mcr_engine::Stream;

/// Puts `items` in a random order, every one as likely (Fisher–Yates).
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut Stream) {
    for place in (1..items.len()).rev() {
        items.swap(place, rng.below(place as u64 + 1) as usize);
    }
}
