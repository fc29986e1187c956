//! The state of the stream between parts: its steps, and what is held back.

use std::collections::VecDeque;

use crate::framing::Out;
use crate::ir::{Json, JsonString};

use super::calls::Calls;

/// The state of the stream between parts.
#[derive(Default)]
pub(super) struct Pen {
    pub(super) calls: Calls,
    pub(super) texts: [u32; 2],
    pub(super) text_ids: VecDeque<Json>,
    step_open: bool,
    step_wanted: bool,
    /// Chunks that a reply which is cut short must not end with.
    pub(super) held: Vec<Held>,
    pub(super) renamed: Option<Json>,
    /// The events are this family's.
    own: bool,
}

/// A chunk held back.
pub(super) enum Held {
    /// A call with arguments that may have broken off.
    Call(String),
    /// The end of the step that it stands in.
    StepEnd,
}

impl Pen {
    /// A pen for events of this family, or of another.
    pub(super) fn new(own: bool) -> Self {
        Self { own, ..Self::default() }
    }

    /// Whether the events are this family's.
    pub(super) fn is_own(&self) -> bool {
        self.own
    }

    /// Writes what was held back: the reply goes on.
    pub(super) fn settle(&mut self, out: &mut Out) {
        for held in self.held.drain(..) {
            match held {
                Held::Call(chunk) => out.raw_frame("", &chunk),
                Held::StepEnd => finish_step(out),
            }
        }
        if let Some(id) = self.renamed.take() {
            out.frame("", |chunk| {
                chunk.word("type", "start").raw("messageId", id.as_str());
            });
        }
    }

    /// The message has another name from here on.
    pub(super) fn rename(&mut self, id: Json) {
        self.renamed = Some(id);
    }

    /// Before content: what was held back, and the step that it stands in.
    pub(super) fn begin(&mut self, out: &mut Out) {
        self.settle(out);
        if self.step_wanted {
            self.start_step(out);
        }
    }

    /// The next content begins a step, unless the source says so itself.
    pub(super) fn want_step(&mut self) {
        self.step_wanted = true;
    }

    pub(super) fn start_step(&mut self, out: &mut Out) {
        self.settle(out);
        if std::mem::replace(&mut self.step_open, true) {
            finish_step(out);
        }
        self.step_wanted = false;
        self.calls.step += 1;
        out.frame("", |chunk| {
            chunk.word("type", "start-step");
        });
    }

    pub(super) fn end_step(&mut self, always: bool, out: &mut Out) {
        if !std::mem::replace(&mut self.step_open, false) && !always {
            return;
        }
        if self.held.is_empty() {
            self.settle(out);
            finish_step(out);
        } else {
            self.held.push(Held::StepEnd);
        }
    }

    pub(super) fn reset(&mut self, out: &mut Out) {
        self.settle(out);
        out.frame("", |chunk| {
            chunk.word("type", "reset-step");
        });
        self.calls.step += 1;
    }

    /// The reply ends; a call whose arguments broke off is not made available.
    pub(super) fn end(&mut self, complete: bool, out: &mut Out) {
        if !complete {
            self.held.clear();
            self.step_open = false;
        }
        self.begin(out);
        if self.step_open {
            finish_step(out);
        }
    }
}

fn finish_step(out: &mut Out) {
    out.frame("", |chunk| {
        chunk.word("type", "finish-step");
    });
}

/// An error of the reply.
pub(super) fn write_error(words: &JsonString, out: &mut Out) {
    out.frame("", |chunk| {
        chunk.word("type", "error").text("errorText", words);
    });
}
