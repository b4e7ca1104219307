//! A whole bot: requests from one side, answers of an agent to the other.

use super::{
    answer::{AnswerError, answer},
    input::{Envelope, Input, InputError},
    story::{Story, StoryError},
};
use crate::agent::Agent;
use mcr_engine::{BySeat, RuleSet, notation::botzone::Reply};
use std::io::{self, BufRead, Write};

/// The line by which a bot asks to be kept running.
pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// How a bot plays.
#[derive(Clone, Copy, Debug)]
pub struct Serving {
    /// The rules of the deal.
    pub rules: RuleSet,
    /// Keys of the agent's randomness by seat.
    pub keys: BySeat<u64>,
    /// Ask to be kept running, and play on to the end of the input.
    pub keep_running: bool,
}

/// Why a bot stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The input is no envelope.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The requests make no deal.
    #[error(transparent)]
    Story(#[from] StoryError),
    /// The agent broke the rules.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// The answer cannot be written.
    #[error("cannot write the answer: {0}")]
    Write(#[from] io::Error),
}

/// Plays from `input`: one turn, or all turns to the end of the input when the bot keeps running.
///
/// # Errors
/// When the input is no deal, or the answer cannot be written.
pub fn serve(
    input: impl BufRead,
    out: &mut dyn Write,
    agent: &mut dyn Agent,
    serving: &Serving,
) -> Result<(), ServeError> {
    let mut input = Input::new(input);
    let opening = input.opening()?;
    let mut story = Story::new(serving.rules);
    let mut responses = opening.responses.iter();
    for request in &opening.requests {
        story.hear(request)?;
        if let Some(response) = responses.next() {
            story.answered(response.parse().ok());
        }
    }
    say(&mut story, out, agent, serving, opening.envelope)?;
    if !serving.keep_running {
        return Ok(());
    }
    while let Some(request) = input.next_request()? {
        story.hear(&request)?;
        say(&mut story, out, agent, serving, opening.envelope)?;
    }
    Ok(())
}

/// Answers the latest request.
fn say(
    story: &mut Story,
    out: &mut dyn Write,
    agent: &mut dyn Agent,
    serving: &Serving,
    envelope: Envelope,
) -> Result<(), ServeError> {
    let reply = match story.view() {
        Some(view) => answer(view, agent, serving.keys[view.seat()])?,
        None => Reply::Pass,
    };
    story.answered(Some(reply));
    match envelope {
        // Words of the protocol need no escapes.
        Envelope::Json => writeln!(out, "{{\"response\":\"{reply}\"}}")?,
        Envelope::Simplified => writeln!(out, "{reply}")?,
    }
    if serving.keep_running {
        writeln!(out, "{KEEP_RUNNING}")?;
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use mcr_engine::rng::agent_keys;

    fn serving(keep_running: bool) -> Serving {
        Serving { rules: RuleSet::BOTZONE, keys: agent_keys(1, 0), keep_running }
    }

    fn said(input: &str, keep_running: bool) -> String {
        let mut out = Vec::new();
        let mut agent = Registry::standard().parse("greedy").unwrap().build();
        serve(input.as_bytes(), &mut out, &mut *agent, &serving(keep_running)).unwrap();
        String::from_utf8(out).unwrap()
    }

    const DEAL: &str = "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 T1 T2 T3 J1";

    #[test]
    fn every_envelope_gives_the_same_answer() {
        let json = format!(r#"{{"requests":["0 0 0","{DEAL}","2 F1"],"responses":["PASS","PASS"]}}"#);
        assert_eq!(said(&json, false), "{\"response\":\"PLAY J1\"}\n");
        let plain = format!("3\n0 0 0\nPASS\n{DEAL}\nPASS\n2 F1\n");
        assert_eq!(said(&plain, false), "PLAY J1\n");
        let kept = format!("1\n0 0 0\n{DEAL}\n2 F1\n3 0 PLAY J1\n");
        let expected: String =
            ["PASS", "PASS", "PLAY J1", "PASS"].map(|reply| format!("{reply}\n{KEEP_RUNNING}\n")).concat();
        assert_eq!(said(&kept, true), expected);
    }

    #[test]
    fn a_process_that_keeps_running_may_play_several_deals() {
        let deal = format!("0 0 0\n{DEAL}\n2 J1\n");
        let said = said(&format!("1\n{deal}{deal}"), true);
        assert_eq!(said.matches("PLAY").count() + said.matches("HU").count(), 2);
    }

    #[test]
    fn a_broken_story_is_an_error() {
        let mut agent = Registry::standard().parse("greedy").unwrap().build();
        let error = serve(&b"1\n2 W1\n"[..], &mut Vec::new(), &mut *agent, &serving(false)).unwrap_err();
        assert!(matches!(error, ServeError::Story(_)), "{error}");
    }
}
