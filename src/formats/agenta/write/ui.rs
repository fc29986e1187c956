//! UIMessages inside a request: the codec that has them is found through the table.

use super::super::read::UI_MESSAGES;
use crate::codec::Codec;
use crate::formats;
use crate::ir::{Arr, Run, Transcript};
use crate::report::Report;

/// Takes the messages out of a transcript, with what else they hold, and writes them as an array.
pub(super) fn messages(transcript: &mut Transcript, report: &mut Report) -> Vec<u8> {
    let said = Transcript {
        source: transcript.source.clone(),
        complete: true,
        run: Run {
            id: transcript.run.id.take(),
            place: transcript.run.place.clone(),
            names: transcript.run.names,
            ..Run::default()
        },
        messages: std::mem::take(&mut transcript.messages),
        usage: std::mem::take(&mut transcript.usage),
        interrupts: std::mem::take(&mut transcript.interrupts),
        ..Transcript::default()
    };
    let mut text = Vec::new();
    if let Some(Codec::Messages(codec)) = formats::by_id(UI_MESSAGES).map(|format| format.codec) {
        let mut list = Arr::begin(&mut text);
        (codec.write)(said, &mut list, report);
        list.end();
    }
    text
}
