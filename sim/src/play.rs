//! Playing one deal.

use crate::{
    conduct::{self, Misconduct, Seats, Taken},
    log::{DealRow, Ending, Seating, StepRow, Win, WinBy, moves::MoveBytes, moves::turns},
};
use mcr_agents::{Agent, AgentSpec, Choice};
use mcr_engine::{
    Action, BySeat, Deal, DecisionRng, EventSink, FalseHuPolicy, Fan, IllegalAction, Observation, Outcome,
    OutcomeKind, RuleSet, Ruling, Seat, SeatSet, Wall, Wind, rng::agent_keys,
};
use std::sync::Arc;

/// An agent for each seat.
pub type Players = BySeat<Box<dyn Agent>>;

/// Fresh agents of these specs.
#[must_use]
pub fn build(specs: &BySeat<AgentSpec>) -> Players {
    BySeat::from_fn(|seat| specs[seat].build())
}

/// The prevalent wind of a numbered deal: four deals each, east first, as the rounds of a match go.
#[must_use]
pub fn prevalent_wind(deal: u64) -> Wind {
    Wind::ALL[(deal / 4 % 4) as usize]
}

/// A seat's answer when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// An action, which must be legal.
    Act(Action),
    /// Something against the rules, by this seat, which ends the deal.
    Foul {
        /// Who answered.
        seat: Seat,
    },
    /// Something against the rules, by this seat, which is ruled on; whoever is asked is asked again.
    Ruling {
        /// Who answered.
        seat: Seat,
        /// What it is ruled.
        ruling: Ruling,
    },
}

/// Asks a player whose randomness in this deal has this key. A choice against the rules is a foul where the rule set
/// has a price for it.
pub(crate) fn ask(player: &mut dyn Agent, view: &Observation<'_>, key: u64) -> (Choice, Answer) {
    let choice = ask_for(player, view, key);
    let foul = view.rules().false_hu == FalseHuPolicy::Botzone && !view.legal().contains(choice.action);
    (choice, if foul { Answer::Foul { seat: view.seat() } } else { Answer::Act(choice.action) })
}

/// What a player whose randomness in this deal has this key chooses.
pub(crate) fn ask_for(player: &mut dyn Agent, view: &Observation<'_>, key: u64) -> Choice {
    player.act(view, &mut DecisionRng::new(key, view.decision()))
}

/// Carries a deal to its end with the answers that `answer` gives, asking seats with a live tile to claim in
/// seat order; none sees another's answer.
///
/// # Errors
/// The first error of `answer`, or the first answer that the deal refuses.
pub fn drive<S: EventSink, E: From<IllegalAction>>(
    deal: &mut Deal,
    sink: &mut S,
    mut answer: impl FnMut(&Deal, Seat, &S) -> Result<Answer, E>,
) -> Result<(), E> {
    while let Some(seat) = deal.pending().first() {
        match answer(deal, seat, sink)? {
            Answer::Act(action) => deal.apply(seat, action, sink)?,
            Answer::Foul { seat } => deal.foul(seat, sink)?,
            Answer::Ruling { seat, ruling } => deal.rule(seat, ruling, sink)?,
        }
    }
    Ok(())
}

/// What a deal gave, before it is a row.
pub(crate) struct Played {
    pub(crate) moves: Vec<u8>,
    pub(crate) outcome: Outcome,
    pub(crate) misconduct: Vec<Misconduct>,
}

/// Plays one deal. Seats in `out` only pass and discard what they draw; every decision goes to `taken`.
///
/// # Errors
/// When a player answers against the rules and the rule set does not provide for it.
pub(crate) fn play_deal(
    rules: &RuleSet,
    prevalent: Wind,
    wall: Wall,
    keys: &BySeat<u64>,
    seats: &mut dyn Seats,
    out: SeatSet,
    mut taken: impl FnMut(Taken),
) -> Result<Played, IllegalAction> {
    let mut moves = MoveBytes::default();
    let mut deal = Deal::new(rules, prevalent, wall, &mut moves);
    let misconduct = if conduct::is_needed(rules, seats) || !out.is_empty() {
        conduct::conduct(&mut deal, &mut moves, seats, keys, out, &mut taken)?
    } else {
        drive(&mut deal, &mut moves, |deal, seat, _: &MoveBytes| {
            let view = deal.observe(seat);
            let legal = *view.legal();
            let (choice, answer) = ask(seats.at(seat), &view, keys[seat]);
            if let Answer::Act(_) = answer {
                taken(Taken { seat, legal, choice });
            }
            Ok::<_, IllegalAction>(answer)
        })?;
        Vec::new()
    };
    let Some(outcome) = deal.outcome() else { unreachable!("a deal nobody is asked in is over") };
    Ok(Played { moves: moves.into_bytes(), outcome: *outcome, misconduct })
}

/// Plays numbered deals of one run: the same deals in any order and on any thread.
#[derive(Clone, Debug)]
pub struct DealPlayer {
    rules: RuleSet,
    seed: u64,
    seating: Seating,
}

impl DealPlayer {
    /// For deals of the run with this seed.
    #[must_use]
    pub fn new(rules: RuleSet, seed: u64, agents: &BySeat<AgentSpec>) -> DealPlayer {
        let seating = Arc::new(BySeat::from_fn(|seat| agents[seat].to_string()));
        DealPlayer { rules, seed, seating }
    }

    /// Plays deal `number`. Its decisions go to `steps`, if anybody wants them.
    ///
    /// # Errors
    /// When a player answers against the rules and the rule set does not provide for it.
    pub fn play(
        &self,
        number: u64,
        players: &mut Players,
        steps: Option<&mut Vec<StepRow>>,
    ) -> Result<DealRow, IllegalAction> {
        self.play_noting(number, players, steps, &mut Vec::new())
    }

    /// Plays deal `number` and adds what was answered against the rules to `misconduct`.
    ///
    /// # Errors
    /// As [`DealPlayer::play`].
    pub fn play_noting(
        &self,
        number: u64,
        players: &mut Players,
        mut steps: Option<&mut Vec<StepRow>>,
        misconduct: &mut Vec<Misconduct>,
    ) -> Result<DealRow, IllegalAction> {
        let keys = agent_keys(self.seed, number);
        let prevalent = prevalent_wind(number);
        let wall = Wall::shuffled(&self.rules, self.seed, number);
        let mut step = 0;
        let taken = |Taken { seat, legal, choice }: Taken| {
            // A moment without a choice is no decision.
            if let (Some(steps), true) = (&mut steps, legal.len() > 1) {
                let (action, value) = (choice.action, choice.report.value);
                steps.push(StepRow { deal: number, step, seat, legal, action, value });
                step += 1;
            }
        };
        let played = play_deal(&self.rules, prevalent, wall, &keys, players, SeatSet::EMPTY, taken)?;
        misconduct.extend(played.misconduct.into_iter().map(|fault| Misconduct {
            deal: number,
            agent: self.seating.0[fault.seat].clone(),
            ..fault
        }));
        Ok(self.row(number, prevalent, played.moves, &played.outcome))
    }

    fn row(&self, deal: u64, prevalent: Wind, events: Vec<u8>, outcome: &Outcome) -> DealRow {
        DealRow {
            deal,
            seed: Some(self.seed),
            wall: None,
            prevalent,
            agents: Arc::clone(&self.seating),
            turns: turns(&events),
            events,
            ending: Ending::from(&outcome.kind),
            points: outcome.points,
        }
    }
}

impl From<&OutcomeKind> for Ending {
    fn from(kind: &OutcomeKind) -> Ending {
        match *kind {
            OutcomeKind::Win { winner, payer, tile, robbed, score } => {
                let by = match payer {
                    None => WinBy::SelfDraw,
                    Some(payer) if robbed => WinBy::RobbedKong { payer },
                    Some(payer) => WinBy::Discard { payer },
                };
                let mut fans: Vec<(u8, u8)> = score.fans().map(|(fan, count)| (fan.id(), count)).collect();
                if score.flowers() > 0 {
                    fans.push((Fan::FlowerTiles.id(), score.flowers()));
                    fans.sort_unstable();
                }
                let (hand_points, flowers) = (score.points(), score.flowers());
                Ending::Win(Win { winner, by, tile, hand_points, flowers, fans })
            }
            OutcomeKind::Exhausted => Ending::Exhausted,
            OutcomeKind::Foul { seat } => Ending::Foul { seat },
        }
    }
}

/// Whose answer was refused.
#[must_use]
pub fn culprit(refusal: &IllegalAction) -> Seat {
    match *refusal {
        IllegalAction::NotAsked { seat, .. }
        | IllegalAction::NotLegal { seat, .. }
        | IllegalAction::FoulRefused { seat }
        | IllegalAction::Over { seat } => seat,
    }
}
