//! Playing one deal.

use crate::log::{DealRow, Ending, Seating, StepRow, Win, WinBy, moves::MoveBytes, moves::turns};
use mcr_agents::{Agent, AgentSpec, Choice};
use mcr_engine::{
    Action, BySeat, Deal, DecisionRng, EventSink, FalseHuPolicy, Fan, IllegalAction, Observation, Outcome,
    OutcomeKind, RuleSet, Seat, Wall, Wind, rng::agent_keys,
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
}

/// Asks a player whose randomness in this deal has this key. A choice against the rules is a foul where the rule set
/// has a price for it.
pub(crate) fn ask(player: &mut dyn Agent, view: &Observation<'_>, key: u64) -> (Choice, Answer) {
    let choice = player.act(view, &mut DecisionRng::new(key, view.decision()));
    let foul = view.rules().false_hu == FalseHuPolicy::Botzone && !view.legal().contains(choice.action);
    (choice, if foul { Answer::Foul { seat: view.seat() } } else { Answer::Act(choice.action) })
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
        }
    }
    Ok(())
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
    /// When a player answers against the rules and the rule set does not end the deal for that.
    pub fn play(
        &self,
        number: u64,
        players: &mut Players,
        mut steps: Option<&mut Vec<StepRow>>,
    ) -> Result<DealRow, IllegalAction> {
        let keys = agent_keys(self.seed, number);
        let prevalent = prevalent_wind(number);
        let mut moves = MoveBytes::default();
        let wall = Wall::shuffled(&self.rules, self.seed, number);
        let mut deal = Deal::new(&self.rules, prevalent, wall, &mut moves);
        let mut step = 0;
        let answer = |deal: &Deal, seat, _: &MoveBytes| {
            let view = deal.observe(seat);
            let legal = *view.legal();
            let (choice, answer) = ask(&mut *players[seat], &view, keys[seat]);
            // A moment without a choice is no decision.
            if let (Some(steps), true, Answer::Act(_)) = (&mut steps, legal.len() > 1, answer) {
                let (action, value) = (choice.action, choice.report.value);
                steps.push(StepRow { deal: number, step, seat, legal, action, value });
                step += 1;
            }
            Ok(answer)
        };
        drive(&mut deal, &mut moves, answer)?;
        let Some(outcome) = deal.outcome() else { unreachable!("a deal nobody is asked in is over") };
        Ok(self.row(number, prevalent, moves.into_bytes(), outcome))
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
