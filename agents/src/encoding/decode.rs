//! The way back: what a view's planes say, to show that nothing is lost.

use super::{KINDS, plain, rules};
use mcr_engine::{
    FalseHuPolicy, FanOptions, MeldKind, Payments, RuleSet, Scoring, Tile, TileCounts, TileSet, Waits,
    WallLayout, Wind,
    rules::{RobbedByThree, Session},
};

/// What planes of [`Features::Plain`](super::Features::Plain) say, seats told from the own one.
#[derive(Debug, PartialEq)]
pub(super) struct Decoded {
    pub(super) concealed: TileCounts,
    pub(super) drawn: Option<Tile>,
    /// Kinds of meld with their tiles, sorted; an open kong is a melded one.
    pub(super) melds: [Vec<(MeldKind, Tile)>; 4],
    pub(super) hidden_kongs: [usize; 4],
    /// By kind that was discarded: how often, number of the first, number of the last, last from the hand, claimed.
    pub(super) discards: [Vec<River>; 4],
    pub(super) unseen: TileCounts,
    pub(super) prevalent: Wind,
    pub(super) seat: Wind,
    /// Which of the four moments, and the live tile with the seat it is of.
    pub(super) moment: Option<usize>,
    pub(super) live: Option<(Tile, usize)>,
    pub(super) left: [usize; 4],
    pub(super) flowers: [usize; 4],
    pub(super) legal_discards: TileSet,
}

/// The discards of one kind by one seat.
#[derive(Debug, PartialEq)]
pub(super) struct River {
    pub(super) tile: Tile,
    pub(super) copies: usize,
    pub(super) first: usize,
    pub(super) latest: usize,
    pub(super) from_hand: bool,
    pub(super) claimed: usize,
}

struct Planes<'a>(&'a [f32]);

impl Planes<'_> {
    fn at(&self, plane: usize, tile: Tile) -> f32 {
        self.0[plane * KINDS + tile.index()]
    }

    fn whole(&self, plane: usize, tile: Tile, scale: f32) -> usize {
        (self.at(plane, tile) * scale).round() as usize
    }

    fn all(&self, plane: usize, scale: f32) -> usize {
        self.whole(plane, Tile::new(0), scale)
    }

    fn marked(&self, plane: usize) -> TileSet {
        Tile::kinds().filter(|tile| self.at(plane, *tile) == 1.0).collect()
    }

    fn copies(&self, plane: usize) -> TileCounts {
        (plane..plane + 4).flat_map(|plane| self.marked(plane)).collect()
    }

    fn melds(&self, place: usize) -> Vec<(MeldKind, Tile)> {
        let mut melds = Vec::new();
        for tile in Tile::kinds() {
            let chows = self.whole(plain::CHOWS + place, tile, 4.0);
            melds.extend(std::iter::repeat_n((MeldKind::Chow, tile), chows));
            if self.at(plain::PUNGS + place, tile) == 1.0 {
                melds.push((MeldKind::Pung, tile));
            }
            if self.at(plain::KONGS + place, tile) == 1.0 {
                let concealed = place == 0 && self.at(plain::CONCEALED_KONGS, tile) == 1.0;
                melds.push((if concealed { MeldKind::ConcealedKong } else { MeldKind::MeldedKong }, tile));
            }
        }
        melds
    }

    fn rivers(&self, place: usize, made: usize) -> Vec<River> {
        let thrown = |tile: &Tile| self.at(plain::DISCARDS + place, *tile) > 0.0;
        let river = |tile| River {
            tile,
            copies: self.whole(plain::DISCARDS + place, tile, 4.0),
            first: self.whole(plain::FIRST + place, tile, 128.0) - 1,
            latest: made + 3 - (4.0 / self.at(plain::LATEST + place, tile)).round() as usize,
            from_hand: self.at(plain::FROM_HAND + place, tile) == 1.0,
            claimed: self.whole(plain::CLAIMED + place, tile, 4.0),
        };
        Tile::kinds().filter(thrown).map(river).collect()
    }
}

pub(super) fn decode(numbers: &[f32]) -> Decoded {
    let planes = Planes(numbers);
    let wind = |plane| {
        let tile = planes.marked(plane).first().expect("a wind");
        Wind::from_index(tile.index() - Tile::EAST.index()).expect("a wind")
    };
    let live = planes.marked(plain::LIVE).first();
    let from = (1..4).find(|place| planes.all(plain::LIVE_FROM + place - 1, 1.0) == 1);
    let made = (0..4).map(|place| planes.all(plain::DISCARD_COUNT + place, 32.0)).sum();
    Decoded {
        concealed: planes.copies(plain::HAND),
        drawn: planes.marked(plain::DRAWN).first(),
        melds: std::array::from_fn(|place| planes.melds(place)),
        hidden_kongs: std::array::from_fn(|place| match place {
            0 => 0,
            _ => planes.all(plain::HIDDEN_KONGS + place - 1, 4.0),
        }),
        discards: std::array::from_fn(|place| planes.rivers(place, made)),
        unseen: planes.copies(plain::UNSEEN),
        prevalent: wind(plain::PREVALENT),
        seat: wind(plain::SEAT),
        moment: (0..4).find(|moment| planes.all(plain::MOMENT + moment, 1.0) == 1),
        live: live.zip(from),
        left: std::array::from_fn(|place| planes.all(plain::LEFT + place, 64.0)),
        flowers: std::array::from_fn(|place| planes.all(plain::FLOWERS + place, 8.0)),
        legal_discards: planes.marked(plain::LEGAL_DISCARDS),
    }
}

/// The rule set of a view whose planes of it begin at `first`.
pub(super) fn decode_rules(numbers: &[f32], first: usize) -> RuleSet {
    let planes = Planes(numbers);
    let whole = |plane: usize, scale: f32| planes.all(first + plane, scale);
    let is = |plane: usize| whole(plane, 1.0) == 1;
    let fans = FanOptions {
        mixed_kongs: whole(rules::MIXED_KONGS, 8.0) as u16,
        two_concealed_kongs: whole(rules::CONCEALED_KONGS, 8.0) as u16,
        own_draw_by_nature: whole(rules::OWN_DRAW, 8.0) as u16,
        waits: if is(rules::AVAILABLE_WAITS) { Waits::Available } else { Waits::Formal },
        knitted_waits: is(rules::KNITTED_WAITS),
    };
    let system = (0..4).filter(|system| is(rules::SYSTEM + system)).collect::<Vec<_>>();
    let scoring = match system[..] {
        [0] => Scoring::Mcr { fans },
        [1] => Scoring::Basic { points: whole(rules::FLAT, 16.0) as u16 },
        [2] => Scoring::Public {
            fans,
            ready: whole(rules::READY, 8.0) as u16,
            pair_258: whole(rules::PAIR_258, 8.0) as u16,
        },
        [3] => Scoring::Competition2012,
        ref several => panic!("systems {several:?}"),
    };
    let times = |place: usize| whole(rules::PAYMENTS + place, 4.0) as u8;
    let session = Session {
        chips: whole(rules::CHIPS, 128.0) as u16,
        rounds: whole(rules::ROUNDS, 4.0) as u8,
        hanging: is(rules::HANGING),
    };
    RuleSet {
        flowers: planes.all(plain::WITH_FLOWERS, 1.0) == 1,
        wall: if planes.all(plain::PER_SEAT, 1.0) == 1 { WallLayout::PerSeat } else { WallLayout::Shared },
        minimum_points: planes.all(plain::MINIMUM, 8.0) as u16,
        base_points: planes.all(plain::BASE, 8.0) as u16,
        false_hu: FalseHuPolicy::Refuse,
        scoring,
        payments: Payments { discard: times(0), robbed: times(1) },
        session: is(rules::SESSION).then_some(session),
        dealer_repeats: is(rules::DEALER_REPEATS),
        robbed_by_three: if is(rules::VOID) { RobbedByThree::Void } else { RobbedByThree::Nearest },
    }
}
