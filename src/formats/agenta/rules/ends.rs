//! How a turn ends, and what it has said by then.

use super::samples::{QUESTION, WHOLE_MESSAGE};
use super::sources::{DOCUMENT, FOLD, VERCEL};
use crate::report::{Example, Level, Rule};

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
    passes: WHOLE_MESSAGE,
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
    passes: WHOLE_MESSAGE,
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
    passes: WHOLE_MESSAGE,
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
    passes: QUESTION,
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
    passes: WHOLE_MESSAGE,
};
