//! Deals with players that are told everything and may say anything: bots of the league, and every table with a
//! referee.
//!
//! The fast way to play a deal asks agents where they have a choice. Here each message of the judge goes to the bots
//! at its moment, what they answer is read where the deal stands, and what is against the rules costs what the rule
//! set says. Seats without bots are asked as ever, and play as ever.

pub(crate) mod message;
mod misconduct;
pub(crate) mod order;
pub(crate) mod reading;

pub use misconduct::Misconduct;

use crate::{PlayError, play::ask_for};
use mcr_agents::{Agent, Choice};
use mcr_engine::{
    Action, BySeat, Deal, Event, EventSink, FalseHuPolicy, IllegalAction, Phase, RuleSet, Seat, SeatSet,
    Tile, notation::botzone::Reply,
};
use message::{Message, Messenger, opening};
use order::{first_foul, first_word};
use reading::{Heard, Reading, Wrong, read, stand_in};

/// Who sits at the seats of a deal.
pub(crate) trait Seats {
    /// The player at `seat`.
    fn at(&mut self, seat: Seat) -> &mut dyn Agent;
}

/// Whether a deal has to be conducted: a bot takes part, or a referee.
pub(crate) fn is_needed(rules: &RuleSet, seats: &mut dyn Seats) -> bool {
    rules.false_hu == FalseHuPolicy::Official || !bots(seats).is_empty()
}

fn bots(seats: &mut dyn Seats) -> SeatSet {
    let mut bots = SeatSet::EMPTY;
    for seat in Seat::ALL {
        if seats.at(seat).bot().is_some() {
            bots.insert(seat);
        }
    }
    bots
}

/// A decision that was taken.
pub(crate) struct Taken {
    pub(crate) seat: Seat,
    pub(crate) legal: mcr_engine::ActionSet,
    pub(crate) choice: Choice,
}

/// Plays `deal`, which stands at the dealer's first decision, to its end. Seats in `out` only pass and discard what
/// they draw. `taken` is told every decision.
///
/// # Errors
/// When an agent of this program has no answer, or breaks the rules and the rule set does not provide for it.
pub(crate) fn conduct<S: EventSink>(
    deal: &mut Deal,
    sink: &mut S,
    seats: &mut dyn Seats,
    keys: &BySeat<u64>,
    out: SeatSet,
    taken: &mut dyn FnMut(Taken),
) -> Result<Vec<Misconduct>, PlayError> {
    let bots = bots(seats);
    deal.attend(bots);
    let mut conductor = Conductor {
        seats,
        keys,
        out,
        bots,
        taken,
        sink: Tee { sink, fresh: Vec::new() },
        messenger: Messenger::default(),
        announced: BySeat::default(),
        misconduct: Vec::new(),
    };
    for seat in bots.iter() {
        conductor.with_bot(seat, |bot| bot.begin(seat));
    }
    let played = conductor.play(deal);
    for seat in bots.iter() {
        conductor.with_bot(seat, |bot| bot.end(seat));
    }
    played.map(|()| conductor.misconduct)
}

/// Passes events on and keeps those that were not told yet.
struct Tee<'a, S> {
    sink: &'a mut S,
    fresh: Vec<Event>,
}

impl<S: EventSink> EventSink for Tee<'_, S> {
    fn record(&mut self, event: Event) {
        self.sink.record(event);
        self.fresh.push(event);
    }
}

struct Conductor<'a, S> {
    seats: &'a mut dyn Seats,
    keys: &'a BySeat<u64>,
    out: SeatSet,
    bots: SeatSet,
    taken: &'a mut dyn FnMut(Taken),
    sink: Tee<'a, S>,
    messenger: Messenger,
    /// The discards that bots announced together with their claims.
    announced: BySeat<Option<Tile>>,
    misconduct: Vec<Misconduct>,
}

impl<S: EventSink> Conductor<'_, S> {
    fn with_bot<T>(&mut self, seat: Seat, act: impl FnOnce(&mut dyn mcr_agents::Bot) -> T) -> Option<T> {
        self.seats.at(seat).bot().map(act)
    }

    fn play(&mut self, deal: &mut Deal) -> Result<(), PlayError> {
        let mut messages = opening(deal);
        while deal.outcome().is_none() {
            if let Phase::AfterClaim { seat } = deal.table().phase() {
                self.discard_after_claim(deal, seat)?;
            } else {
                self.stop(deal, &messages)?;
            }
            let fresh = std::mem::take(&mut self.sink.fresh);
            messages = fresh.into_iter().filter_map(|event| self.messenger.tell(event)).collect();
        }
        Ok(())
    }

    /// Tells the messages; the answers to the last of them are the decisions of the seats that are asked now.
    fn stop(&mut self, deal: &mut Deal, messages: &[Message]) -> Result<(), PlayError> {
        let Some((last, before)) = messages.split_last() else {
            // Nothing new was told: only agents of this program can be asked.
            return self.decide(deal, None, BySeat::from_fn(|_| Ok(Reply::Pass)));
        };
        for message in before {
            let heard = self.tell(deal, message);
            self.take_words(deal, message, &heard)?;
            if deal.outcome().is_some() {
                return Ok(());
            }
        }
        let heard = self.tell(deal, last);
        self.decide(deal, Some(last), heard)
    }

    /// Tells every bot a message and hears what it says.
    fn tell(&mut self, deal: &Deal, message: &Message) -> BySeat<Heard> {
        BySeat::from_fn(|seat| {
            if !self.bots.contains(seat) || self.is_out(deal, seat) {
                return Ok(Reply::Pass);
            }
            self.with_bot(seat, |bot| bot.hear(seat, &message.told(seat))).unwrap_or(Ok(Reply::Pass))
        })
    }

    /// Whether `seat` plays no more: disqualified in this deal or before it.
    fn is_out(&self, deal: &Deal, seat: Seat) -> bool {
        let rulings = deal.table().rulings();
        self.out.contains(seat) || rulings.disqualified(seat) || rulings.mechanical(seat)
    }

    /// Hears the answers to a message that asks nobody: whatever is no pass is wrong.
    fn take_words(
        &mut self,
        deal: &mut Deal,
        message: &Message,
        heard: &BySeat<Heard>,
    ) -> Result<(), IllegalAction> {
        let readings = BySeat::from_fn(|seat| match &heard[seat] {
            Ok(Reply::Pass) => Reading::Pass,
            heard => match read(deal, seat, heard) {
                Reading::Act(action, _) => Reading::Wrong(Wrong::Action(action)),
                reading => reading,
            },
        });
        if deal.table().rules().false_hu == FalseHuPolicy::Botzone {
            return match first_word(message.seat(), &readings) {
                Some(seat) => self.foul(deal, seat, Some(message), heard),
                None => Ok(()),
            };
        }
        for seat in Seat::ALL {
            if let Reading::Wrong(wrong) = readings[seat] {
                self.rule(deal, seat, wrong, Some(message), heard)?;
            }
        }
        Ok(())
    }

    /// Asks the agents of this program, and carries all answers out.
    fn decide(
        &mut self,
        deal: &mut Deal,
        message: Option<&Message>,
        heard: BySeat<Heard>,
    ) -> Result<(), PlayError> {
        let asked = deal.pending();
        let mut choices: BySeat<Option<Choice>> = BySeat::default();
        for seat in asked.iter().filter(|seat| !self.bots.contains(*seat)) {
            if !self.is_out(deal, seat) {
                choices[seat] = Some(ask_for(self.seats.at(seat), &deal.observe(seat), self.keys[seat])?);
            }
        }
        let readings = BySeat::from_fn(|seat| {
            if self.is_out(deal, seat) {
                return Reading::Pass;
            }
            if self.bots.contains(seat) {
                return read(deal, seat, &heard[seat]);
            }
            let Some(action) = choices[seat].map(|choice| choice.action) else { return Reading::Pass };
            match action.is_valid() && deal.legal(seat).contains(action) {
                true if action == Action::Pass => Reading::Pass,
                true => Reading::Act(action, None),
                false => Reading::Wrong(Wrong::Action(action)),
            }
        });
        if deal.table().rules().false_hu == FalseHuPolicy::Botzone
            && let Some(seat) = first_foul(deal.table().phase(), &readings)
        {
            return Ok(self.foul(deal, seat, message, &heard)?);
        }
        for seat in Seat::ALL {
            if let Reading::Wrong(wrong) = readings[seat] {
                self.rule(deal, seat, wrong, message, &heard)?;
            }
        }
        for seat in asked.iter() {
            let legal = deal.legal(seat);
            let action = match readings[seat] {
                Reading::Act(action, discard) if legal.contains(action) => {
                    self.announced[seat] = discard;
                    action
                }
                _ => stand_in(deal, seat),
            };
            let choice =
                choices[seat].filter(|choice| choice.action == action).unwrap_or_else(|| action.into());
            (self.taken)(Taken { seat, legal, choice });
            deal.apply(seat, action, &mut self.sink)?;
        }
        Ok(())
    }

    /// The discard that follows a claim: the one a bot announced with it, or an agent's choice.
    fn discard_after_claim(&mut self, deal: &mut Deal, seat: Seat) -> Result<(), PlayError> {
        let legal = deal.legal(seat);
        match self.announced[seat].take() {
            Some(tile) => {
                let choice: Choice = Action::Discard(tile).into();
                (self.taken)(Taken { seat, legal, choice });
                Ok(deal.apply(seat, choice.action, &mut self.sink)?)
            }
            None => self.decide(deal, None, BySeat::from_fn(|_| Ok(Reply::Pass))),
        }
    }

    /// Ends the deal, as the league does.
    fn foul(
        &mut self,
        deal: &mut Deal,
        seat: Seat,
        message: Option<&Message>,
        heard: &BySeat<Heard>,
    ) -> Result<(), IllegalAction> {
        self.note(seat, Wrong::Nothing, message, heard, "-30");
        deal.foul(seat, &mut self.sink)
    }

    fn note(
        &mut self,
        seat: Seat,
        wrong: Wrong,
        message: Option<&Message>,
        heard: &BySeat<Heard>,
        ruling: &'static str,
    ) {
        self.misconduct.push(if self.bots.contains(seat) {
            Misconduct::new(seat, message, &heard[seat], ruling)
        } else {
            Misconduct::of_agent(seat, wrong, ruling)
        });
    }

    /// Rules on an answer where there is a referee. Without one, a bot's answer just does not count; an agent of this
    /// program is refused.
    fn rule(
        &mut self,
        deal: &mut Deal,
        seat: Seat,
        wrong: Wrong,
        message: Option<&Message>,
        heard: &BySeat<Heard>,
    ) -> Result<(), IllegalAction> {
        match (deal.table().rules().false_hu, wrong) {
            (FalseHuPolicy::Official, _) => {
                let ruling = wrong.ruling(deal, seat);
                self.note(seat, wrong, message, heard, ruling.chinese());
                deal.rule(seat, ruling, &mut self.sink)
            }
            (_, Wrong::Action(action)) if !self.bots.contains(seat) => {
                deal.apply(seat, action, &mut self.sink)
            }
            _ => {
                self.note(seat, wrong, message, heard, "not counted");
                Ok(())
            }
        }
    }
}
