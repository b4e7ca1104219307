//! A sink that keeps a deal's events in place, without the heap.

use crate::{
    event::{Event, EventSink},
    seat::Seat,
    tile::Tile,
};

/// The events of one deal in a fixed buffer.
///
/// # Why 221 places are enough
/// - At most 92 tiles are drawn after the first 52: 92 draws and replacements.
/// - At any time the four hands with their melds hold at least 52 tiles and one more for each kong, so flowers,
///   unclaimed discards and kongs made or being robbed are at most 144 − 52 = 92 together. A claimed discard lies
///   in one of the 16 melds there can be. Flowers, discards and added kongs are therefore at most 92 + 16 events.
/// - Chows, pungs, melded and concealed kongs each lay out one of 16 melds: 16 events.
/// - Each seat declares its hand ready once at most: 4 events.
/// - One event ends the deal. 92 + 108 + 16 + 4 + 1 = 221.
///
/// Rulings are not among these events: they have no bound, and are not kept.
///
/// ```
/// use mcr_engine::{Deal, EventLog, RuleSet, Wall, Wind};
/// let mut log = EventLog::new();
/// let rules = RuleSet::MCR;
/// let deal = Deal::new(&rules, Wind::East, Wall::shuffled(&rules, 1, 0), &mut log);
/// assert!(!log.as_slice().is_empty());
/// # let _ = deal;
/// ```
#[derive(Clone)]
pub struct EventLog {
    events: [Event; EventLog::CAPACITY],
    len: usize,
}

impl EventLog {
    /// More events than a deal can have.
    pub const CAPACITY: usize = 221;

    /// An empty log.
    #[must_use]
    pub const fn new() -> EventLog {
        let filler = Event::Hu { seat: Seat::East, tile: Tile::EAST };
        EventLog { events: [filler; EventLog::CAPACITY], len: 0 }
    }

    /// The events so far.
    #[must_use]
    pub fn as_slice(&self) -> &[Event] {
        &self.events[..self.len]
    }

    /// Forgets everything, for the next deal.
    pub const fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for EventLog {
    fn default() -> EventLog {
        EventLog::new()
    }
}

impl EventSink for EventLog {
    /// # Panics
    /// Past [`EventLog::CAPACITY`] events, which takes more than one deal.
    fn record(&mut self, event: Event) {
        if matches!(event, Event::Ruling { .. }) {
            return;
        }
        self.events[self.len] = event;
        self.len += 1;
    }
}

impl std::fmt::Debug for EventLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}
