//! The stream: the shape of each chunk, and what the SDK's fold asks of their order.

use super::calls::Calls;
use super::chunks::{CHUNK, OTHER_STREAMS};
use super::texts::Texts;
use super::{FAULTS, rules, values};
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Fields, Kind, Value};
use crate::schema::{Type, check};

/// Checks the chunks of a stream.
#[derive(Default)]
pub(super) struct Stream {
    texts: Texts,
    calls: Calls,
    /// The message's id, once a `start` has named it.
    id: Option<String>,
    /// Whether anything has been said that stays in the message.
    said: bool,
    in_step: bool,
    metadata: Metadata,
    end: End,
}

/// How far the reply has come to its end. Each of these is told once.
#[derive(Default)]
struct End {
    finished: bool,
    aborted: bool,
    failed: bool,
    sealed: bool,
    told: bool,
}

/// What metadata is merged into.
#[derive(Default, PartialEq, Eq)]
enum Metadata {
    #[default]
    None,
    Scalar,
    Object,
}

impl Check for Stream {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        let root = frame.root;
        let chunk = root.look();
        let Some(place) = chunk.get("type") else { return };
        let Some(kind) = place.token().map(|kind| kind.decode()) else { return };
        values::forbidden_keys(root, found);
        if OTHER_STREAMS.contains(&&*kind) {
            let message = format!("`{kind}` is no chunk of a UI Message Stream, but of a model's own stream");
            return found.put(&rules::FULL_STREAM, place, message);
        }
        check(root, &Type::Tagged(&CHUNK), &FAULTS, found);
        values::providers(root, found);
        values::content(&kind, root, found);
        values::name(root, found);
        self.after_end(&kind, root, found);
        self.chunk(&kind, root, found);
        if let Some(metadata) = chunk.member("messageMetadata") {
            self.metadata(metadata, found);
        }
    }

    fn padded_sentinel(&mut self, found: &mut Findings<'_>) {
        found.put_here(&rules::PADDED_SENTINEL, "white space stands beside `[DONE]`");
    }

    fn sentinel(&mut self, _name: Option<&str>, _found: &mut Findings<'_>) {
        self.end.sealed = true;
    }

    fn finish(&mut self, found: &mut Findings<'_>) {
        self.left(found);
    }
}

impl Stream {
    fn chunk(&mut self, kind: &str, root: Value<'_>, found: &mut Findings<'_>) {
        match kind {
            "start" => self.start(root.look(), root, found),
            "start-step" => {
                if std::mem::replace(&mut self.in_step, true) {
                    found.put(&rules::STEP_OPEN, root, "a step starts and the one before has not finished");
                }
                self.calls.next_step();
                self.said = true;
            }
            "finish-step" => {
                if !std::mem::take(&mut self.in_step) {
                    found.put(&rules::STEP_NOT_OPEN, root, "a step finishes that has not started");
                }
                self.texts.step_ends();
            }
            "reset-step" => {
                self.texts.forget();
                self.calls.reset();
            }
            "finish" => self.end.finished = true,
            "abort" => self.end.aborted = true,
            "error" => self.end.failed = true,
            "message-metadata" => {}
            _ => self.content(kind, root, found),
        }
    }

    fn content(&mut self, kind: &str, root: Value<'_>, found: &mut Findings<'_>) {
        self.said |= root.look().get("transient").is_none_or(|flag| flag.peek() != "true");
        match kind.split_once('-') {
            Some((name @ ("text" | "reasoning"), verb @ ("start" | "delta" | "end"))) => {
                self.texts.chunk((name, verb), root, found);
            }
            Some(("tool", verb)) => self.calls.chunk(verb, root, found),
            Some(_) | None => {}
        }
    }

    /// `start` after the end of a reply begins the next one; another name for the message begins it anew.
    fn start(&mut self, chunk: Fields<'_>, root: Value<'_>, found: &mut Findings<'_>) {
        if self.end.finished || self.end.aborted || self.end.sealed {
            self.left(found);
            (self.end, self.in_step, self.said) = (End::default(), false, false);
        }
        let Some(id) = chunk.token("messageId").map(|id| id.decode().into_owned()) else { return };
        if self.id.as_ref() == Some(&id) {
            return;
        }
        if self.id.is_none() && self.said {
            let message = format!("the message is named `{id}` after it has begun");
            found.put(&rules::BEFORE_START, root, message);
        }
        self.id = Some(id);
        (self.texts, self.calls, self.metadata) = (Texts::default(), Calls::default(), Metadata::None);
    }

    /// Finds what stands after the end of the reply.
    fn after_end(&mut self, kind: &str, root: Value<'_>, found: &mut Findings<'_>) {
        let End { finished, aborted: _, failed, sealed, told } = self.end;
        let closes =
            matches!(kind, "start" | "finish" | "finish-step" | "abort" | "error" | "message-metadata");
        if told || kind == "start" {
            return;
        }
        let (rule, message) = match (sealed, finished, failed && !closes) {
            (true, _, _) => (&rules::AFTER_SENTINEL, format!("a `{kind}` after `[DONE]`")),
            (false, true, _) => (&rules::AFTER_FINISH, format!("a `{kind}` after `finish`")),
            (false, false, true) => (&rules::AFTER_ERROR, format!("a `{kind}` after an `error`")),
            (false, false, false) => return,
        };
        self.end.told = true;
        found.put(rule, root, message);
    }

    /// Metadata is merged into what the message has, member by member.
    fn metadata(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let kind = value.kind();
        if kind == Kind::Null {
            return;
        }
        if kind != Kind::Object {
            found.put(&rules::METADATA_NOT_OBJECT, value, "metadata of a message that is no object");
        }
        let some = value.members().next().is_some()
            || value.elements().next().is_some()
            || value.token().is_some_and(|text| !text.is_empty());
        if self.metadata == Metadata::Scalar && some {
            let message = "the message's metadata is no object so far, and nothing can be merged into it";
            found.put(&rules::METADATA_CLASH, value, message);
        }
        let scalar = matches!(kind, Kind::String | Kind::Number | Kind::Bool);
        let first = self.metadata == Metadata::None;
        self.metadata = if first && scalar { Metadata::Scalar } else { Metadata::Object };
    }

    /// What the reply leaves unfinished; one that was cut short says so already.
    fn left(&self, found: &mut Findings<'_>) {
        if self.end.finished && !self.end.aborted {
            self.texts.left(found);
            self.calls.left(found);
        }
    }
}
