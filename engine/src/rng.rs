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

/// Random numbers for one purpose at one place: a ChaCha8 stream of its own.
///
/// Whoever needs chance makes the stream where it is needed. Nothing else that happens in the process, no thread and no
/// order can shift its numbers, and streams of other seeds, purposes or places have nothing in common with it.
///
/// ```
/// use mcr_engine::rng::Stream;
/// let mut weights = Stream::named(1, "network weights", "stem.weight");
/// let mut again = Stream::named(1, "network weights", "stem.weight");
/// assert_eq!(weights.next_u64(), again.next_u64());
/// assert!((0.0..1.0).contains(&weights.unit()));
/// assert_ne!(Stream::new(1, "tables", 0).next_u64(), Stream::new(1, "tables", 1).next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The numbers of a seed for a purpose, 1 to 23 bytes of text, at a place, for example of a deal.
    ///
    /// # Panics
    /// When the purpose is empty or longer. Walls and agents' keys have 24 bytes, so no purpose is theirs.
    #[must_use]
    pub fn new(seed: u64, purpose: &str, place: u64) -> Stream {
        let length = purpose.len();
        assert!((1..24).contains(&length), "purpose {purpose:?}: expected 1 to 23 bytes, found {length}");
        let mut domain = [0; 24];
        domain[..length].copy_from_slice(purpose.as_bytes());
        Stream(stream(&domain, seed, place))
    }

    /// The same where places have names, for example a weight. Of two names one in 2^64 shares its numbers with the other.
    ///
    /// # Panics
    /// See [`Stream::new`].
    #[must_use]
    pub fn named(seed: u64, purpose: &str, name: &str) -> Stream {
        let place = name.as_bytes().chunks(8).fold(name.len() as u64, |place, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            mix(place.wrapping_add(STEP) ^ u64::from_le_bytes(word))
        });
        Stream::new(seed, purpose, place)
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, each equally likely, exactly.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        below(bound, || self.next_u64())
    }

    /// A multiple of 2^-53 from 0 to below 1, each equally likely.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A number below `bound` from random words, each equally likely, exactly.
fn below(bound: u64, mut word: impl FnMut() -> u64) -> u64 {
    assert!(bound > 0, "no number is below 0");
    loop {
        let wide = u128::from(word()) * u128::from(bound);
        let low = wide as u64;
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (wide >> 64) as u64;
        }
    }
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
    pub fn below(&mut self, bound: u64) -> u64 {
        below(bound, || self.next_u64())
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
    fn value_stability_of_streams() {
        // Computed by another ChaCha8, written in Python for this.
        let mut one = Stream::new(1, "tables", 2);
        assert_eq!([one.next_u64(), one.below(1_000_000)], [13222658484716194151, 727773]);
        assert_eq!(one.unit(), 0.39569190861114123);
        let mut weight = Stream::named(1, "network weights", "blocks.0.near.weight");
        assert_eq!(weight.next_u64(), 3358265367854374881);
    }

    #[test]
    fn streams_of_other_seeds_purposes_and_places_differ() {
        let names =
            ["", "a", "b", "a\0", "blocks.0.near.weight", "blocks.1.near.weight", "blocks.0.near.bias"];
        let mut first: Vec<u64> = Vec::new();
        for seed in [0, 1] {
            for purpose in ["a", "b", "twenty-three bytes long"] {
                first.extend((0..3).map(|place| Stream::new(seed, purpose, place).next_u64()));
                first.extend(names.map(|name| Stream::named(seed, purpose, name).next_u64()));
            }
        }
        let count = first.len();
        first.sort_unstable();
        first.dedup();
        // "" is place 0.
        assert_eq!(first.len(), count - 6);
    }

    #[test]
    #[should_panic(expected = "expected 1 to 23 bytes, found 24")]
    fn no_purpose_is_that_of_walls() {
        let _ = Stream::new(1, "mcr wall shuffle stream1", 0);
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
