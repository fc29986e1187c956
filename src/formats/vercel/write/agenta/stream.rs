//! Takes the events of a reply.

use crate::emit::WriteEvents;
use crate::framing::Out;
use crate::ir::{
    At, Event, EventKind, Field, FrameExtra, Json, JsonStr, MessageHead, MessageKey, PartKey, Role, Run,
    Scope, Usage,
};
use crate::report::{Loss, Report};
use crate::unsaid::{self, RunMember};

use super::super::super::usage;
use super::super::super::words::{FAMILY, TEXT_IDS};
use super::look;
use super::slots::Slot;
use super::state::Writer;
use super::words::AGENTA;

/// A writer of the stream.
pub(in super::super::super) fn stream() -> Box<dyn WriteEvents> {
    Box::new(Writer::default())
}

impl WriteEvents for Writer {
    fn source(&mut self, format: &str) {
        self.agenta = format.starts_with(AGENTA);
    }

    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        let at = event.at;
        if self.reply.announced.is_some() {
            self.settle(event.kind, out, report);
        }
        if !event.extras.is_empty() {
            event.extras.iter().for_each(|extra| self.member(extra, at, out, report));
        }
        if let EventKind::Delta { key, delta } = event.kind {
            self.with_slot(*key, |writer, slot| writer.piece(slot, delta, at, out, report));
        } else {
            self.take(event.kind, at, out, report);
        }
        if let Some(render) = self.reply.render.take() {
            self.show_part(event.kind, &render, out, report);
        }
    }

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

impl Writer {
    fn take(&mut self, kind: &EventKind<'_>, at: At<'_>, out: &mut Out, report: &mut Report) {
        match kind {
            EventKind::Delta { .. } | EventKind::Note => {}
            EventKind::CallReset { key: _ } => {
                report.dropped(
                    at,
                    (Field::Retry, "that a call is made anew: what came of it is written already"),
                );
            }
            EventKind::RunStart(run) => self.start_run(run, report),
            EventKind::MessageStart(head) => self.start_message(head, at, report),
            EventKind::Metadata { message, value } => self.metadata(*message, value, at, (out, report)),
            EventKind::StepStart { message } if self.reply.messages.hears(*message) => self.step(at, report),
            EventKind::StepReset { message } if self.reply.messages.hears(*message) => {
                report.dropped(at, Field::Retry);
            }
            EventKind::StepStart { .. } | EventKind::StepReset { .. } | EventKind::StepEnd { .. } => {}
            EventKind::PartStart { key, message, part } => {
                let slot = match self.reply.messages.loss(*message) {
                    Some(loss) => {
                        report.again(loss, at.frame);
                        Slot::Lost(loss)
                    }
                    None => self.start(part, at, out, report),
                };
                self.put(*key, slot);
                self.reply.announced = Some(*key).filter(|_| self.agenta);
            }
            EventKind::PartEnd { key } => {
                self.with_slot(*key, |writer, slot| *slot = writer.close(std::mem::take(slot), out, report));
            }
            EventKind::Revise { key, part } => {
                self.with_slot(*key, |writer, slot| writer.revise(slot, part, at, out, report));
            }
            EventKind::Whole { message, part } => match self.reply.messages.loss(*message) {
                Some(loss) => report.again(loss, at.frame),
                None => self.whole(part, at, out, report),
            },
            EventKind::Usage(counts) => self.count(counts),
            EventKind::State(_) => {
                report.dropped(at, Field::State);
            }
            EventKind::Interrupt(interrupt) => self.interrupt(interrupt, out, report),
            EventKind::MessageEnd { key, finish } => {
                if self.reply.messages.hears(*key) && finish.is_some() {
                    self.reply.finish = finish.as_deref().cloned();
                }
            }
            EventKind::Error(error) => self.error(error, out, report),
            EventKind::RunEnd { finish, complete } => self.end(finish.as_deref(), *complete, out, report),
            EventKind::Raw { family, value } => self.raw(family, value, at, (out, report)),
        }
    }

    /// Lends a part's slot and the writer.
    #[inline]
    fn with_slot(&mut self, key: PartKey, run: impl FnOnce(&mut Self, &mut Slot)) {
        let Some(slot) = self.reply.slots.get_mut(key.0 as usize) else { return };
        let mut slot = std::mem::take(slot);
        run(self, &mut slot);
        self.reply.slots[key.0 as usize] = slot;
    }

    /// A call of Agenta's whose frame brought no arguments is told without them.
    fn settle(&mut self, next: &EventKind<'_>, out: &mut Out, report: &mut Report) {
        let Some(key) = self.reply.announced.take() else { return };
        if !matches!(next, EventKind::Delta { key: of, .. } if *of == key) {
            self.with_slot(key, |writer, slot| {
                if let Slot::Call(call) = slot {
                    writer.close_call(call, out, report);
                }
            });
        }
    }

    /// How the part of the event is to be shown.
    fn show_part(&mut self, kind: &EventKind<'_>, render: &Json, out: &mut Out, report: &mut Report) {
        let (EventKind::PartStart { key, .. } | EventKind::Delta { key, .. } | EventKind::Revise { key, .. }) =
            kind
        else {
            return;
        };
        self.with_slot(*key, |writer, slot| {
            if let Slot::Call(call) = slot {
                writer.close_call(call, out, report);
                writer.show(call.told, render, out, report);
            }
        });
    }

    fn start_run(&mut self, run: &Run, report: &mut Report) {
        self.reply.run = run.clone();
        unsaid::run(report, run, &[RunMember::Model, RunMember::Time]);
    }

    fn start_message(&mut self, head: &MessageHead, at: At<'_>, report: &mut Report) {
        if !self.reply.messages.begin(head, at, report) {
            return;
        }
        let MessageHead { key: _, role, id, name, choice: _ } = head;
        if name.is_some() {
            report.dropped(at, Field::MessageName);
        }
        if std::mem::replace(&mut self.reply.begun, true) || *role != Role::Assistant {
            if id.is_some() {
                let what = "the id of a message that is joined to the one before it";
                report.lose(Loss::Dropped, at, (Field::MessageId, what), id.as_ref());
            }
            return;
        }
        if id.is_some() {
            unsaid::run(report, &self.reply.run, &[RunMember::Id]);
            self.reply.id.clone_from(id);
        }
    }

    /// Metadata: the session, the counts and the trace have places of their own, the rest comes as it is.
    fn metadata(
        &mut self,
        message: MessageKey,
        value: &Json,
        at: At<'_>,
        (out, report): (&mut Out, &mut Report),
    ) {
        if !self.reply.messages.hears(message) {
            report.dropped(at, Field::Metadata);
            return;
        }
        if let Some(counts) = usage::look_in(value) {
            let place = at.to_place().member(&[report.name_of(Field::Metadata), "/usage"].concat());
            let counts = Usage { place, ..counts };
            unsaid::counted_anew(report, &self.reply.held, &counts);
            self.reply.held.update(counts);
        }
        let open = self.reply.open;
        let rest = look::at(value, |value| {
            let session = look::text(value, &["sessionId"]).map(JsonStr::owned);
            if self.reply.run.thread_id.is_none() && !open {
                self.reply.run.thread_id.clone_from(&session);
            }
            if let Some(trace) = look::member(value, "traceId") {
                self.reply.trace = Some(trace.json());
            }
            let known = session.is_none() || session == self.reply.run.thread_id;
            let told: &[&str] =
                if known { &["sessionId", "traceId", "usage"] } else { &["traceId", "usage"] };
            if value.kind() == crate::ir::Kind::Object {
                look::rest_of(value, told)
            } else {
                Some(value.json())
            }
        });
        if let Some(rest) = rest.flatten() {
            self.open(out, report);
            tell_metadata(&rest, out);
        }
    }

    /// Counts. Of several that Agenta's own stream has the last counts, whole.
    fn count(&mut self, counts: &Usage) {
        if self.agenta {
            self.reply.usage = counts.clone();
        } else {
            self.reply.usage.update(counts.clone());
        }
    }

    /// A member that a reader left.
    fn member(&mut self, extra: &FrameExtra<'_>, at: At<'_>, out: &mut Out, report: &mut Report) {
        let FrameExtra { family, scope, path: _, name, value, merge: _ } = *extra;
        let token = || Json::from_valid(value).as_token().map(JsonStr::owned);
        match (family, scope) {
            (AGENTA, Scope::Part(_)) if name == "/render" => {
                self.reply.render = Some(Json::from_valid(value))
            }
            (AGENTA, Scope::Message(_)) if number(name, "/texts/").is_some() => {
                if let (Some(number), Some(id)) = (number(name, "/texts/"), token()) {
                    self.reply.ids.insert(number, id);
                }
            }
            (FAMILY, Scope::Message(_)) if name.starts_with(TEXT_IDS) => self.reply.own_ids.extend(token()),
            (AGENTA, Scope::Run) if name == "/trace_id" => self.reply.trace = Some(Json::from_valid(value)),
            (AGENTA, Scope::Run) if name == "/turn/turnId" => {
                self.open(out, report);
                tell_metadata(&Json::from_valid(format!("{{\"turnId\":{value}}}")), out);
            }
            _ => report.drop_frame_extras(at, std::slice::from_ref(extra)),
        }
    }
}

/// The number in the name of a text's id.
fn number(name: &str, prefix: &str) -> Option<u32> {
    name.strip_prefix(prefix)?.strip_suffix("/id")?.parse().ok()
}

fn tell_metadata(value: &Json, out: &mut Out) {
    out.frame("", |part| {
        part.word("type", "message-metadata").raw("messageMetadata", value.as_str());
    });
}
