//! The wire's own words, and what they are to us.

/// Marks a run that came without RUN_STARTED, so that it goes back without.
pub(super) const UNOPENED: &str = "without:RUN_STARTED";

/// All 31 event types of version 1.0, and the five of the old thinking.
pub(super) const EVENTS: &[&str] = &[
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "TEXT_MESSAGE_CHUNK",
    "TOOL_CALL_START",
    "TOOL_CALL_ARGS",
    "TOOL_CALL_END",
    "TOOL_CALL_CHUNK",
    "TOOL_CALL_RESULT",
    "STATE_SNAPSHOT",
    "STATE_DELTA",
    "MESSAGES_SNAPSHOT",
    "ACTIVITY_SNAPSHOT",
    "ACTIVITY_DELTA",
    "RAW",
    "CUSTOM",
    "RUN_STARTED",
    "RUN_FINISHED",
    "RUN_ERROR",
    "STEP_STARTED",
    "STEP_FINISHED",
    "REASONING_START",
    "REASONING_MESSAGE_START",
    "REASONING_MESSAGE_CONTENT",
    "REASONING_MESSAGE_END",
    "REASONING_MESSAGE_CHUNK",
    "REASONING_END",
    "REASONING_ENCRYPTED_VALUE",
    "SUBAGENT_STARTED",
    "SUBAGENT_FINISHED",
    "SUBAGENT_ERROR",
    "THINKING_START",
    "THINKING_TEXT_MESSAGE_START",
    "THINKING_TEXT_MESSAGE_CONTENT",
    "THINKING_TEXT_MESSAGE_END",
    "THINKING_END",
];

/// The kinds of media part, with the media types they are for.
pub(super) const MEDIA: &[(&str, &str)] =
    &[("image", "image/"), ("audio", "audio/"), ("video", "video/"), ("document", "")];

/// The part that a file of this media type is.
pub(super) fn media_part(media_type: &str) -> &'static str {
    MEDIA.iter().find(|(_, prefix)| media_type.starts_with(prefix)).map_or("document", |(part, _)| part)
}

/// The code of the RUN_ERROR that ends a reply which was cut short.
pub(super) const CUT_SHORT: &str = "cut_short";
/// Its message.
pub(super) const CUT_MESSAGE: &str = "The stream ended before the reply was complete.";

/// The extra by which the data of an activity is told from other data.
pub(super) const ACTIVITY_TYPE: &str = "/activityType";
