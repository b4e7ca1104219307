//! The league's judge: a match's log so far in, the next requests or the final scores out.
//!
//! It keeps nothing between calls. Of the log only every second entry, the answers, is read: the rest follows from
//! the wall and them.

use crate::{
    conduct::{
        message::{Message, Messenger, opening},
        order::{first_foul, first_word},
        reading::{Heard, Reading, Wrong, read, stand_in},
    },
    import::{
        Judge as Referee, Step, Verdict,
        botzone_export::{codes, deal_message, finish, init_message, request},
        export::{dealt, ending},
    },
};
use mcr_agents::{Misanswer, MisanswerKind};
use mcr_engine::{
    Action, BySeat, Deal, Event, IllegalAction, OutcomeKind, Phase, RuleSet, Seat, SeatSet, Tile, Wall,
    WallError, Wind,
    notation::botzone::{Reply, TileCodeError, parse_tile},
};
use serde_json::{Value, json};

/// Input that the judge cannot go on from.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The input is not JSON.
    #[error("not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A field is missing or holds something else.
    #[error("{name}: found {found}, expected {expected}")]
    Field {
        /// Which field.
        name: &'static str,
        /// What it holds.
        found: String,
        /// What it should.
        expected: &'static str,
    },
    /// A tile of the wall is none.
    #[error("initdata.walltiles: {0}")]
    Tile(#[from] TileCodeError),
    /// The tiles are no wall.
    #[error("initdata.walltiles: {0}")]
    Wall(#[from] WallError),
    /// The answers do not go with the rules in a way that this judge did not foresee.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
}

/// Reads the judge's input and gives its output.
///
/// # Errors
/// When the input is no match of the league. Answers against the rules are no errors: they end the match.
pub fn judge(input: &str) -> Result<Value, JudgeError> {
    let input: Value = serde_json::from_str(input)?;
    let start = Start::read(&input)?;
    let log = input.get("log").map_or(Ok(&[][..]), |log| {
        log.as_array().map(Vec::as_slice).ok_or_else(|| field("log", Some(log), "an array"))
    })?;
    let answers: Vec<BySeat<Heard>> = log.iter().skip(1).step_by(2).map(heard).collect();
    let mut output = Match::new(&start).judge(&answers)?;
    output["initdata"] = start.data();
    Ok(output)
}

fn field(name: &'static str, found: Option<&Value>, expected: &'static str) -> JudgeError {
    let found =
        found.map_or_else(|| "nothing".to_owned(), |value| value.to_string().chars().take(60).collect());
    JudgeError::Field { name, found, expected }
}

/// What a match starts from.
struct Start {
    wall: Wall,
    prevalent: Wind,
    seed: u64,
}

impl Start {
    /// Reads `initdata`: an object, a string of one, or nothing. A wall or wind that is not given follows from `srand`.
    fn read(input: &Value) -> Result<Start, JudgeError> {
        let parsed;
        let data = match input.get("initdata") {
            None | Some(Value::Null) => &Value::Null,
            Some(Value::String(text)) if text.is_empty() => &Value::Null,
            Some(Value::String(text)) => {
                parsed = serde_json::from_str::<Value>(text)?;
                &parsed
            }
            Some(data) => data,
        };
        let number = |name, expected| match data.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value.as_u64().map(Some).ok_or_else(|| field(name, Some(value), expected)),
        };
        let seed = number("srand", "a whole number")?.unwrap_or(0);
        let prevalent = match number("quan", "a wind 0-3")?.unwrap_or(seed % 4) {
            quan @ 0..4 => Wind::ALL[quan as usize],
            quan => return Err(field("quan", Some(&quan.into()), "a wind 0-3")),
        };
        let wall = match data.get("walltiles") {
            None | Some(Value::Null) => Wall::shuffled(&RuleSet::BOTZONE, seed, 0),
            Some(Value::String(codes)) => {
                let tiles: Vec<Tile> =
                    codes.split_ascii_whitespace().take(200).map(parse_tile).collect::<Result<_, _>>()?;
                Wall::from_tiles(&RuleSet::BOTZONE, &tiles)?
            }
            other => return Err(field("walltiles", other, "136 tile codes in a string")),
        };
        Ok(Start { wall, prevalent, seed })
    }

    fn data(&self) -> Value {
        let walltiles = codes(self.wall.tiles()).join(" ");
        json!({"walltiles": walltiles, "quan": self.prevalent.index(), "srand": self.seed})
    }
}

/// The answers of one entry of the log: plain strings, or objects with the runtime's verdict.
fn heard(entry: &Value) -> BySeat<Heard> {
    BySeat::from_fn(|seat| {
        let bad = |kind, said: &str| Err(Misanswer { kind, said: said.chars().take(60).collect() });
        let Some(answer) = entry.get(["0", "1", "2", "3"][seat.index()]) else {
            return bad(MisanswerKind::Gone, "");
        };
        match answer.get("verdict").and_then(Value::as_str) {
            None | Some("OK") => {}
            Some("TLE") => return bad(MisanswerKind::Late, "TLE"),
            Some(verdict) => return bad(MisanswerKind::Gone, verdict),
        }
        let text = answer.get("response").unwrap_or(answer).as_str().unwrap_or("");
        text.parse().or_else(|_| bad(MisanswerKind::Unreadable, text))
    })
}

/// A match being judged again from its beginning.
struct Match {
    deal: Deal,
    referee: Referee,
    messenger: Messenger,
    /// Messages not answered yet, each with the events it tells.
    messages: std::collections::VecDeque<(Message, Vec<Step>)>,
    /// Events that no message tells yet.
    untold: Vec<Step>,
    announced: BySeat<Option<Tile>>,
    opening: Value,
}

impl Match {
    fn new(start: &Start) -> Match {
        let mut events = Vec::new();
        let mut deal = Deal::new(&RuleSet::BOTZONE, start.prevalent, start.wall, &mut events);
        deal.attend(SeatSet::ALL);
        let hands = dealt(start.wall.tiles());
        let first: Vec<Step> = events.into_iter().map(step).collect();
        let mut told = vec![Vec::new(), Vec::new(), first].into_iter();
        let messages = opening(&deal).into_iter().map(|message| (message, told.next().unwrap_or_default()));
        Match {
            messages: messages.collect(),
            referee: Referee::new(RuleSet::BOTZONE, start.prevalent, &hands),
            deal,
            messenger: Messenger::default(),
            untold: Vec::new(),
            announced: BySeat::default(),
            opening: deal_message(&hands),
        }
    }

    fn judge(mut self, answers: &[BySeat<Heard>]) -> Result<Value, JudgeError> {
        let mut answers = answers.iter();
        let (mut can_hu, mut left) = (BySeat([Verdict::Unasked; 4]), self.referee.left());
        while let Some((message, steps)) = self.messages.pop_front() {
            for step in &steps {
                can_hu = self.referee.follow(step.event).map_err(|_| self.unforeseen())?;
                left = self.referee.left();
            }
            let Some(heard) = answers.next() else { return self.ask(&message, &steps, can_hu, left) };
            if let Some(offender) = self.answer(&message, heard)? {
                return Ok(foul(offender, &heard[offender], left));
            }
        }
        let Some(outcome) = self.deal.outcome() else { return Err(self.unforeseen()) };
        let event = match outcome.kind {
            OutcomeKind::Win { winner, tile, .. } => Event::Hu { seat: winner, tile },
            _ => Event::Exhausted,
        };
        Ok(finish(&ending(outcome), &step(event), BySeat([Verdict::Unasked.code(); 4]), left))
    }

    /// An error for a state that correct rules do not lead to.
    fn unforeseen(&self) -> JudgeError {
        let seat = self.deal.table().turn().unwrap_or(Seat::East);
        JudgeError::Illegal(IllegalAction::Over { seat })
    }

    fn ask(
        &self,
        message: &Message,
        steps: &[Step],
        can_hu: BySeat<Verdict>,
        left: BySeat<u8>,
    ) -> Result<Value, JudgeError> {
        match message {
            Message::Seats(prevalent) => Ok(init_message(*prevalent)),
            Message::Dealt { .. } => Ok(self.opening.clone()),
            Message::Draw { .. } | Message::Seen { .. } => {
                let Some(last) = steps.last() else { return Err(self.unforeseen()) };
                request(steps, last, BySeat(can_hu.0.map(Verdict::code)), left).map_err(|_| self.unforeseen())
            }
        }
    }

    /// Takes the answers to a message; gives the seat whose answer ends the match.
    fn answer(&mut self, message: &Message, heard: &BySeat<Heard>) -> Result<Option<Seat>, JudgeError> {
        let readings = BySeat::from_fn(|seat| read(&self.deal, seat, &heard[seat]));
        if !self.messages.is_empty() || self.deal.outcome().is_some() {
            let words = BySeat::from_fn(|seat| match &heard[seat] {
                Ok(Reply::Pass) => Reading::Pass,
                _ => Reading::Wrong(Wrong::Nothing),
            });
            return Ok(first_word(message.seat(), &words));
        }
        if let Some(offender) = first_foul(self.deal.table().phase(), &readings) {
            return Ok(Some(offender));
        }
        let mut events = Vec::new();
        for seat in self.deal.pending().iter() {
            let action = match readings[seat] {
                Reading::Act(action, discard) => {
                    self.announced[seat] = discard;
                    action
                }
                // Not looked at, since another's claim was accepted before.
                _ => stand_in(&self.deal, seat),
            };
            self.deal.apply(seat, action, &mut events)?;
        }
        if let Phase::AfterClaim { seat } = self.deal.table().phase()
            && let Some(tile) = self.announced[seat].take()
        {
            self.deal.apply(seat, Action::Discard(tile), &mut events)?;
        }
        for event in events {
            self.untold.push(step(event));
            if let Some(message) = self.messenger.tell(event) {
                self.messages.push_back((message, std::mem::take(&mut self.untold)));
            }
        }
        Ok(None)
    }
}

fn step(event: Event) -> Step {
    Step { at: 0, event, answers: Vec::new(), can_hu: None, left: None }
}

/// The end by an answer against the rules: −30 and +10 for each of the others.
fn foul(offender: Seat, heard: &Heard, left: BySeat<u8>) -> Value {
    let points = mcr_engine::settlement::foul_payments(offender);
    let action = match heard {
        Ok(Reply::Hu) => "WH".to_owned(),
        Err(Misanswer { kind: MisanswerKind::Late, .. }) => "TLE".to_owned(),
        Err(Misanswer { kind: MisanswerKind::Gone, said }) if !said.is_empty() => said.clone(),
        _ => "WA".to_owned(),
    };
    let content: Value =
        points.iter().map(|(seat, points)| (seat.index().to_string(), json!(points))).collect();
    let display = json!({
        "action": action, "canHu": [-4, -4, -4, -4], "player": offender.index(), "score": points.0,
        "tileCnt": left.0,
    });
    json!({"command": "finish", "content": content, "display": display})
}
