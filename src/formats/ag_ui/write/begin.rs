//! How runs begin.

use super::writer::Writer;
use crate::formats::ag_ui::words::UNOPENED;
use crate::framing::Out;
use crate::ir::{At, Field, JsonString, Run};
use crate::report::Report;

impl Writer {
    /// Writes RUN_STARTED, once. Ids that AG-UI demands are made where there are none; a run that has none and is
    /// nothing but an error goes without, as does one that came without.
    pub(super) fn start(&mut self, out: &mut Out, report: &mut Report) {
        let Some(head) = self.head.take() else { return };
        let Run { id, thread_id, model, created_at, place, names } = *head;
        self.thread = thread_id;
        self.id = id;
        self.model = model.map(|model| (model, place.member(names[2])));
        let time = created_at.as_ref().and_then(|time| milliseconds(&time.decode()));
        if created_at.is_some() && time.is_none() {
            report.dropped(At::place(&place.member(names[3])), Field::Time);
        }
        if self.pending.one(UNOPENED).is_none() {
            self.make_ids(report);
            let patch = self.pending.of_start();
            out.patched_frame("", &patch, |frame| {
                frame.word("type", "RUN_STARTED").maybe("threadId", self.thread.as_ref());
                frame.maybe("runId", self.id.as_ref());
                if let Some(time) = &time {
                    frame.raw("timestamp", time);
                }
            });
        }
        for frame in self.pending.frames() {
            self.raw_event(&frame, At::NOWHERE, out, report);
        }
    }

    /// Ids of the run, where the source has none and an event demands them.
    pub(super) fn make_ids(&mut self, report: &mut Report) {
        for (id, pointer, word) in
            [(&mut self.thread, "/threadId", "thread_1"), (&mut self.id, "/runId", "run_1")]
        {
            id.get_or_insert_with(|| {
                report.invented(pointer, (Field::RunId, "an id of the run"));
                JsonString::from_plain(word)
            });
        }
    }
}

/// A time in milliseconds; seconds are made such.
fn milliseconds(time: &str) -> Option<String> {
    let digits = time.bytes().all(|byte| byte.is_ascii_digit());
    let number: u64 = time.parse().ok().filter(|_| digits)?;
    Some(if time.len() > 11 { number.to_string() } else { number.saturating_mul(1000).to_string() })
}
