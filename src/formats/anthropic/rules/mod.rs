//! The rules of Anthropic Messages, by what they are about.
//!
//! How bad a rule is follows the real clients: the accumulator of npm `@anthropic-ai/sdk` for streams, the types of PyPI
//! `anthropic` for documents. What the server refuses in a history that the types let pass is a warning; a result without
//! its call is none, as nothing can be made of it.

use crate::report::Rule;

/// The lines of a stream with these events between its start and its end.
macro_rules! stream {
    ($($event:literal),+) => {
        concat!(
            r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}"#,
            "\n",
            $($event, "\n",)+
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}"#,
            "\n",
            r#"{"type":"message_stop"}"#
        )
    };
}

/// A stream whose frames have names; the line with that of its delta is given.
macro_rules! named_stream {
    ($line:literal) => {
        concat!(
        "event: message_start\n",
        "data: ",
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}"#,
        "\n\n",
        "event: content_block_start\n",
        "data: ",
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        "\n\n",
        $line,
        "data: ",
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}"#,
        "\n\n",
        "event: content_block_stop\n",
        "data: ",
        r#"{"type":"content_block_stop","index":0}"#,
        "\n\n",
        "event: message_delta\n",
        "data: ",
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}"#,
        "\n\n",
        "event: message_stop\n",
        "data: ",
        r#"{"type":"message_stop"}"#,
        "\n\n"
    )
    };
}

/// The body of a request with these messages and other members.
macro_rules! request {
    ($messages:literal) => {
        concat!(r#"{"model":"m","max_tokens":64,"messages":["#, $messages, "]}")
    };
    ($messages:literal, $more:literal) => {
        concat!(r#"{"model":"m","max_tokens":64,"messages":["#, $messages, "],", $more, "}")
    };
}

/// A whole reply with these blocks and stop reason.
macro_rules! reply {
    ($blocks:literal) => {
        reply!($blocks, r#""end_turn""#)
    };
    ($blocks:literal, $stop:literal) => {
        concat!(
            r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":["#,
            $blocks,
            r#"],"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":3},"stop_reason":"#,
            $stop,
            "}"
        )
    };
}

mod blocks;
mod content;
mod deltas;
mod ends;
mod events;
mod history;
mod names;
mod order;
mod params;
mod replies;
mod samples;
mod shape;
mod sources;

pub(super) use blocks::*;
pub(super) use content::*;
pub(super) use deltas::*;
pub(super) use ends::*;
pub(super) use events::*;
pub(super) use history::*;
pub(super) use names::*;
pub(super) use order::*;
pub(super) use params::*;
pub(super) use replies::*;
pub(super) use shape::*;

/// All of them.
pub(in crate::formats) static RULES: &[&Rule] = &[
    &shape::MISSING_MEMBER,
    &shape::WRONG_TYPE,
    &shape::UNKNOWN_WORD,
    &shape::UNKNOWN_KIND,
    &shape::UNKNOWN_ROLE,
    &shape::NULL,
    &shape::NULL_READ,
    &shape::EMPTY_LIST,
    &shape::UNKNOWN_MEMBER,
    &shape::MISSPELT_MEMBER,
    &shape::ROLE_MISSING,
    &shape::CONTENT_KIND,
    &shape::TOOL_NAME_MISSING,
    &shape::MAX_TOKENS_MISSING,
    &shape::SIGNATURE_MISSING,
    &shape::BETA_BLOCK,
    &shape::BLOCK_IN_OTHER_ROLE,
    &history::FIRST_NOT_USER,
    &history::ROLE_TWICE,
    &history::CALL_UNANSWERED,
    &history::RESULT_WITHOUT_CALL,
    &history::RESULT_LATE,
    &history::ANSWERED_TWICE,
    &history::RESULT_NOT_FIRST,
    &history::CALL_ID_TWICE,
    &history::SERVER_CALL_UNANSWERED,
    &history::SERVER_RESULT_WITHOUT_CALL,
    &content::ID_ILLEGAL,
    &content::NAME_ILLEGAL,
    &content::BLANK_MESSAGE,
    &content::BLANK_TEXT,
    &content::EMPTY_CONTENT,
    &content::TRAILING_SPACE,
    &content::SYSTEM_MISPLACED,
    &content::CACHED_THINKING,
    &params::TOOL_NAME_REPEATED,
    &params::TOOL_CHOICE_UNKNOWN,
    &params::TOOL_CHOICE_ALONE,
    &params::SCHEMA_NOT_OBJECT,
    &params::THINKING_BUDGET,
    &params::THINKING_WITH_LIMITS,
    &params::THINKING_LEFT_OUT,
    &params::OUT_OF_RANGE,
    &params::BLANK_STOP,
    &params::TOO_MANY_BREAKPOINTS,
    &replies::ERROR_BODY,
    &replies::CALLS_MISSING,
    &replies::STOP_WITH_CALLS,
    &replies::STOP_REASON_MISSING,
    &replies::STOP_SEQUENCE_STRAY,
    &blocks::BLOCK_MISSING,
    &blocks::BLOCK_STARTED_TWICE,
    &blocks::BLOCKS_INTERLEAVED,
    &blocks::INDEX_GAP,
    &blocks::INDEX_MISSING,
    &deltas::DELTA_OUTSIDE_BLOCK,
    &deltas::DELTA_OF_OTHER_KIND,
    &deltas::STOP_OUTSIDE_BLOCK,
    &deltas::BLOCK_NOT_CLOSED,
    &deltas::INPUT_TWICE,
    &deltas::SIGNATURE_TWICE,
    &deltas::THINKING_UNSEALED,
    &deltas::UNKNOWN_BLOCK,
    &deltas::UNKNOWN_DELTA,
    &events::UNKNOWN_EVENT,
    &events::EVENT_MEMBER_MISSING,
    &events::EVENT_TYPE,
    &events::UNKNOWN_STOP_REASON,
    &order::MESSAGE_ROLE,
    &order::MESSAGE_START_MISSING,
    &order::MESSAGE_START_TWICE,
    &order::MESSAGE_INSIDE_MESSAGE,
    &order::SEVERAL_MESSAGES,
    &order::EVENT_OUTSIDE_MESSAGE,
    &order::AFTER_STOP,
    &ends::MESSAGE_DELTA_MISSING,
    &ends::MESSAGE_DELTA_EARLY,
    &ends::MESSAGE_STOP_MISSING,
    &ends::ERROR_IN_STREAM,
    &names::EVENT_NAME_MISSING,
    &names::EVENT_NAME_DIFFERS,
    &names::DONE,
    &names::DONE_NAMED,
];
