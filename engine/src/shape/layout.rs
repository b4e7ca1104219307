//! Where things lie in the tables: shared by the build script that writes them and the code that reads them.

/// Which of 147, 258 and 369 each suit gives to the six knitted patterns.
pub(crate) const PATTERN_OFFSETS: [[u32; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Keys of ranks 1–5 and 6–9 of a suit, of the winds and of the dragons: three bits a kind.
pub(crate) const LOW_RANKS: usize = 1 << 15;
pub(crate) const HIGH_RANKS: usize = 1 << 12;
pub(crate) const WINDS: usize = 1 << 12;
pub(crate) const DRAGONS: usize = 1 << 9;

/// Where the entries of these halves begin: three suits' low ranks, their high ranks, winds, dragons.
pub(crate) const HIGH_AT: usize = 3 * LOW_RANKS;
pub(crate) const WINDS_AT: usize = HIGH_AT + 3 * HIGH_RANKS;
pub(crate) const DRAGONS_AT: usize = WINDS_AT + WINDS;
/// All of them, and a margin so that an eighth copy of a kind, which no hand has, finds something.
pub(crate) const ENTRIES: usize = DRAGONS_AT + DRAGONS + DRAGONS;

/// An entry's bits, from the lowest:
///
/// | bits | what |
/// |---|---|
/// | 6 × 5 | kinds held of each knitted pattern (honors count for all six) |
/// | 5 | pairs, four alike being two |
/// | 5 | terminals and honors held, each kind once |
/// | 5 | terminals and honors held at least twice |
/// | 19 | place: of the class in the grid, or for winds and dragons of the class in the merges |
pub(crate) const LANE_BITS: u32 = 5;
pub(crate) const PAIRS: u32 = 6 * LANE_BITS;
pub(crate) const ORPHANS: u32 = PAIRS + LANE_BITS;
pub(crate) const ORPHAN_PAIRS: u32 = ORPHANS + LANE_BITS;
pub(crate) const PLACE: u32 = ORPHAN_PAIRS + LANE_BITS;

/// One in each knitted pattern's lane.
pub(crate) const LANES: u64 = 0b00001_00001_00001_00001_00001_00001;

/// The class bytes: the suits' grid, the merges by two classes, the distances by sets (0–4) and the
/// classes of two parts.
pub(crate) const MERGED_AT: usize = 1 << (u64::BITS - PLACE);
pub(crate) const DISTANCE_AT: usize = MERGED_AT + (1 << 16);
pub(crate) const CLASS_BYTES: usize = DISTANCE_AT + (5 << 16);

/// A class's costs in one word, six bits each: of 0–4 sets without, then with a pair. The first 256 words are those of
/// the classes; for each number of sets follow 256 with the costs of what then lacks, so that the sums of a class's word
/// and another's are the distances of both together, by how they share.
pub(crate) const COST_WORDS: usize = 6 << 8;
pub(crate) const COST_BITS: u32 = 6;
