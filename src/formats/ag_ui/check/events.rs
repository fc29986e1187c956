//! The 31 events, and the five of before 1.0, as tables. Source: AG-UI 1.0, JSON Schema.

use super::nodes::{CONTENT, INPUT, MESSAGE, METADATA, OPERATION, OWNER};
use crate::schema::{Member, Object, Tagged, Type, may, must};

/// What every event has.
const BASE: &[Member] = &[
    must("type", Type::Text),
    may("timestamp", Type::Whole),
    may("rawEvent", Type::Any).null_read(),
    METADATA,
];

const MESSAGE_ID: Member = must("messageId", Type::Text);
const CALL_ID: Member = must("toolCallId", Type::Text);
const DELTA: Member = must("delta", Type::Text);
const ROLE: Member = may("role", Type::Word(&["assistant", "user", "system", "developer"]));
const PATCH: Type = Type::List(&Type::Tagged(&OPERATION));
const PARENT: Member = may("parentMessageId", Type::Text).null_read();
const STEP: &[Member] = &[must("stepName", Type::Text), OWNER];
const RUN: &[Member] = &[must("threadId", Type::Text), must("runId", Type::Text)];
const ENTRIES: Type = Type::List(&Type::Object(&TOKENS));
const USAGE: Member = may("usage", ENTRIES);

/// An event by its type; the reader tells a type that is missing or unknown.
pub(super) static EVENT: Tagged = Tagged {
    name: "an event",
    key: "type",
    variants: &[
        ("TEXT_MESSAGE_CONTENT", &TEXT_CONTENT),
        ("TOOL_CALL_ARGS", &CALL_ARGS),
        ("REASONING_MESSAGE_CONTENT", &REASONING_CONTENT),
        ("TEXT_MESSAGE_CHUNK", &TEXT_CHUNK),
        ("TEXT_MESSAGE_START", &TEXT_START),
        ("TEXT_MESSAGE_END", &TEXT_END),
        ("TOOL_CALL_START", &CALL_START),
        ("TOOL_CALL_END", &CALL_END),
        ("TOOL_CALL_CHUNK", &CALL_CHUNK),
        ("TOOL_CALL_RESULT", &CALL_RESULT),
        ("STATE_SNAPSHOT", &STATE_SNAPSHOT),
        ("STATE_DELTA", &STATE_DELTA),
        ("MESSAGES_SNAPSHOT", &MESSAGES_SNAPSHOT),
        ("ACTIVITY_SNAPSHOT", &ACTIVITY_SNAPSHOT),
        ("ACTIVITY_DELTA", &ACTIVITY_DELTA),
        ("RAW", &RAW),
        ("CUSTOM", &CUSTOM),
        ("RUN_STARTED", &RUN_STARTED),
        ("RUN_FINISHED", &RUN_FINISHED),
        ("RUN_ERROR", &RUN_ERROR),
        ("STEP_STARTED", &STEP_STARTED),
        ("STEP_FINISHED", &STEP_FINISHED),
        ("REASONING_START", &REASONING_START),
        ("REASONING_MESSAGE_START", &REASONING_MESSAGE_START),
        ("REASONING_MESSAGE_END", &REASONING_MESSAGE_END),
        ("REASONING_MESSAGE_CHUNK", &REASONING_CHUNK),
        ("REASONING_END", &REASONING_END),
        ("REASONING_ENCRYPTED_VALUE", &REASONING_ENCRYPTED_VALUE),
        ("SUBAGENT_STARTED", &SUBAGENT_STARTED),
        ("SUBAGENT_FINISHED", &SUBAGENT_FINISHED),
        ("SUBAGENT_ERROR", &SUBAGENT_ERROR),
        ("THINKING_START", &THINKING),
        ("THINKING_TEXT_MESSAGE_START", &THINKING),
        ("THINKING_TEXT_MESSAGE_CONTENT", &THINKING_CONTENT),
        ("THINKING_TEXT_MESSAGE_END", &THINKING),
        ("THINKING_END", &THINKING),
    ],
    unknown: None,
    absent: None,
};

static TEXT_START: Object =
    Object::new("TEXT_MESSAGE_START", &[BASE, &[MESSAGE_ID, ROLE, may("name", Type::Text), OWNER]]);
static TEXT_CONTENT: Object = Object::new("TEXT_MESSAGE_CONTENT", &[BASE, &[MESSAGE_ID, DELTA, OWNER]]);
static TEXT_END: Object = Object::new("TEXT_MESSAGE_END", &[BASE, &[MESSAGE_ID, OWNER]]);
static TEXT_CHUNK: Object = Object::new(
    "TEXT_MESSAGE_CHUNK",
    &[BASE, &[may("messageId", Type::Text), ROLE, may("delta", Type::Text), may("name", Type::Text), OWNER]],
);

static CALL_START: Object =
    Object::new("TOOL_CALL_START", &[BASE, &[CALL_ID, must("toolCallName", Type::Text), PARENT, OWNER]]);
static CALL_ARGS: Object = Object::new("TOOL_CALL_ARGS", &[BASE, &[CALL_ID, DELTA, OWNER]]);
static CALL_END: Object = Object::new("TOOL_CALL_END", &[BASE, &[CALL_ID, OWNER]]);
static CALL_CHUNK: Object = Object::new(
    "TOOL_CALL_CHUNK",
    &[
        BASE,
        &[
            may("toolCallId", Type::Text),
            may("toolCallName", Type::Text),
            PARENT,
            may("delta", Type::Text),
            OWNER,
        ],
    ],
);
static CALL_RESULT: Object = Object::new(
    "TOOL_CALL_RESULT",
    &[BASE, &[MESSAGE_ID, CALL_ID, must("content", CONTENT), may("role", Type::Word(&["tool"])), OWNER]],
);

static STATE_SNAPSHOT: Object =
    Object::new("STATE_SNAPSHOT", &[BASE, &[must("snapshot", Type::Any).null_fine(), OWNER]]);
static STATE_DELTA: Object = Object::new("STATE_DELTA", &[BASE, &[must("delta", PATCH), OWNER]]);
static MESSAGES_SNAPSHOT: Object =
    Object::new("MESSAGES_SNAPSHOT", &[BASE, &[must("messages", Type::List(&Type::Tagged(&MESSAGE)))]]);
static ACTIVITY_SNAPSHOT: Object = Object::new(
    "ACTIVITY_SNAPSHOT",
    &[
        BASE,
        &[
            MESSAGE_ID,
            must("activityType", Type::Text),
            must("content", Type::Map),
            may("replace", Type::Flag),
            OWNER,
        ],
    ],
);
static ACTIVITY_DELTA: Object = Object::new(
    "ACTIVITY_DELTA",
    &[BASE, &[MESSAGE_ID, must("activityType", Type::Text), must("patch", PATCH), OWNER]],
);

static RAW: Object =
    Object::new("RAW", &[BASE, &[must("event", Type::Any).null_fine(), may("source", Type::Text), OWNER]]);
static CUSTOM: Object =
    Object::new("CUSTOM", &[BASE, &[must("name", Type::Text), must("value", Type::Any).null_fine(), OWNER]]);

static RUN_STARTED: Object = Object::new(
    "RUN_STARTED",
    &[
        BASE,
        RUN,
        &[
            may("protocolVersion", Type::Text),
            may("parentRunId", Type::Text),
            may("input", Type::Object(&INPUT)),
        ],
    ],
);
static RUN_FINISHED: Object = Object::new(
    "RUN_FINISHED",
    &[
        BASE,
        RUN,
        &[may("result", Type::Any).null_read(), may("outcome", Type::Tagged(&OUTCOME)).null_read(), USAGE],
    ],
);
static RUN_ERROR: Object =
    Object::new("RUN_ERROR", &[BASE, &[must("message", Type::Text), may("code", Type::Text), USAGE]]);

static OUTCOME: Tagged = Tagged {
    name: "the outcome",
    key: "type",
    variants: &[("success", &SUCCESS), ("interrupt", &INTERRUPTED), ("cancelled", &CANCELLED)],
    unknown: None,
    absent: Some(&super::rules::MISSING_MEMBER),
};
static SUCCESS: Object = Object::new(
    "the outcome",
    &[&[must("type", Type::Text), may("pendingToolCallIds", Type::List(&Type::Text))]],
);
static INTERRUPTED: Object = Object::new(
    "the outcome",
    &[&[must("type", Type::Text), must("interrupts", Type::Some(&Type::Object(&INTERRUPT)))]],
);
static CANCELLED: Object = Object::new("the outcome", &[&[must("type", Type::Text)]]);
static INTERRUPT: Object = Object::new(
    "an interrupt",
    &[&[
        must("id", Type::Text),
        must("reason", Type::Text),
        OWNER,
        may("message", Type::Text),
        may("toolCallId", Type::Text),
        may("responseSchema", Type::Map),
        may("expiresAt", Type::Text),
        METADATA,
    ]],
);
static TOKENS: Object = Object::new(
    "an entry of usage",
    &[&[
        may("provider", Type::Text),
        may("model", Type::Text),
        may("inputTokens", Type::Count),
        may("outputTokens", Type::Count),
        may("totalTokens", Type::Count),
        may("reasoningTokens", Type::Count),
        may("cachedInputTokens", Type::Count),
        may("cacheWriteInputTokens", Type::Count),
    ]],
);

static STEP_STARTED: Object = Object::new("STEP_STARTED", &[BASE, STEP]);
static STEP_FINISHED: Object = Object::new("STEP_FINISHED", &[BASE, STEP]);

static REASONING_START: Object = Object::new("REASONING_START", &[BASE, &[MESSAGE_ID, OWNER]]);
static REASONING_END: Object = Object::new("REASONING_END", &[BASE, &[MESSAGE_ID, OWNER]]);
static REASONING_MESSAGE_START: Object = Object::new(
    "REASONING_MESSAGE_START",
    &[BASE, &[MESSAGE_ID, must("role", Type::Word(&["reasoning"])), OWNER]],
);
static REASONING_CONTENT: Object =
    Object::new("REASONING_MESSAGE_CONTENT", &[BASE, &[MESSAGE_ID, DELTA, OWNER]]);
static REASONING_MESSAGE_END: Object = Object::new("REASONING_MESSAGE_END", &[BASE, &[MESSAGE_ID, OWNER]]);
static REASONING_CHUNK: Object = Object::new(
    "REASONING_MESSAGE_CHUNK",
    &[BASE, &[may("messageId", Type::Text), may("delta", Type::Text), OWNER]],
);
static REASONING_ENCRYPTED_VALUE: Object = Object::new(
    "REASONING_ENCRYPTED_VALUE",
    &[
        BASE,
        &[
            must("subtype", Type::Word(&["tool-call", "message"])),
            must("entityId", Type::Text),
            must("encryptedValue", Type::Text),
            OWNER,
        ],
    ],
);

const SUBAGENT: Member = must("subagentRunId", Type::Text);
static SUBAGENT_STARTED: Object = Object::new(
    "SUBAGENT_STARTED",
    &[
        BASE,
        &[
            SUBAGENT,
            must("name", Type::Text),
            may("description", Type::Text),
            may("parentSubagentRunId", Type::Text),
            may("parentToolCallId", Type::Text),
            may("parentMessageId", Type::Text),
        ],
    ],
);
static SUBAGENT_FINISHED: Object = Object::new(
    "SUBAGENT_FINISHED",
    &[
        BASE,
        &[SUBAGENT, may("result", Type::Any).null_read(), may("outcome", Type::Tagged(&SUBAGENT_OUTCOME))],
    ],
);
static SUBAGENT_ERROR: Object =
    Object::new("SUBAGENT_ERROR", &[BASE, &[SUBAGENT, must("message", Type::Text), may("code", Type::Text)]]);
static SUBAGENT_OUTCOME: Tagged = Tagged {
    name: "the outcome",
    key: "type",
    variants: &[("success", &CANCELLED), ("suspended", &SUSPENDED)],
    unknown: Some(&super::rules::UNKNOWN_OUTCOME),
    absent: Some(&super::rules::MISSING_MEMBER),
};
static SUSPENDED: Object =
    Object::new("the outcome", &[&[must("type", Type::Text), may("interruptIds", Type::List(&Type::Text))]]);

/// The events of before 1.0: the client reads them as REASONING events.
static THINKING: Object = Object::new("a THINKING event", &[BASE]).open();
static THINKING_CONTENT: Object = Object::new("THINKING_TEXT_MESSAGE_CONTENT", &[BASE, &[DELTA]]).open();
