//! The body of an invoke request.

use super::fit::{Fit, patched};
use super::message::write_all;
use crate::ir::{Field, Patch, Transcript};
use crate::report::Report;
use crate::unsaid::{self, RunMember};

/// Writes a body, whole.
pub(in super::super) fn write_request(mut transcript: Transcript, out: &mut Vec<u8>, report: &mut Report) {
    let messages = std::mem::take(&mut transcript.messages);
    let Transcript {
        source,
        complete: _,
        run,
        messages: _,
        tools,
        params,
        finish,
        usage,
        error,
        interrupts,
        state,
        extras,
        remainder: _,
    } = transcript;
    unsaid::run(report, &run, &[RunMember::Id, RunMember::Model, RunMember::Time]);
    unsaid::tools(report, &tools);
    unsaid::params(report, &params);
    unsaid::finish(report, finish.as_ref());
    unsaid::usage(report, &usage);
    unsaid::error(report, error.as_ref());
    unsaid::interrupts(report, &interrupts);
    if state.is_some() {
        report.dropped(crate::ir::At::place(&run.place.member("/state")), Field::State);
    }
    let patch: Patch = Fit::of(&source, &["agenta-request"]).patch(&extras, "", report);
    let body = patched(&patch, |o| {
        o.object("data", |o| {
            o.object("inputs", |o| {
                o.array("messages", |list| write_all(messages, &source, list, report));
            });
        });
        o.maybe("session_id", run.thread_id.as_ref());
    });
    out.extend_from_slice(body.as_bytes());
}
