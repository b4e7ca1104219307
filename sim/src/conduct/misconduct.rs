//! An answer against the rules, as it is logged.

use super::{
    message::Message,
    reading::{Heard, Wrong},
};
use mcr_engine::Seat;
use serde::Serialize;

/// An answer against the rules, with what was asked and what it cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Misconduct {
    /// The deal, where there are several.
    pub deal: u64,
    /// Who answered: 0 east to 3 north.
    pub seat: usize,
    /// The agent's spec string.
    pub agent: String,
    /// What it was asked, as the protocol words it; empty for agents of this program.
    pub request: String,
    /// What it answered, cut short when long.
    pub answer: String,
    /// Why that is no answer: `illegal`, `unreadable`, `TLE` (late), `RE` (the program ended), `OLE` (too much).
    pub fault: &'static str,
    /// What it cost: `-30`, a referee's word, or `not counted`.
    pub ruling: &'static str,
}

impl Misconduct {
    /// Of an agent of this program, which names its actions itself.
    pub(super) fn of_agent(seat: Seat, wrong: Wrong, ruling: &'static str) -> Misconduct {
        let (agent, request, answer) = (String::new(), String::new(), format!("{wrong:?}"));
        Misconduct { deal: 0, seat: seat.index(), agent, request, answer, fault: "illegal", ruling }
    }

    pub(super) fn new(
        seat: Seat,
        message: Option<&Message>,
        heard: &Heard,
        ruling: &'static str,
    ) -> Misconduct {
        let (answer, fault) = match heard {
            Ok(reply) => (reply.to_string(), "illegal"),
            Err(misanswer) => (misanswer.said.clone(), misanswer.kind.name()),
        };
        let request = message.map_or_else(String::new, |message| message.told(seat).to_string());
        Misconduct { deal: 0, seat: seat.index(), agent: String::new(), request, answer, fault, ruling }
    }
}
