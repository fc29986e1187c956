//! What must agree from message to message. The types do not hold it; the server refuses it.

use super::samples::{ANSWERED_REQUEST, SEARCHED_REQUEST, TURNS_REQUEST};
use super::sources::{REQUEST, SERVER};
use crate::report::{Example, Level, Rule};

/// The first message is not the user's.
pub(in crate::formats::anthropic) static FIRST_NOT_USER: Rule = Rule {
    id: "anthropic/first-not-user",
    level: Level::Warning,
    what: "the first message is not the user's",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "begin with what the user says",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"assistant","content":"Low."},{"role":"user","content":"tide?"}"#),
    ),
    passes: TURNS_REQUEST,
    ..Rule::BLANK
};

/// Two messages in a row are of the same role.
pub(in crate::formats::anthropic) static ROLE_TWICE: Rule = Rule {
    id: "anthropic/role-twice",
    level: Level::Strict,
    what: "two messages in a row are of the same role",
    why: "The server joins them to one.",
    source: SERVER,
    help: "join them",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"},{"role":"user","content":"tide?"}"#),
    ),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A call has no result in the message after it.
pub(in crate::formats::anthropic) static CALL_UNANSWERED: Rule = Rule {
    id: "anthropic/call-unanswered",
    level: Level::Warning,
    what: "a call has no result in the message after it",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "put a `tool_result` for each call first in the next user message",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"get_tide","input":{}}]},{"role":"user","content":"tide?"}"#
        ),
    ),
    passes: ANSWERED_REQUEST,
    ..Rule::BLANK
};

/// A result is for a call that nobody has made before.
pub(in crate::formats::anthropic) static RESULT_WITHOUT_CALL: Rule = Rule {
    id: "anthropic/result-without-call",
    level: Level::Error,
    what: "a result is for a call that nobody has made before",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "each `tool_result` answers a `tool_use` of the assistant message before it",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"Low."}]}"#
        ),
    ),
    passes: ANSWERED_REQUEST,
    ..Rule::BLANK
};

/// A result answers a call of an earlier message than the one before.
pub(in crate::formats::anthropic) static RESULT_LATE: Rule = Rule {
    id: "anthropic/result-late",
    level: Level::Warning,
    what: "a result answers a call of an earlier message than the one before",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "answer a call in the message right after it",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"get_tide","input":{}}]},{"role":"user","content":"tide?"},{"role":"assistant","content":"Low."},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"Low."}]}"#
        ),
    ),
    passes: ANSWERED_REQUEST,
    ..Rule::BLANK
};

/// A call is answered twice.
pub(in crate::formats::anthropic) static ANSWERED_TWICE: Rule = Rule {
    id: "anthropic/answered-twice",
    level: Level::Warning,
    what: "a call is answered twice",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "send one `tool_result` for each call",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"get_tide","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"Low."},{"type":"tool_result","tool_use_id":"c1","content":"Low."}]}"#
        ),
    ),
    passes: ANSWERED_REQUEST,
    ..Rule::BLANK
};

/// A block stands before the results of calls.
pub(in crate::formats::anthropic) static RESULT_NOT_FIRST: Rule = Rule {
    id: "anthropic/result-not-first",
    level: Level::Warning,
    what: "a block stands before the results of calls",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "put the results first in the message",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"get_tide","input":{}}]},{"role":"user","content":[{"type":"text","text":"Low."},{"type":"tool_result","tool_use_id":"c1","content":"Low."}]}"#
        ),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"get_tide","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"Low."},{"type":"text","text":"Low."}]}"#
        ),
    ),
    ..Rule::BLANK
};

/// A result of a server's tool has no call.
pub(in crate::formats::anthropic) static SERVER_RESULT_WITHOUT_CALL: Rule = Rule {
    id: "anthropic/server-result-without-call",
    level: Level::Warning,
    whole: true,
    what: "a result of a server's tool has no call before it",
    why: "The server refuses the request with status 400: call and result go back together.",
    source: SERVER,
    help: "send the answer back as it came",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]},{"type":"text","text":"Low."}]},{"role":"user","content":"more"}"#
        ),
    ),
    passes: SEARCHED_REQUEST,
};

/// A call of a server's tool has no result.
pub(in crate::formats::anthropic) static SERVER_CALL_UNANSWERED: Rule = Rule {
    id: "anthropic/server-call-unanswered",
    level: Level::Warning,
    whole: true,
    what: "a call of a server's tool has no result, and the turn is over",
    why: "The server refuses the request with status 400; only an answer that was paused goes back so, as the last message.",
    source: SERVER,
    help: "send the answer back as it came",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"tide"}},{"type":"text","text":"Low."}]},{"role":"user","content":"more"}"#
        ),
    ),
    passes: SEARCHED_REQUEST,
};

/// Two calls have the same id.
pub(in crate::formats::anthropic) static CALL_ID_TWICE: Rule = Rule {
    id: "anthropic/call-id-twice",
    level: Level::Warning,
    what: "two calls have the same id",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "give each call an id of its own",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"get_tide","input":{}},{"type":"tool_use","id":"c1","name":"get_wind","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"Low."}]}"#
        ),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"get_tide","input":{}},{"type":"tool_use","id":"c2","name":"get_wind","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"Low."},{"type":"tool_result","tool_use_id":"c2","content":"Low."}]}"#
        ),
    ),
    ..Rule::BLANK
};
