//! The rules of the native transcript, by what they are about.

/// The lines of a run with these between its start and its end.
macro_rules! run {
    ($events:literal) => {
        concat!(
            r#"{"event":"run-start","run":{}}"#,
            "\n",
            $events,
            "\n",
            r#"{"event":"run-end","complete":true}"#
        )
    };
}

mod document;
mod samples;
mod sources;
mod stream;

use crate::report::Rule;

pub(super) use document::*;
pub(super) use stream::*;

/// All of them.
pub(in crate::formats) static RULES: &[&Rule] = &[
    &VERSION,
    &MISSING_MEMBER,
    &WRONG_TYPE,
    &UNKNOWN_WORD,
    &UNKNOWN_PART,
    &UNKNOWN_MEMBER,
    &OTHER_MEMBER,
    &CALL_ID_TWICE,
    &RESULT_WITHOUT_CALL,
    &TOOL_NAME_REPEATED,
    &ERROR_AND_STOP,
    &UNKNOWN_EVENT,
    &OUTSIDE_RUN,
    &RUN_IN_RUN,
    &LEFT_OPEN,
    &NO_END,
    &REPEATED_KEY,
    &MESSAGE_NOT_STARTED,
    &PART_NOT_OPEN,
    &DELTA_KIND,
    &EXTRA,
];
