//! Numbering of distinct values in the order in which they turn up.

/// The distinct values seen so far; a value's number is its place.
#[derive(Debug)]
pub(crate) struct Interner<const WORDS: usize> {
    values: Vec<[u64; WORDS]>,
    /// Open addressing; 0 is free, otherwise one more than the number.
    slots: Vec<u32>,
}

impl<const WORDS: usize> Interner<WORDS> {
    /// Room for fewer than `2^bits` values.
    pub(crate) fn new(bits: u32) -> Interner<WORDS> {
        Interner { values: Vec::new(), slots: vec![0; 2 << bits] }
    }

    /// The number of `value`, a new one if it is new.
    pub(crate) fn number(&mut self, value: [u64; WORDS]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(&value) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => {
                    self.values.push(value);
                    self.slots[slot] = self.values.len() as u32;
                    return self.values.len() - 1;
                }
                taken if self.values[taken as usize - 1] == value => return taken as usize - 1,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// All values in the order of their numbers.
    pub(crate) fn values(&self) -> &[[u64; WORDS]] {
        &self.values
    }
}

/// A sum of products, which need not wait for each other.
fn hash(words: &[u64]) -> u64 {
    let odd = |place: usize| 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(2 * place as u64 + 1);
    let products = words.iter().enumerate().map(|(place, word)| (word ^ word >> 31).wrapping_mul(odd(place)));
    products.fold(0, u64::wrapping_add) >> 40
}
