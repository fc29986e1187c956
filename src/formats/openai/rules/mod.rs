//! The rules of OpenAI Chat Completions, by what they are about.
//!
//! How bad a rule is follows the real clients: the stream reader of npm `openai` for streams, the types of PyPI `openai`
//! for documents. What only some vendors send and the client reads is a warning; what the server of OpenAI refuses in a
//! history that the types let pass is one, too.

use crate::report::Rule;

/// The lines of a stream whose chunks have these choices.
macro_rules! stream {
    ($($choices:literal),+) => {
        concat!(
            $(
                r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":["#,
                $choices,
                "]}\n",
            )+
            "[DONE]"
        )
    };
}

/// The body of a request with these messages and other members.
macro_rules! request {
    ($messages:literal) => {
        concat!(r#"{"model":"m","messages":["#, $messages, "]}")
    };
    ($messages:literal, $more:literal) => {
        concat!(r#"{"model":"m","messages":["#, $messages, "],", $more, "}")
    };
}

/// A whole reply with this message and finish reason.
macro_rules! reply {
    ($message:literal) => {
        reply!($message, r#""stop""#)
    };
    ($message:literal, $finish:literal) => {
        concat!(
            r#"{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":"#,
            $message,
            r#","finish_reason":"#,
            $finish,
            "}]}"
        )
    };
}

mod calls;
mod chunks;
mod ends;
mod history;
mod params;
mod replies;
mod samples;
mod shape;
mod sources;
mod vendors;

pub(super) use calls::*;
pub(super) use chunks::*;
pub(super) use ends::*;
pub(super) use history::*;
pub(super) use params::*;
pub(super) use replies::*;
pub(super) use shape::*;
pub(super) use vendors::*;

/// All of them.
pub(in crate::formats) static RULES: &[&Rule] = &[
    &shape::MISSING_MEMBER,
    &shape::WRONG_TYPE,
    &shape::UNKNOWN_WORD,
    &shape::UNKNOWN_KIND,
    &shape::UNKNOWN_ROLE,
    &shape::PART_IN_OTHER_ROLE,
    &shape::NULL,
    &shape::NULL_READ,
    &shape::EMPTY_LIST,
    &shape::UNKNOWN_MEMBER,
    &shape::MISSPELT_MEMBER,
    &shape::NOT_A_MESSAGE,
    &shape::ROLE_MISSING,
    &shape::TOOL_CALL_ID_MISSING,
    &vendors::VENDOR_PART,
    &vendors::VENDOR_SPELLING,
    &vendors::VENDOR_WORD,
    &vendors::VENDOR_TOOL,
    &vendors::TYPE_MISSING,
    &vendors::CONTENT_IN_PARTS,
    &vendors::HEADER_MISSING,
    &vendors::OTHER_OBJECT,
    &vendors::OTHER_TIER,
    &vendors::OTHER_ANNOTATION,
    &vendors::DATA_URL,
    &history::CALL_UNANSWERED,
    &history::RESULT_WITHOUT_CALL,
    &history::ANSWERED_TWICE,
    &history::CALL_ID_TWICE,
    &history::FUNCTION_WITHOUT_CALL,
    &history::EMPTY_TOOL_CALLS,
    &history::SAYS_NOTHING,
    &history::SYSTEM_LATE,
    &history::SYSTEM_TWICE,
    &history::NAME_ILLEGAL,
    &params::TOOL_NAME_REPEATED,
    &params::TOOL_CHOICE_UNKNOWN,
    &params::TOOL_CHOICE_ALONE,
    &params::PARAMETERS_NOT_OBJECT,
    &params::STREAM_OPTIONS_ALONE,
    &params::MAX_TOKENS_TWICE,
    &params::TOP_LOGPROBS_ALONE,
    &params::OUT_OF_RANGE,
    &params::JSON_NOT_MENTIONED,
    &replies::ERROR_BODY,
    &replies::MESSAGE_MISSING,
    &replies::FINISH_UNKNOWN,
    &replies::TOOL_CALLS_MISSING,
    &replies::FINISH_WITH_CALLS,
    &replies::CHOICE_REPEATED,
    &replies::USAGE_TOTAL,
    &chunks::NOT_A_CHUNK,
    &chunks::CHOICES_MISSING,
    &chunks::CHOICES_NULL,
    &chunks::CHOICE_INDEX,
    &chunks::CHOICE_INDEX_COUNTS,
    &chunks::CHOICE_GAP,
    &chunks::CHUNK_MEMBER_MISSING,
    &chunks::CHUNK_TYPE,
    &chunks::CHUNK_WORD,
    &chunks::ID_CHANGES,
    &chunks::SECOND_REPLY,
    &chunks::USAGE_WITHOUT_ID,
    &calls::TOOL_INDEX_MISSING,
    &calls::TOOL_GAP,
    &calls::TOOL_TYPE_MISSING,
    &calls::TOOL_BODY_MISSING,
    &calls::TOOL_NAMELESS,
    &calls::TOOL_ID_MISSING,
    &calls::TOOL_ID_CHANGES,
    &calls::TOOL_NAME_LATE,
    &calls::ARGUMENTS_AFTER_FINISH,
    &calls::FUNCTION_CALL_NAMELESS,
    &ends::ERROR_IN_STREAM,
    &ends::DELTA_ROLE_MISSING,
    &ends::FINISH_MISSING,
    &ends::FINISH_TWICE,
    &ends::CONTENT_AFTER_FINISH,
    &ends::END_MISSING,
    &ends::NO_CHOICES,
    &ends::CHOICES_EMPTY,
    &ends::AFTER_DONE,
];
