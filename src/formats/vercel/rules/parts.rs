//! What becomes of the parts of a message when a model is asked.

use super::sources::{CONVERT, messages};
use crate::report::{Level, Rule};

/// A part stands in a message whose role has no such parts.
pub(in crate::formats::vercel) static PART_OF_OTHER_ROLE: Rule = Rule {
    id: "vercel/part-of-other-role",
    level: Level::Warning,
    what: "a part stands in a message whose role has no such parts",
    why: "It is left out without a word when the history is sent to a model: a user has texts and files, the system has texts.",
    source: CONVERT,
    help: "put it in a message of the assistant, or write it as text",
    fails: messages(
        r#"[{"id":"u1","role":"user","parts":[{"type":"reasoning","text":"hm"},{"type":"text","text":"tide?"}]}]"#,
    ),
    passes: messages(r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#),
    ..Rule::BLANK
};

/// Text stands after the output of a call and no step begins between.
pub(in crate::formats::vercel) static TEXT_AFTER_RESULT: Rule = Rule {
    id: "vercel/text-after-result",
    level: Level::Warning,
    what: "text stands after the output of a call and no step begins between",
    why: "Without `step-start` all is one step, and the text is sent to the model before the result that it is about.",
    source: CONVERT,
    help: "put {\"type\": \"step-start\"} after the outputs",
    fails: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"},{"type":"text","text":"Low."}"#
    ),
    passes: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"},{"type":"step-start"},{"type":"text","text":"Low."}"#
    ),
    ..Rule::BLANK
};

/// The url of a file is none.
pub(in crate::formats::vercel) static FILE_URL: Rule = Rule {
    id: "vercel/file-url",
    level: Level::Warning,
    what: "the url of a file is none",
    why: "`convertToModelMessages` makes a URL of it and throws a TypeError.",
    source: CONVERT,
    help: "write an absolute URL or a `data:` URL; bytes alone are none",
    fails: parts!(r#"{"type":"file","mediaType":"image/png","url":"tide.png"}"#),
    passes: parts!(r#"{"type":"file","mediaType":"image/png","url":"https://example.com/tide.png"}"#),
    ..Rule::BLANK
};

/// A `data:` URL says another media type than the part.
pub(in crate::formats::vercel) static MEDIA_TYPE_DIFFERS: Rule = Rule {
    id: "vercel/media-type-differs",
    level: Level::Warning,
    what: "a `data:` URL says another media type than the part",
    why: "The part's own word counts; the model is told the wrong kind of file if that is the wrong one.",
    source: CONVERT,
    help: "say the same in both",
    fails: parts!(r#"{"type":"file","mediaType":"image/png","url":"data:image/jpeg;base64,QQ=="}"#),
    passes: parts!(r#"{"type":"file","mediaType":"image/png","url":"data:image/png;base64,QQ=="}"#),
    ..Rule::BLANK
};
