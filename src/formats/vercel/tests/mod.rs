//! Frames in, lines out.

mod detecting;
mod reading;
mod writing;

use super::FORMATS;
use crate::codec::WireFormat;
use crate::emit::WriteEvents;
use crate::fold::Fold;
use crate::formats::testing::{document, feed, out, write_document};
use crate::report::Report;

const MESSAGES: &WireFormat = &FORMATS[0];
const REQUEST: &WireFormat = &FORMATS[1];
const STREAM: &WireFormat = &FORMATS[2];

/// A history read and written is the same, but for the order of keys.
#[track_caller]
fn same(text: &str) {
    let (transcript, mut report) = document(MESSAGES, text);
    let found: Vec<_> = report.drain().collect();
    let written = write_document(MESSAGES, transcript);
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(value(&written), value(text), "{found:?}");
}

/// What a stream adds up to, as messages.
fn through(frames: &str) -> String {
    folded(frames).0
}

/// The messages that a stream adds up to, and what is lost on the way to them.
fn folded(frames: &str) -> (String, String) {
    let (mut messages, mut report) = (String::new(), Report::default());
    let mut fold = Fold::new(Box::new(|mut run, _, _| {
        "vercel-stream".clone_into(&mut run.source);
        messages.push_str(write_document(MESSAGES, run).lines().next().unwrap_or_default());
    }));
    let writer: &mut dyn WriteEvents = &mut fold;
    feed(STREAM, frames, writer, &mut out(), &mut report);
    drop(fold);
    report.close_losses();
    (messages, report.drain().map(|found| found.message + "\n").collect())
}
