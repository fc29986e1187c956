//! chatwire: a transcoder for the wire formats that chat models and agents speak.

pub mod calls;
pub mod codec;
pub mod emit;
pub mod engine;
pub mod fold;
pub mod formats;
pub mod framing;
pub mod ir;
pub mod report;
pub mod turns;
pub mod unfold;
pub mod unsaid;
