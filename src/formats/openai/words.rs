//! Words of the wire with their shared meaning, both ways.

use crate::ir::{Finish, StopReason};

/// The family these rooms read and write.
pub(super) const FAMILY: &str = "openai";

/// The end of a stream.
pub(super) const DONE: &str = "[DONE]";

/// What stands before the name of an extra of a request, so that no reply takes it for its own.
pub(super) const REQUEST: &str = "request:";

/// How we say that a reply was cut short, in an error frame; read back it is no error of the reply.
pub(super) const CUT_SHORT: (&str, &str) = ("incomplete", "the reply was cut short");

/// Finish reasons. The first row with a reason is the word we write; the rows behind the blank are words of vendors,
/// which the types of the API do not list.
const FINISH: &[(&str, StopReason)] = &[
    ("stop", StopReason::Stop),
    ("length", StopReason::Length),
    ("tool_calls", StopReason::ToolCalls),
    ("content_filter", StopReason::ContentFilter),
    ("function_call", StopReason::ToolCalls),
    ("eos", StopReason::Stop),
    ("end_turn", StopReason::Stop),
    ("model_length", StopReason::Length),
    ("sensitive", StopReason::ContentFilter),
    ("error", StopReason::Error),
    ("network_error", StopReason::Error),
    ("insufficient_system_resource", StopReason::Error),
    ("abort", StopReason::Cancelled),
    ("cancel", StopReason::Cancelled),
    ("cancelled", StopReason::Cancelled),
];

/// How many of [`FINISH`] the API's own types list.
const TYPED: usize = 5;

/// What a finish reason may be, for reports.
pub(super) const FINISH_HELP: &str = "one of stop, length, tool_calls, content_filter, function_call";

/// Whether the API's own types list the word.
pub(super) fn is_typed(word: &str) -> bool {
    FINISH[..TYPED].iter().any(|(known, _)| *known == word)
}

/// The reason behind a word.
pub(super) fn reason(word: &str) -> StopReason {
    FINISH.iter().find(|(known, _)| *known == word).map_or(StopReason::Other, |(_, reason)| *reason)
}

/// Which words a target may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vocabulary {
    /// Those of the API's types.
    Typed,
    /// Any: the source is this family, and vendors have words of their own.
    Own,
}

/// A word for an end, and whether it says all that the source said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'w> {
    /// The word, a token.
    pub(super) word: &'w str,
    /// Whether it is the closest one and not the same.
    pub(super) narrowed: bool,
}

/// The word for an end; `None` where nobody said.
pub(super) fn word(finish: &Finish, vocabulary: Vocabulary) -> Option<Word<'_>> {
    let raw = finish.raw.as_ref().map(|raw| raw.as_str()).filter(|raw| !raw.is_empty());
    let typed =
        |raw: &str| FINISH[..TYPED].iter().any(|(word, reason)| *word == raw && *reason == finish.reason);
    if let Some(raw) = raw.filter(|raw| vocabulary == Vocabulary::Own || typed(raw)) {
        return Some(Word { word: raw, narrowed: false });
    }
    let (word, narrowed) = match finish.reason {
        StopReason::Stop => ("stop", false),
        StopReason::Length => ("length", false),
        StopReason::ToolCalls => ("tool_calls", false),
        StopReason::ContentFilter => ("content_filter", false),
        StopReason::Paused | StopReason::Cancelled | StopReason::Error | StopReason::Other => ("stop", true),
        StopReason::Unknown => return None,
    };
    Some(Word { word, narrowed })
}

/// Formats of `input_audio` with their media types.
const SOUNDS: &[(&str, &str)] =
    &[("wav", "audio/wav"), ("mp3", "audio/mpeg"), ("wav", "audio/x-wav"), ("mp3", "audio/mp3")];

/// The media type of a format of sound.
pub(super) fn audio_type(format: &str) -> String {
    let known = SOUNDS.iter().find(|(known, _)| *known == format);
    known.map_or_else(|| format!("audio/{format}"), |(_, media_type)| (*media_type).to_owned())
}

/// The format of sound of this media type, where the wire has one.
pub(super) fn audio_format(media_type: &str) -> Option<&'static str> {
    SOUNDS.iter().find(|(_, known)| *known == media_type).map(|(format, _)| *format)
}
