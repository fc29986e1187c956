//! A transcript as another wire says it: written by that wire's own writer and read back. So what a wire cannot say is
//! known without a table of it.

use super::record::{Record, Records};
use super::side::{Reading, Side, from_memory};
use crate::codec::WireFormat;
use crate::engine::deliver::deliver;
use crate::framing::{Out, Style};
use crate::ir::Transcript;
use crate::report::Report;

/// The most bytes of a frame that we wrote ourselves.
const OWN_FRAME: usize = usize::MAX;

/// What is left of `transcript` in `format`; `None` where it has no place there at all.
pub(super) fn said_in(transcript: &Transcript, format: &'static WireFormat) -> Option<Transcript> {
    let mut out = Out::new(Style { framing: format.framing, names: format.names, pretty: false });
    let mut report = Report::default();
    deliver(transcript.clone(), format, &mut out, &mut report);
    out.finish();
    let reading = Reading { from: vec![format], max_frame: OWN_FRAME };
    let input = from_memory(out.bytes().to_vec()).ok()?;
    let mut side: Side<Record> = Side::open(input, &reading, &Records::new(None), &mut |_| ()).ok()?;
    side.next(&mut |_| ()).ok()?.map(|record| record.transcript)
}
