//! Writes messages and pages.

mod answered;
mod message;
mod parts;
mod state;

use self::state::own;
use super::metadata::OfReply;
use crate::ir::{Arr, Field, Message, Role, Transcript, patched};
use crate::report::Report;
use crate::unsaid::{self, RunMember};

/// Writes a history.
pub(super) fn messages(transcript: Transcript, list: &mut Arr<'_>, report: &mut Report) {
    report.drop_extras(&transcript.extras);
    history(transcript, "", list, report);
}

/// Writes a page: all that there is.
pub(super) fn page(transcript: Transcript, out: &mut Vec<u8>, report: &mut Report) {
    let patch = own(&transcript.extras, report);
    let text = patched(&patch, |o| {
        o.array("data", |list| history(transcript, "/data", list, report));
        o.flag("hasMore", false);
    });
    out.extend_from_slice(text.as_bytes());
}

fn history(transcript: Transcript, base: &'static str, list: &mut Arr<'_>, report: &mut Report) {
    let Transcript {
        source: _,
        complete: _,
        run,
        messages,
        tools,
        params,
        finish,
        usage,
        error,
        interrupts,
        state,
        extras: _,
        remainder: _,
    } = transcript;
    unsaid::run(report, &run, &[RunMember::Thread]);
    unsaid::tools(report, &tools);
    unsaid::params(report, &params);
    unsaid::finish(report, finish.as_ref());
    unsaid::interrupts(report, &interrupts);
    if state.is_some() {
        report.dropped(crate::ir::At::place(&run.place.member("/state")), Field::State);
    }
    let messages = message::grouped(messages, report);
    let is_reply = |message: &Message| message.role == Role::Assistant && message.choice.unwrap_or(0) == 0;
    let last = messages.iter().rposition(is_reply);
    let mut pen = message::Pen::new(base, report);
    for (index, said) in messages.iter().enumerate() {
        let reply = (Some(index) == last).then(|| message::Reply {
            id: run.id.as_ref(),
            run: &run,
            error: error.as_ref(),
            told: OfReply {
                usage: usage.clone(),
                model: run.model.clone(),
                created_at: run.created_at.clone(),
            },
        });
        pen.write(said, reply.as_ref(), list);
    }
    if last.is_none() {
        unsaid::usage(pen.report, &usage);
        unsaid::run(pen.report, &run, &[RunMember::Id, RunMember::Model, RunMember::Time]);
        if let Some(error) = &error {
            let lone = Message { role: Role::Assistant, place: error.place.clone(), ..Message::default() };
            let told = OfReply::default();
            let reply = message::Reply { id: None, run: &run, error: Some(error), told };
            pen.write(&lone, Some(&reply), list);
        }
    }
}
