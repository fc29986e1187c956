//! The rules of AG-UI, by what they are about.

/// The lines of a run with these between its start and its end.
macro_rules! run {
    ($events:literal) => {
        concat!(
            r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#,
            "\n",
            $events,
            "\n",
            r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#
        )
    };
}

mod across;
mod kinds;
mod order;
mod owners;
mod samples;
mod shape;
mod sources;
mod spans;

use crate::report::Rule;

pub(super) use across::*;
pub(super) use kinds::*;
pub(super) use owners::*;
pub(super) use shape::*;

/// All of them.
pub(in crate::formats) static RULES: &[&Rule] = &[
    &shape::MISSING_MEMBER,
    &shape::WRONG_TYPE,
    &shape::UNKNOWN_WORD,
    &shape::NULL,
    &shape::NULL_READ,
    &shape::EMPTY_LIST,
    &shape::UNKNOWN_MEMBER,
    &shape::MISSPELT_MEMBER,
    &kinds::UNKNOWN_KIND,
    &kinds::UNKNOWN_EVENT,
    &kinds::OLD_EVENT,
    &kinds::UNKNOWN_ROLE,
    &kinds::UNKNOWN_PART,
    &kinds::UNKNOWN_CALL,
    &kinds::UNKNOWN_OUTCOME,
    &order::NO_TYPE,
    &order::OUTSIDE_RUN,
    &order::NESTED_RUN,
    &order::AFTER_END,
    &order::NO_END,
    &order::SENTINEL,
    &order::NOT_OPEN,
    &order::ALREADY_OPEN,
    &order::OPEN_AT_END,
    &spans::ALREADY_RUNNING,
    &spans::NOT_RUNNING,
    &spans::OTHER_RUN_ID,
    &spans::CHUNK_WITHOUT_ID,
    &spans::CHUNK_CONFLICT,
    &spans::AMBIGUOUS_CHUNK,
    &across::CALL_AGAIN,
    &across::MESSAGE_AGAIN,
    &across::INTERRUPT_TWICE,
    &across::OTHER_SPEAKER,
    &across::PARENT_ROLE,
    &across::UNKNOWN_CALL_ID,
    &across::RESULT_BEFORE_END,
    &across::RESULT_TWICE,
    &across::PATCH_FAILED,
    &across::UNKNOWN_OPERATION,
    &across::UNKNOWN_ACTIVITY,
    &owners::UNKNOWN_ENTITY,
    &owners::MESSAGE_ID_REPEATED,
    &owners::CALL_ID_TWICE,
    &owners::RESULT_WITHOUT_CALL,
    &owners::TOOL_NAME_REPEATED,
    &owners::OTHER_OWNER,
    &owners::SUBAGENT_AGAIN,
    &owners::UNKNOWN_PARENT,
    &owners::RESERVED_METADATA,
];
