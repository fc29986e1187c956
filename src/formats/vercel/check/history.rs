//! Histories and requests: the shape of each message, and what becomes of it when a model is asked.

use std::collections::HashSet;

use super::nodes::{MESSAGE, REQUEST};
use super::{FAULTS, rules, values};
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Fields, Value};
use crate::report::Rule;
use crate::schema::{Type, check};

/// What is known of a history so far.
#[derive(Default)]
struct History {
    messages: HashSet<String>,
    calls: HashSet<String>,
    /// Calls that are not done, with the rule for going on without their end.
    waiting: Vec<(String, &'static Rule)>,
    /// Whether a message had `content` in place of parts, and whether one had parts.
    plain: bool,
    parted: bool,
}

/// Types that are chunks of the stream and not parts of a message.
const CHUNKS: &[&str] = &[
    "tool-input-start",
    "tool-input-delta",
    "tool-input-available",
    "tool-input-error",
    "tool-output-available",
    "tool-output-error",
    "tool-output-denied",
    "tool-approval-request",
    "tool-approval-response",
    "text-start",
    "text-delta",
    "text-end",
    "reasoning-start",
    "reasoning-delta",
    "reasoning-end",
    "start",
    "finish",
    "start-step",
    "finish-step",
];

/// The parts that reach a model from a message of this role, and their types' beginnings; data is the application's.
const HEARD: &[(&str, &[&str])] = &[("user", &["text", "file", "data-*"]), ("system", &["text", "data-*"])];

impl History {
    /// Takes the next message.
    fn message(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let message = value.look();
        if let (Some(place), Some(id)) = (message.get("id"), message.token("id"))
            && !self.messages.insert(id.decode().into_owned())
        {
            let text = format!("the id `{}` is that of an earlier message", id.decode());
            found.put(&rules::MESSAGE_ID_REPEATED, place, text);
        }
        let role = message.token("role").map(|role| role.decode().into_owned()).unwrap_or_default();
        if role == "user" || role == "system" {
            for (id, rule) in self.waiting.drain(..) {
                found.put(rule, value, format!("the call `{id}` is not done, and the conversation goes on"));
            }
        }
        self.parted |= message.has("parts");
        self.plain |= !message.has("parts") && message.get("content").is_some();
        self.parts(&role, message, found);
    }

    /// The history is at its end: one without any parts is of another wire, or of AI SDK 4.
    fn finish(&self, found: &mut Findings<'_>) {
        if self.plain && !self.parted {
            found.put_here(&rules::NO_PARTS, "no message of the history has `parts`");
        }
    }

    fn parts(&mut self, role: &str, message: Fields<'_>, found: &mut Findings<'_>) {
        let mut answered = false;
        for part in message.get("parts").into_iter().flat_map(Value::elements) {
            let Some(place) = part.look().get("type") else { continue };
            let Some(kind) = place.token().map(|kind| kind.decode()) else { continue };
            values::providers(part, found);
            values::content(&kind, part, found);
            values::name(part, found);
            if CHUNKS.contains(&&*kind) {
                let text = format!("`{kind}` is a chunk of the stream, not a part of a message");
                found.put(&rules::CHUNK_IN_MESSAGE, place, text);
            }
            match &*kind {
                "step-start" => answered = false,
                "text" | "reasoning" if answered => {
                    answered = false;
                    let text = format!("`{kind}` after the output of a call, and no step begins between");
                    found.put(&rules::TEXT_AFTER_RESULT, part, text);
                }
                _ => {}
            }
            if kind == "dynamic-tool" || kind.starts_with("tool-") {
                answered |= self.call(part, found);
            }
            unheard(role, &kind, part, found);
        }
    }

    /// Takes a tool part; tells whether its output goes into a message of its own.
    fn call(&mut self, part: Value<'_>, found: &mut Findings<'_>) -> bool {
        let fields = part.look();
        values::input(part, found);
        let Some(id) = fields.token("toolCallId").map(|id| id.decode().into_owned()) else { return false };
        if !self.calls.insert(id.clone()) {
            let text = format!("the id `{id}` is that of an earlier call");
            found.put(&rules::CALL_ID_REPEATED, part, text);
        }
        let executed = fields.get("providerExecuted").is_some_and(|flag| flag.peek() == "true");
        let state = fields.token("state").map(|state| state.decode().into_owned()).unwrap_or_default();
        let rule = match &*state {
            "input-streaming" => &rules::CALL_LEFT_STREAMING,
            "input-available" if !executed => &rules::CALL_WITHOUT_RESULT,
            "approval-requested" => &rules::PENDING_APPROVAL,
            _ => return !executed && state.starts_with("output-"),
        };
        self.waiting.push((id, rule));
        false
    }
}

/// Finds a part that no model hears of.
fn unheard(role: &str, kind: &str, part: Value<'_>, found: &mut Findings<'_>) {
    let Some((_, heard)) = HEARD.iter().find(|(of, _)| *of == role) else { return };
    let fits = |word: &&str| word.strip_suffix('*').map_or(*word == kind, |head| kind.starts_with(head));
    if !heard.iter().any(fits) {
        let text = format!("`{kind}` in a message of the {role}");
        found.put(&rules::PART_OF_OTHER_ROLE, part, text);
    }
}

/// Checks the messages of a history one by one.
#[derive(Default)]
pub(super) struct Messages {
    history: History,
}

impl Check for Messages {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        check(frame.root, &Type::Tagged(&MESSAGE), &FAULTS, found);
        self.history.message(frame.root, found);
    }

    fn finish(&mut self, found: &mut Findings<'_>) {
        self.history.finish(found);
    }
}

/// Checks a request.
pub(super) struct Request;

impl Check for Request {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        check(frame.root, &Type::Object(&REQUEST), &FAULTS, found);
        let mut history = History::default();
        let messages = frame.root.look().get("messages").into_iter().flat_map(Value::elements);
        messages.for_each(|message| history.message(message, found));
        history.finish(found);
    }
}
