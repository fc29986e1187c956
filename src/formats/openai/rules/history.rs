//! What must agree from message to message. The types do not hold it; the server refuses it.

use super::samples::{ANSWERED_CALL_REQUEST, ANSWERED_REQUEST, SYSTEM_REQUEST, TOOL_REQUEST};
use super::sources::{API, REQUEST};
use crate::report::{Example, Level, Rule};

/// A call is not answered before someone else speaks.
pub(in crate::formats::openai) static CALL_UNANSWERED: Rule = Rule {
    id: "openai/call-unanswered",
    level: Level::Warning,
    what: "a call is not answered before someone else speaks",
    why: "The server refuses the request with status 400.",
    source: API,
    help: "put the `tool` messages right behind the message that calls",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_tide","arguments":"{}"}}]},{"role":"user","content":"tide?"}"#
        ),
    ),
    passes: ANSWERED_REQUEST,
    ..Rule::BLANK
};

/// A result is for a call that nobody has made before.
pub(in crate::formats::openai) static RESULT_WITHOUT_CALL: Rule = Rule {
    id: "openai/result-without-call",
    level: Level::Warning,
    what: "a result is for a call that nobody has made before",
    why: "The server refuses the request with status 400.",
    source: API,
    help: "`tool_call_id` names a call of the assistant's message before",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"},{"role":"tool","tool_call_id":"c1","content":"Low."}"#),
    ),
    passes: ANSWERED_REQUEST,
    ..Rule::BLANK
};

/// A call is answered twice.
pub(in crate::formats::openai) static ANSWERED_TWICE: Rule = Rule {
    id: "openai/answered-twice",
    level: Level::Warning,
    what: "a call is answered twice",
    why: "The server refuses the second answer: the call does not wait any more.",
    source: API,
    help: "send one `tool` message for each call",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_tide","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"Low."},{"role":"tool","tool_call_id":"c1","content":"Low."}"#
        ),
    ),
    passes: ANSWERED_CALL_REQUEST,
    ..Rule::BLANK
};

/// Two calls of one message have the same id.
pub(in crate::formats::openai) static CALL_ID_TWICE: Rule = Rule {
    id: "openai/call-id-twice",
    level: Level::Warning,
    what: "two calls of one message have the same id",
    why: "A result names its call by the id, so it can't be told which of the two it answers; the server refuses it.",
    source: API,
    help: "give each call an id of its own",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_tide","arguments":"{}"}},{"id":"c1","type":"function","function":{"name":"get_wind","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"Low."}"#
        ),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_tide","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"get_wind","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"Low."},{"role":"tool","tool_call_id":"c2","content":"Calm."}"#
        ),
    ),
    ..Rule::BLANK
};

/// A `function` message answers a function that nobody has called.
pub(in crate::formats::openai) static FUNCTION_WITHOUT_CALL: Rule = Rule {
    id: "openai/function-without-call",
    level: Level::Warning,
    what: "a `function` message answers a function that nobody has called",
    why: "Results of the old `function_call` are found by the name of the function.",
    source: API,
    help: "`name` is that of the `function_call` before",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"function","name":"get_tide","content":"Low."}"#
        ),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"assistant","content":null,"function_call":{"name":"get_tide","arguments":"{}"}},{"role":"function","name":"get_tide","content":"Low."}"#
        ),
    ),
    ..Rule::BLANK
};

/// `tool_calls` is an empty list.
pub(in crate::formats::openai) static EMPTY_TOOL_CALLS: Rule = Rule {
    id: "openai/empty-tool-calls",
    level: Level::Warning,
    what: "`tool_calls` is an empty list",
    why: "OpenAI refuses it; histories for Mistral hold it.",
    source: API,
    help: "leave the member out",
    fails: Example::new(REQUEST, request!(r#"{"role":"assistant","content":"Low.","tool_calls":[]}"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"assistant","content":"Low."}"#)),
    ..Rule::BLANK
};

/// An assistant message holds neither text, refusal, sound nor a call.
pub(in crate::formats::openai) static SAYS_NOTHING: Rule = Rule {
    id: "openai/says-nothing",
    level: Level::Warning,
    what: "an assistant message holds neither text, refusal, sound nor a call",
    why: "The server refuses the request with status 400.",
    source: API,
    help: "leave the message out, or say what the assistant said",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"},{"role":"assistant","content":null}"#),
    ),
    passes: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"},{"role":"assistant","content":"Low."}"#),
    ),
    ..Rule::BLANK
};

/// A system message stands in the middle of the history.
pub(in crate::formats::openai) static SYSTEM_LATE: Rule = Rule {
    id: "openai/system-late",
    level: Level::Warning,
    what: "a system message stands in the middle of the history",
    why: "Many servers refuse it or move it to the head; models weigh it otherwise.",
    source: "the Agent SDK: instructions come first, once",
    help: "put instructions at the head of the history",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"},{"role":"system","content":"Be brief."}"#),
    ),
    passes: SYSTEM_REQUEST,
    ..Rule::BLANK
};

/// There are two system messages.
pub(in crate::formats::openai) static SYSTEM_TWICE: Rule = Rule {
    id: "openai/system-twice",
    level: Level::Warning,
    what: "there are two system messages",
    why: "Some servers take one alone, and keep the first or the last.",
    source: "the Agent SDK: instructions come first, once",
    help: "join them",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"system","content":"Be brief."},{"role":"system","content":"Be brief."},{"role":"user","content":"tide?"}"#
        ),
    ),
    passes: SYSTEM_REQUEST,
    ..Rule::BLANK
};

/// The name of a function has other signs than letters, digits, `_` and `-`, or more than 64.
pub(in crate::formats::openai) static NAME_ILLEGAL: Rule = Rule {
    id: "openai/name-illegal",
    level: Level::Warning,
    what: "the name of a function has other signs than letters, digits, `_` and `-`, or more than 64",
    why: "OpenAI refuses it; other vendors take dots and colons.",
    source: API,
    help: "use letters, digits, `_` and `-`",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"type":"function","function":{"name":"get.tide","parameters":{"type":"object","properties":{}}}}]"#
        ),
    ),
    passes: TOOL_REQUEST,
    ..Rule::BLANK
};
