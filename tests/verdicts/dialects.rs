//! What vendors send and their clients read: no errors, and each is told where somebody needs to know.

use chatwire::engine::policy::Policy;
use chatwire::report::to_text;

use crate::{errors, found};

/// A dialect: who speaks it, a document, and the rule that tells it; none where nobody needs to know.
struct Dialect {
    vendor: &'static str,
    format: &'static str,
    text: &'static str,
    rule: &'static str,
}

/// What vendors send and their clients read, though the types that gave the verdicts refuse it.
const DIALECTS: &[Dialect] = &[
    Dialect {
        vendor: "Mistral: the bare URL of an image",
        format: "openai-request",
        text: r#"{"model":"m","messages":[{"role":"user","content":[{"type":"image_url","image_url":"data:image/png;base64,AAAA"}]}]}"#,
        rule: "openai/vendor-spelling",
    },
    Dialect {
        vendor: "Mistral: the bare bytes of a sound",
        format: "openai-request",
        text: r#"{"model":"m","messages":[{"role":"user","content":[{"type":"input_audio","input_audio":"AAAA"}]}]}"#,
        rule: "openai/vendor-spelling",
    },
    Dialect {
        vendor: "Mistral: a document by its URL",
        format: "openai-request",
        text: r#"{"model":"m","messages":[{"role":"user","content":[{"type":"document_url","document_url":"https://example.com/tide.pdf"}]}]}"#,
        rule: "openai/vendor-part",
    },
    Dialect {
        vendor: "Mistral: thinking goes back among the parts",
        format: "openai-messages",
        text: r#"[{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Low."}]}]"#,
        rule: "openai/vendor-part",
    },
    Dialect {
        vendor: "Mistral: thinking comes among the parts",
        format: "openai-response",
        text: r#"{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Low."}]},"finish_reason":"stop"}]}"#,
        rule: "openai/content-in-parts",
    },
    Dialect {
        vendor: "Mistral: `any` for `required`, and tools without a type",
        format: "openai-request",
        text: r#"{"model":"m","messages":[{"role":"user","content":"tide?"}],"tools":[{"function":{"name":"f"}}],"tool_choice":"any"}"#,
        rule: "openai/vendor-word",
    },
    Dialect {
        vendor: "Mistral: a call without a type",
        format: "openai-response",
        text: r#"{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}"#,
        rule: "openai/type-missing",
    },
    Dialect {
        vendor: "OpenRouter, DeepSeek, llama.cpp: a film",
        format: "openai-request",
        text: r#"{"model":"m","messages":[{"role":"user","content":[{"type":"video_url","video_url":{"url":"https://example.com/tide.mp4"}}]}]}"#,
        rule: "openai/vendor-part",
    },
    Dialect {
        vendor: "Perplexity: a file by its URL",
        format: "openai-request",
        text: r#"{"model":"m","messages":[{"role":"user","content":[{"type":"file_url","file_url":{"url":"https://example.com/tide.docx"}}]}]}"#,
        rule: "openai/vendor-part",
    },
    Dialect {
        vendor: "OpenRouter: an image in a result",
        format: "openai-messages",
        text: r#"[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":[{"type":"image_url","image_url":{"url":"https://example.com/tide.png"}}]}]"#,
        rule: "openai/vendor-part",
    },
    Dialect {
        vendor: "OpenRouter: an annotation that is a file",
        format: "openai-response",
        text: r#"{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Low.","annotations":[{"type":"file","file":{"hash":"h"}}]},"finish_reason":"stop"}]}"#,
        rule: "",
    },
    Dialect {
        vendor: "Hugging Face and Together: nulls for what is absent",
        format: "openai-request",
        text: r#"{"model":"m","messages":[{"role":"user","content":"tide?","name":null,"tool_calls":null}],"tools":null,"tool_choice":null,"response_format":null}"#,
        rule: "",
    },
    Dialect {
        vendor: "Hugging Face: a tool choice without a type",
        format: "openai-request",
        text: r#"{"model":"m","messages":[{"role":"user","content":"tide?"}],"tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":{"function":{"name":"f"}}}"#,
        rule: "openai/type-missing",
    },
    Dialect {
        vendor: "Groq and Snowflake: a service tier of their own",
        format: "openai-response",
        text: r#"{"id":"x","object":"chat.completion","created":1,"model":"m","service_tier":"on_demand","choices":[{"index":0,"message":{"role":"assistant","content":"Low."},"finish_reason":"stop"}]}"#,
        rule: "",
    },
    Dialect {
        vendor: "Together: a finish reason of its own",
        format: "openai-response",
        text: r#"{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Low."},"finish_reason":"eos"}]}"#,
        rule: "openai/finish-unknown",
    },
    Dialect {
        vendor: "Copilot: neither `object` nor `created`",
        format: "openai-response",
        text: r#"{"id":"x","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Low."},"finish_reason":"stop"}]}"#,
        rule: "openai/header-missing",
    },
    Dialect {
        vendor: "Azure: a choice whose message the filter has taken",
        format: "openai-response",
        text: r#"{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"content_filter"}]}"#,
        rule: "openai/message-missing",
    },
    Dialect {
        vendor: "converters from Anthropic: calls numbered from 1. The number is a key and not a place",
        format: "openai-stream",
        text: r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":1,"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}"#,
        rule: "openai/tool-gap",
    },
    Dialect {
        vendor: "Bedrock and Vertex: no model in the body",
        format: "anthropic-request",
        text: r#"{"anthropic_version":"bedrock-2023-05-31","max_tokens":64,"messages":[{"role":"user","content":"tide?"}]}"#,
        rule: "",
    },
    Dialect {
        vendor: "Anthropic, betas: servers of tools",
        format: "anthropic-response",
        text: r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"mcp_tool_use","id":"c1","name":"f","server_name":"s","input":{}},{"type":"mcp_tool_result","tool_use_id":"c1","is_error":false,"content":[]}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":3}}"#,
        rule: "anthropic/beta-block",
    },
    Dialect {
        vendor: "Anthropic, earlier: fewer counts of server tools",
        format: "anthropic-response",
        text: r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Low."}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":3,"server_tool_use":{"web_search_requests":0}}}"#,
        rule: "",
    },
    Dialect {
        vendor: "proxies: events without names",
        format: "anthropic-stream",
        text: concat!(
            "data: {\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":9,\"output_tokens\":1}}}\n\n",
            "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":3}}\n\n",
            "data: {\"type\":\"message_stop\"}\n\n",
        ),
        rule: "",
    },
];

#[test]
fn dialects_of_vendors_are_no_errors() {
    let mut wrong = Vec::new();
    for Dialect { vendor, format, text, rule } in DIALECTS {
        let found = found(text.as_bytes(), format, &Policy::default());
        let told = found.iter().any(|one| one.rule == *rule);
        if !errors(&found).is_empty() || (!rule.is_empty() && !told) {
            let all: Vec<_> = found.iter().map(|one| to_text("in", one)).collect();
            wrong.push(format!("{vendor}: {}", all.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
