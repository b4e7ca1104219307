//! What a seat sees besides its own hand, as far as values depend on it.

use super::{
    chances::Chances,
    fans::Winds,
    params::Params,
    planes::{ALL, Planes},
    search::{Note, Position, search_with_notes},
    technical,
    value::{Exact, Values, evaluate},
    worth::Worth,
};
use crate::belief::Belief;
use mcr_engine::{Melds, Observation, RuleSet, Scoring, Tile, TileCounts, Wind};

/// A seat's outlook at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Outlook<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) params: &'a Params,
    pub(crate) prevalent: Wind,
    pub(crate) seat: Wind,
    /// Flowers of the seat.
    pub(crate) flowers: u8,
    /// Discards a seat has made on average.
    pub(crate) turns_passed: f32,
    /// What lies in the wall and the other hands.
    pub(super) unseen: Planes,
    /// What is believed of the others.
    pub(crate) belief: Option<&'a Belief>,
}

impl<'a> Outlook<'a> {
    /// What the seat of `view` sees.
    pub(crate) fn of(view: &Observation<'a>, params: &'a Params) -> Outlook<'a> {
        let table = view.table();
        Outlook {
            rules: view.rules(),
            params,
            prevalent: view.prevalent(),
            seat: view.seat().wind(),
            flowers: table.flower_count(view.seat()),
            turns_passed: table.discards().len() as f32 / 4.0,
            unseen: Planes::of(&view.unseen()),
            belief: None,
        }
    }

    /// With what is believed of the others.
    pub(crate) const fn believing(self, belief: Option<&'a Belief>) -> Outlook<'a> {
        Outlook { belief, ..self }
    }

    /// One copy of `tile` is seen that was not before.
    pub(crate) const fn see(&mut self, tile: Tile) {
        self.unseen.remove(1 << tile.index());
    }

    /// What lies in the wall and the other hands.
    pub(crate) const fn unseen(&self) -> &Planes {
        &self.unseen
    }

    /// How many tiles these are.
    pub(crate) const fn unseen_in_all(&self) -> u32 {
        self.unseen.count(ALL)
    }

    /// The value of a hand with `turns` own draws left. Targets as far as those of a hand with `like` missing tiles count
    /// when that is told.
    pub(crate) fn values(
        &self,
        concealed: &TileCounts,
        melds: &Melds,
        turns: f32,
        like: Option<u32>,
    ) -> Values {
        if self.rules.scoring == Scoring::Competition2012 {
            return technical::values(self, concealed, melds, turns);
        }
        let exact = Exact { concealed, prevalent: self.prevalent, seat: self.seat, rules: self.rules };
        self.with_position(concealed, melds, turns, |position| evaluate(position, &exact, like))
    }

    /// Every target of a hand with `turns` own draws left.
    pub(super) fn notes(&self, concealed: &TileCounts, melds: &Melds, turns: f32) -> Vec<Note> {
        self.with_position(concealed, melds, turns, |position| {
            search_with_notes(position).notes.unwrap_or_default()
        })
    }

    fn with_position<T>(
        &self,
        concealed: &TileCounts,
        melds: &Melds,
        turns: f32,
        look: impl FnOnce(&Position<'_>) -> T,
    ) -> T {
        let chances = Chances::new(&self.unseen, self.turns_passed, turns, self.params, self.belief);
        let wind = |wind: Wind| 1u64 << (27 + wind as usize);
        look(&Position {
            hand: Planes::of(concealed),
            melds,
            unseen: &self.unseen,
            chances: &chances,
            winds: Winds { prevalent: wind(self.prevalent), seat: wind(self.seat) },
            worth: Worth::of(self.rules, self.flowers),
            params: self.params,
        })
    }
}
