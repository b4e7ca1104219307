//! What an answer of the protocol means where a deal stands.

use mcr_agents::Misanswer;
use mcr_engine::{
    Action, Deal, Ruling, Seat, Tile,
    notation::botzone::{Reply, chow_around},
};

/// What a seat answered, before anybody asked whether it may.
pub(crate) type Heard = Result<Reply, Misanswer>;

/// An answer, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Nothing, where nothing is due.
    Pass,
    /// A legal action, with the discard announced together with a chow or pung.
    Act(Action, Option<Tile>),
    /// Something else.
    Wrong(Wrong),
}

/// An answer against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// This action, which is not legal.
    Action(Action),
    /// A set that the live tile does not belong to.
    NoSet,
    /// A claim where no tile can be claimed.
    NothingLive,
    /// A set that may be claimed, with a discard that is not there.
    Discard(Action),
    /// No answer of the protocol.
    Nothing,
}

impl Wrong {
    /// What a referee rules on it (rules/mcr.md 7).
    pub(crate) fn ruling(self, deal: &Deal, seat: Seat) -> Ruling {
        match self {
            Wrong::Action(action) => deal.ruling_on(seat, Some(action)),
            Wrong::NoSet => Ruling::InvalidMeld,
            // Announced, but not possible or not carried out.
            Wrong::NothingLive | Wrong::Discard(_) => Ruling::EmptyClaim,
            Wrong::Nothing => deal.ruling_on(seat, None),
        }
    }
}

/// Reads the answer of `seat`.
pub(crate) fn read(deal: &Deal, seat: Seat, heard: &Heard) -> Reading {
    let Ok(reply) = heard else { return Reading::Wrong(Wrong::Nothing) };
    let live = deal.table().live_tile().map(|(tile, _)| tile);
    let claim = |make: &dyn Fn(Tile) -> Action, discard| match live {
        Some(tile) => may(deal, seat, make(tile), discard),
        None => Reading::Wrong(Wrong::NothingLive),
    };
    match *reply {
        Reply::Pass if deal.legal(seat).is_empty() || deal.legal(seat).contains(Action::Pass) => {
            Reading::Pass
        }
        Reply::Pass => Reading::Wrong(Wrong::Nothing),
        Reply::Hu => may(deal, seat, Action::Hu, None),
        Reply::Play(tile) => may(deal, seat, Action::Discard(tile), None),
        Reply::ConcealedKong(tile) => may(deal, seat, Action::ConcealedKong(tile), None),
        Reply::AddedKong(tile) => may(deal, seat, Action::AddedKong(tile), None),
        Reply::MeldedKong => claim(&Action::MeldedKong, None),
        Reply::Pung { discard } => claim(&Action::Pung, Some(discard)),
        Reply::Chow { middle, discard } => {
            let Some(live) = live else { return Reading::Wrong(Wrong::NothingLive) };
            match chow_around(middle, live) {
                Some((lowest, position)) => may(deal, seat, Action::Chow { lowest, position }, Some(discard)),
                None => Reading::Wrong(Wrong::NoSet),
            }
        }
    }
}

fn may(deal: &Deal, seat: Seat, action: Action, discard: Option<Tile>) -> Reading {
    if !action.is_valid() || !deal.legal(seat).contains(action) {
        return Reading::Wrong(Wrong::Action(action));
    }
    if discard.is_some_and(|discard| !leaves(deal, seat, action, discard)) {
        return Reading::Wrong(Wrong::Discard(action));
    }
    Reading::Act(action, discard)
}

/// Whether `seat` still holds `discard` once it has made its claim.
fn leaves(deal: &Deal, seat: Seat, claim: Action, discard: Tile) -> bool {
    if discard.is_flower() {
        return false;
    }
    let used = match (claim, deal.table().live_tile()) {
        (Action::Pung(tile), _) if tile == discard => 2,
        (Action::Chow { lowest, .. }, Some((claimed, _))) => {
            let in_run = discard.index().wrapping_sub(lowest.index()) < 3;
            u8::from(in_run && discard != claimed)
        }
        _ => 0,
    };
    deal.hand(seat).concealed().get(discard) > used
}

/// What is done for a seat whose answer does not count: it passes, or discards what it drew, or its last tile.
pub(crate) fn stand_in(deal: &Deal, seat: Seat) -> Action {
    let legal = deal.legal(seat);
    if legal.contains(Action::Pass) {
        return Action::Pass;
    }
    let drawn = deal.hand(seat).drawn().map(Action::Discard).filter(|action| legal.contains(*action));
    drawn.unwrap_or_else(|| legal.discards().into_iter().last().map_or(Action::Pass, Action::Discard))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcr_engine::{RuleSet, Wall, Wind};

    #[test]
    fn answers_are_read_where_the_deal_stands() {
        let wall = Wall::shuffled(&RuleSet::BOTZONE, 1, 0);
        let deal = Deal::new(&RuleSet::BOTZONE, Wind::East, wall, &mut ());
        let drawn = deal.hand(Seat::East).drawn().unwrap();
        let read = |seat, reply: &str| read(&deal, seat, &Ok(reply.parse().unwrap()));
        assert_eq!(read(Seat::South, "PASS"), Reading::Pass);
        assert_eq!(read(Seat::East, "PASS"), Reading::Wrong(Wrong::Nothing));
        assert_eq!(read(Seat::East, "HU"), Reading::Wrong(Wrong::Action(Action::Hu)));
        let play = format!("PLAY {}", mcr_engine::notation::botzone::TileCode(drawn));
        assert_eq!(read(Seat::East, &play), Reading::Act(Action::Discard(drawn), None));
        assert_eq!(read(Seat::South, &play), Reading::Wrong(Wrong::Action(Action::Discard(drawn))));
        assert_eq!(
            read(Seat::East, "PLAY H1"),
            Reading::Wrong(Wrong::Action(Action::Discard(Tile::flower(0))))
        );
        assert_eq!(read(Seat::South, "CHI W2 W1"), Reading::Wrong(Wrong::NothingLive));
        assert_eq!(stand_in(&deal, Seat::East), Action::Discard(drawn));
    }
}
