//! The rules in words, with their examples.

use crate::report::{Example, Level, Rule};

/// The start of a run, as an event.
macro_rules! START {
    () => {
        "data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n\n"
    };
}

/// Its end.
macro_rules! END {
    () => {
        "data: {\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\"}\n\n"
    };
}

const SSE: &str = "WHATWG HTML, section 9.2, Server-sent events";
const JSON: &str = "RFC 8259";

/// A frame longer than tests allow.
const LONG: [u8; 3000] = {
    let mut long = [b'a'; 3000];
    (long[0], long[1], long[2998], long[2999]) = (b'[', b'"', b'"', b']');
    long
};

/// All of them.
pub(crate) static RULES: &[&Rule] = &[
    &Rule {
        id: super::TOO_LONG,
        level: Level::Error,
        what: "a frame is longer than `--max-frame`",
        why: "It is left out, so that memory stays bounded; what it says is lost.",
        source: "a limit of chatwire",
        help: "allow longer frames with --max-frame",
        fails: Example::bytes("ag-ui-messages", &LONG),
        passes: Example::new("ag-ui-messages", "[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"tide?\"}]"),
        ..Rule::BLANK
    },
    &Rule {
        id: super::NOISE,
        level: Level::Warning,
        what: "a line is no part of the body but talk of the program that fetched it",
        why: "`curl -v` with `2>&1` writes its progress into the capture. It is ignored here; a client would choke on it.",
        source: SSE,
        help: "capture with `curl -sN`, without -v and 2>&1",
        fails: Example::new(
            "ag-ui-stream",
            concat!("* Connected to localhost\n> \n< HTTP/1.1 200 OK\n< \n", START!(), END!()),
        ),
        passes: Example::new("ag-ui-stream", concat!(START!(), END!())),
        ..Rule::BLANK
    },
    &Rule {
        id: super::EVENT_NOT_SEPARATED,
        level: Level::Warning,
        what: "two events stand without the blank line between them",
        why: "By the SSE grammar they are one event whose data is two JSON values, which most clients refuse. Here both are read.",
        source: SSE,
        help: "end each event with a blank line",
        fails: Example::new(
            "ag-ui-stream",
            concat!("data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n", END!()),
        ),
        passes: Example::new("ag-ui-stream", concat!(START!(), END!())),
        ..Rule::BLANK
    },
    &Rule {
        id: super::GLUED,
        level: Level::Error,
        what: "a whole JSON value follows a broken one in the same event or line",
        why: "A proxy has added an error to an event that was cut. The broken value is lost.",
        source: SSE,
        help: "look into what closed the connection; the second value often says it",
        fails: Example::new(
            "ag-ui-stream",
            concat!(
                START!(),
                "data: {\"type\":\"CUSTOM\",\"na\ndata: {\"type\":\"RUN_ERROR\",\"message\":\"gateway timeout\"}\n\n"
            ),
        ),
        passes: Example::new(
            "ag-ui-stream",
            concat!(START!(), "data: {\"type\":\"RUN_ERROR\",\"message\":\"gateway timeout\"}\n\n"),
        ),
        ..Rule::BLANK
    },
    &Rule {
        id: super::BARE_JSON,
        level: Level::Warning,
        what: "a line of JSON has no `data:` before it",
        why: "By the SSE grammar a client ignores it. It is read here because it is often the error.",
        source: SSE,
        help: "write `data: ` before it",
        fails: Example::new(
            "ag-ui-stream",
            concat!(START!(), "{\"type\":\"RUN_ERROR\",\"message\":\"overloaded\"}\n"),
        ),
        passes: Example::new(
            "ag-ui-stream",
            concat!(START!(), "data: {\"type\":\"RUN_ERROR\",\"message\":\"overloaded\"}\n\n"),
        ),
        ..Rule::BLANK
    },
    &Rule {
        id: super::KEEPALIVE_AS_DATA,
        level: Level::Warning,
        what: "a keep-alive is sent as data",
        why: "A client takes it for an event and fails to read it as JSON. A comment says nothing to anyone.",
        source: SSE,
        help: "send a comment: a line that begins with `:`",
        fails: Example::new("ag-ui-stream", concat!(START!(), "data: ping\n\n", END!())),
        passes: Example::new("ag-ui-stream", concat!(START!(), ": ping\n\n", END!())),
        ..Rule::BLANK
    },
    &Rule {
        id: super::NOT_A_FIELD,
        level: Level::Warning,
        what: "a line is no SSE field",
        why: "It is ignored, as the grammar asks; it is often HTML or plain text that a server wrote where events should be.",
        source: SSE,
        help: "look at the line; each line is `name: value`",
        fails: Example::new("ag-ui-stream", concat!(START!(), "Internal Server Error\n\n", END!())),
        passes: Example::new("ag-ui-stream", concat!(START!(), END!())),
        ..Rule::BLANK
    },
    &Rule {
        id: super::TWO_VALUES,
        level: Level::Warning,
        what: "a frame holds two or more JSON values",
        why: "Readers of NDJSON and of SSE take one value a frame and refuse the second. Each is read here.",
        source: "NDJSON: one value a line",
        help: "end each value with a line break",
        fails: Example::new(
            "ag-ui-stream",
            "{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}{\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\"}\n{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"s\"}\n{\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"s\"}\n",
        ),
        passes: Example::new(
            "ag-ui-stream",
            "{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n{\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\"}\n",
        ),
        ..Rule::BLANK
    },
    &Rule {
        id: super::CUT_SHORT,
        level: Level::Error,
        what: "the input ends inside a value or an array",
        why: "The file was cut; what came before is read.",
        source: JSON,
        help: "fetch it again; a capture that is cut on purpose should end at a frame",
        fails: Example::new("ag-ui-messages", "[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"tide?\"}"),
        passes: Example::new("ag-ui-messages", "[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"tide?\"}]"),
        ..Rule::BLANK
    },
    &Rule {
        id: super::TRAILING_DATA,
        level: Level::Error,
        what: "something that is no JSON follows a value",
        why: "What it was meant to say is lost.",
        source: JSON,
        help: "a JSON file holds values and white space alone",
        fails: Example::new("ag-ui-messages", "[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"tide?\"}]}\n"),
        passes: Example::new("ag-ui-messages", "[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"tide?\"}]\n"),
        ..Rule::BLANK
    },
    &Rule {
        id: super::NOT_JSON,
        level: Level::Error,
        what: "the input does not begin as JSON does",
        why: "The line is left out.",
        source: JSON,
        help: "look at the line; it may be an error page or a log",
        fails: Example::new(
            "ag-ui-messages",
            "oh no\n[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"tide?\"}]\n",
        ),
        passes: Example::new("ag-ui-messages", "[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"tide?\"}]\n"),
        ..Rule::BLANK
    },
    &Rule {
        id: super::BRACKETS,
        level: Level::Error,
        what: "a bracket closes another kind of bracket",
        why: "The value is left out.",
        source: JSON,
        help: "close brackets in the order in which they open",
        fails: Example::new(
            "ag-ui-messages",
            "[{\"id\":\"u1\",\"role\":\"user\",\"content\":[\"tide?\"}}]\n",
        ),
        passes: Example::new("ag-ui-messages", "[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"tide?\"}]\n"),
        ..Rule::BLANK
    },
    &Rule {
        id: super::OPEN_STRING,
        level: Level::Error,
        what: "a line breaks inside a string",
        why: "It is mostly a value cut short, with others after it. The value is left out.",
        source: JSON,
        help: "write a line break in a string as `\\n`",
        fails: Example::new(
            "ag-ui-messages",
            "[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"ti\nde?\"}]\n",
        ),
        passes: Example::new(
            "ag-ui-messages",
            "[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"ti\\nde?\"}]\n",
        ),
        ..Rule::BLANK
    },
    &Rule {
        id: super::COMMA,
        level: Level::Error,
        what: "a comma is missing between two values, or one is too many",
        why: "JSON allows no other commas than those between two values; most readers refuse the document.",
        source: JSON,
        help: "write one comma between two values of an array",
        fails: Example::new("ag-ui-messages", "[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"tide?\"},]\n"),
        passes: Example::new("ag-ui-messages", "[{\"id\":\"u1\",\"role\":\"user\",\"content\":\"tide?\"}]\n"),
        ..Rule::BLANK
    },
];
