//! Events, and what has to come before and after them.

use super::samples::TEXT_EVENTS;
use super::sources::{DOCUMENT, READING};
use crate::report::{Example, Level, Rule};

/// The name of an event is not known.
pub(in crate::formats::native) static UNKNOWN_EVENT: Rule = Rule {
    id: "native/unknown-event",
    level: Level::Warning,
    what: "the name of an event is not known",
    why: "It is kept as a `raw` event, which other families leave out.",
    source: DOCUMENT,
    help: "docs/native.md lists the events",
    fails: Example::new(
        "native-stream",
        run!(
            r#"{"event":"jump"}
{"event":"message-start","message":0,"role":"assistant"}
{"event":"part-start","part":0,"message":0,"value":{"type":"text"}}
{"event":"delta","part":0,"text":"Low."}
{"event":"part-end","part":0}
{"event":"message-end","message":0}"#
        ),
    ),
    passes: TEXT_EVENTS,
    ..Rule::BLANK
};

/// An event comes outside a run.
pub(in crate::formats::native) static OUTSIDE_RUN: Rule = Rule {
    id: "native/outside-run",
    level: Level::Error,
    whole: true,
    what: "an event comes outside a run",
    why: "Nothing says whose it is; a run is made up around it.",
    source: DOCUMENT,
    help: "a `run-start` must come first",
    fails: Example::new(
        "native-stream",
        r#"{"event":"message-start","message":0,"role":"assistant"}
{"event":"part-start","part":0,"message":0,"value":{"type":"text"}}
{"event":"delta","part":0,"text":"Low."}
{"event":"part-end","part":0}
{"event":"message-end","message":0}
{"event":"run-end","complete":true}"#,
    ),
    passes: TEXT_EVENTS,
};

/// A run starts inside a run.
pub(in crate::formats::native) static RUN_IN_RUN: Rule = Rule {
    id: "native/run-in-run",
    level: Level::Error,
    what: "a run starts inside a run",
    why: "The first run is cut off there.",
    source: DOCUMENT,
    help: "a `run-end` must come first",
    fails: Example::new(
        "native-stream",
        run!(
            r#"{"event":"run-start","run":{}}
{"event":"message-start","message":0,"role":"assistant"}
{"event":"part-start","part":0,"message":0,"value":{"type":"text"}}
{"event":"delta","part":0,"text":"Low."}
{"event":"part-end","part":0}
{"event":"message-end","message":0}"#
        ),
    ),
    passes: TEXT_EVENTS,
    ..Rule::BLANK
};

/// The run ends while a part or message is open.
pub(in crate::formats::native) static LEFT_OPEN: Rule = Rule {
    id: "native/left-open",
    level: Level::Error,
    what: "the run ends while a part or message is open",
    why: "What is open counts as cut off.",
    source: DOCUMENT,
    help: "what starts must end before the run does",
    fails: Example::new(
        "native-stream",
        run!(
            r#"{"event":"message-start","message":0,"role":"assistant"}
{"event":"part-start","part":0,"message":0,"value":{"type":"text"}}
{"event":"delta","part":0,"text":"Low."}"#
        ),
    ),
    passes: TEXT_EVENTS,
    ..Rule::BLANK
};

/// The stream ends inside a run.
pub(in crate::formats::native) static NO_END: Rule = Rule {
    id: "native/no-end",
    level: Level::Warning,
    whole: true,
    what: "the stream ends inside a run",
    why: "The run counts as cut short, and a conversion of it exits with 1.",
    source: READING,
    help: "a `run-end` ends a run",
    fails: Example::new(
        "native-stream",
        r#"{"event":"run-start","run":{}}
{"event":"message-start","message":0,"role":"assistant"}
{"event":"part-start","part":0,"message":0,"value":{"type":"text"}}
{"event":"delta","part":0,"text":"Low."}
{"event":"part-end","part":0}
{"event":"message-end","message":0}"#,
    ),
    passes: TEXT_EVENTS,
};

/// A part or message has the number of another.
pub(in crate::formats::native) static REPEATED_KEY: Rule = Rule {
    id: "native/repeated-key",
    level: Level::Error,
    what: "a part or message has the number of another",
    why: "The second one is left out.",
    source: DOCUMENT,
    help: "each has a number of its own in its run",
    fails: Example::new(
        "native-stream",
        run!(
            r#"{"event":"message-start","message":0,"role":"assistant"}
{"event":"message-start","message":0,"role":"assistant"}
{"event":"part-start","part":0,"message":0,"value":{"type":"text"}}
{"event":"delta","part":0,"text":"Low."}
{"event":"part-end","part":0}
{"event":"message-end","message":0}"#
        ),
    ),
    passes: TEXT_EVENTS,
    ..Rule::BLANK
};

/// An event is of a message that has not started.
pub(in crate::formats::native) static MESSAGE_NOT_STARTED: Rule = Rule {
    id: "native/message-not-started",
    level: Level::Error,
    what: "an event is of a message that has not started",
    why: "The event is left out.",
    source: DOCUMENT,
    help: "a `message-start` must come first",
    fails: Example::new(
        "native-stream",
        run!(r#"{"event":"part-start","part":0,"message":0,"value":{"type":"text"}}"#),
    ),
    passes: TEXT_EVENTS,
    ..Rule::BLANK
};

/// An event is of a part that is not open.
pub(in crate::formats::native) static PART_NOT_OPEN: Rule = Rule {
    id: "native/part-not-open",
    level: Level::Error,
    what: "an event is of a part that is not open",
    why: "The event is left out.",
    source: DOCUMENT,
    help: "a `part-start` must come first",
    fails: Example::new(
        "native-stream",
        run!(
            r#"{"event":"message-start","message":0,"role":"assistant"}
{"event":"part-start","part":0,"message":0,"value":{"type":"text"}}
{"event":"part-end","part":0}
{"event":"delta","part":0,"text":"Low."}
{"event":"message-end","message":0}"#
        ),
    ),
    passes: TEXT_EVENTS,
    ..Rule::BLANK
};

/// A delta is of a kind that its part does not take.
pub(in crate::formats::native) static DELTA_KIND: Rule = Rule {
    id: "native/delta-kind",
    level: Level::Error,
    what: "a delta is of a kind that its part does not take",
    why: "The delta is left out.",
    source: DOCUMENT,
    help: "thinking takes `text` and `signature`, a call `args` and `input`, other text `text`",
    fails: Example::new(
        "native-stream",
        run!(
            r#"{"event":"message-start","message":0,"role":"assistant"}
{"event":"part-start","part":0,"message":0,"value":{"type":"text"}}
{"event":"delta","part":0,"args":"{}"}
{"event":"part-end","part":0}
{"event":"message-end","message":0}"#
        ),
    ),
    passes: TEXT_EVENTS,
    ..Rule::BLANK
};

/// An extra is of nobody or nothing that is known.
pub(in crate::formats::native) static EXTRA: Rule = Rule {
    id: "native/extra",
    level: Level::Error,
    what: "an extra is of nobody or nothing that is known",
    why: "It is left out.",
    source: DOCUMENT,
    help: "an extra has family, scope, name and value",
    fails: Example::new(
        "native-stream",
        run!(
            r#"{"event":"note","extras":[{"family":"x"}]}
{"event":"message-start","message":0,"role":"assistant"}
{"event":"part-start","part":0,"message":0,"value":{"type":"text"}}
{"event":"delta","part":0,"text":"Low."}
{"event":"part-end","part":0}
{"event":"message-end","message":0}"#
        ),
    ),
    passes: TEXT_EVENTS,
    ..Rule::BLANK
};
