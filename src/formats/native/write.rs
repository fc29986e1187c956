//! A transcript as one native document.

use super::nodes::{extras, plain_extras, raw_node};
use super::parts;
use crate::ir::{
    Arr, Finish, Interrupt, JsonString, Message, Obj, Param, ParamKind, Run, RunError, Tool, ToolChoice,
    Transcript, Usage,
};
use crate::report::Report;
use crate::unsaid;

/// Writes the whole transcript; nothing of it has no place here.
pub(super) fn document(transcript: Transcript, out: &mut Vec<u8>, _report: &mut Report) {
    whole(&transcript, out);
}

/// The members of a transcript in the documented order.
pub(super) fn whole(transcript: &Transcript, out: &mut Vec<u8>) {
    let Transcript {
        source,
        complete,
        run: who,
        messages,
        tools,
        params: asked,
        finish: end,
        usage: counts,
        error: failed,
        interrupts,
        state,
        extras: left,
        remainder,
    } = transcript;
    let mut o = Obj::begin(out);
    o.number("chatwire", 1);
    if !source.is_empty() {
        o.text("source", &JsonString::from_plain(source));
    }
    o.flag("complete", *complete);
    if *who != (Run { place: who.place.clone(), names: who.names, ..Run::default() }) {
        o.object("run", |o| run(o, who));
    }
    o.array("messages", |list| list_of(list, messages, message));
    if !tools.is_empty() {
        o.array("tools", |list| list_of(list, tools, tool));
    }
    if !asked.is_empty() {
        o.object("params", |o| params(o, asked));
    }
    finish(&mut o, end.as_ref());
    if !counts.is_unknown() {
        o.object("usage", |o| usage(o, counts));
    }
    if let Some(failed) = failed {
        o.object("error", |o| error(o, failed));
    }
    if !interrupts.is_empty() {
        o.array("interrupts", |list| list_of(list, interrupts, interrupt));
    }
    o.json("state", state.as_ref());
    extras(&mut o, left, remainder);
    o.end();
}

fn list_of<T>(list: &mut Arr<'_>, items: &[T], write: fn(&mut Obj<'_>, &T)) {
    for item in items {
        list.object(|o| write(o, item));
    }
}

/// The members of a run that are known.
pub(super) fn run(o: &mut Obj<'_>, run: &Run) {
    let Run { id, thread_id, model, created_at, place: _, names: _ } = run;
    o.maybe("id", id.as_ref()).maybe("threadId", thread_id.as_ref());
    o.maybe("model", model.as_ref()).maybe("createdAt", created_at.as_ref());
}

fn message(o: &mut Obj<'_>, message: &Message) {
    let Message {
        role,
        id,
        name,
        choice,
        parts: said,
        finish: end,
        metadata,
        extras: left,
        remainder,
        place: _,
        id_name: _,
    } = message;
    o.word("role", role.word()).maybe("id", id.as_ref()).maybe("name", name.as_ref());
    o.count("choice", choice.map(u64::from));
    o.array("parts", |list| list_of(list, said, parts::whole));
    finish(o, end.as_ref());
    o.json("metadata", metadata.as_ref());
    extras(o, left, remainder);
}

/// Where there is an end, its member.
pub(super) fn finish(o: &mut Obj<'_>, finish: Option<&Finish>) {
    if let Some(Finish { reason, raw, place: _ }) = finish {
        o.object("finish", |o| {
            o.word("reason", reason.word()).maybe("raw", raw.as_ref());
        });
    }
}

/// The counts that are known.
pub(super) fn usage(o: &mut Obj<'_>, usage: &Usage) {
    let Usage { input, output, total, cache_read, cache_write, reasoning, cost, place: _ } = usage;
    o.count("input", *input).count("output", *output).count("total", *total);
    o.count("cacheRead", *cache_read).count("cacheWrite", *cache_write);
    o.count("reasoning", *reasoning).json("cost", cost.as_ref());
}

/// The members of an error.
pub(super) fn error(o: &mut Obj<'_>, error: &RunError) {
    let RunError { message, code, extras: left, place: _ } = error;
    o.text("message", message).json("code", code.as_ref());
    plain_extras(o, left);
}

/// The members of an interrupt.
pub(super) fn interrupt(o: &mut Obj<'_>, interrupt: &Interrupt) {
    let Interrupt { id, reason, call_id, message, payload, extras: left, place: _ } = interrupt;
    o.text("id", id).maybe("reason", reason.as_ref()).maybe("callId", call_id.as_ref());
    o.maybe("message", message.as_ref()).json("payload", payload.as_ref());
    plain_extras(o, left);
}

fn tool(o: &mut Obj<'_>, tool: &Tool) {
    let Tool { name, description, schema, raw, extras: left, place: _ } = tool;
    o.text("name", name).maybe("description", description.as_ref()).json("schema", schema.as_ref());
    if let Some((family, value)) = raw {
        o.object("raw", |o| raw_node(o, family, value));
    }
    plain_extras(o, left);
}

fn params(o: &mut Obj<'_>, params: &[Param]) {
    for Param { kind, place } in params {
        match kind {
            ParamKind::MaxTokens(most) => o.number("maxTokens", *most),
            ParamKind::Temperature(value) => o.json("temperature", Some(value)),
            ParamKind::TopP(value) => o.json("topP", Some(value)),
            ParamKind::Stop(texts) => o.array("stop", |list| {
                for text in texts {
                    list.text(text);
                }
            }),
            ParamKind::ToolChoice(ToolChoice::Auto) => o.word("toolChoice", "auto"),
            ParamKind::ToolChoice(ToolChoice::Any) => o.word("toolChoice", "any"),
            ParamKind::ToolChoice(ToolChoice::None) => o.word("toolChoice", "none"),
            ParamKind::ToolChoice(ToolChoice::Tool(name)) => o.object("toolChoice", |o| {
                o.text("tool", name);
            }),
            // Some say it the other way round; so it stays findable.
            ParamKind::ParallelTools(may) if unsaid::is_opposite(&place.path) => {
                o.flag("disableParallelToolUse", !*may)
            }
            ParamKind::ParallelTools(may) => o.flag("parallelToolCalls", *may),
            ParamKind::User(user) => o.text("user", user),
            ParamKind::Effort(word) => o.text("effort", word),
            ParamKind::OutputSchema(schema) => o.json("outputSchema", Some(schema)),
            ParamKind::Stream(wanted) => o.flag("stream", *wanted),
        };
    }
}
