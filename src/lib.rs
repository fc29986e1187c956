//! chatwire: a transcoder for the wire formats that chat models and agents speak.

pub mod framing;
