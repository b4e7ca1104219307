//! Replays a foreign game through the engine and compares everything its log says.

use super::{
    fault::{Fault, FaultKind, Shown, action_list, fan_list},
    judge::Judge,
    record::{Answer, GameRecord, Said, Step, Unit},
};
use mcr_engine::{
    Action, BySeat, Deal, Event, Outcome, OutcomeKind, Seat, Wall,
    scoring::{Fan, FanCategory},
};

/// What was compared in a game without fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Events replayed.
    pub events: u64,
    /// Answers given to the engine, passes included.
    pub answers: u64,
    /// Verdicts of the judge compared (`canHu`).
    pub verdicts: u64,
    /// Wins whose fan list differs from ours at the same points, as ties between readings of a hand allow.
    pub ties: u64,
    /// Games that somebody won.
    pub wins: u64,
    /// Games that ended by an exhausted wall.
    pub exhausted: u64,
    /// Games that ended by an illegal answer.
    pub fouls: u64,
}

impl Summary {
    /// Nothing compared yet.
    pub const NOTHING: Summary =
        Summary { events: 0, answers: 0, verdicts: 0, ties: 0, wins: 0, exhausted: 0, fouls: 0 };
}

impl std::ops::AddAssign for Summary {
    fn add_assign(&mut self, other: Summary) {
        self.events += other.events;
        self.answers += other.answers;
        self.verdicts += other.verdicts;
        self.ties += other.ties;
        self.wins += other.wins;
        self.exhausted += other.exhausted;
        self.fouls += other.fouls;
    }
}

/// Replays `game`: every answer legal at its moment, every claim resolved as logged, the same draws, fans, points
/// and scores, and the judge's verdicts the same where the log has them.
///
/// # Errors
/// Every fault found. After an answer or event that does not go with the rules nothing further is compared.
pub fn validate_game(game: &GameRecord) -> Result<Summary, Vec<Fault>> {
    let mut check = Check { game, faults: Vec::new(), summary: Summary::default(), next: 0 };
    if let Some(outcome) = check.replay() {
        check.compare_ending(&outcome);
    }
    if check.faults.is_empty() { Ok(check.summary) } else { Err(check.faults) }
}

/// A game under comparison.
struct Check<'a> {
    game: &'a GameRecord,
    faults: Vec<Fault>,
    summary: Summary,
    /// The first step not yet matched by an event of the engine.
    next: usize,
}

/// Nothing more can be compared; the fault is noted.
struct Lost;

impl Check<'_> {
    fn fault(&mut self, at: u64, kind: FaultKind) {
        self.faults.push(Fault { place: self.game.source.place(at), kind });
    }

    fn lose<T>(&mut self, at: u64, kind: FaultKind) -> Result<T, Lost> {
        self.fault(at, kind);
        Err(Lost)
    }

    /// Plays the game to its end; `None` after a fault that leaves nothing to compare.
    fn replay(&mut self) -> Option<Outcome> {
        self.check_deal();
        let wall = match Wall::from_tiles(&self.game.rules, &self.game.wall) {
            Ok(wall) => wall,
            Err(error) => {
                self.fault(self.game.dealt_at, FaultKind::Wall(error.to_string()));
                return None;
            }
        };
        let mut events = Vec::new();
        let mut deal = Deal::new(&self.game.rules, self.game.prevalent, wall, &mut events);
        let mut judge = Judge::new(self.game.rules, self.game.prevalent, &self.game.dealt);
        self.play(&mut deal, &mut judge, &mut events).ok()?;
        deal.outcome().copied()
    }

    /// The wall deals what the log says: 13 tiles from the end of each segment (rules/mcr.md 6.4).
    fn check_deal(&mut self) {
        for (seat, segment) in Seat::ALL.into_iter().zip(self.game.wall.chunks(34)) {
            if !segment.iter().rev().take(13).eq(&self.game.dealt[seat]) {
                self.fault(self.game.dealt_at, FaultKind::Deal(seat));
            }
        }
    }

    fn play(&mut self, deal: &mut Deal, judge: &mut Judge, events: &mut Vec<Event>) -> Result<(), Lost> {
        loop {
            let before = self.next;
            self.compare_events(deal, judge, events, before)?;
            if deal.outcome().is_some() {
                return self.end_of_log();
            }
            let Some(step) = self.game.steps.get(self.next) else {
                let found = "nothing more".to_owned();
                return self
                    .lose(self.game.ending.at, FaultKind::End { found, expected: "the deal to go on" });
            };
            if let Event::Foul { seat } = step.event {
                self.check_foul(deal, step, seat)?;
                self.foul(deal, step, seat, events)?;
            } else {
                self.answer(deal, step, events)?;
            }
        }
    }

    /// Matches what the engine did with the next steps. All but the first happen without anybody's choice.
    fn compare_events(
        &mut self,
        deal: &mut Deal,
        judge: &mut Judge,
        events: &mut Vec<Event>,
        first: usize,
    ) -> Result<(), Lost> {
        let mut happened = std::mem::take(events).into_iter();
        while let Some(event) = happened.next() {
            let Some(step) = self.game.steps.get(self.next) else {
                let found = "nothing more".to_owned();
                return self.lose(self.game.ending.at, FaultKind::Event { found, expected: event });
            };
            if let Event::Foul { seat } = step.event
                && !matches!(event, Event::Foul { .. })
            {
                // Where no seat had a choice the engine has gone on already; the foul stands in its place.
                self.check_forced_foul(step, seat)?;
                self.foul(deal, step, seat, events)?;
                happened = std::mem::take(events).into_iter();
                continue;
            }
            if !same(step.event, event) {
                let found = Shown(step.event).to_string();
                return self.lose(step.at, FaultKind::Event { found, expected: event });
            }
            if self.next > first && !matches!(event, Event::Foul { .. }) {
                self.check_unasked(step)?;
            }
            self.compare_verdicts(judge, step)?;
            self.summary.events += 1;
            self.next += 1;
        }
        Ok(())
    }

    /// Gives the engine what the seats said on the way to `step`.
    fn answer(&mut self, deal: &mut Deal, step: &Step, events: &mut Vec<Event>) -> Result<(), Lost> {
        let asked = deal.pending();
        for answer in &step.answers {
            if !asked.contains(answer.seat) && self.is_read(step, answer) {
                return self.illegal(deal, step, answer);
            }
        }
        for seat in asked.iter() {
            let answer = step.answers.iter().find(|answer| answer.seat == seat);
            let action = match answer.map(|answer| (answer, &answer.said)) {
                Some((_, Said::Act(action))) if deal.legal(seat).contains(*action) => *action,
                Some((answer, _)) if self.is_read(step, answer) => {
                    return self.illegal(deal, step, answer);
                }
                _ if deal.legal(seat).contains(Action::Pass) => Action::Pass,
                _ => {
                    let legal = action_list(deal.legal(seat).iter());
                    return self.lose(step.at, FaultKind::NoAnswer { seat, legal });
                }
            };
            if let Err(error) = deal.apply(seat, action, events) {
                return self.lose(step.at, FaultKind::Unreadable(error.to_string()));
            }
            self.summary.answers += 1;
        }
        Ok(())
    }

    fn illegal(&mut self, deal: &Deal, step: &Step, answer: &Answer) -> Result<(), Lost> {
        let legal = action_list(deal.legal(answer.seat).iter());
        let kind = FaultKind::Illegal { seat: answer.seat, answer: answer.said.to_string(), legal };
        self.lose(step.at, kind)
    }

    /// Whether the judge read this answer. Once it has accepted a claim it looks at no other, so that an illegal one
    /// may stand in its logs; the text format names claims that were really made.
    fn is_read(&self, step: &Step, answer: &Answer) -> bool {
        if self.game.source.unit == Unit::Line {
            return true;
        }
        let giver = self.giver();
        if giver == Some(answer.seat) {
            return true;
        }
        let is_hu = answer.said == Said::Act(Action::Hu);
        let is_chow = matches!(answer.said, Said::Act(Action::Chow { .. }));
        match step.event {
            // A hu is looked for in turn order from the discarder; before the winner's only another hu counts.
            Event::Hu { seat, .. } => {
                let place = |seat| giver.map_or(0, |from| from.steps_to(seat));
                answer.seat == seat || giver.is_none() || (is_hu && place(answer.seat) < place(seat))
            }
            // Pungs and kongs are looked for in the order of the seat numbers, chows after them.
            Event::Pung { seat, .. } | Event::MeldedKong { seat, .. } => {
                is_hu || (!is_chow && answer.seat <= seat)
            }
            Event::Chow { seat, .. } => !is_chow || answer.seat <= seat,
            _ => true,
        }
    }

    /// The seat that put out the live tile.
    fn giver(&self) -> Option<Seat> {
        self.game.steps[..self.next].last().and_then(|step| match step.event {
            Event::Discard { seat, .. } | Event::AddedKong { seat, .. } => Some(seat),
            _ => None,
        })
    }

    /// A step that follows by itself can carry no answer but the one that a seat was bound to give.
    fn check_unasked(&mut self, step: &Step) -> Result<(), Lost> {
        for answer in &step.answers {
            let bound = matches!((&answer.said, step.event),
                (Said::Act(Action::Discard(said)), Event::Discard { seat, tile, .. })
                    if seat == answer.seat && *said == tile);
            if !bound {
                let (answer, legal) = (answer.clone(), "none".to_owned());
                let kind = FaultKind::Illegal { seat: answer.seat, answer: answer.said.to_string(), legal };
                return self.lose(step.at, kind);
            }
        }
        Ok(())
    }

    /// The judge's verdicts and its count of tiles after `step`.
    fn compare_verdicts(&mut self, judge: &mut Judge, step: &Step) -> Result<(), Lost> {
        let verdicts = match judge.follow(step.event) {
            Ok(verdicts) => verdicts,
            Err(error) => return self.lose(step.at, FaultKind::Unreadable(error.to_string())),
        };
        if let Some(logged) = step.can_hu {
            for (seat, found) in logged.iter() {
                let (found, expected) = (*found, verdicts[seat].code());
                if found != expected {
                    self.fault(step.at, FaultKind::CanHu { seat, found, expected });
                }
            }
            self.summary.verdicts += 4;
        }
        if let Some(found) = step.left
            && found != judge.left()
        {
            self.fault(step.at, FaultKind::Left { found, expected: judge.left() });
        }
        Ok(())
    }

    /// The punished answer must be illegal: not among the legal ones, or with a discard the seat does not hold.
    fn check_foul(&mut self, deal: &Deal, step: &Step, seat: Seat) -> Result<(), Lost> {
        let Some(answer) = step.answers.iter().find(|answer| answer.seat == seat) else {
            let must_act = !deal.legal(seat).is_empty() && !deal.legal(seat).contains(Action::Pass);
            return if must_act { Ok(()) } else { self.no_foul(step, seat, "passing".to_owned()) };
        };
        match answer.said {
            Said::Act(action) if deal.legal(seat).contains(action) && may_discard(deal, answer, action) => {
                self.no_foul(step, seat, answer.said.to_string())
            }
            _ => Ok(()),
        }
    }

    /// Where a seat has no choice every answer but a pass is a foul.
    fn check_forced_foul(&mut self, step: &Step, seat: Seat) -> Result<(), Lost> {
        if step.answers.iter().any(|answer| answer.seat == seat) {
            Ok(())
        } else {
            self.no_foul(step, seat, "passing".to_owned())
        }
    }

    fn no_foul(&mut self, step: &Step, seat: Seat, answer: String) -> Result<(), Lost> {
        self.lose(step.at, FaultKind::NoFoul { seat, answer })
    }

    fn foul(
        &mut self,
        deal: &mut Deal,
        step: &Step,
        seat: Seat,
        events: &mut Vec<Event>,
    ) -> Result<(), Lost> {
        match deal.foul(seat, events) {
            Ok(()) => Ok(()),
            Err(error) => self.lose(step.at, FaultKind::Unreadable(error.to_string())),
        }
    }

    fn end_of_log(&mut self) -> Result<(), Lost> {
        match self.game.steps.get(self.next) {
            None => Ok(()),
            Some(step) => {
                let found = Shown(step.event).to_string();
                self.lose(step.at, FaultKind::End { found, expected: "the end of the deal" })
            }
        }
    }

    fn compare_ending(&mut self, outcome: &Outcome) {
        let ending = &self.game.ending;
        match (&outcome.kind, &ending.win) {
            (OutcomeKind::Win { score, .. }, Some(win)) => {
                self.summary.wins += 1;
                let fans: Vec<_> = score.fans().collect();
                let total = i32::from(score.total());
                if win.total != total {
                    let fans = fan_list(&fans);
                    self.fault(win.at, FaultKind::Total { found: win.total, expected: total, fans });
                } else if is_tie(&win.fans, &fans) {
                    self.summary.ties += 1;
                } else if win.fans != fans {
                    let (found, expected) = (fan_list(&win.fans), fan_list(&fans));
                    self.fault(win.at, FaultKind::Fans { found, expected });
                }
            }
            (OutcomeKind::Win { .. }, None) => {
                let found = "no points of the winning hand".to_owned();
                self.fault(ending.at, FaultKind::End { found, expected: "its fans and points" });
            }
            (_, Some(_)) => {
                let found = "fans of a winning hand".to_owned();
                self.fault(ending.at, FaultKind::End { found, expected: "a deal that nobody wins" });
            }
            (OutcomeKind::Exhausted | OutcomeKind::Void { .. } | OutcomeKind::SessionOver, None) => {
                self.summary.exhausted += 1;
            }
            (OutcomeKind::Foul { .. }, None) => self.summary.fouls += 1,
        }
        if ending.points != outcome.points {
            let (found, expected): (BySeat<i32>, _) = (ending.points, outcome.points);
            self.fault(ending.at, FaultKind::Scores { found, expected });
        }
    }
}

/// Whether two events are the same, apart from the discard's flag, which no log has.
fn same(logged: Event, happened: Event) -> bool {
    match (logged, happened) {
        (Event::Discard { seat, tile, .. }, Event::Discard { seat: by, tile: what, .. }) => {
            (seat, tile) == (by, what)
        }
        _ => logged == happened,
    }
}

/// Whether two unequal fan lists are worth the same and differ only in fans that depend on how a hand is read and
/// its sets combined: of those, several selections can be the best.
fn is_tie(logged: &[(Fan, u8)], ours: &[(Fan, u8)]) -> bool {
    let points = |fans: &[(Fan, u8)]| -> u32 {
        fans.iter().map(|(fan, count)| u32::from(fan.points()) * u32::from(*count)).sum()
    };
    let only = |a: &[(Fan, u8)], b: &[(Fan, u8)]| {
        a.iter()
            .filter(|item| !b.contains(item))
            .all(|(fan, _)| matches!(fan.category(), FanCategory::SuitSequence | FanCategory::PungKong))
    };
    logged != ours && points(logged) == points(ours) && only(logged, ours) && only(ours, logged)
}

/// Whether the discard announced with a claim is there once the claim is made.
fn may_discard(deal: &Deal, answer: &Answer, action: Action) -> bool {
    let Some(discard) = answer.discard else { return true };
    let view = deal.observe(answer.seat);
    let used = match (action, view.table().live_tile()) {
        (Action::Pung(tile), _) if tile == discard => 2,
        (Action::Chow { lowest, .. }, Some((claimed, _))) => {
            let in_run = discard.index().wrapping_sub(lowest.index()) < 3;
            u8::from(in_run && discard != claimed)
        }
        _ => 0,
    };
    view.hand().concealed().get(discard) > used
}
