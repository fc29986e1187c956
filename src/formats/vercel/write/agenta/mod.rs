//! The stream as Agenta writes it: its Vercel side, to the letter.
//!
//! Source: the chat message format page of Agenta's documentation, and the package `agenta` 0.125.1 (PyPI, July 2026),
//! whose `agent_stream_to_vercel_stream` was run. A turn is one step, whatever its model did in it, and closes with
//! `finish-step` and `finish` even where it fails. What Agenta's own frames say beside the shared vocabulary (the ids of
//! texts, `render`, the call inside a question) stands in extras of the family `agenta`, which this writer takes.
//!
//! What the package sends incomplete or leaves out for that is completed here, as the AI SDK would refuse it, and
//! reported: a text that no start opened or no end closed, a call without an id, a file without a media type. An output
//! that is no text becomes the text of its JSON where a tool failed.

mod asked;
mod calls;
mod ends;
pub(super) mod look;
mod parts;
mod slots;
mod state;
mod stream;
mod texts;
pub(super) mod words;

pub(in super::super) use stream::stream;
