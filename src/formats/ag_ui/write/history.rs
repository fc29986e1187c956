//! A history: messages in the order AG-UI wants them.

use super::message::{History, Written};
use crate::ir::Transcript;
use crate::report::Report;
use crate::unsaid;

/// Writes the messages of a transcript as an array.
pub(in crate::formats::ag_ui) fn messages(
    mut transcript: Transcript,
    buf: &mut Vec<u8>,
    report: &mut Report,
) {
    let messages = std::mem::take(&mut transcript.messages);
    unsaid::all_but_messages(report, &transcript);
    let mut history = History::default();
    let written = history.write(messages, report);
    array(&written, buf);
}

/// The messages as an array.
pub(super) fn array(written: &[Written], buf: &mut Vec<u8>) {
    buf.push(b'[');
    for (n, message) in written.iter().enumerate() {
        if n > 0 {
            buf.push(b',');
        }
        buf.extend_from_slice(message.json.as_str().as_bytes());
    }
    buf.push(b']');
}
