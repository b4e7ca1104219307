//! The planes of what no seat may know.

use super::{
    KINDS,
    canvas::{Canvas, nearness},
};
use mcr_engine::{Deal, MeldKind, Seat, TileCounts, TileSet, shape};

const HANDS: usize = 0;
const CONCEALED_KONGS: usize = 12;
const WAITS: usize = 15;
const NEAREST: usize = 18;
const WALL: usize = 21;
const COMING: usize = 25;

/// Planes of [`encode_hidden`].
pub const HIDDEN_PLANES: usize = 26;

/// Writes what `seat` cannot see of `deal` over `out`.
///
/// # Panics
/// When `out` has not [`HIDDEN_PLANES`] × [`KINDS`] places.
pub fn encode_hidden(deal: &Deal, seat: Seat, out: &mut [f32]) {
    assert_eq!(out.len(), HIDDEN_PLANES * KINDS, "places for planes × kinds numbers");
    let mut canvas = Canvas::new(out);
    for (place, other) in seat.others().into_iter().enumerate() {
        let hand = deal.hand(other);
        canvas.copies(HANDS + 4 * place, hand.concealed());
        let kongs = hand.melds().iter().filter(|meld| meld.kind() == MeldKind::ConcealedKong);
        canvas.mark(CONCEALED_KONGS + place, kongs.map(|meld| meld.tile()).collect());
        canvas.mark(WAITS + place, hand.waits());
        let shanten = shape::shanten(hand.concealed(), hand.melds().len());
        canvas.fill(NEAREST + place, nearness(shanten));
    }
    let wall = deal.wall();
    let left: TileCounts = wall.undrawn().filter(|tile| !tile.is_flower()).collect();
    canvas.copies(WALL, &left);
    let mut seen = TileSet::EMPTY;
    for (draws, tile) in wall.own(seat).iter().enumerate() {
        if !tile.is_flower() && !seen.contains(*tile) {
            seen.insert(*tile);
            canvas.set(COMING, *tile, 4.0 / (4 + draws) as f32);
        }
    }
}
