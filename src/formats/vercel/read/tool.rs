//! The tool part of a message: a call with the question for approval, its answer and the tool's answer.

use crate::codec::Source;
use crate::ir::{
    ApprovalRequest, ApprovalResponse, Fields, Input, Json, JsonStr, JsonString, Kind, Part, PartKind,
    Status, ToolCall, ToolResult, Value,
};

use super::super::partial::partial;
use super::super::words::state;
use super::super::write::{Tool, state_of};
use super::node::{keep, part, put, rest};

/// The input of a call. A string that is no JSON is the text of arguments that did not parse, as the SDK has it.
pub(super) fn input(value: Value<'_>) -> Input {
    match value.token().filter(|token| is_broken(*token)) {
        Some(token) => {
            value.skip();
            Input::Text(token.owned())
        }
        None => Input::Json(value.json()),
    }
}

fn is_broken(token: JsonStr<'_>) -> bool {
    let text = token.decode();
    !text.trim().is_empty() && Json::check(&text).is_none()
}

/// Reads a tool part; `name` is that of the tool.
pub(super) fn tool(
    source: &mut Source<'_>,
    value: Value<'_>,
    name: JsonString,
    dynamic: Option<Value<'_>>,
) -> Vec<Part> {
    let fields = value.fields();
    let said = fields.token("state");
    let (input, unfinished) = arguments(fields, said.is_some_and(|said| said.is(state::STREAMING)));
    let id = fields.string("toolCallId");
    let executed = fields.get("providerExecuted").filter(|flag| flag.peek() == "true").and_then(Value::flag);
    let encoding = fields.get("inputEncoding").filter(|word| word.peek() == "\"text\"").and_then(Value::text);
    let call = ToolCall {
        id: id.clone(),
        name: name.clone(),
        input,
        free_text: encoding.is_some(),
        provider_executed: executed.is_some(),
    };
    let mut head = part(PartKind::ToolCall(call), source, value);
    if let Some(kind) = dynamic
        && fields.get("dynamic").is_none()
    {
        put(&mut head.extras, "/dynamic", Json::from_valid("true"), source.place(kind));
    }
    let approvals = approval(source, fields, id.as_ref());
    let mut answer = result(source, fields, value, said);
    if let Some(Part { kind: PartKind::ToolResult(result), .. }) = &mut answer {
        result.id.clone_from(&id);
        result.name = Some(name);
        result.provider_executed = executed.is_some();
    }
    note_state(source, fields, &mut head, &approvals, answer.as_ref(), unfinished);
    rest(&mut head.extras, source, value, "");
    std::iter::once(head).chain(approvals).chain(answer).collect()
}

/// The arguments, and whether they were still coming in.
fn arguments(fields: Fields<'_>, streaming: bool) -> (Input, bool) {
    let (given, raw) = (fields.get("input"), fields.get("rawInput"));
    let text = raw.and_then(Value::token).filter(|token| {
        let shown = partial(&token.decode());
        given.is_none_or(|given| shown.is_some_and(|shown| same(given, &shown))) || streaming
    });
    let Some(text) = text else {
        return (fields.member("input").or(raw).map_or(Input::Absent, input), false);
    };
    if let Some(raw) = raw {
        raw.skip();
    }
    if let Some(given) =
        given.filter(|given| partial(&text.decode()).is_some_and(|shown| same(*given, &shown)))
    {
        given.skip();
    }
    (Input::Text(text.owned()), given.is_some() || streaming)
}

/// Whether two values are the same but for the white space between their tokens.
fn same(given: Value<'_>, shown: &Json) -> bool {
    let tight = |text: &str| {
        let mut out = Vec::new();
        crate::ir::minify(text, &mut out);
        out
    };
    tight(given.peek()) == tight(shown.as_str())
}

/// The question for approval and its answer.
fn approval(source: &Source<'_>, fields: Fields<'_>, call: Option<&JsonString>) -> Vec<Part> {
    let Some(value) = fields.get("approval").filter(|value| value.kind() == Kind::Object) else {
        return Vec::new();
    };
    let inner = value.fields();
    let id = inner.string("id").unwrap_or_default();
    let request =
        ApprovalRequest { id: id.clone(), call_id: call.cloned(), reason: inner.string("requestReason") };
    let mut asked = part(PartKind::ApprovalRequest(request), source, value);
    let answer = inner.flag("approved").map(|approved| {
        let response =
            ApprovalResponse { id, call_id: call.cloned(), approved, reason: inner.string("reason") };
        part(PartKind::ApprovalResponse(response), source, value)
    });
    rest(&mut asked.extras, source, value, "/approval");
    std::iter::once(asked).chain(answer).collect()
}

/// The tool's answer, where there is one.
fn result(
    source: &Source<'_>,
    fields: Fields<'_>,
    value: Value<'_>,
    said: Option<JsonStr<'_>>,
) -> Option<Part> {
    let is = |word: &str| said.is_some_and(|said| said.is(word));
    let (status, output) = if let Some(text) = fields.text("errorText") {
        (Status::Error, Some(Json::string(text)))
    } else if is(state::DENIED) {
        (Status::Denied, None)
    } else if is(state::FAILED) {
        // Agenta's projection has the words of a failure as its output.
        (Status::Error, fields.member("output").map(Value::json))
    } else if let Some(output) = fields.member("output") {
        (Status::Ok, Some(output.json()))
    } else if is(state::DONE) {
        (Status::Ok, None)
    } else {
        return None;
    };
    let preliminary = fields.get("preliminary").filter(|flag| flag.peek() == "true").and_then(Value::flag);
    let result = ToolResult {
        id: None,
        name: None,
        output,
        status,
        preliminary: preliminary.is_some(),
        provider_executed: false,
    };
    let mut part = part(PartKind::ToolResult(result), source, value);
    keep(&mut part.extras, source, fields, ("resultProviderMetadata", "/resultProviderMetadata"));
    Some(part)
}

/// Keeps a state that the part's own members do not show.
fn note_state(
    source: &mut Source<'_>,
    fields: Fields<'_>,
    head: &mut Part,
    approvals: &[Part],
    answer: Option<&Part>,
    unfinished: bool,
) {
    let Some(value) = fields.get("state") else {
        if let Some(part) = fields.value() {
            source.warning("vercel/no-state", part, "a tool part without a `state`", "the AI SDK refuses it");
        }
        return;
    };
    if unfinished {
        put(&mut head.extras, "/state", Json::from_valid("\"input-streaming\""), source.place(value));
    }
    let tool = Tool { call: head, request: approvals.first(), response: approvals.get(1), result: answer };
    if value.token().is_some_and(|word| word.is(state_of(&tool))) {
        value.skip();
    } else {
        head.extras.list.retain(|extra| extra.name != "/state");
    }
}
