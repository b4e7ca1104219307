//! A position around one hand: what the seat cannot see is filled in somehow.

use anyhow::{Context, anyhow, bail};
use mcr_engine::{
    BySeat, Deal, Discard, RuleSet, Seat, Setup, SetupHand, SetupMoment, SetupWall, Tile, Wall, WallLayout,
    notation::hand_string::HandString,
};

/// The deal at the moment of the hand's seat: its turn, or the left neighbour's discard `offered`.
pub(super) fn deal(
    rules: &RuleSet,
    hand: &HandString,
    seen: &[Tile],
    offered: Option<Tile>,
) -> anyhow::Result<Deal> {
    let me = Seat::ALL[hand.context.seat as usize];
    let mut pool: Vec<Tile> = Wall::shuffled(rules, 0, 0).tiles().to_vec();
    pool.sort_unstable();
    let mut take = |tile: Tile| {
        let place = pool.iter().position(|t| *t == tile);
        place.map(|place| pool.remove(place)).ok_or_else(|| anyhow!("more copies of {tile} than there are"))
    };
    let mut setup = Setup::empty(*rules, hand.context.prevalent);
    let mut concealed: Vec<Tile> = hand.concealed.iter().collect();
    // A hand of fourteen is read with its last tile apart or not; the position holds all of them.
    if let Some(tile) = hand.winning_tile
        && (concealed.len() + 3 * hand.melds.len()) % 3 == 1
    {
        concealed.push(tile);
    }
    let melds: Vec<_> = hand.melds.iter().collect();
    for tile in concealed.iter().copied().chain(melds.iter().flat_map(|meld| meld.tiles())) {
        take(tile)?;
    }
    for tile in seen.iter().copied().chain(offered) {
        take(tile)?;
    }
    let flowers: Vec<Tile> = pool.iter().copied().filter(|t| t.is_flower()).collect();
    let flowers = flowers.into_iter().take(usize::from(hand.context.flowers)).collect::<Vec<_>>();
    pool.retain(|tile| !flowers.contains(tile));
    // The discards went round, the last of them by the left neighbour.
    let count = seen.len();
    let giver = |from_last: usize| Seat::ALL[(me.index() + 7 - from_last % 4) % 4];
    let extra = usize::from(offered.is_some());
    setup.discards =
        seen.iter().enumerate().map(|(i, t)| Discard::new(giver(count - 1 - i + extra), *t, false)).collect();
    setup.discards.extend(offered.map(|tile| Discard::new(giver(0), tile, false)));
    setup.moment = match (offered, hand.winning_tile.or(concealed.last().copied())) {
        (Some(_), _) => SetupMoment::Claim,
        (None, Some(drawn)) => SetupMoment::Turn { seat: me, drawn, kong: false },
        (None, None) => bail!("no tile to discard"),
    };
    let expected = 14 - 3 * melds.len() - extra;
    if concealed.len() != expected {
        let hint = if offered.is_none() { "; give --offered TILE to ask about a claim" } else { "" };
        bail!("{} concealed tiles, expected {expected}{hint}", concealed.len());
    }
    setup.hands[me] = SetupHand { concealed, melds, flowers, declared_ready: false };
    for seat in me.others() {
        let (hidden, flowers): (Vec<Tile>, Vec<Tile>) = pool.iter().partition(|t| !t.is_flower());
        if hidden.len() < 13 {
            bail!("--seen: {} tiles, which leaves too few for the other hands", seen.len());
        }
        setup.hands[seat].concealed = hidden[..13].to_vec();
        pool = hidden[13..].iter().copied().chain(flowers).collect();
    }
    setup.wall = match rules.wall {
        WallLayout::Shared => SetupWall::Shared(pool),
        WallLayout::PerSeat => {
            let quarter = pool.len() / 4;
            SetupWall::PerSeat(BySeat::from_fn(|seat| {
                let from = seat.index() * quarter;
                let to = if seat == Seat::North { pool.len() } else { from + quarter };
                pool[from..to].to_vec()
            }))
        }
    };
    setup
        .deal(&mut ())
        .map_err(|faults| anyhow!(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")))
        .context("this is no position")
}
