//! What a transcript says beside its messages, facet by facet.

use std::borrow::Cow;

use super::node::{Node, Saying};
use super::parts::{extras, remainder};
use super::topic::Topic;
use crate::ir::{
    Finish, Interrupt, Json, JsonString, Obj, Param, ParamKind, Place, Run, RunError, StopReason, Tool,
    ToolChoice, Transcript, Usage,
};

/// The nodes beside the messages: one of each kind on either side, empty where nothing is said.
pub(super) fn singles(transcript: &Transcript) -> [Node<'_>; 6] {
    let Transcript {
        source: _,
        complete,
        run: who,
        messages: _,
        tools,
        params: asked,
        finish: end,
        usage: counts,
        error: failed,
        interrupts: _,
        state,
        extras: left,
        remainder: spelled,
    } = transcript;
    let mut whole = Node::new("transcript", String::new(), Cow::Borrowed(&who.place));
    let word = if *complete { "true" } else { "false" };
    whole.say("/complete", Topic::Finish, Saying::Json(Cow::Borrowed(word)));
    whole.json("/state", Topic::State, state.as_ref());
    // What a request has beside its messages is what it asks for; of a reply it is about the reply.
    let asks = !asked.is_empty() || !tools.is_empty();
    extras(&mut whole, left, if asks { Topic::Params } else { Topic::Metadata });
    remainder(&mut whole, spelled);
    [
        run(who),
        params(asked),
        whole,
        usage(counts),
        finish(end.as_ref(), String::new()),
        error(failed.as_ref()),
    ]
}

/// The tools on offer, sorted by their names: their order says nothing.
pub(super) fn tools(transcript: &Transcript) -> Vec<Node<'_>> {
    let mut tools: Vec<_> = transcript.tools.iter().enumerate().collect();
    tools.sort_by(|(_, one), (_, two)| one.name.as_str().cmp(two.name.as_str()));
    tools.into_iter().map(|(index, one)| tool(index, one)).collect()
}

/// What the run waits for, in order.
pub(super) fn interrupts(transcript: &Transcript) -> Vec<Node<'_>> {
    transcript.interrupts.iter().enumerate().map(|(index, one)| interrupt(index, one)).collect()
}

/// Who replied.
pub(super) fn run(run: &Run) -> Node<'_> {
    let Run { id, thread_id, model, created_at, place, names: _ } = run;
    let mut node = Node::new("run", "/run".to_owned(), Cow::Borrowed(place));
    node.maybe("/id", Topic::Ids, id.as_ref()).maybe("/threadId", Topic::Ids, thread_id.as_ref());
    node.maybe("/model", Topic::Model, model.as_ref());
    node.maybe("/createdAt", Topic::Times, created_at.as_ref());
    node
}

/// The token counts; where no total is given, it is the sum.
pub(super) fn usage(usage: &Usage) -> Node<'_> {
    let Usage { input, output, total, cache_read, cache_write, reasoning, cost, place } = usage;
    let about = Topic::Usage;
    let mut node = Node::new("usage", "/usage".to_owned(), Cow::Borrowed(place));
    node.count("/input", about, *input).count("/output", about, *output);
    node.count("/total", about, usage.sum());
    node.flag("/totalGiven", Topic::Borders, total.is_some());
    node.count("/cacheRead", about, *cache_read).count("/cacheWrite", about, *cache_write);
    node.count("/reasoning", about, *reasoning).json("/cost", about, cost.as_ref());
    node
}

/// How a reply or message ended. The source's own word counts where the shared vocabulary has none.
pub(super) fn finish(finish: Option<&Finish>, base: String) -> Node<'_> {
    let place = finish.map_or_else(nowhere, |finish| Cow::Borrowed(&finish.place));
    let mut node = Node::new("finish", format!("{base}/finish"), place);
    if let Some(Finish { reason, raw, place: _ }) = finish {
        node.word("/reason", Topic::Finish, reason.word());
        let about = if *reason == StopReason::Other { Topic::Finish } else { Topic::Metadata };
        node.maybe("/raw", about, raw.as_ref());
    }
    node
}

/// An error that a reply is or carries.
pub(super) fn error(error: Option<&RunError>) -> Node<'_> {
    let about = Topic::Errors;
    let place = error.map_or_else(nowhere, |error| Cow::Borrowed(&error.place));
    let mut node = Node::new("error", "/error".to_owned(), place);
    if let Some(RunError { message, code, extras: left, place: _ }) = error {
        node.text("/message", about, message).json("/code", about, code.as_ref());
        extras(&mut node, left, Topic::Metadata);
    }
    node
}

/// What a run waits for.
pub(super) fn interrupt(index: usize, interrupt: &Interrupt) -> Node<'_> {
    let Interrupt { id, reason, call_id, message, payload, extras: left, place } = interrupt;
    let about = Topic::Interrupts;
    let mut node = Node::new("interrupt", format!("/interrupts/{index}"), Cow::Borrowed(place));
    node.text("/id", Topic::Ids, id).maybe("/reason", about, reason.as_ref());
    node.maybe("/callId", Topic::Ids, call_id.as_ref()).maybe("/message", about, message.as_ref());
    node.json("/payload", about, payload.as_ref());
    extras(&mut node, left, Topic::Metadata);
    node
}

fn tool(index: usize, tool: &Tool) -> Node<'_> {
    let Tool { name, description, schema, raw, extras: left, place } = tool;
    let about = Topic::Tools;
    let mut node = Node::new("tool", format!("/tools/{index}"), Cow::Borrowed(place));
    node.text("/name", about, name).maybe("/description", about, description.as_ref());
    node.json("/schema", about, schema.as_ref());
    if let Some((family, value)) = raw {
        node.word("/raw/family", about, family).json("/raw/value", about, Some(value));
    }
    extras(&mut node, left, about);
    node
}

fn params(params: &[Param]) -> Node<'_> {
    let place = params.first().map_or_else(nowhere, |param| Cow::Borrowed(&param.place));
    let mut node = Node::new("params", "/params".to_owned(), place);
    for Param { kind, place: _ } in params {
        let (name, value) = param(kind);
        node.say(name, Topic::Params, Saying::Json(value));
    }
    node
}

fn param(kind: &ParamKind) -> (&'static str, Cow<'_, str>) {
    let owned = |json: Json| Cow::Owned(json.as_str().to_owned());
    let text = |text: &JsonString| owned(Json::string(text.token()));
    let flag = |is: bool| Cow::Borrowed(if is { "true" } else { "false" });
    match kind {
        ParamKind::MaxTokens(most) => ("/maxTokens", Cow::Owned(most.to_string())),
        ParamKind::Temperature(value) => ("/temperature", Cow::Borrowed(value.as_str())),
        ParamKind::TopP(value) => ("/topP", Cow::Borrowed(value.as_str())),
        ParamKind::Stop(texts) => ("/stop", owned(list(texts))),
        ParamKind::ToolChoice(choice) => ("/toolChoice", owned(tool_choice(choice))),
        ParamKind::ParallelTools(may) => ("/parallelTools", flag(*may)),
        ParamKind::User(user) => ("/user", text(user)),
        ParamKind::Effort(effort) => ("/effort", text(effort)),
        ParamKind::OutputSchema(schema) => ("/outputSchema", Cow::Borrowed(schema.as_str())),
        ParamKind::Stream(wanted) => ("/stream", flag(*wanted)),
    }
}

fn list(texts: &[JsonString]) -> Json {
    let quoted: Vec<_> = texts.iter().map(|text| format!("\"{}\"", text.as_str())).collect();
    Json::from_valid(format!("[{}]", quoted.join(",")))
}

fn tool_choice(choice: &ToolChoice) -> Json {
    let word = match choice {
        ToolChoice::Auto => "auto",
        ToolChoice::Any => "any",
        ToolChoice::None => "none",
        ToolChoice::Tool(name) => {
            let mut bytes = Vec::new();
            let mut object = Obj::begin(&mut bytes);
            object.text("tool", name);
            object.end();
            return Json::from_valid(String::from_utf8_lossy(&bytes));
        }
    };
    Json::from_valid(format!("\"{word}\""))
}

/// Where nothing stood.
pub(super) fn nowhere<'p>() -> Cow<'p, Place> {
    Cow::Owned(Place::default())
}
