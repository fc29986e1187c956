//! What a message must say, and what has to agree in a history.

use super::sources::{CLIENT, SCHEMA, messages, page};
use crate::report::{Level, Rule};

/// A message has no `id`.
pub(in crate::formats::terminal_use) static ID_MISSING: Rule = Rule {
    id: "terminal-use/id-missing",
    level: Level::Error,
    what: "a message has no `id`",
    why: "The schema and the client's models refuse the message.",
    source: SCHEMA,
    help: "each message has one",
    fails: messages(r#"[{"role":"user","parts":[{"type":"text","text":"tide?"}]}]"#),
    passes: messages(r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#),
    ..Rule::BLANK
};

/// A message has no `role`.
pub(in crate::formats::terminal_use) static ROLE_MISSING: Rule = Rule {
    id: "terminal-use/role-missing",
    level: Level::Error,
    what: "a message has no `role`",
    why: "The schema and the client's models refuse the message.",
    source: SCHEMA,
    help: "say whether it is of the system, the user or the assistant",
    fails: messages(r#"[{"id":"u1","parts":[{"type":"text","text":"tide?"}]}]"#),
    passes: messages(r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#),
    ..Rule::BLANK
};

/// A role is none of the document.
pub(in crate::formats::terminal_use) static ROLE_UNKNOWN: Rule = Rule {
    id: "terminal-use/role-unknown",
    level: Level::Error,
    what: "a role is none of the document",
    why: "The schema refuses the message.",
    source: SCHEMA,
    help: "use system, user or assistant; results stand in the tool parts of the assistant",
    fails: messages(r#"[{"id":"t1","role":"tool","parts":[{"type":"text","text":"low"}]}]"#),
    passes: messages(
        r#"[{"id":"a1","role":"assistant","parts":[{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":{},"output":"low"}]}]"#,
    ),
    ..Rule::BLANK
};

/// A message has no list of `parts`.
pub(in crate::formats::terminal_use) static PARTS_MISSING: Rule = Rule {
    id: "terminal-use/parts-missing",
    level: Level::Error,
    what: "a message has no list of `parts`",
    why: "The schema and the client's models refuse the message.",
    source: SCHEMA,
    help: "write the text as a part",
    fails: messages(r#"[{"id":"u1","role":"user","content":"tide?"}]"#),
    passes: messages(r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#),
    ..Rule::BLANK
};

/// The time of a message is no time.
pub(in crate::formats::terminal_use) static CREATED_AT: Rule = Rule {
    id: "terminal-use/created-at",
    level: Level::Warning,
    what: "the time of a message is no time",
    why: "Neither the schema nor the client checks it; what sorts or shows messages by it fails.",
    source: SCHEMA,
    help: "write the time as ISO 8601: 2024-01-01T00:00:00Z",
    fails: messages(
        r#"[{"id":"u1","role":"user","createdAt":"yesterday","parts":[{"type":"text","text":"tide?"}]}]"#,
    ),
    passes: messages(
        r#"[{"id":"u1","role":"user","createdAt":"2024-01-01T00:00:00Z","parts":[{"type":"text","text":"tide?"}]}]"#,
    ),
    ..Rule::BLANK
};

/// Two messages have the same id.
pub(in crate::formats::terminal_use) static MESSAGE_ID_REPEATED: Rule = Rule {
    id: "terminal-use/message-id-repeated",
    level: Level::Warning,
    what: "two messages have the same id",
    why: "A message is fetched by its id, so one of the two is never found.",
    source: CLIENT,
    help: "give each message an id of its own; a page may have come twice",
    fails: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]},{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#,
    ),
    passes: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]},{"id":"u2","role":"user","parts":[{"type":"text","text":"and now?"}]}]"#,
    ),
    ..Rule::BLANK
};

/// There are more pages.
pub(in crate::formats::terminal_use) static MORE_PAGES: Rule = Rule {
    id: "terminal-use/more-pages",
    level: Level::Warning,
    what: "there are more pages",
    why: "One page is not all of the history.",
    source: SCHEMA,
    help: "fetch on at `nextCursor` until `hasMore` is false",
    fails: page(
        r#"{"data":[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}],"hasMore":true,"nextCursor":"p2"}"#,
    ),
    passes: page(
        r#"{"data":[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}],"hasMore":false,"nextCursor":null}"#,
    ),
    ..Rule::BLANK
};

/// There are more pages and no cursor.
pub(in crate::formats::terminal_use) static NO_CURSOR: Rule = Rule {
    id: "terminal-use/no-cursor",
    level: Level::Warning,
    what: "there are more pages and no cursor",
    why: "The next page cannot be asked for.",
    source: SCHEMA,
    help: "say `nextCursor` where `hasMore` is true",
    fails: page(
        r#"{"data":[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}],"hasMore":true,"nextCursor":null}"#,
    ),
    passes: page(
        r#"{"data":[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}],"hasMore":true,"nextCursor":"p2"}"#,
    ),
    ..Rule::BLANK
};
