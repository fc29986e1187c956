//! Where the rules come from.

/// The document.
pub(super) const DOCUMENT: &str = "docs/native.md";
/// What readers make of it.
pub(super) const READING: &str = "a rule of chatwire";
