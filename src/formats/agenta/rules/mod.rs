//! The rules of Agenta, by what they are about.

mod calls;
mod ends;
mod history;
mod order;
mod samples;
mod shape;
mod sources;

use crate::report::Rule;

pub(super) use calls::*;
pub(super) use ends::*;
pub(super) use history::*;
pub(super) use order::*;
pub(super) use shape::*;

/// All of them.
pub(in crate::formats) static RULES: &[&Rule] = &[
    &MISSING_MEMBER,
    &EVENT_MEMBER_KIND,
    &WRONG_TYPE,
    &UNKNOWN_WORD,
    &NULL,
    &UNKNOWN_MEMBER,
    &MISSPELT_MEMBER,
    &SNAKE_CASE,
    &TWO_SPELLINGS,
    &UNKNOWN_EVENT,
    &UNKNOWN_BLOCK,
    &UNKNOWN_ROLE,
    &TYPE_MISSING,
    &SENTINEL,
    &DONE_MISSING,
    &GOES_ON,
    &ID_MISSING,
    &DELTA_NOT_TEXT,
    &DELTA_WITHOUT_START,
    &END_WITHOUT_START,
    &START_TWICE,
    &TEXT_LEFT_OPEN,
    &FILE_WITHOUT_URL,
    &DATA_WITHOUT_NAME,
    &UNKNOWN_STOP_REASON,
    &PAUSED_WITHOUT_REQUEST,
    &NO_OUTPUT,
    &NAME_CHANGED,
    &CALL_WITHOUT_ID,
    &CALL_WITHOUT_NAME,
    &RESULT_WITHOUT_CALL,
    &RESULT_TWICE,
    &CALL_ID_TWICE,
    &APPROVAL_WITHOUT_CALL,
    &APPROVAL_OF_UNKNOWN_CALL,
    &REQUEST_TWICE,
    &ROLE_MISSING,
    &ROLE_KIND,
    &CONTENT_KIND,
    &BLOCK_KIND,
    &TEXT_NOT_STRING,
    &FILE_WITHOUT_PLACE,
    &FOLDED_MESSAGE,
    &FOREIGN_CALLS,
    &MESSAGES_MISSING,
    &OUTPUTS_MISSING,
    &PENDING_WITHOUT_PAUSE,
    &PAUSED_WITHOUT_PENDING,
];
