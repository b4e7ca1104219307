//! Playing one deal.

use crate::PlayError;
use crate::{
    conduct::{self, Misconduct, Seats, Taken},
    lockstep::Table,
    log::{
        AlsoWon, DealRow, Ending, Seating, SessionRow, StepRow, StepSink, Win, WinBy, moves::MoveBytes,
        moves::turns,
    },
    matches::{self, Rotation},
};
use mcr_agents::{Agent, AgentSpec, Choice};
use mcr_engine::{
    Action, BySeat, Deal, DecisionRng, EventSink, FalseHuPolicy, IllegalAction, Observation, Outcome,
    OutcomeKind, RuleSet, Ruling, Rulings, Score, Seat, SeatSet, SessionState, Standing, Wall, Wind,
    rng::agent_keys, rules::Session,
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

/// Asks a player whose randomness in this deal has this key.
///
/// # Errors
/// When it has no answer.
pub(crate) fn ask(
    player: &mut dyn Agent,
    view: &Observation<'_>,
    key: u64,
) -> Result<(Choice, Answer), PlayError> {
    let choice = ask_for(player, view, key)?;
    Ok((choice, answer_of(choice, view)))
}

/// What a choice comes to: against the rules it is a foul where the rule set has a price for it.
pub(crate) fn answer_of(choice: Choice, view: &Observation<'_>) -> Answer {
    let foul = view.rules().false_hu == FalseHuPolicy::Botzone && !view.legal().contains(choice.action);
    if foul { Answer::Foul { seat: view.seat() } } else { Answer::Act(choice.action) }
}

/// What a player whose randomness in this deal has this key chooses.
///
/// # Errors
/// When it has no answer.
pub(crate) fn ask_for(player: &mut dyn Agent, view: &Observation<'_>, key: u64) -> Result<Choice, PlayError> {
    let choice = player.try_act(view, &mut DecisionRng::new(key, view.decision()));
    choice.map_err(|source| PlayError::Failed { seat: view.seat(), source })
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
    /// What the referee ruled.
    pub(crate) rulings: Rulings,
    /// How the players of a session stand now.
    pub(crate) standing: Standing,
    pub(crate) misconduct: Vec<Misconduct>,
}

/// A deal at its first decision, in the middle of a session or by itself.
pub(crate) fn begin(
    rules: &RuleSet,
    prevalent: Wind,
    wall: Wall,
    standing: Option<Standing>,
    sink: &mut impl EventSink,
) -> Deal {
    match standing {
        Some(standing) => Deal::in_session(rules, prevalent, wall, standing, sink),
        None => Deal::new(rules, prevalent, wall, sink),
    }
}

/// Plays one deal. Seats in `out` only pass and discard what they draw; every decision goes to `taken`.
///
/// # Errors
/// When a player has no answer, or answers against the rules and the rule set does not provide for it.
pub(crate) fn play_deal(
    rules: &RuleSet,
    (prevalent, standing): (Wind, Option<Standing>),
    wall: Wall,
    keys: &BySeat<u64>,
    seats: &mut dyn Seats,
    out: SeatSet,
    mut taken: impl FnMut(Taken),
) -> Result<Played, PlayError> {
    let mut moves = MoveBytes::default();
    let mut deal = begin(rules, prevalent, wall, standing, &mut moves);
    let misconduct = if conduct::is_needed(rules, seats) || !out.is_empty() {
        conduct::conduct(&mut deal, &mut moves, seats, keys, out, &mut taken)?
    } else {
        drive(&mut deal, &mut moves, |deal, seat, _: &MoveBytes| {
            let view = deal.observe(seat);
            let legal = *view.legal();
            let (choice, answer) = ask(seats.at(seat), &view, keys[seat])?;
            if let Answer::Act(_) = answer {
                taken(Taken { seat, legal, choice });
            }
            Ok::<_, PlayError>(answer)
        })?;
        Vec::new()
    };
    let Some(outcome) = deal.outcome() else { unreachable!("a deal nobody is asked in is over") };
    let (rulings, standing) = (*deal.table().rulings(), *deal.standing());
    Ok(Played { moves: moves.into_bytes(), outcome: *outcome, rulings, standing, misconduct })
}

/// Players at the seats they have in a deal.
struct Rotated<'a> {
    players: &'a mut Players,
    order: BySeat<usize>,
}

impl Seats for Rotated<'_> {
    fn at(&mut self, seat: Seat) -> &mut dyn Agent {
        &mut *self.players.0[self.order[seat]]
    }
}

/// What passes from one deal to the next: in a match who is disqualified, in a session everything.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// Disqualified players, by the seats they begin a match in.
    out: SeatSet,
    session: Option<SessionState>,
    /// The number of the session's first deal.
    first: u64,
    sessions: usize,
}

impl Course {
    /// The session that deal `number` is of; after the last deal of one another begins, with the next player as its
    /// first dealer.
    fn session(&mut self, rules: Session, number: u64) -> SessionState {
        if let Some(session) = self.session.filter(|session| !session.is_over()) {
            return session;
        }
        let session = SessionState::new(rules, self.sessions % 4);
        self.sessions += 1;
        (self.session, self.first) = (Some(session), number);
        session
    }

    /// What deal `number` of a run must say of its session, and which player has which seat in it.
    pub(crate) fn expect(&mut self, rules: Session, number: u64) -> (SessionRow, BySeat<usize>) {
        let session = self.session(rules, number);
        (self.row(&session), session.players())
    }

    /// Takes a deal that was played.
    pub(crate) fn take(&mut self, outcome: &Outcome, standing: &Standing) {
        if let Some(session) = &mut self.session {
            session.take(outcome, standing);
        }
    }

    fn row(&self, session: &SessionState) -> SessionRow {
        let (hand, streak, standing) = (session.hand(), session.streak(), session.standing());
        SessionRow { session: self.first, hand, streak, standing }
    }
}

/// Plays numbered deals of one run: the same deals in any order and on any thread.
#[derive(Clone, Debug)]
pub struct DealPlayer {
    rules: RuleSet,
    seed: u64,
    seating: Seating,
    rotation: Option<Rotation>,
}

impl DealPlayer {
    /// For deals of the run with this seed.
    #[must_use]
    pub fn new(rules: RuleSet, seed: u64, agents: &BySeat<AgentSpec>) -> DealPlayer {
        let seating = Arc::new(BySeat::from_fn(|seat| agents[seat].to_string()));
        DealPlayer { rules, seed, seating, rotation: None }
    }

    /// The same for a run of matches, in which the agents are players who change seats.
    #[must_use]
    pub fn with_rotation(self, rotation: Option<Rotation>) -> DealPlayer {
        DealPlayer { rotation, ..self }
    }

    /// Which player sits at each seat in deal `number`.
    fn order(&self, number: u64) -> BySeat<usize> {
        self.rotation.map_or(BySeat([0, 1, 2, 3]), |rotation| rotation.players(self.seed, number))
    }

    /// The agent at a seat in deal `number`.
    #[must_use]
    pub fn agent_at(&self, number: u64, seat: Seat) -> String {
        self.seating.0[self.order(number)[seat]].clone()
    }

    /// Plays deal `number` by itself. Its decisions go to `steps`, if anybody wants them.
    ///
    /// # Errors
    /// When a player has no answer, or answers against the rules and the rule set does not provide for it.
    pub fn play(
        &self,
        number: u64,
        players: &mut Players,
        steps: Option<&mut dyn StepSink>,
    ) -> Result<DealRow, PlayError> {
        self.play_on(number, players, &mut Course::default(), steps, &mut Vec::new())
    }

    /// Plays deal `number` of a match or session and adds what was answered against the rules to `misconduct`. Who was
    /// disqualified stays out to the end of the match.
    ///
    /// # Errors
    /// As [`DealPlayer::play`].
    pub fn play_on(
        &self,
        number: u64,
        players: &mut Players,
        course: &mut Course,
        mut steps: Option<&mut dyn StepSink>,
        misconduct: &mut Vec<Misconduct>,
    ) -> Result<DealRow, PlayError> {
        let keys = agent_keys(self.seed, number);
        let session = self.rules.sequence().map(|rules| course.session(rules, number));
        let prevalent = session.map_or_else(|| prevalent_wind(number), |session| session.prevalent());
        let wall = Wall::shuffled(&self.rules, self.seed, number);
        let mut step = 0;
        let taken = |Taken { seat, legal, choice }: Taken| {
            // A moment without a choice is no decision.
            if let (Some(steps), true) = (&mut steps, legal.len() > 1) {
                let (action, value) = (choice.action, choice.report.value);
                steps.step(StepRow { deal: number, step, seat, legal, action, value });
                step += 1;
            }
        };
        let order = session.map_or_else(|| self.order(number), |session| session.players());
        if self.rotation.is_none() || number.is_multiple_of(matches::DEALS) {
            course.out = SeatSet::EMPTY;
        }
        let mut out_now = SeatSet::EMPTY;
        for seat in Seat::ALL.into_iter().filter(|seat| course.out.contains(Seat::ALL[order[*seat]])) {
            out_now.insert(seat);
        }
        let mut seats = Rotated { players, order };
        let start = (prevalent, session.map(|session| session.standing()));
        let played = play_deal(&self.rules, start, wall, &keys, &mut seats, out_now, taken)?;
        for seat in Seat::ALL.into_iter().filter(|seat| played.rulings.disqualified(*seat)) {
            course.out.insert(Seat::ALL[order[seat]]);
        }
        misconduct.extend(played.misconduct.into_iter().map(|fault| Misconduct {
            deal: number,
            agent: self.seating.0[order[Seat::ALL[fault.seat]]].clone(),
            ..fault
        }));
        let place = session.map(|session| course.row(&session));
        course.take(&played.outcome, &played.standing);
        Ok(DealRow { session: place, ..self.row(number, prevalent, &order, played.moves, &played.outcome) })
    }

    /// Deal `number` before its first decision, to be played beside others; `seats` are the players by the seats they
    /// begin with.
    pub(crate) fn table(&self, number: u64, seats: &BySeat<usize>) -> Table<MoveBytes> {
        let wall = Wall::shuffled(&self.rules, self.seed, number);
        let mut sink = MoveBytes::default();
        let deal = Deal::new(&self.rules, prevalent_wind(number), wall, &mut sink);
        let order = self.order(number);
        let players = BySeat::from_fn(|seat| seats.0[order[seat]]);
        Table { deal, sink, keys: agent_keys(self.seed, number), players }
    }

    /// The row of a table that was played to its end.
    pub(crate) fn finish(&self, number: u64, table: Table<MoveBytes>) -> DealRow {
        let Some(outcome) = table.deal.outcome() else { unreachable!("a deal nobody is asked in is over") };
        self.row(number, prevalent_wind(number), &self.order(number), table.sink.into_bytes(), outcome)
    }

    fn row(
        &self,
        deal: u64,
        prevalent: Wind,
        order: &BySeat<usize>,
        events: Vec<u8>,
        outcome: &Outcome,
    ) -> DealRow {
        DealRow {
            deal,
            seed: Some(self.seed),
            wall: None,
            prevalent,
            agents: match order.0 {
                [0, 1, 2, 3] => Arc::clone(&self.seating),
                _ => Arc::new(BySeat::from_fn(|seat| self.seating.0[order[seat]].clone())),
            },
            turns: turns(&events),
            events,
            ending: Ending::from(&outcome.kind),
            points: outcome.points,
            session: None,
        }
    }
}

impl From<&OutcomeKind> for Ending {
    fn from(kind: &OutcomeKind) -> Ending {
        match *kind {
            OutcomeKind::Win { winner, payer, tile, robbed, score, also } => {
                let by = match payer {
                    None => WinBy::SelfDraw,
                    Some(payer) if robbed => WinBy::RobbedKong { payer },
                    Some(payer) => WinBy::Discard { payer },
                };
                let also = also.into_iter().flatten().map(|(winner, score)| AlsoWon {
                    winner,
                    hand_points: score.points(),
                    flowers: score.flowers(),
                    fans: fans(&score),
                });
                let also = also.collect();
                let (hand_points, flowers) = (score.points(), score.flowers());
                Ending::Win(Win { winner, by, tile, hand_points, flowers, fans: fans(&score), also })
            }
            OutcomeKind::Void { .. } => Ending::Void,
            OutcomeKind::SessionOver => Ending::SessionOver,
            OutcomeKind::Exhausted => Ending::Exhausted,
            OutcomeKind::Foul { seat } => Ending::Foul { seat },
        }
    }
}

/// Every fan id with its count, flowers too.
fn fans(score: &Score) -> Vec<(u8, u8)> {
    let mut fans: Vec<(u8, u8)> = score.fans().map(|(fan, count)| (fan.id(), count)).collect();
    if score.flowers() > 0 {
        fans.push((score.flower_fan().id(), score.flowers()));
        fans.sort_unstable();
    }
    fans
}
