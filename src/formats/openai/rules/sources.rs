//! What the rules of this room are read as, and who says so.

pub(super) const REQUEST: &str = "openai-request";
pub(super) const RESPONSE: &str = "openai-response";
pub(super) const STREAM: &str = "openai-stream";

pub(super) const TYPES: &str = "PyPI openai 3.57.0, the types of chat completions";
pub(super) const CLIENT: &str = "npm openai 7.55.0, ChatCompletionStream";
pub(super) const API: &str = "OpenAI API, Create chat completion: the server refuses it with status 400";
