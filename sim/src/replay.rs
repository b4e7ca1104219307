//! Playing logged deals again.

use crate::{
    log::{
        DealRow, StepRow,
        moves::{Move, MoveBytes},
    },
    play::{Answer, begin, drive},
};
use mcr_engine::{
    Action, ActionSet, BySeat, Deal, Event, EventSink, Hand, IllegalAction, Observation, Outcome, Phase,
    RuleSet, Seat, SeatSet, Standing, Tile, Wall, WallError,
};

/// Why a logged deal cannot be played again as it stands.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReplayFault {
    /// The row has neither a seed nor a wall.
    #[error("neither a seed nor a wall is logged")]
    NoWall,
    /// The logged wall is none of the rule set.
    #[error(transparent)]
    Wall(#[from] WallError),
    /// The engine refuses an answer.
    #[error(transparent)]
    Refused(#[from] IllegalAction),
    /// A move does not go with the moment.
    #[error("move {number}: {found:?}, but {seat:?} is asked in phase {phase:?}")]
    Move {
        /// Its number, from 0.
        number: usize,
        /// What is logged.
        found: Move,
        /// Who is asked.
        seat: Seat,
        /// Where the deal stands.
        phase: Phase,
    },
    /// The moves end before the deal does.
    #[error("the log ends after {moves} moves, the deal does not")]
    Short {
        /// How many moves are logged.
        moves: usize,
    },
    /// The same answers make other moves.
    #[error("move {number} is logged as {logged:?}, replayed as {replayed:?}")]
    Differs {
        /// The first that differs, from 0.
        number: usize,
        /// What is logged; nothing past the end.
        logged: Option<Move>,
        /// What the replay does.
        replayed: Option<Move>,
    },
    /// A decision is missing in the steps, or not where it should be.
    #[error("step {number}: {found}, expected {expected}")]
    Step {
        /// Its number in the deal, from 0.
        number: usize,
        /// What is logged.
        found: String,
        /// What the replay has there.
        expected: String,
    },
}

/// A deal that was played again.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The hands at the first decision.
    pub opening: BySeat<Hand>,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// Every real choice, in order: the rows of the steps.
    pub decisions: Vec<Decision>,
    /// The hands at the end.
    pub closing: BySeat<Hand>,
    /// How it ended.
    pub outcome: Outcome,
    /// How the players of a session stand after it.
    pub standing: Standing,
}

/// A choice among legal actions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// How many events had happened.
    pub events: usize,
    /// Who chose.
    pub seat: Seat,
    /// Among what.
    pub legal: ActionSet,
    /// What; a claim that lost to another's shows as passing when only the moves were logged.
    pub action: Action,
}

/// Keeps events and the bytes of their moves.
#[derive(Default)]
struct Recorder {
    events: Vec<Event>,
    moves: MoveBytes,
}

impl EventSink for Recorder {
    fn record(&mut self, event: Event) {
        self.events.push(event);
        self.moves.record(event);
    }
}

/// The wall of a logged deal.
///
/// # Errors
/// When the row does not say, or names no wall of the rule set.
pub fn wall(rules: &RuleSet, row: &DealRow) -> Result<Wall, ReplayFault> {
    match (&row.wall, row.seed) {
        (Some(tiles), _) => Ok(Wall::from_tiles(rules, tiles)?),
        (None, Some(seed)) => Ok(Wall::shuffled(rules, seed, row.deal)),
        (None, None) => Err(ReplayFault::NoWall),
    }
}

/// Plays a deal again from its wall and moves.
///
/// # Errors
/// When a move is not legal at its moment, or the deal goes on other than logged.
pub fn replay_moves(rules: &RuleSet, row: &DealRow) -> Result<Replayed, ReplayFault> {
    watch_moves(rules, row, |_, _| ())
}

/// The same, showing `watch` every decision: what the seat saw and what it did. Of claims that lost to a higher one
/// nothing is logged; they are shown as passed.
///
/// # Errors
/// As [`replay_moves`].
pub fn watch_moves(
    rules: &RuleSet,
    row: &DealRow,
    mut watch: impl FnMut(&Observation<'_>, Action),
) -> Result<Replayed, ReplayFault> {
    replay(rules, row, |deal, seat, recorder| {
        let answer = by_moves(row, deal, seat, recorder)?;
        if let Answer::Act(action) = answer
            && deal.legal(seat).len() > 1
        {
            watch(&deal.observe(seat), action);
        }
        Ok(answer)
    })
}

/// Plays a deal again, by its steps if they are given, and shows `watch` every decision as it is taken: the deal, who
/// decides, and what. What cannot be known from moves alone is `None`: the answer of a seat that might have claimed a
/// tile that another got, since claims that lose leave no move.
///
/// # Errors
/// As [`replay_moves`] and [`replay_steps`].
pub fn watch_deal(
    rules: &RuleSet,
    row: &DealRow,
    steps: Option<&[StepRow]>,
    mut watch: impl FnMut(&Deal, Seat, Option<Action>),
) -> Result<Replayed, ReplayFault> {
    let mut taken = 0;
    let replayed = replay(rules, row, |deal, seat, recorder| {
        let (answer, known) = match steps {
            Some(steps) => (by_steps(row, steps, &mut taken, deal, seat, recorder)?, true),
            None => {
                let next = logged(row, recorder.moves.as_slice().len());
                (
                    by_moves(row, deal, seat, recorder)?,
                    next.is_none_or(|next| !goes_to_another(next, deal, seat)),
                )
            }
        };
        if let Answer::Act(action) = answer
            && deal.legal(seat).len() > 1
        {
            watch(deal, seat, known.then_some(action));
        }
        Ok(answer)
    })?;
    match steps.and_then(|steps| steps.get(taken)) {
        None => Ok(replayed),
        Some(step) => Err(surplus(taken, step)),
    }
}

/// Whether `next` gives a live tile to another seat than `seat`.
fn goes_to_another(next: Move, deal: &Deal, seat: Seat) -> bool {
    let Some((_, from)) = deal.table().live_tile() else { return false };
    match next {
        Move::Chow { .. } => from.next() != seat,
        Move::Pung { seat: claimer } | Move::MeldedKong { seat: claimer } | Move::Hu { seat: claimer } => {
            claimer != seat
        }
        _ => false,
    }
}

/// What `seat` answered by the moves.
fn by_moves(row: &DealRow, deal: &Deal, seat: Seat, recorder: &Recorder) -> Result<Answer, ReplayFault> {
    let done = recorder.moves.as_slice().len();
    let next = logged(row, done).ok_or(ReplayFault::Short { moves: row.events.len() })?;
    let phase = deal.table().phase();
    let next = match next {
        // Several may win on one tile.
        Move::Hu { .. } if wins(row, done).any(|winner| winner == seat) => Move::Hu { seat },
        // Hanging is announced first, and shows with the discard that follows.
        Move::Hang { .. } if !deal.legal(seat).contains(Action::Pass) => {
            logged(row, done + 1).ok_or(ReplayFault::Short { moves: row.events.len() })?
        }
        next => next,
    };
    answer(next, phase, seat).ok_or(ReplayFault::Move { number: done, found: next, seat, phase })
}

/// A deal played again with every answer: the number of the event that came of it, who answered, what.
pub(crate) type WithAnswers = (Replayed, Vec<(usize, Seat, Answer)>);

/// Plays a deal again and tells what everybody answered: by its steps, or without them by its moves, which leave out
/// claims that lost.
pub(crate) fn answers(
    rules: &RuleSet,
    row: &DealRow,
    steps: Option<&[StepRow]>,
) -> Result<WithAnswers, ReplayFault> {
    let mut given = Vec::new();
    let mut taken = 0;
    let replayed = replay(rules, row, |deal, seat, recorder| {
        let answer = match steps {
            Some(steps) => by_steps(row, steps, &mut taken, deal, seat, recorder),
            None => by_moves(row, deal, seat, recorder),
        }?;
        given.push((recorder.events.len(), seat, answer));
        Ok(answer)
    })?;
    Ok((replayed, given))
}

/// Plays a deal again from its wall and logged decisions, and compares each: who was asked, what was legal.
///
/// # Errors
/// When a decision is not where it should be, or the moves that follow are not those logged.
pub fn replay_steps(rules: &RuleSet, row: &DealRow, steps: &[StepRow]) -> Result<Replayed, ReplayFault> {
    let mut taken = 0;
    let replayed =
        replay(rules, row, |deal, seat, recorder| by_steps(row, steps, &mut taken, deal, seat, recorder))?;
    match steps.get(taken) {
        None => Ok(replayed),
        Some(step) => Err(surplus(taken, step)),
    }
}

/// A step after the end.
fn surplus(number: usize, step: &StepRow) -> ReplayFault {
    let found = format!("{:?} of {:?}", step.action, step.seat);
    ReplayFault::Step { number, found, expected: "the end of the deal".into() }
}

/// What `seat` answered by the steps, `taken` of which were taken before.
fn by_steps(
    row: &DealRow,
    steps: &[StepRow],
    taken: &mut usize,
    deal: &Deal,
    seat: Seat,
    recorder: &Recorder,
) -> Result<Answer, ReplayFault> {
    let legal = deal.legal(seat);
    // An answer against the rules is no step.
    let (phase, done) = (deal.table().phase(), recorder.moves.as_slice().len());
    match (logged(row, done), steps.get(*taken)) {
        (Some(next @ (Move::Foul { .. } | Move::FoulInTurn | Move::FoulOutOfTurn { .. })), None)
        | (Some(next @ Move::Ruling { .. }), _) => {
            if let Some(answer) = answer(next, phase, seat) {
                return Ok(answer);
            }
        }
        _ => {}
    }
    if let (1, Some(only)) = (legal.len(), legal.nth(0)) {
        return Ok(Answer::Act(only));
    }
    let action = check_step(steps.get(*taken), *taken, seat, legal)?;
    *taken += 1;
    Ok(Answer::Act(action))
}

/// The action of a logged step that is the decision of `seat` among `legal`.
fn check_step(
    step: Option<&StepRow>,
    number: usize,
    seat: Seat,
    legal: ActionSet,
) -> Result<Action, ReplayFault> {
    let fault = |found: String, expected: String| Err(ReplayFault::Step { number, found, expected });
    let Some(step) = step else {
        return fault("nothing".into(), format!("a decision of {seat:?} among {legal:?}"));
    };
    if (usize::from(step.step), step.seat) != (number, seat) {
        return fault(format!("step {} of {:?}", step.step, step.seat), format!("step {number} of {seat:?}"));
    }
    if step.legal != legal {
        return fault(format!("legal {:?}", step.legal), format!("{legal:?}"));
    }
    if !legal.contains(step.action) {
        return fault(format!("{:?}", step.action), format!("one of {legal:?}"));
    }
    Ok(step.action)
}

/// Plays a deal with the answers of `answer`, which is told what was played before, and compares the moves.
fn replay(
    rules: &RuleSet,
    row: &DealRow,
    mut answer: impl FnMut(&Deal, Seat, &Recorder) -> Result<Answer, ReplayFault>,
) -> Result<Replayed, ReplayFault> {
    let mut recorder = Recorder::default();
    let standing = row.session.map(|place| place.standing);
    let mut deal = begin(rules, row.prevalent, wall(rules, row)?, standing, &mut recorder);
    if row.events.iter().any(|byte| Move::from_byte(*byte).is_some_and(Move::is_misconduct)) {
        // Whoever answered against the rules may have had no choice at that moment.
        deal.attend(SeatSet::ALL);
    }
    let hands = |deal: &Deal| BySeat::from_fn(|seat| *deal.hand(seat));
    let opening = hands(&deal);
    let mut decisions = Vec::new();
    drive(&mut deal, &mut recorder, |deal, seat, recorder: &Recorder| {
        let answer = answer(deal, seat, recorder)?;
        let legal = deal.legal(seat);
        if let (Answer::Act(action), true) = (answer, legal.len() > 1) {
            decisions.push(Decision { events: recorder.events.len(), seat, legal, action });
        }
        Ok::<_, ReplayFault>(answer)
    })?;
    let replayed = recorder.moves.as_slice();
    if replayed != row.events {
        let same = replayed.iter().zip(&row.events).take_while(|(a, b)| a == b).count();
        return Err(ReplayFault::Differs {
            number: same,
            logged: logged(row, same),
            replayed: replayed.get(same).copied().and_then(Move::from_byte),
        });
    }
    match deal.outcome() {
        Some(outcome) => {
            let (events, closing) = (recorder.events, hands(&deal));
            let standing = *deal.standing();
            Ok(Replayed { opening, events, decisions, closing, outcome: *outcome, standing })
        }
        None => Err(ReplayFault::Short { moves: row.events.len() }),
    }
}

fn logged(row: &DealRow, number: usize) -> Option<Move> {
    row.events.get(number).copied().and_then(Move::from_byte)
}

/// Who wins on the live tile from move `number` on.
fn wins(row: &DealRow, number: usize) -> impl Iterator<Item = Seat> {
    (number..).map_while(|number| match logged(row, number) {
        Some(Move::Hu { seat }) => Some(seat),
        _ => None,
    })
}

/// What `seat` answered when it was asked in `phase` and `next` was the next move; `None` when it cannot be.
fn answer(next: Move, phase: Phase, seat: Seat) -> Option<Answer> {
    match next {
        Move::Ruling { seat, ruling } => return Some(Answer::Ruling { seat, ruling }),
        Move::FoulOutOfTurn { seat } => return Some(Answer::Foul { seat }),
        _ => {}
    }
    let action = match (phase, next) {
        (Phase::Turn { .. } | Phase::AfterClaim { .. }, next) => match next {
            Move::Discard { tile, .. } => Action::Discard(tile),
            Move::ConcealedKong { tile } => Action::ConcealedKong(tile),
            Move::AddedKong { tile } => Action::AddedKong(tile),
            Move::SelfDraw => Action::Hu,
            Move::FoulInTurn => return Some(Answer::Foul { seat }),
            Move::Hang { .. } => Action::Pass,
            _ => return None,
        },
        (_, Move::Foul { seat }) => return Some(Answer::Foul { seat }),
        (_, Move::Hu { seat: winner }) if winner == seat => Action::Hu,
        // All three would rob the kong.
        (Phase::Rob { .. }, Move::Void) => Action::Hu,
        (Phase::Claim { tile, from }, next) => claim(next, tile, from, seat),
        _ => Action::Pass,
    };
    Some(Answer::Act(action))
}

/// What `seat` answered to a live discard. Claims that lost to a higher one leave no move; passing instead comes
/// to the same.
fn claim(next: Move, tile: Tile, from: Seat, seat: Seat) -> Action {
    match next {
        Move::Chow { position } if seat == from.next() => tile
            .index()
            .checked_sub(usize::from(position))
            .and_then(Tile::from_index)
            .map_or(Action::Pass, |lowest| Action::Chow { lowest, position }),
        Move::Pung { seat: claimer } if claimer == seat => Action::Pung(tile),
        Move::MeldedKong { seat: claimer } if claimer == seat => Action::MeldedKong(tile),
        _ => Action::Pass,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        log::Ending,
        play::{DealPlayer, build},
    };
    use mcr_agents::Registry;

    fn played(rules: RuleSet, count: u64) -> Vec<(DealRow, Vec<StepRow>)> {
        let specs = BySeat::from_fn(|_| Registry::standard().parse("random").unwrap());
        let player = DealPlayer::new(rules, 5, &specs);
        let mut players = build(&specs);
        let mut play = |number| {
            let mut steps = Vec::new();
            let row = player.play(number, &mut players, Some(&mut steps)).unwrap();
            (row, steps)
        };
        (0..count).map(&mut play).collect()
    }

    #[test]
    fn moves_and_steps_replay_to_the_same_deal() {
        for (_, rules) in RuleSet::PRESETS {
            for (row, steps) in played(rules, 60) {
                let by_moves = replay_moves(&rules, &row).unwrap();
                let by_steps = replay_steps(&rules, &row, &steps).unwrap();
                assert_eq!(by_moves.events, by_steps.events);
                assert_eq!(by_moves.outcome, by_steps.outcome);
                assert_eq!(Ending::from(&by_moves.outcome.kind), row.ending);
                assert_eq!(by_moves.outcome.points, row.points);
            }
        }
    }

    /// What moves leave out is said to be unknown; what they tell is what was answered.
    #[test]
    fn watched_decisions_are_those_of_the_steps_or_unknown() {
        let mut unknown = 0;
        for (row, steps) in played(RuleSet::MCR, 60) {
            let (mut by_steps, mut by_moves) = (Vec::new(), Vec::new());
            let rules = RuleSet::MCR;
            watch_deal(&rules, &row, Some(&steps), |_, seat, action| by_steps.push((seat, action))).unwrap();
            watch_deal(&rules, &row, None, |_, seat, action| by_moves.push((seat, action))).unwrap();
            assert_eq!(by_steps.len(), by_moves.len());
            for (sure, guess) in by_steps.iter().zip(&by_moves) {
                assert!(sure == guess || guess.1.is_none(), "{sure:?} {guess:?}");
                unknown += usize::from(guess.1.is_none());
            }
            let fault = watch_deal(&rules, &row, Some(&steps[..steps.len() - 1]), |_, _, _| ());
            assert!(matches!(fault, Err(ReplayFault::Step { .. })));
        }
        assert!(unknown > 10);
    }

    #[test]
    fn a_changed_move_is_noticed() {
        let (row, _) = played(RuleSet::MCR, 1).remove(0);
        let mut lost = 0;
        for place in 0..row.events.len() {
            let mut changed = row.clone();
            changed.events[place] = if row.events[place] == 150 { 33 } else { 150 };
            lost += usize::from(replay_moves(&RuleSet::MCR, &changed).is_err());
        }
        assert_eq!(
            lost,
            row.events.len(),
            "a hu of north or a discard of 白 in place of any move is a fault"
        );
    }

    #[test]
    fn missing_moves_and_steps_are_named() {
        let (row, steps) = played(RuleSet::MCR, 1).remove(0);
        let mut short = row.clone();
        short.events.truncate(7);
        assert_eq!(replay_moves(&RuleSet::MCR, &short).unwrap_err(), ReplayFault::Short { moves: 7 });
        let fault = replay_steps(&RuleSet::MCR, &row, &steps[1..]).unwrap_err();
        assert!(matches!(fault, ReplayFault::Step { number: 0, .. }), "{fault}");
        let mut nowhere = row;
        nowhere.seed = None;
        assert_eq!(replay_moves(&RuleSet::MCR, &nowhere).unwrap_err(), ReplayFault::NoWall);
    }
}
