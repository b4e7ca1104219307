//! The class of a suit from two table reads: a row for ranks 1–5, a column for ranks 6–9.

use std::collections::BTreeMap;

use crate::{
    automaton::{Automaton, DIGITS, Steps},
    classes::Class,
};

/// Ranks that choose the row; the others choose the column.
const ROW_RANKS: usize = 5;

/// The classes of all suits, as rows and columns without repetitions.
#[derive(Debug)]
pub(crate) struct Grid {
    /// Row by ranks 1–5, three bits a rank, lowest rank lowest.
    pub(crate) row: Vec<u16>,
    /// Column by ranks 6–9.
    pub(crate) column: Vec<u16>,
    /// How many columns there are.
    pub(crate) columns: usize,
    /// Row after row.
    pub(crate) cells: Vec<Class>,
}

impl Grid {
    /// `end_class` gives the class of each end of the automaton.
    pub(crate) fn build(automaton: Automaton, end_class: &[Class]) -> Grid {
        let steps = automaton.minimal();
        let (column, columns) = columns(&steps[ROW_RANKS..], end_class);
        let rows = steps[ROW_RANKS].len();
        let mut cells = Vec::with_capacity(rows * columns.len());
        for row in 0..rows {
            cells.extend(columns.iter().map(|column| column[row]));
        }
        Grid { row: nodes(&steps[..ROW_RANKS]), column, columns: columns.len(), cells }
    }
}

/// For each key of the first ranks the node after them.
fn nodes(steps: &[Steps]) -> Vec<u16> {
    steps.iter().fold(vec![0], |nodes, steps| {
        let by_copies = (0..8).map(|copies: usize| copies.min(DIGITS - 1));
        by_copies.flat_map(|copies| nodes.iter().map(move |node| steps[*node as usize][copies])).collect()
    })
}

/// For each key of the last ranks its column, and the distinct columns: the class for each node before them.
///
/// The columns grow from the last rank backwards, so that equal endings are followed once.
fn columns(steps: &[Steps], end_class: &[Class]) -> (Vec<u16>, Vec<Vec<Class>>) {
    let mut keys = vec![0u16];
    let mut columns = vec![end_class.to_vec()];
    for steps in steps.iter().rev() {
        let mut numbers = BTreeMap::new();
        let longer: Vec<[u16; DIGITS]> = columns
            .iter()
            .map(|column| {
                std::array::from_fn(|copies| {
                    let ahead: Vec<Class> =
                        steps.iter().map(|after| column[after[copies] as usize]).collect();
                    let next = numbers.len() as u16;
                    *numbers.entry(ahead).or_insert(next)
                })
            })
            .collect();
        // A sixth and seventh copy are as good as none.
        let by_copies = |column: &u16| {
            (0..8).map(|copies: usize| copies.min(DIGITS - 1)).map({
                let longer = longer[*column as usize];
                move |copies| longer[copies]
            })
        };
        keys = keys.iter().flat_map(by_copies).collect();
        let mut in_order: Vec<(Vec<Class>, u16)> = numbers.into_iter().collect();
        in_order.sort_by_key(|(_, number)| *number);
        columns = in_order.into_iter().map(|(column, _)| column).collect();
    }
    (keys, columns)
}
