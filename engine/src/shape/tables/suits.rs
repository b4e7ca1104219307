//! The class of a suit from two table reads: a row for ranks 1–5, a column for ranks 6–9.

use std::collections::BTreeMap;

use super::{
    automaton::{Automaton, DIGITS},
    classes::Class,
};

/// Ranks that choose the row; the others choose the column.
const ROW_RANKS: usize = 5;

/// The classes of all suits, as rows and columns without repetitions.
#[derive(Debug)]
pub(crate) struct SuitGrid {
    /// Row by ranks 1–5, three bits a rank, lowest rank lowest.
    pub(crate) row: Vec<u16>,
    /// Column by ranks 6–9.
    pub(crate) column: Vec<u16>,
    /// How many columns there are.
    pub(crate) columns: usize,
    /// Row after row.
    pub(crate) cells: Vec<Class>,
}

impl SuitGrid {
    pub(crate) fn build(automaton: &Automaton, end_class: &[Class]) -> SuitGrid {
        let (column, columns) = columns(automaton, end_class);
        let mut rows = BTreeMap::new();
        let mut cells = Vec::new();
        let row_of_node: Vec<u16> = (0..automaton.steps[ROW_RANKS].len())
            .map(|node| {
                let row: Vec<Class> = columns.iter().map(|column| column[node] as Class).collect();
                let next = rows.len() as u16;
                *rows.entry(row).or_insert_with_key(|row| {
                    cells.extend_from_slice(row);
                    next
                })
            })
            .collect();
        let row = (0..1 << (3 * ROW_RANKS)).map(|key| row_of_node[row_node(automaton, key)]).collect();
        SuitGrid { row, column, columns: columns.len(), cells }
    }
}

/// The node after ranks 1–5.
fn row_node(automaton: &Automaton, key: usize) -> usize {
    (0..ROW_RANKS).fold(0, |node, rank| automaton.steps[rank][node][digit(key, rank)] as usize)
}

/// The copies of a rank; a sixth and seventh are as good as none.
fn digit(key: usize, rank: usize) -> usize {
    (key >> (3 * rank) & 7).min(DIGITS - 1)
}

/// For each key of ranks 6–9 its column, and the distinct columns: the class for each node after rank 5.
///
/// The columns grow from the last rank backwards, so that equal beginnings are followed once.
fn columns(automaton: &Automaton, end_class: &[Class]) -> (Vec<u16>, Vec<Vec<Class>>) {
    let mut keys = vec![0u16];
    let mut columns = vec![end_class.to_vec()];
    for rank in (ROW_RANKS..9).rev() {
        let mut seen = BTreeMap::new();
        let mut longer = Vec::new();
        let numbers: Vec<[u16; 8]> = columns
            .iter()
            .map(|column| {
                std::array::from_fn(|copies| {
                    let steps = &automaton.steps[rank];
                    let ahead: Vec<Class> =
                        steps.iter().map(|after| column[after[copies.min(DIGITS - 1)] as usize]).collect();
                    let next = longer.len() as u16;
                    *seen.entry(ahead).or_insert_with_key(|column: &Vec<Class>| {
                        longer.push(column.clone());
                        next
                    })
                })
            })
            .collect();
        keys = keys.iter().flat_map(|column| numbers[*column as usize]).collect();
        columns = longer;
    }
    (keys, columns)
}
