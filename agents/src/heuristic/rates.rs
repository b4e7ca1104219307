//! How readily tiles come, against a random unseen tile.
//!
//! Players keep middle tiles and part with honors, so what is unseen lies unevenly: more of the honors in the wall,
//! more of the middle tiles in the hands. And the better players' waits are known, the less they get. Measured over 6,000
//! deals of four `heuristic` under `mcr` rules, as share seen over share among the tiles the drawing or waiting seat
//! cannot see.

use mcr_engine::Tile;

/// Classes of kinds: honors, ranks 1 and 9, 2 and 8, 3 to 7.
pub(crate) const CLASSES: usize = 4;

/// By three turns, then by class: how readily a seat draws a kind.
const DRAWN: [[f32; CLASSES]; 8] = [
    [1.07, 1.00, 0.98, 0.98],
    [1.14, 1.02, 0.98, 0.95],
    [1.19, 1.04, 0.99, 0.92],
    [1.22, 1.07, 0.97, 0.91],
    [1.26, 1.10, 0.99, 0.89],
    [1.31, 1.11, 0.99, 0.88],
    [1.51, 1.18, 0.98, 0.83],
    [1.67, 1.30, 0.97, 0.81],
];

/// The same for what another seat discards.
const DISCARDED: [[f32; CLASSES]; 8] = [
    [2.39, 1.10, 0.66, 0.49],
    [1.56, 1.29, 1.01, 0.67],
    [1.28, 1.29, 1.06, 0.77],
    [1.26, 1.20, 1.05, 0.83],
    [1.29, 1.18, 1.02, 0.84],
    [1.37, 1.19, 1.04, 0.83],
    [1.63, 1.31, 1.02, 0.75],
    [1.91, 1.45, 0.92, 0.73],
];

/// What is left of these for a tile that a ready hand waits for.
const WAIT_DRAWN: [f32; 8] = [1.0, 0.97, 0.96, 0.91, 0.84, 0.78, 0.78, 0.78];
const WAIT_DISCARDED: [f32; 8] = [0.92, 0.88, 0.83, 0.76, 0.66, 0.60, 0.47, 0.30];

/// The rates of one turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    /// By class, for own draws.
    pub(crate) drawn: [f32; CLASSES],
    /// By class, for a discard of one of the others.
    pub(crate) discarded: [f32; CLASSES],
    /// Factor on these for winning tiles.
    pub(crate) wait_drawn: f32,
    pub(crate) wait_discarded: f32,
}

/// How readily one kind comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// By own draw, and by a discard of one of the others.
    pub(crate) drawn: f32,
    pub(crate) discarded: f32,
    /// What is left of these for a tile that a ready hand waits for.
    pub(crate) wait_drawn: f32,
    pub(crate) wait_discarded: f32,
}

impl Rates {
    /// The rates of one class.
    pub(crate) const fn of(&self, class: usize) -> Pace {
        Pace {
            drawn: self.drawn[class],
            discarded: self.discarded[class],
            wait_drawn: self.wait_drawn,
            wait_discarded: self.wait_discarded,
        }
    }

    /// When each seat has made `turn` discards.
    pub(crate) fn at(turn: f32) -> Rates {
        let place = ((turn - 1.0) / 3.0).clamp(0.0, 7.0);
        let low = (place as usize).min(6);
        let share = place - low as f32;
        let between = |a: f32, b: f32| a + (b - a) * share;
        let row = |table: &[[f32; CLASSES]; 8]| {
            std::array::from_fn(|class| between(table[low][class], table[low + 1][class]))
        };
        Rates {
            drawn: row(&DRAWN),
            discarded: row(&DISCARDED),
            wait_drawn: between(WAIT_DRAWN[low], WAIT_DRAWN[low + 1]),
            wait_discarded: between(WAIT_DISCARDED[low], WAIT_DISCARDED[low + 1]),
        }
    }
}

/// The class of a kind.
pub(crate) const fn class_of(tile: Tile) -> usize {
    match tile.rank() {
        None => 0,
        Some(1 | 9) => 1,
        Some(2 | 8) => 2,
        Some(_) => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_those_of_the_table_in_the_middle_of_its_turns_and_between_them_otherwise() {
        assert_eq!(Rates::at(4.0).discarded, DISCARDED[1]);
        assert_eq!(Rates::at(0.0).drawn, DRAWN[0]);
        assert_eq!(Rates::at(40.0).wait_discarded, WAIT_DISCARDED[7]);
        let middle = Rates::at(5.5).drawn[3];
        assert!(DRAWN[2][3] < middle && middle < DRAWN[1][3]);
    }
}
