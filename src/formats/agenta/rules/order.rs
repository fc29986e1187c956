//! Events of a stream, and what has to come before and after them.

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
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    ..Rule::BLANK
};

/// The stream has a `[DONE]`.
pub(in crate::formats::agenta) static SENTINEL: Rule = Rule {
    id: "agenta/sentinel",
    level: Level::Warning,
    what: "the stream has a `[DONE]`",
    why: "Agenta's own wire has no sentinel, so a reader of its frames takes it for broken JSON. Its Vercel side has one.",
    source: DOCUMENT,
    help: "end the stream with the `done` frame",
    fails: Example::new(
        "agenta-stream",
        "data: {\"type\":\"message\",\"data\":{\"text\":\"Low.\"}}\n\ndata: {\"type\":\"done\",\"data\":{\"stopReason\":\"end_turn\"}}\n\ndata: [DONE]\n\n",
    ),
    passes: Example::new(
        "agenta-stream",
        "data: {\"type\":\"message\",\"data\":{\"text\":\"Low.\"}}\n\ndata: {\"type\":\"done\",\"data\":{\"stopReason\":\"end_turn\"}}\n\n",
    ),
    ..Rule::BLANK
};

/// The stream ends without `done`.
pub(in crate::formats::agenta) static DONE_MISSING: Rule = Rule {
    id: "agenta/done-missing",
    level: Level::Warning,
    whole: true,
    what: "the stream ends without `done`",
    why: "Nobody knows whether the turn is over or the connection was cut; the fold gives no stop reason.",
    source: DOCUMENT,
    help: "end each turn with a `done` frame",
    fails: Example::new("agenta-stream", r#"{"type":"message","data":{"text":"Low."}}"#),
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
};

/// Events come after `done`.
pub(in crate::formats::agenta) static GOES_ON: Rule = Rule {
    id: "agenta/goes-on",
    level: Level::Note,
    what: "events come after `done`",
    why: "The last `done` of a capture counts, so an earlier stop reason is lost. Session logs, which hold several turns, look so.",
    source: FOLD,
    help: "capture each turn by itself",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}
{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
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
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message_start","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"Low."}}
{"type":"message_end","data":{"id":"m1"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
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
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message_start","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"Low."}}
{"type":"message_end","data":{"id":"m1"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
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
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message_start","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"Low."}}
{"type":"message_end","data":{"id":"m1"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
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
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message_start","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"Low."}}
{"type":"message_end","data":{"id":"m1"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
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
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message_start","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"Low."}}
{"type":"message_end","data":{"id":"m1"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
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
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message_start","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"Low."}}
{"type":"message_end","data":{"id":"m1"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
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

/// The stop reason is none of the document's.
pub(in crate::formats::agenta) static UNKNOWN_STOP_REASON: Rule = Rule {
    id: "agenta/unknown-stop-reason",
    level: Level::Warning,
    what: "the stop reason is none of the document's",
    why: "It becomes the finish reason as it is, which the AI SDK refuses or shows as another.",
    source: DOCUMENT,
    help: "end_turn, max_tokens, tool_use, refusal, paused and cancelled are known, with the spellings of other wires",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"tired"}}"#,
    ),
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    ..Rule::BLANK
};

/// The turn is paused, and nothing has been asked for.
pub(in crate::formats::agenta) static PAUSED_WITHOUT_REQUEST: Rule = Rule {
    id: "agenta/paused-without-request",
    level: Level::Warning,
    whole: true,
    what: "the turn is paused, and nothing has been asked for",
    why: "Nobody can tell what the turn waits for, so it can't be resumed.",
    source: FOLD,
    help: "send an `interaction_request` before the pause, or end the turn with another reason",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"paused"}}"#,
    ),
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"interaction_request","data":{"id":"i1","kind":"user_input","payload":{}}}
{"type":"done","data":{"stopReason":"paused"}}"#,
    ),
};

/// The turn produces nothing.
pub(in crate::formats::agenta) static NO_OUTPUT: Rule = Rule {
    id: "agenta/no-output",
    level: Level::Warning,
    whole: true,
    what: "the turn produces nothing",
    why: "The Vercel side sends the error `The agent produced no output.`: thinking alone and whole silence count as no output.",
    source: VERCEL,
    help: "answer, or end with an error that says why not",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"thought","data":{"text":"hm"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
};
