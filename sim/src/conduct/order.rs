//! In which order the league's judge looks at the four answers, and whose is the first against the rules.
//!
//! Once a claim is accepted the answers after it are not looked at, so that an illegal one may go unpunished.

use super::reading::{Reading, Wrong};
use mcr_engine::{Action, BySeat, Phase, Seat};

/// The seat whose answer ends the deal in this phase; `None` when play goes on.
pub(crate) fn first_foul(phase: Phase, readings: &BySeat<Reading>) -> Option<Seat> {
    match phase {
        Phase::Claim { from, .. } => foul_at_claims(from, readings),
        Phase::Rob { from, .. } => foul_at_robbing(from, readings),
        _ => Seat::ALL.into_iter().find(|seat| is_wrong(&readings[*seat])),
    }
}

/// The seat that says anything to a message nobody has to answer; its maker is looked at first.
pub(crate) fn first_word(from: Option<Seat>, readings: &BySeat<Reading>) -> Option<Seat> {
    let first = from.unwrap_or(Seat::East);
    (0..4).map(|steps| first.after(steps)).find(|seat| readings[*seat] != Reading::Pass)
}

fn is_wrong(reading: &Reading) -> bool {
    matches!(reading, Reading::Wrong(_))
}

/// First the discarder, who must pass; then hu in turn order; pungs and kongs by seat; chows and all the rest by seat.
fn foul_at_claims(from: Seat, readings: &BySeat<Reading>) -> Option<Seat> {
    if readings[from] != Reading::Pass {
        return Some(from);
    }
    let first = |seats: &[Seat], is: fn(Action) -> bool| {
        seats.iter().copied().find(|seat| action(&readings[*seat]).is_some_and(is))
    };
    let hu = first(&from.others(), |action| action == Action::Hu);
    let same = |action| matches!(action, Action::Pung(_) | Action::MeldedKong(_) | Action::ConcealedKong(_));
    let claimer = hu.or_else(|| first(&Seat::ALL, same));
    match claimer {
        Some(seat) => is_wrong(&readings[seat]).then_some(seat),
        None => {
            let said = Seat::ALL.into_iter().find(|seat| readings[*seat] != Reading::Pass)?;
            is_wrong(&readings[said]).then_some(said)
        }
    }
}

/// The kong's maker first, then the others in turn order; a hu that is accepted ends the looking.
fn foul_at_robbing(from: Seat, readings: &BySeat<Reading>) -> Option<Seat> {
    let said = first_word(Some(from), readings)?;
    (said == from || is_wrong(&readings[said])).then_some(said)
}

/// The action a seat named, legal or not.
fn action(reading: &Reading) -> Option<Action> {
    match reading {
        Reading::Act(action, _) | Reading::Wrong(Wrong::Action(action) | Wrong::Discard(action)) => {
            Some(*action)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_engine::Tile;

    const CLAIM: Phase = Phase::Claim { tile: Tile::EAST, from: Seat::West };
    const ROB: Phase = Phase::Rob { tile: Tile::EAST, from: Seat::West };
    const PUNG: Action = Action::Pung(Tile::EAST);
    const CHOW: Action = Action::Chow { lowest: Tile::EAST, position: 0 };

    const fn act(action: Action) -> Reading {
        Reading::Act(action, None)
    }

    const fn wrong(action: Action) -> Reading {
        Reading::Wrong(Wrong::Action(action))
    }

    #[test]
    fn answers_after_an_accepted_claim_are_not_looked_at() {
        use Reading::Pass;
        let garbage = || Reading::Wrong(Wrong::Nothing);
        for (phase, readings, expected) in [
            // Who discarded must pass, whatever the others say.
            (CLAIM, [act(Action::Hu), Pass, garbage(), Pass], Some(Seat::West)),
            // North is asked before east: its false hu counts, and its true one hides the others' faults.
            (CLAIM, [act(Action::Hu), Pass, Pass, wrong(Action::Hu)], Some(Seat::North)),
            (CLAIM, [wrong(Action::Hu), garbage(), Pass, act(Action::Hu)], None),
            (CLAIM, [Pass, act(PUNG), Pass, garbage()], None),
            (CLAIM, [wrong(PUNG), act(PUNG), Pass, garbage()], Some(Seat::East)),
            (CLAIM, [Pass, garbage(), Pass, act(CHOW)], Some(Seat::South)),
            (CLAIM, [act(CHOW), garbage(), Pass, Pass], None),
            (CLAIM, [Pass, Pass, Pass, Reading::Wrong(Wrong::NoSet)], Some(Seat::North)),
            (ROB, [garbage(), Pass, Pass, act(Action::Hu)], None),
            (ROB, [act(Action::Hu), Pass, Pass, garbage()], Some(Seat::North)),
            (ROB, [Pass, Pass, act(Action::Hu), Pass], Some(Seat::West)),
            (Phase::Turn { seat: Seat::South }, [Pass, act(Action::Hu), Pass, garbage()], Some(Seat::North)),
        ] {
            assert_eq!(first_foul(phase, &BySeat(readings.clone())), expected, "{phase:?} {readings:?}");
        }
    }
}
