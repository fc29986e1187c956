//! An input as the transcripts it holds: one a run of a stream, one a document or record.

use std::cell::RefCell;
use std::rc::Rc;

use super::detect::detect;
use super::input::Input;
use super::job::Refusal;
use super::plan::choose;
use super::records::RecordLane;
use super::sink::{Lane, OnError, Work};
use super::stream::StreamLane;
use crate::codec::{Codec, WireFormat};
use crate::fold::{Fold, Then};
use crate::framing::{Framing, Out, Style, decoder};
use crate::ir::Transcript;
use crate::report::Diagnostic;

/// Reads one input, which is in one of the formats `from`, whole; faults go to `tell`, in order.
///
/// # Errors
/// A [`Refusal`] where the input cannot be read at all.
pub fn transcripts(
    mut input: Input,
    from: &[&'static WireFormat],
    max_frame: usize,
    tell: &mut dyn FnMut(Diagnostic),
) -> Result<Vec<Transcript>, Refusal> {
    let found = detect(&mut input, from, max_frame)?;
    let format = choose(&found, from, tell)?;
    let read = Rc::new(RefCell::new(Vec::new()));
    let mut lane = lane(format, &read);
    let mut decoder = decoder(found.framing, max_frame);
    input.each_block(|block| {
        decoder.feed(block, &mut *lane);
        lane.work().report.drain().for_each(&mut *tell);
        Ok(())
    })?;
    decoder.finish(&mut *lane);
    lane.finish();
    lane.work().report.drain().for_each(tell);
    Ok(read.take())
}

fn lane(format: &'static WireFormat, read: &Rc<RefCell<Vec<Transcript>>>) -> Box<dyn Lane> {
    let style = Style { framing: Framing::Ndjson, names: false, pretty: false };
    let work = Work::new(format, format, Out::new(style), OnError::Skip);
    let read = read.clone();
    let keep: Then<'static> = Box::new(move |mut transcript, _, _| {
        format.id.clone_into(&mut transcript.source);
        read.borrow_mut().push(transcript);
    });
    match format.codec {
        Codec::Stream(codec) => {
            Box::new(StreamLane::into_writer(work, codec, Box::new(Fold::new(keep)), true))
        }
        Codec::Messages(_) | Codec::Document(_) => Box::new(RecordLane::handing(work, keep)),
    }
}
