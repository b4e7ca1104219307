//! The automaton that reads a suit rank by rank and ends in the suit's cost vector.
//!
//! A node is all that the ranks read so far mean for the rest: for every number of chows that still run on, the
//! cheapest sets and pair. There are few distinct nodes, and very few distinct ends: 131 for all suits with up to
//! five copies of a rank.

use crate::{costs::Costs, interner::Interner};

/// Copies of a rank that are told apart, 0–5: sets and a pair never use a sixth.
pub(crate) const DIGITS: usize = 6;

/// Chows under way: `[begun one rank before][begun two ranks before]`, each 0–2, for three equal chows are three pungs.
type Node = [Costs; 9];

/// Words of a node or a cost vector as the interner keeps them.
const NODE_WORDS: usize = 18;

/// For each node before a rank the nodes after it, by copies of the rank.
pub(crate) type Steps = Vec<[u16; DIGITS]>;

/// The steps of the nine ranks and what they end in.
#[derive(Debug)]
pub(crate) struct Automaton {
    steps: Vec<Steps>,
    /// The cost vectors of the ends.
    pub(crate) ends: Vec<Costs>,
}

impl Automaton {
    pub(crate) fn build() -> Automaton {
        let mut start = [Costs::NONE; 9];
        start[0] = Costs::START;
        let mut nodes = vec![start];
        let mut steps = Vec::new();
        for rank in 0..9 {
            let moves = moves(rank);
            let mut seen = Interner::<NODE_WORDS>::new(12);
            let next = nodes.iter().map(|node| {
                step(node, &moves).map(|mut after| {
                    if rank == 8 {
                        after[0] = after[0].closed();
                    }
                    seen.number(words(&after)) as u16
                })
            });
            steps.push(next.collect());
            nodes = seen.values().iter().map(node).collect();
        }
        Automaton { steps, ends: nodes.iter().map(|node| node[0]).collect() }
    }

    /// The steps with nodes that lead to equal ends made one. The ends stay as they are.
    pub(crate) fn minimal(mut self) -> Vec<Steps> {
        for rank in (1..9).rev() {
            let mut seen = Interner::new(12);
            let one: Vec<u16> =
                self.steps[rank].iter().map(|after| seen.number(packed(after)) as u16).collect();
            self.steps[rank] = seen.values().iter().map(unpacked).collect();
            for after in self.steps[rank - 1].as_flattened_mut() {
                *after = one[*after as usize];
            }
        }
        self.steps
    }
}

fn packed(after: &[u16; DIGITS]) -> [u64; 2] {
    [0, 3].map(|first| after[first..first + 3].iter().fold(0, |word, node| word << 16 | u64::from(*node)))
}

fn unpacked(words: &[u64; 2]) -> [u16; DIGITS] {
    std::array::from_fn(|copies| (words[copies / 3] >> (16 * (2 - copies % 3))) as u16)
}

/// The cost vector of one honor by its copies.
pub(crate) fn honor_costs() -> [Costs; DIGITS] {
    let mut start = [Costs::NONE; 9];
    start[0] = Costs::START;
    // What the last rank of a suit does for itself is all that an honor can do.
    step(&start, &moves(8)).map(|node| node[0].closed())
}

/// One thing that tiles of a rank may be used for: chows and sets of `source` with `used` tiles.
#[derive(Clone, Copy)]
struct Move {
    /// The place in [`sources`].
    source: u8,
    /// 0–5.
    used: u8,
}

/// The moves of a rank by the chows under way after it: new chows, with or without a pung, with or without the pair.
fn moves(rank: usize) -> [Vec<Move>; 9] {
    let mut moves = [const { Vec::new() }; 9];
    for (older, newer, new) in (0..27).map(|choice| (choice % 3, choice / 3 % 3, choice / 9)) {
        // Chows begin on ranks 1–7; on the last rank none may be left running.
        if (rank >= 7 && new > 0) || (rank == 8 && newer > 0) {
            continue;
        }
        for (pung, pair) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let used = older + newer + new + 3 * pung + 2 * pair;
            if used < DIGITS {
                let source = ((newer * 3 + older) * 2 + pair) * 4 + new + pung;
                moves[new * 3 + newer].push(Move { source: source as u8, used: used as u8 });
            }
        }
    }
    moves
}

/// `MISSING[used][copies]` in every lane: the tiles that lack.
const MISSING: [[Costs; DIGITS]; DIGITS] = {
    let mut missing = [[Costs([0; 16]); DIGITS]; DIGITS];
    let mut used = 1;
    while used < DIGITS {
        let mut copies = 0;
        while copies < used {
            missing[used][copies] = Costs([(used - copies) as u8; 16]);
            copies += 1;
        }
        used += 1;
    }
    missing
};

/// The nodes after a rank, by its copies.
fn step(node: &Node, moves: &[Vec<Move>; 9]) -> [Node; DIGITS] {
    let sources = sources(node);
    let mut next = [[Costs::NONE; 9]; DIGITS];
    for (after, moves) in moves.iter().enumerate() {
        let mut cheapest = [Costs::NONE; DIGITS];
        for way in moves {
            let source = &sources[way.source as usize];
            for copies in 0..DIGITS {
                cheapest[copies].improve(source, &MISSING[way.used as usize][copies]);
            }
        }
        for copies in 0..DIGITS {
            next[copies][after] = cheapest[copies];
        }
    }
    next
}

/// A node's costs, each counted as with `[pair][0–3 sets]` more.
fn sources(node: &Node) -> [Costs; 72] {
    let mut sources = [Costs::NONE; 72];
    for (sources, costs) in sources.chunks_exact_mut(8).zip(node) {
        let mut more = *costs;
        for sets in 0..4 {
            sources[sets] = more;
            sources[4 + sets] = more.more_pair();
            more = more.more_set();
        }
    }
    sources
}

fn words(node: &Node) -> [u64; NODE_WORDS] {
    let mut words = [0; NODE_WORDS];
    for (words, costs) in words.chunks_exact_mut(2).zip(node) {
        words.copy_from_slice(&costs.words());
    }
    words
}

fn node(words: &[u64; NODE_WORDS]) -> Node {
    std::array::from_fn(|carry| Costs::from_words([words[2 * carry], words[2 * carry + 1]]))
}
