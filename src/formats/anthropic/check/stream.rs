//! A stream as the client puts it together: the order of events, and the names of frames.

use std::collections::HashSet;

use super::events::EVENT as SHAPE;
use super::reply::stop;
use super::{EVENT, elements, is, rules};
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Keyed, Value};
use crate::schema::{Type, check};

/// Checks the events of a stream.
#[derive(Default)]
pub(super) struct Stream {
    /// Whether a frame had an event name.
    named: bool,
    /// An error came: the client reads no further.
    failed: bool,
    /// How many messages have started.
    messages: u32,
    running: bool,
    message: Message,
}

/// What is known of the message at hand.
#[derive(Default)]
struct Message {
    /// Blocks that are open, by their index as it is spelled.
    open: Keyed<String, String>,
    /// Blocks that have a signature, and those of thinking that wait for one.
    sealed: HashSet<String>,
    unsealed: HashSet<String>,
    /// Whether there was a call, and a `message_delta`.
    calls: bool,
    delta: bool,
    /// Whether something said why the message ends.
    reason: bool,
}

impl Check for Stream {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        self.name(frame, found);
        let told = frame.root.look().token("type").map(|word| word.decode().into_owned());
        let kind = told.as_deref().or(frame.name()).unwrap_or_default();
        if self.failed {
            return;
        }
        if kind == "error" {
            self.failed = true;
            check(frame.root, &Type::Tagged(&SHAPE), &EVENT, found);
            let words = frame.root.look().get("error").and_then(|error| error.look().token("message"));
            let words = words.map_or_else(String::new, |words| format!(": {}", words.decode()));
            return found.put(
                &rules::ERROR_IN_STREAM,
                frame.root,
                format!("the stream carries an error{words}"),
            );
        }
        check(frame.root, &Type::Tagged(&SHAPE), &EVENT, found);
        self.event(kind, frame.root, found);
    }

    fn sentinel(&mut self, name: Option<&str>, found: &mut Findings<'_>) {
        match name {
            Some(name) => found.put_here(&rules::DONE_NAMED, format!("`[DONE]` comes as an event `{name}`")),
            None => found.put_here(&rules::DONE, "the API sends no `[DONE]`"),
        }
    }
}

impl Stream {
    /// The client goes by the event name of a frame.
    fn name(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        let Some(name) = frame.name() else {
            if self.named {
                found.put(&rules::EVENT_NAME_MISSING, frame.root, "the frame has no event name");
            }
            return;
        };
        self.named = true;
        if let Some(kind) = frame.root.look().get("type")
            && !is(frame.root, name)
        {
            let text = format!("the event name is `{name}`, and the type {}", kind.peek());
            found.put(&rules::EVENT_NAME_DIFFERS, kind, text);
        }
    }

    fn event(&mut self, kind: &str, root: Value<'_>, found: &mut Findings<'_>) {
        if kind == "message_start" {
            return self.start(root, found);
        }
        if self.messages > 0 && !self.running {
            found.put(&rules::AFTER_STOP, root, format!("`{kind}` comes after `message_stop`"));
            return;
        }
        match kind {
            "content_block_start" => self.message.start_block(root, found),
            "content_block_stop" => {
                let index = index(root);
                self.message.open.remove(&index);
                if self.message.unsealed.remove(&index) {
                    found.put(&rules::THINKING_UNSEALED, root, rules::THINKING_UNSEALED.what);
                }
            }
            "content_block_delta" => self.message.seal(root, found),
            "message_delta" => self.message.delta(root, found),
            "message_stop" => {
                if self.running && !self.message.delta {
                    let text = "the message stops without a `message_delta`";
                    found.put(&rules::MESSAGE_DELTA_MISSING, root, text);
                } else if self.running && !self.message.reason {
                    found.put(&rules::STOP_REASON_MISSING, root, rules::STOP_REASON_MISSING.what);
                }
                self.running = false;
            }
            _ => {}
        }
    }

    fn start(&mut self, root: Value<'_>, found: &mut Findings<'_>) {
        if self.messages > 0 && !self.running {
            found.put(&rules::SEVERAL_MESSAGES, root, "another message starts in the same stream");
        }
        self.messages += 1;
        self.running = true;
        let message = root.look().get("message").unwrap_or(root);
        let calls = elements(message, "content").any(|block| is(block, "tool_use"));
        self.message = Message { calls, ..Message::default() };
    }
}

impl Message {
    fn start_block(&mut self, root: Value<'_>, found: &mut Findings<'_>) {
        let index = index(root);
        if let Some(open) = self.open.iter().find(|open| **open != index) {
            let text = format!("block {index} starts while block {open} is open");
            found.put(&rules::BLOCKS_INTERLEAVED, root, text);
        }
        let block = root.look().get("content_block");
        self.calls |= block.is_some_and(|block| is(block, "tool_use"));
        let sealed =
            block.and_then(|block| block.look().token("signature")).is_some_and(|seal| !seal.is_empty());
        if block.is_some_and(|block| is(block, "thinking")) && !sealed {
            self.unsealed.insert(index.clone());
        }
        if self.open.get(&index).is_none() {
            self.open.push(index.clone(), index);
        }
    }

    fn seal(&mut self, root: Value<'_>, found: &mut Findings<'_>) {
        let Some(delta) = root.look().get("delta").filter(|delta| is(*delta, "signature_delta")) else {
            return;
        };
        self.unsealed.remove(&index(root));
        if !self.sealed.insert(index(root)) {
            found.put(&rules::SIGNATURE_TWICE, delta, rules::SIGNATURE_TWICE.what);
        }
    }

    fn delta(&mut self, root: Value<'_>, found: &mut Findings<'_>) {
        if let Some(open) = self.open.front() {
            let text = format!("`message_delta` comes while block {open} is open");
            found.put(&rules::MESSAGE_DELTA_EARLY, root, text);
        }
        self.delta = true;
        if let Some(delta) = root.look().get("delta") {
            self.reason |= delta.look().get("stop_reason").is_some();
            stop(delta, self.calls, found);
        }
    }
}

/// Which block an event is of, as it is spelled.
fn index(event: Value<'_>) -> String {
    event.look().get("index").map_or_else(String::new, |index| index.peek().to_owned())
}
