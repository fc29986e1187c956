//! What the rules of this room are read as, and who says so.

pub(super) const REQUEST: &str = "anthropic-request";
pub(super) const RESPONSE: &str = "anthropic-response";
pub(super) const STREAM: &str = "anthropic-stream";

pub(super) const TYPES: &str = "PyPI anthropic 2.14.0, the types of messages";
pub(super) const CLIENT: &str = "npm @anthropic-ai/sdk 1.10.0, MessageStream";
pub(super) const SERVER: &str = "Anthropic Messages API, documentation: invalid_request_error";
