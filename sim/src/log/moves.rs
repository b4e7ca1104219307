//! The bytes of a deal: what the seats did, one byte a move.
//!
//! Draws and flowers are left out, since the wall decides them, and declarations, since the hands do: wall and moves
//! together replay to every event.
//! Whose move it is follows from the order of play: east first; after an unclaimed discard the next seat; after
//! a claim the claimer; after a kong the same seat again.
//!
//! | byte | move |
//! |---|---|
//! | 0–33 | discard of the tile with this index, from the hand |
//! | 34–67 | discard of tile byte − 34, just drawn |
//! | 68–70 | the next seat chows the discard as the lowest, middle or highest tile of the run |
//! | 71–74 | seat byte − 71 (east first) pungs the discard |
//! | 75–78 | seat byte − 75 makes a melded kong of the discard |
//! | 79–112 | concealed kong of tile byte − 79 |
//! | 113–146 | kong by adding tile byte − 113 to a pung |
//! | 147–150 | seat byte − 147 wins on the live tile: the discard or the tile of an added kong |
//! | 151 | the seat whose turn it is wins by own draw |
//! | 152 | the wall ran out |
//! | 153–156 | seat byte − 153 answered to the live tile against the rules, which ended the deal |
//! | 157 | the seat whose turn it is answered against the rules, which ended the deal |
//! | 158–181 | seat (byte − 158) mod 4 is ruled [`Ruling::ALL`] number (byte − 158) / 4; the deal goes on |
//! | 182–185 | seat byte − 182 answered against the rules while another's turn it was, which ended the deal |
//! | 186–219 | the seat whose turn it is hangs tile byte − 186, which its next discard keeps |
//! | 220 | an instant payment ended the session |
//! | 221–224 | seat byte − 221 is ruled [`Ruling::HuOnNothing`]; the deal goes on |

use mcr_engine::{Event, EventSink, Ruling, Seat, Tile};

const DISCARD: u8 = 0;
const DISCARD_DRAWN: u8 = 34;
const CHOW: u8 = 68;
const PUNG: u8 = 71;
const MELDED_KONG: u8 = 75;
const CONCEALED_KONG: u8 = 79;
const ADDED_KONG: u8 = 113;
const HU: u8 = 147;
const SELF_DRAW: u8 = 151;
const EXHAUSTED: u8 = 152;
const FOUL: u8 = 153;
const FOUL_IN_TURN: u8 = 157;
const RULING: u8 = 158;
const FOUL_OUT_OF_TURN: u8 = 182;
const HANG: u8 = 186;
const SESSION_OVER: u8 = 220;
const HU_ON_NOTHING: u8 = 221;
const VOID: u8 = 225;
const END: u8 = 226;

/// One move as the bytes tell it. Who makes a discard, chow or own kong follows from the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A discard.
    Discard {
        /// What.
        tile: Tile,
        /// Whether it was just drawn.
        drawn: bool,
    },
    /// The next seat chows the discard as tile `position` 0–2 of the run.
    Chow {
        /// 0–2.
        position: u8,
    },
    /// `seat` pungs the discard.
    Pung {
        /// Who claims.
        seat: Seat,
    },
    /// `seat` makes a kong of the discard.
    MeldedKong {
        /// Who claims.
        seat: Seat,
    },
    /// A concealed kong.
    ConcealedKong {
        /// What.
        tile: Tile,
    },
    /// A tile added to a pung.
    AddedKong {
        /// What.
        tile: Tile,
    },
    /// `seat` wins on the live tile.
    Hu {
        /// Who wins.
        seat: Seat,
    },
    /// The seat whose turn it is wins by own draw.
    SelfDraw,
    /// The wall ran out.
    Exhausted,
    /// `seat` answered to the live tile against the rules, which ended the deal.
    Foul {
        /// Who answered.
        seat: Seat,
    },
    /// The seat whose turn it is answered against the rules, which ended the deal.
    FoulInTurn,
    /// `seat` is ruled to have answered against the rules; the deal goes on.
    Ruling {
        /// Who answered.
        seat: Seat,
        /// What it is ruled.
        ruling: Ruling,
    },
    /// `seat` answered against the rules in another's turn, which ended the deal.
    FoulOutOfTurn {
        /// Who answered.
        seat: Seat,
    },
    /// The tile that the next discard keeps hangs on the wall.
    Hang {
        /// What.
        tile: Tile,
    },
    /// Three players would rob the added kong.
    Void,
    /// An instant payment ended the session.
    SessionOver,
}

impl Move {
    /// The move that `event` shows when a tile is `live` or not and the turn is `turn`'s; `None` for draws, flowers and
    /// declarations, which wall and hands decide, and for a concealed kong seen from another seat.
    fn of(event: Event, live: bool, turn: Option<Seat>) -> Option<Move> {
        Some(match event {
            Event::Flower { .. } | Event::Draw { .. } | Event::Replacement { .. } | Event::Ready { .. } => {
                return None;
            }
            Event::Discard { tile, drawn, .. } => Move::Discard { tile, drawn },
            Event::Chow { position, .. } => Move::Chow { position },
            Event::Pung { seat, .. } => Move::Pung { seat },
            Event::MeldedKong { seat, .. } => Move::MeldedKong { seat },
            Event::ConcealedKong { tile, .. } => Move::ConcealedKong { tile: tile? },
            Event::AddedKong { tile, .. } => Move::AddedKong { tile },
            Event::Hu { seat, .. } if live => Move::Hu { seat },
            Event::Hu { .. } => Move::SelfDraw,
            Event::Exhausted => Move::Exhausted,
            Event::Foul { seat } if live => Move::Foul { seat },
            Event::Foul { seat } if turn == Some(seat) => Move::FoulInTurn,
            Event::Foul { seat } => Move::FoulOutOfTurn { seat },
            Event::Ruling { seat, ruling } => Move::Ruling { seat, ruling },
            Event::Hang { tile, .. } => Move::Hang { tile: tile? },
            Event::Void => Move::Void,
            Event::SessionOver => Move::SessionOver,
        })
    }

    /// Whether it tells of an answer against the rules.
    #[must_use]
    pub const fn is_misconduct(self) -> bool {
        matches!(
            self,
            Move::Foul { .. } | Move::FoulInTurn | Move::FoulOutOfTurn { .. } | Move::Ruling { .. }
        )
    }

    /// The move's byte.
    #[must_use]
    pub fn byte(self) -> u8 {
        match self {
            Move::Discard { tile, drawn: false } => DISCARD + tile.index() as u8,
            Move::Discard { tile, drawn: true } => DISCARD_DRAWN + tile.index() as u8,
            Move::Chow { position } => CHOW + position,
            Move::Pung { seat } => PUNG + seat as u8,
            Move::MeldedKong { seat } => MELDED_KONG + seat as u8,
            Move::ConcealedKong { tile } => CONCEALED_KONG + tile.index() as u8,
            Move::AddedKong { tile } => ADDED_KONG + tile.index() as u8,
            Move::Hu { seat } => HU + seat as u8,
            Move::SelfDraw => SELF_DRAW,
            Move::Exhausted => EXHAUSTED,
            Move::Foul { seat } => FOUL + seat as u8,
            Move::FoulInTurn => FOUL_IN_TURN,
            Move::Ruling { seat, ruling: Ruling::HuOnNothing } => HU_ON_NOTHING + seat as u8,
            Move::Ruling { seat, ruling } => RULING + 4 * ruling.index() as u8 + seat as u8,
            Move::FoulOutOfTurn { seat } => FOUL_OUT_OF_TURN + seat as u8,
            Move::Hang { tile } => HANG + tile.index() as u8,
            Move::Void => VOID,
            Move::SessionOver => SESSION_OVER,
        }
    }

    /// The move of a byte; `None` for bytes without one (226 and above).
    #[must_use]
    pub fn from_byte(byte: u8) -> Option<Move> {
        let tile = |first: u8| Tile::new(byte - first);
        let seat = |first: u8| Seat::ALL[usize::from(byte - first)];
        Some(match byte {
            DISCARD..DISCARD_DRAWN => Move::Discard { tile: tile(DISCARD), drawn: false },
            DISCARD_DRAWN..CHOW => Move::Discard { tile: tile(DISCARD_DRAWN), drawn: true },
            CHOW..PUNG => Move::Chow { position: byte - CHOW },
            PUNG..MELDED_KONG => Move::Pung { seat: seat(PUNG) },
            MELDED_KONG..CONCEALED_KONG => Move::MeldedKong { seat: seat(MELDED_KONG) },
            CONCEALED_KONG..ADDED_KONG => Move::ConcealedKong { tile: tile(CONCEALED_KONG) },
            ADDED_KONG..HU => Move::AddedKong { tile: tile(ADDED_KONG) },
            HU..SELF_DRAW => Move::Hu { seat: seat(HU) },
            SELF_DRAW => Move::SelfDraw,
            EXHAUSTED => Move::Exhausted,
            FOUL..FOUL_IN_TURN => Move::Foul { seat: seat(FOUL) },
            FOUL_IN_TURN => Move::FoulInTurn,
            RULING..FOUL_OUT_OF_TURN => {
                let ruling = Ruling::ALL[usize::from(byte - RULING) / 4];
                Move::Ruling { seat: Seat::ALL[usize::from(byte - RULING) % 4], ruling }
            }
            FOUL_OUT_OF_TURN..HANG => Move::FoulOutOfTurn { seat: seat(FOUL_OUT_OF_TURN) },
            HANG..SESSION_OVER => Move::Hang { tile: tile(HANG) },
            SESSION_OVER => Move::SessionOver,
            VOID => Move::Void,
            HU_ON_NOTHING..VOID => Move::Ruling { seat: seat(HU_ON_NOTHING), ruling: Ruling::HuOnNothing },
            END.. => return None,
        })
    }
}

/// Keeps the moves of a deal as bytes.
#[derive(Clone, Debug, Default)]
pub struct MoveBytes {
    bytes: Vec<u8>,
    /// Whether the last thing that happened was a discard or an added kong, which others may take.
    live: bool,
    /// Whose turn it is.
    turn: Option<Seat>,
}

impl MoveBytes {
    /// The bytes so far.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl EventSink for MoveBytes {
    fn record(&mut self, event: Event) {
        if let Some(one) = Move::of(event, self.live, self.turn) {
            self.bytes.push(one.byte());
        }
        match event {
            Event::Ruling { .. } => return,
            Event::Draw { seat, .. }
            | Event::Chow { seat, .. }
            | Event::Pung { seat, .. }
            | Event::MeldedKong { seat, .. } => self.turn = Some(seat),
            _ => {}
        }
        // Several may win on one tile.
        let stays = self.live && matches!(event, Event::Hu { .. });
        self.live = stays || matches!(event, Event::Discard { .. } | Event::AddedKong { .. });
    }
}

/// How many of the moves are discards.
#[must_use]
pub fn turns(bytes: &[u8]) -> u16 {
    bytes.iter().filter(|byte| **byte < CHOW).count() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_below_the_end_is_one_move() {
        for byte in 0..=u8::MAX {
            assert_eq!(Move::from_byte(byte).map(Move::byte), (byte < END).then_some(byte));
        }
    }

    fn bytes(events: &[Event]) -> Vec<u8> {
        let mut moves = MoveBytes::default();
        events.iter().for_each(|event| moves.record(*event));
        moves.into_bytes()
    }

    const DISCARD_EAST: Event = Event::Discard { seat: Seat::East, tile: Tile::EAST, drawn: true };
    const SOUTH_DRAWS: Event = Event::Draw { seat: Seat::South, tile: Some(Tile::EAST) };

    #[test]
    fn draws_and_flowers_leave_no_byte() {
        let moves = bytes(&[
            Event::Flower { seat: Seat::East, tile: Tile::flower(2) },
            Event::Replacement { seat: Seat::East, tile: Some(Tile::EAST) },
            Event::Draw { seat: Seat::East, tile: Some(Tile::EAST) },
            DISCARD_EAST,
            Event::Pung { seat: Seat::North, tile: Tile::EAST },
            Event::Exhausted,
        ]);
        assert_eq!(moves, [34 + 27, 71 + 3, 152]);
        assert_eq!(turns(&moves), 1);
    }

    /// The next seat to draw may win on the discard or on its draw: the same player, another move.
    #[test]
    fn wins_and_fouls_on_a_discard_are_not_those_after_the_draw() {
        let hu = Event::Hu { seat: Seat::South, tile: Tile::EAST };
        let foul = Event::Foul { seat: Seat::South };
        assert_eq!(bytes(&[DISCARD_EAST, hu])[1], 147 + 1);
        assert_eq!(bytes(&[DISCARD_EAST, SOUTH_DRAWS, hu])[1], 151);
        assert_eq!(bytes(&[DISCARD_EAST, foul])[1], 153 + 1);
        assert_eq!(bytes(&[DISCARD_EAST, SOUTH_DRAWS, foul])[1], 157);
        let another = Event::Foul { seat: Seat::North };
        assert_eq!(bytes(&[DISCARD_EAST, SOUTH_DRAWS, another])[1], 182 + 3);
    }

    /// A ruling leaves the discard where it is.
    #[test]
    fn rulings_come_between_a_discard_and_its_claim() {
        let ruling = Event::Ruling { seat: Seat::West, ruling: Ruling::FraudulentHu };
        let hu = Event::Hu { seat: Seat::South, tile: Tile::EAST };
        assert_eq!(bytes(&[DISCARD_EAST, ruling, hu])[1..], [158 + 4 + 2, 147 + 1]);
    }
}
