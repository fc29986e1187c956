//! What the members of a request must agree on.

use std::collections::HashSet;

use super::{elements, rules};
use crate::check::Findings;
use crate::ir::{Fields, Kind, Value};
use crate::report::Rule;

/// Checks a request.
pub(super) fn check(root: Value<'_>, found: &mut Findings<'_>) {
    let request = root.look();
    tools(root, found);
    ranges(request, found);
    let on = |key: &str| request.get(key).is_some_and(|value| value.peek() == "true");
    let mut alone = |key: &str, needed: bool, rule: &'static Rule| {
        if let Some(value) = request.get(key).filter(|_| !needed) {
            found.put(rule, value, rule.what);
        }
    };
    alone("stream_options", on("stream"), &rules::STREAM_OPTIONS_ALONE);
    alone("top_logprobs", on("logprobs"), &rules::TOP_LOGPROBS_ALONE);
    alone("max_tokens", request.get("max_completion_tokens").is_none(), &rules::MAX_TOKENS_TWICE);
    let format = request.get("response_format").filter(|format| {
        let json = format.look().token("type").is_some_and(|kind| kind.is("json_object"));
        json && !elements(root, "messages").any(speaks_of_json)
    });
    if let Some(format) = format {
        found.put(&rules::JSON_NOT_MENTIONED, format, rules::JSON_NOT_MENTIONED.what);
    }
}

/// Whether a message has the word JSON anywhere.
fn speaks_of_json(message: Value<'_>) -> bool {
    message.peek().as_bytes().windows(4).any(|word| word.eq_ignore_ascii_case(b"json"))
}

fn tools(root: Value<'_>, found: &mut Findings<'_>) {
    let request = root.look();
    let mut names = HashSet::new();
    let mut others = false;
    let mut old = HashSet::new();
    for tool in elements(root, "tools") {
        let Some(body) = tool.look().get("function").or_else(|| tool.look().get("custom")) else {
            others = true;
            continue;
        };
        parameters(body, found);
        if let Some(name) = super::history::name(body, found)
            && !names.insert(name.clone())
        {
            let text = format!("the name `{name}` is that of an earlier tool");
            found.put(&rules::TOOL_NAME_REPEATED, tool, text);
        }
    }
    for function in elements(root, "functions") {
        parameters(function, found);
        if let Some(name) = super::history::name(function, found)
            && !old.insert(name.clone())
        {
            let text = format!("the name `{name}` is that of an earlier function");
            found.put(&rules::TOOL_NAME_REPEATED, function, text);
        }
    }
    let Some(choice) = request.get("tool_choice") else { return };
    if names.is_empty() && !others {
        return found.put(&rules::TOOL_CHOICE_ALONE, choice, rules::TOOL_CHOICE_ALONE.what);
    }
    let named =
        ["function", "custom"].into_iter().find_map(|key| choice.look().get(key)?.look().token("name"));
    if let Some(name) = named.map(|name| name.decode()).filter(|name| !names.contains(&**name) && !others) {
        found.put(&rules::TOOL_CHOICE_UNKNOWN, choice, format!("no tool is called `{name}`"));
    }
}

fn parameters(function: Value<'_>, found: &mut Findings<'_>) {
    let Some(schema) = function.look().get("parameters").filter(|schema| schema.kind() == Kind::Object)
    else {
        return;
    };
    let object = schema.look().token("type").is_some_and(|kind| kind.is("object"));
    // Without any member it is the schema of a function without parameters.
    if !object && schema.members().next().is_some() {
        found.put(
            &rules::PARAMETERS_NOT_OBJECT,
            schema,
            "the schema of the parameters has no `\"type\": \"object\"`",
        );
    }
}

/// The ranges of numbers.
const RANGES: &[(&str, f64, f64)] = &[
    ("temperature", 0.0, 2.0),
    ("top_p", 0.0, 1.0),
    ("frequency_penalty", -2.0, 2.0),
    ("presence_penalty", -2.0, 2.0),
    ("top_logprobs", 0.0, 20.0),
    ("n", 1.0, 128.0),
    ("max_tokens", 1.0, f64::INFINITY),
    ("max_completion_tokens", 1.0, f64::INFINITY),
];

/// The most stop sequences.
const STOPS: usize = 4;

fn ranges(request: Fields<'_>, found: &mut Findings<'_>) {
    for (key, least, most) in RANGES {
        let Some(value) = request.get(key).filter(|value| value.kind() == Kind::Number) else { continue };
        if value.peek().parse::<f64>().is_ok_and(|number| number < *least || number > *most) {
            let range = if most.is_finite() { format!("{least} to {most}") } else { format!("from {least}") };
            let text = format!("`{key}` is {}; the API takes {range}", value.peek());
            found.put(&rules::OUT_OF_RANGE, value, text);
        }
    }
    if let Some(stops) = request.get("stop").filter(|stops| stops.elements().count() > STOPS) {
        let text = format!("`stop` has {} sequences; the API takes {STOPS}", stops.elements().count());
        found.put(&rules::OUT_OF_RANGE, stops, text);
    }
}
