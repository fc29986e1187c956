//! chatwire: a transcoder for the wire formats that chat models and agents speak.
//!
//! ```text
//! bytes ─ framing ─► frames ─ room.read ─► events ─┬───────────────► room.write ─► frames ─► bytes    stream → stream
//!                                                  └ fold ► transcript ─► room.write                  stream → history
//! bytes ─ framing ─► record ─ room.read ─► transcript ─┬───────────► room.write                       history → history
//!                                                      └ unfold ► events ─► room.write                history → stream
//! ```
//! There are N rooms and one hub: no pair of formats is ever coded as a pair. `diff` compares two transcripts in a canonical
//! form ([`engine::compare`]).
//!
//! # Floors
//! Arrows point down only; nothing here goes in a circle, and no room imports another.
//!
//! | floor | what it is | what it does not know |
//! |---|---|---|
//! | [`engine`] | input, detection, the lanes from format to format | any room |
//! | [`formats`] | the table, and one room a family | other rooms |
//! | [`codec`], [`check`], [`schema`], [`emit`], [`fold`], [`unfold`], [`turns`], [`calls`], [`unsaid`] | the contract of rooms, and what they share | any wire |
//! | [`framing`] | bytes to frames and back | any wire |
//! | [`report`] | faults and losses | who prints them |
//! | [`ir`] | events, the transcript, JSON text on a tape | frames, wires |
//!
//! The binary adds the command line, one file a command, and the one file that prints to a person.
//!
//! # Invariants
//! * One vocabulary: an event that opens a part carries the tree's own part. Fold is push, extend, close; unfold is peel.
//! * A variant or field enters the vocabulary only if two families speak it or fold needs it. The rest is `Raw` (a
//!   node) or extras (members), tagged with its family.
//! * What no reader read is the frame's extras. So a reader cannot forget a member; taking one and not using it is the
//!   fault to look for.
//! * Text stays in its escaped token, opaque JSON stays as it was. Only who looks inside decodes.
//! * Reading is faithful, writing conforms. Readers report faults; writers decide for every event, part and extra, and
//!   report each loss where it is decided.
//! * A format to itself is copied. Through `native` and back is exact, too: what a room's writer spells otherwise than
//!   the source is kept as a patch (`remainder`).
//! * With `--carry` so is the way through any format: what was written is read back, and the change from there to the
//!   source's native transcript rides in the target's extension place. The engine does it for all; a room says where.
//! * Same bytes in, same bytes out: ids that have to be made up are counted, and there is no clock.
//!
//! # Where the code departs from the first design
//! * Extras that arrive in a stream name their node by a scope and travel with the frame's last event; in the tree each
//!   node has its own. Names are the same in a stream and in a whole reply.
//! * Nulls are no extras: in documents the remainder keeps them, in streams they say nothing.

pub mod calls;
pub mod check;
pub mod codec;
pub mod emit;
pub mod engine;
pub mod fold;
pub mod formats;
pub mod framing;
pub mod ir;
mod library;
pub mod report;
pub mod schema;
pub mod turns;
pub mod unfold;
pub mod unsaid;

pub use engine::detect::Detected;
pub use engine::policy::Policy;
pub use engine::transcode::{OnError, Outcome, Refusal};
pub use library::{Conversion, MAX_FRAME, UnknownName, detect, read, validate};
pub use report::Diagnostic;

/// The README's Rust, held by a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
