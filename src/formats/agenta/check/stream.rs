//! The stream: the shape of each event, and what has to agree from event to event.

use std::collections::BTreeSet;

use super::super::rules;
use super::super::stream::peek;
use super::super::words::{APPROVAL, STOP_WORDS};
use super::STREAM;
use super::calls::Calls;
use super::events::EVENT;
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Fields, JsonStr, Value};
use crate::schema::check_as;

/// Checks the events of a capture.
#[derive(Default)]
pub(super) struct Stream {
    calls: Calls,
    /// Texts and thoughts that have started and not ended.
    open: BTreeSet<(bool, String)>,
    /// Whether something came that the package counts as output.
    output: bool,
    failed: bool,
    asked: bool,
    /// The ids of questions.
    questions: BTreeSet<String>,
    /// The last stop reason.
    stop: Option<String>,
    done: bool,
}

impl Check for Stream {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        let Some((tag, data)) = peek(frame.root) else { return };
        let Some(kind) = tag.token() else { return };
        if kind.is("result") {
            self.done = true;
            return;
        }
        check_as(data, tag, &EVENT, &STREAM, found);
        let word = kind.decode();
        match word.strip_prefix("thought") {
            Some(rest) => self.text(rest, true, data, found),
            None => match word.strip_prefix("message") {
                Some(rest) => self.text(rest, false, data, found),
                None => self.event(&word, data, found),
            },
        }
    }

    fn finish(&mut self, found: &mut Findings<'_>) {
        for (thought, id) in std::mem::take(&mut self.open) {
            let word = if thought { "thought" } else { "message" };
            found.put_here(&rules::TEXT_LEFT_OPEN, format!("the {word} `{id}` has no end"));
        }
        let stop = self.stop.as_deref();
        if self.done && !self.output && !self.failed && stop != Some("cancelled") {
            found.put_here(&rules::NO_OUTPUT, "the turn produces no output");
        }
        if stop == Some("paused") && !self.asked {
            found.put_here(
                &rules::PAUSED_WITHOUT_REQUEST,
                "the turn is paused, and nothing has been asked for",
            );
        }
    }
}

impl Stream {
    /// An event of a text or a thought; `rest` is what stands behind that word in its type.
    fn text(&mut self, rest: &str, thought: bool, data: Value<'_>, found: &mut Findings<'_>) {
        let id = data.look().token("id").map(|id| id.decode().into_owned());
        self.output |= !thought && matches!(rest, "" | "_delta");
        match (rest, id) {
            ("_start", Some(id)) if !self.open.insert((thought, id.clone())) => {
                found.put(&rules::START_TWICE, data, format!("`{id}` starts while it is open"));
            }
            ("_end", Some(id)) => {
                self.open.remove(&(thought, id));
            }
            _ => {}
        }
    }

    fn event(&mut self, kind: &str, data: Value<'_>, found: &mut Findings<'_>) {
        let event = data.look();
        let id = event.token("id");
        self.output |= !matches!(kind, "usage" | "error" | "done" | "turn" | "interaction_response");
        match kind {
            "tool_call" => {
                self.calls.call(data, id, event.token("name"), found);
            }
            "tool_result" => self.calls.result(data, id, found),
            "data" if event.token("name").is_none_or(JsonStr::is_empty) => {
                found.put(&rules::DATA_WITHOUT_NAME, data, "a `data` event without a name");
            }
            "interaction_request" => self.request(event, data, found),
            "error" => self.failed = true,
            "done" => self.end(event, found),
            _ => {}
        }
    }

    fn request(&mut self, event: Fields<'_>, data: Value<'_>, found: &mut Findings<'_>) {
        self.asked = true;
        if let Some(id) = event.token("id").filter(|id| !id.is_empty())
            && !self.questions.insert(id.decode().into_owned())
        {
            let text = format!("the question `{}` is asked already", id.decode());
            found.put(&rules::REQUEST_TWICE, data, text);
        }
        if !event.token("kind").is_some_and(|kind| kind.is(APPROVAL)) {
            return;
        }
        let payload = event.get("payload").map(Value::look);
        let call = payload.and_then(|payload| payload.get("toolCall")).map(Value::look);
        let of_call = call.and_then(|call| call.token("id").or_else(|| call.token("toolCallId")));
        let id = payload.and_then(|payload| payload.token("toolCallId")).or(of_call);
        match id.filter(|id| !id.is_empty()) {
            None => {
                let text = "an approval is asked for, and no call is named";
                found.put(&rules::APPROVAL_WITHOUT_CALL, data, text);
            }
            // The question itself may bring the call.
            Some(id) if call.is_some() => self.calls.brought(id),
            Some(id) if !self.calls.knows(id) => {
                let text = format!("a question about the call `{}`, which is not there", id.decode());
                found.put(&rules::APPROVAL_OF_UNKNOWN_CALL, data, text);
            }
            Some(_) => {}
        }
    }

    fn end(&mut self, event: Fields<'_>, found: &mut Findings<'_>) {
        self.done = true;
        let (Some(place), Some(word)) = (event.get("stopReason"), event.token("stopReason")) else {
            self.stop = None;
            return;
        };
        stop_reason(place, found);
        self.stop = Some(word.decode().trim().to_ascii_lowercase());
    }
}

/// Tells a stop reason that is none of the document's.
pub(super) fn stop_reason(value: Value<'_>, found: &mut Findings<'_>) {
    let Some(word) = value.token() else { return };
    let plain = word.decode().trim().to_ascii_lowercase();
    if !plain.is_empty() && STOP_WORDS.iter().all(|(known, _)| *known != plain) {
        let text = format!("the stop reason `{}` is none of the document's", word.decode());
        found.put(&rules::UNKNOWN_STOP_REASON, value, text);
    }
}
