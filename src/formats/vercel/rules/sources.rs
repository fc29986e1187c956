//! Where rules come from, and what their examples are read as.

use crate::report::Example;

pub(super) const SCHEMAS: &str = "ai 7.0.173, uiMessageChunkSchema and uiMessagesSchema";
pub(super) const CHUNKS: &str = "ai 7.0.173, uiMessageChunkSchema";
pub(super) const VALIDATE: &str = "ai 7.0.173, validateUIMessages";
pub(super) const FOLD: &str = "ai 7.0.173, processUIMessageStream";
pub(super) const CONVERT: &str = "ai 7.0.173, convertToModelMessages";

pub(super) const fn stream(text: &'static str) -> Example {
    Example::new("vercel-stream", text)
}

pub(super) const fn messages(text: &'static str) -> Example {
    Example::new("vercel-messages", text)
}
