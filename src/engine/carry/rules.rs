//! The rules of what is carried.

use crate::report::{Example, Level, Rule};

const SOURCE: &str = "a rule of chatwire";
const FROM: &str = "vercel-messages";
const STREAM: &str = "vercel-stream";

/// All of them.
pub(in crate::engine) static RULES: &[&Rule] = &[
    &Rule {
        id: "frame/carry-changed",
        level: Level::Warning,
        what: "what is carried belongs to something else",
        why: "What was written with --carry has been changed since. What it carries fits no more, and is left out.",
        source: SOURCE,
        help: "change the source and convert it again, or go on with what stands here",
        fails: Example::carried(
            FROM,
            "openai-messages",
            r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}],"metadata":{"chatwire":{"version":1,"of":"0","set":{},"remove":[]}}}]"#,
        ),
        passes: Example::carried(
            FROM,
            "openai-messages",
            r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#,
        ),
        ..Rule::BLANK
    },
    &Rule {
        id: "frame/carry-cut-short",
        level: Level::Warning,
        what: "what was to be carried did not come",
        why: "The start of the reply says that something is carried, and the capture ends before it.",
        source: SOURCE,
        help: "convert the whole capture",
        fails: Example::carried(
            STREAM,
            "openai-stream",
            concat!(
                r#"{"type":"start","messageId":"m"}"#,
                "\n",
                r#"{"type":"data-chatwire","transient":true,"data":{"version":1,"follows":true}}"#,
                "\n",
                r#"{"type":"text-start","id":"0"}"#,
                "\n",
                r#"{"type":"text-delta","id":"0","delta":"Low."}"#,
                "\n",
                r#"{"type":"text-end","id":"0"}"#,
                "\n",
                r#"{"type":"finish"}"#,
                "\n",
            ),
        ),
        passes: Example::carried(
            STREAM,
            "openai-stream",
            concat!(
                r#"{"type":"start","messageId":"m"}"#,
                "\n",
                r#"{"type":"text-start","id":"0"}"#,
                "\n",
                r#"{"type":"text-delta","id":"0","delta":"Low."}"#,
                "\n",
                r#"{"type":"text-end","id":"0"}"#,
                "\n",
                r#"{"type":"finish"}"#,
                "\n",
            ),
        ),
        ..Rule::BLANK
    },
    &Rule {
        id: "frame/carry-late",
        level: Level::Warning,
        what: "something is carried in a stream that did not say so at its start",
        why: "The reply was written as it came, so that what is carried comes too late for it.",
        source: SOURCE,
        help: "convert each capture on its own",
        fails: Example::carried(
            STREAM,
            "openai-stream",
            concat!(
                r#"{"type":"start","messageId":"m"}"#,
                "\n",
                r#"{"type":"text-start","id":"0"}"#,
                "\n",
                r#"{"type":"text-delta","id":"0","delta":"Low."}"#,
                "\n",
                r#"{"type":"text-end","id":"0"}"#,
                "\n",
                r#"{"type":"data-chatwire","transient":true,"data":{"version":1,"left":1,"of":"0","set":{},"remove":[]}}"#,
                "\n",
                r#"{"type":"finish"}"#,
                "\n",
            ),
        ),
        passes: Example::carried(
            STREAM,
            "openai-stream",
            concat!(
                r#"{"type":"start","messageId":"m"}"#,
                "\n",
                r#"{"type":"text-start","id":"0"}"#,
                "\n",
                r#"{"type":"text-delta","id":"0","delta":"Low."}"#,
                "\n",
                r#"{"type":"text-end","id":"0"}"#,
                "\n",
                r#"{"type":"finish"}"#,
                "\n",
            ),
        ),
        ..Rule::BLANK
    },
    &Rule {
        id: "frame/carry-refused",
        level: Level::Note,
        what: "the target has servers that refuse the member that carries",
        why: "They refuse all members that they do not know; the clients of the same family take them.",
        source: SOURCE,
        help: "to send this there, convert it without --carry",
        fails: Example::carried(
            FROM,
            "openai-messages",
            r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#,
        ),
        passes: Example::converted(
            FROM,
            "openai-messages",
            r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#,
        ),
        ..Rule::BLANK
    },
];
