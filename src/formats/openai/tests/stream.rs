use crate::formats::openai::FORMATS;
use crate::formats::testing::{check_read, rewritten};

#[test]
fn smoke() {
    let frames = r#"
{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}
{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}
{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}
[DONE]"#;
    println!("{}", rewritten(&FORMATS[3], frames));
    check_read(&FORMATS[3], frames, "x");
}
