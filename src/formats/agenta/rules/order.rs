//! Events of a stream, and what has to come before and after them.

use super::samples::{TEXT_IN_PIECES, WHOLE_MESSAGE};
use super::sources::{DOCUMENT, FOLD, VERCEL};
use crate::report::{Example, Level, Rule};

/// A frame has no type.
pub(in crate::formats::agenta) static TYPE_MISSING: Rule = Rule {
    id: "agenta/type-missing",
    level: Level::Warning,
    what: "a frame has no type",
    why: "The runner's stream drops it before anyone sees it.",
    source: DOCUMENT,
    help: "an event is {\"type\":…,\"data\":{…}}",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: WHOLE_MESSAGE,
    ..Rule::BLANK
};

/// An event that others refer to has no id.
pub(in crate::formats::agenta) static ID_MISSING: Rule = Rule {
    id: "agenta/id-missing",
    level: Level::Warning,
    what: "an event that others refer to has no id",
    why: "No delta, end or answer can reach it.",
    source: FOLD,
    help: "give it an id",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message_start","data":{}}
{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: TEXT_IN_PIECES,
    ..Rule::BLANK
};

/// A delta is no string.
pub(in crate::formats::agenta) static DELTA_NOT_TEXT: Rule = Rule {
    id: "agenta/delta-not-text",
    level: Level::Error,
    what: "a delta is no string",
    why: "The fold raises a TypeError, and the stream ends there.",
    source: FOLD,
    help: "a delta is a string; leave out deltas that say nothing",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message_start","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":null}}
{"type":"message_end","data":{"id":"m1"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: TEXT_IN_PIECES,
    ..Rule::BLANK
};

/// A delta comes for a text that is not open.
pub(in crate::formats::agenta) static DELTA_WITHOUT_START: Rule = Rule {
    id: "agenta/delta-without-start",
    level: Level::Warning,
    whole: true,
    what: "a delta comes for a text that is not open",
    why: "The fold leaves it out. The Vercel side passes it on, where the AI SDK refuses it.",
    source: FOLD,
    help: "send the start event with this id first",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message_delta","data":{"id":"m1","delta":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: TEXT_IN_PIECES,
};

/// A text ends that is not open.
pub(in crate::formats::agenta) static END_WITHOUT_START: Rule = Rule {
    id: "agenta/end-without-start",
    level: Level::Warning,
    whole: true,
    what: "a text ends that is not open",
    why: "The Vercel side passes it on, where the AI SDK refuses it.",
    source: VERCEL,
    help: "send the start event with this id first",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"message_end","data":{"id":"m1"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: TEXT_IN_PIECES,
};

/// A text starts that is open already.
pub(in crate::formats::agenta) static START_TWICE: Rule = Rule {
    id: "agenta/start-twice",
    level: Level::Warning,
    what: "a text starts that is open already",
    why: "Later deltas go to the new one, so the first stays cut off; the Vercel side sends two starts with one id.",
    source: FOLD,
    help: "end it first, or give the new one an id of its own",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message_start","data":{"id":"m1"}}
{"type":"message_start","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"Low."}}
{"type":"message_end","data":{"id":"m1"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: TEXT_IN_PIECES,
    ..Rule::BLANK
};

/// A text has no end.
pub(in crate::formats::agenta) static TEXT_LEFT_OPEN: Rule = Rule {
    id: "agenta/text-left-open",
    level: Level::Warning,
    whole: true,
    what: "a text has no end",
    why: "The Vercel side makes no end up, so a user interface shows the text as still being written.",
    source: VERCEL,
    help: "send the end event with this id",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message_start","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: TEXT_IN_PIECES,
};

/// A `file` event does not say where the file is.
pub(in crate::formats::agenta) static FILE_WITHOUT_URL: Rule = Rule {
    id: "agenta/file-without-url",
    level: Level::Warning,
    what: "a `file` event does not say where the file is",
    why: "The Vercel side drops it, and the fold has no files at all.",
    source: VERCEL,
    help: "give it `url` and `mediaType`",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"file","data":{"mediaType":"image/png"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"file","data":{"url":"https://a.example/p.png","mediaType":"image/png"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    ..Rule::BLANK
};

/// A `data` event has no name.
pub(in crate::formats::agenta) static DATA_WITHOUT_NAME: Rule = Rule {
    id: "agenta/data-without-name",
    level: Level::Warning,
    what: "a `data` event has no name",
    why: "It becomes `data-data`, which no component is made for.",
    source: VERCEL,
    help: "give it a name",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"data","data":{"data":1}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"data","data":{"name":"tide","data":1}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    ..Rule::BLANK
};
