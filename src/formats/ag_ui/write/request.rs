//! `RunAgentInput`.

use super::history::History;
use super::place;
use super::resume;
use crate::ir::{At, Field, JsonString, Obj, Tool, Transcript};
use crate::report::Report;
use crate::unsaid::{self, RunMember};

/// Writes a transcript as a request.
pub(in crate::formats::ag_ui) fn request(transcript: Transcript, buf: &mut Vec<u8>, report: &mut Report) {
    let Transcript {
        source: _,
        complete: _,
        run,
        mut messages,
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
    unsaid::run(report, &run, &[RunMember::Model, RunMember::Time]);
    unsaid::params(report, &params);
    unsaid::finish(report, finish.as_ref());
    unsaid::usage(report, &usage);
    unsaid::error(report, error.as_ref());
    unsaid::interrupts(report, &interrupts);
    let patch = place::own(&extras, "", "", report);
    let answers = resume::take(&mut messages, report);
    let written = History::default().write(messages, report);
    let made = |id: Option<JsonString>, pointer: &str, word: &str, report: &mut Report| {
        id.unwrap_or_else(|| {
            report.invented(pointer, (Field::RunId, "an id of the request"));
            JsonString::from_plain(word)
        })
    };
    let thread = made(run.thread_id, "/threadId", "thread_1", report);
    let id = made(run.id, "/runId", "run_1", report);
    let json = place::object(&patch, |out| {
        let mut list = Vec::new();
        written.write(&mut list);
        out.text("threadId", &thread).text("runId", &id);
        out.json("state", state.as_ref());
        out.raw("messages", &crate::ir::written(&list));
        out.array("tools", |items| {
            for tool in &tools {
                self::tool(tool, items, report);
            }
        });
        out.raw("context", "[]");
        if !answers.is_empty() {
            out.array("resume", |items| {
                for answer in &answers {
                    items.raw(answer.as_str());
                }
            });
        }
    });
    buf.extend_from_slice(json.as_str().as_bytes());
}

fn tool(tool: &Tool, items: &mut crate::ir::Arr<'_>, report: &mut Report) {
    let Tool { name, description, schema, raw, extras, place: at } = tool;
    if let Some((family, _)) = raw {
        report.dropped(At::place(at), (Field::Tools, &format!("a tool that only {family} has")));
        return;
    }
    let patch = place::own(extras, "", "", report);
    let json = place::object(&patch, |out: &mut Obj<'_>| {
        out.text("name", name);
        match description {
            Some(description) => out.text("description", description),
            None => {
                report.invented("/tools/description", (Field::Tools, "an empty description of a tool"));
                out.word("description", "")
            }
        };
        out.json("parameters", schema.as_ref());
    });
    items.raw(json.as_str());
}
