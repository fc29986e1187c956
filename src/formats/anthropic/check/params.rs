//! What the members of a request must agree on.

use std::collections::HashSet;

use super::history::legal_name;
use super::{elements, is, rules};
use crate::check::Findings;
use crate::ir::{Fields, Kind, Value};

/// Checks a request.
pub(super) fn check(root: Value<'_>, found: &mut Findings<'_>) {
    let request = root.look();
    tools(root, found);
    ranges(request, found);
    for stop in elements(root, "stop_sequences") {
        if stop.token().is_some_and(|stop| stop.is_blank()) {
            found.put(&rules::BLANK_STOP, stop, rules::BLANK_STOP.what);
        }
    }
    if let Some(thinking) = request.get("thinking").filter(|thinking| is(*thinking, "enabled")) {
        self::thinking(root, thinking, found);
    }
    let marks = breakpoints(root);
    if marks > BREAKPOINTS {
        let text = format!("{marks} blocks are marked for the cache; the API takes {BREAKPOINTS}");
        found.put(&rules::TOO_MANY_BREAKPOINTS, root, text);
    }
}

/// The most blocks that are marked for the cache.
const BREAKPOINTS: usize = 4;

/// How many marks for the cache there are in tools, instructions and messages.
fn breakpoints(root: Value<'_>) -> usize {
    let marked = |value: &Value<'_>| value.look().get("cache_control").is_some();
    let blocks = |value: Value<'_>| elements(value, "content").filter(marked).count();
    let messages: usize = elements(root, "messages").map(blocks).sum();
    messages
        + elements(root, "tools").filter(marked).count()
        + elements(root, "system").filter(marked).count()
}

fn tools(root: Value<'_>, found: &mut Findings<'_>) {
    let mut names = HashSet::new();
    let mut any = false;
    for tool in elements(root, "tools") {
        any = true;
        let fields = tool.look();
        if let Some(schema) = fields.get("input_schema").filter(|schema| schema.kind() == Kind::Object)
            && !is(schema, "object")
        {
            let text = "the schema of the input has no `\"type\": \"object\"`";
            found.put(&rules::SCHEMA_NOT_OBJECT, schema, text);
        }
        let Some((place, name)) = fields.get("name").and_then(|name| Some((name, name.token()?))) else {
            continue;
        };
        legal_name(place, found);
        if !names.insert(name.decode().into_owned()) {
            let text = format!("the name `{}` is that of an earlier tool", name.decode());
            found.put(&rules::TOOL_NAME_REPEATED, tool, text);
        }
    }
    let Some(choice) = root.look().get("tool_choice") else { return };
    if !any && root.look().get("mcp_servers").is_none() {
        return found.put(&rules::TOOL_CHOICE_ALONE, choice, rules::TOOL_CHOICE_ALONE.what);
    }
    let name = choice.look().token("name").map(|name| name.decode());
    if let Some(name) = name.filter(|name| any && !names.contains(&**name)) {
        found.put(&rules::TOOL_CHOICE_UNKNOWN, choice, format!("no tool is called `{name}`"));
    }
}

/// The ranges of numbers.
const RANGES: &[(&str, f64, f64)] =
    &[("temperature", 0.0, 1.0), ("top_p", 0.0, 1.0), ("max_tokens", 1.0, f64::INFINITY)];

fn number(fields: Fields<'_>, key: &str) -> Option<f64> {
    fields.get(key).filter(|value| value.kind() == Kind::Number)?.peek().parse().ok()
}

fn ranges(request: Fields<'_>, found: &mut Findings<'_>) {
    for (key, least, most) in RANGES {
        let (Some(value), Some(given)) = (request.get(key), number(request, key)) else { continue };
        if given < *least || given > *most {
            let range = if most.is_finite() { format!("{least} to {most}") } else { format!("from {least}") };
            let text = format!("`{key}` is {}; the API takes {range}", value.peek());
            found.put(&rules::OUT_OF_RANGE, value, text);
        }
    }
}

/// The least budget for thinking.
const BUDGET: f64 = 1024.0;

fn thinking(root: Value<'_>, thinking: Value<'_>, found: &mut Findings<'_>) {
    let request = root.look();
    let most = number(request, "max_tokens");
    if let Some(budget) = number(thinking.look(), "budget_tokens")
        && (budget < BUDGET || most.is_some_and(|most| budget >= most))
    {
        let text = format!("the budget for thinking is {budget}; it is from {BUDGET} and below `max_tokens`");
        found.put(&rules::THINKING_BUDGET, thinking, text);
    }
    let forced = request.get("tool_choice").filter(|choice| is(*choice, "any") || is(*choice, "tool"));
    let warm = request.get("temperature").filter(|_| number(request, "temperature") != Some(1.0));
    for value in [forced, warm, request.get("top_k")].into_iter().flatten() {
        let text = format!("thinking goes with no `{}` but its default", value.key().decode());
        found.put(&rules::THINKING_WITH_LIMITS, value, text);
    }
    let mut last = None;
    for message in elements(root, "messages") {
        let fields = message.look();
        if fields.token("role").is_some_and(|role| role.is("assistant")) {
            last = Some(message);
        } else if !elements(message, "content").any(|block| is(block, "tool_result")) {
            last = None;
        }
    }
    let Some(turn) = last else { return };
    let calls = elements(turn, "content").any(|block| is(block, "tool_use"));
    let first = elements(turn, "content").next();
    if calls && !first.is_some_and(|block| is(block, "thinking") || is(block, "redacted_thinking")) {
        found.put(&rules::THINKING_LEFT_OUT, turn, rules::THINKING_LEFT_OUT.what);
    }
}
