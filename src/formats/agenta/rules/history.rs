//! Messages of a history, a request or a reply.

use super::samples::{ANSWERED_HISTORY, IMAGE_HISTORY, PAUSED_RESPONSE};
use super::sources::{DOCUMENT, FOLD, MESSAGES};
use crate::report::{Example, Level, Rule};

/// A message has no role.
pub(in crate::formats::agenta) static ROLE_MISSING: Rule = Rule {
    id: "agenta/role-missing",
    level: Level::Warning,
    what: "a message has no role",
    why: "The package drops it without a word.",
    source: DOCUMENT,
    help: "say who speaks",
    fails: Example::new("agenta-messages", r#"[{"role":"user","content":"tide?"},{"content":"low"}]"#),
    passes: Example::new("agenta-messages", r#"[{"role":"user","content":"tide?"}]"#),
    ..Rule::BLANK
};

/// A role is no string.
pub(in crate::formats::agenta) static ROLE_KIND: Rule = Rule {
    id: "agenta/role-kind",
    level: Level::Warning,
    what: "a role is no string",
    why: "The package takes it for the word it looks like: null becomes the role `None`.",
    source: MESSAGES,
    help: "a role is a string",
    fails: Example::new("agenta-messages", r#"[{"role":7,"content":"tide?"}]"#),
    passes: Example::new("agenta-messages", r#"[{"role":"user","content":"tide?"}]"#),
    ..Rule::BLANK
};

/// The content of a message is neither a string nor a list of blocks.
pub(in crate::formats::agenta) static CONTENT_KIND: Rule = Rule {
    id: "agenta/content-kind",
    level: Level::Error,
    what: "the content of a message is neither a string nor a list of blocks",
    why: "The package refuses the whole request with a ValidationError.",
    source: MESSAGES,
    help: "make it a string or a list; for nothing, leave it out or write \"\"",
    fails: Example::new("agenta-messages", r#"[{"role":"assistant","content":null}]"#),
    passes: Example::new("agenta-messages", r#"[{"role":"assistant","content":""}]"#),
    ..Rule::BLANK
};

/// A block is neither an object nor a string.
pub(in crate::formats::agenta) static BLOCK_KIND: Rule = Rule {
    id: "agenta/block-kind",
    level: Level::Warning,
    what: "a block is neither an object nor a string",
    why: "The package takes it for text as Python spells it: null becomes `None`.",
    source: MESSAGES,
    help: "write a text block",
    fails: Example::new("agenta-messages", r#"[{"role":"user","content":[42]}]"#),
    passes: Example::new("agenta-messages", r#"[{"role":"user","content":["42"]}]"#),
    ..Rule::BLANK
};

/// The text of a block is no string.
pub(in crate::formats::agenta) static TEXT_NOT_STRING: Rule = Rule {
    id: "agenta/text-not-string",
    level: Level::Error,
    what: "the text of a block is no string",
    why: "The package refuses the whole request with a ValidationError.",
    source: MESSAGES,
    help: "write it as a string",
    fails: Example::new("agenta-messages", r#"[{"role":"user","content":[{"type":"text","text":42}]}]"#),
    passes: Example::new("agenta-messages", r#"[{"role":"user","content":[{"type":"text","text":"42"}]}]"#),
    ..Rule::BLANK
};

/// An image, resource or attachment does not say where its bytes are.
pub(in crate::formats::agenta) static FILE_WITHOUT_PLACE: Rule = Rule {
    id: "agenta/file-without-place",
    level: Level::Warning,
    what: "an image, resource or attachment does not say where its bytes are",
    why: "The model gets nothing to look at.",
    source: DOCUMENT,
    help: "give it `data` or `uri`, and an attachment its `attachmentId`",
    fails: Example::new(
        "agenta-messages",
        r#"[{"role":"user","content":[{"type":"image","mimeType":"image/png"}]}]"#,
    ),
    passes: IMAGE_HISTORY,
    ..Rule::BLANK
};

/// A message of a batch reply stands in a history.
pub(in crate::formats::agenta) static FOLDED_MESSAGE: Rule = Rule {
    id: "agenta/folded-message",
    level: Level::Warning,
    what: "a message of a batch reply stands in a history",
    why: "The package reads role and content alone there: the call and what its result belongs to are lost, and the warm session with them.",
    source: MESSAGES,
    help: "replay calls and results as `tool_call` and `tool_result` blocks",
    fails: Example::new(
        "agenta-messages",
        r#"[{"role":"tool","content":"","tool_call_id":"c1","tool_name":"bash","input":{}}]"#,
    ),
    passes: ANSWERED_HISTORY,
    ..Rule::BLANK
};

/// A message has `tool_calls`, as OpenAI's wire has.
pub(in crate::formats::agenta) static FOREIGN_CALLS: Rule = Rule {
    id: "agenta/foreign-calls",
    level: Level::Warning,
    what: "a message has `tool_calls`, as OpenAI's wire has",
    why: "The package drops them.",
    source: MESSAGES,
    help: "write `tool_call` blocks; `chatwire --to agenta` does",
    fails: Example::new(
        "agenta-messages",
        r#"[{"role":"assistant","content":"","tool_calls":[{"id":"c1","type":"function","function":{"name":"bash","arguments":"{}"}}]}]"#,
    ),
    passes: ANSWERED_HISTORY,
    ..Rule::BLANK
};

/// A request has no messages.
pub(in crate::formats::agenta) static MESSAGES_MISSING: Rule = Rule {
    id: "agenta/messages-missing",
    level: Level::Error,
    what: "a request has no messages",
    why: "There is nothing to answer, and the service refuses it.",
    source: DOCUMENT,
    help: "the history stands in `data.inputs.messages`",
    fails: Example::new("agenta-request", r#"{"data":{"inputs":{}}}"#),
    passes: Example::new(
        "agenta-request",
        r#"{"data":{"inputs":{"messages":[{"role":"user","content":"tide?"}]}}}"#,
    ),
    ..Rule::BLANK
};

/// A response has no outputs.
pub(in crate::formats::agenta) static OUTPUTS_MISSING: Rule = Rule {
    id: "agenta/outputs-missing",
    level: Level::Warning,
    what: "a response has no outputs",
    why: "There is no reply in it.",
    source: DOCUMENT,
    help: "the reply stands in `data.outputs`",
    fails: Example::new(
        "agenta-response",
        r#"{"version":"2025.07.14","status":{"code":200,"message":"Success"},"data":{}}"#,
    ),
    passes: Example::new(
        "agenta-response",
        r#"{"data":{"outputs":{"messages":[{"role":"assistant","content":"Low."}],"stop_reason":"end_turn"}}}"#,
    ),
    ..Rule::BLANK
};

/// Something is pending, and the turn is not paused.
pub(in crate::formats::agenta) static PENDING_WITHOUT_PAUSE: Rule = Rule {
    id: "agenta/pending-without-pause",
    level: Level::Warning,
    what: "something is pending, and the turn is not paused",
    why: "A client that looks at the stop reason takes the turn for done and asks nobody.",
    source: FOLD,
    help: "pause the turn, or leave `pending_interaction` out",
    fails: Example::new(
        "agenta-response",
        r#"{"data":{"outputs":{"messages":[{"role":"assistant","content":"Low."}],"stop_reason":"end_turn","pending_interaction":{"id":"i1","kind":"user_input","payload":{}}}}}"#,
    ),
    passes: PAUSED_RESPONSE,
    ..Rule::BLANK
};

/// The turn is paused, and nothing is pending.
pub(in crate::formats::agenta) static PAUSED_WITHOUT_PENDING: Rule = Rule {
    id: "agenta/paused-without-pending",
    level: Level::Warning,
    what: "the turn is paused, and nothing is pending",
    why: "Nobody can tell what the turn waits for, so it can't be resumed.",
    source: FOLD,
    help: "say what it waits for in `pending_interaction`",
    fails: Example::new(
        "agenta-response",
        r#"{"data":{"outputs":{"messages":[{"role":"assistant","content":"Low."}],"stop_reason":"paused"}}}"#,
    ),
    passes: PAUSED_RESPONSE,
    ..Rule::BLANK
};
