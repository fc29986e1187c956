//! A line, and the events that need nothing but it.

use crate::codec::Source;
use crate::emit::{Emit, Frame};
use crate::formats::native::read;
use crate::ir::{EventKind, Fields, JsonStr, Kind, Live, Part, Usage, Value};

/// A frame with its members.
#[derive(Clone, Copy)]
pub(super) struct Line<'f> {
    pub(super) frame: Frame<'f>,
    pub(super) fields: Fields<'f>,
}

impl<'f> Line<'f> {
    /// For what documents and streams read alike.
    pub(super) fn source<'r>(&self, emit: &'r mut Emit<'_, '_>) -> Source<'r> {
        let Frame { root: _, name: _, number: frame, line } = self.frame;
        Source {
            report: &mut *emit.report,
            family: "native",
            frame,
            line,
            base: String::new(),
            usage: Usage::default(),
        }
    }

    /// A fault of the whole line.
    pub(super) fn error(&self, emit: &mut Emit<'_, 'f>, rule: &'static str, message: &str, help: &str) {
        let at = self.frame.at(self.frame.root);
        emit.report.error(rule, at, message, help);
    }

    /// An object that the event is about; that it is missing is reported.
    fn object(&self, key: &str, emit: &mut Emit<'_, 'f>) -> Option<Value<'f>> {
        read::need(self.frame.root, key, &mut self.source(emit));
        self.fields.get(key).filter(|value| value.kind() == Kind::Object)
    }

    /// The part that the event brings.
    pub(super) fn part(&self, emit: &mut Emit<'_, 'f>) -> Option<Box<Part>> {
        let value = self.object("value", emit)?;
        let source = &mut self.source(emit);
        let place = source.place(value);
        Some(Box::new(read::part(value, place, source)))
    }

    /// A line that is no event of ours: kept as it stands.
    pub(super) fn unknown(self, word: &str, emit: &mut Emit<'_, 'f>) {
        if word.is_empty() {
            read::missing(self.frame.root, "event", &mut self.source(emit));
        } else {
            let message = format!("`{word}` is no event");
            let at = self.frame.at(self.frame.root);
            emit.report.warning("native/unknown-event", at, message, "it is kept as a `raw` event");
        }
        emit.push(EventKind::Raw { family: "native", value: self.frame.root.json() });
    }

    /// Token counts.
    pub(super) fn usage(self, emit: &mut Emit<'_, 'f>) {
        if let Some(value) = self.object("usage", emit) {
            let place = self.source(emit).place(value);
            emit.push_from(value, EventKind::Usage(Box::new(read::usage(value, place))));
        }
    }

    /// What the run waits for.
    pub(super) fn interrupt(self, emit: &mut Emit<'_, 'f>) {
        if let Some(value) = self.object("interrupt", emit) {
            let source = &mut self.source(emit);
            let interrupt = read::interrupt(value, source.place(value), source);
            emit.push_from(value, EventKind::Interrupt(Box::new(interrupt)));
        }
    }

    /// The error of the run.
    pub(super) fn run_error(self, emit: &mut Emit<'_, 'f>) {
        if let Some(value) = self.object("error", emit) {
            let source = &mut self.source(emit);
            if let Some(error) = read::error(value, source.place(value), source) {
                emit.push_from(value, EventKind::Error(Box::new(error)));
            }
        }
    }

    /// The shared state.
    pub(super) fn state(self, emit: &mut Emit<'_, 'f>) {
        if let Some(value) = self.any("state", emit) {
            emit.push_from(value, EventKind::State(Live::new(&value.json())));
        }
    }

    /// What only one family says.
    pub(super) fn raw(self, emit: &mut Emit<'_, 'f>) {
        let family = self.fields.text("family").map_or("native", JsonStr::as_str);
        if let Some(value) = self.any("value", emit) {
            emit.push_from(value, EventKind::Raw { family, value: value.json() });
        }
    }

    /// A member that holds any JSON; that it is missing is reported.
    pub(super) fn any(self, key: &str, emit: &mut Emit<'_, 'f>) -> Option<Value<'f>> {
        let value = self.fields.member(key);
        if value.is_none() {
            read::missing(self.frame.root, key, &mut self.source(emit));
        }
        value
    }
}
