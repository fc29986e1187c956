//! Metadata, errors, and how a reply ends.

use crate::framing::Out;
use crate::ir::{At, Field, Finish, Json, MessageKey, RunError, StopReason};
use crate::report::Report;
use crate::unsaid::{self, RunMember};

use super::super::{usage, words};
use super::beside;
use super::pen::Pen;
use super::writer::Writer;

impl Writer {
    /// Metadata of the reply's message.
    pub(super) fn metadata(
        &mut self,
        message: MessageKey,
        value: &Json,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        if !self.messages.hears(message) {
            report.dropped(at, Field::Metadata);
            return;
        }
        if let Some(counts) = usage::look_in(value) {
            self.told.get_or_insert_default().update(counts);
        }
        self.in_session |= usage::session_in(value) == self.run.thread_id;
        out.frame("", |chunk| {
            chunk.word("type", "message-metadata").raw("messageMetadata", value.as_str());
        });
    }

    /// An error, with its code where this family's own stream told one.
    pub(super) fn error(&mut self, error: &RunError, out: &mut Out, report: &mut Report) {
        let RunError { message, code, extras, place } = error;
        self.pen.settle(out);
        if let Some(value) = beside::code_of(error).filter(|_| self.own) {
            out.frame("", |chunk| {
                chunk.word("type", "data-agent-error").raw("data", value.as_str());
            });
            report.drop_extras(&beside::without_detail(extras));
        } else {
            if code.is_some() {
                report.dropped(At::place(&place.member("/code")), Field::ErrorCode);
            }
            report.drop_extras(extras);
        }
        out.frame("", |chunk| {
            chunk.word("type", "error").text("errorText", message);
        });
        self.failed = true;
    }

    /// The reply ends.
    pub(super) fn end(
        &mut self,
        finish: Option<&Finish>,
        complete: bool,
        out: &mut Out,
        report: &mut Report,
    ) {
        self.pen.end(complete, out);
        if !self.started {
            unsaid::run(report, &self.run, &[RunMember::Id]);
        }
        let usage = std::mem::take(&mut self.usage);
        let counts = !usage.is_unknown() && !usage::is_told(&usage, self.told.as_ref());
        let held = self.finish.take();
        let finish = finish.or(held.as_deref());
        let trace = self.beside.trace();
        if self.own && !self.in_session {
            unsaid::run(report, &self.run, &[RunMember::Thread]);
        }
        if !complete {
            if counts {
                let value = usage::metadata(&usage);
                out.frame("", |chunk| {
                    chunk.word("type", "message-metadata").raw("messageMetadata", value.as_str());
                });
            }
            self.cut(finish, out);
        } else {
            let word = finish.and_then(|finish| words::finish(finish, report));
            out.patched_frame("", &self.members, |chunk| {
                chunk.word("type", "finish");
                if let Some(word) = word {
                    chunk.word("finishReason", word);
                }
                if counts || trace.is_some() {
                    chunk.object("messageMetadata", |metadata| {
                        if counts {
                            metadata.object("usage", |object| usage::write(&usage, object));
                        }
                        metadata.json("traceId", trace.as_ref());
                    });
                }
            });
        }
        out.sentinel("[DONE]");
        let beside = std::mem::take(&mut self.beside).next();
        *self = Self { own: self.own, pen: Pen::new(self.own), beside, ..Self::default() };
    }

    /// A reply that was cut short ends with `abort`, unless an error has ended it. This family's own ends as it came.
    fn cut(&mut self, finish: Option<&Finish>, out: &mut Out) {
        let broken_off = finish.is_some_and(|finish| finish.reason == StopReason::Cancelled);
        if broken_off || !(self.failed || self.own) {
            out.patched_frame("", &self.members, |chunk| {
                chunk.word("type", "abort");
            });
        }
    }
}
