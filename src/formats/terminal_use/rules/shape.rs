//! What each message, part and page must be.

use super::sources::{SCHEMA, messages, page};
use crate::report::{Level, Rule};

/// A member that must be there is missing.
pub(in crate::formats::terminal_use) static MISSING_MEMBER: Rule = Rule {
    id: "terminal-use/missing-member",
    level: Level::Error,
    what: "a member that must be there is missing",
    why: "The schema and the client's models refuse the message.",
    source: SCHEMA,
    help: "add the member",
    fails: parts!(r#"{"type":"source-url","url":"https://example.com"}"#),
    passes: parts!(r#"{"type":"source-url","sourceId":"s1","url":"https://example.com"}"#),
    ..Rule::BLANK
};

/// A member is of another kind than it must be.
pub(in crate::formats::terminal_use) static WRONG_TYPE: Rule = Rule {
    id: "terminal-use/wrong-type",
    level: Level::Error,
    what: "a member is of another kind than it must be",
    why: "The schema refuses the message.",
    source: SCHEMA,
    help: "write the value as the kind that is expected",
    fails: parts!(r#"{"type":"text","text":5}"#),
    passes: parts!(r#"{"type":"text","text":"Low."}"#),
    ..Rule::BLANK
};

/// A member is null that cannot be.
pub(in crate::formats::terminal_use) static NULL: Rule = Rule {
    id: "terminal-use/null",
    level: Level::Error,
    what: "a member is null that cannot be",
    why: "The schema refuses the message.",
    source: SCHEMA,
    help: "leave the member out; null may stand only where the document says so",
    fails: page(
        r#"{"data":[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}],"hasMore":null}"#,
    ),
    passes: page(
        r#"{"data":[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}],"hasMore":false,"nextCursor":null}"#,
    ),
    ..Rule::BLANK
};

/// A message has an empty list of parts.
pub(in crate::formats::terminal_use) static EMPTY_PARTS: Rule = Rule {
    id: "terminal-use/empty-parts",
    level: Level::Error,
    what: "a message has an empty list of parts",
    why: "The schema refuses the message: it has at least one part.",
    source: SCHEMA,
    help: "leave the message out, or give it an empty text",
    fails: messages(r#"[{"id":"a1","role":"assistant","parts":[]}]"#),
    passes: messages(r#"[{"id":"a1","role":"assistant","parts":[{"type":"text","text":"Low."}]}]"#),
    ..Rule::BLANK
};

/// A member is none of the document.
pub(in crate::formats::terminal_use) static UNKNOWN_MEMBER: Rule = Rule {
    id: "terminal-use/unknown-member",
    level: Level::Strict,
    what: "a member is none of the document",
    why: "The schema lets it pass and no reader knows it.",
    source: SCHEMA,
    help: "put it in a `data` part",
    fails: parts!(r#"{"type":"text","text":"Low.","state":"done"}"#),
    passes: parts!(r#"{"type":"text","text":"Low."}"#),
    ..Rule::BLANK
};

/// A member is none of the document, and looks like one.
pub(in crate::formats::terminal_use) static MISSPELT_MEMBER: Rule = Rule {
    id: "terminal-use/misspelt-member",
    level: Level::Warning,
    what: "a member is none of the document, and looks like one",
    why: "Readers by the schema do not see it, so what it says is lost.",
    source: SCHEMA,
    help: "write the member as the document spells it: camelCase",
    fails: messages(
        r#"[{"id":"u1","role":"user","created_at":"2024-01-01T00:00:00Z","parts":[{"type":"text","text":"tide?"}]}]"#,
    ),
    passes: messages(
        r#"[{"id":"u1","role":"user","createdAt":"2024-01-01T00:00:00Z","parts":[{"type":"text","text":"tide?"}]}]"#,
    ),
    ..Rule::BLANK
};

/// A member that must be there is written in snake_case.
pub(in crate::formats::terminal_use) static SNAKE_CASE: Rule = Rule {
    id: "terminal-use/snake-case",
    level: Level::Error,
    what: "a member that must be there is written in snake_case",
    why: "The client's models take it under both names; the schema, and other readers with it, do not.",
    source: SCHEMA,
    help: "write `toolCallId` and `toolName`",
    fails: parts!(
        r#"{"type":"tool","tool_call_id":"c1","tool_name":"tide","state":"output-available","input":{},"output":"low"}"#
    ),
    passes: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// A file lacks its `url` or its `mediaType`.
pub(in crate::formats::terminal_use) static FILE_INCOMPLETE: Rule = Rule {
    id: "terminal-use/file-incomplete",
    level: Level::Error,
    what: "a file lacks its `url` or its `mediaType`",
    why: "The schema and the client's models refuse the message.",
    source: SCHEMA,
    help: "a file has both",
    fails: parts!(r#"{"type":"file","url":"https://example.com/tide.png"}"#),
    passes: parts!(r#"{"type":"file","url":"https://example.com/tide.png","mediaType":"image/png"}"#),
    ..Rule::BLANK
};

/// A page or a data part has no `data`.
pub(in crate::formats::terminal_use) static DATA_MISSING: Rule = Rule {
    id: "terminal-use/data-missing",
    level: Level::Error,
    what: "a page or a data part has no `data`",
    why: "The schema and the client's models refuse the message.",
    source: SCHEMA,
    help: "null is a value of a data part, absent is none",
    fails: parts!(r#"{"type":"data"}"#),
    passes: parts!(r#"{"type":"data","data":null}"#),
    ..Rule::BLANK
};

/// A part has no `type`.
pub(in crate::formats::terminal_use) static TYPE_MISSING: Rule = Rule {
    id: "terminal-use/type-missing",
    level: Level::Error,
    what: "a part has no `type`",
    why: "The schema gives it a default, but the client's models cannot tell the part without it.",
    source: "terminaluse 0.35.0, UIMessagePartWrapper",
    help: "say the `type` of each part",
    fails: parts!(r#"{"text":"Low."}"#),
    passes: parts!(r#"{"type":"text","text":"Low."}"#),
    ..Rule::BLANK
};

/// A part is none of the document.
pub(in crate::formats::terminal_use) static PART_UNKNOWN: Rule = Rule {
    id: "terminal-use/part-unknown",
    level: Level::Error,
    what: "a part is none of the document",
    why: "The schema and the client's models refuse the message.",
    source: SCHEMA,
    help: "put it in a `data` part",
    fails: parts!(r#"{"type":"image","url":"https://example.com/tide.png"}"#),
    passes: parts!(r#"{"type":"file","url":"https://example.com/tide.png","mediaType":"image/png"}"#),
    ..Rule::BLANK
};

/// A part is of the AI SDK's UIMessage.
pub(in crate::formats::terminal_use) static VERCEL_PART: Rule = Rule {
    id: "terminal-use/vercel-part",
    level: Level::Error,
    what: "a part is of the AI SDK's UIMessage",
    why: "The document is near to the AI SDK's, but a tool part is called `tool` with a `toolName`, data has no name and steps are not told; the client refuses the message.",
    source: SCHEMA,
    help: "convert it: `chatwire --from vercel-messages --to terminal-use-messages`",
    fails: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}"#
    ),
    passes: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};
