//! Writes a request: model, messages, tools and parameters.

use super::extras::{has_mark, is_own, own, own_of_body, patch};
use super::history::History;
use super::nodes::patched_text;
use crate::formats::openai::words::FAMILY;
use crate::ir::{Arr, At, Extras, Field, Obj, Param, ParamKind, Tool, ToolChoice, Transcript};
use crate::report::Report;
use crate::unsaid::{self, RunMember};

/// Writes the body of a request.
pub(in crate::formats::openai) fn write_request(
    transcript: Transcript,
    out: &mut Vec<u8>,
    report: &mut Report,
) {
    let Transcript {
        source,
        complete: _,
        run,
        messages,
        tools,
        params,
        finish,
        usage,
        error,
        interrupts,
        state,
        extras,
        remainder: _,
    } = transcript;
    unsaid::run(report, &run, &[RunMember::Id, RunMember::Thread, RunMember::Time]);
    unsaid::finish(report, finish.as_ref());
    unsaid::usage(report, &usage);
    unsaid::error(report, error.as_ref());
    unsaid::interrupts(report, &interrupts);
    if state.is_some() {
        report.dropped(At::place(&run.place.member("/state")), Field::State);
    }
    let patch = patch(&own_of_body(&extras, true, report), "");
    let text = patched_text(&patch, |object| {
        match &run.model {
            Some(model) => object.text("model", model),
            None => {
                report.invented("/model", Field::Model);
                object.word("model", "")
            }
        };
        object.array("messages", |items| {
            History::default().messages(messages, source.starts_with(FAMILY), items, report)
        });
        write_tools(object, &tools, report);
        for param in &params {
            write_param(object, param, &extras, &tools, report);
        }
    });
    out.extend_from_slice(text.as_bytes());
}

fn write_tools(object: &mut Obj<'_>, tools: &[Tool], report: &mut Report) {
    let (legacy, current): (Vec<&Tool>, Vec<&Tool>) =
        tools.iter().partition(|tool| has_mark(&tool.extras, "/functions"));
    if !current.is_empty() {
        object.array("tools", |items| {
            for tool in current {
                write_tool(items, tool, report);
            }
        });
    }
    if !legacy.is_empty() {
        object.array("functions", |items| {
            for tool in legacy {
                let patch = patch(&own(&tool.extras, report), "");
                items.patched(&patch, |item| define(item, tool));
            }
        });
    }
}

fn write_tool(items: &mut Arr<'_>, tool: &Tool, report: &mut Report) {
    if let Some((family, value)) = &tool.raw {
        if family == FAMILY {
            items.raw(value.as_str());
        } else {
            let what = format!("the tool `{}` of `{family}`", tool.name.as_str());
            report.dropped(At::place(&tool.place), (Field::Tools, &what));
        }
        return;
    }
    let patch = patch(&own(&tool.extras, report), "");
    items.patched(&patch, |item| {
        item.word("type", "function").object("function", |function| define(function, tool));
    });
}

fn define(object: &mut Obj<'_>, tool: &Tool) {
    let Tool { name, description, schema, raw: _, extras: _, place: _ } = tool;
    object.text("name", name).maybe("description", description.as_ref()).json("parameters", schema.as_ref());
}

fn write_param(object: &mut Obj<'_>, param: &Param, extras: &Extras, tools: &[Tool], report: &mut Report) {
    match &param.kind {
        ParamKind::MaxTokens(count) => {
            object.number("max_completion_tokens", *count);
        }
        ParamKind::Temperature(value) => {
            object.raw("temperature", value.as_str());
        }
        ParamKind::TopP(value) => {
            object.raw("top_p", value.as_str());
        }
        ParamKind::Stop(texts) => {
            object.array("stop", |items| {
                for text in texts {
                    items.text(text);
                }
            });
        }
        ParamKind::ToolChoice(choice) => write_choice(object, choice, tools),
        ParamKind::ParallelTools(flag) => {
            unsaid::opposite(report, &param.place, "parallel_tool_calls");
            object.flag("parallel_tool_calls", *flag);
        }
        ParamKind::User(user) => {
            object.text("user", user);
        }
        ParamKind::Effort(word) => {
            object.text("reasoning_effort", word);
        }
        ParamKind::OutputSchema(schema) => {
            let named = is_own(extras) && extras.get("request:/response_format/json_schema/name").is_some();
            if !named {
                report.invented(
                    "/response_format/json_schema/name",
                    (Field::Params, "the name of the schema of the reply"),
                );
            }
            object.object("response_format", |format| {
                format.word("type", "json_schema").object("json_schema", |object| {
                    object.word("name", "response").raw("schema", schema.as_str());
                });
            });
        }
        ParamKind::Stream(flag) => {
            object.flag("stream", *flag);
        }
    }
}

fn write_choice(object: &mut Obj<'_>, choice: &ToolChoice, tools: &[Tool]) {
    match choice {
        ToolChoice::Auto => {
            object.word("tool_choice", "auto");
        }
        ToolChoice::Any => {
            object.word("tool_choice", "required");
        }
        ToolChoice::None => {
            object.word("tool_choice", "none");
        }
        ToolChoice::Tool(name) => {
            let custom = tools.iter().any(|tool| tool.name == *name && tool.raw.is_some());
            let kind = if custom { "custom" } else { "function" };
            object.object("tool_choice", |choice| {
                choice.word("type", kind).object(kind, |body| {
                    body.text("name", name);
                });
            });
        }
    }
}
