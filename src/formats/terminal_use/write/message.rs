//! One message.

use super::super::metadata::{self, OfReply, Told};
use super::state::{Made, Parts, own};
use crate::ir::{Arr, At, Field, JsonString, Message, PartKind, Role, Run, RunError, patched};
use crate::report::{Loss, Report};
use crate::unsaid::RunMember;
use crate::{turns, unsaid};

/// What is known of the reply as a whole, for its last message.
pub(super) struct Reply<'t> {
    pub(super) id: Option<&'t JsonString>,
    /// The run, whose id is lost where the message has one of its own.
    pub(super) run: &'t Run,
    pub(super) error: Option<&'t RunError>,
    pub(super) told: OfReply,
}

/// One message a turn: answers that stand in messages of their own go to their calls.
pub(super) fn grouped(messages: Vec<Message>, report: &mut Report) -> Vec<Message> {
    let apart = |message: &Message| {
        let answers = |kind: &PartKind| matches!(kind, PartKind::ToolResult(_));
        message.role != Role::Assistant && message.parts.iter().any(|part| answers(&part.kind))
    };
    if messages.iter().any(apart) { turns::join(messages, report) } else { messages }
}

/// Writes messages one after another.
pub(super) struct Pen<'r> {
    /// Where the messages stand in the output.
    base: &'static str,
    pub(super) report: &'r mut Report,
    made: Made,
    n_ids: u32,
    written: usize,
}

impl<'r> Pen<'r> {
    pub(super) fn new(base: &'static str, report: &'r mut Report) -> Self {
        Self { base, report, made: Made::default(), n_ids: 0, written: 0 }
    }

    pub(super) fn write(&mut self, message: &Message, reply: Option<&Reply<'_>>, list: &mut Arr<'_>) {
        if message.choice.unwrap_or(0) > 0 {
            let what = "another choice of the reply";
            self.report.lose(
                Loss::Dropped,
                At::place(&message.place),
                (Field::Choice, what),
                message.id.as_ref(),
            );
            return;
        }
        unsaid::message_name(self.report, message);
        let Message {
            role,
            id: _,
            name: _,
            choice: _,
            parts: _,
            finish,
            metadata,
            extras,
            remainder: _,
            place,
            id_name: _,
        } = message;
        unsaid::finish(self.report, finish.as_ref());
        let patch = own(extras, self.report);
        let role = self.role(role, place);
        let id = self.id(message, reply);
        let told = reply.map(|reply| &reply.told);
        let Told { created_at, metadata } = metadata::told(metadata.as_ref(), told, place, self.report);
        let at = format!("{}/{}", self.base, self.written);
        let error = reply.and_then(|reply| reply.error);
        let text = patched(&patch, |o| {
            o.text("id", &id).word("role", role);
            o.array("parts", |list| {
                Parts { message, at: &at, made: &mut self.made, report: self.report }.write(error, list);
            });
            o.maybe("createdAt", created_at.as_ref());
            if let Some(metadata) = &metadata {
                o.raw("metadata", metadata);
            }
        });
        list.raw(&text);
        self.written += 1;
    }

    fn role(&mut self, role: &Role, place: &crate::ir::Place) -> &'static str {
        let (word, exact) = match role {
            Role::System => ("system", true),
            Role::User => ("user", true),
            Role::Assistant => ("assistant", true),
            Role::Developer => ("system", false),
            Role::Tool => ("assistant", false),
            Role::Other(_) => ("user", false),
        };
        if !exact {
            let what = format!("the role `{}` is written as `{word}`", role.word());
            self.report.narrowed(At::place(&place.member("/role")), (Field::Role, &what));
        }
        word
    }

    /// The message's own id, else that of the reply, else a counted one.
    fn id(&mut self, message: &Message, reply: Option<&Reply<'_>>) -> JsonString {
        let of_reply = reply.and_then(|reply| reply.id);
        if let Some(id) = &message.id {
            if let Some(reply) = reply.filter(|reply| reply.id.is_some_and(|of_reply| of_reply != id)) {
                unsaid::run(self.report, reply.run, &[RunMember::Id]);
            }
            return id.clone();
        }
        if let Some(id) = of_reply {
            return id.clone();
        }
        self.n_ids += 1;
        self.report.invented(&format!("{}/{}/id", self.base, self.written), Field::MessageId);
        JsonString::from_plain(&format!("msg-{}", self.n_ids))
    }
}
