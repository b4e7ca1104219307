//! Events in the words of the judge: what each seat is told of them.

use mcr_engine::{
    BySeat, Deal, Event, Seat, Tile, WallLayout,
    notation::botzone::{Request, Seen, chow_middle},
};

/// One message of the judge. The seats are told different things by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// Who sits where.
    Seats(mcr_engine::Wind),
    /// The tiles dealt and all flowers laid out.
    Dealt { hands: BySeat<[Tile; 13]>, flowers: BySeat<Vec<Tile>> },
    /// A tile drawn.
    Draw { seat: Seat, tile: Tile },
    /// Anything else.
    Seen { seat: Seat, what: Seen },
}

impl Message {
    /// What `viewer` is told.
    pub(crate) fn told(&self, viewer: Seat) -> Request {
        match self {
            Message::Seats(prevalent) => Request::Seat { seat: viewer, prevalent: *prevalent },
            Message::Dealt { hands, flowers } => Request::Deal {
                hand: hands[viewer],
                flowers: BySeat::from_fn(|seat| flowers[seat].len() as u8),
                shown: flowers.0.concat(),
            },
            Message::Draw { seat, tile } if *seat == viewer => Request::Drew(*tile),
            Message::Draw { seat, .. } => Request::Seen { seat: *seat, what: Seen::Draw },
            Message::Seen { seat, what } => Request::Seen { seat: *seat, what: *what },
        }
    }

    /// Whose move it tells.
    pub(crate) fn seat(&self) -> Option<Seat> {
        match self {
            Message::Seats(_) | Message::Dealt { .. } => None,
            Message::Draw { seat, .. } | Message::Seen { seat, .. } => Some(*seat),
        }
    }
}

/// The messages that open a deal which stands at the dealer's first decision.
pub(crate) fn opening(deal: &Deal) -> Vec<Message> {
    let hands = BySeat::from_fn(|seat| dealt(deal, seat));
    let flowers = BySeat::from_fn(|seat| deal.table().flowers(seat).collect());
    let mut messages = vec![Message::Seats(deal.table().prevalent()), Message::Dealt { hands, flowers }];
    if let Some(tile) = deal.hand(Seat::East).drawn() {
        messages.push(Message::Draw { seat: Seat::East, tile });
    }
    messages
}

/// The first thirteen tiles of `seat`: in the order dealt where it has a wall of its own and no flower came, which
/// is how the league plays.
fn dealt(deal: &Deal, seat: Seat) -> [Tile; 13] {
    let wall = deal.wall();
    if wall.layout() == WallLayout::PerSeat && !deal.table().rules().flowers {
        let end = wall.tiles().len() / 4 * (seat.index() + 1);
        return std::array::from_fn(|place| wall.tiles()[end - 1 - place]);
    }
    let hand = deal.hand(seat);
    let without_drawn = hand.drawn().map_or(*hand.concealed(), |tile| hand.concealed().without(tile));
    let mut tiles = without_drawn.iter();
    std::array::from_fn(|_| tiles.next().unwrap_or(Tile::EAST))
}

/// Turns events into messages. A chow or pung is told together with the discard that follows it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Messenger {
    claim: Option<Event>,
}

impl Messenger {
    /// The message that `event` completes.
    pub(crate) fn tell(&mut self, event: Event) -> Option<Message> {
        let seen = |seat, what| Some(Message::Seen { seat, what });
        match event {
            // A flower is told when it is laid out.
            Event::Draw { tile, .. } | Event::Replacement { tile, .. }
                if tile.is_some_and(Tile::is_flower) =>
            {
                None
            }
            Event::Draw { seat, tile } | Event::Replacement { seat, tile } => {
                tile.map(|tile| Message::Draw { seat, tile })
            }
            Event::Flower { seat, tile } => seen(seat, Seen::Flower(tile)),
            Event::Chow { .. } | Event::Pung { .. } => {
                self.claim = Some(event);
                None
            }
            Event::Discard { seat, tile, .. } => match self.claim.take() {
                Some(Event::Chow { lowest, .. }) => {
                    seen(seat, Seen::Chow { middle: chow_middle(lowest), discard: tile })
                }
                Some(_) => seen(seat, Seen::Pung { discard: tile }),
                None => seen(seat, Seen::Play(tile)),
            },
            Event::MeldedKong { seat, .. } | Event::ConcealedKong { seat, .. } => seen(seat, Seen::Kong),
            Event::AddedKong { seat, tile } => seen(seat, Seen::AddedKong(tile)),
            // The protocol knows neither chips nor hung tiles.
            Event::Ready { .. }
            | Event::Hu { .. }
            | Event::Exhausted
            | Event::Hang { .. }
            | Event::Void
            | Event::SessionOver
            | Event::Foul { .. }
            | Event::Ruling { .. } => None,
        }
    }
}
