//! Where the rules come from.

/// The document.
pub(super) const DOCUMENT: &str = "the chat message format page of Agenta's documentation";
/// How the package adds a stream up.
pub(super) const FOLD: &str = "agenta 0.125.1, agents/fold.py";
/// How the package tells a stream to the AI SDK.
pub(super) const VERCEL: &str = "agenta 0.125.1, agents/adapters/vercel/stream.py";
/// How the package reads a history.
pub(super) const MESSAGES: &str = "agenta 0.125.1, agents/dtos.py, to_messages";
