//! Messages of all seven roles.

use super::part::part;
use super::skip::skip;
use crate::codec::Source;
use crate::formats::ag_ui::{FAMILY, words::ACTIVITY_TYPE};
use crate::ir::{
    At, Data, Extra, Extras, Field, Fields, Input, Json, JsonString, Kind, Message, Part, PartKind,
    Reasoning, Role, Status, ToolCall, ToolResult, Value,
};

/// A message of a history.
pub(in crate::formats::ag_ui) fn message(value: Value<'_>, source: &mut Source<'_>) -> Message {
    let mut message = node(value, source);
    message.extras = source.extras(value);
    message
}

/// A message but for what only AG-UI says of it, which stays unread.
pub(super) fn node(value: Value<'_>, source: &mut Source<'_>) -> Message {
    let fields = value.fields();
    let word = fields.token("role").map(|role| role.decode().into_owned()).unwrap_or_default();
    let role = role(&word, value, source);
    let id = fields.string("id");
    let mut message = Message { role, place: source.place(value), ..Message::default() };
    message.parts = match word.as_str() {
        "reasoning" => reasoning(fields, value, source),
        "tool" => vec![answer(fields, value, source)],
        "activity" => activity(fields, id.as_ref(), source),
        _ => content(fields, source),
    };
    if word == "assistant" {
        message.parts.extend(fields.list("toolCalls").map(|call| tool_call(call, source)));
    }
    message.id = id;
    message.name = fields.string("name");
    message.metadata = fields.get("metadata").filter(|value| value.kind() == Kind::Object).map(Value::json);
    message
}

fn role(word: &str, value: Value<'_>, source: &mut Source<'_>) -> Role {
    let fields = value.fields();
    match word {
        "reasoning" | "activity" => {
            skip(fields, "role");
            Role::Assistant
        }
        "developer" | "system" | "assistant" | "user" | "tool" => {
            fields.text("role").map_or(Role::User, Role::from_word)
        }
        _ => {
            let help = "developer, system, assistant, user, tool, activity and reasoning are known";
            source.warning(
                "ag-ui/unknown-role",
                fields.get("role").unwrap_or(value),
                format!("a message of the unknown role `{word}`"),
                help,
            );
            fields.text("role").map_or(Role::Other(JsonString::default()), Role::from_word)
        }
    }
}

/// What a message says: a text, or a list of parts.
fn content(fields: Fields<'_>, source: &mut Source<'_>) -> Vec<Part> {
    let Some(content) = fields.get("content") else { return Vec::new() };
    match content.kind() {
        Kind::String => {
            let place = source.place(content);
            content.text().map(|text| Part::new(PartKind::Text(text.owned()), place)).into_iter().collect()
        }
        Kind::Array => content.items().map(|item| part(item, source)).collect(),
        Kind::Null | Kind::Bool | Kind::Number | Kind::Object => Vec::new(),
    }
}

fn reasoning(fields: Fields<'_>, value: Value<'_>, source: &Source<'_>) -> Vec<Part> {
    let Some(content) = fields.get("content").filter(|content| content.kind() == Kind::String) else {
        return Vec::new();
    };
    let text = content.text().map_or_else(JsonString::default, crate::ir::JsonStr::owned);
    let seal = fields.string("encryptedValue");
    let place = if seal.is_some() { value } else { content };
    vec![Part::new(PartKind::Reasoning(sealed(text, seal)), source.place(place))]
}

/// Thinking with AG-UI's `encryptedValue`: the seal on its text, or the thinking itself where there is no text.
pub(super) fn sealed(text: JsonString, seal: Option<JsonString>) -> Reasoning {
    if text.is_empty() {
        Reasoning { text, signature: None, encrypted: seal }
    } else {
        Reasoning { text, signature: seal, encrypted: None }
    }
}

/// A tool's answer. `error` stays unread, and so an extra, where it says more than the content.
fn answer(fields: Fields<'_>, value: Value<'_>, source: &mut Source<'_>) -> Part {
    let content = fields.get("content");
    let error = fields.get("error").filter(|error| error.kind() == Kind::String);
    if let (Some(content), Some(error)) = (content, error)
        && content.peek() == error.peek()
    {
        error.skip();
    }
    let result = ToolResult {
        id: fields.string("toolCallId"),
        name: None,
        output: content.map(Value::json),
        status: if error.is_some() { Status::Error } else { Status::Ok },
        preliminary: false,
        provider_executed: false,
    };
    let place = source.place(content.unwrap_or(value));
    if let Some(call) = fields.get("toolCallId") {
        let stands = source.place(call);
        source.report.stands(&place, Field::CallId, At::place(&stands));
    }
    Part::new(PartKind::ToolResult(result), place)
}

/// An activity: named data that later data of its message replaces.
fn activity(fields: Fields<'_>, id: Option<&JsonString>, source: &Source<'_>) -> Vec<Part> {
    let (Some(name), Some(content)) = (fields.string("activityType"), fields.get("content")) else {
        return Vec::new();
    };
    let mark = fields.get("activityType").map(|kind| source.place(kind)).unwrap_or_default();
    vec![activity_part((name, mark), id.cloned(), content.json(), source.place(content))]
}

/// The part that an activity message holds, and that is told from other data by its extra.
pub(super) fn activity_part(
    (name, stood): (JsonString, crate::ir::Place),
    id: Option<JsonString>,
    value: Json,
    place: crate::ir::Place,
) -> Part {
    let kind = Json::string(name.token());
    let mark = Extra { name: ACTIVITY_TYPE.to_owned(), value: kind, place: stood };
    let extras = Extras::new(FAMILY, vec![mark]);
    Part { kind: PartKind::Data(Data { name, id, value, transient: false }), extras, place }
}

/// A call of an assistant message. A kind that nobody knows is set aside whole and reported.
pub(super) fn tool_call(value: Value<'_>, source: &mut Source<'_>) -> Part {
    let place = source.place(value);
    let fields = value.fields();
    let function = fields.get("function").filter(|function| function.kind() == Kind::Object);
    let known = fields.token("type").is_none_or(|kind| kind.is("function"));
    let Some(function) = function.filter(|_| known) else {
        let help = "a tool call has the type `function` and a function with name and arguments";
        source.warning("ag-ui/unknown-call", value, "a tool call of an unknown kind is set aside", help);
        return Part::new(PartKind::Raw { family: FAMILY.to_owned(), value: value.json() }, place);
    };
    skip(fields, "type");
    let function = function.fields();
    let input = match function.get("arguments") {
        Some(text) if text.kind() == Kind::String => match text.text() {
            Some(text) if !text.is_empty() => Input::Text(text.owned()),
            Some(_) | None => Input::Absent,
        },
        Some(other) => Input::Json(other.json()),
        None => Input::Absent,
    };
    let call = ToolCall {
        id: fields.string("id"),
        name: function.string("name").unwrap_or_default(),
        input,
        free_text: false,
        provider_executed: false,
    };
    Part { kind: PartKind::ToolCall(call), extras: call_extras(value, source), place }
}

/// What only AG-UI says of a call. Members of its metadata count one by one, as events add them one by one.
fn call_extras(value: Value<'_>, source: &Source<'_>) -> Extras {
    open_metadata(value.fields());
    source.extras(value)
}

/// Makes the members of a metadata object count for themselves.
pub(super) fn open_metadata(fields: Fields<'_>) {
    let metadata = fields.get("metadata").filter(|metadata| metadata.members().next().is_some());
    let _opened = metadata.map(Value::fields);
}
