//! The room's tests: frames in, lines out.

mod document;
mod ends;
mod snapshot;
mod stream;
mod write;

use super::FORMATS;
use crate::codec::WireFormat;

const MESSAGES: &WireFormat = &FORMATS[0];
const REQUEST: &WireFormat = &FORMATS[1];
const STREAM: &WireFormat = &FORMATS[2];
const STACKBONE: &WireFormat = &FORMATS[3];

/// A run around these frames.
fn run(frames: &str) -> String {
    format!(
        "{{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}}\n{frames}\n{{\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\"}}"
    )
}

/// Holds that frames in a run give these lines between its start and its end.
#[track_caller]
fn check(frames: &str, lines: &str) {
    let got = crate::formats::testing::read(STREAM, &run(frames));
    let got: Vec<&str> = got.lines().map(str::trim).collect();
    let want: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(got.first(), Some(&"run+ id=r thread=t"));
    assert_eq!(got[1..], want);
}
