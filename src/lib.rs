//! chatwire: a transcoder for the wire formats that chat models and agents speak.
//!
//! A program uses what stands at this root: [`Conversion`], [`detect`], [`read`] and [`validate`]. The modules are the
//! floors of the house, and may change with any version before 1.0.
//!
#![doc = include_str!("../docs/architecture.md")]

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
pub use engine::transcode::{MAX_FRAME, OnError, Outcome, Refusal};
pub use library::{Conversion, UnknownName, detect, read, validate};
pub use report::Diagnostic;

/// The README's Rust, held by a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
