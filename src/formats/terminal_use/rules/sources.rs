//! Where rules come from, and what their examples are read as.

use crate::report::Example;

pub(super) const SCHEMA: &str = "the OpenAPI document of Messages v2, 0.1.0";
pub(super) const CLIENT: &str = "terminaluse 0.35.0, the messages API";

pub(super) const fn messages(text: &'static str) -> Example {
    Example::new("terminal-use-messages", text)
}

pub(super) const fn page(text: &'static str) -> Example {
    Example::new("terminal-use-response", text)
}
