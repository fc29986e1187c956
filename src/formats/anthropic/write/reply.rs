//! A reply, whole: one message for all steps of the turn.

use super::block::{Blocks, For};
use super::own;
use crate::formats::anthropic::{usage, words};
use crate::ir::{
    At, Field, Finish, Items, JsonString, Message, Obj, Patch, Role, Run, RunError, StopReason, Transcript,
    Usage, apply, write_patched,
};
use crate::report::{Loss, Report};
use crate::unsaid::{self, RunMember};

/// Writes a reply, or the body of an error where there is nothing else.
pub(in crate::formats::anthropic) fn response(
    transcript: Transcript,
    out: &mut Vec<u8>,
    report: &mut Report,
) {
    let Transcript {
        source,
        complete,
        run,
        messages,
        tools,
        params,
        finish,
        usage: counts,
        error,
        interrupts,
        state,
        extras,
        remainder: _,
    } = transcript;
    unsaid::run(report, &run, &[RunMember::Thread, RunMember::Time]);
    unsaid::tools(report, &tools);
    unsaid::params(report, &params);
    unsaid::interrupts(report, &interrupts);
    if state.is_some() {
        report.dropped(At::place(&run.place.member("/state")), Field::State);
    }
    let patch = own::patch(&extras, report);
    match error {
        Some(error) if says_nothing(&messages) => {
            unsaid::run(report, &run, &[RunMember::Id, RunMember::Model]);
            unsaid::usage(report, &counts);
            out.extend_from_slice(apply(&error_body(&error, report), &patch).as_bytes());
        }
        Some(_) | None => {
            let own_words = source.starts_with("anthropic-");
            body(Reply { own_words, complete, run, messages, finish, counts, error }, patch, out, report);
        }
    }
}

/// What of a transcript its reply says.
struct Reply {
    /// Whether the words of the transcript are the wire's own.
    own_words: bool,
    complete: bool,
    run: Run,
    messages: Vec<Message>,
    finish: Option<Finish>,
    counts: Usage,
    error: Option<RunError>,
}

/// The body of a reply, with its error beside what it says where it failed, and with the changes made to it.
fn body(reply: Reply, mut changes: Patch, out: &mut Vec<u8>, report: &mut Report) {
    let Reply { own_words, complete, run, messages, finish, counts, error } = reply;
    let id = reply_id(&run, &messages, report);
    let mut blocks = Blocks::new(if own_words { For::OwnReply } else { For::Reply }, report);
    let (content, end) = content(messages, &mut blocks);
    let waits = blocks.unanswered > 0;
    let finish = finish.or(end);
    let stop = if complete {
        stop_reason(finish.as_ref(), waits, own_words, report)
    } else {
        cut(finish, own_words, report)
    };
    let of_error = error.as_ref().map(|error| own::patch(&error.extras, report)).unwrap_or_default();
    changes.set.splice(..0, of_error.set);
    write_patched(out, &changes, |body| {
        head(id.as_ref(), &run, body, report);
        body.items("content", &content);
        body.raw("stop_reason", &stop.map_or("null".to_owned(), |word| format!("\"{word}\"")));
        body.raw("stop_sequence", "null");
        write_usage(&counts, body, report);
        if let Some(error) = &error {
            write_error(error, body, report);
        }
    });
}

fn says_nothing(messages: &[Message]) -> bool {
    messages.iter().all(|message| message.parts.is_empty())
}

/// The id of the reply: the run's, else that of its first message.
fn reply_id(run: &Run, messages: &[Message], report: &mut Report) -> Option<JsonString> {
    let mut id = run.id.clone();
    for message in messages.iter().filter(|message| message.role == Role::Assistant) {
        if id.is_none() {
            id.clone_from(&message.id);
        } else if message.id != id {
            unsaid::message_id(report, message);
        }
    }
    id
}

/// What the reply says: one list of blocks for all its steps, and how its last message ended.
fn content(messages: Vec<Message>, blocks: &mut Blocks<'_>) -> (Items, Option<Finish>) {
    let ids = messages.iter().flat_map(crate::calls::of).filter_map(|(_, call)| call.id.as_ref());
    blocks.reserve(ids);
    let mut content = Items::default();
    let mut end = None;
    for message in messages {
        unsaid::message_name(blocks.report, &message);
        unsaid::metadata(blocks.report, &message);
        if message.role == Role::Tool {
            unsaid::message_id(blocks.report, &message);
        }
        let Message {
            role,
            id,
            name: _,
            choice,
            parts,
            finish,
            metadata: _,
            extras,
            remainder: _,
            place,
            id_name: _,
        } = message;
        let lost = match role {
            Role::Assistant | Role::Tool if choice.unwrap_or(0) == 0 => None,
            Role::Assistant | Role::Tool => Some((Field::Choice, "another choice of the reply")),
            Role::System | Role::Developer | Role::User | Role::Other(_) => {
                Some((Field::Earlier, "a message beside the reply"))
            }
        };
        if let Some(what) = lost {
            blocks.report.lose(Loss::Dropped, At::place(&place), what, id.as_ref());
            continue;
        }
        blocks.report.drop_extras(&extras);
        content.append(blocks.of(&role, &parts, &|| "/content".to_owned()));
        end = finish.or(end);
    }
    (content, end)
}

fn head(id: Option<&JsonString>, run: &Run, body: &mut Obj<'_>, report: &mut Report) {
    let Run { id: _, thread_id: _, model, created_at: _, place: _, names: _ } = run;
    let made = [
        (id, "msg_1", "/id", (Field::RunId, "the id `msg_1`")),
        (model.as_ref(), "unknown", "/model", (Field::Model, "the model's name `unknown`")),
    ];
    for (value, _, target, what) in &made {
        if value.is_none() {
            report.invented(target, *what);
        }
    }
    let [(id, no_id, ..), (model, no_model, ..)] = made;
    let text = |value: Option<&JsonString>, none: &str| {
        value.cloned().unwrap_or_else(|| JsonString::from_plain(none))
    };
    body.text("id", &text(id, no_id)).word("type", "message").word("role", "assistant");
    body.text("model", &text(model, no_model));
}

/// The word for how a reply ended that did not come to its end: none, unless the wire had said it already.
fn cut(finish: Option<Finish>, own_words: bool, report: &mut Report) -> Option<String> {
    let finish = finish?;
    if own_words {
        return Some(finish.raw?.as_str().to_owned());
    }
    unsaid::finish(report, Some(&finish));
    None
}

/// The word for how a reply ended.
pub(super) fn stop_reason(
    finish: Option<&Finish>,
    waits: bool,
    own_words: bool,
    report: &mut Report,
) -> Option<String> {
    let open = if waits { "tool_use" } else { "end_turn" };
    let Some(Finish { reason, raw, place }) = finish else {
        if own_words || !waits {
            return None;
        }
        report.invented(
            "/stop_reason",
            (Field::Finish, "`tool_use`, as calls wait for an answer: nobody says how the reply ended"),
        );
        return Some(open.to_owned());
    };
    let own_word = raw.as_ref().filter(|raw| own_words || words::reason(raw.token()) == Some(*reason));
    if let Some(word) = own_word {
        return Some(word.as_str().to_owned());
    }
    let word = match reason {
        StopReason::Stop if waits => "tool_use",
        StopReason::Error | StopReason::Cancelled => {
            unsaid::finish(report, finish);
            return None;
        }
        StopReason::Stop
        | StopReason::Length
        | StopReason::ToolCalls
        | StopReason::ContentFilter
        | StopReason::Paused
        | StopReason::Other
        | StopReason::Unknown => words::word(*reason).unwrap_or(open),
    };
    if words::word(*reason) != Some(word) {
        let told = raw.as_ref().map_or_else(|| reason.word(), |raw| raw.as_str());
        report.narrowed(
            At::place(place),
            (Field::Finish, &format!("the finish reason `{told}` becomes `{word}`")),
        );
    }
    Some(word.to_owned())
}

fn write_usage(counts: &Usage, body: &mut Obj<'_>, report: &mut Report) {
    for (count, target) in [(counts.input, "/usage/input_tokens"), (counts.output, "/usage/output_tokens")] {
        if count.is_none() {
            report.invented(target, (Field::Usage, "a count of 0: nobody says how many there were"));
        }
    }
    told_usage(counts, report);
    body.object("usage", |object| usage::write(counts, object));
}

/// Reports the counts that the wire has no place for.
pub(super) fn told_usage(counts: &Usage, report: &mut Report) {
    let Usage { input, output, total, cache_read: _, cache_write: _, reasoning: _, cost, place } = counts;
    let sum = input.zip(*output).map(|(input, output)| input.saturating_add(output));
    if total.is_some() && *total != sum {
        report.dropped(At::place(place), Field::TotalTokens);
    }
    if cost.is_some() {
        report.dropped(At::place(place), Field::Cost);
    }
}

/// The `error` member: the wire's own form of it.
pub(super) fn write_error(error: &RunError, body: &mut Obj<'_>, report: &mut Report) {
    let RunError { message, code, extras: _, place } = error;
    let word = code.as_ref().and_then(|code| code.as_token());
    match (code, word) {
        (None, _) => {
            report.invented("/error/type", (Field::Error, "the type `api_error`"));
        }
        (Some(code), None) => {
            let what = format!("the error code {} becomes `api_error`", code.as_str());
            report.narrowed(At::place(place), (Field::ErrorCode, &what));
        }
        (Some(_), Some(_)) => {}
    }
    body.object("error", |object| {
        object.token("type", word.unwrap_or(crate::ir::JsonStr::new("api_error"))).text("message", message);
    });
}

/// The body of an error, which is also the frame of one.
pub(super) fn error_body(error: &RunError, report: &mut Report) -> String {
    let patch = own::patch(&error.extras, report);
    own::object(&patch, |body| {
        body.word("type", "error");
        write_error(error, body, report);
    })
}
