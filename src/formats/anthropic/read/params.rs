//! What a request asks for, and the tools it offers.

use crate::codec::Source;
use crate::formats::anthropic::words::FAMILY;
use crate::ir::{Fields, Kind, Param, ParamKind, Tool, ToolChoice, Value};

/// Reads the parameters that other families know too; the rest stays unread.
pub(super) fn read(fields: Fields<'_>, source: &Source<'_>) -> Vec<Param> {
    let mut params = Vec::new();
    let mut put = |value: Value<'_>, kind: Option<ParamKind>| {
        if let Some(kind) = kind {
            params.push(Param { kind, place: source.place(value) });
        }
    };
    if let Some(value) = fields.get("max_tokens") {
        put(value, value.count().map(ParamKind::MaxTokens));
    }
    if let Some(value) = fields.get("temperature").filter(is_number) {
        put(value, Some(ParamKind::Temperature(value.json())));
    }
    if let Some(value) = fields.get("top_p").filter(is_number) {
        put(value, Some(ParamKind::TopP(value.json())));
    }
    if let Some(value) = fields.get("stop_sequences") {
        put(value, stops(value));
    }
    if let Some(value) = fields.get("stream") {
        put(value, value.flag().map(ParamKind::Stream));
    }
    if let Some(value) = fields.object("metadata").get("user_id") {
        put(value, value.text().map(|user| ParamKind::User(user.owned())));
    }
    let output = fields.object("output_config");
    if let Some(value) = output.get("effort") {
        put(value, value.text().map(|effort| ParamKind::Effort(effort.owned())));
    }
    if let Some(value) = output.object("format").get("schema") {
        let _ = output.object("format").text("type");
        put(value, Some(ParamKind::OutputSchema(value.json())));
    }
    if let Some(value) = fields.get("tool_choice") {
        let choice = value.fields();
        put(value, tool_choice(choice));
        if let Some(value) = choice.get("disable_parallel_tool_use") {
            put(value, value.flag().map(|disabled| ParamKind::ParallelTools(!disabled)));
        }
    }
    params
}

fn is_number(value: &Value<'_>) -> bool {
    value.kind() == Kind::Number
}

fn stops(value: Value<'_>) -> Option<ParamKind> {
    let all: Option<Vec<_>> = value.elements().map(|stop| Some(stop.token()?.owned())).collect();
    let all = all.filter(|_| value.kind() == Kind::Array)?;
    value.skip();
    Some(ParamKind::Stop(all))
}

fn tool_choice(choice: Fields<'_>) -> Option<ParamKind> {
    let kind = choice.token("type")?;
    let known = match kind.as_str() {
        "auto" => ToolChoice::Auto,
        "any" => ToolChoice::Any,
        "none" => ToolChoice::None,
        "tool" => ToolChoice::Tool(choice.string("name")?),
        _ => return None,
    };
    let _ = choice.text("type");
    Some(ParamKind::ToolChoice(known))
}

/// Reads the definition of a tool. One that the provider runs or that a client knows by its type stays whole.
pub(super) fn tool(value: Value<'_>, source: &Source<'_>) -> Tool {
    let fields = value.fields();
    let place = source.place(value);
    let typed = fields.token("type").is_some_and(|word| !word.is("custom"));
    if typed || fields.get("name").is_none() {
        let name = fields.token("name").map(|name| name.owned()).unwrap_or_default();
        let raw = Some((FAMILY.to_owned(), value.json()));
        return Tool { name, raw, place, ..Tool::default() };
    }
    let _ = fields.text("type");
    let mut tool = Tool {
        name: fields.string("name").unwrap_or_default(),
        description: fields.string("description"),
        schema: fields.json("input_schema"),
        place,
        ..Tool::default()
    };
    tool.extras = source.extras(value);
    tool
}
