//! Worked sessions of the 2012 competition code: `tests/data/sessions/*.txt`, with the arithmetic in their comments.

use crate::{
    chips::CODE,
    story::{Script, Story},
};
use mcr_engine::{Action, BySeat, Seat, SessionState, Standing};

/// A session file being played.
struct Session {
    state: SessionState,
    /// The lines of the deal that is to come.
    wall: String,
    story: Option<Story>,
}

impl Session {
    fn story(&mut self) -> &mut Story {
        if self.story.is_none() {
            self.story = Some(Script::new(CODE, &self.wall).deal_in(self.state.standing()));
        }
        self.story.as_mut().expect("a deal")
    }

    /// Chips by player.
    fn stacks(&self) -> [i16; 4] {
        let standing = match &self.story {
            Some(story) => *story.deal.standing(),
            None => self.state.standing(),
        };
        let mut stacks = [0; 4];
        for (seat, player) in self.state.players().iter() {
            stacks[*player] = standing.stacks[seat];
        }
        stacks
    }

    /// The deal is over; who deals next, in words.
    fn next(&mut self) -> String {
        let story = self.story.take().expect("a deal");
        let outcome = story.deal.outcome().expect("the deal is over");
        self.state.take(outcome, story.deal.standing());
        self.wall.clear();
        if self.state.is_over() {
            return "over".to_owned();
        }
        let double = if self.state.standing().doubled { ", double" } else { "" };
        format!("player {}{double}", self.state.players()[Seat::East] + 1)
    }
}

fn numbers(text: &str) -> [i16; 4] {
    let all: Vec<i16> = text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    all.try_into().expect("four numbers")
}

fn play(name: &str, text: &str) {
    let rules = CODE.session.expect("sessions");
    let mut session = Session { state: SessionState::new(rules, 0), wall: String::new(), story: None };
    let mut begun = false;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(':').unwrap_or((line, ""));
        match word {
            "stacks" if !begun => {
                let standing = Standing { stacks: BySeat(numbers(rest)), ..Standing::even(0) };
                session.state = SessionState::new(rules, 0).with_standing(standing);
                begun = true;
            }
            "stacks" => assert_eq!(session.stacks(), numbers(rest), "{name}: {line}"),
            "deal" => assert!(session.story.is_none(), "{name}: the deal before goes on"),
            "play" => {
                session.story().play(rest);
            }
            "refused" => {
                let seat = crate::story::seat(&rest.trim()[..1]);
                assert!(!session.story().deal.legal(seat).contains(Action::Hu), "{name}: {line}");
            }
            "next" => assert_eq!(session.next(), rest.trim(), "{name}: {line}"),
            _ => {
                session.wall.push_str(line);
                session.wall.push('\n');
            }
        }
    }
    assert!(session.story.is_none(), "{name}: ends in the middle of a deal");
}

#[test]
fn doubling() {
    play("doubling", include_str!("../data/sessions/doubling.txt"));
}

#[test]
fn liability() {
    play("liability", include_str!("../data/sessions/liability.txt"));
}

#[test]
fn empty_stacks() {
    play("empty-stacks", include_str!("../data/sessions/empty-stacks.txt"));
}

#[test]
fn a_forbidden_end() {
    play("forbidden-end", include_str!("../data/sessions/forbidden-end.txt"));
}

#[test]
fn several_winners() {
    play("several-winners", include_str!("../data/sessions/several-winners.txt"));
}

fn exhausted(state: &mut SessionState) {
    let outcome = mcr_engine::Outcome { kind: mcr_engine::OutcomeKind::Exhausted, points: BySeat([0; 4]) };
    state.take(&outcome, &state.standing());
}

/// "A round ends when everyone has lost the deal once"; "Sessions of 4 rounds or 2 rounds".
#[test]
fn a_session_ends_with_its_rounds() {
    for (rules, deals) in
        [(mcr_engine::rules::Session::FOUR_ROUNDS, 16), (mcr_engine::rules::Session::TWO_ROUNDS, 8)]
    {
        let mut state = SessionState::new(rules, 2);
        for deal in 0..deals {
            assert!(!state.is_over());
            assert_eq!(state.players()[Seat::East], (2 + deal) % 4, "draw: the deal moves on");
            assert_eq!(state.prevalent() as usize, deal / 4);
            exhausted(&mut state);
        }
        assert!(state.is_over());
        assert_eq!(state.scores(), [100; 4]);
    }
}
