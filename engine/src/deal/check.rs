//! What must hold after every event; debug builds look.

use super::Deal;
use crate::event::Event;

impl Deal {
    #[cfg(not(debug_assertions))]
    pub(super) fn check(&self, _: Event) {}

    /// Tiles are conserved, points sum to zero, and what is kept step by step equals what is counted anew.
    #[cfg(debug_assertions)]
    pub(super) fn check(&self, event: Event) {
        self.check_counts();
        self.check_chips();
        if self.still_opening() {
            return;
        }
        self.check_tiles(event);
        if let Some(seat) = event.seat() {
            self.hands[seat].check_waits();
        }
        if let Some(outcome) = self.outcome {
            assert_eq!(outcome.points.0.iter().sum::<i32>(), 0, "points of {outcome:?}");
        }
    }
}

#[cfg(debug_assertions)]
mod debug {
    use super::*;
    use crate::{
        rules::WallLayout, seat::Seat, settlement::OutcomeKind, table::Phase, tile::Tile,
        tile_counts::TileCounts,
    };

    impl Deal {
        /// Wall, hands, melds and rivers hold four of each kind.
        pub(super) fn check_tiles(&self, event: Event) {
            let mut counts: TileCounts = self.wall.undrawn().filter(|t| !t.is_flower()).collect();
            for (seat, hand) in self.hands.iter() {
                hand.concealed().iter().for_each(|t| counts.add(t));
                hand.melds().iter().flat_map(|m| m.tiles()).for_each(|t| counts.add(t));
                self.table.discards().river(seat).for_each(|t| counts.add(t));
            }
            match event {
                // Not in the hand yet.
                Event::Draw { tile: Some(tile), .. } | Event::Replacement { tile: Some(tile), .. }
                    if !tile.is_flower() =>
                {
                    counts.add(tile);
                }
                _ => {}
            }
            if let Some(tile) = self.tile_between_seats() {
                counts.add(tile);
            }
            let four = Tile::kinds().all(|t| counts.get(t) == Tile::COPIES);
            assert!(four, "tiles after {event:?}: {counts:?}");
        }

        /// Stacks are never below zero, and no chip is lost.
        pub(super) fn check_chips(&self) {
            if let Some(session) = self.table.rules().session {
                let standing = self.standing();
                assert!(standing.stacks.0.iter().all(|stack| *stack >= 0), "stacks of {standing:?}");
                let sum: i32 = standing.stacks.0.iter().map(|stack| i32::from(*stack)).sum();
                assert_eq!(sum, 4 * i32::from(session.chips), "chips of {standing:?}");
                assert_eq!(standing.aside.0.iter().sum::<i16>(), 0, "amounts aside of {standing:?}");
            }
        }

        /// The tile of an added kong that is announced or was robbed.
        fn tile_between_seats(&self) -> Option<Tile> {
            match (self.table.phase(), self.outcome.map(|o| o.kind)) {
                (Phase::Rob { tile, .. }, _) => Some(tile),
                (Phase::Over, Some(OutcomeKind::Win { tile, robbed: true, .. })) => Some(tile),
                (Phase::Over, Some(OutcomeKind::Void { tile })) => Some(tile),
                _ => None,
            }
        }

        /// Until the first decision, dealt flowers and their replacements are on the way.
        pub(super) fn still_opening(&self) -> bool {
            self.decisions.0 == [0; 4] && self.pending.is_empty() && self.outcome.is_none()
        }

        /// The table counts what lies on it.
        pub(super) fn check_counts(&self) {
            let mut face_up = TileCounts::EMPTY;
            for seat in Seat::ALL {
                self.table.discards().river(seat).for_each(|t| face_up.add(t));
                self.table.open_melds(seat).iter().flat_map(|m| m.tiles()).for_each(|t| face_up.add(t));
                if self.table.rules().wall == WallLayout::PerSeat || seat == Seat::East {
                    assert_eq!(self.table.tiles_left_for(seat), self.wall.left(seat), "wall of {seat:?}");
                }
            }
            if let Some(tile) = self.tile_between_seats() {
                face_up.add(tile);
            }
            assert_eq!(*self.table.face_up(), face_up);
        }
    }
}
