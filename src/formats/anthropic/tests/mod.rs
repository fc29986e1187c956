//! Frames in, lines out.

use super::FORMATS;
use crate::codec::WireFormat;

mod detection;
mod documents;
mod stream;

const MESSAGES: &WireFormat = &FORMATS[0];
const REQUEST: &WireFormat = &FORMATS[1];
const RESPONSE: &WireFormat = &FORMATS[2];
const STREAM: &WireFormat = &FORMATS[3];
