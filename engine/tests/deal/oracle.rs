//! The rules of what a seat may do, spelled out action by action with everything in sight: the slow twin of
//! `legal_actions`.

use mcr_engine::{
    Action, Deal, MeldKind, Melds, Phase, Seat, Tile, TileCounts, WallLayout, WinContext, WinningHand,
    scoring::score_sheet,
};

/// Whether `seat` may do `action` now. Who has already answered to the live tile may do nothing more.
pub(crate) fn allows(deal: &Deal, seat: Seat, action: Action) -> bool {
    if !deal.pending().contains(seat) {
        return false;
    }
    let table = deal.table();
    match table.phase() {
        Phase::Turn { seat: turn } => turn == seat && allows_in_turn(deal, seat, action),
        Phase::AfterClaim { seat: turn } => {
            turn == seat
                && match action {
                    Action::Discard(tile) => holds(deal, seat, tile) > 0,
                    Action::Pass => may_hang(deal, seat),
                    _ => false,
                }
        }
        Phase::Claim { tile, from } => from != seat && allows_claim(deal, seat, tile, from, action),
        Phase::Rob { tile, from } => {
            from != seat
                && match action {
                    Action::Hu => wins(deal, seat, tile, Some(from)),
                    Action::Pass => true,
                    _ => false,
                }
        }
        Phase::Dealing | Phase::Over => false,
    }
}

fn holds(deal: &Deal, seat: Seat, tile: Tile) -> usize {
    usize::from(deal.hand(seat).concealed().get(tile))
}

/// Hanging the tile that is kept, which `Pass` announces (other_rule_sets.md 8a).
fn may_hang(deal: &Deal, seat: Seat) -> bool {
    let table = deal.table();
    let hangs = table.rules().session.is_some_and(|session| session.hanging);
    let open = deal.hand(seat).melds().iter().filter(|meld| meld.is_open()).count();
    hangs && open == 4 && table.hung(seat) == mcr_engine::Hung::No
}

fn left(deal: &Deal, seat: Seat) -> usize {
    match deal.wall().layout() {
        WallLayout::Shared => deal.wall().undrawn().count(),
        WallLayout::PerSeat => deal.wall().left(seat),
    }
}

fn allows_in_turn(deal: &Deal, seat: Seat, action: Action) -> bool {
    if deal.table().declared_ready(seat) && action != Action::Hu {
        return deal.hand(seat).drawn().map(Action::Discard) == Some(action);
    }
    // Asked last, since it counts the wall.
    let kong_possible = || left(deal, seat) > 0 && left(deal, seat.next()) > 0;
    match action {
        Action::Discard(tile) => holds(deal, seat, tile) > 0,
        Action::Hu => deal.hand(seat).drawn().is_some_and(|tile| wins(deal, seat, tile, None)),
        Action::ConcealedKong(tile) => holds(deal, seat, tile) == 4 && kong_possible(),
        Action::AddedKong(tile) => {
            let mut melds = deal.hand(seat).melds().iter();
            holds(deal, seat, tile) == 1
                && melds.any(|m| m.kind() == MeldKind::Pung && m.tile() == tile)
                && kong_possible()
        }
        Action::Pass => may_hang(deal, seat),
        Action::Chow { .. } | Action::Pung(_) | Action::MeldedKong(_) => false,
    }
}

fn allows_claim(deal: &Deal, seat: Seat, live: Tile, from: Seat, action: Action) -> bool {
    if deal.table().declared_ready(seat) && !matches!(action, Action::Pass | Action::Hu) {
        return false;
    }
    let last = || left(deal, from.next()) == 0;
    match action {
        // Nobody is asked who can only pass.
        Action::Pass => true,
        Action::Hu => wins(deal, seat, live, Some(from)),
        Action::Pung(tile) => tile == live && holds(deal, seat, tile) >= 2 && !last(),
        Action::MeldedKong(tile) => tile == live && holds(deal, seat, tile) == 3 && !last(),
        Action::Chow { lowest, position } => {
            let run = [0, 1, 2].map(|i| Tile::new(lowest.index() as u8 + i));
            seat == from.next()
                && run[position as usize] == live
                && run.into_iter().all(|t| t == live || holds(deal, seat, t) > 0)
                && !last()
        }
        Action::Discard(_) | Action::ConcealedKong(_) | Action::AddedKong(_) => false,
    }
}

/// Whether `tile`, drawn or from `giver`, makes a hand of enough points.
fn wins(deal: &Deal, seat: Seat, tile: Tile, giver: Option<Seat>) -> bool {
    let table = deal.table();
    let hand = deal.hand(seat);
    let mut concealed: TileCounts = *hand.concealed();
    if giver.is_some() {
        concealed.add(tile);
    }
    let melds: Melds = *hand.melds();
    if !table.rules().shapes().is_complete(&concealed, melds.len()) {
        return false;
    }
    let robbing = matches!(table.phase(), Phase::Rob { .. });
    let mut face_up =
        Seat::ALL.iter().flat_map(|s| table.discards().river(*s)).filter(|t| *t == tile).count();
    for seat in Seat::ALL {
        let open = deal.hand(seat).melds().iter().filter(|m| m.is_open());
        face_up += open.flat_map(|m| m.tiles()).filter(|t| *t == tile).count();
    }
    if giver.is_some() && !robbing {
        // The live tile lies in the river.
        face_up -= 1;
    }
    let context = WinContext {
        prevalent: table.prevalent(),
        seat: seat.wind(),
        self_drawn: giver.is_none(),
        last_of_kind: face_up == 3,
        last_wall_tile: left(deal, giver.unwrap_or(seat).next()) == 0,
        kong: if giver.is_none() { table.kong_replacement() } else { robbing },
        flowers: table.flowers(seat).count() as u8,
        declared_ready: table.declared_ready(seat),
        // The last copy in a closed or edge wait gives the right to win by itself (other_rule_sets.md 8a).
        competition: mcr_engine::scoring::CompetitionContext {
            pung_lies_open: Seat::ALL.iter().any(|other| {
                let mut melds = deal.hand(*other).melds().iter();
                melds.any(|m| m.kind() == MeldKind::Pung && m.tile() == tile)
            }),
            ..Default::default()
        },
    };
    let winning = WinningHand { concealed, melds, winning_tile: tile };
    let minimum = table.rules().minimum_points;
    score_sheet(&winning, &context, table.rules()).is_some_and(|sheet| sheet.score.points() >= minimum)
}
