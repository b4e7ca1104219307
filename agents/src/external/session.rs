//! One seat of a program in one deal: what was said so far, and the process that is at it.

use super::{
    options::{Mode, Options},
    process::{Deadline, Process, Words, cut},
};
use crate::{
    bot::{Misanswer, MisanswerKind},
    botzone::{Envelope, KEEP_RUNNING},
};
use mcr_engine::notation::botzone::{Reply, Request};
use serde_json::{Value, json};

/// How a program speaks, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    envelope: Option<Envelope>,
    mode: Option<Mode>,
}

impl Style {
    pub(super) const fn stated(options: &Options) -> Style {
        Style { envelope: options.envelope, mode: options.mode }
    }
}

/// After so many failures in a deal a program is not started again before the next one.
const MOST_FAILURES: u32 = 3;

/// The most lines that may come between an answer and what ends it.
const MOST_LINES: usize = 16;

/// One seat.
#[derive(Default)]
pub(super) struct Session {
    process: Option<Process>,
    /// Whether the process has heard this deal's earlier requests.
    knows_deal: bool,
    requests: Vec<String>,
    responses: Vec<String>,
    /// What the program asked to be given again on its next turn.
    data: [String; 2],
    failures: u32,
}

/// An answer with what came along.
struct Said {
    response: String,
    data: [String; 2],
}

impl Session {
    pub(super) fn begin(&mut self) {
        self.requests.clear();
        self.responses.clear();
        self.data = Default::default();
        self.failures = 0;
        self.knows_deal = false;
    }

    pub(super) fn end(&mut self, options: &Options) {
        if !options.reuse {
            self.process = None;
        }
    }

    /// What the program answers to a request.
    pub(super) fn hear(
        &mut self,
        request: &Request,
        style: &mut Style,
        options: &Options,
        words: Option<&Words>,
    ) -> Result<Reply, Misanswer> {
        self.requests.push(request.to_string());
        let said = if self.failures >= MOST_FAILURES {
            Err(Misanswer { kind: MisanswerKind::Gone, said: "failed too often in this deal".to_owned() })
        } else {
            self.ask(style, options, words)
        };
        match said {
            Ok(said) => {
                self.data = said.data;
                let reply = said.response.parse();
                self.responses.push(said.response.clone());
                reply.map_err(|_| Misanswer { kind: MisanswerKind::Unreadable, said: cut(&said.response) })
            }
            Err(misanswer) => {
                self.responses.push(Reply::Pass.to_string());
                self.process = None;
                self.failures += 1;
                Err(misanswer)
            }
        }
    }

    fn ask(
        &mut self,
        style: &mut Style,
        options: &Options,
        words: Option<&Words>,
    ) -> Result<Said, Misanswer> {
        match (style.envelope, style.mode, &mut self.process) {
            (Some(envelope), Some(Mode::Keep), Some(process))
                if self.knows_deal || self.requests.len() == 1 =>
            {
                self.knows_deal = true;
                let deadline = Deadline::after(options.time);
                process.write(&later(envelope, self.requests.last().map_or("", String::as_str)))?;
                let said = take(process, envelope, deadline)?;
                let marked = has_marker(process, deadline)?;
                if marked { Ok(said) } else { Err(no_marker(&said)) }
            }
            (Some(envelope), _, _) => self.start(envelope, style, options, words),
            (None, _, _) => self.find_envelope(style, options, words),
        }
    }

    /// Starts a process with all that was said so far. The first one shows whether it keeps running.
    fn start(
        &mut self,
        envelope: Envelope,
        style: &mut Style,
        options: &Options,
        words: Option<&Words>,
    ) -> Result<Said, Misanswer> {
        self.process = None;
        let deadline = Deadline::after(options.start + options.time);
        let mut process = Process::start(options, words)?;
        process.write(&self.opening(envelope, options))?;
        if style.mode == Some(Mode::Classic) {
            process.close();
        }
        let said = take(&mut process, envelope, deadline)?;
        let keeps = has_marker(&mut process, deadline)?;
        match (style.mode, keeps) {
            (Some(Mode::Keep), false) => return Err(no_marker(&said)),
            (None, keeps) => style.mode = Some(if keeps { Mode::Keep } else { Mode::Classic }),
            _ => {}
        }
        if keeps && style.mode == Some(Mode::Keep) {
            self.process = Some(process);
            self.knows_deal = true;
        }
        Ok(said)
    }

    /// Tries JSON first, then the simplified form.
    fn find_envelope(
        &mut self,
        style: &mut Style,
        options: &Options,
        words: Option<&Words>,
    ) -> Result<Said, Misanswer> {
        let mut first = None;
        for envelope in [Envelope::Json, Envelope::Simplified] {
            match self.start(envelope, style, options, words) {
                Ok(said) if said.response.parse::<Reply>().is_ok() => {
                    style.envelope = Some(envelope);
                    return Ok(said);
                }
                Ok(said) => first = first.or(Some(Ok(said))),
                Err(misanswer) => first = first.or(Some(Err(misanswer))),
            }
            style.mode = options.mode;
        }
        self.process = None;
        first.unwrap_or_else(|| Err(Misanswer { kind: MisanswerKind::Gone, said: String::new() }))
    }

    fn opening(&self, envelope: Envelope, options: &Options) -> String {
        let [data, globaldata] = &self.data;
        match envelope {
            Envelope::Json => {
                let input = json!({
                    "requests": self.requests, "responses": self.responses, "data": data, "globaldata": globaldata,
                    "time_limit": options.time.as_secs_f64(), "memory_limit": options.memory,
                });
                format!("{input}\n")
            }
            Envelope::Simplified => {
                let mut input = format!("{}\n", self.requests.len());
                for (turn, request) in self.requests.iter().enumerate() {
                    input.push_str(request);
                    input.push('\n');
                    if let Some(response) = self.responses.get(turn) {
                        input.push_str(response);
                        input.push('\n');
                    }
                }
                if !data.is_empty() || !globaldata.is_empty() {
                    input.push_str(&format!("{data}\n{globaldata}\n"));
                }
                input
            }
        }
    }
}

/// A request to a process that keeps running.
fn later(envelope: Envelope, request: &str) -> String {
    match envelope {
        Envelope::Json => format!("{}\n", Value::from(request)),
        Envelope::Simplified => format!("{request}\n"),
    }
}

/// The answer itself: the first line that is not empty.
fn take(process: &mut Process, envelope: Envelope, deadline: Deadline) -> Result<Said, Misanswer> {
    let line = loop {
        match process.line(deadline)? {
            Some(line) if line.is_empty() => {}
            Some(line) => break line,
            None => return Err(Misanswer { kind: MisanswerKind::Gone, said: String::new() }),
        }
    };
    if envelope == Envelope::Simplified {
        return Ok(Said { response: line, data: Default::default() });
    }
    let value: Option<Value> = serde_json::from_str(&line).ok();
    let text = |name: &str| value.as_ref()?.get(name)?.as_str().map(str::to_owned);
    match text("response") {
        Some(response) => {
            let data = ["data", "globaldata"].map(|name| text(name).unwrap_or_default());
            Ok(Said { response, data })
        }
        None => Ok(Said { response: line, data: Default::default() }),
    }
}

/// Reads on to the marker of a process that keeps running, `true`, or to the end of one that does not.
fn has_marker(process: &mut Process, deadline: Deadline) -> Result<bool, Misanswer> {
    for _ in 0..MOST_LINES {
        match process.line(deadline)? {
            Some(line) if line == KEEP_RUNNING => return Ok(true),
            Some(_) => {}
            None => return Ok(false),
        }
    }
    Err(Misanswer { kind: MisanswerKind::TooMuch, said: format!("more than {MOST_LINES} lines") })
}

fn no_marker(said: &Said) -> Misanswer {
    Misanswer { kind: MisanswerKind::Gone, said: cut(&said.response) }
}
