//! What an event says beside what its kind says: metadata, the subagent, a time, the event it was made from.

use super::message::open_metadata;
use super::run::Run;
use super::skip::skip;
use crate::emit::{Emit, Frame};
use crate::ir::{EventKind, Extra, Extras, Fields, Kind, Merge, PartKey, Scope, Value};

impl Run {
    /// The rest of an event that begins a message: its subagent is the message's own.
    pub(super) fn rest_of_first<'f>(&mut self, message: usize, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        self.own(message, event, emit);
        self.rest_of_message(message, event, emit);
    }

    /// The subagent of an event that begins a message is the message's own.
    pub(super) fn own<'f>(&mut self, message: usize, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        if let Some(owner) = event.get("subagentRunId").filter(|owner| owner.kind() == Kind::String) {
            let held = &mut self.messages[message];
            held.owner = owner.token().map(crate::ir::JsonStr::owned);
            emit.leave_named(Scope::Message(held.key), owner, "/subagentRunId");
        }
    }

    /// The rest of an event of a message.
    pub(super) fn rest_of_message<'f>(&self, message: usize, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        self.metadata_of(message, event, emit);
        self.left_of_message(message, event, emit);
    }

    /// The metadata that an event gives its message: before the rest, which belongs to what the event itself says.
    pub(super) fn metadata_of<'f>(&self, message: usize, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let held = &self.messages[message];
        if let Some(metadata) = event.get("metadata").filter(|metadata| metadata.kind() == Kind::Object) {
            emit.push_from(metadata, EventKind::Metadata { message: held.key, value: metadata.json() });
        }
    }

    /// The rest of an event of a message, but for its metadata.
    pub(super) fn left_of_message<'f>(&self, message: usize, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        self.leave(Scope::Message(self.messages[message].key), message, event, emit);
    }

    /// The rest of an event of a call.
    pub(super) fn rest_of_call<'f>(
        &self,
        (part, message): (Option<PartKey>, usize),
        event: Fields<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        let Some(part) = part else { return };
        if let Some(metadata) = event.get("metadata") {
            open_metadata(event);
            emit.leave_named(Scope::Part(part), metadata, "/metadata");
        }
        self.leave(Scope::Part(part), message, event, emit);
    }

    fn leave<'f>(&self, scope: Scope, message: usize, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let owner = self.messages[message].owner.as_ref();
        if let Some(tag) = event.token("subagentRunId")
            && owner.is_some_and(|owner| owner.token() == tag)
        {
            skip(event, "subagentRunId");
        }
        if let Some(root) = event.value() {
            emit.leave_named(scope, root, "event:");
        }
    }
}

/// The rest of an event that belongs to the run; `kind` is the type of the event that will say it again.
pub(super) fn of_run<'f>(kind: &str, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
    if let Some(root) = event.value()
        && root.unread().next().is_some()
    {
        emit.leave_named(Scope::Run, root, &format!("{kind}:"));
    }
}

/// What nobody has read in `value`, owned, for a node that comes whole.
pub(super) fn owned<'f>(value: Value<'f>, prefix: &str, emit: &Emit<'_, 'f>) -> Extras {
    let mut extras = Extras::default();
    for left in value.unread() {
        left.skip();
        if left.kind() != Kind::Null {
            let name = format!("{prefix}{}", left.pointer_from(value));
            let extra = Extra { name, value: left.json(), place: emit.at(left).to_place() };
            extras.put(crate::formats::ag_ui::FAMILY, extra, Merge::Replace);
        }
    }
    extras
}

/// A whole frame that is kept as it stood.
pub(super) fn raw<'f>(frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
    emit.push(EventKind::Raw { family: crate::formats::ag_ui::FAMILY, value: frame.root.json() });
}
