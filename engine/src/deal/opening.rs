//! Dealing and the first flower replacement (rules/mcr.md 1.3, 1.8).

use super::Deal;
use crate::{
    event::{Event, EventSink},
    rules::WallLayout,
    seat::{BySeat, Seat},
    tile::Tile,
};

impl Deal {
    /// Brings a fresh deal to the dealer's first decision.
    pub(super) fn open(&mut self, dealt: &BySeat<[Tile; 13]>, sink: &mut impl EventSink) {
        match self.table.rules().wall {
            // The dealer's 14th tile is dealt before anybody replaces flowers, and its own replacement, chains
            // included, counts as the drawn tile (1.8).
            WallLayout::Shared => {
                let last = self.take_turn_tile(Seat::East, sink);
                self.replace_dealt_flowers(Seat::East, dealt, sink);
                if let Some(tile) = last {
                    self.receive(Seat::East, tile, sink);
                }
                for seat in [Seat::South, Seat::West, Seat::North] {
                    self.replace_dealt_flowers(seat, dealt, sink);
                }
                // A flower kong may end a session before its first turn.
                if !self.ends_session(sink) {
                    self.ask_turn(Seat::East);
                }
            }
            WallLayout::PerSeat => {
                for seat in Seat::ALL {
                    self.replace_dealt_flowers(seat, dealt, sink);
                }
                self.draw(Seat::East, sink);
            }
        }
    }

    /// Lays out the flowers among `seat`'s thirteen tiles in the order dealt, each with its chain.
    fn replace_dealt_flowers(&mut self, seat: Seat, dealt: &BySeat<[Tile; 13]>, sink: &mut impl EventSink) {
        for tile in dealt[seat] {
            if tile.is_flower()
                && let Some(replacement) = self.replace_flower(seat, tile, sink)
            {
                self.hands[seat].replace_dealt(replacement);
            }
        }
        self.hands[seat].complete();
    }

    /// Draws in turn without looking at the tile.
    fn take_turn_tile(&mut self, seat: Seat, sink: &mut impl EventSink) -> Option<Tile> {
        let tile = self.wall.draw(seat)?;
        self.emit(Event::Draw { seat, tile: Some(tile) }, sink);
        Some(tile)
    }
}
