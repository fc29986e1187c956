//! What a request asks for, and the tools it offers.

use super::own;
use crate::formats::anthropic::words::FAMILY;
use crate::ir::{At, Field, Json, JsonString, Obj, Param, ParamKind, Tool, ToolChoice};
use crate::report::Report;
use crate::unsaid;

/// The words for how much thinking is wanted; the second is what is written.
const EFFORTS: &[(&str, &str)] = &[
    ("low", "low"),
    ("medium", "medium"),
    ("high", "high"),
    ("xhigh", "xhigh"),
    ("max", "max"),
    ("minimal", "low"),
];

/// Whether the length of the reply is limited.
pub(super) fn has_limit(asked: &[Param]) -> bool {
    asked.iter().any(|param| matches!(param.kind, ParamKind::MaxTokens(_)))
}

/// What is written in a place of its own, once all parameters are known.
#[derive(Default)]
struct Grouped<'p> {
    choice: Option<(&'p ToolChoice, At<'p>)>,
    parallel: Option<(bool, At<'p>)>,
    effort: Option<&'static str>,
    schema: Option<&'p Json>,
}

/// Writes the parameters.
pub(super) fn write(asked: &[Param], body: &mut Obj<'_>, report: &mut Report) {
    let mut grouped = Grouped::default();
    for Param { kind, place } in asked {
        let at = At::place(place);
        match kind {
            ParamKind::MaxTokens(limit) => {
                body.number("max_tokens", *limit);
            }
            ParamKind::Temperature(value) => temperature(value, at, body, report),
            ParamKind::TopP(value) => {
                body.raw("top_p", value.as_str());
            }
            ParamKind::Stop(texts) => stops(texts, at, body, report),
            ParamKind::ToolChoice(choice) => grouped.choice = Some((choice, at)),
            ParamKind::ParallelTools(allowed) => {
                unsaid::opposite(report, place, "disable_parallel_tool_use");
                grouped.parallel = Some((*allowed, at));
            }
            ParamKind::User(user) => {
                body.object("metadata", |metadata| {
                    metadata.text("user_id", user);
                });
            }
            ParamKind::Effort(word) => grouped.effort = effort(word, at, report),
            ParamKind::OutputSchema(schema) => grouped.schema = Some(schema),
            ParamKind::Stream(stream) => {
                body.flag("stream", *stream);
            }
        }
    }
    tool_choice(&grouped, body, report);
    output_config(&grouped, body);
}

fn temperature(value: &Json, at: At<'_>, body: &mut Obj<'_>, report: &mut Report) {
    let high = value.as_str().parse::<f64>().is_ok_and(|value| value > 1.0);
    if high {
        report.narrowed(
            at,
            (Field::Params, &format!("the temperature {} becomes 1, the highest there is", value.as_str())),
        );
    }
    body.raw("temperature", if high { "1" } else { value.as_str() });
}

/// Texts of white space alone are refused.
fn stops(texts: &[JsonString], at: At<'_>, body: &mut Obj<'_>, report: &mut Report) {
    let (fit, blank): (Vec<_>, Vec<_>) = texts.iter().partition(|text| !text.token().is_blank());
    if !blank.is_empty() {
        report.dropped(at, (Field::Params, "a stop sequence of white space alone"));
    }
    body.array("stop_sequences", |list| {
        fit.into_iter().for_each(|text| {
            list.text(text);
        });
    });
}

fn effort(word: &JsonString, at: At<'_>, report: &mut Report) -> Option<&'static str> {
    let known = EFFORTS.iter().find(|(known, _)| word.token().is(known));
    let Some((source, written)) = known else {
        report.dropped(at, (Field::Params, &format!("the effort `{}`", word.as_str())));
        return None;
    };
    if source != written {
        report.narrowed(at, (Field::Params, &format!("the effort `{source}` becomes `{written}`")));
    }
    Some(written)
}

/// Calls one at a time are asked for in the choice of tools, which is `auto` where nobody chose; `none` can't say it.
fn tool_choice(grouped: &Grouped<'_>, body: &mut Obj<'_>, report: &mut Report) {
    let Grouped { choice, parallel, effort: _, schema: _ } = grouped;
    let told = parallel.filter(|(allowed, _)| choice.is_some() || !allowed);
    let choice = match (choice, told) {
        (Some((choice, _)), _) => *choice,
        (None, Some(_)) => &ToolChoice::Auto,
        (None, None) => return,
    };
    let word = match choice {
        ToolChoice::Auto => "auto",
        ToolChoice::Any => "any",
        ToolChoice::None => "none",
        ToolChoice::Tool(_) => "tool",
    };
    body.object("tool_choice", |object| {
        object.word("type", word);
        if let ToolChoice::Tool(name) = choice {
            object.text("name", name);
        }
        match told {
            Some((_, at)) if *choice == ToolChoice::None => {
                report.dropped(
                    at,
                    (Field::Params, "whether several calls may be made at once, where none may"),
                );
            }
            Some((allowed, _)) => {
                object.flag("disable_parallel_tool_use", !allowed);
            }
            None => {}
        }
    });
}

fn output_config(grouped: &Grouped<'_>, body: &mut Obj<'_>) {
    let Grouped { choice: _, parallel: _, effort, schema } = grouped;
    if effort.is_none() && schema.is_none() {
        return;
    }
    body.object("output_config", |config| {
        if let Some(word) = effort {
            config.word("effort", word);
        }
        if let Some(schema) = schema {
            config.object("format", |format| {
                format.word("type", "json_schema").raw("schema", schema.as_str());
            });
        }
    });
}

/// Writes the definitions of tools.
pub(super) fn tools(tools: &[Tool], body: &mut Obj<'_>, report: &mut Report) {
    let written: Vec<_> =
        (0..).zip(tools).filter_map(|(index, tool)| definition(index, tool, report)).collect();
    if written.is_empty() {
        return;
    }
    body.array("tools", |list| {
        written.iter().for_each(|tool| {
            list.raw(tool);
        });
    });
}

fn definition(index: usize, tool: &Tool, report: &mut Report) -> Option<String> {
    let Tool { name, description, schema, raw, extras, place } = tool;
    if let Some((family, value)) = raw {
        if family == FAMILY {
            return Some(value.as_str().to_owned());
        }
        report.dropped(
            At::place(place),
            (Field::Tools, &format!("the tool `{}`, which only `{family}` knows", name.as_str())),
        );
        return None;
    }
    if schema.is_none() {
        let what = "an input schema of an object without properties";
        report.invented(&format!("/tools/{index}/input_schema"), (Field::Tools, what));
    }
    let patch = own::patch(extras, report);
    Some(own::object(&patch, |object| {
        object.text("name", name).maybe("description", description.as_ref());
        let none = r#"{"type":"object","properties":{}}"#;
        object.raw("input_schema", schema.as_ref().map_or(none, Json::as_str));
    }))
}
