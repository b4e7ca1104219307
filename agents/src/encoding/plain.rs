//! The planes of what a seat sees. Their numbers are those of the table in [`super`].

use super::canvas::{Canvas, nearness};
use mcr_engine::{
    Action, ActionSet, Hand, Meld, MeldKind, Moment, Observation, Offer, Seat, Shape, Table, Tile,
    TileCounts, TileSet, WallLayout, WinContext, WinningHand, scoring, shape,
};

pub(super) const HAND: usize = 0;
pub(super) const DRAWN: usize = 4;
pub(super) const CHOWS: usize = 5;
pub(super) const PUNGS: usize = 9;
pub(super) const KONGS: usize = 13;
pub(super) const CONCEALED_KONGS: usize = 17;
pub(super) const DISCARDS: usize = 18;
pub(super) const FIRST: usize = 22;
pub(super) const LATEST: usize = 26;
pub(super) const FROM_HAND: usize = 30;
pub(super) const CLAIMED: usize = 34;
const PASSED: usize = 38;
pub(super) const UNSEEN: usize = 41;
pub(super) const LEGAL_DISCARDS: usize = 45;
pub(super) const LEGAL_CHOWS: usize = 46;
pub(super) const LEGAL_PUNGS: usize = 47;
pub(super) const LEGAL_KONGS: usize = 48;
pub(super) const LEGAL_HU: usize = 49;
pub(super) const PREVALENT: usize = 50;
pub(super) const SEAT: usize = 51;
pub(super) const MOMENT: usize = 52;
pub(super) const LIVE: usize = 56;
pub(super) const LIVE_FROM: usize = 57;
const LAST_TILE: usize = 60;
const KONG_REPLACEMENT: usize = 61;
pub(super) const LEFT: usize = 62;
pub(super) const FLOWERS: usize = 66;
pub(super) const MELD_COUNT: usize = 70;
pub(super) const HIDDEN_KONGS: usize = 74;
pub(super) const DISCARD_COUNT: usize = 77;
pub(super) const MINIMUM: usize = 81;
pub(super) const BASE: usize = 82;
pub(super) const PER_SEAT: usize = 83;
pub(super) const WITH_FLOWERS: usize = 84;
pub(super) const SHAPES: usize = 85;
pub(super) const NEAREST: usize = 90;
const AT_MOST: usize = 91;
pub(super) const KEEPS: usize = 94;
const KEEPS_LIVE: usize = 95;
pub(super) const USEFUL: usize = 96;
pub(super) const WAITS: usize = 97;
pub(super) const WINS: usize = 98;
pub(super) const WINS_DRAWN: usize = 99;
pub(super) const POINTS: usize = 100;
pub(super) const READY: usize = 101;
const READY_DRAWN: usize = 102;
const NEARER_CHOWS: usize = 103;
const NEARER_PUNGS: usize = 104;
pub(super) const PLANES: usize = 105;

pub(super) fn paint(view: &Observation<'_>, canvas: &mut Canvas<'_>) {
    let unseen = view.unseen();
    paint_hand(view.hand(), canvas);
    paint_melds(view, canvas);
    paint_rivers(view.table(), view.seat(), canvas);
    canvas.copies(UNSEEN, &unseen);
    paint_legal(view.legal(), canvas);
    paint_moment(view, canvas);
    paint_table(view, canvas);
    if view.hand().concealed().total() % 3 == 2 {
        paint_discards(view, &unseen, canvas);
    } else {
        paint_waiting(view, canvas);
    }
    paint_claims(view, canvas);
}

fn paint_hand(hand: &Hand, canvas: &mut Canvas<'_>) {
    canvas.copies(HAND, hand.concealed());
    if let Some(tile) = hand.drawn() {
        canvas.set(DRAWN, tile, 1.0);
    }
    canvas.mark(WAITS, hand.waits());
    let (concealed, melds) = (hand.concealed(), hand.melds().len());
    let mut nearest = i8::MAX;
    for (plane, shape) in (SHAPES..).zip(Shape::ALL) {
        if let Some(shanten) = shape::shanten_of(shape, concealed, melds) {
            canvas.fill(plane, nearness(shanten));
            nearest = nearest.min(shanten);
        }
    }
    canvas.fill(NEAREST, nearness(nearest));
    (0..3).for_each(|most| canvas.flag(AT_MOST + most as usize, nearest <= most));
}

fn paint_melds(view: &Observation<'_>, canvas: &mut Canvas<'_>) {
    for place in 0..4 {
        let seat = view.seat().after(place);
        let melds = if place == 0 { view.hand().melds() } else { view.table().open_melds(seat) };
        for meld in melds.iter() {
            let kind = meld.tile().index();
            match meld.kind() {
                MeldKind::Chow => canvas.plane(CHOWS + place)[kind] += 0.25,
                MeldKind::Pung => canvas.plane(PUNGS + place)[kind] = 1.0,
                MeldKind::MeldedKong | MeldKind::AddedKong => canvas.plane(KONGS + place)[kind] = 1.0,
                MeldKind::ConcealedKong => {
                    canvas.plane(KONGS + place)[kind] = 1.0;
                    canvas.plane(CONCEALED_KONGS)[kind] = 1.0;
                }
            }
        }
        canvas.fill(MELD_COUNT + place, view.table().melds(seat) as f32 / 4.0);
        if place > 0 {
            canvas.fill(HIDDEN_KONGS + place - 1, view.table().concealed_kongs(seat) as f32 / 4.0);
        }
    }
}

fn paint_rivers(table: &Table, me: Seat, canvas: &mut Canvas<'_>) {
    let mut made = [0u8; 4];
    // Kinds that passed each seat since its last discard.
    let mut passed = [TileSet::EMPTY; 4];
    let discards = table.discards().as_slice();
    for (number, discard) in discards.iter().enumerate() {
        let (place, tile) = (me.steps_to(discard.seat()), discard.tile());
        let kind = tile.index();
        canvas.plane(DISCARDS + place)[kind] += 0.25;
        let first = &mut canvas.plane(FIRST + place)[kind];
        if *first == 0.0 {
            *first = (number + 1) as f32 / 128.0;
        }
        let since = discards.len() - number - 1;
        canvas.plane(LATEST + place)[kind] = 4.0 / (4 + since) as f32;
        canvas.plane(FROM_HAND + place)[kind] = if discard.drawn() { 0.0 } else { 1.0 };
        if discard.claimer().is_some() {
            canvas.plane(CLAIMED + place)[kind] += 0.25;
        }
        made[place] += 1;
        passed.iter_mut().for_each(|kinds| kinds.insert(tile));
        passed[place] = TileSet::EMPTY;
    }
    for place in 0..4 {
        canvas.fill(DISCARD_COUNT + place, f32::from(made[place]) / 32.0);
        if place > 0 {
            canvas.mark(PASSED + place - 1, passed[place]);
        }
    }
}

fn paint_legal(legal: &ActionSet, canvas: &mut Canvas<'_>) {
    canvas.mark(LEGAL_DISCARDS, legal.discards());
    let mut others = *legal;
    legal.discards().into_iter().for_each(|tile| others.remove(Action::Discard(tile)));
    for action in others.iter() {
        match action {
            Action::Chow { lowest, .. } => canvas.set(LEGAL_CHOWS, lowest, 1.0),
            Action::Pung(tile) => canvas.set(LEGAL_PUNGS, tile, 1.0),
            Action::MeldedKong(tile) | Action::ConcealedKong(tile) | Action::AddedKong(tile) => {
                canvas.set(LEGAL_KONGS, tile, 1.0);
            }
            Action::Hu => canvas.fill(LEGAL_HU, 1.0),
            Action::Pass | Action::Discard(_) => {}
        }
    }
}

fn paint_moment(view: &Observation<'_>, canvas: &mut Canvas<'_>) {
    let (place, live) = match view.moment() {
        Moment::Turn => (0, None),
        Moment::AfterClaim => (1, None),
        Moment::Claim { tile, from } => (2, Some((tile, from))),
        Moment::Rob { tile, from } => (3, Some((tile, from))),
        Moment::Watch => return,
    };
    canvas.fill(MOMENT + place, 1.0);
    if let Some((tile, from)) = live {
        canvas.set(LIVE, tile, 1.0);
        let steps = view.seat().steps_to(from);
        if steps > 0 {
            canvas.fill(LIVE_FROM + steps - 1, 1.0);
        }
    }
}

fn paint_table(view: &Observation<'_>, canvas: &mut Canvas<'_>) {
    let (table, rules) = (view.table(), view.rules());
    canvas.set(PREVALENT, view.prevalent().tile(), 1.0);
    canvas.set(SEAT, view.seat().wind().tile(), 1.0);
    canvas.flag(LAST_TILE, table.turn().is_some_and(|seat| table.last_tile(seat)));
    canvas.flag(KONG_REPLACEMENT, table.kong_replacement());
    for place in 0..4 {
        let seat = view.seat().after(place);
        canvas.fill(LEFT + place, table.tiles_left_for(seat) as f32 / 64.0);
        canvas.fill(FLOWERS + place, f32::from(table.flower_count(seat)) / 8.0);
    }
    canvas.fill(MINIMUM, f32::from(rules.minimum_points) / 8.0);
    canvas.fill(BASE, f32::from(rules.base_points) / 8.0);
    canvas.flag(PER_SEAT, rules.wall == WallLayout::PerSeat);
    canvas.flag(WITH_FLOWERS, rules.flowers);
}

/// A hand before its discard: what each leaves.
fn paint_discards(view: &Observation<'_>, unseen: &TileCounts, canvas: &mut Canvas<'_>) {
    let hand = view.hand();
    let best = shape::best_discards(hand.concealed(), hand.melds().len());
    let mut most = 0;
    let mut useful = TileSet::EMPTY;
    for discard in best.iter() {
        let live = unseen.total_of(discard.useful);
        canvas.set(KEEPS, discard.tile, 1.0);
        canvas.set(KEEPS_LIVE, discard.tile, live as f32 / 32.0);
        // All of those with the most, so that none is favoured.
        if live > most {
            (most, useful) = (live, TileSet::EMPTY);
        }
        if live == most {
            useful |= discard.useful;
        }
        if discard.shanten == 0 {
            let left = hand.concealed().without(discard.tile);
            paint_ready(view, unseen, discard.tile, &left, discard.useful, canvas);
        }
    }
    canvas.mark(USEFUL, useful);
}

/// With how many live tiles the hand `left` after `discard` wins.
fn paint_ready(
    view: &Observation<'_>,
    unseen: &TileCounts,
    discard: Tile,
    left: &TileCounts,
    waits: TileSet,
    canvas: &mut Canvas<'_>,
) {
    let (mut on_discard, mut drawn) = (0, 0);
    for tile in waits & unseen.kinds() {
        let live = unseen.get(tile);
        let winning =
            WinningHand { concealed: left.with(tile), melds: *view.hand().melds(), winning_tile: tile };
        let wins = |context| scoring::may_win(&winning, &context, view.rules());
        let seat = view.seat().wind();
        // Either may win without the other (fan 52 needs a discard).
        if wins(WinContext::discard(view.prevalent(), seat)) {
            on_discard += live;
        }
        if wins(WinContext::own_draw(view.prevalent(), seat)) {
            drawn += live;
        }
    }
    canvas.set(READY, discard, f32::from(on_discard) / 8.0);
    canvas.set(READY_DRAWN, discard, f32::from(drawn) / 8.0);
}

/// A hand that waits: what lowers its shanten, or what it would win.
fn paint_waiting(view: &Observation<'_>, canvas: &mut Canvas<'_>) {
    let hand = view.hand();
    let waits = hand.waits();
    if waits.is_empty() {
        canvas.mark(USEFUL, shape::useful_tiles(hand.concealed(), hand.melds().len()).tiles);
        return;
    }
    canvas.mark(USEFUL, waits);
    let seat = view.seat().wind();
    for tile in waits {
        let concealed = hand.concealed().with(tile);
        let winning = WinningHand { concealed, melds: *hand.melds(), winning_tile: tile };
        let points =
            |context| scoring::score(&winning, &context, view.rules()).map_or(0, |score| score.points());
        let on_discard = points(WinContext::discard(view.prevalent(), seat));
        let minimum = view.rules().minimum_points;
        canvas.set(POINTS, tile, (f32::from(on_discard) / 32.0).min(2.0));
        if on_discard >= minimum {
            canvas.set(WINS, tile, 1.0);
        }
        if points(WinContext::own_draw(view.prevalent(), seat)) >= minimum {
            canvas.set(WINS_DRAWN, tile, 1.0);
        }
    }
}

/// Which of the legal chows and pungs bring the hand nearer.
fn paint_claims(view: &Observation<'_>, canvas: &mut Canvas<'_>) {
    let Moment::Claim { tile, from } = view.moment() else { return };
    let hand = view.hand();
    let now = shape::shanten(hand.concealed(), hand.melds().len());
    for action in view.legal().iter() {
        let (plane, meld) = match action {
            Action::Chow { lowest, position } => (NEARER_CHOWS, Meld::chow(lowest, position)),
            Action::Pung(tile) => (NEARER_PUNGS, Meld::pung(tile, Offer::between(view.seat(), from))),
            _ => continue,
        };
        let mut concealed = hand.concealed().with(tile);
        meld.tiles().for_each(|tile| concealed.remove(tile));
        if shape::shanten(&concealed, hand.melds().len() + 1) < now {
            canvas.set(plane, meld.tile(), 1.0);
        }
    }
}
