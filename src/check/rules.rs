//! Rules that hold of calls on any wire.

use crate::report::{Example, Level, Rule};

/// A call whose arguments are this escaped text.
macro_rules! call {
    ($arguments:literal) => {
        concat!(
            r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#,
            "\n",
            r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"get_tide"}"#,
            "\n",
            r#"{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":""#,
            $arguments,
            "\"}\n",
            r#"{"type":"TOOL_CALL_END","toolCallId":"c1"}"#,
            "\n",
            r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#
        )
    };
}

const STREAM: &str = "ag-ui-stream";

/// A call's arguments that are no JSON.
pub static ARGUMENTS_NOT_JSON: Rule = Rule {
    id: "frame/arguments-not-json",
    level: Level::Warning,
    what: "the arguments of a call, whole, are no JSON",
    why: "No accumulator checks them, so the stream is accepted and the tool fails; a partial parser makes up what is missing.",
    source: "JSON.parse in every client's tool loop; ag-ui-validate AGUI204",
    help: "look for a cut before the end of the call, or for pieces that were sent twice",
    fails: Example::new(STREAM, call!(r#"{\"port\":\"Oban"#)),
    passes: Example::new(STREAM, call!(r#"{\"port\":\"Oban\"}"#)),
    ..Rule::BLANK
};

/// A call's arguments that are no object.
pub static ARGUMENTS_NOT_OBJECT: Rule = Rule {
    id: "frame/arguments-not-object",
    level: Level::Warning,
    what: "the arguments of a call are JSON, but no object",
    why: "Tools take named arguments; Anthropic and Vercel refuse a history in which the input of a call is no object.",
    source: "Anthropic Messages API, tool_use.input",
    help: "wrap the value in an object whose members are the tool's parameters",
    fails: Example::new(STREAM, call!("[1]")),
    passes: Example::new(STREAM, call!("{}")),
    ..Rule::BLANK
};

/// Arguments that came in pieces and then again.
pub static ARGUMENTS_RESENT: Rule = Rule {
    id: "frame/arguments-resent",
    level: Level::Warning,
    what: "the arguments of a call came in pieces and then once more whole",
    why: "A client that joins the pieces, as all do, gets the arguments twice, which is no JSON. They are read once here.",
    source: "several servers of the OpenAI API do it at the end of a call",
    help: "send either the pieces or the whole",
    fails: Example::new(STREAM, call!(r#"{\"port\":1}{\"port\":1}"#)),
    passes: Example::new(STREAM, call!(r#"{\"port\":1}"#)),
    ..Rule::BLANK
};

/// All of them.
pub static RULES: &[&Rule] = &[&ARGUMENTS_NOT_JSON, &ARGUMENTS_NOT_OBJECT, &ARGUMENTS_RESENT];
