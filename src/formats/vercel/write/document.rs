//! Histories of UIMessages, and the request body around them.

use crate::ir::{Arr, At, Field, JsonString, Patch, Transcript, write_patched};
use crate::report::Report;
use crate::unsaid::{self, RunMember};

use super::beside::into_parts;
use super::history::Pen;
use super::members::own;

/// Writes the messages of a transcript as items.
pub(in super::super) fn messages(transcript: Transcript, list: &mut Arr<'_>, report: &mut Report) {
    let transcript = into_parts(transcript, report);
    report_rest(&transcript, report);
    unsaid::run(report, &transcript.run, &[RunMember::Thread]);
    report.drop_extras(&transcript.extras);
    Pen::new("", report).history(transcript, list);
}

/// Writes the body of a chat request.
pub(in super::super) fn request(transcript: Transcript, out: &mut Vec<u8>, report: &mut Report) {
    let transcript = into_parts(transcript, report);
    report_rest(&transcript, report);
    let mut patch = Patch::default();
    own(&transcript.extras, &[], &mut patch, report);
    let id = transcript.run.thread_id.clone().unwrap_or_else(|| {
        report.invented("/id", (Field::RunId, "the id of the chat"));
        JsonString::from_plain("chat-1")
    });
    if !patch.set.iter().any(|(name, _)| name == "/trigger") {
        report.invented("/trigger", (Field::RunId, "what triggers the request: a message that was sent"));
    }
    write_patched(out, &patch, |body| {
        body.text("id", &id);
        body.array("messages", |list| Pen::new("/messages", report).history(transcript, list));
        body.word("trigger", "submit-message");
    });
}

/// Reports what neither shape holds. The id of the reply becomes that of its message.
fn report_rest(transcript: &Transcript, report: &mut Report) {
    let Transcript {
        source: _,
        complete: _,
        run,
        messages: _,
        tools,
        params,
        finish,
        usage: _,
        error,
        interrupts,
        state,
        extras: _,
        remainder: _,
    } = transcript;
    unsaid::run(report, run, &[RunMember::Model, RunMember::Time]);
    unsaid::tools(report, tools);
    unsaid::params(report, params);
    unsaid::finish(report, finish.as_ref());
    unsaid::error(report, error.as_ref());
    unsaid::interrupts(report, interrupts);
    if state.is_some() {
        report.dropped(At::place(&run.place.member("/state")), Field::State);
    }
}
