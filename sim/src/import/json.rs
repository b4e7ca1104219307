//! Reading fields of parsed JSON with errors that name them, and a bound on how much is parsed at once.

use super::{
    botzone::DIGITS,
    problem::{Problem, quoted},
};
use mcr_engine::{Seat, Tile, notation::botzone::parse_tile};
use serde_json::Value;
use std::{
    cell::Cell,
    io::{self, Read},
    rc::Rc,
};

/// The largest match that is read; real ones have 100 to 800 kB.
const MOST_BYTES: usize = 8 << 20;

/// A reader that fails when one match takes more than [`MOST_BYTES`].
pub(super) struct Bounded<R> {
    reader: R,
    left: Rc<Cell<usize>>,
}

/// The handle that starts the count anew for the next match.
pub(super) struct Limit {
    left: Rc<Cell<usize>>,
}

impl<R> Bounded<R> {
    pub(super) fn new(reader: R) -> (Bounded<R>, Limit) {
        let left = Rc::new(Cell::new(MOST_BYTES));
        (Bounded { reader, left: Rc::clone(&left) }, Limit { left })
    }
}

impl Limit {
    pub(super) fn reset(&self) {
        self.left.set(MOST_BYTES);
    }

    /// The problem to report when the bound was what stopped the reading.
    pub(super) fn passed(&self) -> Option<Problem> {
        (self.left.get() == 0).then_some(Problem::TooLong { limit: MOST_BYTES, unit: "bytes" })
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        if left == 0 {
            return Err(io::Error::other("match too long"));
        }
        let most = buffer.len().min(left);
        let read = self.reader.read(&mut buffer[..most])?;
        self.left.set(left - read);
        Ok(read)
    }
}

/// A value with the name it was found under.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    value: &'a Value,
    name: &'static str,
}

impl<'a> Field<'a> {
    pub(super) const fn root(value: &'a Value) -> Field<'a> {
        Field { value, name: "an object" }
    }

    pub(super) fn find(self, name: &'static str) -> Option<Field<'a>> {
        self.value.get(name).map(|value| Field { value, name })
    }

    pub(super) fn get(self, name: &'static str) -> Result<Field<'a>, Problem> {
        self.find(name).ok_or(Problem::Missing(name))
    }

    pub(super) fn array(self) -> Result<&'a [Value], Problem> {
        self.value.as_array().map(Vec::as_slice).ok_or_else(|| self.is_not("an array"))
    }

    pub(super) fn text(self) -> Option<&'a str> {
        self.value.as_str()
    }

    pub(super) fn str(self) -> Result<&'a str, Problem> {
        self.text().ok_or_else(|| self.is_not("a string"))
    }

    pub(super) fn integer(self) -> Result<i64, Problem> {
        self.value.as_i64().ok_or_else(|| self.is_not("an integer"))
    }

    /// A number, or a string of one.
    pub(super) fn loose_integer(self) -> Option<i64> {
        self.value.as_i64().or_else(|| self.text()?.parse().ok())
    }

    pub(super) fn four_integers(self, name: &'static str) -> Result<[i64; 4], Problem> {
        let list = self.array()?;
        if list.len() != 4 {
            return Err(Problem::Unexpected {
                found: format!("{} numbers in {name:?}", list.len()),
                expected: "4",
            });
        }
        let mut numbers = [0; 4];
        for (number, value) in numbers.iter_mut().zip(list) {
            *number = Field { value, name }.integer()?;
        }
        Ok(numbers)
    }

    /// The numbers of an object `{"0":…,"3":…}`.
    pub(super) fn four_by_seat(self) -> Result<[i64; 4], Problem> {
        let mut numbers = [0; 4];
        for (number, digit) in numbers.iter_mut().zip(DIGITS) {
            *number = self.get(digit)?.integer()?;
        }
        Ok(numbers)
    }

    fn is_not(self, expected: &'static str) -> Problem {
        let text = match self.value {
            Value::Array(_) => "an array".to_owned(),
            Value::Object(_) => "an object".to_owned(),
            other => quoted(&other.to_string()),
        };
        Problem::Unexpected { found: format!("{text} as {:?}", self.name), expected }
    }
}

/// The hand of `seat` in a list of four hands.
pub(super) fn tiles_of_hand(hands: Field<'_>, seat: Seat) -> Result<Vec<Tile>, Problem> {
    let hand = hands.array()?.get(seat.index()).ok_or(Problem::Missing("hand"))?;
    let codes = Field { value: hand, name: "hand" }.array()?;
    codes.iter().take(14).map(|value| Ok(parse_tile(Field { value, name: "hand" }.str()?)?)).collect()
}
