//! The members of each node that hold one kind of value, by pointer, with that kind in words: to tell a fault from a
//! member of somebody else's.

/// What must stand there, and at which pointers.
pub(super) type Members = &'static [(&'static str, &'static [&'static str])];

const TEXTUAL: &str = "a string";
const COUNT: &str = "a whole number";
const FLAG: &str = "true or false";
const NODE: &str = "an object";
const LIST: &str = "an array";

/// What must stand at this pointer of a node, if it is one of its members.
pub(super) fn expected(node: Members, pointer: &str) -> Option<&'static str> {
    let mut all = node.iter().chain(EXTRAS);
    all.find(|(_, pointers)| pointers.contains(&pointer)).map(|(expected, _)| *expected)
}

/// Any node may have these.
const EXTRAS: Members = &[
    (NODE, &["", "/extras", "/extras/fields", "/extras/remainder", "/extras/remainder/set"]),
    (TEXTUAL, &["/extras/family", "/extras/remainder/format"]),
    (LIST, &["/extras/remainder/remove"]),
];

pub(super) const TRANSCRIPT: Members = &[
    (NODE, &["/run", "/params", "/finish", "/usage", "/error"]),
    (LIST, &["/messages", "/tools", "/params/stop", "/interrupts"]),
    (FLAG, &["/complete", "/params/parallelToolCalls", "/params/disableParallelToolUse", "/params/stream"]),
    (TEXTUAL, &["/source", "/run/id", "/run/threadId", "/run/model", "/run/createdAt"]),
    (
        TEXTUAL,
        &["/params/user", "/params/effort", "/params/toolChoice/tool", "/finish/reason", "/finish/raw"],
    ),
    ("auto, any, none or {\"tool\": name}", &["/params/toolChoice"]),
    (COUNT, &["/params/maxTokens", "/usage/input", "/usage/output", "/usage/total"]),
    (COUNT, &["/usage/cacheRead", "/usage/cacheWrite", "/usage/reasoning"]),
];

pub(super) const MESSAGE: Members = &[
    (TEXTUAL, &["/role", "/id", "/name", "/finish/reason", "/finish/raw"]),
    (COUNT, &["/choice"]),
    (LIST, &["/parts"]),
    (NODE, &["/finish"]),
];

pub(super) const TEXT: Members = &[(TEXTUAL, &["/text"])];

pub(super) const STEP: Members = &[];

pub(super) const REASONING: Members = &[(TEXTUAL, &["/text", "/signature", "/encrypted"])];

pub(super) const TOOL_CALL: Members = &[
    (TEXTUAL, &["/id", "/name", "/inputText"]),
    ("nothing beside `inputText`", &["/input"]),
    ("`text`", &["/inputEncoding"]),
    (FLAG, &["/providerExecuted"]),
];

pub(super) const TOOL_RESULT: Members =
    &[(TEXTUAL, &["/id", "/name", "/status"]), (FLAG, &["/preliminary", "/providerExecuted"])];

pub(super) const FILE: Members = &[
    (TEXTUAL, &["/mediaType", "/filename", "/data"]),
    ("one string in one of `data`, `url` and `fileId`", &["/url", "/fileId"]),
];

pub(super) const SOURCE: Members = &[
    (TEXTUAL, &["/url", "/title", "/id", "/mediaType", "/filename", "/citation/citedText"]),
    (COUNT, &["/citation/startIndex", "/citation/endIndex"]),
    (NODE, &["/citation"]),
];

pub(super) const DATA: Members = &[(TEXTUAL, &["/name", "/id"]), (FLAG, &["/transient"])];

pub(super) const APPROVAL_REQUEST: Members = &[(TEXTUAL, &["/id", "/callId", "/reason"])];

pub(super) const APPROVAL_RESPONSE: Members =
    &[(TEXTUAL, &["/id", "/callId", "/reason"]), (FLAG, &["/approved"])];

pub(super) const RAW: Members = &[(TEXTUAL, &["/family"])];

pub(super) const TOOL: Members = &[(TEXTUAL, &["/name", "/description", "/raw/family"]), (NODE, &["/raw"])];

pub(super) const ERROR: Members = &[(TEXTUAL, &["/message"])];

pub(super) const INTERRUPT: Members = &[(TEXTUAL, &["/id", "/reason", "/callId", "/message"])];

pub(super) const EVENT: Members = &[
    (TEXTUAL, &["/event", "/role", "/id", "/name", "/text", "/args", "/signature", "/family"]),
    (TEXTUAL, &["/run/id", "/run/threadId", "/run/model", "/run/createdAt", "/finish/reason", "/finish/raw"]),
    (COUNT, &["/message", "/part", "/choice", "/usage/input", "/usage/output", "/usage/total"]),
    (COUNT, &["/usage/cacheRead", "/usage/cacheWrite", "/usage/reasoning"]),
    (NODE, &["/run", "/value", "/finish", "/usage", "/interrupt", "/error"]),
    (FLAG, &["/complete"]),
    (LIST, &["/extras"]),
];
