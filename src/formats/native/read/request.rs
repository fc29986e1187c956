//! What a request holds beside its messages: tools and parameters.

use super::faults::need;
use super::rest::{extras, leave};
use super::values::{any, plain, pointer, strings};
use crate::codec::Source;
use crate::formats::native::names;
use crate::ir::{Fields, JsonStr, Param, ParamKind, Place, Tool, ToolChoice, Value};

/// A tool on offer.
pub(super) fn tool(value: Value<'_>, place: Place, source: &mut Source<'_>) -> Tool {
    let fields = value.fields();
    need(value, "name", source);
    let (carried, _) = extras(fields, source);
    let raw = fields.get("raw").map(Value::fields).and_then(|raw| {
        let value = any(raw, "value")?;
        Some((raw.text("family").map(plain).unwrap_or_default(), value))
    });
    Tool {
        name: fields.string("name").unwrap_or_default(),
        description: fields.string("description"),
        schema: any(fields, "schema"),
        raw,
        extras: leave(value, names::TOOL, carried, source),
        place,
    }
}

/// The parameters in their order.
pub(super) fn params(fields: Fields<'_>, place: &Place, source: &mut Source<'_>) -> Vec<Param> {
    let members = fields.value().into_iter().flat_map(Value::members);
    members.filter_map(|(key, value)| param(key, value, place, source)).collect()
}

fn param(key: JsonStr<'_>, value: Value<'_>, place: &Place, source: &mut Source<'_>) -> Option<Param> {
    let kind = match key.as_str() {
        "maxTokens" => ParamKind::MaxTokens(value.count()?),
        "temperature" => ParamKind::Temperature(value.json()),
        "topP" => ParamKind::TopP(value.json()),
        "stop" => ParamKind::Stop(strings(value, source)),
        "toolChoice" => ParamKind::ToolChoice(tool_choice(value)?),
        "parallelToolCalls" => ParamKind::ParallelTools(value.flag()?),
        "disableParallelToolUse" => ParamKind::ParallelTools(!value.flag()?),
        "user" => ParamKind::User(value.text()?.owned()),
        "effort" => ParamKind::Effort(value.text()?.owned()),
        "outputSchema" => ParamKind::OutputSchema(value.json()),
        "stream" => ParamKind::Stream(value.flag()?),
        _ => return None,
    };
    Some(Param { kind, place: place.member(&pointer(&key.decode())) })
}

fn tool_choice(value: Value<'_>) -> Option<ToolChoice> {
    let Some(word) = value.token() else {
        return value.fields().string("tool").map(ToolChoice::Tool);
    };
    let choice = match word.as_str() {
        "auto" => ToolChoice::Auto,
        "any" => ToolChoice::Any,
        "none" => ToolChoice::None,
        _ => return None,
    };
    value.skip();
    Some(choice)
}
