//! Examples that several rules share.

use crate::report::Example;

/// A transcript that says something.
pub(super) const TEXT_TRANSCRIPT: Example = Example::new(
    "native",
    r#"{"chatwire":1,"complete":true,"messages":[{"role":"assistant","parts":[{"type":"text","text":"Low."}]}]}"#,
);

/// A transcript with a call and its answer.
pub(super) const ANSWERED_TRANSCRIPT: Example = Example::new(
    "native",
    r#"{"chatwire":1,"complete":true,"messages":[{"role":"assistant","parts":[{"type":"tool-call","id":"c1","name":"f","input":{}},{"type":"tool-result","id":"c1","output":"x","status":"ok"}]}]}"#,
);

/// A message in pieces.
pub(super) const TEXT_EVENTS: Example = Example::new(
    "native-stream",
    run!(
        r#"{"event":"message-start","message":0,"role":"assistant"}
{"event":"part-start","part":0,"message":0,"value":{"type":"text"}}
{"event":"delta","part":0,"text":"Low."}
{"event":"part-end","part":0}
{"event":"message-end","message":0}"#
    ),
);
