//! `external:COMMAND`: any program that speaks the league's protocol, as an agent.
//!
//! Every seat of every worker has its own process, so their number is bounded. A process that dies, hangs or says
//! nonsense costs its seat what the rule set says and is started again; nothing it does ends the run. It sees a
//! clean environment, a limit of memory and of time, and is killed with its children when it is no longer needed.

mod factory;
mod options;
mod process;
mod session;

pub use factory::ExternalFactory;
pub use options::{Mode, Options};

use crate::{
    agent::{Agent, Choice},
    bot::{Bot, Misanswer},
};
use mcr_engine::{
    Action, BySeat, DecisionRng, Observation, Seat,
    notation::botzone::{Reply, Request},
};
use process::Words;
use session::{Session, Style};
use std::{path::Path, sync::Arc};

/// A program as an agent.
pub struct External {
    options: Arc<Options>,
    /// How the program speaks, once that is known.
    style: Style,
    sessions: BySeat<Session>,
    words: Option<Words>,
}

impl External {
    /// The program of these options, not started yet.
    #[must_use]
    pub fn new(options: Arc<Options>) -> External {
        let style = Style::stated(&options);
        External { options, style, sessions: BySeat::from_fn(|_| Session::default()), words: None }
    }
}

impl Agent for External {
    /// A bot is asked by requests ([`Agent::bot`]); where only a view can be given, it passes or discards what it drew.
    fn act(&mut self, view: &Observation<'_>, _: &mut DecisionRng) -> Choice {
        let legal = view.legal();
        let drawn = view.hand().drawn().map(Action::Discard).filter(|action| legal.contains(*action));
        let last = || legal.discards().into_iter().last().map(Action::Discard);
        if legal.contains(Action::Pass) { Action::Pass } else { drawn.or_else(last).unwrap_or(Action::Pass) }
            .into()
    }

    fn bot(&mut self) -> Option<&mut dyn Bot> {
        Some(self)
    }
}

impl Bot for External {
    fn begin(&mut self, seat: Seat) {
        self.sessions[seat].begin();
    }

    fn hear(&mut self, seat: Seat, request: &Request) -> Result<Reply, Misanswer> {
        self.sessions[seat].hear(request, &mut self.style, &self.options, self.words.as_ref())
    }

    fn end(&mut self, seat: Seat) {
        self.sessions[seat].end(&self.options);
    }

    fn keep_words(&mut self, folder: &Path, name: &str) {
        self.words = Some(Words::new(folder, name));
    }
}
