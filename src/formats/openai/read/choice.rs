//! One choice of a streamed reply: a message that grows.

use super::call::Calls;
use super::keys::Keys;
use super::nodes::mark;
use crate::emit::Emit;
use crate::formats::openai::words::{FINISH_HELP, is_typed, reason};
use crate::ir::{
    EventKind, Finish, JsonStr, JsonString, MessageHead, MessageKey, Part, PartKey, PartKind, Place,
    Reasoning, Role, StopReason, Value,
};

/// A choice.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) index: u64,
    pub(super) key: MessageKey,
    pub(super) finish: Option<Finish>,
    pub(super) role: String,
    pub(super) open: Option<(Channel, PartKey)>,
    pub(super) calls: Calls,
    pub(super) audio: Option<PartKey>,
    /// Empty `content` and `refusal` that were left once.
    pub(super) empty: [bool; 2],
    /// How many pieces of `reasoning_details` there were.
    pub(super) pieces: u64,
    /// Where the thinking that came last began.
    pub(super) thought: Place,
}

/// What an open part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Channel {
    Text,
    Refusal,
    /// Thinking, with the index of its piece where that is known.
    Thinking(Option<u64>),
}

impl Choice {
    /// Starts the message of a choice.
    pub(super) fn start<'f>(index: u64, key: MessageKey, choice: Value<'f>, emit: &mut Emit<'_, 'f>) -> Self {
        let delta = choice.fields().object("delta");
        let role = delta.text("role").filter(|role| !role.is_empty());
        let head = MessageHead {
            key,
            role: role.map_or(Role::Assistant, Role::from_word),
            choice: u32::try_from(index).unwrap_or(u32::MAX),
            ..MessageHead::default()
        };
        let role = head.role.word().to_owned();
        emit.push_from(choice, EventKind::MessageStart(Box::new(head)));
        Self {
            index,
            key,
            finish: None,
            role,
            open: None,
            calls: Calls::default(),
            audio: None,
            empty: [false; 2],
            pieces: 0,
            thought: Place::default(),
        }
    }

    /// The open part of this channel; begins one where another is open.
    #[inline]
    pub(super) fn open<'f>(
        &mut self,
        channel: Channel,
        name: Option<&str>,
        value: Value<'f>,
        keys: &mut Keys,
        emit: &mut Emit<'_, 'f>,
    ) -> PartKey {
        match self.open {
            Some((open, key)) if goes_on(open, channel, self.pieces) => {
                if open != channel && channel != Channel::Thinking(None) {
                    self.open = Some((channel, key));
                    emit.changed();
                }
                key
            }
            Some(_) | None => {
                self.close(emit);
                self.calls.start_all(self.key, keys, emit);
                let place = emit.at(value).to_place();
                let kind = match channel {
                    Channel::Text => PartKind::Text(JsonString::default()),
                    Channel::Refusal => PartKind::Refusal(JsonString::default()),
                    Channel::Thinking(_) => PartKind::Reasoning(Reasoning::default()),
                };
                let mut part = Part::new(kind, place.clone());
                if let Some(name) = name {
                    mark(&mut part.extras, name, place);
                }
                let key = self.begin(part, value, keys, emit);
                if matches!(channel, Channel::Thinking(_)) {
                    self.pieces += 1;
                    self.thought = emit.at(value).to_place();
                }
                self.open = Some((channel, key));
                key
            }
        }
    }

    pub(super) fn begin<'f>(
        &mut self,
        part: Part,
        value: Value<'f>,
        keys: &mut Keys,
        emit: &mut Emit<'_, 'f>,
    ) -> PartKey {
        let key = keys.next();
        emit.push_from(value, EventKind::PartStart { key, message: self.key, part: Box::new(part) });
        key
    }

    pub(super) fn close(&mut self, emit: &mut Emit<'_, '_>) {
        if let Some((_, key)) = self.open.take() {
            emit.push(EventKind::PartEnd { key });
        }
    }

    /// Ends all that is open.
    pub(super) fn end_parts(&mut self, keys: &mut Keys, emit: &mut Emit<'_, '_>) {
        self.close(emit);
        self.calls.start_all(self.key, keys, emit);
        self.calls.end_all(emit);
        if let Some(key) = self.audio.take() {
            emit.push(EventKind::PartEnd { key });
        }
    }

    /// Takes a finish reason. Many servers send it twice; where two differ, calls that exist decide.
    pub(super) fn finish_with<'f>(&mut self, word: JsonStr<'f>, choice: Value<'f>, emit: &mut Emit<'_, 'f>) {
        emit.changed();
        let place = emit.at(choice).to_place().member("/finish_reason");
        let new = Finish { reason: reason(word.as_str()), raw: Some(word.owned()), place };
        let Some(known) = &self.finish else {
            if !is_typed(word.as_str()) {
                let text = format!("the API has no finish reason `{}`", word.as_str());
                emit.report.warning("openai/finish-unknown", emit.at(choice), text, FINISH_HELP);
            }
            self.finish = Some(new);
            return;
        };
        if known.raw == new.raw {
            return;
        }
        let raw = |finish: &Finish| finish.raw.as_ref().map_or(String::new(), |raw| raw.as_str().to_owned());
        let text = format!("a second finish reason, `{}` after `{}`", raw(&new), raw(known));
        emit.report.warning("openai/finish-twice", emit.at(choice), text, "send one finish reason a choice");
        let waits = !self.calls.is_empty() && known.reason == StopReason::ToolCalls;
        if !waits {
            self.finish = Some(new);
        }
    }

    /// Ends the message.
    pub(super) fn end(&mut self, own_finish: bool, keys: &mut Keys, emit: &mut Emit<'_, '_>) {
        self.end_parts(keys, emit);
        let finish = self.finish.clone().filter(|_| own_finish).map(Box::new);
        emit.push(EventKind::MessageEnd { key: self.key, finish });
    }
}

/// Whether what comes on `next` goes on with the part that is open. Thinking whose piece is not told does; a piece that
/// is told goes on with untold thinking unless its number is beyond the pieces so far.
fn goes_on(open: Channel, next: Channel, pieces: u64) -> bool {
    match (open, next) {
        (Channel::Thinking(None), Channel::Thinking(Some(index))) => index < pieces,
        (Channel::Thinking(_), Channel::Thinking(None)) => true,
        _ => open == next,
    }
}
