//! A string that holds JSON or a stream, as gateways keep bodies. It stays a string.

use std::io::Cursor;
use std::sync::Arc;

use crate::engine::detect::{Detected, detect};
use crate::engine::input::Input;
use crate::engine::job::Job;
use crate::engine::plan::Plan;
use crate::framing::Framing;
use crate::ir::{JsonStr, JsonString};
use crate::report::Report;

/// What a string holds, as an input of its own.
pub(super) struct Text(Option<Input>);

/// Looks at what a string holds.
pub(super) fn look(token: JsonStr<'_>, job: &Job) -> (Detected, Text) {
    let bytes = token.decode_json().into_owned().into_bytes();
    let mut input = Input::new(String::new(), Box::new(Cursor::new(bytes))).ok();
    let found = input.as_mut().and_then(|input| detect(input, &job.from, job.max_frame).ok());
    (found.unwrap_or_else(nothing), Text(input))
}

/// Memory can always be read, so this is never met.
fn nothing() -> Detected {
    Detected {
        best: Vec::new(),
        candidates: Vec::new(),
        framing: Framing::Json,
        in_array: false,
        stranger: None,
        empty: true,
        binary: false,
    }
}

impl Text {
    /// The string as JSON in another format, and whether the reply in it is an error or cut short; `None` where nothing
    /// can be made of it, which is told.
    pub(super) fn turn(self, plan: &Plan, job: &Job, report: &mut Report) -> (Option<Vec<u8>>, bool) {
        let job = Job {
            at: Vec::new(),
            framing: None,
            cores: 1,
            rejects: false,
            frames: Arc::default(),
            ..job.clone()
        };
        let mut text = Vec::new();
        let done = self.0.map(|input| plan.carry_out(input, &job, &mut text, &mut |found| report.add(found)));
        let failed = done.and_then(Result::ok).is_none_or(|outcome| outcome.failed);
        if text.is_empty() {
            return (None, failed);
        }
        // Documents end in a line feed, which a string does not need; streams end in what ends a frame.
        let text = String::from_utf8_lossy(&text);
        let text = if text.ends_with("\n\n") { &text } else { text.trim_end_matches('\n') };
        let token = JsonString::from_plain(text);
        (Some(format!("\"{}\"", token.as_str()).into_bytes()), failed)
    }
}
