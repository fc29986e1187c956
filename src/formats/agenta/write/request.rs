//! The body of an invoke request.

use super::fit::Fit;
use super::message::write_all;
use super::ui;
use crate::ir::{Arr, Field, Patch, Transcript, patched};
use crate::report::Report;
use crate::unsaid::{self, RunMember};

/// Writes a body, whole.
pub(in super::super) fn write_request(mut transcript: Transcript, out: &mut Vec<u8>, report: &mut Report) {
    let messages = std::mem::take(&mut transcript.messages);
    unsaid::run(report, &transcript.run, &[RunMember::Id]);
    unsaid::usage(report, &std::mem::take(&mut transcript.usage));
    unsaid::interrupts(report, &std::mem::take(&mut transcript.interrupts));
    let mut text = Vec::new();
    let mut list = Arr::begin(&mut text);
    write_all(messages, &transcript.source, &mut list, report);
    list.end();
    write_body(transcript, &text, out, report);
}

/// Writes a body, whole, with UIMessages inside.
pub(in super::super) fn write_ui_request(mut transcript: Transcript, out: &mut Vec<u8>, report: &mut Report) {
    let text = ui::messages(&mut transcript, report);
    write_body(transcript, &text, out, report);
}

/// Writes the body around its messages.
fn write_body(transcript: Transcript, messages: &[u8], out: &mut Vec<u8>, report: &mut Report) {
    let Transcript {
        source,
        complete: _,
        run,
        messages: _,
        tools,
        params,
        finish,
        usage: _,
        error,
        interrupts: _,
        state,
        extras,
        remainder: _,
    } = transcript;
    unsaid::run(report, &run, &[RunMember::Model, RunMember::Time]);
    unsaid::tools(report, &tools);
    unsaid::params(report, &params);
    unsaid::finish(report, finish.as_ref());
    unsaid::error(report, error.as_ref());
    if state.is_some() {
        report.dropped(crate::ir::At::place(&run.place.member("/state")), Field::State);
    }
    let bodies = &["agenta-request", "agenta-request@vercel"];
    let patch: Patch = Fit::of(&source, bodies).patch(&extras, "", report);
    let body = patched(&patch, |o| {
        o.object("data", |o| {
            o.object("inputs", |o| {
                o.raw("messages", &String::from_utf8_lossy(messages));
            });
        });
        o.maybe("session_id", run.thread_id.as_ref());
    });
    out.extend_from_slice(body.as_bytes());
}
