//! Results of tools.

use std::borrow::Cow;

use super::own;
use crate::calls::value_text;
use crate::ir::At;
use crate::ir::{Field, Json, JsonString, Kind, Obj, Part, Patch, Status, Tape, ToolResult, Value};
use crate::report::{Loss, Report};

/// The answer of a tool that the client runs: what is to be set in its block, and what writes that.
pub(super) fn client<'r>(
    part: &Part,
    result: &'r ToolResult,
    id: &'r JsonString,
    own: bool,
    report: &mut Report,
) -> (Patch, impl FnOnce(&mut Obj<'_>) + use<'r>) {
    let ToolResult { id: _, name: _, output, status, preliminary, provider_executed: _ } = result;
    let at = At::place(&part.place);
    if *preliminary {
        report.lose(
            Loss::Narrowed,
            at,
            (Field::Preliminary, "a preliminary result stands for the result"),
            Some(id),
        );
    }
    if *status == Status::Denied {
        report.lose(Loss::Narrowed, at, (Field::Denied, "a denied call is answered with an error"), Some(id));
    }
    let content = output.as_ref().map(|output| content(output, own, at, id, report));
    let patch = own::patch(&part.extras, report);
    let failed = *status != Status::Ok;
    let write = move |block: &mut Obj<'_>| {
        block.word("type", "tool_result").text("tool_use_id", id).json("content", content.as_deref());
        if failed {
            block.flag("is_error", true);
        }
    };
    (patch, write)
}

/// Text and blocks stay; any other JSON becomes text.
fn content<'j>(
    output: &'j Json,
    own: bool,
    at: At<'_>,
    id: &JsonString,
    report: &mut Report,
) -> Cow<'j, Json> {
    if own || output.kind() == Kind::String || is_blocks(output) {
        return Cow::Borrowed(output);
    }
    report.lose(
        Loss::Narrowed,
        at,
        (Field::Output, "a tool's output that is no text is written as JSON text"),
        Some(id),
    );
    Cow::Owned(Json::string(value_text(output).token()))
}

/// Whether a value is a list of blocks that may stand in a result.
fn is_blocks(output: &Json) -> bool {
    let mut tape = Tape::default();
    if output.kind() != Kind::Array || tape.fill(output.as_str()).is_err() {
        return false;
    }
    let view = tape.view(output.as_str());
    let items = view.root();
    items.elements().next().is_some() && items.elements().all(is_block)
}

fn is_block(item: Value<'_>) -> bool {
    let fields = item.fields();
    match fields.token("type").map_or("", |word| word.as_str()) {
        "text" => fields.token("text").is_some(),
        "image" | "document" => fields.get("source").is_some_and(|source| source.kind() == Kind::Object),
        "search_result" => fields.get("content").is_some_and(|content| content.kind() == Kind::Array),
        "tool_reference" => fields.token("tool_name").is_some(),
        _ => false,
    }
}

/// The answer of a tool that the provider runs, with its own type word.
pub(super) fn server<'r>(
    part: &Part,
    result: &'r ToolResult,
    id: &'r JsonString,
    report: &mut Report,
) -> (Patch, impl FnOnce(&mut Obj<'_>) + use<'r>) {
    let ToolResult { id: _, name: _, output, status, preliminary: _, provider_executed: _ } = result;
    let failed = own::type_word(part) == Some("mcp_tool_result") && *status == Status::Error;
    let write = move |block: &mut Obj<'_>| {
        block.word("type", "tool_result").text("tool_use_id", id).json("content", output.as_ref());
        if failed {
            block.flag("is_error", true);
        }
    };
    (own::patch(&part.extras, report), write)
}
