//! The rules of this floor: what an input, a JSON text, a call or a reply can have wrong on any wire.

use crate::report::{Example, Level, Rule};

/// A run with one text of this escaped content.
macro_rules! text {
    ($text:literal) => {
        concat!(
            r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#,
            "\n",
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}"#,
            "\n",
            r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":""#,
            $text,
            "\"}\n",
            r#"{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#,
            "\n",
            r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#
        )
    };
}

const MESSAGE: &str = r#"[{"id":"u1","role":"user","content":"tide?"}]"#;
const STREAM: &str = "ag-ui-stream";
const HISTORY: &str = "ag-ui-messages";

/// A JSON object that has a key twice.
pub(super) static DUPLICATE_KEY: Rule = Rule {
    id: "json/duplicate-key",
    level: Level::Warning,
    what: "an object has the same key twice",
    why: "Readers disagree on which one counts: most take the last, some the first, some refuse the object.",
    source: "RFC 8259, section 4",
    help: "write each key once",
    fails: Example::new(HISTORY, r#"[{"id":"u1","id":"u2","role":"user","content":"tide?"}]"#),
    passes: Example::new(HISTORY, MESSAGE),
    ..Rule::BLANK
};

/// Half of a character in a text.
pub(super) static LONE_SURROGATE: Rule = Rule {
    id: "json/lone-surrogate",
    level: Level::Warning,
    what: "half of a character stands alone in a text",
    why: "A `\\ud…` escape without its other half is no character. Most languages refuse the text or put U+FFFD in its place.",
    source: "RFC 8259, section 8.2; Unicode, section 3.8",
    help: "cut texts between characters, not between UTF-16 units",
    fails: Example::new(STREAM, text!("wave \\ud83c and on")),
    passes: Example::new(STREAM, text!("wave \\ud83c\\udf0a")),
    ..Rule::BLANK
};

/// Two calls of one reply with the same id.
pub(super) static CALL_ID_REPEATED: Rule = Rule {
    id: "frame/call-id-repeated",
    level: Level::Warning,
    what: "two calls of one reply have the same id",
    why: "A result names its call by the id, so it can't be told which of the two it answers; many APIs refuse it.",
    source: "Anthropic Messages API: tool_use ids must be unique",
    help: "give each call an id of its own",
    fails: Example::new(
        "openai-stream",
        r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":null}]}
{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"c1","type":"function","function":{"name":"g","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}
[DONE]"#,
    ),
    passes: Example::new(
        "openai-stream",
        r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":null}]}
{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"c2","type":"function","function":{"name":"g","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}
[DONE]"#,
    ),
    ..Rule::BLANK
};

/// An error, and then an end as if nothing had been.
pub(super) static SUCCESS_AFTER_ERROR: Rule = Rule {
    id: "frame/success-after-error",
    level: Level::Warning,
    what: "an error came, and then the reply ended as if all were well",
    why: "Clients differ in whether they show the error or the reply; one that looks at the end alone takes it for a success.",
    source: "the shared vocabulary: an error ends a reply",
    help: "end the stream with the error, or send no error for what was mended",
    fails: Example::new(
        "vercel-stream",
        concat!(
            r#"{"type":"start"}"#,
            "\n",
            r#"{"type":"error","errorText":"overloaded"}"#,
            "\n",
            r#"{"type":"finish","finishReason":"stop"}"#,
        ),
    ),
    passes: Example::new(
        "vercel-stream",
        concat!(
            r#"{"type":"start"}"#,
            "\n",
            r#"{"type":"error","errorText":"overloaded"}"#,
            "\n",
            r#"{"type":"finish","finishReason":"error"}"#,
        ),
    ),
    ..Rule::BLANK
};

/// Counts of tokens that go down.
pub(super) static USAGE_SHRINKS: Rule = Rule {
    id: "frame/usage-shrinks",
    level: Level::Warning,
    what: "a count of tokens is smaller than it was before in the same reply",
    why: "Counts in a stream are totals so far. A client that takes the last one bills too little; one that adds them, too much.",
    source: "Anthropic Messages streaming: the counts of message_delta are cumulative",
    help: "send totals, not increments",
    fails: Example::new(
        "anthropic-stream",
        concat!(
            r#"{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":5}}}"#,
            "\n",
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":2}}"#,
            "\n",
            r#"{"type":"message_stop"}"#,
        ),
    ),
    passes: Example::new(
        "anthropic-stream",
        concat!(
            r#"{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}"#,
            "\n",
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":2}}"#,
            "\n",
            r#"{"type":"message_stop"}"#,
        ),
    ),
    ..Rule::BLANK
};

/// All of them, with those that the lanes report by name.
pub(super) static RULES: &[&Rule] = &[
    &Rule {
        id: "frame/empty",
        level: Level::Error,
        what: "the input holds nothing to read",
        why: "An empty capture is no reply; a test that compares it with another empty one proves nothing.",
        source: "a rule of chatwire",
        help: "check what wrote it",
        fails: Example::new(STREAM, ": nothing\n\n"),
        passes: Example::new(STREAM, text!("Low.")),
        ..Rule::BLANK
    },
    &Rule {
        id: "frame/no-reply",
        level: Level::Warning,
        whole: true,
        what: "there are frames, but no reply in them",
        why: "Clients end without a message and without an error. The stream may be of another format or cut at its start.",
        source: "a rule of chatwire",
        help: "check the capture, or name its format with --from",
        fails: Example::new("anthropic-stream", "event: ping\ndata: {\"type\":\"ping\"}\n\n"),
        passes: Example::new(STREAM, text!("Low.")),
    },
    &Rule {
        id: "frame/not-utf8",
        level: Level::Error,
        what: "bytes of the input are no UTF-8",
        why: "JSON is UTF-8. The bytes are read as U+FFFD; other readers stop.",
        source: "RFC 8259, section 8.1",
        help: "mend the capture, or what wrote it",
        fails: Example::bytes(HISTORY, b"[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"ti\xffde?\"}]"),
        passes: Example::new(HISTORY, MESSAGE),
        ..Rule::BLANK
    },
    &Rule {
        id: "json/cut-short",
        level: Level::Error,
        what: "a frame ends inside its JSON value",
        why: "The value is lost: no reader takes half a value.",
        source: "RFC 8259",
        help: "the capture may be cut; fetch it again",
        fails: Example::new(
            STREAM,
            concat!(
                r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#,
                "\n",
                r#"{"type":"RUN_FINISHED","threadId":"t","ru"#,
            ),
        ),
        passes: Example::new(STREAM, text!("Low.")),
        ..Rule::BLANK
    },
    &Rule {
        id: "json/invalid",
        level: Level::Error,
        what: "a frame is no JSON",
        why: "The frame is left out; most clients end there.",
        source: "RFC 8259",
        help: "look at the place; NaN, single quotes and comments are no JSON",
        fails: Example::new(STREAM, text!("a\tb")),
        passes: Example::new(STREAM, text!("a\\tb")),
        ..Rule::BLANK
    },
    &Rule {
        id: "json/unexpected-kind",
        level: Level::Error,
        what: "a value stands where an object should",
        why: "Messages, bodies and frames are objects; nothing can be read from any other value.",
        source: "the documents of all families",
        help: "a record is an object or an array of objects",
        fails: Example::new(HISTORY, r#"["tide?"]"#),
        passes: Example::new(HISTORY, MESSAGE),
        ..Rule::BLANK
    },
    &Rule {
        id: "frame/tie",
        level: Level::Note,
        what: "the input fits several formats equally",
        why: "It is read as the first of them in the documented order, which may not be what it is.",
        source: "a rule of chatwire",
        help: "name the format with --from",
        fails: Example::new("", r#"[{"role":"user","content":"tide?"}]"#),
        passes: Example::new("openai-messages", r#"[{"role":"user","content":"tide?"}]"#),
        ..Rule::BLANK
    },
    &DUPLICATE_KEY,
    &LONE_SURROGATE,
    &CALL_ID_REPEATED,
    &SUCCESS_AFTER_ERROR,
    &USAGE_SHRINKS,
];
