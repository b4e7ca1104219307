//! What happens in a deal, in order: the truth from which everything else is rebuilt.

use crate::{ruling::Ruling, seat::Seat, tile::Tile};

/// One thing that happened. Passing is not an event: nobody sees it.
///
/// The drawn tile and the kind of a concealed kong are `None` in another seat's view ([`Event::seen_by`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A flower is laid out, 补花; its replacement follows.
    Flower {
        /// Who laid it out.
        seat: Seat,
        /// The flower.
        tile: Tile,
    },
    /// A tile is drawn in turn.
    Draw {
        /// Who drew.
        seat: Seat,
        /// What, if the viewer may know.
        tile: Option<Tile>,
    },
    /// A replacement is drawn for a flower or a kong.
    Replacement {
        /// Who drew.
        seat: Seat,
        /// What, if the viewer may know.
        tile: Option<Tile>,
    },
    /// A tile is discarded.
    Discard {
        /// Who discarded.
        seat: Seat,
        /// What.
        tile: Tile,
        /// Whether it is the tile just drawn (public at a table: the hand is not touched).
        drawn: bool,
    },
    /// A chow of the last discard.
    Chow {
        /// Who claimed.
        seat: Seat,
        /// Lowest tile of the run.
        lowest: Tile,
        /// Which tile of the run was claimed, 0–2.
        position: u8,
    },
    /// A pung of the last discard.
    Pung {
        /// Who claimed.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// A kong of the last discard.
    MeldedKong {
        /// Who claimed.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// A concealed kong, face down until the end.
    ConcealedKong {
        /// Who declared.
        seat: Seat,
        /// What, if the viewer may know.
        tile: Option<Tile>,
    },
    /// A tile added to an open pung; it may be robbed.
    AddedKong {
        /// Who declared.
        seat: Seat,
        /// What.
        tile: Tile,
    },
    /// 听: the hand is ready after the discard that follows, and takes nothing but its win from then on (rule sets that
    /// say so).
    Ready {
        /// Who declared.
        seat: Seat,
    },
    /// A win; the deal is over.
    Hu {
        /// Who won.
        seat: Seat,
        /// The winning tile.
        tile: Tile,
    },
    /// Nobody won and the wall is used up, 荒牌; the deal is over.
    Exhausted,
    /// A seat that shows four melds hangs the tile it keeps (rule sets that have it): first it says so, without the
    /// tile, and then, before its discard, with it.
    Hang {
        /// Who hangs.
        seat: Seat,
        /// The tile it keeps.
        tile: Option<Tile>,
    },
    /// All three others would rob the added kong; the deal is void 平盘 (rule sets that say so).
    Void,
    /// An instant payment left two players without chips: the session and with it the deal are over (rule sets that
    /// have sessions).
    SessionOver,
    /// An answer against the rules that ends the deal (rule sets that say so).
    Foul {
        /// Who answered.
        seat: Seat,
    },
    /// A referee's ruling on an answer against the rules; the deal goes on (rules/mcr.md 7).
    Ruling {
        /// Who answered.
        seat: Seat,
        /// What it is ruled.
        ruling: Ruling,
    },
}

impl Event {
    /// Who did it; `None` for the end of the wall or the session.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Event::Flower { seat, .. }
            | Event::Draw { seat, .. }
            | Event::Replacement { seat, .. }
            | Event::Discard { seat, .. }
            | Event::Chow { seat, .. }
            | Event::Pung { seat, .. }
            | Event::MeldedKong { seat, .. }
            | Event::ConcealedKong { seat, .. }
            | Event::AddedKong { seat, .. }
            | Event::Ready { seat }
            | Event::Hu { seat, .. }
            | Event::Hang { seat, .. }
            | Event::Foul { seat }
            | Event::Ruling { seat, .. } => Some(seat),
            Event::Exhausted | Event::Void | Event::SessionOver => None,
        }
    }

    /// The event as `viewer` sees it: others' drawn tiles and concealed kongs are hidden.
    #[must_use]
    pub fn seen_by(self, viewer: Seat) -> Event {
        match self {
            Event::Draw { seat, .. } if seat != viewer => Event::Draw { seat, tile: None },
            Event::Replacement { seat, .. } if seat != viewer => Event::Replacement { seat, tile: None },
            Event::ConcealedKong { seat, .. } if seat != viewer => Event::ConcealedKong { seat, tile: None },
            event => event,
        }
    }
}

/// Takes the events of a deal as they happen. `()` drops them, `Vec<Event>` keeps them.
pub trait EventSink {
    /// Takes one event.
    fn record(&mut self, event: Event);
}

impl EventSink for () {
    fn record(&mut self, _: Event) {}
}

impl EventSink for Vec<Event> {
    fn record(&mut self, event: Event) {
        self.push(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_four_bytes() {
        assert_eq!(std::mem::size_of::<Event>(), 4);
    }

    #[test]
    fn drawn_tiles_are_hidden_from_the_others_only() {
        let draw = Event::Draw { seat: Seat::South, tile: Some(Tile::EAST) };
        assert_eq!(draw.seen_by(Seat::South), draw);
        assert_eq!(draw.seen_by(Seat::West), Event::Draw { seat: Seat::South, tile: None });
    }
}
