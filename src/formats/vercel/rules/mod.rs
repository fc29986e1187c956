//! The rules of the Vercel AI SDK, by what they are about.

use crate::report::Rule;

/// A stream of these chunks.
macro_rules! stream {
    ($($chunk:literal),* $(,)?) => { stream(concat!($($chunk, "\n"),*)) };
}

/// A history of one message of the assistant with these parts.
macro_rules! parts {
    ($($parts:literal),*) => {
        messages(concat!(r#"[{"id":"a1","role":"assistant","parts":["#, $($parts,)* "]}]"))
    };
}

mod approvals;
mod calls;
mod history;
mod kinds;
mod order;
mod parts;
mod reply;
mod shape;
mod sources;
mod tools;

pub(super) use approvals::*;
pub(super) use calls::*;
pub(super) use history::*;
pub(super) use kinds::*;
pub(super) use order::*;
pub(super) use parts::*;
pub(super) use reply::*;
pub(super) use shape::*;
pub(super) use tools::*;

/// All of them.
pub(in crate::formats) static RULES: &[&Rule] = &[
    &shape::MISSING_MEMBER,
    &shape::WRONG_TYPE,
    &shape::UNKNOWN_WORD,
    &shape::NULL,
    &shape::EMPTY_LIST,
    &shape::UNKNOWN_MEMBER,
    &shape::MISSPELT_MEMBER,
    &shape::FLAT_METADATA,
    &shape::FORBIDDEN_KEY,
    &kinds::NO_TYPE,
    &kinds::UNKNOWN_CHUNK,
    &kinds::FULL_STREAM,
    &kinds::UNKNOWN_PART,
    &kinds::OLD_PART,
    &kinds::CHUNK_IN_MESSAGE,
    &kinds::FINISH_REASON,
    &kinds::NO_NAME,
    &kinds::KIND_WITHOUT_PROVIDER,
    &kinds::PADDED_SENTINEL,
    &order::DELTA_WITHOUT_START,
    &order::END_WITHOUT_START,
    &order::START_WITHOUT_END,
    &order::DELTA_AFTER_STEP,
    &order::OPEN_AT_END,
    &order::STEP_OPEN,
    &order::STEP_NOT_OPEN,
    &reply::SECOND_START,
    &reply::BEFORE_START,
    &reply::AFTER_FINISH,
    &reply::AFTER_SENTINEL,
    &reply::AFTER_ERROR,
    &reply::NO_FINISH,
    &reply::ABORT,
    &reply::METADATA_CLASH,
    &reply::METADATA_NOT_OBJECT,
    &calls::OUTPUT_WITHOUT_CALL,
    &calls::OUTPUT_BEFORE_INPUT,
    &calls::OUTPUT_TWICE,
    &calls::GOES_BACK,
    &calls::RENAMED,
    &calls::KIND_CHANGES,
    &calls::CALL_UNFINISHED,
    &calls::PRELIMINARY_LEFT,
    &approvals::ANSWER_WITHOUT_REQUEST,
    &approvals::ANSWERED_TWICE,
    &approvals::ASKED_AGAIN,
    &approvals::APPROVAL_ID_REPEATED,
    &approvals::OUTPUT_UNAPPROVED,
    &approvals::DENIED_UNASKED,
    &approvals::INPUT_ENCODED_TWICE,
    &history::NO_ID,
    &history::NO_ROLE,
    &history::UNKNOWN_ROLE,
    &history::NO_PARTS,
    &history::PLAIN_MESSAGE,
    &history::OLD_MEMBER,
    &history::MESSAGE_ID_REPEATED,
    &history::CALL_ID_REPEATED,
    &history::CALL_WITHOUT_RESULT,
    &history::CALL_LEFT_STREAMING,
    &history::PENDING_APPROVAL,
    &history::UNKNOWN_TRIGGER,
    &parts::PART_OF_OTHER_ROLE,
    &parts::TEXT_AFTER_RESULT,
    &parts::FILE_URL,
    &parts::MEDIA_TYPE_DIFFERS,
    &tools::NO_STATE,
    &tools::UNKNOWN_STATE,
    &tools::OTHER_STATE,
    &tools::APPROVAL_CONTRADICTS,
    &tools::OLD_RAW_INPUT,
];
