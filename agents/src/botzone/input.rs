//! The envelopes in which the league sends requests.
//!
//! JSON: one line `{"requests":[…],"responses":[…],…}`. Simplified: a line with the number of the turn, then requests
//! and answers in turn, one a line, the live request last; whatever follows (data of the bot) is not read. A bot that
//! keeps running gets only the new request from then on.

use serde_json::Value;
use std::io::{self, BufRead, Read};

/// How requests and answers are wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Envelope {
    /// JSON.
    Json,
    /// Bare lines.
    Simplified,
}

/// The first input of a process: everything that happened so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// How it was wrapped, and how answers must be.
    pub envelope: Envelope,
    /// All requests; the last one is live. Never empty.
    pub requests: Vec<String>,
    /// The answers to all but the last.
    pub responses: Vec<String>,
}

/// Input that is no envelope of the league.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// It cannot be read.
    #[error("cannot read standard input: {0}")]
    Read(#[from] io::Error),
    /// It ends too early.
    #[error("the input ends, expected {expected}")]
    Ends {
        /// What should have come.
        expected: &'static str,
    },
    /// It is not JSON although it begins so.
    #[error("not JSON: {0}")]
    Json(serde_json::Error),
    /// A line or field holds something else.
    #[error("found {found:?}, expected {expected}")]
    Unexpected {
        /// What stands there, cut short when long.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// A line has no end in sight.
    #[error("a line of more than {MOST_BYTES} bytes")]
    TooLong,
}

/// The longest line that is read: the league lets bots keep 100 kB of data twice, and a deal has under 10 kB.
const MOST_BYTES: u64 = 1 << 20;

/// No deal has as many turns.
const MOST_TURNS: usize = 2_000;

const FIRST: &str = "a line of JSON or the number of turns";

/// Reads the requests of one process.
pub struct Input<R> {
    reader: R,
    line: Vec<u8>,
}

impl<R: BufRead> Input<R> {
    /// Reads from `reader`.
    pub const fn new(reader: R) -> Input<R> {
        Input { reader, line: Vec::new() }
    }

    /// The next line without its end; `None` after the last.
    fn line(&mut self) -> Result<Option<&str>, InputError> {
        self.line.clear();
        let read = (&mut self.reader).take(MOST_BYTES).read_until(b'\n', &mut self.line)?;
        if read == 0 {
            return Ok(None);
        }
        if read as u64 == MOST_BYTES && !self.line.ends_with(b"\n") {
            return Err(InputError::TooLong);
        }
        let text = std::str::from_utf8(&self.line).map_err(|_| InputError::Unexpected {
            found: quoted(&String::from_utf8_lossy(&self.line)),
            expected: "UTF-8 text",
        })?;
        Ok(Some(text.trim_end_matches(['\n', '\r'])))
    }

    fn need(&mut self, expected: &'static str) -> Result<String, InputError> {
        self.line()?.map(str::to_owned).ok_or(InputError::Ends { expected })
    }

    /// The first input.
    ///
    /// # Errors
    /// When it is none.
    pub fn opening(&mut self) -> Result<Opening, InputError> {
        let mut first = self.need(FIRST)?;
        while first.trim().is_empty() {
            first = self.need(FIRST)?;
        }
        if first.trim_start().starts_with('{') { json_opening(&first) } else { self.plain_opening(&first) }
    }

    fn plain_opening(&mut self, first: &str) -> Result<Opening, InputError> {
        let turns = first.trim().parse().ok().filter(|turns| (1..=MOST_TURNS).contains(turns));
        let turns: usize =
            turns.ok_or_else(|| InputError::Unexpected { found: quoted(first), expected: FIRST })?;
        let (mut requests, mut responses) = (Vec::new(), Vec::new());
        for turn in 1..=turns {
            requests.push(self.need("a request")?.trim().to_owned());
            if turn < turns {
                responses.push(self.need("the answer to a request")?.trim().to_owned());
            }
        }
        Ok(Opening { envelope: Envelope::Simplified, requests, responses })
    }

    /// The next request of a process that keeps running; `None` when the match is over. It may come bare, as a
    /// JSON string, or as the last of a whole JSON envelope.
    ///
    /// # Errors
    /// When it is none of these.
    pub fn next_request(&mut self) -> Result<Option<String>, InputError> {
        loop {
            let Some(line) = self.line()? else { return Ok(None) };
            let line = line.trim();
            match line.as_bytes().first() {
                None => {}
                Some(b'{') => return Ok(json_opening(line)?.requests.pop()),
                Some(b'"') => return serde_json::from_str(line).map(Some).map_err(InputError::Json),
                Some(_) => return Ok(Some(line.to_owned())),
            }
        }
    }
}

fn json_opening(line: &str) -> Result<Opening, InputError> {
    let value: Value = serde_json::from_str(line).map_err(InputError::Json)?;
    let requests = texts(&value, "requests", "a list \"requests\" of strings")?;
    let responses = texts(&value, "responses", "a list \"responses\" of strings")?;
    if requests.len() != responses.len() + 1 || requests.len() > MOST_TURNS {
        let found = format!("{} requests and {} responses", requests.len(), responses.len());
        return Err(InputError::Unexpected { found, expected: "one request more than responses" });
    }
    Ok(Opening { envelope: Envelope::Json, requests, responses })
}

fn texts(value: &Value, name: &str, expected: &'static str) -> Result<Vec<String>, InputError> {
    let list = value.get(name).and_then(Value::as_array);
    let texts = list.and_then(|list| {
        list.iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>()
    });
    let found = || value.get(name).map_or_else(|| "nothing".to_owned(), Value::to_string);
    texts.ok_or_else(|| InputError::Unexpected { found: quoted(&found()), expected })
}

/// The beginning of a strange text, for a message.
fn quoted(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(text: &str) -> Result<Opening, String> {
        Input::new(text.as_bytes()).opening().map_err(|error| error.to_string())
    }

    #[test]
    fn both_envelopes_tell_the_same() {
        let json = opening(r#"{"requests":["0 1 0","2 W1"],"responses":["PASS"],"data":"","time_limit":1}"#);
        let plain = opening("2\r\n0 1 0\r\nPASS\r\n2 W1\r\nsome data\r\n");
        let (json, plain) = (json.unwrap(), plain.unwrap());
        assert_eq!((&json.requests, &json.responses), (&plain.requests, &plain.responses));
        assert_eq!((json.envelope, plain.envelope), (Envelope::Json, Envelope::Simplified));
        assert_eq!(plain.requests[1], "2 W1");
    }

    #[test]
    fn later_requests_come_in_three_ways() {
        let mut input = Input::new(
            &b"3 0 DRAW\n\n\"3 0 PLAY T4\"\n{\"requests\":[\"0 1 0\",\"2 W1\"],\"responses\":[\"PASS\"]}\n"[..],
        );
        for request in ["3 0 DRAW", "3 0 PLAY T4", "2 W1"] {
            assert_eq!(input.next_request().unwrap().as_deref(), Some(request));
        }
        assert_eq!(input.next_request().unwrap(), None);
    }

    #[test]
    fn other_input_is_refused() {
        for (text, complaint) in [
            ("", "the input ends, expected a line of JSON or the number of turns"),
            ("hello\n", r#"found "hello", expected a line of JSON or the number of turns"#),
            ("0\n", "the number of turns"),
            ("2\n0 1 0\n", "the input ends, expected the answer to a request"),
            ("{\n", "not JSON"),
            (r#"{"requests":["0 1 0"]}"#, r#"found "nothing", expected a list "responses" of strings"#),
            (r#"{"requests":[],"responses":[]}"#, "0 requests and 0 responses"),
            (r#"{"requests":[1],"responses":[]}"#, r#"found "[1]""#),
            ("999999999999999999999\n", "the number of turns"),
        ] {
            let error = opening(text).unwrap_err();
            assert!(error.contains(complaint), "{text:?}: {error}");
        }
    }
}
