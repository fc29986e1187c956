//! What each node of a transcript must be, and what has to agree.

use super::samples::{ANSWERED_TRANSCRIPT, TEXT_TRANSCRIPT};
use super::sources::{DOCUMENT, READING};
use crate::report::{Example, Level, Rule};

/// The version is none that this program reads.
pub(in crate::formats::native) static VERSION: Rule = Rule {
    id: "native/version",
    level: Level::Error,
    what: "the version is none that this program reads",
    why: "A newer version may mean other things by the same members.",
    source: DOCUMENT,
    help: "read it with the chatwire that wrote it",
    fails: Example::new("native", r#"{"chatwire":2,"complete":true,"messages":[]}"#),
    passes: Example::new("native", r#"{"chatwire":1,"complete":true,"messages":[]}"#),
    ..Rule::BLANK
};

/// A member that must be there is missing.
pub(in crate::formats::native) static MISSING_MEMBER: Rule = Rule {
    id: "native/missing-member",
    level: Level::Error,
    what: "a member that must be there is missing",
    why: "What can't be read is left out of the transcript, and of every conversion.",
    source: DOCUMENT,
    help: "docs/native.md tells what each node must have",
    fails: Example::new("native", r#"{"chatwire":1,"messages":[]}"#),
    passes: Example::new("native", r#"{"chatwire":1,"complete":true,"messages":[]}"#),
    ..Rule::BLANK
};

/// A member is of another kind than it must be.
pub(in crate::formats::native) static WRONG_TYPE: Rule = Rule {
    id: "native/wrong-type",
    level: Level::Error,
    what: "a member is of another kind than it must be",
    why: "What can't be read is left out of the transcript, and of every conversion.",
    source: DOCUMENT,
    help: "docs/native.md tells what each member holds",
    fails: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[{"role":"assistant","parts":[{"type":"text","text":5}]}]}"#,
    ),
    passes: TEXT_TRANSCRIPT,
    ..Rule::BLANK
};

/// A word is none of those that may stand there.
pub(in crate::formats::native) static UNKNOWN_WORD: Rule = Rule {
    id: "native/unknown-word",
    level: Level::Error,
    what: "a word is none of those that may stand there",
    why: "What can't be read is left out of the transcript, and of every conversion.",
    source: DOCUMENT,
    help: "docs/native.md lists the words",
    fails: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[],"finish":{"reason":"tired"}}"#,
    ),
    passes: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[],"finish":{"reason":"stop"}}"#,
    ),
    ..Rule::BLANK
};

/// A part is of a type that is not known.
pub(in crate::formats::native) static UNKNOWN_PART: Rule = Rule {
    id: "native/unknown-part",
    level: Level::Warning,
    what: "a part is of a type that is not known",
    why: "It is kept as a `raw` part, which other families leave out.",
    source: DOCUMENT,
    help: "docs/native.md lists the types",
    fails: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[{"role":"assistant","parts":[{"type":"poem","text":"Low."}]}]}"#,
    ),
    passes: TEXT_TRANSCRIPT,
    ..Rule::BLANK
};

/// A member is not known where it stands.
pub(in crate::formats::native) static UNKNOWN_MEMBER: Rule = Rule {
    id: "native/unknown-member",
    level: Level::Warning,
    what: "a member is not known where it stands",
    why: "It is left out, as the node has extras of another family.",
    source: DOCUMENT,
    help: "put it into `metadata` or a `data` part",
    fails: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[{"role":"user","parts":[],"mood":"calm","extras":{"family":"openai","fields":{"/x":1}}}]}"#,
    ),
    passes: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[{"role":"user","parts":[],"extras":{"family":"openai","fields":{"/x":1}}}]}"#,
    ),
    ..Rule::BLANK
};

/// A member is none of the document's.
pub(in crate::formats::native) static OTHER_MEMBER: Rule = Rule {
    id: "native/other-member",
    level: Level::Strict,
    what: "a member is none of the document's",
    why: "It is kept as it is, and no other family reads it: a slip in the name of a member loses what it says.",
    source: DOCUMENT,
    help: "see docs/native.md for the members; put what is yours into `metadata` or a `data` part",
    fails: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[{"role":"user","parts":[],"mood":"calm"}]}"#,
    ),
    passes: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[{"role":"user","parts":[],"metadata":{"mood":"calm"}}]}"#,
    ),
    ..Rule::BLANK
};

/// Two calls of a message have the same id.
pub(in crate::formats::native) static CALL_ID_TWICE: Rule = Rule {
    id: "native/call-id-twice",
    level: Level::Warning,
    what: "two calls of a message have the same id",
    why: "A result names its call by the id, so it can't be told which of the two it answers.",
    source: READING,
    help: "give each call an id of its own",
    fails: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[{"role":"assistant","parts":[{"type":"tool-call","id":"c1","name":"f","input":{}},{"type":"tool-call","id":"c1","name":"f","input":{}},{"type":"tool-result","id":"c1","output":"x","status":"ok"}]}]}"#,
    ),
    passes: ANSWERED_TRANSCRIPT,
    ..Rule::BLANK
};

/// A result is for a call that is not there.
pub(in crate::formats::native) static RESULT_WITHOUT_CALL: Rule = Rule {
    id: "native/result-without-call",
    level: Level::Warning,
    whole: true,
    what: "a result is for a call that is not there",
    why: "The APIs that get the history refuse it.",
    source: READING,
    help: "put the call before its result, with the same id",
    fails: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[{"role":"assistant","parts":[{"type":"tool-result","id":"c1","output":"x","status":"ok"}]}]}"#,
    ),
    passes: ANSWERED_TRANSCRIPT,
};

/// Two tools have the same name.
pub(in crate::formats::native) static TOOL_NAME_REPEATED: Rule = Rule {
    id: "native/tool-name-repeated",
    level: Level::Warning,
    what: "two tools have the same name",
    why: "A call names its tool, so it can't be told which of the two is meant; the APIs refuse it.",
    source: READING,
    help: "give each tool a name of its own",
    fails: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[],"tools":[{"name":"f"},{"name":"f"}]}"#,
    ),
    passes: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[],"tools":[{"name":"f"},{"name":"g"}]}"#,
    ),
    ..Rule::BLANK
};

/// The run has an error, and its finish says that all went well.
pub(in crate::formats::native) static ERROR_AND_STOP: Rule = Rule {
    id: "native/error-and-stop",
    level: Level::Warning,
    what: "the run has an error, and its finish says that all went well",
    why: "A reader that looks at the finish alone takes it for a success.",
    source: READING,
    help: "let the finish reason be `error`",
    fails: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[],"finish":{"reason":"stop"},"error":{"message":"overloaded"}}"#,
    ),
    passes: Example::new(
        "native",
        r#"{"chatwire":1,"complete":true,"messages":[],"finish":{"reason":"error"},"error":{"message":"overloaded"}}"#,
    ),
    ..Rule::BLANK
};
