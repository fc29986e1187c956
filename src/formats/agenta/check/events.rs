//! Event frames, as tables. Source: the document's table of frames, and what the package's consumers read.

use super::super::rules;
use crate::schema::{Member, Object, Tagged, Type, may, must};

/// An event's members; the type stands in the frame, beside them, or in both.
pub(super) static EVENT: Tagged = Tagged {
    name: "an event",
    key: "type",
    variants: &[
        ("message", &WHOLE),
        ("message_start", &START),
        ("message_delta", &DELTA),
        ("message_end", &END),
        ("thought", &WHOLE),
        ("thought_start", &START),
        ("thought_delta", &DELTA),
        ("thought_end", &END),
        ("tool_call", &CALL),
        ("tool_result", &RESULT),
        ("interaction_request", &INTERACTION),
        ("interaction_response", &INTERACTION),
        ("data", &DATA),
        ("file", &FILE),
        ("usage", &USAGE),
        ("error", &ERROR),
        ("done", &DONE),
        ("turn", &TURN),
        ("attachment_delivery", &DELIVERY),
        ("mcp_server_failed", &SERVER_FAILED),
    ],
    unknown: Some(&rules::UNKNOWN_EVENT),
    absent: None,
};

const BASE: &[Member] = &[may("type", Type::Text)];
// That the id of a text is not there, the reader tells.
const ID: Member = may("id", Type::Text).null_fine();
const ANY: Type = Type::Any;

static WHOLE: Object = Object::new(
    "a whole text",
    &[BASE, &[must("text", Type::Text), ID, may("attachments", ANY).null_fine()]],
);
static START: Object = Object::new("a start", &[BASE, &[ID]]);
// What a delta may be, the reader tells.
static DELTA: Object = Object::new("a delta", &[BASE, &[ID, may("delta", ANY).null_fine()]]);
static END: Object = Object::new("an end", &[BASE, &[ID]]);

static CALL: Object = Object::new(
    "tool_call",
    &[
        BASE,
        &[
            ID,
            may("name", Type::Text).null_fine(),
            may("input", ANY).null_fine(),
            may("rawInput", ANY).null_fine(),
            may("render", ANY).null_fine(),
        ],
    ],
);
static RESULT: Object = Object::new(
    "tool_result",
    &[
        BASE,
        &[
            ID,
            may("output", ANY).null_fine(),
            may("data", ANY).null_fine(),
            may("isError", Type::Flag).null_read(),
            may("denied", Type::Flag).null_read(),
            may("render", ANY).null_fine(),
        ],
    ],
);
static INTERACTION: Object = Object::new(
    "an interaction",
    &[
        BASE,
        &[
            ID,
            must("kind", Type::Word(&["user_approval", "user_input", "client_tool"])),
            may("payload", Type::Map).null_fine(),
        ],
    ],
);
static DATA: Object = Object::new(
    "data",
    &[
        BASE,
        &[
            may("name", Type::Text).null_fine(),
            must("data", ANY).null_fine(),
            may("transient", Type::Flag).null_read(),
        ],
    ],
);
// That there is no `url`, the reader tells.
static FILE: Object =
    Object::new("file", &[BASE, &[may("url", Type::Text).null_fine(), must("mediaType", Type::Text)]]);
static USAGE: Object = Object::new(
    "usage",
    &[
        BASE,
        &[
            may("input", Type::Count).null_read(),
            may("output", Type::Count).null_read(),
            may("total", Type::Count).null_read(),
            may("cost", Type::Number).null_read(),
        ],
    ],
);
static ERROR: Object = Object::new(
    "error",
    &[BASE, &[must("message", Type::Text), may("code", ANY).null_fine(), may("detail", ANY).null_fine()]],
);
static DONE: Object = Object::new(
    "done",
    &[BASE, &[may("stopReason", Type::Text).null_fine(), may("traceId", Type::Text).null_fine()]],
);
static TURN: Object = Object::new("turn", &[BASE, &[must("turnId", Type::Text)]]);
static DELIVERY: Object = Object::new(
    "attachment_delivery",
    &[
        BASE,
        &[
            must("attachmentId", Type::Text),
            must("outcome", Type::Word(&["native", "workspace_only", "failed"])),
            may("reasonCode", Type::Text).null_fine(),
            may("workingPath", Type::Text).null_fine(),
        ],
    ],
);
static SERVER_FAILED: Object = Object::new(
    "mcp_server_failed",
    &[
        BASE,
        &[
            must("serverName", Type::Text),
            may("reasonCode", Type::Text).null_fine(),
            may("status", ANY).null_fine(),
            may("message", Type::Text).null_fine(),
            may("detail", ANY).null_fine(),
        ],
    ],
);
