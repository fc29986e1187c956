//! What a message must say, and what has to agree between the messages of a history.

use super::sources::{CONVERT, VALIDATE, messages};
use crate::report::{Example, Level, Rule};

/// A message has no `id`.
pub(in crate::formats::vercel) static NO_ID: Rule = Rule {
    id: "vercel/no-id",
    level: Level::Error,
    what: "a message has no `id`",
    why: "The AI SDK refuses the whole history.",
    source: VALIDATE,
    help: "give each message an id",
    fails: messages(r#"[{"role":"user","parts":[{"type":"text","text":"tide?"}]}]"#),
    passes: messages(r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#),
    ..Rule::BLANK
};

/// A message has no `role`.
pub(in crate::formats::vercel) static NO_ROLE: Rule = Rule {
    id: "vercel/no-role",
    level: Level::Error,
    what: "a message has no `role`",
    why: "The AI SDK refuses the whole history.",
    source: VALIDATE,
    help: "say whether it is of the system, the user or the assistant",
    fails: messages(r#"[{"id":"u1","parts":[{"type":"text","text":"tide?"}]}]"#),
    passes: messages(r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#),
    ..Rule::BLANK
};

/// A role is none of a UIMessage.
pub(in crate::formats::vercel) static UNKNOWN_ROLE: Rule = Rule {
    id: "vercel/unknown-role",
    level: Level::Error,
    what: "a role is none of a UIMessage",
    why: "The AI SDK refuses the whole history. Results of tools stand in the tool part of the assistant's message.",
    source: VALIDATE,
    help: "use system, user or assistant",
    fails: messages(r#"[{"id":"t1","role":"tool","parts":[{"type":"text","text":"low"}]}]"#),
    passes: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]},{"id":"a1","role":"assistant","parts":[{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}]},{"id":"u2","role":"user","parts":[{"type":"text","text":"and now?"}]}]"#,
    ),
    ..Rule::BLANK
};

/// A message has no `parts`.
pub(in crate::formats::vercel) static NO_PARTS: Rule = Rule {
    id: "vercel/no-parts",
    level: Level::Error,
    what: "a message has no `parts`",
    why: "The AI SDK refuses the whole history. `content` was the message's text until version 4.",
    source: VALIDATE,
    help: "write the text as a part: {\"type\": \"text\", \"text\": …}",
    fails: messages(r#"[{"id":"u1","role":"user","content":"tide?"}]"#),
    passes: messages(r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#),
    ..Rule::BLANK
};

/// A message among UIMessages has `content` and no `parts`.
pub(in crate::formats::vercel) static PLAIN_MESSAGE: Rule = Rule {
    id: "vercel/plain-message",
    level: Level::Warning,
    what: "a message has `content` in place of `parts`",
    why: "Some clients mix plain messages into a history, and Agenta reads them; the AI SDK refuses the whole history.",
    source: VALIDATE,
    help: "write the text as a part: {\"type\": \"text\", \"text\": …}",
    fails: messages(
        r#"[{"id":"u1","role":"user","content":"tide?"},{"id":"a1","role":"assistant","parts":[{"type":"text","text":"Low."}]}]"#,
    ),
    passes: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]},{"id":"a1","role":"assistant","parts":[{"type":"text","text":"Low."}]}]"#,
    ),
    ..Rule::BLANK
};

/// A message has a member of AI SDK 4.
pub(in crate::formats::vercel) static OLD_MEMBER: Rule = Rule {
    id: "vercel/old-member",
    level: Level::Warning,
    what: "a message has a member of AI SDK 4",
    why: "The schema drops it without a word: what it says is lost unless a part says it too.",
    source: VALIDATE,
    help: "write parts; times and notes go into `metadata`",
    fails: messages(
        r#"[{"id":"u1","role":"user","createdAt":"2026-07-01T00:00:00Z","parts":[{"type":"text","text":"tide?"}]}]"#,
    ),
    passes: messages(
        r#"[{"id":"u1","role":"user","metadata":{"createdAt":"2026-07-01T00:00:00Z"},"parts":[{"type":"text","text":"tide?"}]}]"#,
    ),
    ..Rule::BLANK
};

/// Two messages have the same id.
pub(in crate::formats::vercel) static MESSAGE_ID_REPEATED: Rule = Rule {
    id: "vercel/message-id-repeated",
    level: Level::Warning,
    what: "two messages have the same id",
    why: "The chat finds messages by their id: an update, a regenerated reply or a stored copy goes to one of them.",
    source: "ai 7.0.173, AbstractChat",
    help: "give each message an id of its own",
    fails: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]},{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#,
    ),
    passes: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]},{"id":"u2","role":"user","parts":[{"type":"text","text":"and now?"}]}]"#,
    ),
    ..Rule::BLANK
};

/// Two calls have the same id.
pub(in crate::formats::vercel) static CALL_ID_REPEATED: Rule = Rule {
    id: "vercel/call-id-repeated",
    level: Level::Warning,
    what: "two calls have the same id",
    why: "A result names its call by the id; many APIs refuse the history that is made of it.",
    source: "Anthropic Messages API: tool_use ids must be unique",
    help: "give each call an id of its own",
    fails: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"},{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}"#
    ),
    passes: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// The conversation goes on and a call has no result.
pub(in crate::formats::vercel) static CALL_WITHOUT_RESULT: Rule = Rule {
    id: "vercel/call-without-result",
    level: Level::Warning,
    what: "the conversation goes on and a call has no result",
    why: "The history is valid, but `generateText` and `streamText` throw a MissingToolResultsError.",
    source: "ai 7.0.173, standardizePrompt",
    help: "give the call an output, or leave it out with `ignoreIncompleteToolCalls`",
    fails: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]},{"id":"a1","role":"assistant","parts":[{"type":"tool-tide","toolCallId":"c1","state":"input-available","input":{}}]},{"id":"u2","role":"user","parts":[{"type":"text","text":"and now?"}]}]"#,
    ),
    passes: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]},{"id":"a1","role":"assistant","parts":[{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}]},{"id":"u2","role":"user","parts":[{"type":"text","text":"and now?"}]}]"#,
    ),
    ..Rule::BLANK
};

/// The conversation goes on and the input of a call is not there yet.
pub(in crate::formats::vercel) static CALL_LEFT_STREAMING: Rule = Rule {
    id: "vercel/call-left-streaming",
    level: Level::Warning,
    what: "the conversation goes on and the input of a call is not there yet",
    why: "The call is left out without a word when the history is sent to a model.",
    source: CONVERT,
    help: "keep the message as it was when the call was whole, or leave the part out",
    fails: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]},{"id":"a1","role":"assistant","parts":[{"type":"tool-tide","toolCallId":"c1","state":"input-streaming","input":{}}]},{"id":"u2","role":"user","parts":[{"type":"text","text":"and now?"}]}]"#,
    ),
    passes: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]},{"id":"a1","role":"assistant","parts":[{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}]},{"id":"u2","role":"user","parts":[{"type":"text","text":"and now?"}]}]"#,
    ),
    ..Rule::BLANK
};

/// The user goes on and a call still waits for approval.
pub(in crate::formats::vercel) static PENDING_APPROVAL: Rule = Rule {
    id: "vercel/pending-approval",
    level: Level::Warning,
    what: "the user goes on and a call still waits for approval",
    why: "The call and its question are left out without a word when the history is sent to a model.",
    source: CONVERT,
    help: "answer the question first, with yes or no",
    fails: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]},{"id":"a1","role":"assistant","parts":[{"type":"tool-tide","toolCallId":"c1","state":"approval-requested","input":{},"approval":{"id":"q1"}}]},{"id":"u2","role":"user","parts":[{"type":"text","text":"and now?"}]}]"#,
    ),
    passes: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]},{"id":"a1","role":"assistant","parts":[{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}]},{"id":"u2","role":"user","parts":[{"type":"text","text":"and now?"}]}]"#,
    ),
    ..Rule::BLANK
};

/// The trigger of a request is none that the chat sends.
pub(in crate::formats::vercel) static UNKNOWN_TRIGGER: Rule = Rule {
    id: "vercel/unknown-trigger",
    level: Level::Warning,
    what: "the trigger of a request is none that the chat sends",
    why: "The chat sends `submit-message` or `regenerate-message`; a server that asks for one of them takes the request for the other.",
    source: "ai 7.0.173, HttpChatTransport",
    help: "use submit-message or regenerate-message",
    fails: Example::new(
        "vercel-request",
        r#"{"id":"chat","messages":[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}],"trigger":"submit"}"#,
    ),
    passes: Example::new(
        "vercel-request",
        r#"{"id":"chat","messages":[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}],"trigger":"submit-message"}"#,
    ),
    ..Rule::BLANK
};
