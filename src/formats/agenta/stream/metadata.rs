//! Metadata of a message, which Agenta has no frame for but whose words are partly its own.

use super::writer::{RunExtra, Writer};
use crate::ir::{At, Field, Json, Kind, Tape, Value};
use crate::report::Report;

/// The counts that a frame of usage has.
const COUNTS: &[&str] = &["input", "output", "total", "cost"];

impl Writer {
    /// The id of the trace stands in `done`, the counts and the conversation are told as such; the rest has no place.
    pub(super) fn metadata(&mut self, value: &Json, at: At<'_>, report: &mut Report) {
        let mut tape = Tape::default();
        let whole = value.kind() != Kind::Object || tape.fill(value.as_str()).is_err();
        let mut rest = whole;
        let view = (!whole).then(|| tape.view(value.as_str()));
        for (key, value) in view.iter().flat_map(|view| view.root().members()) {
            if key.is("traceId") && value.kind() == Kind::String {
                let place = at.to_place().member("/traceId");
                let (name, value) = ("/trace_id".to_owned(), value.peek().to_owned());
                self.run.retain(|extra| extra.name != name);
                self.run.push(RunExtra { name, value, place });
            } else {
                let thread = self.thread.as_ref().filter(|_| key.is("sessionId"));
                let session = thread.is_some_and(|thread| value.token() == Some(thread.token()));
                rest |= !(session || key.is("usage") && is_told(value));
            }
        }
        if rest {
            report.dropped(at, Field::Metadata);
        }
    }
}

/// Whether a frame of usage tells all of these counts.
fn is_told(usage: Value<'_>) -> bool {
    let known = |(key, _): (crate::ir::JsonStr<'_>, Value<'_>)| COUNTS.iter().any(|name| key.is(name));
    usage.kind() == Kind::Object && usage.members().all(known)
}
