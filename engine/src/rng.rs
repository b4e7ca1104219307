//! All randomness there is: one ChaCha8 stream a deal for the wall, keys for the agents, and their counter-based draws.
//!
//! Every sequence here is pinned by tests: a change of values would change every deal ever recorded by seed.

use crate::seat::BySeat;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The rest of the ChaCha key beside the run's seed: what the stream is for.
const WALL_DOMAIN: &[u8; 24] = b"mcr wall shuffle stream1";
const AGENT_DOMAIN: &[u8; 24] = b"mcr agent keys stream  1";

/// The stream that shuffles wall `number` of a run.
pub(crate) fn wall_stream(seed: u64, number: u64) -> ChaCha8Rng {
    stream(WALL_DOMAIN, seed, number)
}

fn stream(domain: &[u8; 24], seed: u64, number: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..].copy_from_slice(domain);
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(number);
    rng
}

/// One key a seat for the agents' randomness in deal `number` of a run, to be given to [`DecisionRng::new`].
///
/// A duplicate set gives the same keys in all its seatings, so that unchanged play cancels exactly.
///
/// ```
/// use mcr_engine::{Seat, rng::agent_keys};
/// assert_eq!(agent_keys(1, 2), agent_keys(1, 2));
/// assert_ne!(agent_keys(1, 2)[Seat::East], agent_keys(1, 3)[Seat::East]);
/// ```
#[must_use]
pub fn agent_keys(seed: u64, number: u64) -> BySeat<u64> {
    let mut rng = stream(AGENT_DOMAIN, seed, number);
    BySeat::from_fn(|_| rng.next_u64())
}

/// Steps of Fisher–Yates that share one random word: the product of six bounds of at most 144 leaves more than
/// 20 bits of slack, so that a second word is hardly ever needed.
const BATCH: usize = 6;

/// Fisher–Yates from the back over the raw stream: every order equally likely, exactly.
#[inline]
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut impl Rng) {
    debug_assert!(items.len() <= 1024);
    let mut left = items.len();
    while left > BATCH {
        let picks = pick_batch::<BATCH>(left, rng);
        swap_back(items, &mut left, &picks);
    }
    match left {
        6 => swap_back(items, &mut left, &pick_batch::<5>(6, rng)),
        5 => swap_back(items, &mut left, &pick_batch::<4>(5, rng)),
        4 => swap_back(items, &mut left, &pick_batch::<3>(4, rng)),
        3 => swap_back(items, &mut left, &pick_batch::<2>(3, rng)),
        2 => swap_back(items, &mut left, &pick_batch::<1>(2, rng)),
        _ => {}
    }
}

/// The last of those left changes places with each pick in turn.
#[inline]
fn swap_back<T>(items: &mut [T], left: &mut usize, picks: &[usize]) {
    for pick in picks {
        *left -= 1;
        items.swap(*pick, *left);
    }
}

/// `N` independent picks below `bound`, `bound - 1`, … out of one random word: repeated multiplication reads the word
/// as a number in that mixed radix (Lemire's method for the product of the bounds, with its exact rejection).
#[inline]
fn pick_batch<const N: usize>(bound: usize, rng: &mut impl Rng) -> [usize; N] {
    let mut picks = [0; N];
    loop {
        let mut word = rng.next_u64();
        let mut product = 1;
        for (step, pick) in picks.iter_mut().enumerate() {
            let bound = (bound - step) as u64;
            let wide = u128::from(word) * u128::from(bound);
            *pick = (wide >> 64) as usize;
            word = wide as u64;
            product *= bound;
        }
        if word >= product || word >= product.wrapping_neg() % product {
            return picks;
        }
    }
}

/// The random numbers of one decision of one agent: a function of the agent's key and the decision's number only,
/// so that neither other agents nor earlier decisions can shift them.
///
/// ```
/// use mcr_engine::rng::DecisionRng;
/// let mut rng = DecisionRng::new(42, 7);
/// let mut again = DecisionRng::new(42, 7);
/// assert_eq!(rng.next_u64(), again.next_u64());
/// assert!(rng.below(5) < 5);
/// ```
#[derive(Clone, Debug)]
pub struct DecisionRng {
    state: u64,
}

impl DecisionRng {
    /// The numbers of decision `decision` under `key` (see [`agent_keys`]).
    #[must_use]
    pub const fn new(key: u64, decision: u32) -> DecisionRng {
        DecisionRng { state: mix(key ^ mix(decision as u64 ^ STEP)) }
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number below `bound`, each equally likely, exactly.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub const fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "no number is below 0");
        loop {
            let wide = self.next_u64() as u128 * bound as u128;
            let low = wide as u64;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (wide >> 64) as u64;
            }
        }
    }
}

/// Odd constant of the golden ratio: consecutive states differ in about half their bits.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of splitmix64: a bijection in which every input bit reaches every output bit.
const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;

    #[test]
    fn value_stability_of_keys_and_decisions() {
        let mut rng = DecisionRng::new(1, 0);
        let values = [rng.next_u64(), rng.next_u64(), rng.below(1_000_000)];
        assert_eq!(values, [9639420846141804449, 5283499334869912440, 949449]);
        assert_eq!(
            agent_keys(1, 0).0,
            [8882400698648646577, 5526068694664167076, 2496704204644804693, 11212988413184253298]
        );
        assert_eq!(agent_keys(1, 1)[Seat::East], 3978564772788549503);
    }

    #[test]
    fn a_small_shuffle_gives_every_order_equally_often() {
        let mut rng = wall_stream(3, 5);
        let mut seen = [0u32; 24];
        for _ in 0..24_000 {
            let mut items = [0usize, 1, 2, 3];
            shuffle(&mut items, &mut rng);
            // Rank of the order among the 24.
            let rank = (0..4).fold(0, |rank, i| {
                rank * (4 - i) + items[i + 1..].iter().filter(|later| **later < items[i]).count()
            });
            seen[rank] += 1;
        }
        // Chi-squared with 23 degrees of freedom: 49.7 is passed once in a thousand seeds, and the seed is fixed.
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 49.7, "{chi}");
    }

    #[test]
    fn a_batch_reads_the_word_in_mixed_radix() {
        /// Gives a fixed list of words.
        struct Fixed(Vec<u32>);
        impl rand_core::TryRng for Fixed {
            type Error = rand_core::Infallible;
            fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
                Ok(self.0.remove(0))
            }
            fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
                Ok(u64::from(self.0.remove(0)) << 32 | u64::from(self.0.remove(0)))
            }
            fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
                Ok(())
            }
        }
        // Just past the middle: 5 of 10, then hardly anything of 9.
        assert_eq!(pick_batch::<2>(10, &mut Fixed(vec![1 << 31, 1])), [5, 0]);
        // The word 0 falls into the overhang of 2^64 over 10·9, and is refused for the next.
        assert_eq!(pick_batch::<2>(10, &mut Fixed(vec![0, 0, u32::MAX, u32::MAX])), [9, 8]);
    }

    #[test]
    fn below_reaches_every_number_and_no_other() {
        let mut seen = [false; 235];
        for decision in 0..5000 {
            seen[DecisionRng::new(9, decision).below(235) as usize] = true;
        }
        assert!(seen.iter().all(|s| *s));
    }
}
