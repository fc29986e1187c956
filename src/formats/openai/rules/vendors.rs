//! What only some vendors send or take. Their clients read it, so none of it is an error.

use super::samples::{IMAGE_REQUEST, TOOL_REQUEST};
use super::sources::{CLIENT, REQUEST, RESPONSE, TYPES};
use crate::report::{Example, Level, Rule};

/// A content part is of a kind that only some vendors take.
pub(in crate::formats::openai) static VENDOR_PART: Rule = Rule {
    id: "openai/vendor-part",
    level: Level::Warning,
    what: "a content part is of a kind that only some vendors take",
    why: "OpenAI refuses it; Mistral, OpenRouter, DeepSeek, Perplexity and others take one or another.",
    source: "captured requests of rig, ruby_llm and pydantic-ai",
    help: "send text, image_url, input_audio or file to OpenAI",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":[{"type":"video_url","video_url":{"url":"https://example.com/tide.mp4"}}]}"#
        ),
    ),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A part is spelled as only some vendors take it.
pub(in crate::formats::openai) static VENDOR_SPELLING: Rule = Rule {
    id: "openai/vendor-spelling",
    level: Level::Warning,
    what: "a part is spelled as only some vendors take it",
    why: "OpenAI wants an object; Mistral takes the bare string.",
    source: "captured requests of rig and ruby_llm",
    help: "write `{\"url\": …}`, or `{\"data\": …, \"format\": …}`",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":[{"type":"image_url","image_url":"https://example.com/tide.png"}]}"#
        ),
    ),
    passes: IMAGE_REQUEST,
    ..Rule::BLANK
};

/// A word is one that only some vendors take.
pub(in crate::formats::openai) static VENDOR_WORD: Rule = Rule {
    id: "openai/vendor-word",
    level: Level::Warning,
    what: "a word is one that only some vendors take",
    why: "OpenAI refuses it; Mistral says `any` for `required`, Groq has a service tier of its own.",
    source: "captured requests of rig",
    help: "use a word of the API where OpenAI itself is asked",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"type":"function","function":{"name":"get_tide","parameters":{"type":"object","properties":{}}}}],"tool_choice":"any""#
        ),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"type":"function","function":{"name":"get_tide","parameters":{"type":"object","properties":{}}}}],"tool_choice":"required""#
        ),
    ),
    ..Rule::BLANK
};

/// A tool is of a kind that only some vendors run.
pub(in crate::formats::openai) static VENDOR_TOOL: Rule = Rule {
    id: "openai/vendor-tool",
    level: Level::Warning,
    what: "a tool is of a kind that only some vendors run",
    why: "OpenAI knows function and custom tools; others add searches and browsers of their own.",
    source: "OpenRouter and Groq, their documentation",
    help: "offer a function to OpenAI",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"}"#, r#""tools":[{"type":"browser_search"}]"#),
    ),
    passes: TOOL_REQUEST,
    ..Rule::BLANK
};

/// A tool, call or tool choice does not say its type.
pub(in crate::formats::openai) static TYPE_MISSING: Rule = Rule {
    id: "openai/type-missing",
    level: Level::Warning,
    what: "a tool, call or tool choice does not say its type",
    why: "Mistral and Hugging Face leave it out; OpenAI refuses it, and a client that looks for `function` passes over the call.",
    source: TYPES,
    help: "add `\"type\": \"function\"`",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"}"#, r#""tools":[{"function":{"name":"get_tide"}}]"#),
    ),
    passes: TOOL_REQUEST,
    ..Rule::BLANK
};

/// The content of a reply is a list of parts.
pub(in crate::formats::openai) static CONTENT_IN_PARTS: Rule = Rule {
    id: "openai/content-in-parts",
    level: Level::Warning,
    what: "the content of a reply is a list of parts",
    why: "The types say a string. The client joins it to `[object Object]`; Mistral sends its thinking so.",
    source: CLIENT,
    help: "send a string, and thinking in a member of its own",
    fails: Example::new(
        RESPONSE,
        reply!(r#"{"role":"assistant","content":[{"type":"text","text":"Low."}],"refusal":null}"#),
    ),
    passes: Example::new(RESPONSE, reply!(r#"{"role":"assistant","content":"Low."}"#)),
    ..Rule::BLANK
};

/// A reply does not say its time or what it is.
pub(in crate::formats::openai) static HEADER_MISSING: Rule = Rule {
    id: "openai/header-missing",
    level: Level::Warning,
    what: "a reply does not say its time or what it is",
    why: "The types want `object` and `created`. GitHub Copilot leaves them out, and the client reads on.",
    source: TYPES,
    help: "add `\"object\": \"chat.completion\"` and `created`, in seconds",
    fails: Example::new(
        RESPONSE,
        r#"{"id":"x","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Low."},"finish_reason":"stop"}]}"#,
    ),
    passes: Example::new(RESPONSE, reply!(r#"{"role":"assistant","content":"Low."}"#)),
    ..Rule::BLANK
};

/// The member `object` holds another word than the API says.
pub(in crate::formats::openai) static OTHER_OBJECT: Rule = Rule {
    id: "openai/other-object",
    level: Level::Strict,
    what: "the member `object` holds another word than the API says",
    why: "Clients do not look at it. Azure sends an empty one first, Perplexity ends with `chat.completion.done`.",
    source: TYPES,
    help: "a reply is a `chat.completion`, a piece of it a `chat.completion.chunk`",
    fails: Example::new(
        RESPONSE,
        r#"{"id":"x","object":"chat.completion.done","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Low."},"finish_reason":"stop"}]}"#,
    ),
    passes: Example::new(RESPONSE, reply!(r#"{"role":"assistant","content":"Low."}"#)),
    ..Rule::BLANK
};

/// The service tier is one that the types do not list.
pub(in crate::formats::openai) static OTHER_TIER: Rule = Rule {
    id: "openai/other-tier",
    level: Level::Strict,
    what: "the service tier is one that the types do not list",
    why: "Clients pass it on. Groq says `on_demand`, Snowflake nothing.",
    source: TYPES,
    help: "auto, default, flex, scale, priority or fast",
    fails: Example::new(
        RESPONSE,
        r#"{"id":"x","object":"chat.completion","created":1,"model":"m","service_tier":"on_demand","choices":[{"index":0,"message":{"role":"assistant","content":"Low."},"finish_reason":"stop"}]}"#,
    ),
    passes: Example::new(RESPONSE, reply!(r#"{"role":"assistant","content":"Low."}"#)),
    ..Rule::BLANK
};

/// An annotation is of a kind that the types do not list.
pub(in crate::formats::openai) static OTHER_ANNOTATION: Rule = Rule {
    id: "openai/other-annotation",
    level: Level::Strict,
    what: "an annotation is of a kind that the types do not list",
    why: "OpenRouter sends `file` beside `url_citation`; the client passes it on.",
    source: TYPES,
    help: "url_citation is known",
    fails: Example::new(
        RESPONSE,
        reply!(
            r#"{"role":"assistant","content":"Low.","annotations":[{"type":"file","file":{"hash":"h"}}]}"#
        ),
    ),
    passes: Example::new(RESPONSE, reply!(r#"{"role":"assistant","content":"Low."}"#)),
    ..Rule::BLANK
};

/// A data URL holds no base64.
pub(in crate::formats::openai) static DATA_URL: Rule = Rule {
    id: "openai/data-url",
    level: Level::Warning,
    what: "a data URL holds no base64",
    why: "A data URL without base64, or a broken one, is refused by the server; it stays as it is here.",
    source: "RFC 2397",
    help: "a data URL is `data:`, a media type, `;base64,` and the bytes",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png,tide"}}]}"#
        ),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}"#
        ),
    ),
    ..Rule::BLANK
};
