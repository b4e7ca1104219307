//! The table at one moment of a deal, as pages draw it, and how events change it.

use super::words::Words;
use mcr_engine::{Event, Hand, RuleSet, Seat, Tile, TileCounts};
use mcr_sim::{
    log::{Win, WinBy},
    replay::Replayed,
};
use serde::Serialize;

/// The table at one moment.
#[derive(Clone, Serialize)]
pub(super) struct Frame {
    /// What just happened.
    pub(super) text: Words,
    /// Who did it.
    pub(super) seat: Option<usize>,
    /// Whose discard lies open to be claimed.
    pub(super) live: Option<usize>,
    pub(super) seats: [Place; 4],
    /// Tiles left in the wall.
    pub(super) wall: usize,
}

/// What a seat has.
#[derive(Clone, Default, Serialize)]
pub(super) struct Place {
    /// Concealed tiles by index.
    pub(super) hand: Vec<usize>,
    /// The tile just drawn, not in `hand`.
    pub(super) drawn: Option<usize>,
    pub(super) melds: Vec<MeldView>,
    pub(super) flowers: Vec<usize>,
    pub(super) river: Vec<RiverTile>,
}

#[derive(Clone, Serialize)]
pub(super) struct MeldView {
    pub(super) tiles: Vec<usize>,
    /// Face down but for the owner.
    pub(super) concealed: bool,
}

#[derive(Clone, Serialize)]
pub(super) struct RiverTile {
    pub(super) tile: usize,
    /// Just drawn when it was discarded.
    pub(super) drawn: bool,
    /// Taken by another.
    pub(super) claimed: bool,
}

fn sorted(tiles: &TileCounts) -> Vec<usize> {
    tiles.iter().map(Tile::index).collect()
}

/// The table before the first decision; `events` are those of dealing.
pub(super) fn opening_frame(rules: &RuleSet, replayed: &Replayed, events: &[Event]) -> Frame {
    let mut seats: [Place; 4] = std::array::from_fn(|_| Place::default());
    let mut left = if rules.flowers { 144 } else { 136 };
    for (seat, hand) in replayed.opening.iter() {
        let place = &mut seats[seat.index()];
        let mut tiles = *hand.concealed();
        if let Some(drawn) = hand.drawn() {
            tiles.remove(drawn);
            place.drawn = Some(drawn.index());
        }
        place.hand = sorted(&tiles);
        left -= hand.concealed().total() as usize;
    }
    for event in events {
        if let Event::Flower { seat, tile } = event {
            seats[seat.index()].flowers.push(tile.index());
            left -= 1;
        }
    }
    let text = Words::new("The hands are dealt, flowers replaced", "配牌，补花完毕");
    Frame { text, seat: Some(Seat::East.index()), live: None, seats, wall: left }
}

/// What an event makes of the table.
pub(super) fn apply(frame: &mut Frame, event: Event) {
    let who = event.seat();
    frame.text = match who {
        Some(seat) => Words::seat(seat).then(&Words::same(" ")).then(&Words::event(event)),
        None => Words::event(event),
    };
    frame.seat = who.map(Seat::index);
    let Some(seat) = frame.seat else { return };
    match event {
        Event::Draw { tile, .. } | Event::Replacement { tile, .. } => {
            frame.wall = frame.wall.saturating_sub(1);
            frame.live = None;
            frame.seats[seat].drawn = tile.map(Tile::index);
        }
        Event::Flower { tile, .. } => {
            frame.seats[seat].drawn = None;
            frame.seats[seat].flowers.push(tile.index());
        }
        Event::Discard { tile, drawn, .. } => {
            let place = &mut frame.seats[seat];
            take_from_hand(place, tile.index(), 1);
            place.river.push(RiverTile { tile: tile.index(), drawn, claimed: false });
            frame.live = Some(seat);
        }
        Event::Chow { lowest, position, .. } => {
            let claimed = lowest.index() + usize::from(position);
            for tile in (lowest.index()..lowest.index() + 3).filter(|tile| *tile != claimed) {
                take_from_hand(&mut frame.seats[seat], tile, 1);
            }
            claim(frame, seat, (lowest.index()..lowest.index() + 3).collect());
        }
        Event::Pung { tile, .. } => {
            take_from_hand(&mut frame.seats[seat], tile.index(), 2);
            claim(frame, seat, vec![tile.index(); 3]);
        }
        Event::MeldedKong { tile, .. } => {
            take_from_hand(&mut frame.seats[seat], tile.index(), 3);
            claim(frame, seat, vec![tile.index(); 4]);
        }
        Event::ConcealedKong { tile, .. } => {
            let tile = tile.map_or(0, Tile::index);
            take_from_hand(&mut frame.seats[seat], tile, 4);
            frame.seats[seat].melds.push(MeldView { tiles: vec![tile; 4], concealed: true });
        }
        Event::AddedKong { tile, .. } => {
            let place = &mut frame.seats[seat];
            take_from_hand(place, tile.index(), 1);
            let is_pung = |meld: &&mut MeldView| meld.tiles == [tile.index(); 3];
            if let Some(meld) = place.melds.iter_mut().find(is_pung) {
                meld.tiles.push(tile.index());
            }
        }
        Event::Ready { .. }
        | Event::Hu { .. }
        | Event::Exhausted
        | Event::Hang { .. }
        | Event::Void
        | Event::SessionOver
        | Event::Foul { .. }
        | Event::Ruling { .. } => {}
    }
}

/// Takes tiles out of a hand; the drawn one then is among the others.
fn take_from_hand(place: &mut Place, tile: usize, copies: usize) {
    place.hand.extend(place.drawn.take());
    place.hand.sort_unstable();
    for _ in 0..copies {
        if let Some(found) = place.hand.iter().position(|held| *held == tile) {
            place.hand.remove(found);
        }
    }
}

/// Lays out a meld and marks the tile it took, which is the last of some river.
fn claim(frame: &mut Frame, seat: usize, tiles: Vec<usize>) {
    frame.seats[seat].melds.push(MeldView { tiles, concealed: false });
    if let Some(river) = frame.live.take().and_then(|giver| frame.seats[giver].river.last_mut()) {
        river.claimed = true;
    }
}

/// Shows the winner's whole hand with the winning tile apart.
pub(super) fn show_winner(place: &mut Place, hand: &Hand, win: &Win) {
    let mut tiles = *hand.concealed();
    if tiles.total() as usize + 3 * hand.melds().len() == 14 {
        tiles.remove(win.tile);
    }
    place.hand = sorted(&tiles);
    place.drawn = Some(win.tile.index());
}

/// Takes the winning tile from the one who gave it.
pub(super) fn take_winning_tile(seats: &mut [Place; 4], win: &Win) {
    match win.by {
        WinBy::SelfDraw => {}
        WinBy::Discard { payer } => {
            if let Some(river) = seats[payer.index()].river.last_mut() {
                river.claimed = true;
            }
        }
        WinBy::RobbedKong { payer } => {
            let robbed = |meld: &&mut MeldView| !meld.concealed && meld.tiles == [win.tile.index(); 4];
            if let Some(meld) = seats[payer.index()].melds.iter_mut().find(robbed) {
                meld.tiles.pop();
            }
        }
    }
}

/// How many events deal the hands and replace their flowers.
pub(super) fn dealing(events: &[Event]) -> usize {
    let is_play = |event: &Event| {
        !matches!(event, Event::Draw { .. } | Event::Flower { .. } | Event::Replacement { .. })
    };
    events.iter().position(is_play).unwrap_or(events.len())
}
